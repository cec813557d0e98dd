"""The card files against sums and symmetries the printed cards are known to have."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import TypedDict, cast

import pytest

COLORS = ("white", "blue", "green", "red", "black")
NEXT_COLOR = dict(zip(COLORS, (*COLORS[1:], COLORS[0]), strict=True))

JEWEL_ABILITIES = {"none", "extra_turn", "take_matching", "privilege", "steal"}
BASE_ROYAL_ABILITIES = {"none", "extra_turn", "privilege", "steal"}
NEW_ROYAL_ABILITIES = {
    "reserve",
    "win_9_points_one_color",
    "win_9_crowns",
    "take_up_to_4_of_one_kind",
    "take_counterfeiter",
    "take_2_random_from_bag",
    "take_gold",
    "take_3_of_choice",
}
SINGLE_COUNTERFEITER_ABILITIES = {
    "discount_single_3",
    "discount_pearl",
    "discount_any_1",
    "buy_royal",
    "extra_turn",
    "steal",
    "glassware_no_limit",
    "privilege_two",
    "two_crowns",
    "reserve_five",
    "better_take_matching",
    "dig_three",
}


class JewelCard(TypedDict):
    id: str
    level: int
    bonus: str
    bonus_count: int
    points: int
    crowns: int
    ability: str
    cost: dict[str, int]


class RoyalCard(TypedDict):
    id: str
    points: int
    ability: str


class _CounterfeiterFields(TypedDict):
    id: str
    ability: str
    cost: dict[str, int]
    points: int
    crowns: int


class CounterfeiterCard(_CounterfeiterFields, total=False):
    color: str


class DevelopmentCard(TypedDict):
    id: str
    level: int
    bonus: str
    points: int
    cost: dict[str, int]


class Noble(TypedDict):
    id: str
    points: int
    requires: dict[str, int]


class DuelFile(TypedDict):
    jewel_cards: list[JewelCard]
    royal_cards: list[RoyalCard]
    board_spiral: list[list[int]]


class CounterfeitersFile(TypedDict):
    counterfeiter_cards: list[CounterfeiterCard]
    royal_cards: list[RoyalCard]


class SplendorFile(TypedDict):
    development_cards: list[DevelopmentCard]
    nobles: list[Noble]


def _read(game: str, name: str) -> object:
    return json.loads((files("gemwright") / "engine" / game / name).read_text(encoding="utf-8"))


DUEL = cast(DuelFile, _read("duel", "duel.json"))
COUNTERFEITERS = cast(CounterfeitersFile, _read("duel", "counterfeiters.json"))
SPLENDOR = cast(SplendorFile, _read("splendor", "splendor.json"))

JEWELS = DUEL["jewel_cards"]
COUNTERFEITER_CARDS = COUNTERFEITERS["counterfeiter_cards"]
DEVELOPMENTS = SPLENDOR["development_cards"]
NOBLES = SPLENDOR["nobles"]


def _by_level(amount: Callable[[JewelCard], int]) -> list[int]:
    return [sum(amount(card) for card in JEWELS if card["level"] == level) for level in (1, 2, 3)]


def _total(costs: Iterable[dict[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for cost in costs:
        total.update(cost)
    return total


def _is_sound_cost(cost: dict[str, int], kinds: Iterable[str]) -> bool:
    return bool(cost) and set(cost) <= set(kinds) and min(cost.values()) >= 1


# Duel


@pytest.mark.rule("D-SET-1")
def test_duel_has_67_jewel_cards_30_24_and_13_by_level() -> None:
    assert len(JEWELS) == 67
    assert _by_level(lambda card: 1) == [30, 24, 13]


@pytest.mark.rule("D-SET-1")
def test_duel_has_four_royal_cards() -> None:
    assert [card["id"] for card in DUEL["royal_cards"]] == ["R-1", "R-2", "R-3", "R-4"]


def test_duel_ids_are_unique_and_tell_the_level() -> None:
    assert len({card["id"] for card in JEWELS}) == len(JEWELS)
    assert all(card["id"].startswith(f"D{card['level']}-") for card in JEWELS)


def test_duel_has_eleven_cards_of_each_colour_nine_wild_and_three_without_a_bonus() -> None:
    bonuses = Counter(card["bonus"] for card in JEWELS)
    assert bonuses == {**dict.fromkeys(COLORS, 11), "wild": 9, "none": 3}


def test_duel_points_are_11_37_and_44_by_level() -> None:
    assert _by_level(lambda card: card["points"]) == [11, 37, 44]


def test_duel_crowns_are_6_9_and_13_by_level() -> None:
    assert _by_level(lambda card: card["crowns"]) == [6, 9, 13]


def test_duel_has_69_bonuses() -> None:
    assert sum(card["bonus_count"] for card in JEWELS) == 69


def test_five_cards_of_level_2_one_of_each_colour_give_two_bonuses() -> None:
    doubles = [card for card in JEWELS if card["bonus_count"] == 2]
    assert sorted(card["bonus"] for card in doubles) == sorted(COLORS)
    assert {card["level"] for card in doubles} == {2}


def test_every_wild_card_gives_one_bonus() -> None:
    assert {card["bonus_count"] for card in JEWELS if card["bonus"] == "wild"} == {1}


def test_bonus_count_is_zero_exactly_on_cards_without_a_bonus() -> None:
    for card in JEWELS:
        assert (card["bonus_count"] == 0) == (card["bonus"] == "none")
        assert card["bonus_count"] in (0, 1, 2)


def test_duel_asks_81_times_for_each_gem_colour_and_29_times_for_pearl() -> None:
    total = _total(card["cost"] for card in JEWELS)
    assert total == {**dict.fromkeys(COLORS, 81), "pearl": 29}


def test_the_55_coloured_duel_cards_are_unchanged_when_every_colour_is_rotated() -> None:
    def face(card: JewelCard, name: Callable[[str], str]) -> tuple[object, ...]:
        cost = frozenset((name(kind), count) for kind, count in card["cost"].items())
        rest = (card["level"], card["bonus_count"], card["points"], card["crowns"])
        return (*rest, card["ability"], name(card["bonus"]), cost)

    coloured = [card for card in JEWELS if card["bonus"] in COLORS]
    as_printed = Counter(face(card, str) for card in coloured)
    rotated = Counter(face(card, lambda kind: NEXT_COLOR.get(kind, kind)) for card in coloured)
    assert len(coloured) == 55
    assert rotated == as_printed


def test_duel_costs_are_gems_and_pearls() -> None:
    assert all(_is_sound_cost(card["cost"], (*COLORS, "pearl")) for card in JEWELS)


def test_duel_abilities_are_known_and_all_of_them_occur() -> None:
    assert {card["ability"] for card in JEWELS} == JEWEL_ABILITIES
    assert {card["ability"] for card in DUEL["royal_cards"]} == BASE_ROYAL_ABILITIES


def test_d3_11_is_the_only_wild_card_with_another_ability() -> None:
    wild = [card for card in JEWELS if card["bonus"] == "wild" and card["ability"] != "none"]
    assert [(card["id"], card["ability"]) for card in wild] == [("D3-11", "extra_turn")]


@pytest.mark.rule("D-SET-3")
def test_the_spiral_visits_every_cell_of_the_board_once() -> None:
    spiral = [(row, column) for row, column in DUEL["board_spiral"]]
    assert len(spiral) == 25
    assert set(spiral) == {(row, column) for row in range(5) for column in range(5)}


@pytest.mark.rule("D-SET-3")
def test_the_spiral_leaves_the_centre_downwards_turns_clockwise_and_ends_in_the_corner() -> None:
    clockwise = [(1, 0), (0, -1), (-1, 0), (0, 1)]  # down, left, up, right
    arms = [1, 1, 2, 2, 3, 3, 4, 4, 4]
    row, column = 2, 2
    expected = [[row, column]]
    for turn, length in enumerate(arms):
        down, right = clockwise[turn % 4]
        for _ in range(length):
            row, column = row + down, column + right
            expected.append([row, column])
    assert DUEL["board_spiral"] == expected
    assert expected[-1] == [4, 4]


# The Counterfeiters


@pytest.mark.rule("C-SET-2")
def test_there_are_17_counterfeiter_cards() -> None:
    expected = [f"C-{number:02}" for number in range(1, 18)]
    assert [card["id"] for card in COUNTERFEITER_CARDS] == expected


@pytest.mark.rule("C-SET-3")
def test_the_four_base_and_eight_new_royal_cards_are_twelve_different_ones() -> None:
    royals = DUEL["royal_cards"] + COUNTERFEITERS["royal_cards"]
    assert len(COUNTERFEITERS["royal_cards"]) == 8
    assert [card["id"] for card in royals] == [f"R-{number}" for number in range(1, 13)]


def test_every_counterfeiter_cost_has_glassware_26_in_all() -> None:
    glassware = [card["cost"].get("glassware", 0) for card in COUNTERFEITER_CARDS]
    assert min(glassware) >= 1
    assert sum(glassware) == 26


def test_five_counterfeiter_cards_cost_a_pearl_and_two_cost_gold() -> None:
    counts = Counter(kind for card in COUNTERFEITER_CARDS for kind in card["cost"])
    assert counts["pearl"] == 5
    assert counts["gold"] == 2


def test_in_c_06_to_c_17_each_gem_colour_occurs_twice() -> None:
    total = _total(card["cost"] for card in COUNTERFEITER_CARDS[5:])
    assert {color: total[color] for color in COLORS} == dict.fromkeys(COLORS, 2)


def test_counterfeiter_costs_are_gems_pearls_glassware_and_gold() -> None:
    kinds = (*COLORS, "pearl", "glassware", "gold")
    assert all(_is_sound_cost(card["cost"], kinds) for card in COUNTERFEITER_CARDS)


def test_counterfeiter_abilities_are_known_and_only_the_colour_discount_repeats() -> None:
    abilities = Counter(card["ability"] for card in COUNTERFEITER_CARDS)
    assert abilities == {"discount_color": 5, **dict.fromkeys(SINGLE_COUNTERFEITER_ABILITIES, 1)}


def test_c_01_to_c_05_name_one_colour_each_and_no_other_card_names_one() -> None:
    named = {card["id"]: card["color"] for card in COUNTERFEITER_CARDS if "color" in card}
    assert sorted(named) == ["C-01", "C-02", "C-03", "C-04", "C-05"]
    assert sorted(named.values()) == sorted(COLORS)
    assert {card["ability"] for card in COUNTERFEITER_CARDS[:5]} == {"discount_color"}


def test_new_royal_abilities_are_known_and_occur_once_each() -> None:
    abilities = Counter(card["ability"] for card in COUNTERFEITERS["royal_cards"])
    assert abilities == dict.fromkeys(NEW_ROYAL_ABILITIES, 1)


def test_c_14_alone_of_the_counterfeiter_cards_has_crowns_and_none_has_points() -> None:
    crowns = {card["id"]: card["crowns"] for card in COUNTERFEITER_CARDS if card["crowns"]}
    assert crowns == {"C-14": 2}
    assert not any(card["points"] for card in COUNTERFEITER_CARDS)


# Splendor


@pytest.mark.rule("S-SET-1")
def test_splendor_has_90_development_cards_40_30_and_20_by_level() -> None:
    assert Counter(card["level"] for card in DEVELOPMENTS) == {1: 40, 2: 30, 3: 20}


def test_splendor_has_ten_nobles_of_three_points() -> None:
    assert len(NOBLES) == 10
    assert {noble["points"] for noble in NOBLES} == {3}


def test_splendor_ids_are_unique_and_tell_the_level() -> None:
    ids = [card["id"] for card in DEVELOPMENTS] + [noble["id"] for noble in NOBLES]
    assert len(set(ids)) == len(ids)
    assert all(card["id"].startswith(f"S{card['level']}-") for card in DEVELOPMENTS)


def test_splendor_has_8_6_and_4_cards_of_each_colour_by_level() -> None:
    counts = Counter((card["level"], card["bonus"]) for card in DEVELOPMENTS)
    assert counts == {
        (level, color): count for level, count in ((1, 8), (2, 6), (3, 4)) for color in COLORS
    }


@pytest.mark.parametrize(("level", "asked"), [(1, 33), (2, 41), (3, 43)])
def test_splendor_asks_equally_often_for_every_colour_within_a_level(
    level: int, asked: int
) -> None:
    total = _total(card["cost"] for card in DEVELOPMENTS if card["level"] == level)
    assert total == dict.fromkeys(COLORS, asked)


@pytest.mark.parametrize(("level", "points"), [(1, 1), (2, 11), (3, 16)])
def test_splendor_points_are_equal_for_every_colour_within_a_level(level: int, points: int) -> None:
    total: Counter[str] = Counter()
    for card in DEVELOPMENTS:
        if card["level"] == level:
            total[card["bonus"]] += card["points"]
    assert total == dict.fromkeys(COLORS, points)


def test_the_nobles_ask_17_times_for_each_colour() -> None:
    assert _total(noble["requires"] for noble in NOBLES) == dict.fromkeys(COLORS, 17)


def test_splendor_costs_and_requirements_are_gems() -> None:
    assert all(_is_sound_cost(card["cost"], COLORS) for card in DEVELOPMENTS)
    assert all(_is_sound_cost(noble["requires"], COLORS) for noble in NOBLES)


@pytest.mark.parametrize("level", [1, 2])
def test_splendor_levels_1_and_2_change_when_every_colour_is_rotated(level: int) -> None:
    def faces(name: Callable[[str], str]) -> Counter[object]:
        return Counter(
            (
                name(card["bonus"]),
                card["points"],
                frozenset((name(kind), count) for kind, count in card["cost"].items()),
            )
            for card in DEVELOPMENTS
            if card["level"] == level
        )

    assert faces(NEXT_COLOR.__getitem__) != faces(str)
