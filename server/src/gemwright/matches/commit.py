"""The way of every change of a match to the store.

Decide on what is held, commit if nothing came between, refuse only what is current: what is held
may be behind, so a commit says what it was decided on, and before any refusal the store is asked
whether the request id is known and the match still so.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from gemwright.engine.values import value
from gemwright.matches.cache import MatchCache
from gemwright.matches.clocks import step
from gemwright.matches.counts import Counts
from gemwright.matches.faults import Fault, MatchNotFound, RequestIdReused
from gemwright.matches.feeds.notices import notice_of
from gemwright.matches.limits import Limits
from gemwright.matches.match import Match
from gemwright.matches.store import (
    Committed,
    Early,
    Gone,
    Late,
    MatchStore,
    Repeated,
    Stale,
    StoreOutcomeUnknown,
    StoreUnavailable,
)
from gemwright.matches.stored import Change, Part, RequestKey
from gemwright.matches.updates import Piece, Update, content_of
from gemwright.matches.watch.history import History, HistoryLost

_ATTEMPTS: Final = 64
"""More losses in a row than a match can deal out: something else is wrong then."""


@value
class Proposal:
    """What an update would be: the match after it, and what the log would keep."""

    before: Match
    after: Match
    line: str
    seat: int | None
    pieces: tuple[Piece, ...]
    parts: dict[Part, bytes]
    principals: tuple[str, ...] = ()
    due_in_ms: int | None = None
    is_timeout: bool = False
    """Whether the update is that the clock of a seat has run out."""


Decide: TypeAlias = Callable[[Match], Proposal | None]
"""Decides on a match, or raises a fault; nothing stands for a check that was passed."""
MayKnow: TypeAlias = Callable[[Match], None]
"""Raises unless the caller may be told what its request id did before."""
Announce: TypeAlias = Callable[[Match, Update], None]
"""Told of each update this process has stored: the match before it, and the update."""


class Committing:
    """The way of every change of a match to the store."""

    def __init__(
        self,
        store: MatchStore,
        matches: MatchCache,
        history: History,
        limits: Limits,
        announce: Announce,
        rouse: Callable[[str], None],
        flag_fell: Decide,
        counts: Counts,
    ) -> None:
        self._store = store
        self._matches = matches
        self._history = history
        self._limits = limits
        self._announce = announce
        self._rouse = rouse
        self._flag_fell = flag_fell
        self._counts = counts

    async def run(
        self,
        match_id: str,
        decide: Decide,
        request: RequestKey | None = None,
        may_know: MayKnow | None = None,
    ) -> Update | None:
        """Decide and commit until the store has taken it, or a refusal is current."""
        match = self._matches.held(match_id) or await self._matches.load(match_id)
        for _ in range(_ATTEMPTS):
            try:
                if may_know is not None:
                    may_know(match)
                decision = decide(match)
            except Fault as fault:
                refused: Fault | None = fault
            else:
                refused = None
                if decision is not None:
                    done = await self._commit(decision, request)
                    if isinstance(done, Update):
                        return done
                    if isinstance(done, Early):
                        return None
                    if isinstance(done, Late):
                        await self._let_flag_fall(match_id)
                    match = await self._matches.load(match_id)
                    continue
            newer = await self._newer(match, request, may_know)
            if isinstance(newer, Update):
                return newer
            if newer is None:
                if refused is not None:
                    raise refused
                return None
            match = newer
        raise StoreUnavailable("the match changes faster than it can be decided on")

    async def _let_flag_fall(self, match_id: str) -> None:
        """The clock of a match has run out: that comes before anything else can happen in it."""
        decision = self._flag_fell(await self._matches.load(match_id))
        if decision is not None:
            await self._commit(decision, None)

    async def _newer(
        self,
        match: Match,
        request: RequestKey | None,
        may_know: MayKnow | None,
    ) -> Match | Update | None:
        """What the store knows better before something is refused: an answer, or a newer match."""
        key = request
        if may_know is not None:
            try:
                may_know(match)
            except Fault:
                key = None
        standing = await self._store.confirm(match.match_id, key)
        if standing is not None and standing.repeated is not None:
            # What was made before must be kept as well as what is made now, before it is told.
            standing = await self._store.confirm(match.match_id, key, is_answer=True)
        if standing is None:
            self._matches.drop(match.match_id)
            raise MatchNotFound
        if standing.repeated is not None and key is not None:
            return await self._repeated(match.match_id, key, standing.repeated)
        has_run_out = standing.clock is not None and standing.clock.has_run_out(standing.now_ms)
        if has_run_out:
            await self._let_flag_fall(match.match_id)
        if (standing.version, standing.commit) == match.place and not has_run_out:
            return None
        return await self._matches.load(match.match_id)

    async def _commit(
        self, decision: Proposal, request: RequestKey | None
    ) -> Update | Late | Early | None:
        """Commit; nothing if the match is not any more what was decided on."""
        before = decision.before
        commit = self._matches.commit_id(before)
        change = self._change(decision, commit, request)
        try:
            reply = await self._store.commit(change)
        except (StoreOutcomeUnknown, StoreUnavailable, asyncio.CancelledError) as error:
            if isinstance(error, StoreOutcomeUnknown):
                self._counts.outcome_unknown()
            # It may be stored all the same, and nobody but the store can announce it then.
            self._matches.drop(before.match_id)
            self._rouse(before.match_id)
            raise
        match reply:
            case Committed():
                return self._stored(decision, commit, reply)
            case Repeated():
                if request is None:
                    raise ValueError("a change without a request id cannot be a repetition")
                self._rouse(before.match_id)
                return await self._repeated(before.match_id, request, reply)
            case Stale():
                self._counts.conflicted()
                return None
            case Late() | Early():
                return reply
            case Gone():
                self._matches.drop(before.match_id)
                raise MatchNotFound

    def _change(self, decision: Proposal, commit: bytes, request: RequestKey | None) -> Change:
        before, after = decision.before, decision.after
        is_end = after.status.is_over
        return Change(
            before.match_id,
            before.version,
            before.commit,
            commit,
            after.status,
            decision.parts,
            content_of(decision.line, decision.seat, after.status, decision.pieces),
            notice_of(before, after),
            request,
            decision.principals,
            self._limits.archive_after_ms if is_end else decision.due_in_ms,
            self._limits.keep_requests_ms if is_end else None,
            None
            if before.clock is None
            else step(before.turn, after.turn, after.seat_to_act, is_timeout=decision.is_timeout),
        )

    def _stored(self, decision: Proposal, commit: bytes, done: Committed) -> Update:
        before = decision.before
        version = before.version + 1
        after = decision.after.at(version, commit, done.time_ms, done.clock)
        if self._matches.held(before.match_id) is before:
            self._matches.keep(after, spare=commit)
        entry = Update(
            version,
            commit,
            done.time_ms,
            decision.line,
            decision.seat,
            after.status,
            decision.pieces,
            done.clock,
        )
        if decision.is_timeout and before.clock is not None and done.clock is not None:
            clock = replace(before.clock, credit_ms=done.clock.credit_ms)
            self._counts.timer_fired(done.time_ms - (clock.deadline_ms or done.time_ms))
        self._announce(before, entry)
        return entry

    async def _repeated(self, match_id: str, request: RequestKey, found: Repeated) -> Update:
        if found.digest != request.digest:
            raise RequestIdReused
        try:
            return await self._history.one(match_id, found.version)
        except HistoryLost:
            raise StoreUnavailable("the log lacks an update that a request id names") from None
