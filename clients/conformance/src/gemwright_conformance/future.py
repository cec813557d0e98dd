"""What a later version of the server may send: things that the contract does not have yet.

Each is added to what the server really sends, so that a client that ignores it misses nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from gemwright.pb.duel_event_pb2 import DuelEvent
from gemwright.pb.game_pb2 import Event
from gemwright.pb.inbox_service_pb2 import WatchInboxResponse
from gemwright.pb.match_service_pb2 import (
    GetMatchResponse,
    Reset,
    ResignResponse,
    SubmitActionResponse,
    WatchMatchResponse,
)
from gemwright_conformance.incidents import Opening
from gemwright_conformance.journal import WATCH, Journal
from gemwright_conformance.refusing import NEWER_VALUE

_FIELD: Final = 1999
"""A field number that no message has."""
_VARINT: Final = 0
_BYTES: Final = 2
_ANSWERS: Final[Mapping[str, type[Message]]] = {
    "GetMatch": GetMatchResponse,
    "SubmitAction": SubmitActionResponse,
    "Resign": ResignResponse,
    "WatchMatch": WatchMatchResponse,
    "WatchInbox": WatchInboxResponse,
}

NEWER_RESET: Final = Reset.FromString(bytes((8, NEWER_VALUE)))
"""A reset for a reason that has no name yet."""

Change: TypeAlias = Callable[[str, bytes, Journal], bytes]
"""Changes the bytes of an answer, or of a message of a stream."""


def _field(number: int, wire: int, content: bytes) -> bytes:
    return _varint(number << 3 | wire) + content


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*found, value))


UNKNOWN_FIELDS: Final = _field(_FIELD, _VARINT, _varint(7)) + _field(
    _FIELD + 1, _BYTES, _varint(3) + b"new"
)
"""A number and a text in fields that no message has."""
UNKNOWN_CASE: Final = _field(_FIELD + 2, _BYTES, _varint(0))
"""An empty message as a case that no `oneof` has."""


def with_unknown_fields(method: str, content: bytes, journal: Journal) -> bytes:
    """Add unknown fields to every message in it, at any depth."""
    kind = _ANSWERS.get(method)
    if kind is None:
        return content
    message = kind.FromString(content)
    for part in [*_parts(message)]:
        part.MergeFromString(UNKNOWN_FIELDS)
    journal.planted.add("FUTURE-1")
    return message.SerializeToString()


def _parts(message: Message) -> Iterator[Message]:
    """A message and all the contract's messages inside it."""
    yield message
    for field, value in message.ListFields():
        if field.type != FieldDescriptor.TYPE_MESSAGE or _is_standard(field):
            continue
        for part in value if field.is_repeated else (value,):
            yield from _parts(part)


def _is_standard(field: FieldDescriptor) -> bool:
    kind = field.message_type
    return kind is not None and kind.full_name.startswith("google.protobuf.")


def with_unknown_events(method: str, content: bytes, journal: Journal) -> bytes:
    """Add two unknown events to every update of a watch, one of them among the game's own."""
    if method != WATCH:
        return content
    message = WatchMatchResponse.FromString(content)
    if not message.HasField("update"):
        return content
    in_game, beside = Event(duel=DuelEvent()), Event()
    in_game.duel.MergeFromString(UNKNOWN_CASE)
    beside.MergeFromString(UNKNOWN_CASE)
    message.update.events.extend((in_game, beside))
    journal.planted.add("FUTURE-2")
    journal.unknown_events[message.update.version] = 2
    return message.SerializeToString()


def with_unknown_values(method: str, content: bytes, journal: Journal) -> bytes:
    """Replace the reasons of forfeits and ends by numbers without a name."""
    kind = _ANSWERS.get(method)
    if kind is None:
        return content
    message = kind.FromString(content)
    match message:
        case GetMatchResponse() if message.match.HasField("outcome"):
            _add_newer_reason(message)
        case WatchMatchResponse() | SubmitActionResponse() | ResignResponse():
            _name_newer_reason(message)
    journal.planted.add("FUTURE-4")
    return message.SerializeToString()


def _add_newer_reason(seen: GetMatchResponse) -> None:
    seen.match.outcome.MergeFromString(_varint(3 << 3) + _varint(NEWER_VALUE))


def _name_newer_reason(
    message: WatchMatchResponse | SubmitActionResponse | ResignResponse,
) -> None:
    if message.HasField("update") and message.update.HasField("forfeit"):
        message.update.forfeit.MergeFromString(_varint(2 << 3) + _varint(NEWER_VALUE))


def unknown_message(opening: Opening) -> bytes:
    """A stream message of an unknown kind, with the newest token."""
    opening.scene.journal.planted.add("FUTURE-3")
    kind = WatchMatchResponse if opening.opened.method == WATCH else WatchInboxResponse
    return kind(resume_token=opening.newest_token).SerializeToString() + UNKNOWN_CASE
