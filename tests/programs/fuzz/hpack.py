"""Headers of HTTP/2 as bytes, with nothing remembered from one block to the next.

A peer that was told to keep no table sends every name and value in full, or by its number in the
fixed table, of which gRPC's trailers use the statuses alone.
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

Shown: TypeAlias = Sequence[tuple[bytes, bytes]]
"""Headers, or the metadata of a call."""

_STATUSES: Final = {8: 200, 9: 204, 10: 206, 11: 304, 12: 400, 13: 404, 14: 500}
"""Numbers in the fixed table."""
STATUS: Final = b":status"
UNREAD: Final = b""
"""A value in Huffman's code, or a name of the fixed table: nobody here asks for those."""


def block(fields: Shown) -> bytes:
    """Headers in the plainest form there is."""
    return b"".join(b"\x00" + _text(name) + _text(value) for name, value in fields)


def _text(text: bytes) -> bytes:
    return _number(len(text), 7) + text


def _number(value: int, bits: int) -> bytes:
    most = (1 << bits) - 1
    if value < most:
        return bytes([value])
    return bytes([most]) + varint(value - most)


def varint(value: int) -> bytes:
    """A number in groups of seven bits, the lowest first."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


def read_block(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The headers of a peer that keeps no table."""
    at = 0
    while at < len(block):
        first = block[at]
        if first & 0x80:
            number, at = _read_number(block, at, 7)
            if number in _STATUSES:
                yield STATUS, b"%d" % _STATUSES[number]
        elif first & 0xE0 == 0x20:
            _, at = _read_number(block, at, 5)
        else:
            number, at = _read_number(block, at, 6 if first & 0x40 else 4)
            name = STATUS if number in _STATUSES else UNREAD
            if not number:
                name, at = _read_text(block, at)
            value, at = _read_text(block, at)
            yield name, value


def _read_number(block: bytes, at: int, bits: int) -> tuple[int, int]:
    most = (1 << bits) - 1
    value, at = block[at] & most, at + 1
    if value < most:
        return value, at
    shift = 0
    while True:
        byte, at = block[at], at + 1
        value += (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def _read_text(block: bytes, at: int) -> tuple[bytes, int]:
    is_huffman = bool(block[at] & 0x80)
    size, at = _read_number(block, at, 7)
    return (UNREAD if is_huffman else block[at : at + size]), at + size
