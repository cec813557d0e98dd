"""Kinds of token and numbers of them, as every game has them."""

from typing import Final

from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.lanes import MOST
from gemwright.pb.token_pb2 import (
    TOKEN_KIND_BLACK,
    TOKEN_KIND_BLUE,
    TOKEN_KIND_GLASSWARE,
    TOKEN_KIND_GOLD,
    TOKEN_KIND_GREEN,
    TOKEN_KIND_PEARL,
    TOKEN_KIND_RED,
    TOKEN_KIND_WHITE,
    ColourCounts,
    TokenCounts,
    TokenKind,
)
from gemwright.rpc.convert.malformed import Malformed

_MESSAGE_KINDS: Final = {
    Kind.WHITE: TOKEN_KIND_WHITE,
    Kind.BLUE: TOKEN_KIND_BLUE,
    Kind.GREEN: TOKEN_KIND_GREEN,
    Kind.RED: TOKEN_KIND_RED,
    Kind.BLACK: TOKEN_KIND_BLACK,
    Kind.PEARL: TOKEN_KIND_PEARL,
    Kind.GOLD: TOKEN_KIND_GOLD,
    Kind.GLASSWARE: TOKEN_KIND_GLASSWARE,
}
_ENGINE_KINDS: Final = {int(value): kind for kind, value in _MESSAGE_KINDS.items()}


def token_kind(kind: Kind) -> TokenKind:
    """The contract's word for a kind."""
    return _MESSAGE_KINDS[kind]


def kind_from(value: int, path: str) -> Kind:
    """The kind a client named."""
    kind = _ENGINE_KINDS.get(value)
    if kind is None:
        raise Malformed(path, f"{value} is no kind of token")
    return kind


def counts(tokens: tuple[int, ...]) -> TokenCounts:
    """A number for each kind, given in the order of the kinds."""
    white, blue, green, red, black, pearl, gold, glassware = tokens
    return TokenCounts(
        white=white,
        blue=blue,
        green=green,
        red=red,
        black=black,
        pearl=pearl,
        gold=gold,
        glassware=glassware,
    )


def counts_from(message: TokenCounts, path: str) -> tuple[int, ...]:
    """The numbers a client sent, in the order of the kinds, none beyond what a position holds."""
    numbers = _numbers(message)
    for kind, number in zip(KINDS, numbers, strict=True):
        if not 0 <= number <= MOST:
            detail = f"{number} is not between 0 and {MOST}"
            raise Malformed(f"{path}.{kind.text}", detail)
    return numbers


def counts_data(message: TokenCounts) -> dict[str, int]:
    """The numbers that are not 0 by the name of their kind, as positions have them."""
    named = zip(KINDS, _numbers(message), strict=True)
    return {kind.text: number for kind, number in named if number}


def colours(five: tuple[int, ...]) -> ColourCounts:
    """A number for each gem colour, given in the order of the kinds."""
    white, blue, green, red, black = five
    return ColourCounts(white=white, blue=blue, green=green, red=red, black=black)


def colours_row(message: ColourCounts) -> list[int]:
    """The numbers for the gem colours in the order of the kinds."""
    return [message.white, message.blue, message.green, message.red, message.black]


def _numbers(message: TokenCounts) -> tuple[int, ...]:
    return (
        message.white,
        message.blue,
        message.green,
        message.red,
        message.black,
        message.pearl,
        message.gold,
        message.glassware,
    )
