"""The engine's own account of a match that is over: its record played again, without a server.

What clients were told is compared with this; nothing here asks the runtime.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gemwright.contract.games import action_bytes, event_bytes, view_message
from gemwright.engine import GAMES
from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.record import FORFEITS, Record, chance_of, read_record
from gemwright.pb.game_pb2 import Action, Event, View
from gemwright.pb.match_pb2 import MatchRecord


@dataclass(frozen=True, slots=True)
class Moment:
    """One version of a match, and what led to it."""

    game: AnyGame
    version: int
    state: SomeState
    seat: int | None
    """Who acted, or left; nobody in the opening."""
    action: object | None
    events: tuple[object, ...]

    @property
    def to_move(self) -> int | None:
        """Who must act now."""
        return self.game.to_move(self.state)

    def view(self, viewer: int | None) -> View:
        """What a viewer may know of the position."""
        return view_message(self.game.NAME, self.game.view(self.state, viewer))

    def legal_actions(self, viewer: int | None) -> list[Action]:
        """Everything a viewer may do: nothing unless it is the seat to act."""
        if viewer is None or viewer != self.to_move:
            return []
        return [self._message(action) for action in self.game.legal_actions(self.state)]

    def shown_action(self, viewer: int | None) -> Action:
        """What was done, as a viewer may know it."""
        assert self.seat is not None
        assert self.action is not None
        return self._message(self.game.seen_action(self.action, self.seat, viewer))

    def shown_events(self, viewer: int | None) -> list[Event]:
        """What happened, as a viewer may know it."""
        return self._messages(self.game.project(self.events, viewer))

    def all_events(self) -> list[Event]:
        """What happened, with what each seat learnt of it."""
        return self._messages(self.events)

    def _messages(self, events: Iterable[object]) -> list[Event]:
        return [Event.FromString(event_bytes(self.game.NAME, event)) for event in events]

    def _message(self, action: object) -> Action:
        return Action.FromString(action_bytes(self.game.NAME, action))


def moments(record: MatchRecord) -> list[Moment]:
    """Every version from the deal to the end."""
    start = sum(update.HasField("join") for update in record.updates)
    return list(_moments(read_record(record.text), start))


def _moments(record: Record, start: int) -> Iterator[Moment]:
    game, chance = GAMES[record.game], chance_of(record)
    if record.position is None:
        state = game.new(game.options_from_data(record.options), chance)
    else:
        state = game.from_data(record.position)
    yield Moment(game, start, state.copy(), None, None, ())
    for version, line in enumerate(record.lines, start + 1):
        word, _, rest = line.partition(" ")
        events: list[object] = []
        if word in FORFEITS:
            seat, action = int(rest), None
            game.forfeit(state, seat, FORFEITS[word], events)
        else:
            mover, action = game.to_move(state), game.parse_action(line)
            assert mover is not None
            seat = mover
            game.apply(state, seat, action, chance, events)
        yield Moment(game, version, state.copy(), seat, action, tuple(events))
