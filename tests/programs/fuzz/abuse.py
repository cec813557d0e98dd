"""Connections that behave badly as a whole: half open, slow, silent, or no HTTP/2 at all.

Each is opened, told what it shall say, and then left standing, for as long as there is room among
the others.
"""

import asyncio
import struct
from collections import Counter, deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from tests.programs.fuzz.hpack import Shown, block
from tests.programs.fuzz.line import (
    ACK,
    CANCEL,
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GO_AWAY,
    HEADERS,
    PADDED,
    PATIENCE,
    PING,
    PREFACE,
    PRIORITY,
    PUSH,
    RESET,
    SETTINGS,
    WINDOW,
    frame,
    head,
    opening,
    prefixed,
)

Speech: TypeAlias = Callable[[Random, bytes, bytes], bytes]
"""What a connection says, given the headers and the body of an honest call."""

_MOST_STANDING: Final = 60
_READ: Final = 64
"""As much as the slowest reader has read of what was sent to it."""


def nothing(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Connect and say nothing."""
    return b""


def half_a_preface(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Stop in the middle of the first words."""
    return PREFACE[: rng.randrange(1, len(PREFACE))]


def only_a_preface(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Say who one is and no more."""
    return rng.choice((PREFACE, opening()))


def no_preface(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Speak something else."""
    return rng.choice(
        (
            b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + rng.randbytes(200),
            rng.randbytes(300),
            b"PING\r\n" * 50,
            bytes(5_000),
        )
    )


def headers_alone(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Begin calls and never say what they want."""
    calls = (frame(HEADERS, END_HEADERS, 2 * number + 1, headers) for number in range(20))
    return opening() + b"".join(calls)


def half_a_call(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Stop anywhere in an honest call."""
    said = opening() + _call(1, headers, body)
    return said[: rng.randrange(len(PREFACE), len(said))]


def reset_at_once(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Break off every call as soon as it is made."""
    said = [opening()]
    for number in range(1, 60, 2):
        said += _call(number, headers, body), frame(RESET, 0, number, CANCEL)
    return b"".join(said)


def reset_between(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Break off a call in the middle, and one that was never made."""
    begun = frame(HEADERS, END_HEADERS, 1, headers)
    return opening() + begun + frame(RESET, 0, 1, CANCEL) + frame(RESET, 0, 9, CANCEL)


def go_away(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Take leave, and call on."""
    leave = frame(GO_AWAY, 0, 0, struct.pack(">II", 0, rng.choice((0, 1, 11))) + b"bye")
    return opening() + _call(1, headers, body) + leave + _call(3, headers, body)


def slow_reader(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Have no room for what is asked for."""
    calls = (_call(number, headers, body) for number in range(1, 20, 2))
    return opening(window=rng.choice((0, 1, _READ))) + b"".join(calls)


def odd_frames(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Send frames that make no sense, before a call or after it."""
    odd = b"".join(rng.choice(_ODD) for _ in range(rng.choice((1, 1, 3))))
    call = _call(1, headers, body)
    return opening() + (odd + call if rng.random() < 0.5 else call + odd)


def flood(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Send very many of the frames that cost nothing."""
    one = rng.choice(
        (
            frame(PING, 0, 0, bytes(8)),
            frame(SETTINGS, 0, 0),
            frame(PRIORITY, 0, 3, struct.pack(">IB", 0, 1)),
            frame(WINDOW, 0, 0, struct.pack(">I", 1)),
            frame(0xBE, 0, 0, b"unknown"),
        )
    )
    return opening() + one * 2_000


def endless_headers(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Go on with headers that do not end."""
    more = frame(CONTINUATION, 0, 1, block([(b"x-more", b"v" * 8_000)]))
    return opening() + frame(HEADERS, 0, 1, headers) + more * 100


def broken_headers(rng: Random, headers: bytes, body: bytes) -> bytes:
    """Pack headers in a way that cannot be undone."""
    wrong = rng.choice(
        (
            b"\x80",
            b"\xff" * 20,
            b"\xbe" * 4,
            b"\x00\x7f\xff\xff\xff\xff\x0f",
            headers[: rng.randrange(1, len(headers))],
            rng.randbytes(60),
            b"\x40\x81\xff\x81\xff",
            b"\x3f\xe1\xff\xff\xff\x7f",
        )
    )
    return opening() + frame(HEADERS, END_HEADERS | END_STREAM, 1, wrong) + _call(3, headers, body)


_ODD: Final = (
    frame(DATA, 0, 0, b"x"),
    frame(DATA, END_STREAM, 99, b"x"),
    frame(DATA, PADDED, 1, b"\xffx"),
    frame(HEADERS, END_HEADERS, 0, b""),
    frame(HEADERS, END_HEADERS, 2, b""),
    frame(CONTINUATION, END_HEADERS, 1, b"\x80"),
    frame(PUSH, END_HEADERS, 1, struct.pack(">I", 2)),
    frame(SETTINGS, 0, 1),
    frame(SETTINGS, 0, 0, b"odd"),
    frame(SETTINGS, ACK, 0, bytes(6)),
    frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 2**31)),
    frame(SETTINGS, 0, 0, struct.pack(">HI", 5, 1)),
    frame(SETTINGS, 0, 0, struct.pack(">HI", 1, 2**32 - 1)),
    frame(PING, 0, 0, b"short"),
    frame(PING, 0, 1, bytes(8)),
    frame(WINDOW, 0, 0, struct.pack(">I", 0)),
    frame(WINDOW, 0, 0, struct.pack(">I", 2**31 - 1)),
    frame(WINDOW, 0, 1, struct.pack(">I", 2**31 - 1)),
    frame(RESET, 0, 0, CANCEL),
    frame(RESET, 0, 1, b"x"),
    frame(PRIORITY, 0, 1, struct.pack(">IB", 1, 0)),
    frame(GO_AWAY, 0, 1, bytes(8)),
    frame(0x77, 0xFF, 1, bytes(100)),
    b"\xff\xff\xff\x00\x00\x00\x00\x00\x01",
    frame(DATA, 0, 1, bytes(20_000)),
)

SPEECHES: Final[Sequence[Speech]] = (
    *(nothing, half_a_preface, only_a_preface, no_preface, headers_alone, half_a_call),
    *(reset_at_once, reset_between, go_away, slow_reader, slow_reader, odd_frames, odd_frames),
    *(flood, endless_headers, broken_headers),
)


def _call(number: int, headers: bytes, body: bytes) -> bytes:
    begun = frame(HEADERS, END_HEADERS, number, headers)
    return begun + frame(DATA, END_STREAM, number, body)


class Crowd:
    """Connections that stand about."""

    def __init__(self, address: str, rng: Random) -> None:
        self._host, _, self._port = address.rpartition(":")
        self._rng = rng
        self._standing: deque[asyncio.Transport] = deque()
        self.said: Counter[str] = Counter()
        """How often each kind of speech was held."""

    async def join(self, path: str, who: Shown, message: bytes) -> None:
        """One more; if there are too many, the oldest goes."""
        speech = self._rng.choice(SPEECHES)
        self.said[speech.__name__] += 1
        said = speech(self._rng, head(path, who), prefixed(message))
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            transport, _ = await loop.create_connection(
                asyncio.Protocol, self._host, int(self._port)
            )
        self._standing.append(transport)
        # What the server sends is not read: its side fills up, as with a reader that is stuck.
        transport.pause_reading()
        transport.write(said)
        if len(self._standing) > _MOST_STANDING:
            self._leave(self._standing.popleft())

    def _leave(self, transport: asyncio.Transport) -> None:
        """Go, with a word or without."""
        if self._rng.random() < 0.5:
            transport.abort()
        else:
            transport.close()

    def disperse(self) -> None:
        """All go."""
        while self._standing:
            self._standing.pop().abort()
