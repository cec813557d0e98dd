"""A whole visit to the table: the server, the seat, the match, and what is said at the end."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gemwright_client.board.cards import Cards
from gemwright_client.board.glyphs import ASCII
from gemwright_client.board.pen import Pen
from gemwright_client.cli.exits import USAGE, Failed
from gemwright_client.cli.output import say
from gemwright_client.cli.play.desk import Desk
from gemwright_client.cli.play.ending import command_text, result_text
from gemwright_client.cli.play.lines import LineMode
from gemwright_client.cli.play.opening import DEVELOPER, Place, Wish, begun, invited, seated
from gemwright_client.cli.play.screen import Screen
from gemwright_client.cli.play.session import Session
from gemwright_client.cli.play.styles import glyphs_of_environment, has_screen
from gemwright_client.client import Client
from gemwright_client.errors import ExtraMissing
from gemwright_client.missing import extra
from gemwright_client.words import Words

_YOU: Final = f"{DEVELOPER}you"
_PROBE_PATIENCE_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Table:
    """Who calls, and how the servers are asked whether they are there."""

    client: Client
    probing: Client
    token: str | None
    data: Path | None
    """The folder of one's own server, where it is not the usual one."""


async def play_at(place: Place, wish: Wish, words: Words) -> None:
    """Play a match to its end, or until the player leaves."""
    if place.join and not place.match:
        raise Failed("cli.join_needs_match", code=USAGE)
    async with _table(place) as table:
        match = place.match or await begun(table.client, wish, table.token)
        session = await seated(table.client, match, table.probing.catalogue.info)
        cards = Cards(await table.client.catalogue.cards(session.match.game))
        has_terminal = sys.stdin.isatty() and sys.stdout.isatty() and has_screen()
        pen = Pen(words, glyphs_of_environment() if has_terminal else ASCII, cards)
        desk = Desk(session, pen)
        await _sit(desk, has_terminal=has_terminal)
    _part(desk, place.way_back(match, table.data))


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


@asynccontextmanager
async def _table(place: Place) -> AsyncIterator[Table]:
    """The servers that are named, or one's own."""
    async with AsyncExitStack() as stack:
        if place.service is None:
            address, data = stack.enter_context(_own_server(place.data))
            token = place.token if (place.token or "").startswith(DEVELOPER) else _YOU
            client = await stack.enter_async_context(Client(address, token))
            probing = await stack.enter_async_context(
                Client(address, token, patience=_PROBE_PATIENCE_S)
            )
            yield Table(client, probing, token, data)
            return
        service = place.service
        probing = await stack.enter_async_context(service.client(patience=_PROBE_PATIENCE_S))
        client = await stack.enter_async_context(service.client())
        token = place.token
        if place.join and token is None:
            client = Client(
                service.server,
                invited(client, place.match, place.join),
                tls=service.tls(),
                patience=service.patience.total_seconds(),
            )
            await stack.enter_async_context(client)
        elif place.join:
            await client.match(place.match).join(place.join)
        yield Table(client, probing, token, None)


@contextmanager
def _own_server(wanted: Path | None) -> Iterator[tuple[str, Path | None]]:
    """A server in a process of its own: its address, and its folder unless it is the usual one."""
    with extra("server"):
        from gemwright_client.local import PrivateServer, data_folder
    usual = data_folder()
    with PrivateServer(wanted or usual) as server:
        yield server.address, None if server.data == usual else server.data
