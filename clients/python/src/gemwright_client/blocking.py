"""The same client for scripts and notebooks: every call waits for its answer.

Nothing is written twice: each method here is one of the asynchronous client's, run on an event loop
in a thread of its own. Streams are plain iterators.
"""

import asyncio
import functools
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from threading import Thread
from types import TracebackType
from typing import Concatenate, Final, Generic, ParamSpec, Self, TypeVar

from gemwright_client.address import DEFAULT_ADDRESS, Tls, Token
from gemwright_client.catalogue import Catalogue
from gemwright_client.client import PATIENCE, Client
from gemwright_client.inbox import Inbox
from gemwright_client.match import Match
from gemwright_client.matchmaking import Matches, Tokens
from gemwright_client.operating import Operator

HandleT = TypeVar("HandleT")
AnswerT = TypeVar("AnswerT")
P = ParamSpec("P")


class _Loop:
    """An event loop in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="gemwright", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether it has not been stopped."""
        return self._thread.is_alive()

    def wait(self, work: Coroutine[object, object, AnswerT]) -> AnswerT:
        """Run to the end; who stops waiting stops the work."""
        running = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return running.result()
        except BaseException:
            running.cancel()
            raise

    def each(self, messages: AsyncGenerator[AnswerT, None]) -> Iterator[AnswerT]:
        """One message after the other; closing the iterator ends the stream."""
        try:
            while True:
                try:
                    yield self.wait(_next(messages))
                except StopAsyncIteration:
                    return
        finally:
            self.wait(messages.aclose())

    def stop(self) -> None:
        """End the thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _next(messages: AsyncGenerator[AnswerT, None]) -> AnswerT:
    return await anext(messages)


class _Sync(Generic[HandleT]):
    """One of the client's handles, and the loop on which its calls run."""

    def __init__(self, loop: _Loop, handle: HandleT) -> None:
        self._loop = loop
        self._handle = handle


def _waits(
    method: Callable[Concatenate[HandleT, P], Coroutine[object, object, AnswerT]],
) -> Callable[Concatenate[_Sync[HandleT], P], AnswerT]:
    """The method, waited for."""

    @functools.wraps(method)
    def call(sync: _Sync[HandleT], /, *args: P.args, **kwargs: P.kwargs) -> AnswerT:
        return sync._loop.wait(method(sync._handle, *args, **kwargs))

    return call


def _iterates(
    method: Callable[Concatenate[HandleT, P], AsyncGenerator[AnswerT, None]],
) -> Callable[Concatenate[_Sync[HandleT], P], Iterator[AnswerT]]:
    """The stream, as a plain iterator."""

    @functools.wraps(method)
    def call(sync: _Sync[HandleT], /, *args: P.args, **kwargs: P.kwargs) -> Iterator[AnswerT]:
        return sync._loop.each(method(sync._handle, *args, **kwargs))

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
        """A handle on a match, seen from a seat: the one named, or the first the caller holds."""
        return SyncMatch(self._loop, self._client.match(match, seat))

    def show(self, token: str) -> None:
        """Show another token from now on, as after joining with a join token."""
        self._client.show(token)

    def close(self) -> None:
        """Hang up and end the thread; safe to repeat."""
        if self._loop.is_running:
            self._loop.wait(self._client.close())
            self._loop.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
