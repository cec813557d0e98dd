"""What a bot is: anything with one method."""

from collections.abc import Awaitable, Sequence
from typing import Protocol, TypeAlias

from gemwright_client.pb.game_pb2 import Action, View

Choice: TypeAlias = Action | str
"""One of the legal actions, a purchase perhaps with a payment; or its notation."""


class Bot(Protocol):
    """Something that plays: it chooses one of the legal actions."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Choice | Awaitable[Choice]:
        """What to do now; may be `async`."""
        ...
