"""The path of every change of a match to the store.

A change is decided on the held match, which may be behind. So a commit says what it was decided
on, and the store takes it only if that is still so. Before anything is refused, the store is asked
whether the request id is known and whether the match is current.

What the store answers to a commit, and what follows:

| reply       | what it says                             | what follows                           |
| ----------- | ---------------------------------------- | -------------------------------------- |
| `Committed` | it is stored                             | watchers are woken; it is the answer   |
| `Repeated`  | the request id made an update before     | that update is the answer              |
| `Stale`     | the match is not what it was decided on  | load the match, decide again           |
| `Late`      | the running clock has run out            | commit the timeout, load, decide again |
| `Early`     | a timeout, but the clock still runs      | nothing happens                        |
| `Gone`      | there is no such match                   | `MatchNotFound`                        |
| none        | Redis went away, or the call was cut     | forget the held match, tell the caller |
"""

import asyncio
from collections.abc import Callable, Sequence
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
"""Decides on a match, or raises a fault; None means that a check was passed."""
MayKnow: TypeAlias = Callable[[Match], None]
"""Raises unless the caller may know what its request id did before."""
OnStored: TypeAlias = Callable[[Match, Update], None]
"""Called for each update that this process has stored: with the match before it, and the update."""


class Committing:
    """Commits changes of matches."""

    def __init__(
        self,
        store: MatchStore,
        cache: MatchCache,
        history: History,
        limits: Limits,
        on_stored: Sequence[OnStored],
        on_deadline: Callable[[int], None],
        on_doubt: Sequence[Callable[[str], None]],
        time_out: Decide,
        counts: Counts,
    ) -> None:
        self._store = store
        self._cache = cache
        self._history = history
        self._limits = limits
        self._on_stored = on_stored
        self._on_deadline = on_deadline
        self._on_doubt = on_doubt
        """Called for each match of which the store may have an update that is not known here."""
        self._time_out = time_out
        self._counts = counts

    async def run(
        self,
        match_id: str,
        decide: Decide,
        request: RequestKey | None = None,
        may_know: MayKnow | None = None,
    ) -> Update | None:
        """Decide and commit until the store has taken it; None if nothing is to be done."""
        match = self._cache.held(match_id) or await self._cache.load(match_id)
        for _ in range(_ATTEMPTS):
            refusal: Fault | None = None
            proposal: Proposal | None = None
            try:
                if may_know is not None:
                    may_know(match)
                proposal = decide(match)
            except Fault as fault:
                refusal = fault
            if proposal is not None:
                done = await self._commit(proposal, request)
                if isinstance(done, Update):
                    return done
                if isinstance(done, Early):
                    return None
                if isinstance(done, Late):
                    await self._commit_timeout(match_id)
                match = await self._cache.load(match_id)
                continue
            known = await self._confirmed(match, request, may_know)
            if isinstance(known, Update):
                return known
            if known is match:
                if refusal is not None:
                    raise refusal
                return None
            match = known
        raise StoreUnavailable("the match changes faster than it can be decided on")

    async def _commit_timeout(self, match_id: str) -> None:
        """Commit the timeout of a match, which comes before anything else can happen in it."""
        proposal = self._time_out(await self._cache.load(match_id))
        if proposal is not None:
            await self._commit(proposal, None)

    async def _confirmed(
        self,
        match: Match,
        request: RequestKey | None,
        may_know: MayKnow | None,
    ) -> Match | Update:
        """The update the request made before, or the current match (the given one if unchanged)."""
        key = request
        if may_know is not None:
            try:
                may_know(match)
            except Fault:
                key = None
        found = await self._store.confirm(match.match_id, key)
        if found is not None and found.repeated is not None:
            # What was made before must be as safe as what is made now, before it is answered.
            found = await self._store.confirm(match.match_id, key, is_answer=True)
        if found is None:
            self._cache.drop(match.match_id)
            raise MatchNotFound
        if found.repeated is not None and key is not None:
            return await self._repeated(match.match_id, key, found.repeated)
        has_run_out = found.clock is not None and found.clock.has_run_out(found.now_ms)
        if has_run_out:
            await self._commit_timeout(match.match_id)
        elif (found.version, found.commit) == match.place:
            return match
        return await self._cache.load(match.match_id)

    async def _commit(
        self, proposal: Proposal, request: RequestKey | None
    ) -> Update | Stale | Late | Early:
        """Send a proposal to the store once; the table at the top says what the replies mean."""
        before = proposal.before
        commit = self._cache.commit_id(before)
        change = self._change(proposal, commit, request)
        try:
            reply = await self._store.commit(change)
        except (StoreOutcomeUnknown, StoreUnavailable, asyncio.CancelledError) as error:
            if isinstance(error, StoreOutcomeUnknown):
                self._counts.outcome_unknown()
            # It may be stored all the same; only the store knows that now.
            self._cache.drop(before.match_id)
            self._doubt(before.match_id)
            raise
        match reply:
            case Committed():
                return self._stored(proposal, commit, reply)
            case Repeated():
                if request is None:
                    raise ValueError("a change without a request id cannot be a repetition")
                self._doubt(before.match_id)
                return await self._repeated(before.match_id, request, reply)
            case Stale():
                self._counts.conflicted()
                return reply
            case Late() | Early():
                return reply
            case Gone():
                self._cache.drop(before.match_id)
                raise MatchNotFound

    def _doubt(self, match_id: str) -> None:
        for tell in self._on_doubt:
            tell(match_id)

    def _change(self, proposal: Proposal, commit: bytes, request: RequestKey | None) -> Change:
        before, after = proposal.before, proposal.after
        is_end = after.state.is_over
        return Change(
            before.match_id,
            before.version,
            before.commit,
            commit,
            after.state,
            proposal.parts,
            content_of(proposal.line, proposal.seat, after.state, proposal.pieces),
            notice_of(before, after),
            request,
            proposal.principals,
            self._limits.archive_after_ms if is_end else proposal.due_in_ms,
            self._limits.keep_requests_ms if is_end else None,
            None
            if before.clock is None
            else step(before.turn, after.turn, after.seat_to_act, is_timeout=proposal.is_timeout),
        )

    def _stored(self, proposal: Proposal, commit: bytes, done: Committed) -> Update:
        before = proposal.before
        version = before.version + 1
        after = proposal.after.at(version, commit, done.time_ms, done.clock)
        self._cache.keep_next(before, after, commit)
        update = Update(
            version,
            commit,
            done.time_ms,
            proposal.line,
            proposal.seat,
            after.state,
            proposal.pieces,
            done.clock,
        )
        if proposal.is_timeout and before.clock is not None and done.clock is not None:
            clock = replace(before.clock, credit_ms=done.clock.credit_ms)
            self._counts.timer_fired(done.time_ms - (clock.deadline_ms or done.time_ms))
        if done.clock is not None and done.clock.deadline_ms is not None:
            self._on_deadline(done.clock.deadline_ms)
        for tell in self._on_stored:
            tell(before, update)
        return update

    async def _repeated(self, match_id: str, request: RequestKey, found: Repeated) -> Update:
        if found.digest != request.digest:
            raise RequestIdReused
        try:
            return await self._history.one(match_id, found.version)
        except HistoryLost:
            raise StoreUnavailable("the log lacks an update that a request id names") from None
