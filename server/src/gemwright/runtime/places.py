"""Tokens that hold a place in a feed of every bucket: how far an inbox or a stream of activity is.

They are no secret and no proof: whoever makes one up is sent what is theirs anyway. A token says
for whom it was made, since what one has been told another has not.
"""

import base64
import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

_MARK: Final = 8
_LOW: Final = 0x7F
_MORE: Final = 0x80
_MOST_BITS: Final = 63
_MOST_MS: Final = 2**48
_MOST_NUMBER: Final = 2**32
LONGEST: Final = 4096


def places_token(whose: Sequence[str], places: Sequence[bytes]) -> str:
    """Places as the store names them, as an opaque text."""
    return base64.urlsafe_b64encode(_mark(tuple(whose)) + _packed(tuple(places))).decode()


def read_places(token: str, whose: Sequence[str]) -> tuple[bool, list[bytes]] | None:
    """Whether a token was made for somebody, and its places; nothing if it is none."""
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
    """The earliest time, then for each place how much later it is (0 for a feed's beginning)."""
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
