"""What the seats of a match do: act, resign, ask how a purchase can be paid."""

from itertools import islice
from typing import Final, get_args

from gemwright.engine import duel, duel_counterfeiters, splendor
from gemwright.engine.outcomes import Forfeit
from gemwright.engine.refusals import Refused
from gemwright.runtime.api import Caller, Payments, SeenEntry, Submission
from gemwright.runtime.clerk import Clerk
from gemwright.runtime.committing import Committing, Decision
from gemwright.runtime.faults import (
    ActionRefused,
    FieldInvalid,
    MatchOver,
    MatchWaiting,
    StaleVersion,
)
from gemwright.runtime.ids import digest
from gemwright.runtime.looking import check_holds
from gemwright.runtime.match import Match, position_bytes
from gemwright.runtime.matches import Matches
from gemwright.runtime.ports import Part, RequestKey, Status
from gemwright.runtime.replay import forfeit_line

_ACTIONS: Final[dict[str, frozenset[type]]] = {
    duel.NAME: frozenset(get_args(duel.Action)),
    duel_counterfeiters.NAME: frozenset(get_args(duel.Action)),
    splendor.NAME: frozenset(get_args(splendor.Action)),
}
"""What each game takes for an action."""


class Playing:
    """What the seats of a match do."""

    def __init__(self, committing: Committing, matches: Matches, clerk: Clerk) -> None:
        self._committing = committing
        self._matches = matches
        self._clerk = clerk

    async def submit(self, caller: Caller, submission: Submission) -> SeenEntry | None:
        """Play an action, or only check it."""
        seat = submission.seat

        def may_know(match: Match) -> None:
            check_holds(match, caller, seat)

        def decide(match: Match) -> Decision | None:
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
        return None if entry is None else SeenEntry(entry, seat)

    def _decide(self, match: Match, submission: Submission, line: str) -> Decision:
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
        return Decision(
            match,
            match.moved(state, Status.FINISHED if is_over else Status.ACTIVE),
            line,
            seat,
            self._clerk.moved(game, len(match.roster), seat, action, events),
            {Part.POSITION: position_bytes(game, state)},
        )

    async def resign(self, caller: Caller, match_id: str, seat: int, request_id: str) -> SeenEntry:
        """Give up for a seat, whoever's turn it is."""

        def may_know(match: Match) -> None:
            check_holds(match, caller, seat)

        def decide(match: Match) -> Decision:
            return self._forfeit(match, seat, Forfeit.RESIGNATION)

        request = RequestKey(seat, request_id, digest("resign"))
        entry = await self._committing.run(match_id, decide, request, may_know)
        if entry is None:
            raise ValueError("a resignation was only checked")
        return SeenEntry(entry, seat)

    def _forfeit(self, match: Match, seat: int, why: Forfeit) -> Decision:
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
        return Decision(
            match,
            match.moved(state, Status.FINISHED if is_over else Status.ACTIVE),
            forfeit_line(seat, why),
            seat,
            self._clerk.forfeited(game, len(match.roster), seat, why, events),
            {Part.POSITION: position_bytes(game, state)},
            is_timeout=why is Forfeit.TIMEOUT,
        )

    def flag_fell(self, match: Match) -> Decision | None:
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
    if match.status is Status.WAITING:
        raise MatchWaiting
    if match.status.is_over:
        raise MatchOver


def _line_of(match: Match, action: object) -> str:
    """The action in notation; empty for one of another game, which is refused later."""
    is_ours = type(action) in _ACTIONS[match.charter.game]
    return match.game.action_text(action) if is_ours else ""


def _check_game(match: Match, action: object) -> None:
    """Refuse an action that only the messages of another game can say."""
    if type(action) not in _ACTIONS[match.charter.game]:
        raise FieldInvalid(("action", "it is an action of another game than the match's"))
