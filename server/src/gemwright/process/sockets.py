"""Sockets at an address: check that it is free, hold and share it before anything listens."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from gemwright.setting_kinds import Address
from gemwright.start_error import StartError


def bound(address: Address, *, is_shared: bool = False) -> socket.socket:
    """A socket at the address; raises `OSError`.

    If it is shared, other processes of this user may hold the address in the same way.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    held = socket.socket(family, socket.SOCK_STREAM)
    try:
        option = socket.SO_REUSEPORT if is_shared else socket.SO_REUSEADDR
        held.setsockopt(socket.SOL_SOCKET, option, 1)
        held.bind((address.host, address.port))
    except OSError:
        held.close()
        raise
    return held


RESERVE_PATIENCE: Final = 2.5
"""Seconds to wait for an address: workers whose supervisor was killed need a moment to end."""

LOOK_AGAIN: Final = 0.1


def refuse_taken_address(address: Address, option: str = "--listen") -> None:
    """Raise with the reason if an address is taken; grpc gives no reason."""
    try:
        bound(address).close()
    except OSError as error:
        reason = (error.strerror or "refused").lower()
        raise StartError(
            f"cannot listen on {address}: {reason}; choose another with {option}"
        ) from None


@asynccontextmanager
async def reserved(address: Address, option: str = "--listen") -> AsyncIterator[Address]:
    """An address, its port chosen, that only processes of this user can still listen on.

    Nothing listens yet. Whether the address is free is checked first, without sharing: a server
    that shares its port would let others of the same user share it too.
    """
    if not hasattr(socket, "SO_REUSEPORT"):
        raise StartError("this machine cannot share a port between processes; use --workers 1")
    await _wait_for(address, option)
    with bound(address, is_shared=True) as held:
        port: int = held.getsockname()[1]
        yield Address(address.host, port)


async def _wait_for(address: Address, option: str) -> None:
    clock = asyncio.get_running_loop().time
    until = clock() + RESERVE_PATIENCE
    while True:
        try:
            refuse_taken_address(address, option)
            return
        except StartError:
            if clock() > until:
                raise
        await asyncio.sleep(LOOK_AGAIN)
