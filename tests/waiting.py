"""Waiting until something is so, with an end to the patience.

`until` looks often, for what is done elsewhere and told to nobody; `until_told` looks whenever
something has come that may have made it so.
"""

import asyncio
from collections.abc import Awaitable, Callable

from tests.valkey import PATIENCE

_PAUSE = 0.005


async def until(holds: Callable[[], bool | Awaitable[bool]], what: str) -> None:
    """Look often until something is so."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not await _is_so(holds):
                await asyncio.sleep(_PAUSE)
    except TimeoutError:
        raise AssertionError(f"not within {PATIENCE} s: {what}") from None


async def _is_so(holds: Callable[[], bool | Awaitable[bool]]) -> bool:
    found = holds()
    return found if isinstance(found, bool) else await found


async def until_told(
    told: asyncio.Event,
    holds: Callable[[], bool],
    what: str,
    so_far: Callable[[], object] = lambda: "",
) -> None:
    """Look whenever something was told until something is so; else say what there is so far."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                told.clear()
                await told.wait()
    except TimeoutError:
        raise AssertionError(f"not within {PATIENCE} s: {what}; {so_far()}") from None
