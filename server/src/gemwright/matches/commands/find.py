"""Lists of an owner's matches."""

from collections.abc import Sequence
from typing import Final

from gemwright.matches.api import Listed
from gemwright.matches.cache import StoreTime
from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.match import Match, decode
from gemwright.matches.store import MatchStore
from gemwright.matches.stored import MatchState

_ROUNDS: Final = 8
"""How many pages a filtered list reads before it returns a short one."""


class Listing:
    """Finds matches."""

    def __init__(self, store: MatchStore, time: StoreTime) -> None:
        self._store = store
        self._time = time

    async def find(
        self,
        owner: str,
        principal: str | None,
        state: MatchState | None,
        game: str | None,
        cursor: str,
        most: int,
    ) -> Listed:
        """A page of an owner's matches; short if the filter drops most of what is read."""
        found: list[Match] = []
        for _ in range(_ROUNDS):
            page = await self._store.find(owner, principal, cursor, most - len(found))
            matches = await self._decoded(page.match_ids)
            found += [
                match
                for match in matches
                if state in (None, match.state) and game in (None, match.charter.game)
            ]
            cursor = page.next_cursor
            if not cursor or len(found) >= most:
                break
        return Listed(tuple(found), cursor)

    async def _decoded(self, match_ids: Sequence[str]) -> list[Match]:
        matches: list[Match] = []
        for stored in await self._store.load_many(match_ids):
            if stored is not None:
                self._time.note(stored.now_ms)
                try:
                    matches.append(decode(stored, has_position=False))
                except MatchUnreadable:
                    continue
        return matches
