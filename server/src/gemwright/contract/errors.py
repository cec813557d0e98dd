"""Faults as clients read them: one table, and the details a machine can act on.

Details travel in trailers, which have little room: everything in them is cut to a size. A text of
an exception that is not ours never leaves the server.
"""

import math
from typing import Final, NamedTuple

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
    """What sort of error a fault is on the wire."""

    code: int
    reason: pb.ErrorReason


class ToldAsItIs(Exception):
    """An error in the words of another version, for clients that are tested."""

    def __init__(self, status: Status) -> None:
        super().__init__(status.message)
        self.status = status


TABLE: Final[dict[type[Exception], Kind]] = {
    Malformed: Kind(codes.INVALID_ARGUMENT, pb.ERROR_REASON_INVALID_FIELD),
    faults.FieldInvalid: Kind(codes.INVALID_ARGUMENT, pb.ERROR_REASON_INVALID_FIELD),
    faults.CredentialsMissing: Kind(codes.UNAUTHENTICATED, pb.ERROR_REASON_CREDENTIALS_MISSING),
    faults.CredentialsInvalid: Kind(codes.UNAUTHENTICATED, pb.ERROR_REASON_CREDENTIALS_INVALID),
    faults.TokenExpired: Kind(codes.UNAUTHENTICATED, pb.ERROR_REASON_TOKEN_EXPIRED),
    faults.ScopeMissing: Kind(codes.PERMISSION_DENIED, pb.ERROR_REASON_SCOPE_MISSING),
    faults.NotYourSeat: Kind(codes.PERMISSION_DENIED, pb.ERROR_REASON_NOT_YOUR_SEAT),
    faults.MatchPrivate: Kind(codes.PERMISSION_DENIED, pb.ERROR_REASON_MATCH_PRIVATE),
    faults.JoinTokenInvalid: Kind(codes.PERMISSION_DENIED, pb.ERROR_REASON_JOIN_TOKEN_INVALID),
    faults.DevelopmentOnly: Kind(codes.PERMISSION_DENIED, pb.ERROR_REASON_DEVELOPMENT_ONLY),
    faults.MatchNotFound: Kind(codes.NOT_FOUND, pb.ERROR_REASON_MATCH_NOT_FOUND),
    faults.StaleVersion: Kind(codes.ABORTED, pb.ERROR_REASON_STALE_VERSION),
    faults.ActionRefused: Kind(codes.FAILED_PRECONDITION, pb.ERROR_REASON_ACTION_REFUSED),
    faults.MatchWaiting: Kind(codes.FAILED_PRECONDITION, pb.ERROR_REASON_MATCH_WAITING),
    faults.MatchOver: Kind(codes.FAILED_PRECONDITION, pb.ERROR_REASON_MATCH_OVER),
    faults.MatchNotOver: Kind(codes.FAILED_PRECONDITION, pb.ERROR_REASON_MATCH_NOT_OVER),
    faults.MatchUnreadable: Kind(codes.FAILED_PRECONDITION, pb.ERROR_REASON_MATCH_UNREADABLE),
    faults.RequestIdReused: Kind(codes.ALREADY_EXISTS, pb.ERROR_REASON_REQUEST_ID_REUSED),
    faults.SeedUsed: Kind(codes.ALREADY_EXISTS, pb.ERROR_REASON_SEED_USED),
    StoreOutcomeUnknown: Kind(codes.UNAVAILABLE, pb.ERROR_REASON_OUTCOME_UNKNOWN),
    StoreUnavailable: Kind(codes.UNAVAILABLE, pb.ERROR_REASON_STORE_UNAVAILABLE),
    HistoryLost: Kind(codes.UNAVAILABLE, pb.ERROR_REASON_STORE_UNAVAILABLE),
    faults.Draining: Kind(codes.UNAVAILABLE, pb.ERROR_REASON_DRAINING),
    faults.LimitExceeded: Kind(codes.RESOURCE_EXHAUSTED, pb.ERROR_REASON_LIMIT_EXCEEDED),
}
"""Every error a call can end with; whatever is not in it is a mistake of the server's."""

_INTERNAL: Final = Kind(codes.INTERNAL, pb.ERROR_REASON_INTERNAL)
_STORE_TEXTS: Final[dict[type[Exception], str]] = {
    StoreOutcomeUnknown: "whether the call took effect is not known; "
    "repeat it with the same request id",
    StoreUnavailable: "the store does not answer or takes no writes; nothing changed",
    HistoryLost: "the store lost updates while they were read; nothing changed",
}


_REFUSALS: Final = words_of(refusal_pb.RefusalReason, Reason)


def kind_of(error: Exception) -> Kind:
    """What sort of error it is."""
    if isinstance(error, ToldAsItIs):
        return Kind(error.status.code, pb.ERROR_REASON_UNSPECIFIED)
    return TABLE.get(type(error), _INTERNAL)


def is_expected(error: Exception) -> bool:
    """Whether it is one that a call may end with."""
    return type(error) in TABLE or isinstance(error, ToldAsItIs)


def reason_name(kind: Kind) -> str:
    """The reason as clients and logs read it."""
    return pb.ErrorReason.Name(kind.reason).removeprefix(_PREFIX)


def status_of(error: Exception, trace: str) -> Status:
    """The error as a call ends with it."""
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
        case faults.FieldInvalid() | Malformed():
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
        case faults.FieldInvalid(violations=violations):
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
