"""The cards of Duel and of The Counterfeiters, read once from the files beside this one.

The rules handle a card by its id alone; the tables below have its properties.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, TypeAlias, TypedDict

from gemwright.engine.kinds import KIND_OF_TEXT, Kind
from gemwright.engine.lanes import Lanes, pack

CardId: TypeAlias = str


@dataclass(frozen=True, slots=True)
class JewelCard:
    """A card of the pyramid. `bonus` is unset on wild cards and on cards without a bonus."""

    id: CardId
    level: int
    bonus: Kind | None
    is_wild: bool
    bonus_count: int
    points: int
    crowns: int
    ability: str
    cost: Lanes


@dataclass(frozen=True, slots=True)
class RoyalCard:
    """A royal card."""

    id: CardId
    points: int
    ability: str


@dataclass(frozen=True, slots=True)
class CounterfeiterCard:
    """A counterfeiter card. `colour` is set where its ability names one (C-ABL-1)."""

    id: CardId
    colour: Kind | None
    points: int
    crowns: int
    ability: str
    cost: Lanes


class _JewelEntry(TypedDict):
    id: str
    level: int
    bonus: str
    bonus_count: int
    points: int
    crowns: int
    ability: str
    cost: dict[str, int]


class _RoyalEntry(TypedDict):
    id: str
    points: int
    ability: str


class _CounterfeiterEntry(TypedDict):
    id: str
    color: str | None
    points: int
    crowns: int
    ability: str
    cost: dict[str, int]


class _Duel(TypedDict):
    jewel_cards: list[_JewelEntry]
    royal_cards: list[_RoyalEntry]
    board_spiral: list[tuple[int, int]]


class _Counterfeiters(TypedDict):
    counterfeiter_cards: list[_CounterfeiterEntry]
    royal_cards: list[_RoyalEntry]


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _cost(cost: Mapping[str, int]) -> Lanes:
    return pack({KIND_OF_TEXT[name]: number for name, number in cost.items()})


_DUEL: Final[_Duel] = json.loads(_read("duel.json"))
_COUNTERFEITERS: Final[_Counterfeiters] = json.loads(_read("counterfeiters.json"))

JEWELS: Final = {
    entry["id"]: JewelCard(
        id=entry["id"],
        level=entry["level"],
        bonus=KIND_OF_TEXT.get(entry["bonus"]),
        is_wild=entry["bonus"] == "wild",
        bonus_count=entry["bonus_count"],
        points=entry["points"],
        crowns=entry["crowns"],
        ability=entry["ability"],
        cost=_cost(entry["cost"]),
    )
    for entry in _DUEL["jewel_cards"]
}
BASE_ROYALS: Final = tuple(entry["id"] for entry in _DUEL["royal_cards"])
ROYALS: Final = {
    entry["id"]: RoyalCard(entry["id"], entry["points"], entry["ability"])
    for entry in (*_DUEL["royal_cards"], *_COUNTERFEITERS["royal_cards"])
}
COUNTERFEITERS: Final = {
    entry["id"]: CounterfeiterCard(
        id=entry["id"],
        colour=KIND_OF_TEXT.get(entry.get("color") or ""),
        points=entry["points"],
        crowns=entry["crowns"],
        ability=entry["ability"],
        cost=_cost(entry["cost"]),
    )
    for entry in _COUNTERFEITERS["counterfeiter_cards"]
}

WILD_CARDS: Final = frozenset(card.id for card in JEWELS.values() if card.is_wild)
LEVELS: Final = (1, 2, 3)
DECKS: Final = tuple(
    tuple(card.id for card in JEWELS.values() if card.level == level) for level in LEVELS
)
"""The cards of each level in id order."""

COSTS: Final = {
    **{card.id: card.cost for card in JEWELS.values()},
    **{card.id: card.cost for card in COUNTERFEITERS.values()},
}
SPIRAL: Final = tuple(row * 5 + column for row, column in _DUEL["board_spiral"])
"""The cells in the order in which the board is filled (D-SET-3)."""
