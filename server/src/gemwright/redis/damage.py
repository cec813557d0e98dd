"""What the store holds of a match may be damaged: that is said of the match, and of no other.

A reader of replies is marked with `of_a_match`; whatever it stumbles over is damage to that match.
"""

import struct
from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec, TypeVar

from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.stored import VERSION_BYTES

MOST_VERSION: Final = 2 ** (8 * VERSION_BYTES) - 1
MOST_MS: Final = 253_402_300_799_999
"""The last of the year 9999, which is as far as times go on the wire."""
Rest = ParamSpec("Rest")
T = TypeVar("T")


class StrangeReply(Exception):
    """Redis answered what no script of ours answers."""


def of_a_match(
    read: Callable[Concatenate[object, Rest], T],
) -> Callable[Concatenate[object, Rest], T]:
    """A reader that raises `MatchUnreadable` where what it reads is damaged."""

    def reading(reply: object, /, *rest: Rest.args, **named: Rest.kwargs) -> T:
        try:
            return read(reply, *rest, **named)
        except (StrangeReply, ValueError, KeyError, IndexError, struct.error):
            raise MatchUnreadable from None

    return reading


def version_in(text: bytes) -> int:
    """A version as it is stored; ValueError if it is none."""
    return _number(text, MOST_VERSION)


def time_in(text: bytes) -> int:
    """A time in milliseconds as it is stored; ValueError if it is none."""
    return _number(text, MOST_MS)


def _number(text: bytes, most: int) -> int:
    number = int(text)
    if not 0 <= number <= most:
        raise ValueError("no number that anybody has stored")
    return number
