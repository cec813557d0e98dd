"""How a match ended: the contract's message and the engine's record."""

from typing import Final

from gemwright.engine.outcomes import Ending, Forfeit, Outcome, Score
from gemwright.pb import outcome_pb2 as pb
from gemwright.rpc.convert.malformed import Malformed
from gemwright.rpc.convert.tokens import colours, colours_row

_END_REASONS: Final = {
    Ending.POINTS: pb.END_REASON_POINTS,
    Ending.CROWNS: pb.END_REASON_CROWNS,
    Ending.COLOUR_POINTS: pb.END_REASON_COLOUR_POINTS,
    Ending.LAST_ROUND: pb.END_REASON_LAST_ROUND,
    Ending.ALL_PASSED: pb.END_REASON_ALL_PASSED,
    Ending.NO_PROGRESS: pb.END_REASON_NO_PROGRESS,
    Ending.BLOCKING_CLAIM: pb.END_REASON_BLOCKING_CLAIM,
    Ending.RESIGNATION: pb.END_REASON_RESIGNATION,
    Ending.TIMEOUT: pb.END_REASON_TIMEOUT,
    Ending.ADJUDICATION: pb.END_REASON_ADJUDICATION,
}
_ENDINGS: Final = {int(value): ending for ending, value in _END_REASONS.items()}
_FORFEIT_REASONS: Final = {
    Forfeit.RESIGNATION: pb.FORFEIT_REASON_RESIGNATION,
    Forfeit.TIMEOUT: pb.FORFEIT_REASON_TIMEOUT,
}


def end_reason(ending: Ending) -> pb.EndReason:
    """The contract's word for a reason of the end."""
    return _END_REASONS[ending]


def forfeit_reason(forfeit: Forfeit) -> pb.ForfeitReason:
    """The contract's word for why a seat left."""
    return _FORFEIT_REASONS[forfeit]


def outcome_message(outcome: Outcome) -> pb.Outcome:
    """The outcome as players read it."""
    return pb.Outcome(
        winners=outcome.winners,
        ranks=outcome.ranks,
        reasons=[end_reason(ending) for ending in outcome.endings],
        scores=[_score_message(score) for score in outcome.scores],
    )


def outcome_data(message: pb.Outcome, path: str) -> dict[str, object]:
    """The plain data that positions have for an outcome; the engine judges what it says."""
    return {
        "winners": list(message.winners),
        "ranks": list(message.ranks),
        "endings": [
            _ending(value, f"{path}.reasons[{number}]")
            for number, value in enumerate(message.reasons)
        ],
        "scores": [_score_data(score) for score in message.scores],
    }


def _score_message(score: Score) -> pb.Score:
    return pb.Score(
        points=score.points,
        cards=score.cards,
        crowns=score.crowns,
        colour_points=colours(score.colour_points) if score.colour_points else None,
    )


def _score_data(message: pb.Score) -> dict[str, object]:
    counted = message.HasField("colour_points")
    return {
        "points": message.points,
        "cards": message.cards,
        "crowns": message.crowns,
        "colour_points": colours_row(message.colour_points) if counted else [],
    }


def _ending(value: int, path: str) -> str:
    ending = _ENDINGS.get(value)
    if ending is None:
        raise Malformed(path, f"{value} is no reason of an end")
    return str(ending)
