"""What operators do with matches of any owner: inspect, end and adjudicate them.

The caller of this module checks the permission before and writes the log.
"""

from collections.abc import Sequence
from dataclasses import replace

from gemwright.engine.outcomes import adjudicated
from gemwright.engine.record import adjudication_line
from gemwright.matches.api import MatchHistory
from gemwright.matches.cache import MatchCache
from gemwright.matches.charter import part_bytes
from gemwright.matches.commands.play import check_active
from gemwright.matches.commands.seats import Seating
from gemwright.matches.commit import Committing, Proposal
from gemwright.matches.faults import InvalidField, MatchWaiting
from gemwright.matches.match import Match
from gemwright.matches.stored import MatchState, Part
from gemwright.matches.updates import UpdateEncoder
from gemwright.matches.watch.history import History


class Operating:
    """What operators do."""

    def __init__(
        self,
        cache: MatchCache,
        history: History,
        hosting: Seating,
        committing: Committing,
        encoder: UpdateEncoder,
    ) -> None:
        self._cache = cache
        self._history = history
        self._hosting = hosting
        self._committing = committing
        self._encoder = encoder

    async def owner_of(self, match_id: str) -> str:
        """The owner of a match."""
        return (await self._cache.get(match_id)).charter.owner

    async def inspect(self, match_id: str) -> MatchHistory:
        """Everything about a match, secrets included, in any match state."""
        match = await self._cache.current(match_id)
        updates = await self._history.all(match)
        return MatchHistory(match, tuple(updates), self._history.text(match, updates))

    async def end(self, match_id: str) -> Match:
        """End a match without an outcome; a match that is already cancelled stays so."""
        return await self._hosting.cancel(await self.owner_of(match_id), match_id)

    async def adjudicate(self, match_id: str, winners: Sequence[int]) -> Match:
        """Adjudicate an active match; a match already adjudicated the same way stays so."""
        in_order = tuple(sorted(winners))

        def decide(match: Match) -> Proposal | None:
            _check_seats(match, winners)
            verdict = match.course.verdict
            if verdict is not None and verdict.winners == in_order:
                return None
            return self._decided(match, in_order)

        await self._committing.run(match_id, decide)
        return await self._cache.get(match_id)

    def _decided(self, match: Match, winners: tuple[int, ...]) -> Proposal:
        """The match with its verdict. The position stays the same: no rule has ended it."""
        check_active(match)
        if match.position is None:
            raise MatchWaiting
        verdict = adjudicated(winners, match.game.scores(match.position))
        course = replace(match.course, verdict=verdict)
        after = replace(match, state=MatchState.FINISHED, course=course, seat_to_act=None)
        pieces = self._encoder.adjudicated(winners)
        parts = {Part.COURSE: part_bytes(course)}
        return Proposal(match, after, adjudication_line(winners), None, pieces, parts)


def _check_seats(match: Match, winners: Sequence[int]) -> None:
    """Refuse winners that have no seat in the match."""
    seats = len(match.roster)
    wrong = [
        (f"winners[{number}]", f"the match has {seats} seats, {seat} is none of them")
        for number, seat in enumerate(winners)
        if seat not in range(seats)
    ]
    if wrong:
        raise InvalidField(*wrong)
