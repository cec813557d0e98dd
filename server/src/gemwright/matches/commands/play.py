"""What seats do: act, resign, ask how a purchase can be paid."""

from functools import partial
from itertools import islice

from gemwright.engine.outcomes import Forfeit
from gemwright.engine.refusals import Refused
from gemwright.matches.access import check_holds
from gemwright.matches.api import Caller, Payments, SeenUpdate, Submission
from gemwright.matches.cache import MatchCache
from gemwright.matches.commit import Committing, Proposal
from gemwright.matches.faults import (
    ActionRefused,
    InvalidField,
    MatchOver,
    MatchWaiting,
    StaleVersion,
)
from gemwright.matches.ids import digest
from gemwright.matches.match import Match, position_bytes
from gemwright.matches.replay import forfeit_line
from gemwright.matches.stored import MatchState, Part, RequestKey
from gemwright.matches.updates import UpdateEncoder


class Playing:
    """What seats do."""

    def __init__(self, committing: Committing, cache: MatchCache, encoder: UpdateEncoder) -> None:
        self._committing = committing
        self._cache = cache
        self._encoder = encoder

    async def submit(self, caller: Caller, submission: Submission) -> SeenUpdate | None:
        """Play an action, or only check it; None after a check."""
        seat, action, match_id = submission.seat, submission.action, submission.match_id

        def decide(match: Match) -> Proposal | None:
            game, position, chance = match.game, match.position, match.chance
            if type(action) not in game.ACTIONS:
                raise _foreign_action()
            if match.version != submission.expected_version:
                raise StaleVersion(match.version)
            if match.state is not MatchState.ACTIVE or position is None or chance is None:
                raise MatchOver if match.state.is_over else MatchWaiting
            position = position.copy()
            events: list[object] = []
            try:
                game.apply(position, seat, action, chance, events)
            except Refused as refused:
                raise ActionRefused(refused.refusal) from None
            after = match.moved(position, game.to_move(position))
            pieces = self._encoder.acted(game, len(match.roster), seat, action, events)
            parts = {Part.POSITION: position_bytes(game, position)}
            proposal = Proposal(match, after, line, seat, pieces, parts)
            return None if submission.validate_only else proposal

        match = self._cache.held(match_id) or await self._cache.load(match_id)
        # An action of another game has no line in this one; it is refused later.
        line = match.game.action_text(action) if type(action) in match.game.ACTIONS else ""
        request = None
        if not submission.validate_only:
            content = digest("act", str(submission.expected_version), line)
            request = RequestKey(seat, submission.request_id, content)
        may_know = partial(check_holds, caller=caller, seat=seat)
        update = await self._committing.run(match_id, decide, request, may_know)
        return None if update is None else SeenUpdate(update, seat)

    async def resign(self, caller: Caller, match_id: str, seat: int, request_id: str) -> SeenUpdate:
        """Resign a seat, also when it is not its turn."""

        def decide(match: Match) -> Proposal:
            return self._forfeit(match, seat, Forfeit.RESIGNATION)

        request = RequestKey(seat, request_id, digest("resign"))
        may_know = partial(check_holds, caller=caller, seat=seat)
        update = await self._committing.run(match_id, decide, request, may_know)
        if update is None:
            raise ValueError("a resignation was only checked")
        return SeenUpdate(update, seat)

    def _forfeit(self, match: Match, seat: int, why: Forfeit) -> Proposal:
        check_active(match)
        if match.position is None:
            raise MatchWaiting
        game, position = match.game, match.position.copy()
        events: list[object] = []
        try:
            game.forfeit(position, seat, why, events)
        except Refused as refused:
            raise ActionRefused(refused.refusal) from None
        return Proposal(
            match,
            match.moved(position, game.to_move(position)),
            forfeit_line(seat, why),
            seat,
            self._encoder.forfeited(game, len(match.roster), seat, why, events),
            {Part.POSITION: position_bytes(game, position)},
            is_timeout=why is Forfeit.TIMEOUT,
        )

    def time_out(self, match: Match) -> Proposal | None:
        """Propose the timeout of the seat whose clock runs; the store decides whether it is due."""
        if match.clock is None or match.clock.running is None or match.state.is_over:
            return None
        return self._forfeit(match, match.clock.running, Forfeit.TIMEOUT)

    async def payments(
        self,
        caller: Caller,
        match_id: str,
        seat: int,
        action: object,
        offset: int,
        version: int | None,
        most: int,
    ) -> Payments:
        """A page of the exact payments of a purchase that is legal now."""
        match = await self._cache.current(match_id)
        check_holds(match, caller, seat)
        if type(action) not in match.game.ACTIONS:
            raise _foreign_action()
        if version is not None and version != match.version:
            raise StaleVersion(match.version)
        check_active(match)
        if match.position is None:
            raise MatchWaiting
        refusal = match.game.refusal(match.position, seat, action)
        if refusal is not None:
            raise ActionRefused(refusal)
        every = match.game.payments(match.position, action)
        page = tuple(islice(every, offset, offset + most))
        has_more = next(every, None) is not None
        return Payments(page, match.version, offset + most if has_more else None)


def check_active(match: Match) -> None:
    """Refuse an action in a match that is waiting or over."""
    if match.state is MatchState.WAITING:
        raise MatchWaiting
    if match.state.is_over:
        raise MatchOver


def _foreign_action() -> InvalidField:
    """The error for an action that only the messages of another game can name."""
    return InvalidField(("action", "it is an action of another game than the match's"))
