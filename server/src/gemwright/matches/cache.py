"""What this process knows of the store: decoded matches, and the store time.

A held match may be behind at any time; only the store says what is current. It serves to decide
what a commit would be, which the store then takes or not, and to spare decoding what the store
says is unchanged.
"""

import time
from dataclasses import dataclass, replace

from gemwright.matches.faults import MatchNotFound
from gemwright.matches.ids import new_commit
from gemwright.matches.match import Match, decode
from gemwright.matches.replay import play
from gemwright.matches.store import MatchStore
from gemwright.matches.updates import Update


class StoreTime:
    """Follows the store time by the times in its replies."""

    def __init__(self) -> None:
        self._ahead_ms = int(time.time() * 1000) - int(time.monotonic() * 1000)

    def note(self, store_ms: int) -> int:
        """Note a time that the store has just sent."""
        self._ahead_ms = store_ms - int(time.monotonic() * 1000)
        return store_ms

    def now_ms(self) -> int:
        """The store time, approximately."""
        return int(time.monotonic() * 1000) + self._ahead_ms


@dataclass(slots=True)
class _Held:
    match: Match
    spare: bytes | None
    """A commit id that the next decision on this version may use again."""


class MatchCache:
    """Decoded matches; the least recently used are dropped first."""

    def __init__(self, store: MatchStore, time: StoreTime, most: int) -> None:
        self._store = store
        self._time = time
        self._most = most
        self._held: dict[str, _Held] = {}

    def __len__(self) -> int:
        """How many matches are held."""
        return len(self._held)

    def held(self, match_id: str) -> Match | None:
        """The held match, if any; it may be behind."""
        held = self._held.get(match_id)
        return None if held is None else held.match

    def keep(self, match: Match, spare: bytes | None = None) -> None:
        """Hold a match that the store has confirmed."""
        self._held.pop(match.match_id, None)
        self._held[match.match_id] = _Held(match, spare)
        if len(self._held) > self._most:
            del self._held[next(iter(self._held))]

    def keep_next(self, before: Match, after: Match, spare: bytes) -> None:
        """Hold the result of a commit of this process, unless something else came between."""
        match_id = before.charter.match_id
        held = self._held.pop(match_id, None)
        if held is not None:
            self._held[match_id] = _Held(after, spare) if held.match is before else held

    def drop(self, match_id: str) -> None:
        """Drop a match, because it is not known what the store has of it."""
        self._held.pop(match_id, None)

    async def get(self, match_id: str) -> Match:
        """The match, held or loaded; it may be behind."""
        return self.held(match_id) or await self.load(match_id)

    async def load(self, match_id: str) -> Match:
        """The match as the store has it now."""
        stored = await self._store.load(match_id)
        if stored is None:
            self.drop(match_id)
            raise MatchNotFound
        self._time.note(stored.now_ms)
        match = decode(stored)
        self.keep(match)
        return match

    async def current(self, match_id: str) -> Match:
        """The match, confirmed by the store just now."""
        match = self.held(match_id)
        if match is None:
            return await self.load(match_id)
        standing = await self._store.confirm(match_id)
        if standing is None:
            self.drop(match_id)
            raise MatchNotFound
        self._time.note(standing.now_ms)
        if (standing.version, standing.commit) != match.place:
            return await self.load(match_id)
        if standing.clock != match.clock:
            held, match = match, replace(match, clock=standing.clock)
            if self.held(match_id) is held:
                self.keep(match)
        return match

    def follow(self, match: Match, update: Update) -> Match:
        """The match after one more update, which another process made and the log has."""
        if match.position is None or match.chance is None:
            raise ValueError("no move is made before the deal")
        game, position = match.game, match.position.copy()
        play(game, position, update.line, match.chance)
        after = match.moved(position, game.to_move(position)).at(
            update.version, update.commit, update.time_ms, update.clock
        )
        self.keep(after)
        return after

    def commit_id(self, match: Match) -> bytes:
        """An id for a commit decided on this match.

        It is random, but drawn anew only where it must be: consecutive commits of one process, each
        acknowledged and with nothing between them, share one. Version and commit id together still
        name one update: a spare is taken by one decision, and dropped unless that was stored.
        """
        held = self._held.get(match.match_id)
        if held is None or held.match is not match or held.spare is None:
            return new_commit()
        spare, held.spare = held.spare, None
        return spare


async def owned(cache: MatchCache, owner: str, match_id: str) -> Match:
    """A match of this owner; for other owners it does not exist."""
    match = await cache.current(match_id)
    if match.charter.owner != owner:
        raise MatchNotFound
    return match
