"""The life of a match around its play: created, joined, dealt, closed."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gemwright.engine import GAMES
from gemwright.engine.fairness import SECRET_BYTES, commitment
from gemwright.engine.reading import PositionError
from gemwright.runtime.api import Caller, Created, Listed, Wanted
from gemwright.runtime.charter import Charter, Course, Holder, Roster, SeatPlan, part_bytes
from gemwright.runtime.clerk import Clerk
from gemwright.runtime.committing import Committing, Decision
from gemwright.runtime.dealing import chance_of, opening
from gemwright.runtime.faults import (
    CredentialsMissing,
    DevelopmentOnly,
    FieldInvalid,
    JoinTokenInvalid,
    MatchNotFound,
    MatchNotOver,
    MatchOver,
    MatchUnreadable,
    NotYourSeat,
    RequestIdReused,
    SeedUsed,
)
from gemwright.runtime.ids import is_join_token, join_token, match_id
from gemwright.runtime.limits import Limits
from gemwright.runtime.match import Match, decode, position_bytes
from gemwright.runtime.matches import Matches
from gemwright.runtime.ports import MatchStore, NewMatch, Part, Status
from gemwright.runtime.replay import CLOSE, JOIN
from gemwright.runtime.storetime import StoreTime

_DUEL_SEATS = 2
_FIND_ROUNDS = 8
"""How often a filtered list looks on before it gives a short page."""


class Hosting:
    """Makes matches, fills their seats, and closes those that come to nothing."""

    def __init__(
        self,
        store: MatchStore,
        matches: Matches,
        committing: Committing,
        clerk: Clerk,
        time: StoreTime,
        limits: Limits,
        secret: bytes,
        *,
        is_development: bool,
    ) -> None:
        self._store = store
        self._matches = matches
        self._committing = committing
        self._clerk = clerk
        self._time = time
        self._limits = limits
        self._secret = secret
        self._is_development = is_development

    async def create(self, owner: str, wanted: Wanted) -> Created:
        """Create a match, or find the one that the same request created before."""
        if (wanted.position is not None or wanted.seed is not None) and not self._is_development:
            raise DevelopmentOnly
        if wanted.rematch_of:
            wanted = await self._as_rematch(owner, wanted)
        new_id = match_id(self._secret, owner, wanted.request_id)
        charter = _charter(new_id, owner, wanted, self._limits)
        await self._claim_seed(charter, wanted)
        roster = tuple(
            Holder(plan.principal or "", plan.is_filled_at_once) for plan in charter.seats
        )
        await self._store.create(self._new(charter, roster))
        match = await self._matches.load(new_id)
        if match.charter.digest != wanted.digest:
            raise RequestIdReused
        return self._created(match)

    async def _claim_seed(self, charter: Charter, wanted: Wanted) -> None:
        if wanted.seed is not None:
            keep_ms = self._limits.abandon_after_ms + self._limits.keep_finished_ms
            if not await self._store.claim_seed(wanted.seed, charter.match_id, keep_ms):
                raise SeedUsed

    def _new(self, charter: Charter, roster: Roster) -> NewMatch:
        """The match at version 0, dealt at once if nobody has to come."""
        is_dealt = all(holder.is_filled for holder in roster)
        course = Course(start_version=0 if is_dealt else -1)
        state = opening(charter, roster) if is_dealt else None
        parts = {
            Part.CHARTER: part_bytes(charter),
            Part.ROSTER: part_bytes(roster),
            Part.COURSE: part_bytes(course),
        }
        if state is not None:
            parts[Part.POSITION] = position_bytes(GAMES[charter.game], state)
        status = Status.ACTIVE if is_dealt else Status.WAITING
        due_in_ms = self._limits.abandon_after_ms if is_dealt else charter.join_within_ms
        principals = sorted({holder.principal for holder in roster if holder.principal})
        return NewMatch(charter.match_id, charter.owner, status, parts, principals, due_in_ms)

    def _created(self, match: Match) -> Created:
        """The match with the tokens of the seats that were open to whoever shows one."""
        tokens = tuple(
            (seat, join_token(self._secret, match.match_id, seat))
            for seat, plan in enumerate(match.charter.seats)
            if plan.principal is None
        )
        return Created(match, tokens)

    async def _as_rematch(self, owner: str, wanted: Wanted) -> Wanted:
        """The same game again; the holders sit one seat further on unless others are named."""
        before = await self._own(owner, wanted.rematch_of)
        if not before.status.is_over:
            raise MatchNotOver
        game = before.charter.game
        if wanted.game not in ("", game):
            raise FieldInvalid(("game", "a rematch is of the same game as the match before"))
        holders = [holder.principal for holder in before.roster]
        rotated = [*holders[-1:], *holders[:-1]]
        return replace(
            wanted,
            game=game,
            options=before.charter.options if wanted.options is None else wanted.options,
            seats=wanted.seats or tuple(SeatPlan(principal or None) for principal in rotated),
        )

    async def join(
        self, caller: Caller, match_id: str, token: str, entropy: bytes
    ) -> tuple[int, Match]:
        """Fill a seat; whoever holds it already gets it again."""
        principal = caller.principal
        if principal is None:
            raise CredentialsMissing
        match = await self._matches.current(match_id)
        seat = self._seat_for(match, principal, token)

        def decide(match: Match) -> Decision | None:
            if match.roster[seat].is_filled:
                if match.roster[seat].principal != principal:
                    raise JoinTokenInvalid
                return None
            if match.status.is_over:
                raise MatchOver
            return self._filled(match, seat, principal, entropy)

        if not match.roster[seat].is_filled and self._is_too_late(match):
            await self.close_overdue(match)
        await self._committing.run(match_id, decide)
        return seat, await self._matches.get(match_id)

    def _seat_for(self, match: Match, principal: str, token: str) -> int:
        """The seat that a join token opens, or that is kept for the caller or held by it."""
        plans = match.charter.seats
        if token:
            for seat, plan in enumerate(plans):
                if plan.principal is None and is_join_token(
                    self._secret, match.match_id, seat, token
                ):
                    return seat
            raise JoinTokenInvalid
        kept = [seat for seat, plan in enumerate(plans) if plan.principal == principal]
        unfilled = [seat for seat in kept if not match.roster[seat].is_filled]
        own = unfilled or kept or match.seats_of(principal)
        if not own:
            raise NotYourSeat
        return own[0]

    def _is_too_late(self, match: Match) -> bool:
        deadline_ms = match.created_ms + match.charter.join_within_ms
        return match.status is Status.WAITING and self._time.now_ms() >= deadline_ms

    def _filled(self, match: Match, seat: int, principal: str, entropy: bytes) -> Decision:
        """The match with one seat more filled, and dealt if it was the last."""
        holder = Holder(principal, True, entropy)
        roster = (*match.roster[:seat], holder, *match.roster[seat + 1 :])
        after = replace(match, roster=roster)
        parts = {Part.ROSTER: part_bytes(roster)}
        dealt: tuple[tuple[int, bytes], ...] = ()
        is_last = all(held.is_filled for held in roster)
        if is_last:
            after = _dealt(after, self._time.now_ms())
            if after.state is None:
                raise ValueError("a match was dealt and has no position")
            dealt = self._clerk.dealt(match.game, after.state)
            parts[Part.COURSE] = part_bytes(after.course)
            parts[Part.POSITION] = position_bytes(match.game, after.state)
        pieces = self._clerk.joined(seat, principal, entropy, dealt)
        due_in_ms = self._limits.abandon_after_ms if is_last else None
        return Decision(
            match, after, f"{JOIN} {seat}", seat, pieces, parts, (principal,), due_in_ms
        )

    async def cancel(self, owner: str, match_id: str) -> Match:
        """End a match without an outcome; one that was cancelled before stays so."""
        await self._own(owner, match_id)

        def decide(match: Match) -> Decision | None:
            if match.status is Status.CANCELLED:
                return None
            if match.status.is_over:
                raise MatchOver
            return self._closed(match, Status.CANCELLED)

        await self._committing.run(match_id, decide)
        return await self._matches.get(match_id)

    async def close_overdue(self, match: Match) -> None:
        """Close a match to whose seats nobody came, or in which nobody moved, for too long."""

        def decide(match: Match) -> Decision | None:
            if match.status.is_over or self.due_in_ms(match) > 0:
                return None
            is_no_show = match.status is Status.WAITING
            return self._closed(match, Status.NO_SHOW if is_no_show else Status.ABANDONED)

        await self._committing.run(match.match_id, decide)

    def due_in_ms(self, match: Match) -> int:
        """When a match that is not over would be closed, as far as is known here."""
        if match.status is Status.WAITING:
            due_ms = match.created_ms + match.charter.join_within_ms
        else:
            due_ms = match.time_ms + self._limits.abandon_after_ms
        return due_ms - self._time.now_ms()

    def _closed(self, match: Match, status: Status) -> Decision:
        absent: tuple[int, ...] = ()
        if status is Status.NO_SHOW:
            absent = tuple(s for s, holder in enumerate(match.roster) if not holder.is_filled)
        course = replace(match.course, absent=absent)
        after = replace(match, status=status, course=course)
        pieces = self._clerk.closed(status, absent)
        parts = {Part.COURSE: part_bytes(course)}
        return Decision(match, after, f"{CLOSE} {status}", None, pieces, parts)

    async def _own(self, owner: str, match_id: str) -> Match:
        match = await self._matches.current(match_id)
        if match.charter.owner != owner:
            raise MatchNotFound
        return match

    async def find(
        self,
        owner: str,
        principal: str | None,
        status: Status | None,
        game: str | None,
        cursor: str,
        most: int,
    ) -> Listed:
        """A page of an owner's matches; short where the filter drops most of what is looked at."""
        found: list[Match] = []
        for _ in range(_FIND_ROUNDS):
            page = await self._store.find(owner, principal, cursor, most - len(found))
            matches = await self._decoded(page.match_ids)
            found += [
                match
                for match in matches
                if status in (None, match.status) and game in (None, match.charter.game)
            ]
            cursor = page.next_cursor
            if not cursor or len(found) >= most:
                break
        return Listed(tuple(found), cursor)

    async def _decoded(self, match_ids: Sequence[str]) -> list[Match]:
        matches: list[Match] = []
        for stored in await self._store.load_many(match_ids):
            if stored is not None:
                try:
                    matches.append(decode(stored))
                except MatchUnreadable:
                    continue
        return matches


def _charter(new_id: str, owner: str, wanted: Wanted, limits: Limits) -> Charter:
    """What is settled now, for ever, the seed and its commitment included."""
    game = GAMES[wanted.game]
    position = None if wanted.position is None else _checked_position(wanted.game, wanted.position)
    options = _options(wanted.game, position["options"] if position else wanted.options)
    seats = options.get("seats", _DUEL_SEATS)
    if len(wanted.seats) != seats:
        raise FieldInvalid(("seats", f"this match has {seats} seats, not {len(wanted.seats)}"))
    seed = wanted.seed or secrets.token_bytes(SECRET_BYTES)
    salt = secrets.token_bytes(SECRET_BYTES)
    is_chosen = wanted.seed is not None or position is not None
    return Charter(
        match_id=new_id,
        owner=owner,
        game=wanted.game,
        options=options,
        rules_version=game.RULES_VERSION,
        seats=wanted.seats,
        join_within_ms=wanted.join_within_ms or limits.join_within_ms,
        has_spectators=wanted.has_spectators,
        delay_ms=wanted.delay_ms,
        commitment=commitment(new_id, wanted.game, options, game.RULES_VERSION, salt, seed),
        seed=seed,
        salt=salt,
        entropy=wanted.entropy,
        is_unverifiable=is_chosen,
        rematch_of=wanted.rematch_of,
        digest=wanted.digest,
        position=position,
    )


def _options(game: str, given: object) -> Mapping[str, int | bool | None]:
    rules = GAMES[game]
    try:
        return (rules.Options() if given is None else rules.options_from_data(given)).values
    except (PositionError, ValueError) as error:
        path = error.path if isinstance(error, PositionError) else "options"
        detail = error.detail if isinstance(error, PositionError) else str(error)
        raise FieldInvalid((path, detail)) from None


def _checked_position(game: str, data: Mapping[str, object]) -> dict[str, object]:
    """The position as the engine writes it, once it has been found possible and not over."""
    rules = GAMES[game]
    try:
        state = rules.from_data(data)
    except PositionError as error:
        raise FieldInvalid((f"position.{error.path}".rstrip("."), error.detail)) from None
    if rules.to_move(state) is None:
        raise FieldInvalid(("position.outcome", "a position that is over cannot be played on"))
    return rules.to_data(state)


def _dealt(match: Match, now_ms: int) -> Match:
    """The match once its last seat is filled."""
    charter, roster = match.charter, match.roster
    return replace(
        match,
        status=Status.ACTIVE,
        course=Course(match.version + 1, max(now_ms, match.time_ms)),
        state=opening(charter, roster),
        chance=chance_of(charter, roster),
    )
