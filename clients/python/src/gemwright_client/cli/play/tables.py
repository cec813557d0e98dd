"""The servers that a match is played on: those that are named, or one of the player's own."""

import os
import pwd
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gemwright_client.cli.exits import USAGE, Failed
from gemwright_client.cli.options import Service
from gemwright_client.cli.play.opening import DEVELOPER, Destination, invited
from gemwright_client.cli.pulse import PROBE_PATIENCE_S
from gemwright_client.client import Client
from gemwright_client.extras import extra

_NAMELESS: Final = "player"
_LONGEST_NAME: Final = 64


@dataclass(frozen=True, slots=True)
class Table:
    """Who calls, and how the servers are asked whether they are there."""

    client: Client
    probing: Client
    token: str | None
    """What the player was known by at first; None for a guest."""
    data: Path | None = None
    """The folder of one's own server, where it is not the usual one."""


@asynccontextmanager
async def table_at(destination: Destination) -> AsyncIterator[Table]:
    """The servers that are named, or one's own."""
    if destination.which.join and not destination.which.match:
        raise Failed("cli.join_needs_match", code=USAGE)
    if destination.which.is_newest and destination.which.match:
        raise Failed("cli.match_twice", code=USAGE)
    async with AsyncExitStack() as stack:
        if destination.service is not None:
            yield await _named(destination, destination.service, stack)
        else:
            yield await _own(destination, stack)


async def _named(destination: Destination, service: Service, stack: AsyncExitStack) -> Table:
    credential = service.credential()
    token = credential() if callable(credential) else credential
    probing = await stack.enter_async_context(service.client(patience=PROBE_PATIENCE_S))
    client = await stack.enter_async_context(service.client())
    if destination.which.join and token is None:
        client = Client(
            service.server,
            invited(client, destination.which.match, destination.which.join),
            tls=service.tls(),
            patience=service.patience.total_seconds(),
        )
        await stack.enter_async_context(client)
    elif destination.which.join:
        await client.match(destination.which.match).join(destination.which.join)
    return Table(client, probing, token)


async def _own(destination: Destination, stack: AsyncExitStack) -> Table:
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
    return Table(client, probing, token, data)


def account() -> str:
    """What the player is called at one's own table: the name of the account, where it has one."""
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return _NAMELESS
    return re.sub(r"[^A-Za-z0-9._@-]", "-", name)[:_LONGEST_NAME] or _NAMELESS


@contextmanager
def _own_server(destination: Destination) -> Iterator[tuple[str, Path | None]]:
    """A server in a process of its own: its address, and its folder unless it is the usual one.

    Where somebody else uses the folder it has another one, in which no match is to be found.
    """
    with extra("server"):
        from gemwright_client.local import PrivateServer, data_folder
    usual = data_folder()
    wanted = (destination.data or usual).expanduser().absolute()
    with PrivateServer(wanted) as server:
        if (destination.which.match or destination.which.is_newest) and server.data != wanted:
            raise Failed("cli.data_in_use", folder=wanted)
        yield server.address, None if server.data == usual else server.data
