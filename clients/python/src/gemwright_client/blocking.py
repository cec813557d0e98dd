"""The same client for scripts and notebooks: every call waits for its answer.

Nothing is written twice: each method here is one of the asynchronous client's, run on an event loop
in a thread of its own. Streams are plain iterators. Any number of threads may call, those that run
an event loop too. Who closes the client ends the calls of all others.
"""

import asyncio
import functools
import inspect
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from threading import RLock, Thread, current_thread
from types import GenericAlias, TracebackType
from typing import Concatenate, Final, Generic, ParamSpec, Self, TypeVar, get_args

from gemwright_client.client import PATIENCE, Catalogue, Client, Operator
from gemwright_client.errors import Facts, Unreachable
from gemwright_client.inbox import Inbox
from gemwright_client.match import Match
from gemwright_client.matchmaking import Matches, Tokens
from gemwright_client.network.address import DEFAULT_ADDRESS, Tls, Token

HandleT = TypeVar("HandleT")
AnswerT = TypeVar("AnswerT")
P = ParamSpec("P")

_LAST_WORDS_S: Final = 1.0
"""How long calls that were cancelled are waited for."""
_GRPC_WAKES: Final = "PollerCompletionQueue._handle_events"
"""gRPC wakes up all event loops, but only one of them finds something to read."""


class _Loop:
    """An event loop in a thread of its own, which ends when nothing refers to it any more."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=_run, args=(self._loop,), name="gemwright", daemon=True)
        self._thread.start()
        self._end = weakref.finalize(self, _stop, self._loop, self._thread)
        self._end.atexit = False  # at exit, a waiting thread just ends
        self._gate = RLock()  # no call may begin after the loop was told to stop
        self._is_open = True
        self._closing: set[asyncio.Task[None]] = set()

    def wait(self, work: Coroutine[object, object, AnswerT]) -> AnswerT:
        """Run work to its end and return its result; to stop waiting is to cancel the work."""
        running = self._begin(work)
        try:
            return running.result()
        except CancelledError:
            raise _closed() from None
        except BaseException:
            running.cancel()
            raise

    def _begin(self, work: Coroutine[object, object, AnswerT]) -> Future[AnswerT]:
        if current_thread() is self._thread:
            work.close()
            raise RuntimeError("a function that gives a token cannot wait for the client it is for")
        if self._was_left_behind():
            work.close()
            raise RuntimeError("the client is of the process that forked this one; make another")
        with self._gate:
            if not self._is_open or not self._end.alive:
                work.close()
                raise _closed()
            return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _was_left_behind(self) -> bool:
        """Tell whether this process was forked from the one that has the thread."""
        return self._end.alive and not self._thread.is_alive()

    def each(self, messages: AsyncGenerator[AnswerT, None]) -> Iterator[AnswerT]:
        """Yield one message after the other; closing the iterator ends the stream."""
        turn = asyncio.Lock()  # the message before may still be awaited by nobody
        try:
            while True:
                try:
                    yield self.wait(_next(messages, turn))
                except StopAsyncIteration:
                    return
        finally:
            # Not waited for: an iterator becomes garbage in any thread, after the end too, and
            # when Python has stopped all threads but the last.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._forget, messages, turn)

    def _forget(self, messages: AsyncGenerator[object, None], turn: asyncio.Lock) -> None:
        closing = asyncio.ensure_future(_close(messages, turn))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def stop(self, last: Callable[[], Coroutine[object, object, None]]) -> None:
        """Run one last coroutine and end the thread; other waiting calls fail. Safe to repeat."""
        if self._was_left_behind():
            self._end.detach()
            return
        with suppress(Unreachable):
            self.wait(last())
        with self._gate:
            self._is_open = False
        self._end()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    """Run the loop until it is stopped, then end what is left."""
    loop.set_exception_handler(_complain)
    try:
        loop.run_forever()
        loop.run_until_complete(_end_all())
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(_end_all())
    finally:
        loop.close()


def _complain(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """Report an error that nobody waits for, except the one that gRPC before 1.80 makes in vain."""
    is_in_vain = _GRPC_WAKES in str(context.get("message"))
    if not (is_in_vain and isinstance(context.get("exception"), BlockingIOError)):
        loop.default_exception_handler(context)


async def _end_all() -> None:
    """Wait until all calls have failed; cancel those that do not."""
    while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
        _, late = await asyncio.wait(tasks, timeout=_LAST_WORDS_S)
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _closed() -> Unreachable:
    return Unreachable(Facts("", "CANCELLED", "the client is closed"))


def _stop(loop: asyncio.AbstractEventLoop, thread: Thread) -> None:
    loop.call_soon_threadsafe(loop.stop)
    if thread is not current_thread():  # the garbage collector may run in that thread itself
        thread.join()


async def _next(messages: AsyncGenerator[AnswerT, None], turn: asyncio.Lock) -> AnswerT:
    async with turn:
        return await anext(messages)


async def _close(messages: AsyncGenerator[object, None], turn: asyncio.Lock) -> None:
    async with turn:
        await messages.aclose()


class _Sync(Generic[HandleT]):
    """One of the client's handles, and the loop on which its calls run."""

    def __init__(self, loop: _Loop, handle: HandleT) -> None:
        self._loop = loop
        self._handle = handle


def _waits(
    method: Callable[Concatenate[HandleT, P], Coroutine[object, object, AnswerT]],
) -> Callable[Concatenate[_Sync[HandleT], P], AnswerT]:
    """Make a blocking method of a coroutine method."""

    @functools.wraps(method)
    def call(sync: _Sync[HandleT], /, *args: P.args, **kwargs: P.kwargs) -> AnswerT:
        return sync._loop.wait(method(sync._handle, *args, **kwargs))

    return call


def _iterates(
    method: Callable[Concatenate[HandleT, P], AsyncGenerator[AnswerT, None]],
) -> Callable[Concatenate[_Sync[HandleT], P], Iterator[AnswerT]]:
    """Make a plain iterator of a method that streams."""

    @functools.wraps(method)
    def call(sync: _Sync[HandleT], /, *args: P.args, **kwargs: P.kwargs) -> Iterator[AnswerT]:
        return sync._loop.each(method(sync._handle, *args, **kwargs))

    # `help` is to show what this call returns, not what the asynchronous one does.
    signature = inspect.signature(method)
    answer = get_args(signature.return_annotation)[0]
    call.__dict__["__signature__"] = signature.replace(
        return_annotation=GenericAlias(Iterator, answer)
    )
    return call


class SyncMatch(_Sync[Match]):
    """As `Match`."""

    get = _waits(Match.get)
    view = _waits(Match.view)
    legal_actions = _waits(Match.legal_actions)
    act = _waits(Match.act)
    validate = _waits(Match.validate)
    resign = _waits(Match.resign)
    join = _waits(Match.join)
    record = _waits(Match.record)
    payments = _iterates(Match.payments)
    history = _iterates(Match.history)
    watch = _iterates(Match.watch)
    updates = _iterates(Match.updates)

    @property
    def id(self) -> str:
        """The id of the match."""
        return self._handle.id


class SyncMatches(_Sync[Matches]):
    """As `Matches`."""

    create = _waits(Matches.create)
    create_many = _waits(Matches.create_many)
    cancel = _waits(Matches.cancel)
    find = _iterates(Matches.find)
    activity = _iterates(Matches.activity)


class SyncTokens(_Sync[Tokens]):
    """As `Tokens`."""

    create = _waits(Tokens.create)


class SyncInbox(_Sync[Inbox]):
    """As `Inbox`."""

    lease = _waits(Inbox.lease)
    watch = _iterates(Inbox.watch)


class SyncCatalogue(_Sync[Catalogue]):
    """As `Catalogue`."""

    info = _waits(Catalogue.info)
    games = _waits(Catalogue.games)
    cards = _waits(Catalogue.cards)
    scenarios = _waits(Catalogue.scenarios)


class SyncOperator(_Sync[Operator]):
    """As `Operator`."""

    inspect = _waits(Operator.inspect)
    end = _waits(Operator.end)
    adjudicate = _waits(Operator.adjudicate)
    find = _iterates(Operator.find)


class SyncClient:
    """As `Client`: `with SyncClient("127.0.0.1:7373", "dev:ann") as client: ...`."""

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        token: Token = None,
        *,
        tls: Tls | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._client = Client(address, token, tls=tls, patience=patience)
        self._loop = _Loop()
        self.matches: Final = SyncMatches(self._loop, self._client.matches)
        self.tokens: Final = SyncTokens(self._loop, self._client.tokens)
        self.inbox: Final = SyncInbox(self._loop, self._client.inbox)
        self.catalogue: Final = SyncCatalogue(self._loop, self._client.catalogue)
        self.operator: Final = SyncOperator(self._loop, self._client.operator)

    def match(self, match: str, seat: int | None = None) -> SyncMatch:
        """Make a handle on a match, seen from the seat named or the first the caller holds."""
        return SyncMatch(self._loop, self._client.match(match, seat))

    def show(self, token: str) -> None:
        """Send another token from now on, as after joining with a join token."""
        self._client.show(token)

    def close(self) -> None:
        """Close the connections and end the thread; safe to repeat."""
        self._loop.stop(self._client.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
