"""Attempts at what may not be done: the request, whose it is, and the answer that the rules demand.

What must come back is worked out here, by the rules in this process and by sentences of the
contract; the server is only asked. Nothing here knows how an answer is made.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count
from random import Random
from typing import Final

from google.protobuf.message import Message
from google.rpc import code_pb2
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status

from gemwright.contract.games import action_bytes
from gemwright.engine.duel import actions as duel
from gemwright.engine.refusals import Reason, Refusal
from gemwright.pb import refusal_pb2
from gemwright.pb.error_pb2 import StaleVersion
from gemwright.pb.game_pb2 import Action
from gemwright.pb.match_service_pb2 import SubmitActionRequest
from tests.engine.laws.games import has_payment, with_payment
from tests.service.recorded import Recorded
from tests.service.universe import payments_near, universe

STRANGER: Final = "passer-by"
LATEST: Final = 2**31 - 1
FEW: Final = 40
"""Refusals of one sort that are always tried all; of more, every `PART`th in turn."""
PART: Final = 10
OTHER_GAME: Final = {"duel": "splendor", "duel_counterfeiters": "splendor", "splendor": "duel"}
FIRST_ID: Final = "attempt-0"
"""The request id of the first attempt in a match, which is one of the seat to act."""
DETAILS: Final = (ErrorInfo, refusal_pb2.Refusal, StaleVersion, BadRequest)

Answer = tuple[str, ...]
"""Code and reason, and what the details say more."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One call of SubmitAction, which must fail."""

    principal: str
    """Nobody in particular where it is empty."""
    request: SubmitActionRequest
    answer: Answer


def holder(seat: int) -> str:
    """Who holds a seat of every match."""
    return f"holder-{seat}"


def answer_of(status: Status) -> Answer:
    """What a call that failed was told."""
    said = [code_pb2.Code.Name(status.code)]
    for packed in status.details:
        detail = next(kind() for kind in DETAILS if packed.Is(kind.DESCRIPTOR))
        packed.Unpack(detail)
        said += _words(detail)
    return tuple(said)


def _words(detail: Message) -> list[str]:
    match detail:
        case ErrorInfo(reason=reason):
            return [str(reason)]
        case refusal_pb2.Refusal():
            reason = refusal_pb2.RefusalReason.Name(detail.reason)
            return [reason, detail.rule, detail.field, detail.value]
        case StaleVersion(current_version=version):
            return [str(version)]
        case BadRequest(field_violations=violations):
            return [violation.field for violation in violations]
        case _:
            raise AssertionError(f"nobody expects {detail}")


def refused(refusal: Refusal) -> Answer:
    """The answer to what the rules refuse."""
    reason = f"REFUSAL_REASON_{refusal.reason.name}"
    words = (reason, refusal.rule, refusal.field, refusal.value)
    return ("FAILED_PRECONDITION", "ACTION_REFUSED", *words)


def stale(current: int) -> Answer:
    """The answer to who names another version than the current one."""
    return ("ABORTED", "STALE_VERSION", str(current))


NOT_YOURS: Final = ("PERMISSION_DENIED", "NOT_YOUR_SEAT")
NOBODY: Final = ("UNAUTHENTICATED", "CREDENTIALS_MISSING")
OTHER_GAMES: Final = ("INVALID_ARGUMENT", "INVALID_FIELD", "action")


def illegal_actions(one: Recorded) -> Iterator[tuple[object, Refusal]]:
    """The universe less what is listed, each action with the reason why it is refused.

    The list and the reasons must agree: whatever is not listed has one.
    """
    game, state, seat = one.table.game, one.state, one.seat
    listed = set(game.legal_actions(state))
    for action in universe(game.NAME):
        refusal = game.refusal(state, seat, action)
        assert (refusal is None) == (action in listed), game.action_text(action)
        if refusal is not None:
            yield action, refusal
        if has_payment(action) and (refusal is None or refusal.reason is Reason.CANNOT_AFFORD):
            right = None if refusal else next(iter(game.payments(state, action)))
            for payment in payments_near(game.NAME, right):
                paid = with_payment(action, payment)
                if (why := game.refusal(state, seat, paid)) is not None:
                    yield paid, why


class Attempts:
    """Everything to attempt in one match that begins with a recorded position."""

    def __init__(self, match: str, one: Recorded, number: int) -> None:
        self._match = match
        self._one = one
        self._number = number
        self._ids = count()
        self._rng = Random(number)

    def every(self, *, is_whole: bool) -> Iterator[Attempt]:
        """All of them; unless it is the whole, of what is refused alike only a part."""
        return chain(
            self.of_the_seat(is_whole=is_whole),
            self.of_other_seats(),
            self.of_nobody_there(),
            self.at_other_versions(),
            self.of_another_game(),
        )

    def of_the_seat(self, *, is_whole: bool) -> Iterator[Attempt]:
        """What the seat to act may not do."""
        sorts: dict[object, list[tuple[object, Refusal]]] = {}
        for action, refusal in illegal_actions(self._one):
            sort = (type(action), refusal.reason, refusal.rule, refusal.field)
            sorts.setdefault(sort, []).append((action, refusal))
        for found in sorts.values():
            is_much = len(found) > FEW and not is_whole
            for action, refusal in found[self._number % PART :: PART] if is_much else found:
                yield self._attempt(action, refused(refusal))

    def of_other_seats(self) -> Iterator[Attempt]:
        """What only the seat to act may do, by the holders of all others for themselves."""
        for seat in range(self._one.table.seats):
            for action in self._listed():
                refusal = self._one.table.game.refusal(self._one.state, seat, action)
                if seat != self._one.seat:
                    assert refusal is not None
                    yield self._attempt(action, refused(refusal), holder(seat), seat)

    def of_nobody_there(self) -> Iterator[Attempt]:
        """What the seat to act may do, by those who do not hold it."""
        others = [holder(seat) for seat in range(self._one.table.seats) if seat != self._one.seat]
        for action in self._some_listed():
            for principal in (*others, STRANGER):
                yield self._attempt(action, NOT_YOURS, principal)
            yield self._attempt(action, NOBODY, "")

    def at_other_versions(self, current: int = 0) -> Iterator[Attempt]:
        """What may be done, by who takes the match for further on or further back."""
        for version in {0, 1, 2, LATEST} - {current}:
            for action in self._some_listed():
                yield self._attempt(action, stale(current), version=version)

    def of_another_game(self) -> Iterator[Attempt]:
        """Some of what only the messages of another game can say."""
        game = OTHER_GAME[self._one.table.game.NAME]
        for action in self._rng.sample(universe(game), FEW):
            yield self._attempt(action, OTHER_GAMES, game=game)

    def _listed(self) -> list[object]:
        return self._one.table.game.legal_actions(self._one.state)

    def _some_listed(self) -> list[object]:
        listed = self._listed()
        return self._rng.sample(listed, min(3, len(listed)))

    def _attempt(
        self,
        action: object,
        answer: Answer,
        principal: str | None = None,
        seat: int | None = None,
        version: int = 0,
        game: str = "",
    ) -> Attempt:
        acting = self._one.seat if seat is None else seat
        request = SubmitActionRequest(
            match=self._match,
            seat=acting,
            expected_version=version,
            request_id=f"attempt-{next(self._ids)}",
            action=self._message(game or self._one.table.game.NAME, action),
        )
        return Attempt(holder(acting) if principal is None else principal, request, answer)

    def _message(self, game: str, action: object) -> Action:
        """The action as a client says it, cells in any order."""
        message = Action.FromString(action_bytes(game, action))
        if isinstance(action, duel.TakeTokens):
            cells = self._rng.sample(action.cells, len(action.cells))
            message.duel.take_tokens.cells[:] = cells
        return message
