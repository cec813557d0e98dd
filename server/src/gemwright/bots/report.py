"""A match between bots as text: the table, every turn in notation, the scores and the outcome."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic

from gemwright.bots.match import Step, chance_of, play, rngs_of
from gemwright.bots.words import number_of, paragraph, those, unbroken
from gemwright.engine.game import (
    ActionT,
    EventT,
    Game,
    OptionsT,
    PaidT,
    PaymentT,
    StateT,
    ViewT,
)
from gemwright.engine.kinds import GEMS
from gemwright.engine.outcomes import Ending, Outcome, Score


@dataclass(frozen=True, slots=True)
class Words(Generic[ViewT, ActionT, EventT]):
    """How a game is told; `duel_words.py` and `splendor_words.py` have the functions."""

    opening: Callable[[ViewT], list[str]]
    turn_of: Callable[[ViewT], int]
    standing: Callable[[ViewT, int], str]
    notes: Callable[[ActionT, Sequence[EventT]], list[str]]


@dataclass(frozen=True, slots=True)
class Player(Generic[ViewT, ActionT]):
    """A bot and its name."""

    name: str
    choose: Callable[[ViewT, Sequence[ActionT], Random], ActionT]


def report(
    game: Game[OptionsT, StateT, ActionT, PaidT, PaymentT, EventT, ViewT],
    options: OptionsT,
    words: Words[ViewT, ActionT, EventT],
    players: Sequence[Player[ViewT, ActionT]],
    seed: int,
) -> Iterator[str]:
    """The lines of one seeded match, played while they are read."""
    chance = chance_of(seed, len(players))
    state = game.new(options, chance)
    yield f"{game.NAME}, seed {seed}"
    yield ", ".join(f"seat {seat} {player.name}" for seat, player in enumerate(players))
    yield ""
    yield from words.opening(game.view(state, None))
    yield ""
    steps = play(
        game, state, [player.choose for player in players], chance, rngs_of(seed, len(players))
    )
    yield from _turns(game, state, words, [player.name for player in players], steps)
    outcome = game.outcome(state)
    assert outcome is not None
    yield ""
    for seat, player in enumerate(players):
        yield paragraph(f"seat {seat} {player.name}: ", _score_text(outcome.scores[seat]))
    yield outcome_in_words(outcome)


def _turns(
    game: Game[OptionsT, StateT, ActionT, PaidT, PaymentT, EventT, ViewT],
    state: StateT,
    words: Words[ViewT, ActionT, EventT],
    names: Sequence[str],
    steps: Iterator[Step[ActionT, EventT]],
) -> Iterator[str]:
    """A paragraph for each turn: its number, the seat, its actions, and what it has then."""
    width = max(map(len, names))
    before = game.view(state, None)
    told: list[str] = []
    for step in steps:
        told.append(
            _action_text(game.action_text(step.action), words.notes(step.action, step.events))
        )
        after = game.view(state, None)
        turn, seat = words.turn_of(before), step.seat
        if words.turn_of(after) == turn and game.to_move(state) is not None:
            continue
        standing = words.standing(after, seat)
        if standing != words.standing(before, seat):
            told[-1] += f" = {unbroken(standing)}"
        yield paragraph(f"{turn:>4}  seat {seat} {names[seat]:{width}}  ", ", ".join(told))
        before, told = after, []


def _action_text(action: str, notes: Sequence[str]) -> str:
    return f"{action} ({'; '.join(notes)})" if notes else action


def _score_text(score: Score) -> str:
    colours = " ".join(
        f"{colour.text} {points}"
        for colour, points in zip(GEMS, score.colour_points, strict=False)
        if points
    )
    text = those([(score.points, "point"), (score.crowns, "crown"), (score.cards, "card")])
    return f"{text or 'nothing'}{f' (points by colour: {colours})' if colours else ''}"


def outcome_in_words(outcome: Outcome) -> str:
    """`seat 0 wins: 21 points and 10 crowns`."""
    reasons = [_reason(ending, outcome) for ending in outcome.endings]
    seats = " and ".join(map(str, outcome.winners))
    match len(outcome.winners):
        case 0:
            who = "draw"
        case 1:
            who = f"seat {seats} wins"
        case _:
            who = f"seats {seats} share the win"
    return f"{who}: {' and '.join(reasons)}"


def _reason(ending: Ending, outcome: Outcome) -> str:
    best = outcome.scores[outcome.winners[0] if outcome.winners else 0]
    points = number_of(best.points, "point")
    match ending:
        case Ending.POINTS:
            return points
        case Ending.CROWNS:
            return number_of(best.crowns, "crown")
        case Ending.COLOUR_POINTS:
            most = max(best.colour_points)
            return f"{number_of(most, 'point')} in {GEMS[best.colour_points.index(most)].text}"
        case Ending.LAST_ROUND:
            return points + _tie_text(outcome, best)
        case Ending.ALL_PASSED:
            return f"everybody passed, with {points}"
        case Ending.NO_PROGRESS:
            return "too many turns without a purchase"
        case Ending.BLOCKING_CLAIM:
            return "the other seat was blocking"
        case Ending.RESIGNATION:
            return "resignation"
        case Ending.TIMEOUT:
            return "timeout"
        case Ending.ADJUDICATION:
            return "decided by an operator"


def _tie_text(outcome: Outcome, best: Score) -> str:
    """What decided between equal points, or did not."""
    equals = sum(score.points == best.points for score in outcome.scores)
    if len(outcome.winners) > 1:
        return f" with {number_of(best.cards, 'card')} each"
    return f" with the fewest cards, {best.cards}" if equals > 1 else ""
