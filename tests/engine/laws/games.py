"""The games the laws are tested on, and random play over them."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Final

from gemwright.engine import GAMES
from gemwright.engine.chance import Chance, Seeded
from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.outcomes import Forfeit
from gemwright.engine.refusals import Refused


@dataclass(frozen=True, slots=True)
class Table:
    """A game with a number of seats."""

    game: AnyGame
    seats: int

    def __str__(self) -> str:
        return f"{self.game.NAME}-{self.seats}"

    def new(self, chance: Chance, no_progress_limit: int | None = 100) -> SomeState:
        """A dealt match."""
        values = {**self.game.Options().values, "no_progress_limit": no_progress_limit}
        if "seats" in values:
            values["seats"] = self.seats
        return self.game.new(self.game.options_from_data(values), chance)

    @property
    def viewers(self) -> list[int | None]:
        """Every seat, and a spectator."""
        return [*range(self.seats), None]


DUEL: Final = Table(GAMES["duel"], 2)
COUNTERFEITERS: Final = Table(GAMES["duel_counterfeiters"], 2)
SPLENDOR: Final = tuple(Table(GAMES["splendor"], seats) for seats in (2, 3, 4))
TABLES: Final = (DUEL, COUNTERFEITERS, *SPLENDOR)

MOST_ACTIONS: Final = 10_000
"""No match takes longer; more means that it never ends."""


def chance_of(seed: int) -> Seeded:
    """Chance that is the same on every machine."""
    return Seeded(seed.to_bytes(32, "big"))


def choose(actions: list[object], rng: Random) -> object:
    """A random action; half of the time purchases and abilities first, to get further."""
    if rng.random() < 0.5:
        eager = [action for action in actions if type(action).__name__.startswith("Buy")]
        return rng.choice(eager or actions)
    return rng.choice(actions)


def random_play(table: Table, seed: int) -> Iterator[tuple[SomeState, Chance, object]]:
    """Every position of a random match with the action that is played in it next.

    The state is the one that goes on: who looks at it must not change it.
    """
    rng, chance, game = Random(seed), chance_of(seed), table.game
    state = table.new(chance)
    for _ in range(MOST_ACTIONS):
        if table.seats > 2:
            may_forfeit(table, state, rng)
        actions = game.legal_actions(state)
        if not actions:
            assert game.outcome(state) is not None
            return
        action = choose(actions, rng)
        yield state, chance, action
        seat = game.to_move(state)
        assert seat is not None
        game.apply(state, seat, action, chance)
    raise AssertionError("the match does not end")


def may_forfeit(
    table: Table, state: SomeState, rng: Random, log: list[object] | None = None
) -> bool:
    """Now and then a seat leaves, which ends a match of two; one of more goes on (S-X-2)."""
    if rng.random() > 0.01:
        return False
    try:
        table.game.forfeit(state, rng.randrange(table.seats), rng.choice([*Forfeit]), log)
    except Refused:
        return False
    return True


def positions(table: Table, seed: int, number: int) -> list[tuple[SomeState, Chance, object]]:
    """Copies of some positions of a random match, each with the action played in it."""
    every = [(state.copy(), chance, action) for state, chance, action in random_play(table, seed)]
    return Random(seed).sample(every, min(number, len(every)))


def has_payment(action: object) -> bool:
    """Whether the action can state a payment."""
    return is_dataclass(action) and any(field.name == "payment" for field in fields(action))


def with_payment(action: object, payment: object) -> object:
    """The action with its payment stated."""
    assert is_dataclass(action)
    assert not isinstance(action, type)
    return replace(action, payment=payment)
