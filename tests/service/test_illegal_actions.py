"""Whatever may not be done is refused over the wire, for the right reason, and changes nothing.

Each recorded position is a match of its own on a server that is a process. To it go all actions
that the contract can say and the rules refuse, what others may not do, and what comes too late or
from another game. Of what Duel refuses alike more than forty times in a position a tenth is tried,
another tenth in the next one, and all of it in every twentieth. `GEMWRIGHT_TEST_WHOLE=1` tries all
of it everywhere: two million calls, which take a quarter of an hour.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

import grpc
import grpc.aio
import pytest
from google.rpc.status_pb2 import Status

from gemwright.contract.games import MESSAGE_GAMES, action_bytes, position_message
from gemwright.pb.game_pb2 import Action
from gemwright.pb.match_service_pb2 import (
    GetMatchRequest,
    SubmitActionRequest,
    SubmitActionResponse,
)
from gemwright.pb.operator_service_pb2 import InspectMatchRequest
from tests import modes
from tests.event_loop import on_event_loop
from tests.service.attempts import FIRST_ID, Answer, Attempt, Attempts, answer_of, holder
from tests.service.callers import CALL_PATIENCE
from tests.service.players import seated
from tests.service.processes import Process, processes
from tests.service.recorded import GAMES, POSITIONS, Recorded, recorded

FEW_POSITIONS: Final = 5
_MANY: Final = 40 if modes.IS_WHOLE else 5
PARTS: Final = {"duel": _MANY, "duel_counterfeiters": _MANY, "splendor": 5}
"""In which the recorded positions are tried, each part on a server of its own."""
SELDOM: Final = 1 if modes.IS_WHOLE else 20
WHOLE: Final = {"duel": SELDOM, "duel_counterfeiters": SELDOM, "splendor": 1}
"""In every so manieth position of a game all is tried."""
AT_ONCE: Final = 64
CREATED_AT_ONCE: Final = 8
_SERVICE: Final = "/gemwright.v1."
_STATUS: Final = "grpc-status-details-bin"

TURN_OF_DUEL: Final = {"used a privilege", "replenished", "extra turn", "reserve is full"}
TAKES: Final = {f"take for D1-{number}" for number in ("04", "09", "14", "19", "24")}
STEALS: Final = {f"steal for {card}" for card in ("D2-02", "D2-06", "D2-10", "D2-14", "D2-18")}
DUEL: Final = {"turn", "take", "steal", "royal", "discard", "may claim", "steal for R-3"}
NEW_DECISIONS: Final = {"reserve", "counterfeiter", "draw", "window", "dig", "can stop"}
NEW_TAKES: Final = {f"take for {card}" for card in ("C-13", "R-8", "R-11", "R-12")}
MUST_COME_UP: Final = {
    "duel": DUEL | TURN_OF_DUEL | TAKES | STEALS,
    "duel_counterfeiters": DUEL | TURN_OF_DUEL | TAKES | STEALS | NEW_DECISIONS | NEW_TAKES,
    "splendor": {
        *("turn", "discard of 1", "discard of 2", "discard of 3", "noble", "reserve is full"),
        *("2 seats", "3 seats", "4 seats", "last round", "somebody dropped out"),
    },
}
"""What is pending and what is so of a turn: all of it is among the recorded positions of a game."""

ALWAYS_TOLD: Final = {
    ("ABORTED", "STALE_VERSION", "0"),
    ("INVALID_ARGUMENT", "INVALID_FIELD", "action"),
    ("PERMISSION_DENIED", "NOT_YOUR_SEAT"),
    ("UNAUTHENTICATED", "CREDENTIALS_MISSING"),
    ("FAILED_PRECONDITION", "ACTION_REFUSED", "REFUSAL_REASON_NOT_YOUR_TURN"),
    ("FAILED_PRECONDITION", "ACTION_REFUSED", "REFUSAL_REASON_NOT_ASKED"),
    ("FAILED_PRECONDITION", "ACTION_REFUSED", "REFUSAL_REASON_CARD_NOT_AVAILABLE"),
    ("FAILED_PRECONDITION", "ACTION_REFUSED", "REFUSAL_REASON_CANNOT_AFFORD"),
    ("FAILED_PRECONDITION", "ACTION_REFUSED", "REFUSAL_REASON_PAYMENT_NOT_EXACT"),
}
"""Some of what is told of every game."""

games = pytest.mark.parametrize("game", GAMES)


class Line:
    """A connection on which bytes are sent and received, and nothing is done with them."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel

    async def call(self, method: str, request: bytes, principal: str) -> bytes | Answer:
        """The answer, or how the call failed."""
        bearer = (("authorization", f"Bearer dev:{principal}"),) if principal else ()
        called = self._channel.unary_unary(_SERVICE + method, bytes, bytes)
        try:
            return await called(request, metadata=bearer, timeout=CALL_PATIENCE)
        except grpc.aio.AioRpcError as error:
            details = dict(error.trailing_metadata() or ()).get(_STATUS)
            if not isinstance(details, bytes):
                raise
            return answer_of(Status.FromString(details))


@dataclass(frozen=True)
class Scene:
    """A match that begins with a recorded position."""

    match: str
    one: Recorded
    attempts: Attempts

    async def sight(self, line: Line) -> list[bytes | Answer]:
        """All that can be seen of it: by its seats, by a spectator, and by those who run it."""
        seats: list[int | None] = [*range(self.one.table.seats), None]
        seen = [
            await line.call(
                "MatchService/GetMatch",
                GetMatchRequest(match=self.match, seat=seat).SerializeToString(),
                "" if seat is None else holder(seat),
            )
            for seat in seats
        ]
        inspection = InspectMatchRequest(match=self.match, note="is it as it was?")
        request = inspection.SerializeToString()
        return [*seen, await line.call("OperatorService/InspectMatch", request, "operator")]

    async def goes_on(self, line: Line) -> None:
        """Something that may be done is done, with the request id that was refused first."""
        game, seat = self.one.table.game, self.one.seat
        action = game.legal_actions(self.one.state)[0]
        request = SubmitActionRequest(
            match=self.match,
            seat=seat,
            expected_version=0,
            request_id=FIRST_ID,
            action=Action.FromString(action_bytes(game.NAME, action)),
        )
        first, again = [await _submit(line, request, holder(seat)) for _ in range(2)]
        assert isinstance(first, bytes), first
        assert SubmitActionResponse.FromString(first).update.version == 1
        assert again == first
        for late in self.attempts.at_other_versions(current=1):
            assert await _submit(line, late.request, late.principal) == late.answer


async def _submit(line: Line, request: SubmitActionRequest, principal: str) -> bytes | Answer:
    return await line.call("MatchService/SubmitAction", request.SerializeToString(), principal)


async def begun(server: Process, positions: Sequence[Recorded]) -> list[Scene]:
    """A match for each of the positions."""
    created, turns = server.caller("creator"), asyncio.Semaphore(CREATED_AT_ONCE)

    async def begin(number: int, one: Recorded) -> Scene:
        game = one.table.game
        request = seated(
            MESSAGE_GAMES[game.NAME], [holder(seat) for seat in range(one.table.seats)]
        )
        request.position.CopyFrom(position_message(game.NAME, game.to_data(one.state)))
        async with turns:
            match = (await created.create(request)).match.match
        return Scene(match, one, Attempts(match, one, number))

    begins = [begin(number, one) for number, one in enumerate(positions)]
    return await asyncio.gather(*begins)


async def try_all(line: Line, attempts: Iterator[Attempt]) -> Counter[Answer]:
    """How often each answer came, every one the answer that was due."""
    answers: Counter[Answer] = Counter()

    async def one_after_the_other() -> None:
        for attempt in attempts:
            told = await _submit(line, attempt.request, attempt.principal)
            assert told == attempt.answer, (told, attempt)
            answers[attempt.answer[:3]] += 1

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(one_after_the_other())
    return answers


async def refuse_all(server: Process, positions: Sequence[Recorded]) -> Counter[Answer]:
    """All attempts at matches of the positions: each is refused, and all the matches stay."""
    line = Line(server.caller().channel)
    scenes = await begun(server, positions)
    before = [await scene.sight(line) for scene in scenes]
    assert all(isinstance(seen, bytes) for sights in before for seen in sights), before
    answers = await try_all(
        line,
        chain.from_iterable(
            scene.attempts.every(is_whole=(number + 1) % WHOLE[scene.one.table.game.NAME] == 0)
            for number, scene in enumerate(scenes)
        ),
    )
    for scene, sights in zip(scenes, before, strict=True):
        assert await scene.sight(line) == sights, scene.match
        await scene.goes_on(line)
    return answers


@games
def test_positions_of_every_sort_are_recorded(game: str) -> None:
    positions = recorded(game)
    assert len(positions) == POSITIONS
    seen = {name for one in positions for name in one.phase}
    assert seen >= MUST_COME_UP[game], MUST_COME_UP[game] - seen


@games
def test_what_may_not_be_done_is_refused_and_changes_nothing(game: str, tmp_path: Path) -> None:
    assert refusals(recorded(game)[:FEW_POSITIONS], tmp_path).total() > 500


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "part"), [(game, part) for game, parts in PARTS.items() for part in range(parts)]
)
def test_every_illegal_action_of_many_positions_is_refused(
    game: str, part: int, tmp_path: Path
) -> None:
    answers = refusals(recorded(game)[part :: PARTS[game]], tmp_path)
    assert answers.total() > 25_000 / PARTS[game]
    assert modes.IS_WHOLE or answers.keys() >= ALWAYS_TOLD  # smaller parts have not all of it


def refusals(positions: Sequence[Recorded], folder: Path) -> Counter[Answer]:
    """What a server of one process told, which takes all there is from any caller."""

    async def test() -> Counter[Answer]:
        words = ("--bots", "off", "--log-level", "error")
        async with processes(folder, 1, *words, store=None) as (server,):
            return await refuse_all(server, positions)

    return on_event_loop(test())
