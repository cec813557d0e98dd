"""Bots that a server is played with: importable, so that other processes can have them too."""

import asyncio
import logging
import random
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from gemwright_client.notation import action_text
from gemwright_client.pb.game_pb2 import Action, View

Wrong: TypeAlias = Callable[[], object]
"""A mistake to make."""


def quick(actions: Sequence[Action]) -> Action:
    """A purchase where there is one, to get to the end; anything otherwise."""
    purchases = [action for action in actions if action_text(action).startswith("buy")]
    return random.choice(purchases or actions)


class QuickBot:
    """Comes to the end soon."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        self.asked += 1
        return quick(legal_actions)


class AsyncBot(QuickBot):
    """The same after a look at the event loop."""

    async def choose(  # type: ignore[override] # a bot is one or the other
        self, view: View, legal_actions: Sequence[Action]
    ) -> Action:
        self.asked += 1
        await asyncio.sleep(0)
        return quick(legal_actions)


class TextBot(QuickBot):
    """The same in notation."""

    def choose(  # type: ignore[override] # likewise
        self, view: View, legal_actions: Sequence[Action]
    ) -> str:
        self.asked += 1
        return action_text(quick(legal_actions))


class PromisingBot(QuickBot):
    """Plain, but what it returns is to be awaited."""

    def choose(  # type: ignore[override] # likewise
        self, view: View, legal_actions: Sequence[Action]
    ) -> Awaitable[Action]:
        self.asked += 1
        return _given(quick(legal_actions))


async def _given(action: Action) -> Action:
    return action


class MistakenBot(QuickBot):
    """Makes a mistake the first time."""

    def __init__(self, wrong: Wrong) -> None:
        super().__init__()
        self._wrong = wrong

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        self.asked += 1
        return self._wrong() if self.asked == 1 else quick(legal_actions)  # type: ignore[return-value] # that is what is wrong


class DivingBot(QuickBot):
    """Cannot play Splendor until it is helped."""

    is_helped = False

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        self.asked += 1
        if view.HasField("splendor") and not self.is_helped:
            raise ZeroDivisionError("no idea")
        return quick(legal_actions)


class LastBot(QuickBot):
    """Has everything stopped in the moment in which it has chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.stop = asyncio.Event()

    async def choose(  # type: ignore[override] # a bot is one or the other
        self, view: View, legal_actions: Sequence[Action]
    ) -> Action:
        self.asked += 1
        self.stop.set()
        return quick(legal_actions)


class SlowBot(QuickBot):
    """Thinks about Duel until it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.thinks = threading.Event()
        self.told = threading.Event()

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        self.asked += 1
        if view.HasField("duel"):
            self.thinks.set()
            self.told.wait()
        return quick(legal_actions)


class SlowAsyncBot(SlowBot):
    """The same on the event loop."""

    async def choose(  # type: ignore[override] # a bot is one or the other
        self, view: View, legal_actions: Sequence[Action]
    ) -> Action:
        self.asked += 1
        if view.HasField("duel"):
            self.thinks.set()
            while not self.told.is_set():
                await asyncio.sleep(0.01)
        return quick(legal_actions)


class StuckBot(QuickBot):
    """Never comes to a conclusion."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        logging.getLogger(__name__).warning("thinks")
        threading.Event().wait()
        raise AssertionError("it waits for ever")
