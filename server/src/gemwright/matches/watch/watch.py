"""Watching a match: a snapshot, then every update once, in order, from a place in the log."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from math import inf
from typing import Final

from gemwright.matches.access import horizon_ms, viewer_of
from gemwright.matches.api import (
    Caller,
    ClocksMoved,
    GoingAway,
    Heartbeat,
    Reset,
    ResetReason,
    Reveal,
    SeenUpdate,
    Snapshot,
    WatchMessage,
)
from gemwright.matches.cache import MatchCache
from gemwright.matches.clocks import StoreTime
from gemwright.matches.counts import Counts
from gemwright.matches.faults import (
    FieldInvalid,
    MatchNotFound,
    MatchPrivate,
    MatchUnreadable,
    StaleVersion,
)
from gemwright.matches.ids import ResumePoint, read_resume_token, resume_token
from gemwright.matches.limits import Limits
from gemwright.matches.match import Match
from gemwright.matches.store import StoreUnavailable
from gemwright.matches.stored import Clock, MatchState
from gemwright.matches.updates import Update
from gemwright.matches.watch.history import History, HistoryLost
from gemwright.matches.watch.tails import Tails


class WatchCursor:
    """How far one watcher has got."""

    def __init__(self, match: Match, place: ResumePoint) -> None:
        self.match_id = match.match_id
        self.viewer = place.viewer
        self.at = (place.version, place.commit)
        self.is_over = match.status.is_over and self.at == match.place
        self.told_at = -inf
        """A watch that goes on hears at once that it does, if only by a heartbeat."""
        self.time_ms = match.time_ms if self.at == match.place else 0
        """Of the update it has got to; what is told later is not said to be earlier."""
        self.clock: Clock | None = None
        """The clocks as the viewer was told last."""
        self.credits = -1
        """Of the tail, when that was found to be so."""

    @property
    def token(self) -> str:
        """To be sent what comes after."""
        return resume_token(ResumePoint(*self.at, self.viewer))

    def told_of(self, clock: Clock | None, now: float) -> None:
        """What a first sight says."""
        self.clock = clock
        self.told_at = now

    def told(self, entry: Update, now: float) -> None:
        """One update further."""
        self.at = (entry.version, entry.commit)
        self.is_over = entry.status.is_over
        self.told_at = now
        self.time_ms = entry.time_ms
        self.clock = entry.clock


_SHORTEST_STEP_MS: Final = 50
"""How long a spectator behind a horizon waits at least before looking again."""
_LAST_WORDS: Final = (GoingAway, Reveal)


class Watching:
    """What those see who look at a match."""

    def __init__(
        self,
        matches: MatchCache,
        history: History,
        tails: Tails,
        time: StoreTime,
        limits: Limits,
        counts: Counts,
    ) -> None:
        self._matches = matches
        self._history = history
        self._tails = tails
        self._time = time
        self._limits = limits
        self._counts = counts
        self._is_draining = False

    def drain(self) -> None:
        """End every watch: its client goes on elsewhere."""
        self._is_draining = True
        self._tails.wake_all()

    async def sight(self, caller: Caller, match_id: str, seat: int | None) -> Snapshot:
        """The match as the caller may see it now."""
        match = await self._matches.current(match_id)
        try:
            viewer = viewer_of(match, caller, seat)
        except MatchPrivate:
            # There is nothing to hide yet, and a commitment is to be seen before joining.
            if match.status is not MatchState.WAITING:
                raise
            viewer = None
        return await self._sight(match, viewer)

    async def _sight(self, match: Match, viewer: int | None) -> Snapshot:
        until_ms = horizon_ms(match, viewer, self._time)
        if until_ms is not None:
            match = await self._history.as_of(match, until_ms)
        token = resume_token(ResumePoint(match.version, match.commit, viewer))
        now_ms = self._time.now_ms() if until_ms is None else until_ms
        return Snapshot(match, viewer, token, now_ms)

    async def updates(
        self,
        caller: Caller,
        match_id: str,
        seat: int | None,
        after: int,
        commit: bytes | None,
        most: int,
    ) -> tuple[list[SeenUpdate], bool]:
        """Updates after a version as the caller may see them, and whether there are more."""
        match = await self._matches.current(match_id)
        viewer = viewer_of(match, caller, seat)
        if commit is not None and horizon_ms(match, viewer, self._time) is not None:
            visible = (await self._sight(match, viewer)).match.version
            if after > visible:
                raise StaleVersion(visible)
        try:
            entries = await self._history.after(match_id, after, commit, most=most + 1)
        except HistoryLost:
            if commit is not None:
                raise StaleVersion((await self._sight(match, viewer)).match.version) from None
            return [], False
        entries = self._within_horizon(match, viewer, entries, is_over=match.status.is_over)
        return [SeenUpdate(entry, viewer) for entry in entries[:most]], len(entries) > most

    def _within_horizon(
        self, match: Match, viewer: int | None, entries: list[Update], *, is_over: bool
    ) -> list[Update]:
        """Those of some updates that the viewer may see by now: all, once the match is over."""
        until_ms = horizon_ms(match, viewer, self._time)
        if until_ms is None or is_over:
            return entries
        return [entry for entry in entries if entry.time_ms <= until_ms]

    async def watch(
        self, caller: Caller, match_id: str, seat: int | None, token: str
    ) -> AsyncGenerator[WatchMessage, None]:
        """Everything that happens in a match, from a token on or from now."""
        place = _read_token(token)
        try:
            match = await self._matches.current(match_id)
        except (MatchNotFound, MatchUnreadable) as fault:
            if place is None:
                raise
            yield self._reset(_reason_of(fault))
            return
        viewer = viewer_of(match, caller, seat)
        if place is not None:
            reason = await self._broken(match, place, viewer)
            if reason is None:
                self._counts.resumed()
            else:
                yield self._reset(reason)
                place = None
            if reason is ResetReason.UNREADABLE:
                return
        while True:
            if place is not None:
                walk = WatchCursor(match, place)
            else:
                sight = await self._sight(match, viewer)
                yield sight
                walk = WatchCursor(
                    match, ResumePoint(sight.match.version, sight.match.commit, viewer)
                )
                walk.told_of(sight.match.clock, self._now())
            try:
                async with aclosing(self._follow(match, walk)) as following:
                    async for told in following:
                        yield told
                        if isinstance(told, _LAST_WORDS):
                            return
                match = await self._matches.load(match_id)
            except (MatchNotFound, MatchUnreadable) as fault:
                yield self._reset(_reason_of(fault))
                return
            yield self._reset(ResetReason.HISTORY_LOST)
            place = None

    def _reset(self, reason: ResetReason) -> Reset:
        self._counts.reset(reason.name)
        return Reset(reason)

    async def _broken(
        self, match: Match, place: ResumePoint, viewer: int | None
    ) -> ResetReason | None:
        """Why a place cannot be continued, if it cannot."""
        if place.viewer != viewer:
            return ResetReason.IDENTITY_CHANGED
        try:
            await self._history.after(match.match_id, place.version, place.commit, most=1)
        except HistoryLost:
            return ResetReason.HISTORY_LOST
        except MatchUnreadable:
            return ResetReason.UNREADABLE
        # Whether a place behind the horizon exists is not to be learnt by guessing it.
        is_bounded = horizon_ms(match, viewer, self._time) is not None
        if is_bounded and place.version > (await self._sight(match, viewer)).match.version:
            return ResetReason.HISTORY_LOST
        return None

    async def _follow(self, match: Match, walk: WatchCursor) -> AsyncGenerator[WatchMessage, None]:
        """What comes after a place; it ends without a last word when the history is lost."""
        tail = self._tails.enter(match)
        has_clocks = match.clock is not None
        try:
            while True:
                credits = tail.credits
                was_lost = tail.is_lost
                if was_lost:
                    lost, tail = tail, self._tails.enter(await self._matches.load(walk.match_id))
                    self._tails.leave(lost)
                # A new tail begins at the newest update: only the log says whether that follows.
                entries = None if was_lost else tail.after(walk.at)
                if entries is None:
                    entries = await self._logged(walk)
                if entries is None:
                    return
                seen = self._within_horizon(match, walk.viewer, entries, is_over=tail.is_over)
                for entry in seen:
                    may_act = walk.viewer is not None and entry is entries[-1]
                    legal = self._legal(walk, entry) if may_act else ()
                    if legal is None:
                        legal = await self._legal_once_caught_up(walk, entry)
                    walk.told(entry, self._now())
                    yield tail.news(entry, walk.viewer, match.charter.game, legal)
                may_move = has_clocks and not walk.is_over
                if may_move and (moved := await self._moved_clock(match, walk, credits)):
                    walk.told_at = self._now()
                    yield ClocksMoved(moved, self._time.now_ms(), walk.token)
                if walk.is_over or self._is_draining:
                    with suppress(HistoryLost):
                        yield await self._last_word(walk)
                    return
                left = walk.told_at + self._limits.heartbeat_s - self._now()
                if left <= 0:
                    walk.told_at = self._now()
                    yield Heartbeat(max(self._time.now_ms(), walk.time_ms), walk.token)
                elif len(seen) < len(entries) and not tail.is_lost:
                    await tail.wait(min(left, self._due_in(match, entries[len(seen)])))
                elif tail.credits == credits and not self._tails.has_more(tail, walk.at):
                    await tail.wait(left)
        finally:
            self._tails.leave(tail)

    async def _logged(self, walk: WatchCursor) -> list[Update] | None:
        """What the log has after the last update that was told; nothing if that is not in it."""
        try:
            return await self._history.after(walk.match_id, *walk.at)
        except HistoryLost:
            return None

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _due_in(self, match: Match, entry: Update) -> float:
        """Seconds until a viewer behind a horizon may see an update."""
        due_ms = entry.time_ms + match.charter.delay_ms
        return max(due_ms - self._time.now_ms(), _SHORTEST_STEP_MS) / 1000

    async def _moved_clock(self, match: Match, walk: WatchCursor, credits: int) -> Clock | None:
        """The clocks, where they are not what the viewer was told last.

        Behind a horizon nobody is told: a deadline says where the match stands now. Only the store
        knows whether an update or a credit came first.
        """
        if walk.credits == credits:
            return None
        if horizon_ms(match, walk.viewer, self._time) is not None:
            return None
        try:
            current = await self._matches.current(walk.match_id)
        except StoreUnavailable:
            return None  # asked again when next something is looked for
        if current.place != walk.at:
            self._tails.woken(walk.match_id)
            return None
        told, walk.clock, walk.credits = walk.clock, current.clock, credits
        if told is None or current.clock is None:
            return current.clock
        return None if told.deadline_ms == current.clock.deadline_ms else current.clock

    def _legal(self, walk: WatchCursor, entry: Update) -> Sequence[object] | None:
        """What a seat may do after the newest update; nothing while that is not what is held."""
        if entry.status is not MatchState.ACTIVE:
            return ()
        held = self._matches.held(walk.match_id)
        if held is None or held.version != entry.version or held.commit != entry.commit:
            return None
        return held.legal_actions(walk.viewer)

    async def _legal_once_caught_up(self, walk: WatchCursor, entry: Update) -> Sequence[object]:
        """Likewise, with what is held brought to the newest update first."""
        held = self._matches.held(walk.match_id)
        if held is not None and held.state is not None and held.place == walk.at:
            held = self._matches.follow(held, entry)
        else:
            held = await self._matches.load(walk.match_id)
        is_there = held.place == (entry.version, entry.commit)
        return held.legal_actions(walk.viewer) if is_there else ()

    async def _last_word(self, walk: WatchCursor) -> WatchMessage:
        """What ends the watch: the end of the match, or of this server."""
        if walk.is_over:
            match = await self._matches.current(walk.match_id)
            if match.place != walk.at:
                raise HistoryLost
            return Reveal(match, walk.token)
        return GoingAway(walk.token)


def _reason_of(fault: MatchNotFound | MatchUnreadable) -> ResetReason:
    """What a watch that cannot be told any more is told."""
    is_gone = isinstance(fault, MatchNotFound)
    return ResetReason.MATCH_EXPIRED if is_gone else ResetReason.UNREADABLE


def _read_token(token: str) -> ResumePoint | None:
    """The place in a token; nothing for none."""
    if not token:
        return None
    place = read_resume_token(token)
    if place is None:
        raise FieldInvalid(("resume_token", "this is no token that a watch has given"))
    return place
