"""What inboxes and activity watches receive of an update.

A notice says all that they need without reading the match. It holds only what every viewer of the
match may know.
"""

from dataclasses import dataclass
from enum import IntFlag
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from gemwright.engine import GAMES
from gemwright.engine.outcomes import EndReason, Outcome, Score
from gemwright.matches.charter import Roster
from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.ids import MATCH_ID
from gemwright.matches.match import Match
from gemwright.matches.stored import Clock, MatchState, NewNotice, RawNotice

_FORMAT: Final = 1


class ActivityKinds(IntFlag):
    """What an update was, for those who follow activity."""

    READY = 1
    """The match was dealt."""
    TURN = 2
    """Another seat must act."""
    ENDED = 4
    """The match is over."""


Filled: TypeAlias = tuple[str, bool]
"""Who holds a seat, or for whom it is kept, and whether that holder has joined."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice, decoded."""

    match_id: str
    version: int
    commit: bytes
    time_ms: int
    owner: str
    game: str
    state: MatchState
    kinds: ActivityKinds
    seats: tuple[Filled, ...]
    seat_to_act: int | None
    outcome: Outcome | None
    clock: Clock | None

    def seats_of(self, principal: str) -> list[int]:
        """The seats that a principal holds or that are kept for it."""
        return [seat for seat, (name, _) in enumerate(self.seats) if name == principal]


def notice_of(before: Match | None, after: Match) -> NewNotice:
    """The notice of an update, or of a creation; `after` needs no version yet."""
    seat = after.seat_to_act
    outcome = after.outcome if after.state is MatchState.FINISHED else None
    if after.state.is_over:
        kinds = _ENDED
    elif after.state is not MatchState.ACTIVE:
        kinds = 0
    elif before is None or before.state is not MatchState.ACTIVE:
        kinds = _READY
    else:
        kinds = 0 if seat == before.seat_to_act else _TURN
    content = _ENCODER.encode(
        (
            _FORMAT,
            after.charter.match_id,
            after.charter.owner,
            after.charter.game,
            after.state,
            kinds,
            _filled(after.roster),
            seat,
            None if outcome is None else _packed(outcome),
        )
    )
    return NewNotice(content, is_mark=kinds & _MARKS != 0)


@lru_cache(maxsize=4096)
def _filled(roster: Roster) -> tuple[Filled, ...]:
    """The seats as a notice has them; they hardly ever change."""
    return tuple((holder.principal, holder.is_filled) for holder in roster)


# Plain numbers: operators of flags cost a microsecond each, and every move makes a notice.
_READY: Final = int(ActivityKinds.READY | ActivityKinds.TURN)
_TURN: Final = int(ActivityKinds.TURN)
_ENDED: Final = int(ActivityKinds.ENDED)
_MARKS: Final = int(ActivityKinds.READY | ActivityKinds.ENDED)

_Score: TypeAlias = tuple[int, int, int, tuple[int, ...]]
_Outcome: TypeAlias = tuple[
    tuple[int, ...], tuple[int, ...], tuple[EndReason, ...], tuple[_Score, ...]
]


def _packed(outcome: Outcome) -> _Outcome:
    """The outcome without names: it is kept with every match that is over, and in a feed."""
    scores = tuple(
        (score.points, score.cards, score.crowns, score.colour_points) for score in outcome.scores
    )
    return outcome.winners, outcome.ranks, outcome.endings, scores


def _unpacked(packed: _Outcome) -> Outcome:
    winners, ranks, endings, scores = packed
    return Outcome(winners, ranks, endings, tuple(Score(*score) for score in scores))


_ENCODER: Final = msgspec.msgpack.Encoder()
_Content: TypeAlias = tuple[
    int, str, str, str, MatchState, int, tuple[Filled, ...], int | None, _Outcome | None
]
_DECODER: Final = msgspec.msgpack.Decoder(_Content)


def read_notice(raw: RawNotice) -> Notice:
    """The notice in stored bytes; one of a newer server may be unreadable."""
    try:
        form, match_id, owner, game, state, kinds, seats, seat, outcome = _DECODER.decode(
            raw.content
        )
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise MatchUnreadable from None
    is_seat = seat is None or 0 <= seat < len(seats)
    is_known = form == _FORMAT and game in GAMES and 0 <= kinds < 2 * ActivityKinds.ENDED
    if not is_known or not is_seat or not MATCH_ID.fullmatch(match_id):
        raise MatchUnreadable
    return Notice(
        match_id,
        raw.version,
        raw.commit,
        raw.time_ms,
        owner,
        game,
        state,
        ActivityKinds(kinds),
        seats,
        seat,
        None if outcome is None else _unpacked(outcome),
        raw.clock,
    )


def notice_from(match: Match) -> Notice:
    """A notice of a match as it is now; it does not know what the last update was."""
    return Notice(
        match.match_id,
        match.version,
        match.commit,
        match.time_ms,
        match.charter.owner,
        match.charter.game,
        match.state,
        ActivityKinds(0),
        _filled(match.roster),
        match.seat_to_act,
        match.outcome,
        match.clock,
    )
