"""`gemwright cards`: every card of a game, as a table one can search."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Final, TypeAlias

import typer

from gemwright_client.board.cards import COLOURS, KINDS, Kind, counts_of, kind_of
from gemwright_client.cli.failures import FAILED
from gemwright_client.cli.options import AsJson, Manner, Service
from gemwright_client.cli.output import remark, say_json, say_table
from gemwright_client.cli.values import GameName
from gemwright_client.errors import ExtraMissing, Unreachable
from gemwright_client.extras import extra
from gemwright_client.pb.catalog_service_pb2 import Card, CardSort
from gemwright_client.words import Words

_PATIENCE_S: Final = 1.0
"""The rules core has the same cards, so waiting for a server is not worthwhile."""
_COLUMNS: Final = (
    "cli.heading_card",
    "cli.heading_sort",
    "level",
    "bonus",
    "cli.heading_points",
    "cli.heading_crowns",
    "cost",
    "ability",
)
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
"""The keys of the names that tables give to these numbers."""
_SORT_KEYS: Final[Mapping[int, str]] = {
    CardSort.CARD_SORT_JEWEL: "jewel_card",
    CardSort.CARD_SORT_ROYAL: "royal_card",
    CardSort.CARD_SORT_COUNTERFEITER: "counterfeiter_card",
    CardSort.CARD_SORT_NOBLE: "noble",
}
_UNKNOWN: Final = "?"


def _games(incomplete: str) -> list[str]:
    return [name.value for name in GameName if name.value.startswith(incomplete)]


async def cards(
    service: Service,
    manner: Manner,
    search: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME|WORD",
            help="The game (duel unless told), and words that a card must have.",
            autocompletion=_games,
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the cards of a game, those that fit every word of a search.

    A colour finds its bonus, and pearl or glassware what costs one. Numbers compare: level:2,
    'points>=3', crowns:1, 'cost<=4' for all tokens of the price, 'red>2' for those of one colour.
    Any other word is looked for in ids, sorts and abilities. Ends with 1 if no card fits.

    Example: gemwright cards counterfeiters red level:2
    """
    given, words = list(search or ()), manner.words
    named = next((word for word in given if word in list(GameName)), None)
    if named:
        given.remove(named)
    game = GameName(named or GameName.DUEL)
    tests = [test_of(word, words) for word in given]
    found = [card for card in await _all(game, service, words) if all(fits(card) for fits in tests)]
    if not found:
        remark(words("cli.no_cards", search=" ".join([game, *given])))
        raise typer.Exit(FAILED)
    if as_json:
        for card in found:
            say_json(card)
        return
    rows = [_row(card, words) for card in found]
    used = [number for number, cells in enumerate(zip(*rows, strict=True)) if any(cells)]
    headings = [words(_COLUMNS[number]) for number in used]
    say_table(headings, [[row[number] for number in used] for row in rows])


async def _all(game: GameName, service: Service, words: Words) -> list[Card]:
    """Get every card from a server, or else from the rules core if that is installed."""
    try:
        async with service.client(patience=_PATIENCE_S) as client:
            return list((await client.catalogue.cards(game.number, words.language)).cards)
    except Unreachable as unreachable:
        try:
            with extra("engine"):
                from gemwright_client.rules.games import cards_of
        except ExtraMissing:
            raise unreachable from None
        remark(words("cli.cards_from_here", server=service.server))
        return cards_of(game.number)


def _row(card: Card, words: Words) -> tuple[str, ...]:
    return (
        card.card,
        sort_text(card, words),
        str(card.level or ""),
        bonus_text(card, words),
        str(card.points or ""),
        str(card.crowns or ""),
        cost_text(card, words),
        ability_text(card, words),
    )


def test_of(word: str, words: Words) -> Test:
    """Make a test of one word of a search; a malformed comparison is a usage error."""
    found = _COMPARISON.fullmatch(word)
    if found:
        compare, number = _COMPARE[found[2]], int(found[3])
        number_of = _number_called(found[1], words)
        return lambda card: compare(number_of(card), number)
    if re.search("[:=<>]", word):
        raise typer.BadParameter(f"{word!r} is no comparison, such as cost<=4.")
    kind = _kind(word, words)
    if kind in COLOURS:
        return lambda card: kind_of(card.bonus) == kind
    if kind is not None:
        return lambda card: counts_of(card.cost)[kind] > 0
    return lambda card: word.casefold() in _said_of(card, words)


def _number_called(name: str, words: Words) -> Callable[[Card], int]:
    """Return what a comparison compares: a number of the card, or its cost in a kind of token."""
    kind = _kind(name, words)
    if kind is not None:
        return lambda card: counts_of(card.cost)[kind]
    wanted = name.casefold()
    for number, key in _NAMES.items():
        if wanted in (number, words[key].casefold()):
            return _NUMBERS[number]
    raise typer.BadParameter(f"{name!r} is no number of a card; {', '.join(_NUMBERS)} are.")


def _kind(word: str, words: Words) -> Kind | None:
    """Return the kind of token that a word names, in the user's language or in notation."""
    wanted = word.casefold()
    return next((kind for kind in KINDS if wanted in (kind, words(kind).casefold())), None)


def _said_of(card: Card, words: Words) -> str:
    """Return all text that a word of a search is looked for in."""
    parts = [card.card, sort_text(card, words), *card.abilities, ability_text(card, words)]
    if card.is_wild:
        parts.append(words("cli.any_colour"))
    return "\n".join(parts).casefold()


def sort_text(card: Card, words: Words) -> str:
    """Name the sort of a card; the cards of Splendor's decks are developments."""
    if card.sort not in _SORT_KEYS:
        return _UNKNOWN
    is_development = card.sort == CardSort.CARD_SORT_JEWEL and card.card.startswith("S")
    return words("development_card") if is_development else words[_SORT_KEYS[card.sort]]


def ability_text(card: Card, words: Words) -> str:
    """Describe the abilities of a card in sentences."""
    return " ".join(_ability(ability, words) for ability in card.abilities)


def _ability(ability: str, words: Words) -> str:
    key = f"ability.{ability}"
    return words(key) if key in words else ability


def bonus_text(card: Card, words: Words) -> str:
    """Describe the bonus of a card."""
    if card.is_wild:
        return words("cli.any_colour")
    kind = kind_of(card.bonus)
    if kind is None:
        return ""
    return words(kind) if card.bonus_count < 2 else f"{card.bonus_count} {words(kind)}"


def cost_text(card: Card, words: Words) -> str:
    """Describe the cost of a card; for a noble, the bonuses it asks for."""
    costs = counts_of(card.cost).items()
    return ", ".join(f"{number} {words(kind)}" for kind, number in costs if number)
