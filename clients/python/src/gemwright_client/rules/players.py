"""Who sits in the seats of an arena: a built-in bot, or one of the library's users.

A bot's `choose` may be `async`; it is called here from code that is not.
"""

import asyncio
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from inspect import isawaitable
from random import Random
from types import TracebackType
from typing import Protocol, Self

from gemwright.bots import BOTS
from gemwright.contract.limits import Malformed
from gemwright.engine import GAMES
from gemwright.engine.game import SomeState
from gemwright.engine.refusals import Refused
from gemwright_client.bots.bot import Bot, Choice, awaited
from gemwright_client.errors import NotationError
from gemwright_client.notation import match_legal
from gemwright_client.pb.game_pb2 import Action
from gemwright_client.rules.games import (
    engine_action,
    game_number,
    is_of,
    legal_messages,
    view_message,
)


class Player(Protocol):
    """A player in a seat."""

    def decide(self, state: SomeState, seat: int) -> object:
        """Choose the action to play, as the engine has it."""
        ...


class IllegalChoice(Exception):
    """What a bot chose cannot be played."""


class Answers:
    """Waits for the answers of `async` bots, all on one event loop.

    Where a loop runs already, as in a notebook, that one is in a thread of its own.
    """

    def __init__(self) -> None:
        self._runner: asyncio.Runner | None = None
        self._thread: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self._thread is not None and self._runner is not None:
            self._thread.submit(self._runner.close).result()
            self._thread.shutdown()
        elif self._runner is not None:
            self._runner.close()

    def of(self, answer: Choice | Awaitable[Choice]) -> Choice:
        """Return the choice, once it is made."""
        if not isawaitable(answer):
            return answer
        if self._runner is None:
            self._runner = asyncio.Runner()
            self._thread = ThreadPoolExecutor(1) if _is_loop_running() else None
        if self._thread is not None:
            return self._thread.submit(self._runner.run, awaited(answer)).result()
        return self._runner.run(awaited(answer))


def _is_loop_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class BuiltIn:
    """A bot of the engine's distribution, which reads the engine's own views."""

    def __init__(self, name: str, game: str, rng: Random) -> None:
        self._rules = GAMES[game]
        self._choose = BOTS[name].of(self._rules.FAMILY)
        self._rng = rng

    def decide(self, state: SomeState, seat: int) -> object:
        """Choose from the engine's own view and actions."""
        rules = self._rules
        return self._choose(rules.view(state, seat), rules.legal_actions(state), self._rng)


class Guest:
    """A bot of the library's users, which reads messages as it does online."""

    def __init__(self, bot: Bot, game: str, answers: Answers) -> None:
        self._bot = bot
        self._game = game
        self._answers = answers

    def decide(self, state: SomeState, seat: int) -> object:
        """Choose from messages; raises `IllegalChoice` for what is no action of the game."""
        view = view_message(self._game, state, seat)
        listed = legal_messages(self._game, state)
        choice: object = self._answers.of(self._bot.choose(view, listed))
        if isinstance(choice, str):
            choice = match_legal(choice, listed, game_number(self._game))
        if isinstance(choice, Action):
            if not is_of(self._game, choice):
                raise IllegalChoice(f"chose an action that is none of {self._game}")
            return engine_action(choice)
        raise IllegalChoice(f"chose {choice!r}, which is no action")


def what_happened(error: BaseException) -> str:
    """Say what a bot did that failed."""
    match error:
        case IllegalChoice():
            return str(error)
        case Refused():
            return f"chose what is not legal: {error}"
        case NotationError():
            return f"chose what is no notation: {error}"
        case Malformed():
            return f"chose a malformed action: {error}"
        case _:
            return f"raised {type(error).__name__}: {error}"
