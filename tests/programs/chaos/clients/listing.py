"""ListMatches with all its pages, as the owner is told them."""

import asyncio
from typing import Final

from gemwright.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_UNSPECIFIED,
    MATCH_STATE_WAITING,
    Match,
    MatchState,
)
from gemwright.pb.matchmaker_service_pb2 import ListMatchesRequest, ListMatchesResponse
from tests.programs.chaos.clients.work import OWNER, Work

ALIVE: Final = (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)
_MOST: Final = 500
_LOOK_EVERY: Final = 0.5


async def listed(work: Work, state: MatchState = MATCH_STATE_UNSPECIFIED) -> list[Match] | None:
    """The matches in a state, or in any; nothing if a page was not to be had."""
    request = ListMatchesRequest(state=state, page_size=_MOST)
    found: list[Match] = []
    while True:
        answer = await work.servers.insist("ListMatches", OWNER, request.SerializeToString())
        if not answer.is_ok:
            return None
        page = ListMatchesResponse.FromString(answer.message)
        found += page.matches
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token


async def alive(work: Work) -> list[Match] | None:
    """The matches that wait or are active."""
    found = [await listed(work, state) for state in ALIVE]
    return None if None in found else [match for matches in found for match in matches or ()]


async def unsettled(work: Work) -> list[str]:
    """After the shift: wait until no match moves by itself; what is wrong if patience runs out.

    A join deadline or a clock changes a match though nobody plays any more.
    """
    while (matches := await alive(work)) is None or any(map(_moves, matches)):
        if work.shift.is_out_of_patience:
            moving = filter(_moves, matches or ())
            return [f"not settled: {' '.join(match.match for match in moving) or 'no answer'}"]
        await asyncio.sleep(_LOOK_EVERY)
    return []


def _moves(match: Match) -> bool:
    return match.state == MATCH_STATE_WAITING or any(one.is_running for one in match.clocks.seats)
