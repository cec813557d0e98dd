"""What the seats of a match do: act, resign, ask how a purchase can be paid."""

from itertools import islice

from gemwright.engine.outcome import Forfeit
from gemwright.engine.refusals import Refused
from gemwright.matches.access import check_holds
from gemwright.matches.api import Caller, Payments, SeenUpdate, Submission
from gemwright.matches.cache import MatchCache
from gemwright.matches.commit import Committing, Proposal
from gemwright.matches.faults import (
    ActionRefused,
    FieldInvalid,
    MatchOver,
    MatchWaiting,
    StaleVersion,
)
from gemwright.matches.ids import digest
from gemwright.matches.match import Match, position_bytes
from gemwright.matches.replay import forfeit_line
from gemwright.matches.stored import MatchState, Part, RequestKey
from gemwright.matches.updates import UpdateWriter


class Playing:
    """What the seats of a match do."""

    def __init__(self, committing: Committing, matches: MatchCache, clerk: UpdateWriter) -> None:
        self._committing = committing
        self._matches = matches
        self._clerk = clerk

    async def submit(self, caller: Caller, submission: Submission) -> SeenUpdate | None:
        """Play an action, or only check it."""
        seat = submission.seat

        def may_know(match: Match) -> None:
            check_holds(match, caller, seat)

        def decide(match: Match) -> Proposal | None:
            _check_game(match, submission.action)
            decision = self._decide(match, submission, line)
            return None if submission.validate_only else decision

        matches, match_id = self._matches, submission.match_id
        match = matches.held(match_id) or await matches.load(match_id)
        line = _line_of(match, submission.action)
        request = None
        if not submission.validate_only:
            content = digest("act", str(submission.expected_version), line)
            request = RequestKey(seat, submission.request_id, content)
        entry = await self._committing.run(match_id, decide, request, may_know)
        return None if entry is None else SeenUpdate(entry, seat)

    def _decide(self, match: Match, submission: Submission, line: str) -> Proposal:
        if match.version != submission.expected_version:
            raise StaleVersion(match.version)
        game, seat, action = match.game, submission.seat, submission.action
        state, chance = match.state, match.chance
        check_active(match)
        if state is None or chance is None:
            raise MatchWaiting
        state = state.copy()
        events: list[object] = []
        try:
            game.apply(state, seat, action, chance, events)
        except Refused as refused:
            raise ActionRefused(refused.refusal) from None
        is_over = game.to_move(state) is None
        return Proposal(
            match,
            match.moved(state, MatchState.FINISHED if is_over else MatchState.ACTIVE),
            line,
            seat,
            self._clerk.moved(game, len(match.roster), seat, action, events),
            {Part.POSITION: position_bytes(game, state)},
        )

    async def resign(self, caller: Caller, match_id: str, seat: int, request_id: str) -> SeenUpdate:
        """Give up for a seat, whoever's turn it is."""

        def may_know(match: Match) -> None:
            check_holds(match, caller, seat)

        def decide(match: Match) -> Proposal:
            return self._forfeit(match, seat, Forfeit.RESIGNATION)

        request = RequestKey(seat, request_id, digest("resign"))
        entry = await self._committing.run(match_id, decide, request, may_know)
        if entry is None:
            raise ValueError("a resignation was only checked")
        return SeenUpdate(entry, seat)

    def _forfeit(self, match: Match, seat: int, why: Forfeit) -> Proposal:
        check_active(match)
        if match.state is None:
            raise MatchWaiting
        game, state = match.game, match.state.copy()
        events: list[object] = []
        try:
            game.forfeit(state, seat, why, events)
        except Refused as refused:
            raise ActionRefused(refused.refusal) from None
        is_over = game.to_move(state) is None
        return Proposal(
            match,
            match.moved(state, MatchState.FINISHED if is_over else MatchState.ACTIVE),
            forfeit_line(seat, why),
            seat,
            self._clerk.forfeited(game, len(match.roster), seat, why, events),
            {Part.POSITION: position_bytes(game, state)},
            is_timeout=why is Forfeit.TIMEOUT,
        )

    def flag_fell(self, match: Match) -> Proposal | None:
        """The seat whose clock runs is out of time: the store decides whether it really is."""
        if match.clock is None or match.clock.running is None or match.status.is_over:
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
        match = await self._matches.current(match_id)
        check_holds(match, caller, seat)
        _check_game(match, action)
        if version is not None and version != match.version:
            raise StaleVersion(match.version)
        check_active(match)
        if match.state is None:
            raise MatchWaiting
        refusal = match.game.refusal(match.state, seat, action)
        if refusal is not None:
            raise ActionRefused(refusal)
        every = match.game.payments(match.state, action)
        page = tuple(islice(every, offset, offset + most))
        has_more = next(every, None) is not None
        return Payments(page, match.version, offset + most if has_more else None)


def check_active(match: Match) -> None:
    """Refuse to act in a match that waits or is over."""
    if match.status is MatchState.WAITING:
        raise MatchWaiting
    if match.status.is_over:
        raise MatchOver


def _line_of(match: Match, action: object) -> str:
    """The action in notation; empty for one of another game, which is refused later."""
    is_ours = type(action) in match.game.ACTIONS
    return match.game.action_text(action) if is_ours else ""


def _check_game(match: Match, action: object) -> None:
    """Refuse an action that only the messages of another game can say."""
    if type(action) not in match.game.ACTIONS:
        raise FieldInvalid(("action", "it is an action of another game than the match's"))
