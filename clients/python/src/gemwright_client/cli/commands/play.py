"""`gemwright play`: a match in the terminal."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Final

import typer

from gemwright_client.cli.exits import USAGE, Failed
from gemwright_client.cli.options import Manner, Service
from gemwright_client.cli.values import BotName, GameName, duration

_MATCH: Final = "Match"
_NEW: Final = "New match"
_SAID_BY_SCENARIO: Final = ("game", "bot", "seats", "is_hot_seat")


async def play(
    context: typer.Context,
    service: Service,
    manner: Manner,
    match: Annotated[
        str,
        typer.Option(
            metavar="ID",
            help="A match to come back to, or to join; a new one unless told.",
            rich_help_panel=_MATCH,
            show_default=False,
        ),
    ] = "",
    is_newest: Annotated[
        bool,
        typer.Option(
            "--continue",
            help="Come back to the newest of your matches that go on.",
            rich_help_panel=_MATCH,
        ),
    ] = False,
    join: Annotated[
        str,
        typer.Option(
            metavar="JOINTOKEN",
            help="What fills an open seat of that match.",
            rich_help_panel=_MATCH,
            show_default=False,
        ),
    ] = "",
    game: Annotated[
        GameName,
        typer.Option(
            metavar="GAME",
            help="What is played: duel, counterfeiters or splendor.",
            rich_help_panel=_NEW,
        ),
    ] = GameName.DUEL,
    bot: Annotated[
        BotName | None,
        typer.Option(
            help="Whom one plays against; greedy unless told.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = None,
    seats: Annotated[
        int, typer.Option(min=2, max=4, help="How many play Splendor.", rich_help_panel=_NEW)
    ] = 2,
    is_hot_seat: Annotated[
        bool,
        typer.Option(
            "--hot-seat",
            help="People share this keyboard; with --bot, one bot plays too.",
            rich_help_panel=_NEW,
        ),
    ] = False,
    scenario: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Begin from a position that gemwright scenarios lists.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = "",
    per_turn: Annotated[
        timedelta | None,
        typer.Option(
            parser=duration,
            metavar="TIME",
            help="The time for a turn, such as 90s.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = None,
    bank: Annotated[
        timedelta | None,
        typer.Option(
            parser=duration,
            metavar="TIME",
            help="The time for the whole match, such as 15m.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = None,
    increment: Annotated[
        timedelta | None,
        typer.Option(
            parser=duration,
            metavar="TIME",
            help="What a turn adds to a --bank.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where matches are kept when no server is named.",
            rich_help_panel=_MATCH,
            show_default=False,
        ),
    ] = None,
) -> None:
    """Play a match here: against a bot, with others at this keyboard, or on a server.

    Without --server, a server of your own runs meanwhile; its matches stay. Type ? for what is
    possible, help for what can be typed.
    """
    from gemwright_client.cli.play.opening import BOTS, Place, Wish
    from gemwright_client.cli.play.playing import play_at

    is_named = _source(context, "server") != "DEFAULT"
    place = Place(
        service if is_named else None,
        token=service.token,
        is_token_typed=_source(context, "token") == "COMMANDLINE",
        match=match,
        is_newest=is_newest,
        join=join,
        data=data,
        language=manner.lang,
    )
    wish = Wish(
        game,
        seats,
        BOTS[bot] if bot else None,
        is_hot_seat=is_hot_seat,
        per_turn=per_turn,
        bank=bank,
        increment=increment,
        scenario=scenario,
    )
    if scenario and any(_source(context, name) != "DEFAULT" for name in _SAID_BY_SCENARIO):
        raise Failed("cli.scenario_alone", code=USAGE)
    if not (match or is_newest):
        wish.check()
    await play_at(place, wish, manner.words)


def _source(context: typer.Context, option: str) -> str:
    """From where an option has its value."""
    source = context.get_parameter_source(option)
    return source.name if source is not None else "DEFAULT"
