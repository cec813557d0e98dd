"""The steps of a game from a file, as the updates that they would be in a match."""

from typing import Final

from gemwright_client.board.lines import Line, text
from gemwright_client.board.update_text import update_line
from gemwright_client.notation import parse_action
from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.match_pb2 import Forfeit, Move, Update
from gemwright_client.pb.outcome_pb2 import (
    FORFEIT_REASON_RESIGNATION,
    FORFEIT_REASON_TIMEOUT,
    ForfeitReason,
)
from gemwright_client.rules import Replay
from gemwright_client.words import Words

_FORFEITS: Final[dict[str, ForfeitReason]] = {
    "resign": FORFEIT_REASON_RESIGNATION,
    "timeout": FORFEIT_REASON_TIMEOUT,
}
_ADJUDICATE: Final = "adjudicate"


def update_of(replay: Replay, version: int) -> Update | None:
    """What made a version, without its events; nothing made the deal."""
    step = replay.action(version)
    if step is None:
        return None
    update = Update(version=version)
    word = step.text.partition(" ")[0]
    if word == _ADJUDICATE:
        update.adjudication.winners.extend(replay.match(version).outcome.winners)
    elif step.seat is not None and word in _FORFEITS:
        update.forfeit.CopyFrom(Forfeit(seat=step.seat, reason=_FORFEITS[word]))
    elif step.seat is not None:
        action = parse_action(step.text, replay.game)
        update.move.CopyFrom(Move(seat=step.seat, action=action))
    return update


def told_step(replay: Replay, version: int, words: Words) -> Line:
    """What made a version, in one line."""
    update = update_of(replay, version)
    if update is None:
        return text(words("event.dealt"))
    return update_line(update, replay.match(version), words)


def view_of(replay: Replay, version: int, seat: int | None) -> View:
    """The position as a seat saw it, or with all cards open."""
    return replay.open_at(version) if seat is None else replay.at(version, seat)
