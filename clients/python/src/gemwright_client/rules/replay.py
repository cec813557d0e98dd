"""A game from a record or a text file, to be looked at move by move.

Positions are numbered like the versions of a match. The first is the deal: version 0, or where
seats were joined, the version that the last join made. A text file has no joins: there it is
always 0. To close a dealt match without an outcome makes a version with the same position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gemwright.contract.games import outcome_message
from gemwright.engine import GAMES
from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.outcomes import Outcome as EngineOutcome
from gemwright.engine.outcomes import adjudicated
from gemwright.engine.record import (
    ADJUDICATE,
    FORFEITS,
    Record,
    RecordError,
    adjudicated_winners,
    chance_of,
    read_record,
    replay,
)
from gemwright_client.errors import RecordUnusable
from gemwright_client.pb.duel_view_pb2 import DuelPrivate, DuelView
from gemwright_client.pb.game_pb2 import Game, Options, View
from gemwright_client.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_FINISHED,
    Match,
    MatchRecord,
    MatchState,
    Seat,
    Update,
)
from gemwright_client.pb.outcome_pb2 import Outcome
from gemwright_client.pb.splendor_view_pb2 import SplendorPrivate, SplendorView
from gemwright_client.rules.games import game_number, view_message

MOST_LINES: Final = 20_000
"""Longer games are not read: every position is kept, some 2 kB each."""
MOST_CHARACTERS: Final = 4_000_000
"""Longer files are not read."""
CLOSE: Final = "close"
"""The text of the step that closes a match without an outcome."""


@dataclass(frozen=True, slots=True)
class Step:
    """What made a version."""

    seat: int | None
    """Who acted or left; None if an operator decided or the match was closed."""
    text: str
    """An action in notation, or `resign 1`, `timeout 0`, `adjudicate 0`, `close`."""


class Replay:
    """Every position of a game; made by one of the two class methods."""

    def __init__(self, record: Record, match: Match, deal: int, updates: Sequence[Update]) -> None:
        self._game = GAMES[record.game]
        self._match = match
        self._updates = updates
        self._states, self._steps = _played(self._game, record)
        self._outcome = _outcome_of(self._game, record, self._states[-1])
        if updates and updates[-1].HasField("close"):
            self._states.append(self._states[-1])
            self._steps.append(Step(None, CLOSE))
        self.versions = range(deal, deal + len(self._states))
        """The versions there are, the deal first."""

    @classmethod
    def of_text(cls, text: str, names: Sequence[str] = ()) -> "Replay":
        """Read the game in a text file; raises `RecordUnusable`.

        A file has no names: the seats get these, or are called by their numbers.
        """
        record = _checked(text)
        match = Match(
            match=record.match_id,
            game=game_number(record.game),
            rules_version=record.rules_version,
            state=MATCH_STATE_ACTIVE,
        )
        read = cls(record, match, 0, ())
        _seat(match, read.at(0), names)
        return read

    @classmethod
    def of_record(cls, record: MatchRecord) -> "Replay":
        """Read the match of a record; raises `RecordUnusable`, also if it was never dealt."""
        match = record.match
        if not record.text:
            state = MatchState.Name(match.state).removeprefix("MATCH_STATE_")
            raise RecordUnusable(f"match {match.match} was never dealt: {state}")
        read = cls(_checked(record.text), match, _deal_version(record), record.updates)
        if read.versions[-1] != match.version or len(record.updates) != match.version:
            raise RecordUnusable("the text of the record and its updates tell different matches")
        return read

    @property
    def game(self) -> Game:
        """The rules it is played by."""
        return self._match.game

    @property
    def options(self) -> Options:
        """Every option of the match."""
        return self._match.options

    def at(self, version: int, seat: int | None = None) -> View:
        """Return the position as a seat or a spectator saw it."""
        state = self._states[self._index(version)]
        try:
            return view_message(self._game.NAME, state, seat)
        except ValueError as error:
            raise IndexError(str(error)) from None

    def open_at(self, version: int) -> View:
        """Return the position with all reserves open, and the cards that a seat is looking at."""
        view = self.at(version)
        for seat in range(len(self._match.seats)):
            own = self.at(version, seat)
            if view.HasField("duel"):
                _open_duel(view.duel, own.duel.private)
            else:
                _open_splendor(view.splendor, own.splendor.private)
        return view

    def action(self, version: int) -> Step | None:
        """Return what made the version; None for the deal."""
        index = self._index(version)
        return self._steps[index - 1] if index else None

    def match(self, version: int) -> Match:
        """Return the match as everybody saw it then; a file has no times and no clocks."""
        index = self._index(version)
        match = Match()
        match.CopyFrom(self._match)
        if not self._updates or version < self._match.version:
            self._put_back(match, index)
        return match

    def _put_back(self, match: Match, index: int) -> None:
        """Turn the match into that of an earlier version."""
        for later in ("seat_to_act", "outcome", "clocks", "end_time"):
            match.ClearField(later)
        match.version = self.versions[index]
        match.commit_id = ""
        match.state = MATCH_STATE_ACTIVE
        if self._updates and match.version:
            update = self._updates[match.version - 1]
            match.commit_id = update.commit_id
            if update.HasField("clocks"):
                match.clocks.CopyFrom(update.clocks)
        seat = self._game.to_move(self._states[index])
        if self._outcome is not None and index == len(self._states) - 1:
            match.state = MATCH_STATE_FINISHED
            match.outcome.CopyFrom(self._outcome)
        elif seat is not None:
            match.seat_to_act = seat

    def _index(self, version: int) -> int:
        if version not in self.versions:
            raise IndexError(
                f"versions are {self.versions[0]} to {self.versions[-1]}, not {version}"
            )
        return version - self.versions[0]


def _checked(text: str) -> Record:
    """Read the game in a text, and check it with the engine."""
    if len(text) > MOST_CHARACTERS:
        raise RecordUnusable(f"a file has at most {MOST_CHARACTERS} characters, not {len(text)}")
    try:
        record = read_record(text)
        if len(record.lines) > MOST_LINES:
            raise RecordUnusable(f"a game has at most {MOST_LINES} lines, not {len(record.lines)}")
        replay(record)
    except RecordError as error:
        raise RecordUnusable(str(error)) from None
    return record


def _seat(match: Match, opening: View, names: Sequence[str]) -> None:
    """Fill in options and seats, which a file tells only by its first position."""
    if opening.HasField("duel"):
        match.options.duel.CopyFrom(opening.duel.table.options)
        seats = len(opening.duel.table.players)
    else:
        match.options.splendor.CopyFrom(opening.splendor.table.options)
        seats = len(opening.splendor.table.players)
    for seat in range(seats):
        name = names[seat] if seat < len(names) else f"seat {seat}"
        match.seats.append(Seat(seat=seat, principal=name, is_filled=True))


def _played(game: AnyGame, record: Record) -> tuple[list[SomeState], list[Step]]:
    """Return every position of a checked game, and what led to each but the first."""
    chance = chance_of(record)
    if record.position is None:
        state = game.new(game.options_from_data(record.options), chance)
    else:
        state = game.from_data(record.position)
    states, steps = [state], []
    for line in record.lines:
        state = state.copy()
        word, _, rest = line.partition(" ")
        seat = game.to_move(state)
        if word in FORFEITS:
            seat = int(rest)
            game.forfeit(state, seat, FORFEITS[word])
        elif word == ADJUDICATE:
            seat = None
        elif seat is not None:
            game.apply(state, seat, game.parse_action(line), chance)
        states.append(state)
        steps.append(Step(seat, line))
    return states, steps


def _outcome_of(game: AnyGame, record: Record, last: SomeState) -> Outcome | None:
    outcome: EngineOutcome | None = game.outcome(last)
    line = record.lines[-1] if record.lines else ""
    if line.partition(" ")[0] == ADJUDICATE:
        outcome = adjudicated(adjudicated_winners(line), game.scores(last))
    if outcome is None:
        return None
    return Outcome.FromString(outcome_message(outcome).SerializeToString())


def _deal_version(record: MatchRecord) -> int:
    """Return the version of the deal: that of the last join, if there was one."""
    for update in record.updates:
        if any(event.HasField("match_dealt") for event in update.events):
            return update.version
    return 0


def _open_duel(view: DuelView, own: DuelPrivate) -> None:
    for entry, card in zip(view.table.players[own.seat].reserved, own.reserved, strict=True):
        entry.card = card
    if own.dug:
        view.private.CopyFrom(own)


def _open_splendor(view: SplendorView, own: SplendorPrivate) -> None:
    for entry, card in zip(view.table.players[own.seat].reserved, own.reserved, strict=True):
        entry.card = card
