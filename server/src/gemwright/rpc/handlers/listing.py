"""Lists of matches, by the filters that owners and operators share."""

from typing import Final

from gemwright.contract.fields import Findings
from gemwright.matches.api import Listed
from gemwright.matches.matches import Matches
from gemwright.pb.matchmaker_service_pb2 import ListMatchesRequest
from gemwright.pb.operator_service_pb2 import FindMatchesRequest

_MOST_ON_PAGE: Final = 500
_ON_PAGE: Final = 50


async def listed(
    matches: Matches, owner: str, request: ListMatchesRequest | FindMatchesRequest, found: Findings
) -> Listed:
    """A page of an owner's matches."""
    most = found.page_size(request.page_size, _MOST_ON_PAGE, _ON_PAGE)
    cursor = found.cursor(request.page_token)
    state = found.status(request.state)
    game = found.game(request.game) if request.game else None
    if request.principal:
        found.principal(request.principal, "principal")
    found.check()
    return await matches.listing.find(
        owner,
        principal=request.principal or None,
        state=state,
        game=game,
        cursor=cursor,
        most=most,
    )
