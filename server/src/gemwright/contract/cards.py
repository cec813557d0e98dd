"""The cards of each game as the catalogue lists them."""

from enum import Enum, auto
from typing import Final

from gemwright.contract.encoder import Encoder
from gemwright.contract.shapes import fields_of
from gemwright.contract.vocabulary import ENUMS, Words
from gemwright.engine import GAMES
from gemwright.engine.lanes import unpack
from gemwright.pb import catalog_service_pb2 as pb


class _Sort(Enum):
    JEWEL = auto()
    ROYAL = auto()
    COUNTERFEITER = auto()
    NOBLE = auto()


_SORTS: Final = {
    "JewelCard": _Sort.JEWEL,
    "Development": _Sort.JEWEL,
    "RoyalCard": _Sort.ROYAL,
    "CounterfeiterCard": _Sort.COUNTERFEITER,
    "Noble": _Sort.NOBLE,
}
"""By the name of the engine's class."""

_NAMES: Final = {"id": "card", "colour": "bonus", "requires": "cost", "ability": "abilities"}
"""Fields that the engine names differently. A counterfeiter's colour is that of its discount."""

_BLANK: Final[dict[str, object]] = {
    "level": 0,
    "points": 0,
    "crowns": 0,
    "bonus": None,
    "bonus_count": 0,
    "is_wild": False,
    "cost": None,
    "abilities": [],
}
_ALWAYS: Final[dict[str, dict[str, object]]] = {"Development": {"bonus_count": 1}}
"""Values that all cards of a class share; the class has no attribute for them."""
_NO_ABILITY: Final = "none"

_ENCODE: Final = Encoder({**ENUMS, "CardSort": Words(_Sort, "sort of card")}, {}).of(
    pb.DESCRIPTOR.message_types_by_name["Card"]
)


def card_messages(game: str) -> list[pb.Card]:
    """Every card of a game, those of the decks first."""
    return [pb.Card.FromString(_ENCODE(_printed(card))) for card in GAMES[game].CARDS]


def _printed(card: object) -> dict[str, object]:
    kind = type(card)
    data = {**_BLANK, **_ALWAYS.get(kind.__name__, {}), "sort": _SORTS[kind.__name__]}
    for name in fields_of(kind):
        data[_NAMES.get(name, name)] = _value(name, getattr(card, name))
    return data


def _value(name: str, value: object) -> object:
    if name in ("cost", "requires") and isinstance(value, int):
        return unpack(value)
    if name == "ability":
        return [] if value == _NO_ABILITY else [value]
    return value
