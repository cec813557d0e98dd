"""Lanes against plain lists of numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemwright.engine import lanes
from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.lanes import MOST, NOTHING, ONE, WITHOUT_GOLD, pack_row

COUNTS = st.lists(st.integers(0, MOST), min_size=8, max_size=8)
FEW = st.lists(st.integers(0, 7), min_size=8, max_size=8)
"""56 tokens at most, as many as a total can tell."""


@given(COUNTS)
def test_counts_come_back_as_they_were(row: list[int]) -> None:
    packed = pack_row(row)
    assert lanes.unpack(packed) == tuple(row)
    assert [lanes.count(packed, kind) for kind in KINDS] == row


@given(COUNTS)
def test_counts_by_kind_and_in_a_row_are_the_same(row: list[int]) -> None:
    by_kind = dict(zip(KINDS, row, strict=True))
    assert lanes.pack(by_kind) == pack_row(row)
    assert lanes.pack({kind: number for kind, number in by_kind.items() if number}) == pack_row(row)


@given(COUNTS, COUNTS)
def test_equal_counts_are_equal_lanes_and_no_others(one: list[int], other: list[int]) -> None:
    assert (pack_row(one) == pack_row(other)) is (one == other)


@pytest.mark.parametrize("kind", KINDS)
def test_one_token_is_added_and_taken_away(kind: Kind) -> None:
    row = [3] * 8
    row[kind] += 2
    assert pack_row([3] * 8) + 2 * ONE[kind] == pack_row(row)
    assert pack_row(row) - 2 * ONE[kind] == pack_row([3] * 8)
    assert lanes.held(ONE[kind]) == [kind]


def test_nothing_has_no_token() -> None:
    assert lanes.unpack(NOTHING) == (0,) * 8
    assert lanes.held(NOTHING) == lanes.listed(NOTHING) == []


def test_a_row_has_a_number_for_each_kind() -> None:
    for row in ([1] * 7, [1] * 9):
        with pytest.raises(ValueError, match="argument 2"):
            pack_row(row)


@given(FEW)
def test_the_total_is_the_sum(row: list[int]) -> None:
    assert lanes.total(pack_row(row)) == sum(row)


@pytest.mark.parametrize("row", [[31, 31, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 31, 31]])
def test_the_total_is_right_up_to_62(row: list[int]) -> None:
    assert lanes.total(pack_row(row)) == 62


@given(COUNTS)
def test_held_kinds_are_those_with_a_token(row: list[int]) -> None:
    assert lanes.held(pack_row(row)) == [kind for kind in KINDS if row[kind]]


@given(FEW)
def test_listed_tokens_are_in_the_order_of_the_kinds(row: list[int]) -> None:
    listed = lanes.listed(pack_row(row))
    assert listed == sorted(listed)
    assert [listed.count(kind) for kind in KINDS] == row


@given(COUNTS)
def test_gold_can_be_left_out(row: list[int]) -> None:
    without = list(row)
    without[Kind.GOLD] = 0
    assert pack_row(row) & WITHOUT_GOLD == pack_row(without)


@given(COUNTS, COUNTS)
def test_excess_is_what_is_wanted_beyond_what_is_there(wanted: list[int], there: list[int]) -> None:
    beyond = [max(0, a - b) for a, b in zip(wanted, there, strict=True)]
    assert lanes.excess(pack_row(wanted), pack_row(there)) == pack_row(beyond)


@given(COUNTS, st.integers(0, MOST))
def test_a_number_is_reached_if_there_are_as_many_of_some_kind(row: list[int], least: int) -> None:
    assert lanes.any_reaches(pack_row(row), least) is (max(row) >= least)
    assert lanes.any_reaches(pack_row(row), max(row))


@given(COUNTS, COUNTS)
def test_a_part_is_within_a_whole_if_there_is_enough_of_every_kind(
    part: list[int], whole: list[int]
) -> None:
    enough = all(a <= b for a, b in zip(part, whole, strict=True))
    assert lanes.is_within(pack_row(part), pack_row(whole)) is enough
    smaller = [min(a, b) for a, b in zip(part, whole, strict=True)]
    assert lanes.is_within(pack_row(smaller), pack_row(whole))


@given(st.lists(st.none() | FEW, max_size=6), FEW, st.integers(0, 6))
def test_cards_within_reach_lack_no_more_than_the_jokers(
    costs: list[list[int] | None], power: list[int], jokers: int
) -> None:
    table = {f"card {n}": pack_row(cost) for n, cost in enumerate(costs) if cost is not None}
    row = [f"card {n}" if cost is not None else None for n, cost in enumerate(costs)]
    expected = [
        f"card {n}"
        for n, cost in enumerate(costs)
        if cost is not None
        and sum(max(0, a - b) for a, b in zip(cost, power, strict=True)) <= jokers
    ]
    assert lanes.within_reach(row, table, pack_row(power), jokers) == expected
