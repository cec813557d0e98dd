"""The bot that plays a random legal action, each equally often."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Action = TypeVar("Action")


def choose(view: object, actions: Sequence[Action], rng: Random) -> Action:
    """One of the legal actions, whatever the view."""
    return rng.choice(actions)
