"""Payments for a price: gold replaces any token, and a payment is exact (D-BUY-2, S-BUY-1).

A price is a count of every kind; gold in a price must be paid in gold.
"""

from collections.abc import Iterator
from itertools import product

from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.lanes import (
    MOST,
    ONE,
    WITHOUT_GOLD,
    Lanes,
    count,
    excess,
    is_within,
    pack_row,
    total,
    unpack,
)


def least_gold(price: Lanes, owned: Lanes) -> Lanes | None:
    """The exact payment with the least gold, or None if the price cannot be paid."""
    lacking = excess(price, owned & WITHOUT_GOLD)
    gold = total(lacking)
    if gold > count(owned, Kind.GOLD):
        return None
    return price - lacking + gold * ONE[Kind.GOLD]


def exact_payments(price: Lanes, owned: Lanes) -> Iterator[Lanes]:
    """Every exact payment, sorted by its gold, the least first."""
    gold_price, gold_owned = count(price, Kind.GOLD), count(owned, Kind.GOLD)
    to_pay = total(price)
    most = [min(asked, has) for asked, has in zip(unpack(price), unpack(owned), strict=True)]
    most[Kind.GOLD] = 0
    rows = [
        row
        for row in product(*(range(number, -1, -1) for number in most))
        if to_pay - sum(row) <= gold_owned
    ]
    rows.sort(key=sum, reverse=True)
    for row in rows:
        gold = to_pay - sum(row)
        assert gold >= gold_price
        yield pack_row(row) + gold * ONE[Kind.GOLD]


def is_exact(payment: Lanes, price: Lanes) -> bool:
    """Whether this pays the price: no more of a kind than the price has, and gold for the rest."""
    coins = payment & WITHOUT_GOLD
    return is_within(coins, price & WITHOUT_GOLD) and total(payment) == total(price)


def lanes_of(tokens: tuple[int, ...]) -> Lanes | None:
    """The lanes of a stated payment, or None if it does not have one count for each kind."""
    if len(tokens) != len(KINDS) or not all(0 <= number <= MOST for number in tokens):
        return None
    return pack_row(tokens)
