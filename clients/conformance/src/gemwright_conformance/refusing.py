"""Refusals of every kind, and of kinds that this version does not know."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from google.rpc import code_pb2 as codes
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from gemwright.contract.errors import DOMAIN, ToldAsItIs, status_of
from gemwright.engine.refusals import Reason, Refusal
from gemwright.matches import faults
from gemwright.matches.faults import Fault
from gemwright.matches.store import StoreOutcomeUnknown, StoreUnavailable
from gemwright.pb.error_pb2 import StaleVersion
from gemwright.pb.refusal_pb2 import Refusal as RefusalMessage
from gemwright.pb.refusal_pb2 import RefusalReason

NEWER_REASON: Final = "A_REASON_OF_THE_FUTURE"
NEWER_VALUE: Final = 99
"""A number that is in no enum of the contract."""
EXPIRED: Final = "TOKEN_EXPIRED"
_TRACE: Final = "0123456789abcdef"


@dataclass(frozen=True, slots=True)
class Refused:
    """An error as a client can read it."""

    reason: str
    refusal: str = ""
    rule: str = ""
    field: str = ""
    current_version: int | None = None
    retry_after: float | None = None

    @property
    def is_for_good(self) -> bool:
        """Whether the same call would be refused again."""
        return self.retry_after is None and self.reason != EXPIRED

    def details(self) -> dict[str, object]:
        """The details beside the reason, as a client should report them."""
        found = {
            "refusal": self.refusal,
            "rule": self.rule,
            "field": self.field,
            "current_version": self.current_version,
        }
        return {name: value for name, value in found.items() if value not in ("", None)}


def refused(error: Exception) -> Refused:
    """An error as a client can read it, from the status that is sent for it."""
    status = status_of(error, _TRACE)
    info, refusal, stale, retry = ErrorInfo(), RefusalMessage(), StaleVersion(), RetryInfo()
    found = {
        detail.DESCRIPTOR.name
        for packed in status.details
        for detail in (info, refusal, stale, retry)
        if packed.Unpack(detail)
    }
    return Refused(
        reason=info.reason,
        refusal=_name(refusal.reason) if "Refusal" in found else "",
        rule=refusal.rule,
        field=refusal.field,
        current_version=stale.current_version if "StaleVersion" in found else None,
        retry_after=retry.retry_delay.ToTimedelta().total_seconds()
        if "RetryInfo" in found
        else None,
    )


def _name(reason: RefusalReason) -> str:
    """The name of a reason without its prefix, or its number if it has no name."""
    if reason not in RefusalReason.values():
        return str(reason)
    return RefusalReason.Name(reason).removeprefix("REFUSAL_REASON_")


def too_many(seconds: float) -> Exception:
    """The error for a limit that was reached, with the time to wait."""
    return faults.LimitExceeded("too many calls", seconds)


_WITH_DETAILS: Final[Mapping[type[Fault], Exception]] = {
    faults.InvalidField: faults.InvalidField(("seat", "is none of this match")),
    faults.ActionRefused: faults.ActionRefused(
        Refusal(Reason.NOT_A_LINE, "D-TAKE-1", "cells", "a1 e5")
    ),
}
_OF_OTHER_CASES: Final = (faults.StaleVersion, faults.LimitExceeded)
"""The faults that the cases `stale` and `limits` are about."""


def _for_good() -> Iterator[Exception]:
    """One of each fault that is final, and a bug of the server."""
    for fault in Fault.__subclasses__():
        if fault not in _OF_OTHER_CASES:
            error = _WITH_DETAILS.get(fault) or fault()
            if refused(error).is_for_good:
                yield error
    yield ToldAsItIs(status_of(Exception(), _TRACE))


FOR_GOOD: Final = tuple(_for_good())
"""One of each reason after which the same call would be refused again."""

UNAVAILABLE: Final = (StoreUnavailable(), faults.Draining())
"""Faults after which nothing was changed, and the client should repeat the call."""


def outcome_unknown() -> Exception:
    """The error for a call that may or may not have taken effect."""
    return StoreOutcomeUnknown()


def newer_reason() -> Exception:
    """An error for a reason that this version does not have."""
    status = Status(code=codes.FAILED_PRECONDITION, message="as a later version will say")
    status.details.add().Pack(ErrorInfo(reason=NEWER_REASON, domain=DOMAIN))
    return ToldAsItIs(status)


def newer_refusal() -> Exception:
    """A refusal of the rules for a reason that this version does not have."""
    status = Status(code=codes.FAILED_PRECONDITION, message="as a later version will say")
    status.details.add().Pack(ErrorInfo(reason="ACTION_REFUSED", domain=DOMAIN))
    message = RefusalMessage(rule="D-TAKE-9", field="cells")
    message.MergeFromString(bytes((8, NEWER_VALUE)))  # its reason, a number without a name
    status.details.add().Pack(message)
    return ToldAsItIs(status)
