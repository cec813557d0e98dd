"""Faults as clients read them: one table, and details that a program can act on.

Details travel in trailers, which have little room: everything in them is cut to a size. The text of
a foreign exception never leaves the server.
"""

import math
import re
from typing import Final, NamedTuple, cast

from google.protobuf.message import Message
from google.rpc import code_pb2 as codes
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RequestInfo, RetryInfo
from google.rpc.status_pb2 import Status

from gemwright.contract.limits import Malformed
from gemwright.contract.vocabulary import words_of
from gemwright.engine.refusals import Reason, Refusal
from gemwright.matches import faults
from gemwright.matches.store import StoreOutcomeUnknown, StoreUnavailable
from gemwright.matches.watch.history import HistoryLost
from gemwright.pb import error_pb2 as pb
from gemwright.pb import refusal_pb2 as refusal_pb
from gemwright.pb.error_statuses import STATUS_OF_REASON

DOMAIN: Final = "gemwright"
_PREFIX: Final = "ERROR_REASON_"
_MOST_VIOLATIONS: Final = 16
_LONGEST_PATH: Final = 80
_LONGEST_TEXT: Final = 120
_LONGEST_MESSAGE: Final = 400
_RETRY_S: Final = 1.0
_MS: Final = 1000
INTERNAL_TEXT: Final = "internal error; report the trace id"


class Kind(NamedTuple):
    """How a fault appears on the wire."""

    code: int
    reason: pb.ErrorReason


class ToldAsItIs(Exception):
    """An error as another version would send it; the conformance suite tests clients with it."""

    def __init__(self, status: Status) -> None:
        super().__init__(status.message)
        self.status = status


def _kind_named(reason: str) -> Kind:
    number = pb.ErrorReason.Value(f"{_PREFIX}{reason}")
    return Kind(codes.Code.Value(STATUS_OF_REASON[reason]), cast(pb.ErrorReason, number))


def _reason_of(fault: type[faults.Fault]) -> str:
    """The reason that a fault is named after: `MatchOver` is `MATCH_OVER`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", fault.__name__).upper()


TABLE: Final[dict[type[Exception], Kind]] = {
    **{fault: _kind_named(_reason_of(fault)) for fault in faults.Fault.__subclasses__()},
    Malformed: _kind_named("INVALID_FIELD"),
    StoreOutcomeUnknown: _kind_named("OUTCOME_UNKNOWN"),
    StoreUnavailable: _kind_named("STORE_UNAVAILABLE"),
    HistoryLost: _kind_named("STORE_UNAVAILABLE"),
}
"""Every error a call can end with; any other exception is a bug in the server."""

_INTERNAL: Final = _kind_named("INTERNAL")
_STORE_TEXTS: Final[dict[type[Exception], str]] = {
    StoreOutcomeUnknown: "whether the call took effect is not known; "
    "repeat it with the same request id",
    StoreUnavailable: "the store does not answer or takes no writes; nothing changed",
    HistoryLost: "the store lost updates while they were read; nothing changed",
}


_REFUSALS: Final = words_of(refusal_pb.RefusalReason, Reason)


def kind_of(error: Exception) -> Kind:
    """How this exception appears on the wire."""
    if isinstance(error, ToldAsItIs):
        return Kind(error.status.code, pb.ERROR_REASON_UNSPECIFIED)
    return TABLE.get(type(error), _INTERNAL)


def is_expected(error: Exception) -> bool:
    """Whether a call may end with this exception."""
    return type(error) in TABLE or isinstance(error, ToldAsItIs)


def reason_name(kind: Kind) -> str:
    """The reason as clients and logs read it."""
    return pb.ErrorReason.Name(kind.reason).removeprefix(_PREFIX)


def status_of(error: Exception, trace: str) -> Status:
    """The status that a call ends with."""
    if isinstance(error, ToldAsItIs):
        return error.status
    kind = kind_of(error)
    reason = reason_name(kind)
    status = Status(code=kind.code, message=f"{message_of(error)} [{reason}]")
    info = ErrorInfo(reason=reason, domain=DOMAIN, metadata={"trace": trace})
    for detail in (info, *_details(error, kind, trace)):
        status.details.add().Pack(detail)
    return status


def failure_of(error: Exception) -> pb.Failure:
    """The error of one request of a batch."""
    kind = kind_of(error)
    return pb.Failure(
        code=kind.code,
        reason=kind.reason,
        message=message_of(error),
        violations=[
            pb.FieldViolation(field=path, description=text) for path, text in _violations(error)
        ],
    )


def message_of(error: Exception) -> str:
    """A sentence for developers."""
    if not is_expected(error):
        return INTERNAL_TEXT
    text = _STORE_TEXTS.get(type(error))
    if text is None:
        violations = _violations(error)
        named = (f"{path}: {text}" if path else text for path, text in violations)
        text = "; ".join(named) or str(error)
    return _cut(text, _LONGEST_MESSAGE)


def _details(error: Exception, kind: Kind, trace: str) -> list[Message]:
    if kind == _INTERNAL:
        return [RequestInfo(request_id=trace)]
    match error:
        case faults.ActionRefused(refusal=refusal):
            return [refusal_message(refusal)]
        case faults.StaleVersion(current=current):
            return [pb.StaleVersion(current_version=current)]
        case faults.InvalidField() | Malformed():
            return [_bad_request(error)]
        case faults.LimitExceeded(retry_after_s=seconds):
            return [_retry(seconds)]
        case _ if kind.code == codes.UNAVAILABLE:
            return [_retry(_RETRY_S)]
        case _:
            return []


def _retry(seconds: float) -> RetryInfo:
    """When to try again; never too early."""
    retry = RetryInfo()
    retry.retry_delay.FromMilliseconds(math.ceil(seconds * _MS))
    return retry


def _bad_request(error: Exception) -> BadRequest:
    return BadRequest(
        field_violations=[
            BadRequest.FieldViolation(field=path, description=text)
            for path, text in _violations(error)
        ]
    )


def _violations(error: Exception) -> list[tuple[str, str]]:
    match error:
        case Malformed(path=path, text=text):
            found: tuple[tuple[str, str], ...] = ((path, text),)
        case faults.InvalidField(violations=violations):
            found = violations
        case _:
            found = ()
    return [
        (_cut(path, _LONGEST_PATH), _cut(text, _LONGEST_TEXT))
        for path, text in found[:_MOST_VIOLATIONS]
    ]


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def refusal_message(refusal: Refusal) -> refusal_pb.Refusal:
    """Why the rules refuse an action: the reason, the rule and the field it is about."""
    return refusal_pb.Refusal(
        reason=_REFUSALS[refusal.reason],
        rule=refusal.rule,
        field=refusal.field,
        value=refusal.value,
    )
