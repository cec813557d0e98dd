"""The bot that plays any listed action, all of them equally often."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Action = TypeVar("Action")


def choose(view: object, actions: Sequence[Action], rng: Random) -> Action:
    """One of the legal actions, whatever the view."""
    return rng.choice(actions)
