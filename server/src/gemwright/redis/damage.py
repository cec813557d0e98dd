"""Damage in a stored match is reported for that match, and for no other.

A function that reads the reply for one match is marked with `of_a_match`: whatever it cannot read
is damage to that match.
"""

import struct
from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, TypeVar

from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.stored import VERSION_BYTES

MOST_VERSION: Final = 2 ** (8 * VERSION_BYTES) - 1
MOST_MS: Final = 253_402_300_799_999
"""The end of the year 9999: the wire has no later time."""
Rest = ParamSpec("Rest")
T = TypeVar("T")


class StrangeReply(Exception):
    """Redis sent a reply that none of our scripts sends."""


def of_a_match(
    read: Callable[Concatenate[object, Rest], T],
) -> Callable[Concatenate[object, Rest], T]:
    """The same reader; it raises `MatchUnreadable` for damaged data."""

    def reading(reply: object, /, *rest: Rest.args, **named: Rest.kwargs) -> T:
        try:
            return read(reply, *rest, **named)
        except (StrangeReply, ValueError, KeyError, IndexError, struct.error):
            raise MatchUnreadable from None

    return reading


def version_in(text: bytes) -> int:
    """A stored version; raises ValueError if it is none."""
    return _number(text, MOST_VERSION)


def time_in(text: bytes) -> int:
    """A stored time in milliseconds; raises ValueError if it is none."""
    return _number(text, MOST_MS)


def _number(text: bytes, most: int) -> int:
    number = int(text)
    if not 0 <= number <= most:
        raise ValueError("no number that anybody has stored")
    return number
