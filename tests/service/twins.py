"""Two matches that differ only in what one viewer may not know, and the same moves for both.

Built on the plain data of a position and on the engine, so that nothing here leans on the code of
the service that hides.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from gemwright.engine.game import SomeState
from tests.engine.laws.games import Table, chance_of, choose, random_play
from tests.engine.laws.hidden import cards_named, hidden_cards, twin

LONGEST: Final = 8
_DRAWS: Final = chance_of(0)


@dataclass(frozen=True, slots=True)
class Step:
    """A move in both matches: the same as far as the viewer may know."""

    seat: int
    actions: tuple[object, object]


@dataclass(frozen=True, slots=True)
class Twins:
    """Two openings, and what is played from both."""

    table: Table
    viewer: int | None
    openings: tuple[object, object]
    """The positions, as plain data."""
    steps: tuple[Step, ...]
    hidden: tuple[str, ...]
    """Cards that the viewer may not know at the start, wherever they lie."""


def twins_of(
    table: Table, viewer: int | None, state: SomeState, first: object | None, rng: Random
) -> Twins:
    """A position and its twin, played on at random for as long as nothing is drawn at random."""
    game = table.game
    played, known = _plan(table, viewer, state, first, rng)
    data = game.to_data(state)
    other_data = twin(data, viewer, known, rng)
    other = game.from_data(other_data)
    steps = []
    for seat, action in played:
        meant = game.seen_action(action, seat, viewer)
        alike = [
            one for one in game.legal_actions(other) if game.seen_action(one, seat, viewer) == meant
        ]
        if not alike:
            break  # a secret may decide what its owner can do; the owner knows it
        chosen = rng.choice([one for one in alike if one != action] or alike)
        game.apply(other, seat, chosen, _DRAWS)
        steps.append(Step(seat, (action, chosen)))
    hidden = tuple(sorted(hidden_cards(data, viewer)))
    return Twins(table, viewer, (data, other_data), tuple(steps), hidden)


def _plan(
    table: Table, viewer: int | None, state: SomeState, first: object | None, rng: Random
) -> tuple[list[tuple[int, object]], set[str]]:
    """Random moves that draw nothing, and the cards that they tell the viewer."""
    game, state = table.game, state.copy()
    played: list[tuple[int, object]] = []
    known: set[str] = set()
    while len(played) < LONGEST and (seat := game.to_move(state)) is not None:
        action = choose(game.legal_actions(state), rng) if played or first is None else first
        after, log = state.copy(), list[object]()
        game.apply(after, seat, action, _DRAWS, log)
        if game.to_data(after)["draws"] != game.to_data(state)["draws"]:
            break
        known |= cards_named(game.project(log, viewer))
        played.append((seat, action))
        state = after
    return played, known


def scenes(table: Table, action_name: str, number: int) -> Iterator[tuple[SomeState, object, int]]:
    """Positions of so many random matches in which such an action is played, and by which seat."""
    seed = found = 0
    while found < number:
        for state, _, action in random_play(table, seed):
            if type(action).__name__ == action_name:
                seat = table.game.to_move(state)
                assert seat is not None
                found += 1
                yield state.copy(), action, seat
                break
        seed += 1
