"""A cheap client connection: gRPC over HTTP/2 with only what the bench needs.

A client of grpc.aio takes more processor time for a move than the server, so the server would be
measured idle, and its Valkey would lack a core. Here headers are made once and those of answers are
not read: a call that ends without a message has failed, and the reason is not known.
"""

import asyncio
import struct
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, cast

DATA, HEADERS, RESET, SETTINGS, PING, GO_AWAY, WINDOW = 0, 1, 3, 4, 6, 7, 8
END_STREAM, ACK, END_HEADERS = 1, 1, 4

LARGEST_WINDOW: Final = 2**31 - 1
_PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_WINDOW_SETTING: Final = struct.pack(">HI", 4, LARGEST_WINDOW)
_GROW: Final = struct.pack(">I", LARGEST_WINDOW - 65_535)
_HEAD: Final = struct.Struct(">IBI")
"""The length and the type of a frame share one word."""
_PREFIX: Final = struct.Struct(">BI")
_PATIENCE: Final = 120.0


class StreamEnded(Exception):
    """The stream has no further message."""


def frame(kind: int, flags: int, stream: int, content: bytes = b"") -> bytes:
    """One frame."""
    return _HEAD.pack(len(content) << 8 | kind, flags, stream) + content


def headers(path: str, authorization: str = "") -> bytes:
    """The headers of a call, without the table that both ends would have to keep."""
    fields = [
        b"\x83\x86",  # POST, http
        b"\x04" + _text(path),
        b"\x01" + _text("bench"),
        b"\x0f\x10" + _text("application/grpc"),
        b"\x00" + _text("te") + _text("trailers"),
    ]
    if authorization:
        fields.append(b"\x0f\x08" + _text(authorization))
    return b"".join(fields)


def _text(text: str) -> bytes:
    assert len(text) < 127
    return bytes([len(text)]) + text.encode()


class Stream:
    """One call, with the messages that came and are not read yet."""

    def __init__(self, line: "Line", number: int) -> None:
        self._line = line
        self._number = number
        self._messages: deque[bytes] = deque()
        self._part = b""
        self._is_over = False
        self._reader: asyncio.Future[None] | None = None
        self.heard_at = 0.0
        """When the newest message came."""

    async def read(self) -> bytes:
        """The next message."""
        while not self._messages:
            if self._is_over:
                raise StreamEnded
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.popleft()

    def cancel(self) -> None:
        """Cancel the call at the server."""
        if not self._is_over:
            self.ended()
            self._line.forget(self._number)

    def received(self, content: bytes) -> None:
        """Take the content of a frame: messages, or parts of them."""
        content = self._part + content
        start, size = 0, len(content)
        while size - start >= _PREFIX.size:
            end = start + _PREFIX.size + _PREFIX.unpack_from(content, start)[1]
            if end > size:
                break
            self._messages.append(content[start + _PREFIX.size : end])
            start = end
        self._part = content[start:]
        if self._messages:
            self.heard_at = time.perf_counter()
            self._wake()

    def ended(self) -> None:
        """Note that the call has ended."""
        self._is_over = True
        self._wake()

    def _wake(self) -> None:
        reader, self._reader = self._reader, None
        if reader and not reader.done():
            reader.set_result(None)


class Line(asyncio.Protocol):
    """One connection and its calls."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._streams: dict[int, Stream] = {}
        self._next = 1
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the HTTP/2 preface and settings: this client reads without limits."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's transport is not a subclass
        opening = frame(SETTINGS, 0, 0, _WINDOW_SETTING) + frame(WINDOW, 0, 0, _GROW)
        self._write(_PREFACE + opening)

    def call(self, head: bytes, message: bytes) -> Stream:
        """Begin a call with its only request."""
        number, self._next = self._next, self._next + 2
        stream = self._streams[number] = Stream(self, number)
        body = _PREFIX.pack(0, len(message)) + message
        self._write(
            frame(HEADERS, END_HEADERS, number, head) + frame(DATA, END_STREAM, number, body)
        )
        return stream

    def forget(self, number: int) -> None:
        """Cancel a call and forget it."""
        del self._streams[number]
        self._write(frame(RESET, 0, number, struct.pack(">I", 8)))

    def data_received(self, data: bytes) -> None:
        """Take the whole frames out of the received bytes."""
        data = self._rest + data
        start, size = 0, len(data)
        while size - start >= _HEAD.size:
            word, flags, number = _HEAD.unpack_from(data, start)
            end = start + _HEAD.size + (word >> 8)
            if end > size:
                break
            self._take(word & 255, flags, number, data[start + _HEAD.size : end])
            start = end
        self._rest = data[start:]

    def _take(self, kind: int, flags: int, number: int, content: bytes) -> None:
        stream = self._streams.get(number)
        if stream is not None:
            if kind == DATA:
                stream.received(content)
            if kind == RESET or (kind in (DATA, HEADERS) and flags & END_STREAM):
                del self._streams[number]
                stream.ended()
        elif kind in (PING, SETTINGS) and not flags & ACK:
            self._write(frame(kind, ACK, 0, content if kind == PING else b""))

    def connection_lost(self, exc: Exception | None) -> None:
        """End every call."""
        self._transport = None
        for stream in self._streams.values():
            stream.ended()
        self._streams.clear()

    def close(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.abort()

    def _write(self, data: bytes) -> None:
        if self._transport is None:
            raise StreamEnded("the server has hung up")
        self._transport.write(data)


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Line]:
    """Open a connection; leaving the context closes it."""
    host, _, port = address.rpartition(":")
    async with asyncio.timeout(_PATIENCE):
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(Line, host, int(port))
    try:
        yield line
    finally:
        line.close()
