"""What happened in a match: read from the log, or replayed from the archive."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from gemwright.engine.record import (
    ADJUDICATE,
    Noting,
    Record,
    adjudicated_winners,
    outcome_text,
    write_record,
)
from gemwright.matches.cache import MatchCache, StoreTime
from gemwright.matches.faults import MatchNotFound
from gemwright.matches.match import Match, seat_to_act
from gemwright.matches.replay import CLOSE, JOIN, Step, chance_of, opening, steps
from gemwright.matches.store import Archived, Gone, LogPage, Lost, MatchStore
from gemwright.matches.stored import Clock, MatchState
from gemwright.matches.updates import Piece, Update, UpdateEncoder, read_update

_CHUNK = 256
_KEPT = 64


class HistoryLost(Exception):
    """The update to be continued is not in the log: the store has lost it."""


class History:
    """Reads histories; those from an archive are cached for a while, because a replay is costly."""

    def __init__(
        self, store: MatchStore, cache: MatchCache, encoder: UpdateEncoder, time: StoreTime
    ) -> None:
        self._store = store
        self._cache = cache
        self._encoder = encoder
        self._time = time
        self._played: dict[str, tuple[bytes, tuple[Update, ...]]] = {}

    async def after(
        self, match_id: str, version: int, commit: bytes | None = None, most: int = _CHUNK
    ) -> list[Update]:
        """Updates after a version, which must have that commit id if one is given."""
        reply = await self._store.updates(match_id, version, commit, most)
        match reply:
            case LogPage():
                self._time.note(reply.now_ms)
                return list(map(read_update, reply.updates))
            case Archived():
                return await self._archived_after(match_id, version, commit, most)
            case Lost():
                raise HistoryLost
            case Gone():
                self._cache.drop(match_id)
                raise MatchNotFound

    async def _archived_after(
        self, match_id: str, version: int, commit: bytes | None, most: int
    ) -> list[Update]:
        match = await self._archived(match_id)
        updates = self.archived(match)
        is_later = 0 < version <= len(updates)
        before = updates[version - 1].commit if is_later else match.charter.birth
        if version > len(updates) or commit not in (None, before):
            raise HistoryLost
        return list(updates[version : version + most])

    async def _archived(self, match_id: str) -> Match:
        match = self._cache.held(match_id)
        return match if match is not None and match.archive else await self._cache.load(match_id)

    async def all(self, match: Match) -> list[Update]:
        """Every update of a match up to the version given."""
        updates: list[Update] = []
        while len(updates) < match.version:
            last = updates[-1].commit if updates else None
            chunk = await self.after(match.match_id, len(updates), last)
            if not chunk:
                raise HistoryLost
            updates += chunk
        updates = updates[: match.version]
        if updates and updates[-1].commit != match.commit:
            raise HistoryLost
        return updates

    async def one(self, match_id: str, version: int) -> Update:
        """The update with that version."""
        updates = await self.after(match_id, version - 1, most=1)
        if not updates:
            raise HistoryLost
        return updates[0]

    def archived(self, match: Match) -> tuple[Update, ...]:
        """Every update of an archived match, encoded as when it was live."""
        archive = match.archive
        if archive is None:
            raise ValueError("the match has no archive")
        played = self._played.get(match.match_id)
        if played is None or played[0] != match.commit:
            lines = [done.line for done in archive.done]
            times = accumulate((done.after_ms for done in archive.done), initial=match.created_ms)
            next(times)
            updates = tuple(
                Update(
                    step.version,
                    done.commit,
                    time_ms,
                    step.line,
                    step.seat,
                    _state_at(match, step.version),
                    pieces,
                    done.clock,
                )
                for (step, pieces), done, time_ms in zip(
                    self._worded(match, lines), archive.done, times, strict=True
                )
            )
            played = match.commit, updates
            if len(self._played) >= _KEPT:
                del self._played[next(iter(self._played))]
            self._played[match.match_id] = played
        return played[1]

    def _worded(self, match: Match, lines: Sequence[str]) -> list[tuple[Step, tuple[Piece, ...]]]:
        charter, roster, course = match.charter, match.roster, match.course
        return [
            (step, self._wording(match, step)) for step in steps(charter, roster, course, lines)
        ]

    def _wording(self, match: Match, step: Step) -> tuple[Piece, ...]:
        game, seats = match.game, len(match.roster)
        word = step.line.partition(" ")[0]
        if word == JOIN and step.seat is not None:
            holder = match.roster[step.seat]
            is_deal = step.version == match.course.start_version and step.position is not None
            dealt = self._encoder.dealt(game, step.position) if is_deal and step.position else ()
            joined = self._encoder.joined(step.seat, holder.principal, holder.entropy)
            return (*joined, *dealt)
        if word == CLOSE:
            return self._encoder.closed(match.state, match.course.absent)
        if word == ADJUDICATE:
            return self._encoder.adjudicated(adjudicated_winners(step.line))
        if step.seat is None:
            raise ValueError(f"{step.line!r} names no seat")
        if step.forfeit is not None:
            return self._encoder.forfeited(game, seats, step.seat, step.forfeit, step.events)
        return self._encoder.acted(game, seats, step.seat, step.action, step.events)

    async def as_of(self, match: Match, until_ms: int) -> Match:
        """The match as it was at a time: what a spectator behind a horizon sees."""
        past = [update for update in await self.all(match) if update.time_ms <= until_ms]
        return as_of(match, past)

    def text(self, match: Match, updates: Sequence[Update]) -> str:
        """The match as a text file; empty if it was never dealt."""
        course = match.course
        if course.start_version < 0:
            return ""
        lines = [update.line for update in updates[course.start_version :]]
        return game_text(match, [line for line in lines if not line.startswith(CLOSE)])


def _state_at(match: Match, version: int) -> MatchState:
    if version == match.version:
        return match.state
    is_dealt = 0 <= match.course.start_version <= version
    return MatchState.ACTIVE if is_dealt else MatchState.WAITING


def as_of(match: Match, past: Sequence[Update]) -> Match:
    """The match after these updates, which are its first."""
    filled = {update.seat for update in past if update.line.startswith(JOIN)}
    roster = tuple(
        holder
        if plan.is_filled_at_once or seat in filled
        else replace(holder, is_filled=False, principal=plan.principal or "", entropy=b"")
        for seat, (plan, holder) in enumerate(zip(match.charter.seats, match.roster, strict=True))
    )
    is_dealt = 0 <= match.course.start_version <= len(past)
    course = match.course if is_dealt else replace(match.course, start_version=-1, started_ms=0)
    position = opening(match.charter, match.roster) if match.course.start_version == 0 else None
    lines = [update.line for update in past]
    for step in steps(match.charter, match.roster, match.course, lines):
        position = step.position
    state = MatchState.ACTIVE if is_dealt else MatchState.WAITING
    return replace(
        match,
        roster=roster,
        course=course,
        version=len(past),
        commit=past[-1].commit if past else match.charter.birth,
        time_ms=past[-1].time_ms if past else match.created_ms,
        state=state,
        position=position,
        seat_to_act=seat_to_act(match.game, state, position),
        clock=_clock_as_of(match, past),
    )


def _clock_as_of(match: Match, past: Sequence[Update]) -> Clock | None:
    """The clocks after some updates; before the first one, those of a match just created."""
    if past:
        return past[-1].clock
    control = match.charter.time_control
    if control is None or match.clock is None:
        return None
    seats, is_dealt = len(match.roster), match.course.start_version == 0
    seat = match.game.to_move(opening(match.charter, match.roster)) if is_dealt else None
    since_ms = match.created_ms - match.clock.credit_ms
    return Clock(match.clock.credit_ms, seat, since_ms, (control.first_ms,) * seats)


def game_text(match: Match, lines: Sequence[str]) -> str:
    """A played match as `record.py` of the engine writes it."""
    charter, roster = match.charter, match.roster
    outcome = match.outcome
    record = Record(
        charter.game,
        charter.rules_version,
        charter.options,
        tuple(lines),
        result=None if outcome is None else outcome_text(outcome),
    )
    if charter.position is None:
        entropy = (charter.entropy, *(holder.entropy for holder in roster))
        seeded = replace(record, seed=charter.seed, match_id=match.match_id, entropy=entropy)
        return write_record(seeded)
    noting = Noting(chance_of(charter, roster))
    every = [f"{JOIN} 0"] * match.course.start_version + list(lines)
    for _ in steps(charter, roster, match.course, every, noting):
        pass
    return write_record(replace(record, position=charter.position, deals=noting.deals))
