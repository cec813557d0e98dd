"""Kinds and numbers of tokens, both ways."""

import pytest

from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.lanes import MOST, by_name, pack_row
from gemwright.engine.reading import tokens
from gemwright.pb.token_pb2 import ColourCounts, TokenCounts, TokenKind
from gemwright.rpc.convert.malformed import Malformed
from gemwright.rpc.convert.tokens import (
    colours,
    colours_row,
    counts,
    counts_data,
    counts_from,
    kind_from,
    token_kind,
)

ROW = (1, 2, 3, 4, 5, 6, 7, 8)


def test_every_kind_has_the_word_of_its_name() -> None:
    words = {TokenKind.Name(token_kind(kind)): kind.name for kind in Kind}
    assert words == {f"TOKEN_KIND_{kind.name}": kind.name for kind in Kind}


def test_every_word_but_the_unspecified_one_is_a_kind() -> None:
    values = [value for value in TokenKind.values() if value]
    assert [kind_from(value, "kind") for value in values] == list(KINDS)
    assert [token_kind(kind_from(value, "kind")) for value in values] == values


@pytest.mark.parametrize("value", [0, -1, 9, 2**31 - 1])
def test_an_unknown_kind_is_malformed(value: int) -> None:
    with pytest.raises(Malformed) as caught:
        kind_from(value, "action.kind")
    assert caught.value.path == "action.kind"


def test_numbers_of_every_kind_come_back_in_the_order_of_the_kinds() -> None:
    message = counts(ROW)
    assert message == TokenCounts(
        white=1, blue=2, green=3, red=4, black=5, pearl=6, gold=7, glassware=8
    )
    assert counts_from(message, "tokens") == ROW


@pytest.mark.parametrize("number", [-1, MOST + 1, 2**31 - 1])
def test_a_number_that_no_position_holds_is_malformed(number: int) -> None:
    with pytest.raises(Malformed) as caught:
        counts_from(TokenCounts(white=1, glassware=number), "tokens")
    assert caught.value.path == "tokens.glassware"


def test_pools_become_the_data_that_positions_have() -> None:
    row = (1, 0, 3, 0, 5, 0, 7, 0)
    assert counts_data(counts(row)) == by_name(pack_row(row))
    assert tokens(counts_data(counts(ROW)), "supply") == pack_row(ROW)


def test_a_negative_number_is_left_to_the_check_of_positions() -> None:
    assert counts_data(TokenCounts(red=-1)) == {"red": -1}


def test_numbers_of_every_colour_come_back_in_order() -> None:
    message = colours((1, 2, 3, 4, 5))
    assert message == ColourCounts(white=1, blue=2, green=3, red=4, black=5)
    assert colours_row(message) == [1, 2, 3, 4, 5]
