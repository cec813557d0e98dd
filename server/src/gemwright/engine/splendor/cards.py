"""The cards and nobles of Splendor, read once from the data file beside this one.

The rules handle a card or noble by its id alone; the tables below have its properties.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, TypeAlias, TypedDict

from gemwright.engine.kinds import KIND_OF_TEXT, Kind
from gemwright.engine.lanes import Lanes, pack, total

CardId: TypeAlias = str
NobleId: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Development:
    """A development card; each gives one bonus of its colour (S-BUY-2)."""

    id: CardId
    level: int
    bonus: Kind
    points: int
    cost: Lanes


@dataclass(frozen=True, slots=True)
class Noble:
    """A noble and the bonuses it asks for."""

    id: NobleId
    points: int
    requires: Lanes


class _DevelopmentEntry(TypedDict):
    id: str
    level: int
    bonus: str
    points: int
    cost: dict[str, int]


class _NobleEntry(TypedDict):
    id: str
    points: int
    requires: dict[str, int]


class _Splendor(TypedDict):
    development_cards: list[_DevelopmentEntry]
    nobles: list[_NobleEntry]


def _lanes(counts: Mapping[str, int]) -> Lanes:
    return pack({KIND_OF_TEXT[name]: number for name, number in counts.items()})


_SPLENDOR: Final[_Splendor] = json.loads(
    files(__package__).joinpath("splendor.json").read_text(encoding="utf-8")
)

DEVELOPMENTS: Final = {
    entry["id"]: Development(
        id=entry["id"],
        level=entry["level"],
        bonus=KIND_OF_TEXT[entry["bonus"]],
        points=entry["points"],
        cost=_lanes(entry["cost"]),
    )
    for entry in _SPLENDOR["development_cards"]
}
NOBLES: Final = {
    entry["id"]: Noble(entry["id"], entry["points"], _lanes(entry["requires"]))
    for entry in _SPLENDOR["nobles"]
}

LEVELS: Final = (1, 2, 3)
DECKS: Final = tuple(
    tuple(card.id for card in DEVELOPMENTS.values() if card.level == level) for level in LEVELS
)
"""The cards of each level in id order."""

COSTS: Final = {card.id: card.cost for card in DEVELOPMENTS.values()}
REQUIREMENTS: Final = {noble.id: noble.requires for noble in NOBLES.values()}
FEWEST_CARDS_FOR_A_NOBLE: Final = min(map(total, REQUIREMENTS.values()))
"""A card gives one bonus (S-BUY-2), so with fewer cards nobody need compare requirements."""
