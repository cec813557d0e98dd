"""Requests and answers as connectrpc carries them: bytes stay bytes, JSON is read and written.

What cannot be read is no error yet: that is for the handler's side, which knows who calls and which
errors there are.
"""

import re
from dataclasses import dataclass
from typing import Final

from google.protobuf.json_format import MessageToJson, Parse, ParseError
from google.protobuf.message import Message

from gemwright.runtime.faults import FieldInvalid

NO_JSON: Final = "this is no JSON of such a message"
WRONG_VALUE: Final = "this value is none of the field's"
_FIELD: Final = re.compile(r"Failed to parse (\w+) field: ")


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody sent."""

    read: bytes | FieldInvalid

    def content(self) -> bytes:
        """The request as handlers take it; raises why it is none."""
        if isinstance(self.read, FieldInvalid):
            raise self.read
        return self.read


@dataclass(frozen=True, slots=True)
class Answer:
    """What a handler gave, and what kind of message it is."""

    content: bytes
    kind: type[Message]


class BinaryCodec:
    """Messages as they are."""

    def name(self) -> str:
        """What content types call it."""
        return "proto"

    def encode(self, message: Answer) -> bytes:
        """The answer."""
        return message.content

    def decode(self, data: bytes | bytearray, message_class: type[Message]) -> Request:
        """The request; the handler parses it."""
        return Request(bytes(data))


class JsonCodec:
    """Messages in the JSON that protobuf defines. Fields that a newer client knows are left out."""

    def name(self) -> str:
        """What content types call it."""
        return "json"

    def encode(self, message: Answer) -> bytes:
        """The answer as JSON."""
        return MessageToJson(message.kind.FromString(message.content), indent=None).encode()

    def decode(self, data: bytes | bytearray, message_class: type[Message]) -> Request:
        """The request from JSON; nothing at all counts as an empty one."""
        text = bytes(data).lstrip() or b"{}"
        if not text.startswith(b"{"):  # the parser takes a list or a text for an empty message
            return Request(FieldInvalid(("", NO_JSON)))
        try:
            read = Parse(text, message_class(), ignore_unknown_fields=True)
        except ParseError as error:
            return Request(FieldInvalid(_violation(error)))
        except UnicodeDecodeError:
            return Request(FieldInvalid(("", NO_JSON)))
        return Request(read.SerializeToString())


def codecs() -> tuple[BinaryCodec, JsonCodec]:
    """Both forms."""
    return BinaryCodec(), JsonCodec()


def _violation(error: ParseError) -> tuple[str, str]:
    """Which field cannot be read, as far as the parser says; never with what was sent."""
    path = ".".join(_FIELD.findall(str(error)))
    return path, WRONG_VALUE if path else NO_JSON
