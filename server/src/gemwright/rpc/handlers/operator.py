"""OperatorService: for those who run the server.

Every request is written to the log before it is carried out or answered: who, what, why. How it
ended is in the line of the call, under the same trace.
"""

from collections.abc import Sequence
from typing import Final

import structlog

from gemwright.contract.fields import Findings
from gemwright.contract.games import position_message
from gemwright.contract.matches import match_message, secrets_message
from gemwright.contract.wire import bytes_field
from gemwright.engine import MOST_SEATS
from gemwright.matches.api import Scope
from gemwright.matches.matches import Matches
from gemwright.pb import operator_service_pb2 as pb
from gemwright.rpc.calls import Call, Handlers, unary
from gemwright.rpc.handlers.listing import listed
from gemwright.rpc.handlers.matches import record_bytes

_LONGEST_NOTE: Final = 200

log: Final = structlog.stdlib.get_logger(__name__)


class OperatorHandlers:
    """The calls of OperatorService."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    def calls(self) -> Handlers:
        """Every call by its name."""
        return {
            "FindMatches": unary(pb.FindMatchesRequest, self._find),
            "InspectMatch": unary(pb.InspectMatchRequest, self._inspect),
            "EndMatch": unary(pb.EndMatchRequest, self._end),
            "AdjudicateMatch": unary(pb.AdjudicateMatchRequest, self._adjudicate),
        }

    async def _find(self, request: pb.FindMatchesRequest, call: Call) -> pb.FindMatchesResponse:
        call.needs_scope(Scope.OPERATOR)
        found = Findings()
        found.principal(request.owner, "owner")
        page = await listed(self._matches, request.owner, request, found)
        _audit(call, "FindMatches", owner=request.owner)
        now_ms = self._matches.time.now_ms()
        return pb.FindMatchesResponse(
            matches=[match_message(match, now_ms) for match in page.matches],
            next_page_token=page.next_cursor,
        )

    async def _inspect(self, request: pb.InspectMatchRequest, call: Call) -> bytes:
        call.needs_scope(Scope.OPERATOR)
        found = Findings()
        match_id = found.match_id(request.match)
        note = _note(request.note, found)
        found.check()
        await self._begin(call, "InspectMatch", match_id, note)
        history = await self._matches.operating.inspect(match_id)
        match = history.match
        rest = pb.InspectMatchResponse(
            owner=match.charter.owner,
            position=None
            if match.position is None
            else position_message(match.charter.game, match.game.to_data(match.position)),
        )
        record = record_bytes(history, secrets_message(match))
        field = pb.InspectMatchResponse.RECORD_FIELD_NUMBER
        return bytes_field(field, record) + rest.SerializeToString()

    async def _end(self, request: pb.EndMatchRequest, call: Call) -> pb.EndMatchResponse:
        call.needs_scope(Scope.OPERATOR)
        found = Findings()
        match_id = found.match_id(request.match)
        note = _note(request.note, found)
        found.check()
        await self._begin(call, "EndMatch", match_id, note)
        return pb.EndMatchResponse(
            match=match_message(
                await self._matches.operating.end(match_id), self._matches.time.now_ms()
            )
        )

    async def _adjudicate(
        self, request: pb.AdjudicateMatchRequest, call: Call
    ) -> pb.AdjudicateMatchResponse:
        call.needs_scope(Scope.OPERATOR)
        found = Findings()
        match_id = found.match_id(request.match)
        winners = _winners(request.winners, found)
        note = _note(request.note, found)
        found.check()
        await self._begin(call, "AdjudicateMatch", match_id, note, winners)
        match = await self._matches.operating.adjudicate(match_id, winners)
        return pb.AdjudicateMatchResponse(match=match_message(match, self._matches.time.now_ms()))

    async def _begin(
        self, call: Call, name: str, match_id: str, note: str, winners: Sequence[int] | None = None
    ) -> None:
        """Find out whose match it is, and log what will be done with it."""
        call.note(match_id)
        owner = await self._matches.operating.owner_of(match_id)
        decided = {} if winners is None else {"winners": list(winners)}
        _audit(call, name, owner=owner, match=match_id, note=note, **decided)


def _audit(call: Call, name: str, **about: str | list[int]) -> None:
    """Log one line for auditors, as a warning, so that it is written before the answer."""
    log.warning("operator_acted", call=name, key_id=call.caller.key_id, trace=call.trace, **about)


def _note(value: str, found: Findings) -> str:
    """Check the operator's reason."""
    if not value.strip() or len(value) > _LONGEST_NOTE or not value.isprintable():
        found.add("note", f"1 to {_LONGEST_NOTE} printable characters are expected")
    return value


def _winners(seats: Sequence[int], found: Findings) -> Sequence[int]:
    """Check the seats that win: none of them twice."""
    if len(set(seats)) < len(seats):
        found.add("winners", "a seat is named twice")
    for number, seat in enumerate(seats[: MOST_SEATS + 1]):
        found.number(seat, f"winners[{number}]", 0, MOST_SEATS - 1)
    return seats
