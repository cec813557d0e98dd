"""Everything this library raises, as one tree:

    GemwrightError
    ├── CallError                 a call failed; `reason`, `text`, `trace`
    │   ├── InvalidRequest        a field that could never be right; `violations`
    │   ├── NotAuthenticated      no credential, or none that the server believes
    │   │   └── TokenExpired      it was good once
    │   ├── NotAllowed            the credential is for other calls, or another seat
    │   ├── MatchNotFound
    │   ├── StaleVersion          the match went on meanwhile; `current_version`
    │   ├── ActionRefused         the rules say no; `refusal`, `rule`, `field`, `value`
    │   ├── WrongState            the match waits, is over, is not over yet, cannot be read
    │   ├── AlreadyUsed           a request id or a seed
    │   ├── LimitExceeded         `retry_after`
    │   ├── Unavailable           given up after trying again; `is_outcome_unknown`
    │   │   └── Unreachable       no server has answered at all; `code`
    │   ├── RefusedByNetwork      gRPC itself said no, for good: too long, not known to the server
    │   └── ServerFault           a mistake of the server's, or a reason newer than this library
    ├── AddressUnusable           a text that is no address; also a ValueError
    ├── NotationError             a text that is no action; also a ValueError
    ├── ReplyUnusable             an answer that makes no sense, as after a careless proxy
    ├── RecordUnusable            a record that is no game, or one that cannot be played again
    ├── BotUnusable               what is no bot, or cannot be had in other processes
    ├── BotFailed                 a bot's mistake in the arena; in `rules`
    ├── ProcessDied               a process of the arena is gone; in `rules`
    ├── ServerNotStarted          a server of one's own did not start
    └── ExtraMissing              a part of this library that is not installed; also an ImportError

The class of a failed call depends only on the reason in its `ErrorInfo` (`network/status.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gemwright_client.pb.error_statuses import STATUS_OF_REASON


class GemwrightError(Exception):
    """Anything that this library raises on purpose."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a failed call says of itself."""

    reason: str
    """The name of an `ErrorReason` without its prefix; empty where no server of ours has spoken."""
    code: str
    """The gRPC status by its name."""
    text: str
    """A sentence for developers, in English."""
    trace: str = ""
    """The id of the call in the server's log."""
    retry_after: float | None = None
    """Seconds after which trying again makes sense."""
    violations: tuple[tuple[str, str], ...] = ()
    """Fields that could never be right, and what is wrong with them."""
    current_version: int | None = None
    refusal: str = ""
    """The name of a `RefusalReason` without its prefix."""
    rule: str = ""
    field: str = ""
    value: str = ""


class CallError(GemwrightError):
    """A call that failed."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.facts.text} [{self.facts.reason or self.facts.code}]"

    @property
    def reason(self) -> str:
        """Why, as the contract names it; empty where no server of ours has spoken."""
        return self.facts.reason

    @property
    def code(self) -> str:
        """The gRPC status by its name."""
        return self.facts.code

    @property
    def trace(self) -> str:
        """The id of the call in the server's log."""
        return self.facts.trace


class InvalidRequest(CallError):
    """A field that could never be right."""

    @property
    def violations(self) -> tuple[tuple[str, str], ...]:
        """The fields, and what is wrong with each."""
        return self.facts.violations


class NotAuthenticated(CallError):
    """No credential, or none that the server believes."""


class TokenExpired(NotAuthenticated):
    """The credential was good and is too old."""


class NotAllowed(CallError):
    """The credential is for other calls, another seat or another match."""


class MatchNotFound(CallError):
    """There is no such match, or not any more."""


class StaleVersion(CallError):
    """The match has gone on since the version that was acted on."""

    @property
    def current_version(self) -> int | None:
        """The version it has now; None for the next page of a list."""
        return self.facts.current_version


class ActionRefused(CallError):
    """The rules say no."""

    @property
    def refusal(self) -> str:
        """Why: the name of a `RefusalReason` without its prefix."""
        return self.facts.refusal

    @property
    def rule(self) -> str:
        """The id of the rule, such as `D-TAKE-2`."""
        return self.facts.rule

    @property
    def field(self) -> str:
        """The field of the action that is refused; empty where no single one is."""
        return self.facts.field

    @property
    def value(self) -> str:
        """What was sent in it."""
        return self.facts.value


class WrongState(CallError):
    """The match waits, is over, is not over yet, or is stored in a form too new for the server."""


class AlreadyUsed(CallError):
    """A request id or a seed that was used for something else."""


class LimitExceeded(CallError):
    """A limit of the server was reached."""

    @property
    def retry_after(self) -> float | None:
        """Seconds after which trying again makes sense."""
        return self.facts.retry_after


class Unavailable(CallError):
    """Given up after trying again for as long as the client has patience."""

    @property
    def is_outcome_unknown(self) -> bool:
        """Whether the call may have taken effect; send it again with the same request id."""
        return self.reason in ("", "OUTCOME_UNKNOWN")


class Unreachable(Unavailable):
    """No server has answered at all."""


class RefusedByNetwork(CallError):
    """What gRPC refuses by itself: a request that is too long, a call the server does not know."""


class ServerFault(CallError):
    """A mistake of the server's, or a reason that is newer than this library."""


class AddressUnusable(GemwrightError, ValueError):
    """A text that is no address, or certificates that cannot be read."""


class NotationError(GemwrightError, ValueError):
    """A text that is no action: what was found, and what could stand there."""


class ReplyUnusable(GemwrightError):
    """An answer that makes no sense."""


class RecordUnusable(GemwrightError):
    """A record that is no game, or one that cannot be played again: where, and what is wrong."""


class BotUnusable(GemwrightError):
    """Something that is no bot, or one that other processes cannot have."""


class ServerNotStarted(GemwrightError):
    """A server of one's own did not start: why, in the words of its log."""


class ExtraMissing(GemwrightError, ImportError):
    """An extra of this library that is not installed, or has another version."""

    def __init__(self, extra: str, text: str) -> None:
        super().__init__(f"{text}; pip install 'gemwright-client[{extra}]'")
        self.extra = extra
        self._text = text

    def __reduce__(self) -> tuple[type["ExtraMissing"], tuple[str, str]]:
        return ExtraMissing, (self.extra, self._text)


_CLASS_OF_STATUS: Final[Mapping[str, type[CallError]]] = {
    "INVALID_ARGUMENT": InvalidRequest,
    "UNAUTHENTICATED": NotAuthenticated,
    "PERMISSION_DENIED": NotAllowed,
    "FAILED_PRECONDITION": WrongState,
    "ALREADY_EXISTS": AlreadyUsed,
    "UNAVAILABLE": Unavailable,
    "RESOURCE_EXHAUSTED": LimitExceeded,
    "INTERNAL": ServerFault,
}
_CLASS_OF_ITS_OWN: Final[Mapping[str, type[CallError]]] = {
    "TOKEN_EXPIRED": TokenExpired,
    "MATCH_NOT_FOUND": MatchNotFound,
    "STALE_VERSION": StaleVersion,
    "ACTION_REFUSED": ActionRefused,
}

CLASS_OF_REASON: Final[Mapping[str, type[CallError]]] = {
    reason: _CLASS_OF_ITS_OWN.get(reason) or _CLASS_OF_STATUS[status]
    for reason, status in STATUS_OF_REASON.items()
}
"""Every reason of the contract, by the status that the contract gives it."""
