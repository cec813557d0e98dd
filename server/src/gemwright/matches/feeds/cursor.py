"""Cursors on the feeds of all buckets, and the wake-ups that tell them which buckets to read.

The feeds are the outbox: a commit itself writes what happened into them, and each reader reads
them from an offset of its own, so nothing is relayed or queued. Whose notices they are, and what
is made of them, belongs elsewhere.
"""

import asyncio
import base64
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeAlias

import structlog

from gemwright.matches.match import Match
from gemwright.matches.store import MatchStore, StoreUnavailable
from gemwright.matches.stored import Feed, FeedPage, FeedReply, FeedTrimmed
from gemwright.matches.updates import Update

_MARK: Final = 8
_LOW: Final = 0x7F
_MORE: Final = 0x80
_MOST_BITS: Final = 63
_MOST_MS: Final = 2**48
_MOST_NUMBER: Final = 2**32
LONGEST: Final = 4096


def feed_token(whose: Sequence[str], places: Sequence[bytes]) -> str:
    """Offsets as the store names them, as an opaque text."""
    return base64.urlsafe_b64encode(_mark(tuple(whose)) + _packed(tuple(places))).decode()


def read_feed_token(token: str, whose: Sequence[str]) -> tuple[bool, list[bytes]] | None:
    """Whether a token was made for this reader, and its offsets; None if it is no token."""
    if len(token) > LONGEST:
        return None
    try:
        content = base64.b64decode(token, altchars=b"-_", validate=True)
        numbers = _numbers(content[_MARK:])
    except ValueError:
        return None
    places = _places(numbers)
    if places is None or content[_MARK:] != _packed(tuple(places)):
        return None
    return content[:_MARK] == _mark(tuple(whose)), places


@lru_cache(maxsize=4096)
def _mark(whose: tuple[str, ...]) -> bytes:
    return hashlib.blake2b("\0".join(whose).encode(), digest_size=_MARK).digest()


@lru_cache(maxsize=64)
def _packed(places: tuple[bytes, ...]) -> bytes:
    """The earliest time, then for each offset how much later it is (0 for a feed's beginning)."""
    pairs = [tuple(map(int, place.split(b"-"))) for place in places]
    base = min((ms for ms, _ in pairs if ms), default=0)
    content = bytearray()
    _add(content, base)
    for ms, number in pairs:
        later = ms - base + 1 if ms else 0
        _add(content, 2 * later + (number > 0))
        if number:
            _add(content, number)
    return bytes(content)


def _add(content: bytearray, number: int) -> None:
    while number > _LOW:
        content.append(number & _LOW | _MORE)
        number >>= 7
    content.append(number)


def _numbers(content: bytes) -> list[int]:
    numbers: list[int] = []
    number = shift = 0
    for byte in content:
        number |= (byte & _LOW) << shift
        shift += 7
        if byte <= _LOW:
            numbers.append(number)
            number = shift = 0
        elif shift > _MOST_BITS:
            raise ValueError("too large a number")
    if shift:
        raise ValueError("a number that does not end")
    return numbers


def _places(numbers: list[int]) -> list[bytes] | None:
    if not numbers:
        return None
    base, places = numbers[0], []
    rest = iter(numbers[1:])
    for word in rest:
        later, is_numbered = divmod(word, 2)
        number = next(rest, 0) if is_numbered else 0
        ms = base + later - 1 if later else 0
        if ms > _MOST_MS or number > _MOST_NUMBER:
            return None
        places.append(b"%d-%d" % (ms, number))
    return places


AT_ONCE: Final = 100
"""Notices of one bucket that are read together."""
PAUSE_S: Final = 0.01
"""The time between two rounds of reading, so that many updates share one."""
PAUSE_FOR_BUCKET_S: Final = 0.0005
"""Added to the pause for each bucket that is read: a reading costs more than a notice in it."""
_RETRY_S: Final = 0.2

Source: TypeAlias = tuple[Feed, int]
"""One feed of one bucket."""
log: Final = structlog.stdlib.get_logger(__name__)


class FeedBreak(StrEnum):
    """Why a feed cannot be continued."""

    HISTORY_LOST = "history_lost"
    TOKEN_TOO_OLD = "token_too_old"


@dataclass(frozen=True, slots=True)
class FeedReset:
    """What was sent does not continue."""

    reason: FeedBreak


class Cursor:
    """Offsets in some feeds of each bucket; reads the buckets that are touched.

    Each bucket is read by itself, so a primary that is away does not delay the others.
    """

    def __init__(self, store: MatchStore, feeds: Sequence[Feed]) -> None:
        self._store = store
        self.feeds: Final = feeds
        self.places: dict[Source, bytes] = {}
        """The offset up to which everything was passed on."""
        self._loose: set[Source] = set()
        self._touched: dict[Source, None] = {}
        self._reading: dict[Source, asyncio.Task[None]] = {}
        self._found: list[tuple[Source, FeedReply]] = []
        self._bell = asyncio.Event()

    @property
    def sources(self) -> list[Source]:
        """Every feed of every bucket, in order."""
        return [(feed, bucket) for feed in self.feeds for bucket in range(self._store.buckets)]

    @property
    def is_firm(self) -> bool:
        """Whether every offset is one of its feed, as far as is known."""
        return not self._loose

    async def begin(self) -> None:
        """Start at the end of each feed that has no offset yet."""
        new = [source for source in self.sources if source not in self.places]
        asked = [self._store.feed(feed, bucket, None, 0) for feed, bucket in new]
        for source, reply in zip(new, await asyncio.gather(*asked), strict=True):
            self.places.setdefault(source, reply.end)

    def touch(self, buckets: Iterable[int]) -> None:
        """Note that there may be something new in these buckets."""
        self._touched.update(((feed, bucket), None) for bucket in buckets for feed in self.feeds)
        self._bell.set()

    def ring(self) -> None:
        """Wake the reader."""
        self._bell.set()

    async def read(self, seconds: float | None) -> list[tuple[Source, FeedReply]]:
        """What follows the offsets; empty after so many seconds, or when `ring` is called.

        Each reply is to be passed on and then given to `advance`, or `restart`, before the next
        reading.
        """
        if not self._found:
            self._bell.clear()
            self._set_out()
            try:
                async with asyncio.timeout(seconds):
                    await self._bell.wait()
            except TimeoutError:
                pass
        found, self._found = self._found, []
        return [(source, reply) for source, reply in found if source in self.places]

    def advance(self, source: Source, stretch: FeedPage) -> None:
        """Advance past what was passed on."""
        self._loose.discard(source)
        self.places[source] = stretch.notices[-1].place if stretch.notices else stretch.end
        if len(stretch.notices) == AT_ONCE:
            self._touched[source] = None
            self._bell.set()

    def restart(self, source: Source, place: bytes) -> None:
        """Continue after an offset that need not be one of the feed."""
        self._loose.add(source)
        self.places[source] = place
        self._touched[source] = None
        self._bell.set()

    def close(self) -> None:
        """Drop every offset and stop reading."""
        for task in self._reading.values():
            task.cancel()
        # Cleared here, because a task that is cancelled before it begins never runs its cleanup.
        self._reading.clear()
        self._found.clear()
        self.places.clear()
        self._loose.clear()

    def _set_out(self) -> None:
        touched, self._touched = self._touched, {}
        for source in touched:
            if source in self._reading:
                self._touched[source] = None
            elif source in self.places:
                self._reading[source] = asyncio.create_task(self._read(source, self.places[source]))

    async def _read(self, source: Source, place: bytes) -> None:
        feed, bucket = source
        try:
            is_loose = source in self._loose
            reply = await self._store.feed(feed, bucket, place, AT_ONCE, is_loose=is_loose)
            if self.places.get(source) == place:
                self._found.append((source, reply))
        except StoreUnavailable:
            self._try_again(source)
        except Exception:
            log.exception("feed_failed", feed=feed, bucket=bucket)
            self._try_again(source)
        finally:
            if self._reading.get(source) is asyncio.current_task():
                del self._reading[source]
            self._bell.set()

    def _try_again(self, source: Source) -> None:
        def touch() -> None:
            self._touched[source] = None
            self._bell.set()

        asyncio.get_running_loop().call_later(_RETRY_S, touch)


class Cursors:
    """Tells every cursor of this process which buckets may have something new."""

    def __init__(self, store: MatchStore, poll_s: float) -> None:
        self._store = store
        self._poll_s = poll_s
        self._cursors: set[Cursor] = set()
        self._touched: set[int] = set()
        self._bell = asyncio.Event()

    def enter(self, cursor: Cursor) -> None:
        """Include this cursor."""
        self._cursors.add(cursor)

    def leave(self, cursor: Cursor) -> None:
        """Exclude this cursor."""
        self._cursors.discard(cursor)
        cursor.close()

    def stored(self, before: Match, update: Update) -> None:
        """Note an update that this process has stored."""
        if self._cursors:
            self.woken(before.match_id)

    def woken(self, match_id: str) -> None:
        """Note that a match may have changed."""
        if self._cursors:
            self._touched.add(self._store.bucket_of(match_id))
            self._bell.set()

    async def tell(self) -> None:
        """Touch the cursors, a little later and for many updates together, for ever."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            touched, self._touched = self._touched, set()
            for cursor in self._cursors:
                cursor.touch(touched)
            await asyncio.sleep(PAUSE_S + len(touched) * PAUSE_FOR_BUCKET_S)

    async def poll(self) -> None:
        """Read at intervals what no wake-up announced, for ever."""
        while True:
            await asyncio.sleep(self._poll_s)
            for cursor in self._cursors:
                cursor.touch(range(self._store.buckets))


def break_of(reply: FeedReply) -> FeedBreak | None:
    """Why a feed cannot be continued, or None."""
    if isinstance(reply, FeedPage):
        return None
    is_old = isinstance(reply, FeedTrimmed)
    return FeedBreak.TOKEN_TOO_OLD if is_old else FeedBreak.HISTORY_LOST
