"""`gemwright history`: what happened in a match."""

from typing import Annotated, Final

import typer

from gemwright_client.board.lines import plain
from gemwright_client.board.update_text import update_line
from gemwright_client.cli.failures import USAGE, Failed
from gemwright_client.cli.options import LAST_VERSION, AsJson, AsSeat, Manner, MatchId, Service
from gemwright_client.cli.output import say, say_json
from gemwright_client.match import Match
from gemwright_client.notation import action_text
from gemwright_client.pb.match_pb2 import Match as MatchMessage
from gemwright_client.pb.match_pb2 import Update
from gemwright_client.wording import seat_name
from gemwright_client.words import Words

_UNKNOWN: Final = "?"
"""What is printed for an update of a kind that this version does not know."""


async def history(
    match: MatchId,
    service: Service,
    manner: Manner,
    is_notation: Annotated[
        bool, typer.Option("--notation", help="Only the actions, in notation.")
    ] = False,
    is_text: Annotated[
        bool, typer.Option("--text", help="The whole match as a text file, once it is over.")
    ] = False,
    after: Annotated[
        int,
        typer.Option(
            min=0,
            max=LAST_VERSION,
            metavar="VERSION",
            help="Only what came after this version.",
        ),
    ] = 0,
    seat: AsSeat = None,
    as_json: AsJson = False,
) -> None:
    """Print what happened in a match, one update a line."""
    if is_notation + is_text + as_json > 1 or (is_text and after):
        raise Failed("cli.history_forms", code=USAGE)
    async with service.client() as client:
        handle = client.match(match, None if seat is None else seat - 1)
        if is_text:
            say((await handle.record()).text.rstrip("\n"))
        elif as_json:
            async for update in handle.history(after):
                say_json(update)
        else:
            await _tell(handle, after, manner.words, is_notation=is_notation)


async def _tell(handle: Match, after: int, words: Words, *, is_notation: bool) -> None:
    match = (await handle.get()).match
    async for update in handle.history(after):
        if is_notation:
            line = _notation(update, match, words)
        else:
            line = plain([update_line(update, match, words)]) or _UNKNOWN
        if line:
            say(f"{update.version:4}  {line}")


def _notation(update: Update, match: MatchMessage, words: Words) -> str:
    """Write who acted and how; nothing for an update that is no action."""
    if update.WhichOneof("cause") != "move":
        return ""
    return f"{seat_name(match, update.move.seat, words)}: {action_text(update.move.action)}"
