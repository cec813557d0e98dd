"""A match in the terminal from its options to its end: servers, seat, match, farewell."""

import asyncio
import os
import pwd
import re
import shlex
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gemwright_client.board.cards import Cards
from gemwright_client.board.glyphs import ASCII
from gemwright_client.board.pen import Pen
from gemwright_client.cli.failures import NOT_FOUND, USAGE, Failed
from gemwright_client.cli.match_text import result_text
from gemwright_client.cli.options import Service
from gemwright_client.cli.output import say
from gemwright_client.cli.play.dialogue import Dialogue
from gemwright_client.cli.play.line_mode import LineMode
from gemwright_client.cli.play.live_match import LiveMatch
from gemwright_client.cli.play.screen import Screen
from gemwright_client.cli.play.which_match import (
    DEVELOPER,
    Destination,
    NewMatch,
    create_match,
    newest_match,
    take_seats,
    token_by_joining,
)
from gemwright_client.cli.reachability import PROBE_PATIENCE_S
from gemwright_client.cli.terminal import glyphs_of_environment, has_screen
from gemwright_client.client import Client
from gemwright_client.errors import ExtraMissing, MatchNotFound
from gemwright_client.extras import extra
from gemwright_client.words import Words

_NAMELESS: Final = "player"
_LONGEST_NAME: Final = 64


@dataclass(frozen=True, slots=True)
class Servers:
    """The clients of the servers: one to play, one to ask whether they answer."""

    client: Client
    probing: Client
    token: str | None
    """The player's first token; None for a guest."""
    data: Path | None = None
    """The folder of a private server, where it is not the usual one."""


async def play_at(destination: Destination, new: NewMatch, words: Words) -> None:
    """Play a match to its end, or until the player leaves."""
    async with servers_of(destination) as servers:
        match = destination.which.match or await _found(destination, new, servers)
        try:
            live = await take_seats(servers.client, match, servers.probing.catalogue.info)
        except MatchNotFound:
            if destination.service is not None:
                raise
            raise Failed(
                "cli.no_own_match", code=NOT_FOUND, match=match, folder=servers.data
            ) from None
        cards = Cards(await servers.client.catalogue.cards(live.match.game))
        has_terminal = sys.stdin.isatty() and sys.stdout.isatty() and has_screen()
        pen = Pen(words, glyphs_of_environment() if has_terminal else ASCII, cards)
        dialogue = Dialogue(live, pen)
        await _sit(dialogue, has_terminal=has_terminal)
    _part(dialogue, destination.way_back(match, servers.data))


async def _found(destination: Destination, new: NewMatch, servers: Servers) -> str:
    """Return the match to come back to, or a new one."""
    if destination.which.is_newest:
        return await newest_match(servers.client)
    return await create_match(servers.client, new, servers.token)


async def _sit(dialogue: Dialogue, *, has_terminal: bool) -> None:
    """Show the dialogue and follow the match, until one of them ends."""
    front: Screen | LineMode
    if has_terminal:
        front = Screen(dialogue, _history(dialogue.live))
    else:
        front = LineMode(dialogue, sys.stdin)
    following = asyncio.create_task(dialogue.live.follow())
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


def _part(dialogue: Dialogue, way_back: list[str]) -> None:
    """Say how the match ended, or how to come back to it."""
    live, pen = dialogue.live, dialogue.pen
    if live.is_over:
        say(result_text(live.match, pen))
        return
    if not isinstance(live.failure, MatchNotFound):
        say(pen.say("cli.return_with"))
        say(f"  {shlex.join(way_back)}")
    if live.failure is not None:
        raise live.failure


def _history(live: LiveMatch) -> Path | None:
    """Return the file with the lines typed in earlier matches of the game."""
    try:
        from gemwright_client.local import data_folder
    except ExtraMissing:
        return None
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / f"typed-{live.match.game}"


@asynccontextmanager
async def servers_of(destination: Destination) -> AsyncIterator[Servers]:
    """Connect to the servers that are named, or to a private one."""
    if destination.which.join and not destination.which.match:
        raise Failed("cli.join_needs_match", code=USAGE)
    if destination.which.is_newest and destination.which.match:
        raise Failed("cli.match_twice", code=USAGE)
    async with AsyncExitStack() as stack:
        if destination.service is not None:
            yield await _named(destination, destination.service, stack)
        else:
            yield await _own(destination, stack)


async def _named(destination: Destination, service: Service, stack: AsyncExitStack) -> Servers:
    credential = service.credential()
    token = credential() if callable(credential) else credential
    probing = await stack.enter_async_context(service.client(patience=PROBE_PATIENCE_S))
    client = await stack.enter_async_context(service.client())
    if destination.which.join and token is None:
        client = Client(
            service.server,
            token_by_joining(client, destination.which.match, destination.which.join),
            tls=service.tls(),
            patience=service.patience.total_seconds(),
        )
        await stack.enter_async_context(client)
    elif destination.which.join:
        await client.match(destination.which.match).join(destination.which.join)
    return Servers(client, probing, token)


async def _own(destination: Destination, stack: AsyncExitStack) -> Servers:
    if destination.which.join or (destination.is_token_typed and destination.secret):
        raise Failed("cli.server_unnamed", code=USAGE)
    token = (
        f"{DEVELOPER}{account()}"
        if destination.token is None or destination.secret
        else destination.token
    )
    address, data = stack.enter_context(_own_server(destination))
    client = await stack.enter_async_context(Client(address, token))
    probing = await stack.enter_async_context(Client(address, token, patience=PROBE_PATIENCE_S))
    return Servers(client, probing, token, data)


def account() -> str:
    """Return the player's name on a private server: that of the account, where it has one."""
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return _NAMELESS
    return re.sub(r"[^A-Za-z0-9._@-]", "-", name)[:_LONGEST_NAME] or _NAMELESS


@contextmanager
def _own_server(destination: Destination) -> Iterator[tuple[str, Path | None]]:
    """Start a private server; give its address, and its folder unless it is the usual one.

    If the folder is in use, the server has another one, without the player's matches.
    """
    with extra("server"):
        from gemwright_client.local import PrivateServer, data_folder
    usual = data_folder()
    wanted = (destination.data or usual).expanduser().absolute()
    with PrivateServer(wanted) as server:
        if (destination.which.match or destination.which.is_newest) and server.data != wanted:
            raise Failed("cli.data_in_use", folder=wanted)
        yield server.address, None if server.data == usual else server.data
