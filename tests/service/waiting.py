"""Waiting for what is done elsewhere and told to nobody: it is looked for until it is there."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.valkey import PATIENCE


async def until(holds: Callable[[], Awaitable[bool]], what: str) -> None:
    """Look often until something is so."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not await holds():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"not within {PATIENCE} s: {what}") from None
