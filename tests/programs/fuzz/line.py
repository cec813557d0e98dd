"""A connection that sends whatever it is told to, and reads how each call ends.

It speaks just enough HTTP/2 to be a client of gRPC: what it is told to send may be neither. Bytes
wait for room where the server has given none, as the standard wants.
"""

import asyncio
import struct
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, cast

from tests.programs.fuzz.hpack import STATUS, Shown, block, read_block

DATA, HEADERS, PRIORITY, RESET, SETTINGS, PUSH, PING, GO_AWAY, WINDOW, CONTINUATION = range(10)
END_STREAM, ACK, END_HEADERS, PADDED = 1, 1, 4, 8
CANCEL: Final = struct.pack(">I", 8)
PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
LARGEST_WINDOW: Final = 2**31 - 1
PATIENCE: Final = 60.0

_HEAD: Final = struct.Struct(">IBI")
"""Length and type of a frame share a word."""
_PREFIX: Final = struct.Struct(">BI")
_SETTING: Final = struct.Struct(">HI")
_INITIAL_WINDOW: Final = 4
_FIRST_WINDOW: Final = 65_535
_FRAME: Final = 16_384
_NO_TABLE, _TRUE_BINARY = (1, 0), (0xFE03, 1)
"""Settings: the server keeps no table of headers, and sends bytes in them as they are."""
_DETAILS: Final = b"grpc-status-details-bin"


def frame(kind: int, flags: int, stream: int, content: bytes = b"") -> bytes:
    """One frame."""
    return _HEAD.pack(len(content) << 8 | kind, flags, stream) + content


def opening(window: int = LARGEST_WINDOW) -> bytes:
    """What a client says first; with a small window it is one that reads slowly."""
    settings = (_NO_TABLE, _TRUE_BINARY, (_INITIAL_WINDOW, window))
    said = PREFACE + frame(SETTINGS, 0, 0, b"".join(_SETTING.pack(*one) for one in settings))
    if window < _FIRST_WINDOW:
        return said
    return said + frame(WINDOW, 0, 0, struct.pack(">I", window - _FIRST_WINDOW))


def prefixed(message: bytes, *, is_compressed: bool = False) -> bytes:
    """A message as gRPC sends it."""
    return _PREFIX.pack(is_compressed, len(message)) + message


def request_fields(path: str, metadata: Shown = ()) -> list[tuple[bytes, bytes]]:
    """The headers of an honest call."""
    return [
        (b":method", b"POST"),
        (b":scheme", b"http"),
        (b":path", path.encode()),
        (b":authority", b"fuzz"),
        (b"te", b"trailers"),
        (b"content-type", b"application/grpc"),
        *metadata,
    ]


@dataclass
class Answer:
    """How a call ended, as far as anybody has heard."""

    http: int = 0
    status: int | None = None
    """What gRPC says; none where the call was reset or its connection is gone."""
    text: bytes = b""
    details: bytes = b""
    messages: list[bytes] = field(default_factory=list)
    reset: int | None = None
    is_over: bool = False


class Stream:
    """One call."""

    def __init__(self, line: "Line", number: int) -> None:
        self._line = line
        self._part = b""
        self._changed: asyncio.Future[None] | None = None
        self.number = number
        self.answer = Answer()
        self.room = 0
        self.waiting: deque[tuple[int, bytes]] = deque()
        """Flags and content of frames for which there is no room yet."""

    async def ended(self) -> Answer:
        """The whole answer."""
        while not self.answer.is_over:
            await self._change()
        return self.answer

    async def begun(self) -> Answer:
        """The answer once there is a message, or the end."""
        while not self.answer.is_over and not self.answer.messages:
            await self._change()
        return self.answer

    async def _change(self) -> None:
        self._changed = asyncio.get_running_loop().create_future()
        await self._changed

    def cancel(self) -> None:
        """Tell the server that nobody reads on."""
        if not self.answer.is_over:
            self.finish()
            self._line.forget(self.number)

    def received(self, content: bytes) -> None:
        """Take the content of a frame: messages, or pieces of them."""
        content = self._part + content
        start, size = 0, len(content)
        while size - start >= _PREFIX.size:
            end = start + _PREFIX.size + _PREFIX.unpack_from(content, start)[1]
            if end > size:
                break
            self.answer.messages.append(content[start + _PREFIX.size : end])
            start = end
        self._part = content[start:]
        self._wake()

    def told(self, headers: bytes) -> None:
        """Take a block of headers: the first, or the trailers."""
        for name, value in read_block(headers):
            if name == STATUS:
                self.answer.http = int(value)
            elif name == b"grpc-status":
                self.answer.status = int(value)
            elif name == b"grpc-message":
                self.answer.text = value
            elif name == _DETAILS:
                assert value.startswith(b"\0"), "details were to come as they are"
                self.answer.details = value[1:]

    def finish(self, reset: int | None = None) -> None:
        """Nothing more comes."""
        self.answer.reset = reset
        self.answer.is_over = True
        self._wake()

    def _wake(self) -> None:
        changed, self._changed = self._changed, None
        if changed and not changed.done():
            changed.set_result(None)


class Line(asyncio.Protocol):
    """One connection and its calls."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._streams: dict[int, Stream] = {}
        self._next = 1
        self._rest = b""
        self._headers = b""
        self._room = self._first_room = _FIRST_WINDOW
        self._waiting: deque[Stream] = deque()

    @property
    def is_open(self) -> bool:
        """Whether calls can be made."""
        return self._transport is not None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say what HTTP/2 wants to hear first: everything is read, whenever it comes."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        self.write(opening())

    def call(self, headers: bytes, body: bytes, *, ends: bool = True) -> Stream:
        """Begin a call and send all it has to say."""
        number, self._next = self._next, self._next + 2
        stream = self._streams[number] = Stream(self, number)
        stream.room = self._first_room
        self._open(number, headers, is_all=ends and not body)
        if body:
            self.send(stream, body, ends=ends)
        if not self.is_open:
            self._streams.pop(number).finish()
        return stream

    def _open(self, number: int, headers: bytes, *, is_all: bool) -> None:
        parts = [headers[at : at + _FRAME] for at in range(0, len(headers), _FRAME)]
        for place, part in enumerate(parts):
            flags = END_HEADERS if place == len(parts) - 1 else 0
            if place == 0:
                self.write(frame(HEADERS, flags | (END_STREAM if is_all else 0), number, part))
            else:
                self.write(frame(CONTINUATION, flags, number, part))

    def send(self, stream: Stream, body: bytes, *, ends: bool) -> None:
        """Send content of a call, now or when there is room."""
        for at in range(0, len(body), _FRAME):
            is_last = at + _FRAME >= len(body)
            flags = END_STREAM if ends and is_last else 0
            stream.waiting.append((flags, body[at : at + _FRAME]))
        self._waiting.append(stream)
        self._send_on()

    def _send_on(self) -> None:
        for _ in range(len(self._waiting)):
            stream = self._waiting.popleft()
            while stream.waiting and not stream.answer.is_over:
                flags, content = stream.waiting[0]
                if len(content) > min(self._room, stream.room):
                    self._waiting.append(stream)
                    break
                stream.waiting.popleft()
                self._room -= len(content)
                stream.room -= len(content)
                self.write(frame(DATA, flags, stream.number, content))

    def forget(self, number: int) -> None:
        """Break a call off."""
        self._streams.pop(number, None)
        self.write(frame(RESET, 0, number, CANCEL))

    def data_received(self, data: bytes) -> None:
        """Take whole frames from what has come."""
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
        if kind in (PING, SETTINGS) and not flags & ACK:
            if kind == SETTINGS:
                self._settle(content)
            self.write(frame(kind, ACK, 0, content if kind == PING else b""))
        elif kind == WINDOW:
            self._grow(number, struct.unpack(">I", content)[0])
        elif stream := self._streams.get(number):
            self._hear(stream, kind, flags, content)

    def _hear(self, stream: Stream, kind: int, flags: int, content: bytes) -> None:
        if kind == DATA:
            stream.received(content)
        elif kind in (HEADERS, CONTINUATION):
            self._headers += content
            if flags & END_HEADERS:
                headers, self._headers = self._headers, b""
                stream.told(headers)
        if kind == RESET:
            del self._streams[stream.number]
            stream.finish(struct.unpack(">I", content)[0])
        elif kind in (DATA, HEADERS) and flags & END_STREAM:
            del self._streams[stream.number]
            stream.finish()

    def _settle(self, content: bytes) -> None:
        for name, value in _SETTING.iter_unpack(content):
            if name == _INITIAL_WINDOW:
                for stream in self._streams.values():
                    stream.room += value - self._first_room
                self._first_room = value
        self._send_on()

    def _grow(self, number: int, room: int) -> None:
        if number == 0:
            self._room += room
        elif stream := self._streams.get(number):
            stream.room += room
        self._send_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """End every call."""
        self._transport = None
        for stream in self._streams.values():
            stream.finish()
        self._streams.clear()

    def close(self) -> None:
        """Hang up."""
        if self._transport:
            self._transport.abort()

    def write(self, data: bytes) -> None:
        """Send bytes as they are; into a connection that is gone, nothing."""
        if self._transport:
            self._transport.write(data)


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Line]:
    """A connection; leaving the context cuts it."""
    line = await connect(address)
    try:
        yield line
    finally:
        line.close()


async def connect(address: str) -> Line:
    """A connection for as long as nobody closes it."""
    host, _, port = address.rpartition(":")
    async with asyncio.timeout(PATIENCE):
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(Line, host, int(port))
    return line


def head(path: str, metadata: Shown = ()) -> bytes:
    """The headers of an honest call as bytes."""
    return block(request_fields(path, metadata))
