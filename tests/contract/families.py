"""The messages of one family, without the ones that all games share."""

from collections.abc import Callable

from google.protobuf.message import Message

from gemwright.contract.family import Family
from gemwright.contract.limits import Malformed


def read(decode: Callable[[Message], object], message: Message, path: str) -> object:
    """What a message says that is at this path of a request."""
    try:
        return decode(message)
    except Malformed as malformed:
        raise malformed.inside(path) from None


def action_from(family: Family, message: Message, path: str) -> object:
    """The action that a client sent."""
    return read(family.read_action, message, path)
