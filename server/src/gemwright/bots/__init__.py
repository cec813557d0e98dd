"""Bots: functions that take a view, its legal actions and a generator, and return one action.

They know what their seat may know and nothing more: no state, no deck order, no seed. The same
view, actions and generator give the same choice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias, TypeVar, cast

from gemwright.bots import greedy_duel, greedy_splendor, random_bot
from gemwright.engine import duel, splendor

View = TypeVar("View")
Action = TypeVar("Action")
Chooser: TypeAlias = Callable[[View, Sequence[Action], Random], Action]


@dataclass(frozen=True, slots=True)
class Bot:
    """How a bot chooses in each game; Duel and The Counterfeiters have the same views."""

    duel: Chooser[duel.View, duel.Action]
    splendor: Chooser[splendor.View, splendor.Action]

    def of(self, family: str) -> Chooser[object, object]:
        """How it chooses in the games of a family."""
        # As with the games themselves: values are passed on without being looked into.
        choosers = {
            duel.FAMILY: cast(Chooser[object, object], self.duel),
            splendor.FAMILY: cast(Chooser[object, object], self.splendor),
        }
        return choosers[family]


BOTS: Final[dict[str, Bot]] = {
    "random": Bot(duel=random_bot.choose, splendor=random_bot.choose),
    "greedy": Bot(duel=greedy_duel.choose, splendor=greedy_splendor.choose),
}
