"""Asking a bot for its choice without holding up anything else.

An `async` choice is awaited, any other runs in a thread, or in one of several processes, each of
which has a copy of the bot and thinks about one thing at a time. A process that dies takes nothing
along but the choice it was about, and another one is started when the next choice is asked for. All
processes end with the one that asks, however that ends.
"""

import asyncio
import inspect
import pickle
import signal
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Thread
from traceback import format_exc
from typing import Final, Protocol, TypeAlias, TypeVar

from gemwright_client.bots.bot import Bot, BotSource, Choice, awaited, bot_from, checked
from gemwright_client.errors import BotUnusable
from gemwright_client.pb.game_pb2 import Action, View

ResultT = TypeVar("ResultT")
_NAME: Final = "bot"
_END_S: Final = 5.0
"""How long a process that was killed is waited for."""
_SPAWN: Final = get_context("spawn")
"""A fork would copy connections that are in use."""
Request: TypeAlias = tuple[bytes, list[bytes]]
"""A view and the legal actions."""
Answer: TypeAlias = tuple[bytes | str, str]
"""What was chosen; or else what went wrong. The first answer of a process, before it is asked
anything, says what is wrong with the bot itself."""
_Ours: TypeAlias = "Connection[Request, Answer]"
_Theirs: TypeAlias = "Connection[Answer, Request]"
THREADS: Final = 32


async def in_thread(work: Callable[[], ResultT]) -> ResultT:
    """Run work in a thread of its own, which goes on even if nobody waits for it any more."""
    outcome = Future[ResultT]()
    outcome.set_running_or_notify_cancel()  # to stop waiting does not stop the thread
    Thread(target=_do, args=(work, outcome), name=_NAME, daemon=True).start()
    return await asyncio.wrap_future(outcome)


def _do(work: Callable[[], ResultT], outcome: Future[ResultT]) -> None:
    try:
        outcome.set_result(work())
    except BaseException as error:
        outcome.set_exception(_to_be_raised(error))


def _to_be_raised(error: BaseException) -> Exception:
    """Turn any exception into one that a coroutine may raise: `exit()` ends only the work."""
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        return error
    failure = RuntimeError(f"raised {error!r}")
    failure.__cause__ = error
    return failure


class ProcessGone(Exception):
    """A process of the bot ended while it was asked."""


class ChoiceFailed(Exception):
    """A bot in another process made a mistake; the text is its traceback."""


class Pool:
    """Several processes; each question goes to one that is idle."""

    def __init__(self, source: BotSource, processes: int) -> None:
        try:
            packed = pickle.dumps(source)
        except Exception as error:
            raise BotUnusable(f"other processes cannot have the bot: {error}") from error
        self._workers = [Worker(packed) for _ in range(processes)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def start(self) -> None:
        """Start all processes; raises `BotUnusable` where they cannot have the bot."""
        await asyncio.gather(*(in_thread(worker.start) for worker in self._workers))

    async def ask(self, request: Request) -> bytes | str:
        """Ask one of the copies for its choice."""
        worker = await self._idle.get()
        try:
            chosen, trouble = await in_thread(partial(worker.ask, request))
        finally:
            self._idle.put_nowait(worker)
        if trouble:
            raise ChoiceFailed(trouble)
        return chosen

    def end(self) -> None:
        """End the processes, whatever they are thinking about."""
        for worker in self._workers:
            worker.end()


@contextmanager
def pool(source: BotSource, processes: int) -> Iterator[Pool]:
    """Have processes for as long as the block runs."""
    made = Pool(source, processes)
    try:
        yield made
    finally:
        made.end()


class Worker:
    """One process with a copy of the bot, replaced by another when it dies."""

    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._process: SpawnProcess | None = None
        self._line: _Ours | None = None
        self._has_ended = False

    def start(self) -> None:
        """Start a process, and check that it can load the bot."""
        self._line, theirs = _SPAWN.Pipe()
        with theirs, _interrupts_held_back():
            process = _SPAWN.Process(target=serve, args=(theirs, self._packed), daemon=True)
            process.start()
        self._process = process
        if self._has_ended:
            self._kill()
        try:
            _, trouble = self._line.recv()
        except (EOFError, OSError):
            advice = "the program may lack its `if __name__ == '__main__':`"
            trouble = f"they end before they have it; {advice}"
        if trouble:
            self._kill()
            raise BotUnusable(f"other processes cannot have the bot: {trouble}")

    def ask(self, request: Request) -> Answer:
        """Ask the process; raises `ProcessGone` if it ends meanwhile."""
        if self._process is None:
            self.start()
        assert self._line is not None
        try:
            self._line.send(request)
            answer = self._line.recv()
        except (EOFError, OSError):
            self._kill()
            raise ProcessGone(
                "a process of the bot has ended; another one takes its place"
            ) from None
        return answer

    def end(self) -> None:
        """End the process, and start no other."""
        self._has_ended = True
        self._kill()

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join(_END_S)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Start processes that ignore Ctrl-C: the process that asks decides when to stop."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # Python's own, whose start unblocks interrupts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(line: _Theirs, packed: bytes) -> None:
    """Run in a process of the pool: choose whenever asked, until the asking process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        source: BotSource = pickle.loads(packed)
        bot = bot_from(source)
    except Exception as error:
        line.send(("", f"{type(error).__name__}: {error}"))
        return
    with suppress(EOFError, OSError), asyncio.Runner() as runner:
        line.send(("", ""))
        while True:
            request = line.recv()
            line.send(_answer(bot, runner, request))


def _answer(bot: Bot, runner: asyncio.Runner, request: Request) -> Answer:
    view, actions = View.FromString(request[0]), [*map(Action.FromString, request[1])]
    try:
        choice = bot.choose(view, actions)
        if inspect.isawaitable(choice):
            choice = runner.run(awaited(choice))
        choice = checked(choice)
        return choice if isinstance(choice, str) else choice.SerializeToString(), ""
    except Exception:
        return "", format_exc()


class Ask(Protocol):
    """A way to ask a bot."""

    async def __call__(self, view: View, legal_actions: Sequence[Action]) -> Choice:
        """Ask the bot; raises what went wrong."""
        ...


@asynccontextmanager
async def asking(source: BotSource, processes: int = 0) -> AsyncGenerator[Ask, None]:
    """Make a way to ask one bot several things at once.

    An `async` choice is awaited. Any other runs in one of up to `THREADS` threads; with `processes`
    it runs in one of so many, each of which has a bot of its own: made there, or a copy. What a bot
    still thinks of at the end is not waited for.
    """
    if processes:
        with pool(source, processes) as workers:
            await workers.start()
            yield _in_processes(workers)
        return
    bot = bot_from(source)
    if inspect.iscoroutinefunction(bot.choose):
        yield _awaited(bot)
    else:
        yield _in_threads(bot)


def _awaited(bot: Bot) -> Ask:
    async def ask(view: View, legal_actions: Sequence[Action]) -> Choice:
        return await _whole(bot.choose(view, legal_actions))

    return ask


def _in_threads(bot: Bot) -> Ask:
    free = asyncio.Semaphore(THREADS)

    async def ask(view: View, legal_actions: Sequence[Action]) -> Choice:
        async with free:
            choice = await in_thread(partial(bot.choose, view, legal_actions))
        return await _whole(choice)

    return ask


def _in_processes(workers: Pool) -> Ask:
    async def ask(view: View, legal_actions: Sequence[Action]) -> Choice:
        actions = [action.SerializeToString() for action in legal_actions]
        chosen = await workers.ask((view.SerializeToString(), actions))
        return chosen if isinstance(chosen, str) else Action.FromString(chosen)

    return ask


async def _whole(choice: Choice | Awaitable[Choice]) -> Choice:
    """Return the choice, also where a plain method returns something to await."""
    try:
        return checked(await choice if inspect.isawaitable(choice) else choice)
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise RuntimeError("something that the bot waited for was cancelled") from error
