"""Asking a bot for a move without holding up the others: awaited, in a thread, or in a process."""

import asyncio
import inspect
import logging
import signal
from collections.abc import AsyncGenerator, Awaitable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, contextmanager
from multiprocessing import get_context
from typing import Final, Protocol

from gemwright_client.bots.bot import Bot, Choice
from gemwright_client.pb.game_pb2 import Action, View

THREADS: Final = 32
log: Final = logging.getLogger(__name__)


class Ask(Protocol):
    """How a bot is asked."""

    async def __call__(self, view: View, legal_actions: Sequence[Action]) -> Choice:
        """What the bot chooses."""
        ...


@asynccontextmanager
async def asking(bot: Bot, processes: int = 0) -> AsyncGenerator[Ask, None]:
    """A way to ask this bot many things at once.

    An `async` choice is awaited. Any other runs in threads, several at once; with `processes` it
    runs in so many, each of which has a copy of the bot.
    """
    if processes:
        pool = _Pool(bot, processes)
        try:
            yield pool.ask
        finally:
            pool.close()
    elif inspect.iscoroutinefunction(bot.choose):
        yield _awaited(bot)
    else:
        with _threads() as threads:
            yield _in_threads(bot, threads)


def _awaited(bot: Bot) -> Ask:
    async def ask(view: View, legal_actions: Sequence[Action]) -> Choice:
        return await _whole(bot.choose(view, legal_actions))

    return ask


def _in_threads(bot: Bot, threads: Executor) -> Ask:
    async def ask(view: View, legal_actions: Sequence[Action]) -> Choice:
        loop = asyncio.get_running_loop()
        return await _whole(await loop.run_in_executor(threads, bot.choose, view, legal_actions))

    return ask


async def _whole(choice: Choice | Awaitable[Choice]) -> Choice:
    """The choice itself, also where a plain method returns something to await."""
    return await choice if inspect.isawaitable(choice) else choice


@contextmanager
def _threads() -> Iterator[Executor]:
    """Threads that nobody waits for at the end: what a bot still thinks is of no use then."""
    threads = ThreadPoolExecutor(THREADS, "bot")
    try:
        yield threads
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


class _Pool:
    """Processes that each have a copy of the bot; where one dies, all are replaced."""

    def __init__(self, bot: Bot, processes: int) -> None:
        self._bot = bot
        self._processes = processes
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        # A fork would copy connections that are in use.
        return ProcessPoolExecutor(
            self._processes, get_context("spawn"), initializer=_seat, initargs=(self._bot,)
        )

    async def ask(self, view: View, legal_actions: Sequence[Action]) -> Choice:
        """What one of the copies chooses."""
        pool = self._pool
        content = [action.SerializeToString() for action in legal_actions]
        loop = asyncio.get_running_loop()
        try:
            chosen = await loop.run_in_executor(pool, _choose, view.SerializeToString(), content)
        except BrokenProcessPool:
            if self._pool is pool:
                log.error("a process of the bot died; all of them are started again")
                self._pool = self._started()
            raise
        return chosen if isinstance(chosen, str) else Action.FromString(chosen)

    def close(self) -> None:
        """End the processes; what they still think of is of no use."""
        self._pool.shutdown(wait=False, cancel_futures=True)


_seated: list[Bot] = []
"""In a process of a pool: its copy of the bot."""


def _seat(bot: Bot) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks decides when to stop
    _seated.append(bot)


def _choose(view: bytes, legal_actions: Sequence[bytes]) -> bytes | str:
    actions = [Action.FromString(content) for content in legal_actions]
    choice = _seated[0].choose(View.FromString(view), actions)
    chosen = asyncio.run(_whole(choice)) if inspect.isawaitable(choice) else choice
    return chosen if isinstance(chosen, str) else chosen.SerializeToString()
