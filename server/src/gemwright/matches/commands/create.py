"""Creating a match: what its creator wants, what is settled for ever, its version 0."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace

from gemwright.engine import GAMES
from gemwright.engine.fairness import SECRET_BYTES, commitment
from gemwright.engine.game import SomeOptions
from gemwright.engine.reading import PositionError
from gemwright.matches.api import Created, MatchRequest
from gemwright.matches.cache import MatchCache, owned
from gemwright.matches.charter import Charter, Course, Holder, Roster, SeatPlan, part_bytes
from gemwright.matches.commands.quota import Quota
from gemwright.matches.faults import (
    DevelopmentOnly,
    InvalidField,
    MatchNotFound,
    MatchNotOver,
    RequestIdReused,
    SeedUsed,
)
from gemwright.matches.feeds.notices import notice_of
from gemwright.matches.ids import join_token, match_id
from gemwright.matches.limits import Limits
from gemwright.matches.match import Match, position_bytes, seat_to_act
from gemwright.matches.replay import opening
from gemwright.matches.store import MatchStore, StoreUnavailable
from gemwright.matches.stored import MatchState, NewMatch, Part


class Creating:
    """Creates matches."""

    def __init__(
        self,
        store: MatchStore,
        cache: MatchCache,
        limits: Limits,
        secret: bytes,
        announce: Callable[[Charter], None],
        *,
        is_development: bool,
    ) -> None:
        self._store = store
        self._cache = cache
        self._limits = limits
        self._secret = secret
        self._announce = announce
        self._quota = Quota(store, limits.matches_of_owner)
        self._is_development = is_development

    async def create(self, owner: str, wanted: MatchRequest) -> Created:
        """Create a match, or return the one that the same request created before."""
        if (wanted.position is not None or wanted.seed is not None) and not self._is_development:
            raise DevelopmentOnly
        new_id = match_id(self._secret, owner, wanted.request_id)
        if wanted.rematch_of or wanted.seed is not None:
            made = await self._made_before(new_id, wanted)
            if made is not None:  # the match of which this is a rematch may be gone by now
                return await self._settled(made)
        if wanted.rematch_of:
            wanted = await self._as_rematch(owner, wanted)
        charter = _charter(new_id, owner, wanted, self._limits)
        has_room = await self._quota.take(owner)
        if has_room:
            await self._make(charter, wanted)
        made = await self._made_before(new_id, wanted)
        if made is None:
            raise _lost() if has_room else self._quota.exceeded()
        return made if has_room else await self._settled(made)

    async def _make(self, charter: Charter, wanted: MatchRequest) -> None:
        """Store the match, unless it is stored already."""
        roster = tuple(
            Holder(plan.principal or "", plan.is_filled_at_once) for plan in charter.seats
        )
        is_new = False
        try:
            await self._claim_seed(charter, wanted)
            is_new = await self._store.create(self._new(charter, roster))
        finally:
            if not is_new:
                self._quota.give_back(charter.owner)
        if is_new:
            self._announce(charter)

    async def _made_before(self, new_id: str, wanted: MatchRequest) -> Created | None:
        """What this request has created, if anything; another request of this id is refused."""
        try:
            match = await self._cache.load(new_id)
        except MatchNotFound:
            return None
        if match.charter.digest != wanted.digest:
            raise RequestIdReused
        return self._created(match)

    async def _settled(self, made: Created) -> Created:
        """What an earlier call has created, once it is stored as safely as a new match."""
        if await self._store.confirm(made.match.match_id, is_answer=True) is None:
            raise _lost()
        return made

    async def _claim_seed(self, charter: Charter, wanted: MatchRequest) -> None:
        if wanted.seed is not None:
            keep_ms = self._limits.abandon_after_ms + self._limits.keep_finished_ms
            if not await self._store.claim_seed(wanted.seed, charter.match_id, keep_ms):
                raise SeedUsed

    def _new(self, charter: Charter, roster: Roster) -> NewMatch:
        """The match at version 0, dealt at once if no seat must be joined."""
        is_dealt = all(holder.is_filled for holder in roster)
        course = Course(start_version=0 if is_dealt else -1)
        position = opening(charter, roster) if is_dealt else None
        parts = {
            Part.CHARTER: part_bytes(charter, has_clocks=charter.time_control is not None),
            Part.ROSTER: part_bytes(roster),
            Part.COURSE: part_bytes(course),
        }
        if position is not None:
            parts[Part.POSITION] = position_bytes(GAMES[charter.game], position)
        state = MatchState.ACTIVE if is_dealt else MatchState.WAITING
        due_in_ms = self._limits.abandon_after_ms if is_dealt else charter.join_within_ms
        principals = sorted({holder.principal for holder in roster if holder.principal})
        seat = seat_to_act(GAMES[charter.game], state, position)
        made = Match(
            charter, roster, course, 0, charter.birth, 0, 0, state, position, None, seat_to_act=seat
        )
        control = charter.time_control
        return NewMatch(
            charter.match_id,
            charter.owner,
            state,
            parts,
            principals,
            due_in_ms,
            notice_of(None, made),
            charter.birth,
            None if control is None else control.start(len(roster), made.seat_to_act),
        )

    def _created(self, match: Match) -> Created:
        """The match with the join tokens of its open seats."""
        tokens = tuple(
            (seat, join_token(self._secret, match.match_id, seat))
            for seat, plan in enumerate(match.charter.seats)
            if plan.principal is None
        )
        return Created(match, tokens)

    async def _as_rematch(self, owner: str, wanted: MatchRequest) -> MatchRequest:
        """The same game again; holders move one seat on unless others are named."""
        before = await owned(self._cache, owner, wanted.rematch_of)
        if not before.state.is_over:
            raise MatchNotOver
        game = before.charter.game
        if wanted.game not in ("", game):
            raise InvalidField(("game", "a rematch is of the same game as the match before"))
        holders = [holder.principal for holder in before.roster]
        rotated = [*holders[-1:], *holders[:-1]]
        return replace(
            wanted,
            game=game,
            options=before.charter.options if wanted.options is None else wanted.options,
            time_control=wanted.time_control or before.charter.time_control,
            seats=wanted.seats or tuple(SeatPlan(principal or None) for principal in rotated),
        )


def _lost() -> StoreUnavailable:
    """The error for a match that has just vanished: the same call again creates it anew."""
    return StoreUnavailable("the store has lost a match that was just created")


def _charter(new_id: str, owner: str, wanted: MatchRequest, limits: Limits) -> Charter:
    """What is settled now for ever, including the seed and its commitment."""
    game = GAMES[wanted.game]
    position = None if wanted.position is None else _checked_position(wanted.game, wanted.position)
    chosen = _options(wanted.game, position["options"] if position else wanted.options)
    if len(wanted.seats) != chosen.seats:
        told = f"this match has {chosen.seats} seats, not {len(wanted.seats)}"
        raise InvalidField(("seats", told))
    options = chosen.values
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
        time_control=wanted.time_control,
    )


def _options(game: str, given: object) -> SomeOptions:
    rules = GAMES[game]
    try:
        return rules.Options() if given is None else rules.options_from_data(given)
    except (PositionError, ValueError) as error:
        path = error.path if isinstance(error, PositionError) else "options"
        detail = error.detail if isinstance(error, PositionError) else str(error)
        raise InvalidField((path, detail)) from None


def _checked_position(game: str, data: Mapping[str, object]) -> dict[str, object]:
    """The position as the engine writes it, after checking that it is possible and not over."""
    rules = GAMES[game]
    try:
        position = rules.from_data(data)
    except PositionError as error:
        raise InvalidField((f"position.{error.path}".rstrip("."), error.detail)) from None
    if rules.to_move(position) is None:
        raise InvalidField(("position.outcome", "a position that is over cannot be played on"))
    return rules.to_data(position)
