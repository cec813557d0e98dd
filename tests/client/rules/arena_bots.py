"""Bots for series: in a module of their own, so that other processes can import them."""

import asyncio
import os
import random
import sys
from collections.abc import Sequence
from threading import Event
from typing import NoReturn

from gemwright_client.notation import action_text
from gemwright_client.pb.game_pb2 import Action, View


class RandomBot:
    """Any listed action."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        return random.choice(legal_actions)


class AsyncBot:
    """The same after a look at the event loop."""

    async def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        await asyncio.sleep(0)
        return random.choice(legal_actions)


class TextBot:
    """The same in notation."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> str:
        return action_text(random.choice(legal_actions))


class FailingBot:
    """Raises an exception at its third move."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        self.asked += 1
        if self.asked == 3:
            raise ZeroDivisionError("no idea")
        return random.choice(legal_actions)


class LeavingBot:
    """Wants the program to end."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> NoReturn:
        sys.exit("enough")


class CancelledBot:
    """Waits for something that somebody cancels."""

    async def choose(self, view: View, legal_actions: Sequence[Action]) -> NoReturn:
        raise asyncio.CancelledError


class DesperateBot:
    """Raises what nobody catches."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> NoReturn:
        raise BaseException("enough")


class ThinkingBot:
    """Never comes to a choice."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> NoReturn:
        print("thinking", flush=True)
        Event().wait()
        raise AssertionError("nobody sets it")


class DyingBot:
    """Takes its process with it."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> NoReturn:
        os._exit(3)
