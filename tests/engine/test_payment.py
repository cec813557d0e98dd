"""Payments against a slow model: every hand of tokens, tried one by one."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import NOTHING, pack, pack_row, unpack
from gemwright.engine.payment import exact_payments, is_exact, lanes_of, least_gold

PRICE = st.tuples(*[st.integers(0, 3)] * 3)
OWNED = st.tuples(*[st.integers(0, 3)] * 3, st.integers(0, 4))
"""White, pearl and glassware stand for all kinds that gold replaces; the last is gold."""

Row = tuple[int, ...]


def lanes_from(white: int, pearl: int, glassware: int, gold: int = 0) -> int:
    return pack({Kind.WHITE: white, Kind.PEARL: pearl, Kind.GLASSWARE: glassware, Kind.GOLD: gold})


def is_payment(paid: Row, price: Row) -> bool:
    """No more of a kind than asked, and gold for exactly what is lacking."""
    *coins, gold = paid
    return all(a <= b for a, b in zip(coins, price, strict=True)) and (
        gold == sum(price) - sum(coins)
    )


def all_payments(price: Row, owned: Row) -> set[int]:
    hands = product(*(range(number + 1) for number in owned))
    return {lanes_from(*paid) for paid in hands if is_payment(paid, price)}


@given(PRICE, OWNED)
def test_every_exact_payment_comes_once(price: Row, owned: Row) -> None:
    found = list(exact_payments(lanes_from(*price), lanes_from(*owned)))
    assert len(found) == len(set(found))
    assert set(found) == all_payments(price, owned)


@given(PRICE, OWNED)
def test_payments_come_by_growing_use_of_gold(price: Row, owned: Row) -> None:
    found = exact_payments(lanes_from(*price), lanes_from(*owned))
    gold = [unpack(paid)[Kind.GOLD] for paid in found]
    assert gold == sorted(gold)


@given(PRICE, OWNED)
def test_the_payment_with_the_least_gold_is_the_first(price: Row, owned: Row) -> None:
    least = least_gold(lanes_from(*price), lanes_from(*owned))
    found = list(exact_payments(lanes_from(*price), lanes_from(*owned)))
    assert least == (found[0] if found else None)


@given(PRICE, OWNED)
def test_a_payment_is_exact_or_not(price: Row, paid: Row) -> None:
    assert is_exact(lanes_from(*paid), lanes_from(*price)) is is_payment(paid, price)


def test_a_price_of_nothing_is_paid_with_nothing() -> None:
    assert least_gold(NOTHING, lanes_from(1, 1, 1, 1)) == NOTHING
    assert list(exact_payments(NOTHING, lanes_from(1, 1, 1, 1))) == [NOTHING]
    assert is_exact(NOTHING, NOTHING)
    assert not is_exact(lanes_from(0, 0, 0, 1), NOTHING)


def test_gold_in_a_price_is_owed_in_gold() -> None:
    price = lanes_from(1, 0, 0, gold=2)
    assert least_gold(price, lanes_from(4, 4, 4, gold=1)) is None
    assert least_gold(price, lanes_from(1, 0, 0, gold=2)) == price
    assert least_gold(price, lanes_from(0, 0, 0, gold=3)) == lanes_from(0, 0, 0, gold=3)
    assert list(exact_payments(price, lanes_from(1, 4, 4, gold=3))) == [
        price,
        lanes_from(0, 0, 0, gold=3),
    ]
    assert not is_exact(lanes_from(2, 0, 0, gold=1), price)


@given(st.lists(st.integers(0, 31), min_size=8, max_size=8))
def test_stated_tokens_are_counts_of_each_kind(row: list[int]) -> None:
    assert lanes_of(tuple(row)) == pack_row(row)


@pytest.mark.parametrize("row", [(), (1,) * 7, (1,) * 9, (0,) * 7 + (-1,), (32,) + (0,) * 7])
def test_anything_else_is_no_payment(row: Row) -> None:
    assert lanes_of(row) is None
