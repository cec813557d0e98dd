"""Bytes of real requests, damaged as lines, disks and bad programs damage bytes."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from tests.programs.fuzz.hpack import varint

_ODD: Final = (0, 1, 0x0A, 0x7F, 0x80, 0xFE, 0xFF)
_LENGTHS: Final = (0, 1, 127, 128, 2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1)
_NESTED: Final = 120
"""Deeper than readers of messages go."""


def mutated(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """The bytes, damaged in one to four places."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        content = rng.choice(_WAYS)(content, others, rng)
    return content


def flip(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """Change one bit."""
    if not content:
        return content
    at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


def replace(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """Put something odd in the place of a byte."""
    at = rng.randrange(len(content) + 1)
    return content[:at] + bytes([rng.choice(_ODD)]) + content[at + 1 :]


def cut(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """End too early, or begin too late."""
    at = rng.randrange(len(content) + 1)
    return content[:at] if rng.random() < 0.8 else content[at:]


def drop(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """Lose a piece in the middle."""
    first, last = sorted((rng.randrange(len(content) + 1), rng.randrange(len(content) + 1)))
    return content[:first] + content[last:]


def double(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """Say a piece several times."""
    first, last = sorted((rng.randrange(len(content) + 1), rng.randrange(len(content) + 1)))
    return content[:last] + content[first:last] * rng.choice((1, 2, 50)) + content[last:]


def splice(content: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """Go on as another request goes on."""
    other = rng.choice(others)
    return content[: rng.randrange(len(content) + 1)] + other[rng.randrange(len(other) + 1) :]


def renumber(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """Say that the first field is another one."""
    return bytes([rng.randrange(256)]) + content[1:]


def length(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """Put a very long number somewhere."""
    at = rng.randrange(len(content) + 1)
    return content[:at] + varint(rng.choice(_LENGTHS)) + content[at + 1 :]


def endless(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """Put a number somewhere that does not end."""
    at = rng.randrange(len(content) + 1)
    return content[:at] + b"\xff" * rng.choice((9, 10, 11, 500)) + content[at:]


def nest(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """Put it into a field of itself, again and again."""
    number = rng.randrange(1, 12)
    for _place in range(rng.choice((1, 2, _NESTED))):
        if len(content) > 20_000:
            break
        content = bytes([number << 3 | 2]) + varint(len(content)) + content
    return content


def garbage(content: bytes, _: Sequence[bytes], rng: Random) -> bytes:
    """Something else altogether."""
    return rng.randbytes(rng.choice((1, 2, 5, 40, 300)))


Way: TypeAlias = Callable[[bytes, Sequence[bytes], Random], bytes]
_WAYS: Final[Sequence[Way]] = (
    *(flip, flip, flip, replace, replace, cut, drop, double, splice, splice),
    *(renumber, length, endless, nest, garbage),
)
