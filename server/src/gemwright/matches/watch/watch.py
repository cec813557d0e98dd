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
    MatchHistory,
    Reset,
    ResetReason,
    Reveal,
    SeenUpdate,
    Snapshot,
    WatchMessage,
)
from gemwright.matches.cache import MatchCache, StoreTime
from gemwright.matches.counts import Counts
from gemwright.matches.faults import (
    InvalidField,
    MatchNotFound,
    MatchNotOver,
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
        self.is_over = match.state.is_over and self.at == match.place
        self.told_at = -inf
        """A continued watch gets a message at once, if only a heartbeat."""
        self.time_ms = match.time_ms if self.at == match.place else 0
        """The time of its newest update, below which no later message may fall."""
        self.clock: Clock | None = None
        """The clocks that the viewer was sent last."""
        self.credits = -1
        """The tail's count of credits when the clocks were last checked."""

    @property
    def token(self) -> str:
        """The resume token after what was sent."""
        return resume_token(ResumePoint(*self.at, self.viewer))

    def told_of(self, clock: Clock | None, now: float) -> None:
        """Note that a snapshot was sent."""
        self.clock = clock
        self.told_at = now

    def told(self, update: Update, now: float) -> None:
        """Note that an update was sent."""
        self.at = (update.version, update.commit)
        self.is_over = update.state.is_over
        self.told_at = now
        self.time_ms = update.time_ms
        self.clock = update.clock


_SHORTEST_STEP_MS: Final = 50
"""The shortest wait of a spectator behind a horizon."""
_LAST_WORDS: Final = (GoingAway, Reveal)


class Watching:
    """What callers may see of matches."""

    def __init__(
        self,
        cache: MatchCache,
        history: History,
        tails: Tails,
        time: StoreTime,
        limits: Limits,
        counts: Counts,
    ) -> None:
        self._cache = cache
        self._history = history
        self._tails = tails
        self._time = time
        self._limits = limits
        self._counts = counts
        self._is_draining = False

    def drain(self) -> None:
        """End every watch; its client continues on another server."""
        self._is_draining = True
        self._tails.wake_all()

    async def snapshot(self, caller: Caller, match_id: str, seat: int | None) -> Snapshot:
        """The match as the caller may see it now."""
        match = await self._cache.current(match_id)
        try:
            viewer = viewer_of(match, caller, seat)
        except MatchPrivate:
            # Nothing is hidden yet, and a commitment must be visible before joining.
            if match.state is not MatchState.WAITING:
                raise
            viewer = None
        return await self._snapshot(match, viewer)

    async def _snapshot(self, match: Match, viewer: int | None) -> Snapshot:
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
        match = await self._cache.current(match_id)
        viewer = viewer_of(match, caller, seat)
        if commit is not None and horizon_ms(match, viewer, self._time) is not None:
            visible = (await self._snapshot(match, viewer)).match.version
            if after > visible:
                raise StaleVersion(visible)
        try:
            updates = await self._history.after(match_id, after, commit, most=most + 1)
        except HistoryLost:
            if commit is not None:
                raise StaleVersion((await self._snapshot(match, viewer)).match.version) from None
            return [], False
        updates = self._within_horizon(match, viewer, updates, is_over=match.state.is_over)
        return [SeenUpdate(update, viewer) for update in updates[:most]], len(updates) > most

    async def record(self, caller: Caller, match_id: str) -> MatchHistory:
        """Everything about a match that is over."""
        match = await self._cache.current(match_id)
        viewer_of(match, caller, None)
        if not match.state.is_over:
            raise MatchNotOver
        updates = await self._history.all(match)
        return MatchHistory(match, tuple(updates), self._history.text(match, updates))

    def _within_horizon(
        self, match: Match, viewer: int | None, updates: list[Update], *, is_over: bool
    ) -> list[Update]:
        """The updates that the viewer may see by now: all, once the match is over."""
        until_ms = horizon_ms(match, viewer, self._time)
        if until_ms is None or is_over:
            return updates
        return [update for update in updates if update.time_ms <= until_ms]

    async def watch(
        self, caller: Caller, match_id: str, seat: int | None, token: str
    ) -> AsyncGenerator[WatchMessage, None]:
        """Everything that happens in a match, from a token on or from now on."""
        place = _read_token(token)
        try:
            match = await self._cache.current(match_id)
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
                cursor = WatchCursor(match, place)
            else:
                snapshot = await self._snapshot(match, viewer)
                yield snapshot
                cursor = WatchCursor(
                    match, ResumePoint(snapshot.match.version, snapshot.match.commit, viewer)
                )
                cursor.told_of(snapshot.match.clock, asyncio.get_running_loop().time())
            try:
                async with aclosing(self._follow(match, cursor)) as following:
                    async for told in following:
                        yield told
                        if isinstance(told, _LAST_WORDS):
                            return
                match = await self._cache.load(match_id)
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
        """Why a place cannot be continued, or None."""
        if place.viewer != viewer:
            return ResetReason.IDENTITY_CHANGED
        try:
            await self._history.after(match.match_id, place.version, place.commit, most=1)
        except HistoryLost:
            return ResetReason.HISTORY_LOST
        except MatchUnreadable:
            return ResetReason.UNREADABLE
        # Guessing must not reveal whether a place behind the horizon exists.
        is_bounded = horizon_ms(match, viewer, self._time) is not None
        if is_bounded and place.version > (await self._snapshot(match, viewer)).match.version:
            return ResetReason.HISTORY_LOST
        return None

    async def _follow(
        self, match: Match, cursor: WatchCursor
    ) -> AsyncGenerator[WatchMessage, None]:
        """What comes after a place; ends without a last message if the history is lost."""
        loop, tail = asyncio.get_running_loop(), self._tails.enter(match)
        has_clocks = match.clock is not None
        try:
            while True:
                credits = tail.credits
                was_lost = tail.is_lost
                if was_lost:
                    lost, tail = tail, self._tails.enter(await self._cache.load(cursor.match_id))
                    self._tails.leave(lost)
                # A new tail begins at the newest update: only the log says whether that follows.
                updates = None if was_lost else tail.after(cursor.at)
                if updates is None:
                    updates = await self._logged(cursor)
                if updates is None:
                    return
                seen = self._within_horizon(match, cursor.viewer, updates, is_over=tail.is_over)
                for update in seen:
                    may_act = cursor.viewer is not None and update is updates[-1]
                    legal = await self._legal_actions(cursor, update) if may_act else ()
                    cursor.told(update, loop.time())
                    yield tail.watched(update, cursor.viewer, match.charter.game, legal)
                may_move = has_clocks and not cursor.is_over
                if may_move and (moved := await self._moved_clock(match, cursor, credits)):
                    cursor.told_at = loop.time()
                    yield ClocksMoved(moved, self._time.now_ms(), cursor.token)
                if cursor.is_over or self._is_draining:
                    with suppress(HistoryLost):
                        yield await self._last_word(cursor)
                    return
                left = cursor.told_at + self._limits.heartbeat_s - loop.time()
                if left <= 0:
                    cursor.told_at = loop.time()
                    yield Heartbeat(max(self._time.now_ms(), cursor.time_ms), cursor.token)
                elif len(seen) < len(updates) and not tail.is_lost:
                    await tail.wait(min(left, self._due_in(match, updates[len(seen)])))
                elif tail.credits == credits and not self._tails.has_more(tail, cursor.at):
                    await tail.wait(left)
        finally:
            self._tails.leave(tail)

    async def _logged(self, cursor: WatchCursor) -> list[Update] | None:
        """What the log has after the last update sent; None if it does not have that update."""
        try:
            return await self._history.after(cursor.match_id, *cursor.at)
        except HistoryLost:
            return None

    def _due_in(self, match: Match, update: Update) -> float:
        """Seconds until a viewer behind a horizon may see an update."""
        due_ms = update.time_ms + match.charter.delay_ms
        return max(due_ms - self._time.now_ms(), _SHORTEST_STEP_MS) / 1000

    async def _moved_clock(self, match: Match, cursor: WatchCursor, credits: int) -> Clock | None:
        """The clocks, if they differ from those the viewer was sent last.

        Viewers behind a horizon get None: a deadline says where the match stands now. Only the
        store knows whether an update or a credit came first.
        """
        if cursor.credits == credits:
            return None
        if horizon_ms(match, cursor.viewer, self._time) is not None:
            return None
        try:
            current = await self._cache.current(cursor.match_id)
        except StoreUnavailable:
            return None  # asked again on the next round
        if current.place != cursor.at:
            self._tails.woken(cursor.match_id)
            return None
        told, cursor.clock, cursor.credits = cursor.clock, current.clock, credits
        if told is None or current.clock is None:
            return current.clock
        return None if told.deadline_ms == current.clock.deadline_ms else current.clock

    async def _legal_actions(self, cursor: WatchCursor, update: Update) -> Sequence[object]:
        """What a seat may do after the newest update; the held match is brought up to it first."""
        if update.state is not MatchState.ACTIVE:
            return ()
        place = (update.version, update.commit)
        held = self._cache.held(cursor.match_id)
        if held is None or (held.version, held.commit) != place:
            if held is not None and held.position is not None and held.place == cursor.at:
                held = self._cache.follow(held, update)
            else:
                held = await self._cache.load(cursor.match_id)
        return held.legal_actions(cursor.viewer) if held.place == place else ()

    async def _last_word(self, cursor: WatchCursor) -> WatchMessage:
        """The message that ends the watch: the match is over, or this server stops."""
        if cursor.is_over:
            match = await self._cache.current(cursor.match_id)
            if match.place != cursor.at:
                raise HistoryLost
            return Reveal(match, cursor.token)
        return GoingAway(cursor.token)


def _reason_of(fault: MatchNotFound | MatchUnreadable) -> ResetReason:
    """The reset reason for a watch that cannot be continued."""
    is_gone = isinstance(fault, MatchNotFound)
    return ResetReason.MATCH_EXPIRED if is_gone else ResetReason.UNREADABLE


def _read_token(token: str) -> ResumePoint | None:
    """The resume point in a token; None for an empty token."""
    if not token:
        return None
    place = read_resume_token(token)
    if place is None:
        raise InvalidField(("resume_token", "this is no token that a watch has given"))
    return place
