"""What a bot sends, from what its seat sees: an action and a request id.

Both follow from what the seat sees and from the bot's rule alone. Two hosts that read the same
match send the same request, so that the move is made once, however often it is sent.
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
"""Chooses one of the legal actions, from the game, the view, these actions (all as the engine has
them) and a source of chance."""
_ID_LENGTH: Final = 32
_CACHED: Final = 8192
"""Most actions of all games: the same few are listed again and again."""


def chosen(choose: Choose, snapshot: GetMatchResponse) -> tuple[int, Exception | None]:
    """The index of the action to play, and the bot's error if chance had to choose instead."""
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
    """The source of chance for one decision of a seat."""
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
    """A hash that identifies one decision of one seat, made of public values."""
    parts = (purpose, known.match, str(known.version), known.commit_id, str(seat))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
