"""`gemwright cards`: every card of a game, as a table one can search."""

from typing import Annotated, Final

import typer

from gemwright_client.cli.exits import FAILED
from gemwright_client.cli.options import AsJson, Manner, Service
from gemwright_client.cli.output import remark, say_json, say_table
from gemwright_client.cli.seeking import (
    ability_text,
    bonus_text,
    cost_text,
    sort_text,
    test_of,
)
from gemwright_client.cli.values import GameName
from gemwright_client.errors import ExtraMissing, Unreachable
from gemwright_client.extras import extra
from gemwright_client.pb.catalog_service_pb2 import Card
from gemwright_client.words import Words

_PATIENCE_S: Final = 1.0
"""The rules core has the same cards, so that waiting for a server is not worth while."""


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


async def _all(game: GameName, service: Service, words: Words) -> list[Card]:
    """Every card, from a server, or else from the rules core if that is installed."""
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
