"""What a bot does with what its seat sees: the action it sends, and under which id.

Everything here follows from what the seat sees and from the bot's rule. Two hosts that look at the
same match send the same request, so that it is played once, however often it is sent.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from gemwright.contract.games import action_from, game_from, view_from
from gemwright.pb.game_pb2 import Action
from gemwright.pb.match_pb2 import Match
from gemwright.pb.match_service_pb2 import GetMatchResponse, SubmitActionRequest

Choose: TypeAlias = Callable[[str, object, Sequence[object], Random], object]
"""From the game, the view and the legal actions as the engine has them, and a source of chance, to
one of these actions."""
_ID_LENGTH: Final = 32
_CACHED: Final = 8192
"""Most actions of all games: the same few are listed again and again."""


def chosen(choose: Choose, snapshot: GetMatchResponse) -> tuple[int, Exception | None]:
    """Which of the legal actions to play, and the bot's mistake if it was left to chance."""
    known, seat = snapshot.match, snapshot.viewer_seat
    try:
        game = game_from(snapshot.match.game, "game")
        view = view_from(snapshot.view, game, "view")
        actions = [_action(action.SerializeToString()) for action in snapshot.legal_actions]
        return actions.index(choose(game, view, actions, chance_of(known, seat))), None
    except Exception as error:
        return chance_of(known, seat).randrange(len(snapshot.legal_actions)), error


@lru_cache(_CACHED)
def _action(content: bytes) -> object:
    return action_from(Action.FromString(content), "legal_actions")[1]


def chance_of(known: Match, seat: int) -> Random:
    """What a bot chooses with, for one decision."""
    return Random(_fingerprint("chance", known, seat))


def submission(snapshot: GetMatchResponse, index: int) -> SubmitActionRequest:
    """The request that plays one of the legal actions, as it was listed."""
    fingerprint = _fingerprint("request", snapshot.match, snapshot.viewer_seat)
    return SubmitActionRequest(
        match=snapshot.match.match,
        seat=snapshot.viewer_seat,
        expected_version=snapshot.match.version,
        request_id=f"bot-{fingerprint[:_ID_LENGTH]}",
        action=snapshot.legal_actions[index],
    )


def _fingerprint(purpose: str, known: Match, seat: int) -> str:
    """A text for one decision of one seat, made of what everybody may know."""
    parts = (purpose, known.match, str(known.version), known.commit_id, str(seat))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
