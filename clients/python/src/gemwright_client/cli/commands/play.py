"""`gemwright play`: a match in the terminal."""

from pathlib import Path
from typing import Annotated, Final

import typer

from gemwright_client.cli.failures import USAGE, Failed
from gemwright_client.cli.options import Manner, Service
from gemwright_client.cli.play.which_match import Destination, NewMatch, WhichMatch

_MATCH: Final = "Match"
_SAID_BY_SCENARIO: Final = ("game", "bot", "seats", "is_hot_seat")


async def play(
    context: typer.Context,
    service: Service,
    manner: Manner,
    which: WhichMatch,
    new: NewMatch,
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
    from gemwright_client.cli.play.playing import play_at

    is_named = _source(context, "server") != "DEFAULT"
    destination = Destination(
        service if is_named else None,
        which,
        token=service.token,
        is_token_typed=_source(context, "token") == "COMMANDLINE",
        data=data,
        language=manner.lang,
    )
    if new.scenario and any(_source(context, name) != "DEFAULT" for name in _SAID_BY_SCENARIO):
        raise Failed("cli.scenario_alone", code=USAGE)
    if not (which.match or which.is_newest):
        new.check()
    await play_at(destination, new, manner.words)


def _source(context: typer.Context, option: str) -> str:
    """Return where an option has its value from."""
    source = context.get_parameter_source(option)
    return source.name if source is not None else "DEFAULT"
