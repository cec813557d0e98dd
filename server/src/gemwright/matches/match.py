"""A match as a server holds it: one version of it, decoded."""

import zlib

import msgspec

from gemwright.engine import GAMES
from gemwright.engine.chance import Chance
from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.outcomes import Outcome, outcome_from_data
from gemwright.engine.reading import Fields
from gemwright.engine.refusals import Refused
from gemwright.engine.values import value
from gemwright.matches.archive import Archive
from gemwright.matches.charter import PART_FORMAT, Charter, Course, Roster, check_rules, read_part
from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.replay import chance_of
from gemwright.matches.stored import Clock, MatchState, Part, Stored


@value
class Match:
    """One version of a match. The state is never changed in place; `apply` works on a copy."""

    charter: Charter
    roster: Roster
    course: Course
    version: int
    commit: bytes
    time_ms: int
    created_ms: int
    state: MatchState
    position: SomeState | None
    """None before the deal."""
    chance: Chance | None
    archive: Archive | None = None
    """The history of a match that is over and archived; None otherwise."""
    clock: Clock | None = None
    seat_to_act: int | None = None
    """Whose decision the match waits for; None unless it is active."""

    @property
    def match_id(self) -> str:
        """The id."""
        return self.charter.match_id

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return GAMES[self.charter.game]

    @property
    def place(self) -> tuple[int, bytes]:
        """Version and commit id, which identify this version; the number alone does not."""
        return self.version, self.commit

    @property
    def started_ms(self) -> int | None:
        """When it was dealt; None before."""
        if self.course.start_version < 0:
            return None
        return self.course.started_ms or self.created_ms

    @property
    def turn(self) -> int | None:
        """The number of the current turn, if there is one."""
        if self.state is not MatchState.ACTIVE or self.position is None:
            return None
        return self.position.turn

    @property
    def outcome(self) -> Outcome | None:
        """How it was decided; None for a match that was closed."""
        if self.state is not MatchState.FINISHED:
            return None
        verdict = self.course.verdict
        if verdict is None and self.archive is not None:
            verdict = self.archive.verdict()
        if verdict is not None:
            return verdict
        if self.position is not None:
            return self.game.outcome(self.position)
        if self.archive is None or self.archive.outcome is None:
            return None
        return outcome_from_data(Fields(self.archive.outcome, "outcome"), len(self.roster))

    def seats_of(self, principal: str | None) -> list[int]:
        """The filled seats of a principal."""
        return [
            seat
            for seat, holder in enumerate(self.roster)
            if holder.is_filled and holder.principal == principal
        ]

    def legal_actions(self, viewer: int | None) -> list[object]:
        """Everything the viewer may do now: empty unless the viewer is the seat to act."""
        if viewer is None or self.position is None or self.seat_to_act != viewer:
            return []
        return self.game.legal_actions(self.position)

    def at(self, version: int, commit: bytes, time_ms: int, clock: Clock | None) -> "Match":
        """The same match, with the version and commit id it was committed as."""
        # Four times as fast as dataclasses.replace, and every move needs it.
        return Match(
            self.charter,
            self.roster,
            self.course,
            version,
            commit,
            time_ms,
            self.created_ms,
            self.state,
            self.position,
            self.chance,
            self.archive,
            clock,
            self.seat_to_act,
        )

    def moved(self, position: SomeState, seat_to_act: int | None) -> "Match":
        """The same match with another position, before it is committed."""
        return Match(
            self.charter,
            self.roster,
            self.course,
            self.version,
            self.commit,
            self.time_ms,
            self.created_ms,
            MatchState.FINISHED if seat_to_act is None else MatchState.ACTIVE,
            position,
            self.chance,
            None,
            self.clock,
            seat_to_act,
        )


def seat_to_act(game: AnyGame, state: MatchState, position: SomeState | None) -> int | None:
    """Whose decision a match waits for; None unless it is active."""
    return game.to_move(position) if position and state is MatchState.ACTIVE else None


def position_bytes(game: AnyGame, position: SomeState) -> bytes:
    """The position as it is stored: like the other parts, but written with every move."""
    return PART_FORMAT + _ENCODER.encode(game.to_data(position))


_ENCODER = msgspec.json.Encoder()


def decode(stored: Stored, *, has_position: bool = True) -> Match:
    """The match decoded from what the store has; raises `MatchUnreadable`.

    The position of an archived match needs a replay; lists can do without it.
    """
    try:
        return _decode(stored, has_position=has_position)
    except (msgspec.MsgspecError, zlib.error, Refused, ValueError, KeyError):
        raise MatchUnreadable from None


def _decode(stored: Stored, *, has_position: bool) -> Match:
    archive = None
    parts = stored.parts
    if Part.ARCHIVE in parts:
        archive = Archive.read(parts[Part.ARCHIVE])
        charter, roster, course = archive.charter, archive.roster, archive.course
    else:
        charter = read_part(parts[Part.CHARTER], Charter)
        roster = read_part(parts[Part.ROSTER], Roster)
        course = read_part(parts[Part.COURSE], Course)
    check_rules(charter)
    game = GAMES[charter.game]
    is_dealt = course.start_version >= 0
    chance = chance_of(charter, roster) if is_dealt else None
    position: SomeState | None = None
    if archive is not None:
        position = archive.final_position() if has_position else None
    elif is_dealt:
        position = game.from_data(read_part(parts[Part.POSITION], object))
    return Match(
        charter,
        roster,
        course,
        stored.version,
        stored.commit,
        stored.time_ms,
        stored.created_ms,
        MatchState(stored.state),
        position,
        chance,
        archive,
        stored.clock,
        seat_to_act(game, MatchState(stored.state), position),
    )
