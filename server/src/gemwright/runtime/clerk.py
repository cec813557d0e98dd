"""The wording of updates: asks the scribe for each fact, and each game who may know it."""

from collections.abc import Sequence

from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.outcomes import Forfeit
from gemwright.runtime.entries import EVERYBODY, RECORD, Piece, Viewers, joined, only
from gemwright.runtime.ports import Scribe, Status


class Clerk:
    """Puts what happened into pieces, each with the viewers that may see it."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe

    def moved(
        self, game: AnyGame, seats: int, seat: int, action: object, events: Sequence[object]
    ) -> tuple[Piece, ...]:
        """A seat acted."""
        cause = self._cause(game, seat, action)
        return joined([*cause, *self._events(game, seats, events)])

    def _cause(self, game: AnyGame, seat: int, action: object) -> list[Piece]:
        shown = game.seen_action(action, seat, None)
        if shown == action:
            return [(EVERYBODY, self._scribe.move(game.NAME, seat, action))]
        knowing = only(seat) | RECORD
        return [
            (EVERYBODY & ~knowing, self._scribe.move(game.NAME, seat, shown)),
            (knowing, self._scribe.move(game.NAME, seat, action)),
        ]

    def _events(self, game: AnyGame, seats: int, events: Sequence[object]) -> list[Piece]:
        name, word = game.NAME, self._scribe.event
        if len(game.project(events, None)) == len(events):
            return [(EVERYBODY, b"".join([word(name, event) for event in events]))]
        return [(_viewers(game, seats, event), word(name, event)) for event in events]

    def forfeited(
        self, game: AnyGame, seats: int, seat: int, why: Forfeit, events: Sequence[object]
    ) -> tuple[Piece, ...]:
        """A seat left before the end."""
        cause = (EVERYBODY, self._scribe.forfeit(seat, why))
        return joined([cause, *self._events(game, seats, events)])

    def joined(
        self, seat: int, principal: str, entropy: bytes, dealt: tuple[Piece, ...] = ()
    ) -> tuple[Piece, ...]:
        """A seat was filled, and the match dealt if it was the last."""
        return joined([(EVERYBODY, self._scribe.join(seat, principal, entropy)), *dealt])

    def dealt(self, game: AnyGame, state: SomeState) -> tuple[Piece, ...]:
        """The opening, for every viewer its own; the record has it as spectators see it."""
        viewers: list[int | None] = [None, *range(len(state.players))]
        return tuple(
            (
                only(viewer) | (RECORD if viewer is None else 0),
                self._scribe.dealt(game.NAME, game.view(state, viewer)),
            )
            for viewer in viewers
        )

    def closed(self, status: Status, absent: Sequence[int]) -> tuple[Piece, ...]:
        """The match was closed without an outcome."""
        return ((EVERYBODY, self._scribe.close(status, absent)),)

    def adjudicated(self, winners: Sequence[int]) -> tuple[Piece, ...]:
        """An operator decided the match."""
        return ((EVERYBODY, self._scribe.adjudication(winners)),)


def _viewers(game: AnyGame, seats: int, event: object) -> Viewers:
    """Who may see an event: the game says it for each viewer."""
    if game.project((event,), None):
        return EVERYBODY
    viewers = RECORD
    for seat in range(seats):
        if game.project((event,), seat):
            viewers |= only(seat)
    return viewers
