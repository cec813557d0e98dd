"""Looking for cards: what the words of a search mean."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import typer

from gemwright_client.board.cards import COLOURS, KINDS, Kind, counts_of, kind_of
from gemwright_client.pb.catalog_service_pb2 import Card, CardSort
from gemwright_client.words import Words

Test: TypeAlias = Callable[[Card], bool]

_COMPARISON: Final = re.compile(r"(\w+)(:|=|<=|>=|<|>)([0-9]{1,2})")
_COMPARE: Final[Mapping[str, Callable[[int, int], bool]]] = {
    ":": operator.eq,
    "=": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_NUMBERS: Final[Mapping[str, Callable[[Card], int]]] = {
    "level": lambda card: card.level,
    "points": lambda card: card.points,
    "crowns": lambda card: card.crowns,
    "cost": lambda card: sum(counts_of(card.cost).values()),
}
_NAMES: Final[Mapping[str, str]] = {
    "level": "level",
    "points": "cli.heading_points",
    "crowns": "cli.heading_crowns",
    "cost": "cost",
}
"""The numbers by the keys of what tables call them."""
_SORT_KEYS: Final[Mapping[int, str]] = {
    CardSort.CARD_SORT_JEWEL: "jewel_card",
    CardSort.CARD_SORT_ROYAL: "royal_card",
    CardSort.CARD_SORT_COUNTERFEITER: "counterfeiter_card",
    CardSort.CARD_SORT_NOBLE: "noble",
}
_UNKNOWN: Final = "?"


def test_of(word: str, words: Words) -> Test:
    """What a card must be for one word of a search; a usage error for a comparison that is none."""
    found = _COMPARISON.fullmatch(word)
    if found:
        compare, number = _COMPARE[found[2]], int(found[3])
        number_of = _number_called(found[1], words)
        return lambda card: compare(number_of(card), number)
    if re.search("[:=<>]", word):
        raise typer.BadParameter(f"{word!r} is no comparison, such as cost<=4.")
    kind = _kind(word, words)
    if kind in COLOURS:
        return lambda card: bonus_of(card) == kind
    if kind is not None:
        return lambda card: counts_of(card.cost)[kind] > 0
    return lambda card: word.casefold() in _said_of(card, words)


def _number_called(name: str, words: Words) -> Callable[[Card], int]:
    """What a comparison compares: a number of the card, or what it costs of a kind of token."""
    kind = _kind(name, words)
    if kind is not None:
        return lambda card: counts_of(card.cost)[kind]
    wanted = name.casefold()
    for number, key in _NAMES.items():
        if wanted in (number, words[key].casefold()):
            return _NUMBERS[number]
    raise typer.BadParameter(f"{name!r} is no number of a card; {', '.join(_NUMBERS)} are.")


def _kind(word: str, words: Words) -> Kind | None:
    """The kind of token that a word names, in the user's language or as the notation has it."""
    wanted = word.casefold()
    return next((kind for kind in KINDS if wanted in (kind, words(kind).casefold())), None)


def _said_of(card: Card, words: Words) -> str:
    """All that can be found by a part of it."""
    parts = [card.card, sort_text(card, words), *card.abilities, ability_text(card, words)]
    if card.is_wild:
        parts.append(words("cli.any_colour"))
    return "\n".join(parts).casefold()


def bonus_of(card: Card) -> Kind | None:
    """The colour of a card's bonus; none for no bonus, and for a wild card."""
    return kind_of(card.bonus)


def sort_text(card: Card, words: Words) -> str:
    """What sort of card it is; the cards of Splendor's decks are developments."""
    if card.sort not in _SORT_KEYS:
        return _UNKNOWN
    is_development = card.sort == CardSort.CARD_SORT_JEWEL and card.card.startswith("S")
    return words("development_card") if is_development else words[_SORT_KEYS[card.sort]]


def ability_text(card: Card, words: Words) -> str:
    """What a card does, in sentences."""
    return " ".join(_ability(ability, words) for ability in card.abilities)


def _ability(ability: str, words: Words) -> str:
    key = f"ability.{ability}"
    return words(key) if key in words else ability


def bonus_text(card: Card, words: Words) -> str:
    """What it counts for."""
    if card.is_wild:
        return words("cli.any_colour")
    kind = bonus_of(card)
    if kind is None:
        return ""
    return words(kind) if card.bonus_count < 2 else f"{card.bonus_count} {words(kind)}"


def cost_text(card: Card, words: Words) -> str:
    """What it costs; for a noble, the bonuses it asks for."""
    costs = counts_of(card.cost).items()
    return ", ".join(f"{number} {words(kind)}" for kind, number in costs if number)
