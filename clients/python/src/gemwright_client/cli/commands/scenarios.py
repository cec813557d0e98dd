"""`gemwright scenarios`: the prepared positions of a server."""

from typing import Annotated, Final

import typer

from gemwright_client.cli.failures import FAILED
from gemwright_client.cli.options import AsJson, Manner, Service
from gemwright_client.cli.output import remark, say_json, say_table
from gemwright_client.cli.values import GameName
from gemwright_client.notation import action_text
from gemwright_client.pb.catalog_service_pb2 import Scenario
from gemwright_client.wording import game_key
from gemwright_client.words import Words

_UNKNOWN: Final = "?"


async def scenarios(
    service: Service,
    manner: Manner,
    game: Annotated[
        GameName | None,
        typer.Option(metavar="GAME", help="Only of this game: duel, counterfeiters or splendor."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List prepared positions to try a front end with.

    Only a server in development mode has them; others list none, and end with 1.

    Example: gemwright play --scenario duel-royal-choice
    """
    words = manner.words
    async with service.client() as client:
        listed = await client.catalogue.scenarios(words.language)
    found = [each for each in listed if game is None or each.game == game.number]
    if not found:
        remark(words("cli.no_scenarios"))
        raise typer.Exit(FAILED)
    if as_json:
        for each in found:
            say_json(each)
        return
    headings = [words(f"cli.heading_{name}") for name in _COLUMNS]
    say_table(headings, [_row(each, words) for each in found])


_COLUMNS: Final = ("scenario", "game", "seats", "to_see", "to_play")


def _row(scenario: Scenario, words: Words) -> tuple[str, ...]:
    key = game_key(scenario.game)
    return (
        scenario.scenario,
        words(key) if key else _UNKNOWN,
        str(scenario.seats),
        scenario.text,
        action_text(scenario.action) if scenario.HasField("action") else "",
    )
