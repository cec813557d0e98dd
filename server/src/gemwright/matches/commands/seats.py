"""Filling seats, dealing when the last is filled, and closing a match."""

from dataclasses import replace

from gemwright.matches.access import seats_held
from gemwright.matches.api import Caller
from gemwright.matches.cache import MatchCache, StoreTime, owned
from gemwright.matches.charter import Course, Holder, part_bytes
from gemwright.matches.commit import Committing, Proposal
from gemwright.matches.faults import CredentialsMissing, JoinTokenInvalid, MatchOver, NotYourSeat
from gemwright.matches.ids import guest_principal, is_join_token
from gemwright.matches.limits import Limits
from gemwright.matches.match import Match, position_bytes
from gemwright.matches.replay import CLOSE, JOIN, chance_of, opening
from gemwright.matches.stored import MatchState, Part
from gemwright.matches.updates import UpdateEncoder


class Seating:
    """Fills the seats of matches, and closes matches without an outcome."""

    def __init__(
        self,
        cache: MatchCache,
        committing: Committing,
        encoder: UpdateEncoder,
        time: StoreTime,
        limits: Limits,
        secret: bytes,
    ) -> None:
        self._cache = cache
        self._committing = committing
        self._encoder = encoder
        self._time = time
        self._limits = limits
        self._secret = secret

    async def join(
        self, caller: Caller, match_id: str, wanted: int | None, token: str, entropy: bytes
    ) -> tuple[int, Match]:
        """Fill a seat; its holder, a guest included, gets the same seat again."""
        match = await self._cache.current(match_id)
        if token:
            seat = self._opened(match, caller, wanted, token)
        else:
            seat = _kept(match, caller, wanted)
        principal = caller.principal or guest_principal(self._secret, match_id, seat)

        def decide(match: Match) -> Proposal | None:
            if match.roster[seat].is_filled:
                if match.roster[seat].principal != principal:
                    raise JoinTokenInvalid
                return None
            if match.state.is_over:
                raise MatchOver
            return self._filled(match, seat, principal, entropy)

        if not match.roster[seat].is_filled and self._is_too_late(match):
            await self.close_overdue(match)
        await self._committing.run(match_id, decide)
        return seat, await self._cache.get(match_id)

    def _opened(self, match: Match, caller: Caller, wanted: int | None, token: str) -> int:
        """The seat that a join token opens, for guests and for principals of the match's owner."""
        if caller.principal is not None and caller.owner != match.charter.owner:
            raise JoinTokenInvalid("the caller plays for another owner: join without a credential")
        for seat, plan in enumerate(match.charter.seats):
            is_open = plan.principal is None and wanted in (None, seat)
            if is_open and is_join_token(self._secret, match.match_id, seat, token):
                return seat
        raise JoinTokenInvalid

    def _is_too_late(self, match: Match) -> bool:
        deadline_ms = match.created_ms + match.charter.join_within_ms
        return match.state is MatchState.WAITING and self._time.now_ms() >= deadline_ms

    def _filled(self, match: Match, seat: int, principal: str, entropy: bytes) -> Proposal:
        """The match with one more seat filled, and dealt if it was the last."""
        holder = Holder(principal, True, entropy)
        roster = (*match.roster[:seat], holder, *match.roster[seat + 1 :])
        after = replace(match, roster=roster)
        parts = {Part.ROSTER: part_bytes(roster)}
        dealt: tuple[tuple[int, bytes], ...] = ()
        is_last = all(held.is_filled for held in roster)
        if is_last:
            after = _dealt(after, self._time.now_ms())
            if after.position is None:
                raise ValueError("a match was dealt and has no position")
            dealt = self._encoder.dealt(match.game, after.position)
            parts[Part.COURSE] = part_bytes(after.course)
            parts[Part.POSITION] = position_bytes(match.game, after.position)
        pieces = (*self._encoder.joined(seat, principal, entropy), *dealt)
        due_in_ms = self._limits.abandon_after_ms if is_last else None
        return Proposal(
            match, after, f"{JOIN} {seat}", seat, pieces, parts, (principal,), due_in_ms
        )

    async def cancel(self, owner: str, match_id: str) -> Match:
        """End a match without an outcome; a match that is already cancelled stays so."""
        await owned(self._cache, owner, match_id)

        def decide(match: Match) -> Proposal | None:
            if match.state is MatchState.CANCELLED:
                return None
            if match.state.is_over:
                raise MatchOver
            return self._closed(match, MatchState.CANCELLED)

        await self._committing.run(match_id, decide)
        return await self._cache.get(match_id)

    async def close_overdue(self, match: Match) -> None:
        """Close a match whose seats stayed unfilled, or in which nobody moved, for too long."""

        def decide(match: Match) -> Proposal | None:
            if match.state.is_over or self.due_in_ms(match) > 0:
                return None
            is_no_show = match.state is MatchState.WAITING
            return self._closed(match, MatchState.NO_SHOW if is_no_show else MatchState.ABANDONED)

        await self._committing.run(match.match_id, decide)

    def due_in_ms(self, match: Match) -> int:
        """How long until a match that is not over would be closed, as far as is known here."""
        if match.state is MatchState.WAITING:
            due_ms = match.created_ms + match.charter.join_within_ms
        elif match.clock is not None:
            return self._limits.abandon_after_ms  # its clock ends it
        else:
            due_ms = match.time_ms + self._limits.abandon_after_ms
        return due_ms - self._time.now_ms()

    def _closed(self, match: Match, state: MatchState) -> Proposal:
        absent: tuple[int, ...] = ()
        if state is MatchState.NO_SHOW:
            absent = tuple(s for s, holder in enumerate(match.roster) if not holder.is_filled)
        course = replace(match.course, absent=absent)
        after = replace(match, state=state, course=course, seat_to_act=None)
        pieces = self._encoder.closed(state, absent)
        parts = {Part.COURSE: part_bytes(course)}
        return Proposal(match, after, f"{CLOSE} {state}", None, pieces, parts)


def _kept(match: Match, caller: Caller, wanted: int | None) -> int:
    """The seat that is kept for the caller or held by it.

    It does not depend on which seats are filled already, so a retry finds the same seat.
    """
    if caller.principal is None:
        raise CredentialsMissing
    is_ours = caller.owner == match.charter.owner
    plans = match.charter.seats if is_ours else ()
    kept = [seat for seat, plan in enumerate(plans) if plan.principal == caller.principal]
    own = [seat for seat in kept or seats_held(match, caller) if wanted in (None, seat)]
    if not own:
        raise NotYourSeat("no such seat is kept for the caller: show a join token")
    return own[0]


def _dealt(match: Match, now_ms: int) -> Match:
    """The match after its last seat is filled."""
    charter, roster = match.charter, match.roster
    position = opening(charter, roster)
    return replace(
        match,
        state=MatchState.ACTIVE,
        course=Course(match.version + 1, max(now_ms, match.time_ms)),
        position=position,
        chance=chance_of(charter, roster),
        seat_to_act=match.game.to_move(position),
    )
