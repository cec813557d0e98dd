"""One call on its way: who makes it, how it is found in the log, and how handlers are held."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from google.protobuf.message import DecodeError, Message

from gemwright.runtime.api import Caller, Scope
from gemwright.runtime.faults import (
    CredentialsMissing,
    FieldInvalid,
    ScopeMissing,
)


@dataclass(slots=True)
class Call:
    """One call; handlers note here what the log should say of it."""

    caller: Caller
    trace: str
    noted: dict[str, str | int] = field(default_factory=dict)
    peer: str = ""
    """The address of a caller that does not say who it is."""

    @property
    def owner(self) -> str:
        """The owner of the matches the call is about, by a key that is good for them."""
        return self.needs_scope(Scope.MATCHMAKER)

    def needs_scope(self, scope: Scope) -> str:
        """The owner that calls, by a key that is good for such calls."""
        if self.caller.owner is None:
            raise CredentialsMissing
        if scope not in self.caller.scopes:
            raise ScopeMissing(f"this call needs an API key with the scope {scope}")
        return self.caller.owner

    def needs_principal(self) -> None:
        """Refuse an owner's key, and a caller that is nobody in particular."""
        if self.caller.principal is None:
            if self.caller.key_id:
                raise ScopeMissing("this call needs a player token; this is an API key")
            raise CredentialsMissing

    def note(self, match: str, seat: int | None = None) -> None:
        """Say which match the call is about."""
        self.noted["match"] = match
        if seat is not None:
            self.noted["seat"] = seat


@dataclass(frozen=True, slots=True)
class Unary:
    """A handler that gives one answer, from bytes to bytes."""

    answer: Callable[[bytes, Call], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class Stream:
    """A handler that gives any number of answers."""

    answers: Callable[[bytes, Call], AsyncGenerator[bytes, None]]


Handlers: TypeAlias = Mapping[str, Unary | Stream]
"""The calls of a service by their names."""
RequestT = TypeVar("RequestT", bound=Message)


def unary(
    kind: type[RequestT], handler: Callable[[RequestT, Call], Awaitable[bytes | Message]]
) -> Unary:
    """A handler of requests of this kind, with the reading and writing of bytes around it."""

    async def answer(content: bytes, call: Call) -> bytes:
        answered = await handler(parsed(kind, content), call)
        return answered if isinstance(answered, bytes) else answered.SerializeToString()

    return Unary(answer)


def stream(
    kind: type[RequestT], handler: Callable[[RequestT, Call], AsyncGenerator[bytes, None]]
) -> Stream:
    """A handler of requests of this kind that gives any number of answers."""

    def answers(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        return handler(parsed(kind, content), call)

    return Stream(answers)


def parsed(kind: type[RequestT], content: bytes) -> RequestT:
    """The request in some bytes."""
    try:
        return kind.FromString(content)
    except DecodeError:
        raise FieldInvalid(("", f"these bytes are no {kind.DESCRIPTOR.name}")) from None
