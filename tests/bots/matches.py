"""Matches between bots by name, for tests: every choice is checked to be a listed one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from gemwright.bots import BOTS
from gemwright.bots.match import chance_of, play, rngs_of
from gemwright.engine import duel, duel_counterfeiters, splendor
from gemwright.engine.game import ActionT, EventT, Game, OptionsT, PaidT, PaymentT, StateT, ViewT
from gemwright.engine.outcomes import Outcome

MOST_STEPS: Final = 5_000


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over: its actions in notation, and how it ended."""

    lines: tuple[str, ...]
    outcome: Outcome


Match = Callable[[Sequence[str], int], Played]
"""Bots by name, seat 0 first, and a seed."""


def duel_match(bots: Sequence[str], seed: int) -> Played:
    return _match(duel, duel.Options(), [BOTS[name].duel for name in bots], seed)


def counterfeiters_match(bots: Sequence[str], seed: int) -> Played:
    return _match(duel_counterfeiters, duel.Options(), [BOTS[name].duel for name in bots], seed)


def splendor_match(bots: Sequence[str], seed: int) -> Played:
    options = splendor.Options(seats=len(bots))
    return _match(splendor, options, [BOTS[name].splendor for name in bots], seed)


def duel_match_without_limit(bots: Sequence[str], seed: int) -> Played:
    options = duel.Options(no_progress_limit=None)
    return _match(duel, options, [BOTS[name].duel for name in bots], seed)


def counterfeiters_match_without_limit(bots: Sequence[str], seed: int) -> Played:
    options = duel.Options(no_progress_limit=None)
    return _match(duel_counterfeiters, options, [BOTS[name].duel for name in bots], seed)


def splendor_match_without_limit(bots: Sequence[str], seed: int) -> Played:
    options = splendor.Options(seats=len(bots), no_progress_limit=None)
    return _match(splendor, options, [BOTS[name].splendor for name in bots], seed)


MATCHES: Final[dict[str, Match]] = {
    "duel": duel_match,
    "duel_counterfeiters": counterfeiters_match,
    "splendor": splendor_match,
}
MATCHES_WITHOUT_LIMIT: Final[dict[str, Match]] = {
    "duel": duel_match_without_limit,
    "duel_counterfeiters": counterfeiters_match_without_limit,
    "splendor": splendor_match_without_limit,
}


def _match(
    game: Game[OptionsT, StateT, ActionT, PaidT, PaymentT, EventT, ViewT],
    options: OptionsT,
    choosers: Sequence[Callable[[ViewT, Sequence[ActionT], Random], ActionT]],
    seed: int,
) -> Played:
    seats = len(choosers)
    chance = chance_of(seed, seats)
    state = game.new(options, chance)
    bots = [_watched(choose) for choose in choosers]
    lines: list[str] = []
    for step in play(game, state, bots, chance, rngs_of(seed, seats)):
        lines.append(game.action_text(step.action))
        assert len(lines) < MOST_STEPS, "the match does not end"
    outcome = game.outcome(state)
    assert outcome is not None
    return Played(tuple(lines), outcome)


def _watched(
    choose: Callable[[ViewT, Sequence[ActionT], Random], ActionT],
) -> Callable[[ViewT, Sequence[ActionT], Random], ActionT]:
    """The bot, checked: it plays what is listed, and leaves the list as it is."""

    def watched(view: ViewT, actions: Sequence[ActionT], rng: Random) -> ActionT:
        listed = tuple(actions)
        action = choose(view, actions, rng)
        assert action in listed
        assert tuple(actions) == listed
        return action

    return watched
