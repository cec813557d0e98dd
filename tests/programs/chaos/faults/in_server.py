"""Faults in the server itself: functions, replaced by faulty ones.

Each imports what it replaces when it is planted: a fault in a script must come before all of that.
"""

import asyncio
import os
import time
from collections.abc import AsyncGenerator

from tests.programs.chaos.faults.planting import replace

LATER_S = 0.3
"""How long after its answer an update is stored."""


def acknowledges_before_commit() -> None:
    """An action is answered at once, and stored a little later, if it can be."""
    from gemwright.matches.store import CommitReply, Committed
    from gemwright.matches.stored import Change
    from gemwright.redis.store import RedisStore

    sound = RedisStore.commit
    under_way: set[asyncio.Task[object]] = set()

    async def store(self: RedisStore, change: Change) -> None:
        await asyncio.sleep(LATER_S)
        await sound(self, change)

    async def commit(self: RedisStore, change: Change) -> CommitReply:
        if change.request is None or change.clock is not None:
            return await sound(self, change)
        task: asyncio.Task[object] = asyncio.create_task(store(self, change))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        return Committed(int(time.time() * 1000))

    replace(RedisStore, "commit", commit)


def repeats_with_the_present() -> None:
    """A repeated request is answered with the newest update, not with the one it made."""
    from gemwright.matches.commit import Committing
    from gemwright.matches.store import Repeated, StoreUnavailable
    from gemwright.matches.stored import RequestKey
    from gemwright.matches.updates import Update
    from gemwright.matches.watch.history import HistoryLost

    async def repeated(
        self: Committing, match_id: str, request: RequestKey, found: Repeated
    ) -> Update:
        try:
            return (await self._history.after(match_id, found.version - 1))[-1]
        except HistoryLost:
            raise StoreUnavailable("the log lacks an update that a request id names") from None

    replace(Committing, "_repeated", repeated)


def skips_wake_ups() -> None:
    """Of what other processes tell, every third thing is not heard."""
    from gemwright.redis.wakes import WakeReader

    sound = WakeReader._hear
    heard = 0

    def hear(self: WakeReader, said: object) -> bool:
        nonlocal heard
        is_wake_up = isinstance(said, list) and said[0] in (b"message", b"smessage")
        heard += is_wake_up
        return False if is_wake_up and heard % 3 == 0 else sound(self, said)

    replace(WakeReader, "_hear", hear)


def skips_after_resume() -> None:
    """A watch that is taken up again behind begins one update too late."""
    from gemwright.matches.api import WatchedUpdate, WatchMessage
    from gemwright.matches.match import Match
    from gemwright.matches.watch.watch import WatchCursor, Watching

    sound = Watching._follow

    async def follow(
        self: Watching, match: Match, walk: WatchCursor
    ) -> AsyncGenerator[WatchMessage, None]:
        must_skip = walk.at[0] < match.version
        async for told in sound(self, match, walk):
            if must_skip and isinstance(told, WatchedUpdate):
                must_skip = False
            else:
                yield told

    replace(Watching, "_follow", follow)


def leaks_to_spectators() -> None:
    """What the first seat alone may know of an update, spectators are told too."""
    from gemwright.contract import updates
    from gemwright.engine.game import AnyGame
    from gemwright.matches.updates import ONLY, Viewers

    sound = updates._viewers

    def viewers(game: AnyGame, seats: int, event: object) -> Viewers:
        found = sound(game, seats, event)
        return found | ONLY[None] if found & ONLY[0] else found

    replace(updates, "_viewers", viewers)


def leaves_files_open() -> None:
    """Every tenth match that is loaded costs a descriptor for good."""
    from gemwright.matches.stored import Stored
    from gemwright.redis.store import RedisStore

    sound = RedisStore.load
    loaded = 0

    async def load(self: RedisStore, match_id: str) -> Stored | None:
        nonlocal loaded
        loaded += 1
        if loaded % 10 == 0:
            os.open(os.devnull, os.O_RDONLY)
        return await sound(self, match_id)

    replace(RedisStore, "load", load)
