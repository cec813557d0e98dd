"""Requests and answers as connectrpc carries them: bytes stay bytes, JSON is read and written.

What cannot be read raises nothing here: the adapter refuses it, which knows who calls and which
errors there are.
"""

import re
import zlib
from dataclasses import dataclass
from typing import Final

from connectrpc.code import Code
from connectrpc.compression.gzip import GzipCompression
from connectrpc.errors import ConnectError
from google.protobuf.json_format import MessageToJson, Parse, ParseError
from google.protobuf.message import Message

from gemwright.matches.faults import InvalidField

NO_JSON: Final = "this is no JSON of such a message"
WRONG_VALUE: Final = "this value is none of the field's"
MOST_VALUES: Final = 20_000
"""No other call is answered while JSON is read, which takes 0.1 s for so many values."""
TOO_MANY_VALUES: Final = f"more than {MOST_VALUES} values; send so many as bytes"
_FIELD: Final = re.compile(r"Failed to parse (\w+) field: ")
_PLACE: Final = re.compile(r" at \w+\.([\w.\[\]]*\w\]?)\.*$")
_BEFORE_VALUES: Final = (b"{", b"[", b",")
_GZIP: Final = 16 + zlib.MAX_WBITS


@dataclass(frozen=True, slots=True)
class Request:
    """What a caller sent."""

    read: bytes | InvalidField

    def content(self) -> bytes:
        """The request as handlers take it; raises `InvalidField` if it could not be read."""
        if isinstance(self.read, InvalidField):
            raise self.read
        return self.read


@dataclass(frozen=True, slots=True)
class Answer:
    """What a handler returned, and what kind of message it is."""

    content: bytes
    kind: type[Message]


class BinaryCodec:
    """Messages as they are."""

    def name(self) -> str:
        """Its name in content types."""
        return "proto"

    def encode(self, message: Answer) -> bytes:
        """The answer."""
        return message.content

    def decode(self, data: bytes | bytearray, message_class: type[Message]) -> Request:
        """The request; the handler parses it."""
        return Request(bytes(data))


class JsonCodec:
    """Messages in the JSON that protobuf defines; unknown fields of newer clients are ignored."""

    def name(self) -> str:
        """Its name in content types."""
        return "json"

    def encode(self, message: Answer) -> bytes:
        """The answer as JSON."""
        return MessageToJson(message.kind.FromString(message.content), indent=None).encode()

    def decode(self, data: bytes | bytearray, message_class: type[Message]) -> Request:
        """The request from JSON; no bytes at all count as an empty request."""
        text = bytes(data).lstrip() or b"{}"
        if not text.startswith(b"{"):  # the parser takes a list or a text for an empty message
            return Request(InvalidField(("", NO_JSON)))
        if sum(map(text.count, _BEFORE_VALUES)) > MOST_VALUES:
            return Request(InvalidField(("", TOO_MANY_VALUES)))
        try:
            read = Parse(text, message_class(), ignore_unknown_fields=True)
        except ParseError as error:
            return Request(InvalidField(_violation(error)))
        except UnicodeDecodeError:
            return Request(InvalidField(("", NO_JSON)))
        return Request(read.SerializeToString())


class Gzip(GzipCompression):
    """Gzip in one piece, as gRPC takes it: of many, connectrpc copies the whole rest for each."""

    def decompress(
        self, data: bytes | bytearray | memoryview, read_max_bytes: int | None = None
    ) -> bytes:
        """The unpacked bytes; no bytes at all give none."""
        if read_max_bytes is None or not data:
            return super().decompress(data, read_max_bytes)
        unpacking = zlib.decompressobj(_GZIP)
        unpacked = unpacking.decompress(data, read_max_bytes + 1)
        if len(unpacked) > read_max_bytes:
            text = f"message is larger than configured max {read_max_bytes}"
            raise ConnectError(Code.RESOURCE_EXHAUSTED, text)
        if not unpacking.eof or unpacking.unused_data:
            raise ConnectError(Code.INVALID_ARGUMENT, "one whole gzip is expected")
        return unpacked


def codecs() -> tuple[BinaryCodec, JsonCodec]:
    """Both forms."""
    return BinaryCodec(), JsonCodec()


def _violation(error: ParseError) -> tuple[str, str]:
    """Which field cannot be read, as far as the parser says; never the value that was sent."""
    told = str(error)
    place = _PLACE.search(told)  # some errors end with it, others lack it
    path = place[1] if place else ".".join(_FIELD.findall(told))
    return path, WRONG_VALUE if path else NO_JSON
