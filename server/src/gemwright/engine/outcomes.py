"""How a match ended, as data."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gemwright.engine.kinds import GEMS
from gemwright.engine.reading import Defect, Fields, PositionError, integer, member

_MOST = 999


class EndReason(StrEnum):
    """A reason why a match ended; several can hold at once."""

    POINTS = "points"
    CROWNS = "crowns"
    COLOUR_POINTS = "colour_points"
    LAST_ROUND = "last_round"
    ALL_PASSED = "all_passed"
    NO_PROGRESS = "no_progress"
    BLOCKING_CLAIM = "blocking_claim"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    ADJUDICATION = "adjudication"
    """An operator decided; no rule of a game ever ends a match in this way."""


class Forfeit(StrEnum):
    """Why a seat leaves a match before its end."""

    RESIGNATION = "resignation"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one seat at the end; a seat that dropped out has 0 points.

    `colour_points` has one figure for each gem colour; in Splendor, where colours do not count, it
    is empty and `crowns` is 0.
    """

    points: int
    cards: int
    crowns: int
    colour_points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why.

    `winners` has no seat in a draw and several in a shared victory; `ranks` has one figure a seat,
    1 for the best, the same for equals; `endings` has every reason that held.
    """

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    endings: tuple[EndReason, ...]
    scores: tuple[Score, ...]


def adjudicated(winners: Sequence[int], scores: tuple[Score, ...]) -> Outcome:
    """The outcome of an adjudication: these seats win, or it is a draw."""
    behind = len(winners) + 1
    return Outcome(
        winners=tuple(sorted(winners)),
        ranks=tuple(1 if not winners or s in winners else behind for s in range(len(scores))),
        endings=(EndReason.ADJUDICATION,),
        scores=scores,
    )


def outcome_to_data(outcome: Outcome) -> dict[str, object]:
    """The outcome as plain data."""
    return {
        "winners": list(outcome.winners),
        "ranks": list(outcome.ranks),
        "endings": [str(ending) for ending in outcome.endings],
        "scores": [
            {
                "points": score.points,
                "cards": score.cards,
                "crowns": score.crowns,
                "colour_points": list(score.colour_points),
            }
            for score in outcome.scores
        ],
    }


def outcome_from_data(fields: Fields, seats: int) -> Outcome:
    """Read and check the outcome of a match with this number of seats."""
    outcome = Outcome(
        winners=tuple(integer(item, path, 0, seats - 1) for path, item in fields.rows("winners")),
        ranks=tuple(integer(item, path, 1, seats) for path, item in fields.rows("ranks")),
        endings=tuple(member(item, path, EndReason) for path, item in fields.rows("endings")),
        scores=tuple(_read_score(Fields(item, path)) for path, item in fields.rows("scores")),
    )
    fields.finish()
    if len(outcome.ranks) != seats or len(outcome.scores) != seats:
        detail = f"a rank and a score for each of {seats} seats are expected"
        raise PositionError(Defect.CONTRADICTION, fields.path, detail)
    return outcome


def _read_score(fields: Fields) -> Score:
    score = Score(
        points=fields.integer("points", 0, _MOST),
        cards=fields.integer("cards", 0, _MOST),
        crowns=fields.integer("crowns", 0, _MOST),
        colour_points=tuple(
            integer(item, path, 0, _MOST) for path, item in fields.rows("colour_points")
        ),
    )
    fields.finish()
    if len(score.colour_points) not in (0, len(GEMS)):
        detail = "no figure or one for each gem colour is expected"
        raise PositionError(Defect.SLOT_COUNT, fields.at("colour_points"), detail)
    return score
