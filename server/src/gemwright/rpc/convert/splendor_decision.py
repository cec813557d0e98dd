"""What a match of Splendor waits for."""

from typing import Final

from gemwright.engine.splendor.decisions import Decision, DecisionKind
from gemwright.pb import splendor_decision_pb2 as pb
from gemwright.rpc.convert.malformed import Malformed

_MESSAGE_KINDS: Final = {
    DecisionKind.TURN: pb.SPLENDOR_DECISION_KIND_TURN,
    DecisionKind.DISCARD: pb.SPLENDOR_DECISION_KIND_DISCARD,
    DecisionKind.NOBLE: pb.SPLENDOR_DECISION_KIND_NOBLE,
}
_ENGINE_KINDS: Final = {int(value): kind for kind, value in _MESSAGE_KINDS.items()}


def decision_message(decision: Decision) -> pb.SplendorDecision:
    """The decision as everybody sees it."""
    return pb.SplendorDecision(
        kind=decision_kind(decision.kind),
        seat=decision.seat,
        left=decision.left,
        nobles=decision.nobles,
    )


def decision_kind(kind: DecisionKind) -> pb.SplendorDecisionKind:
    """The contract's word for a kind of decision."""
    return _MESSAGE_KINDS[kind]


def decision_kind_from(value: int, path: str) -> DecisionKind:
    """The kind of decision a client named."""
    kind = _ENGINE_KINDS.get(value)
    if kind is None:
        raise Malformed(path, f"{value} is no kind of decision")
    return kind
