"""A whole visit to the table: the server, the seat, the match, and what is said at the end."""

import asyncio
import sys
from pathlib import Path

from gemwright_client.board.cards import Cards
from gemwright_client.board.glyphs import ASCII
from gemwright_client.board.pen import Pen
from gemwright_client.cli.exits import NOT_FOUND, Failed
from gemwright_client.cli.output import say
from gemwright_client.cli.play.desk import Desk
from gemwright_client.cli.play.ending import command_text, result_text
from gemwright_client.cli.play.lines import LineMode
from gemwright_client.cli.play.opening import Destination, NewMatch, begun, newest, seated
from gemwright_client.cli.play.screen import Screen
from gemwright_client.cli.play.session import Session
from gemwright_client.cli.play.styles import glyphs_of_environment, has_screen
from gemwright_client.cli.play.tables import Table, table_at
from gemwright_client.errors import ExtraMissing, MatchNotFound
from gemwright_client.words import Words


async def play_at(destination: Destination, new: NewMatch, words: Words) -> None:
    """Play a match to its end, or until the player leaves."""
    async with table_at(destination) as table:
        match = destination.which.match or await _found(destination, new, table)
        try:
            session = await seated(table.client, match, table.probing.catalogue.info)
        except MatchNotFound:
            if destination.service is not None:
                raise
            raise Failed(
                "cli.no_own_match", code=NOT_FOUND, match=match, folder=table.data
            ) from None
        cards = Cards(await table.client.catalogue.cards(session.match.game))
        has_terminal = sys.stdin.isatty() and sys.stdout.isatty() and has_screen()
        pen = Pen(words, glyphs_of_environment() if has_terminal else ASCII, cards)
        desk = Desk(session, pen)
        await _sit(desk, has_terminal=has_terminal)
    _part(desk, destination.way_back(match, table.data))


async def _found(destination: Destination, new: NewMatch, table: Table) -> str:
    """The match to come back to, or a new one."""
    if destination.which.is_newest:
        return await newest(table.client)
    return await begun(table.client, new, table.token)


async def _sit(desk: Desk, *, has_terminal: bool) -> None:
    """Show the desk and follow the match, until one of both is over."""
    front = Screen(desk, _history(desk.session)) if has_terminal else LineMode(desk, sys.stdin)
    following = asyncio.create_task(desk.session.follow())
    showing = asyncio.create_task(front.run())
    await asyncio.wait({following, showing}, return_when=asyncio.FIRST_COMPLETED)
    if following.done() and following.exception() is not None:
        showing.cancel()
    await asyncio.wait({showing})
    following.cancel()
    await asyncio.wait({following})
    for task in (following, showing):
        if not task.cancelled():
            task.result()


def _part(desk: Desk, way_back: list[str]) -> None:
    """Say how it ended; or how one comes back."""
    session, pen = desk.session, desk.pen
    if session.is_over:
        say(result_text(session.match, pen))
        return
    if not isinstance(session.failure, MatchNotFound):
        say(pen.say("cli.return_with"))
        say(f"  {command_text(way_back)}")
    if session.failure is not None:
        raise session.failure


def _history(session: Session) -> Path | None:
    """The file with the lines that were typed in earlier matches of the game."""
    try:
        from gemwright_client.local import data_folder
    except ExtraMissing:
        return None
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / f"typed-{session.match.game}"
