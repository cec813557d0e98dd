"""The parts of ASGI that are needed here, and answers that need no handler."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from gemwright.rpc.http.origins import Fields, encoded

Scope: TypeAlias = Mapping[str, object]
Event: TypeAlias = Mapping[str, object]
Receive: TypeAlias = Callable[[], Awaitable[Event]]
Send: TypeAlias = Callable[[Event], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

TEXT: Final = "text/plain; charset=utf-8"
_WITHOUT_BODY: Final = (204, 304)
"""RFC 9110, 8.6: a 204 has no length, and a 304 has that of the body that was not sent."""


def fields_of(scope: Scope) -> dict[str, str]:
    """The header fields of a request by their names; of several with one name the last."""
    found = scope["headers"]
    assert isinstance(found, list)
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in found}


async def respond(send: Send, status: int, fields: Fields, body: bytes = b"") -> None:
    """Send a complete answer."""
    if status not in _WITHOUT_BODY:
        fields = [*fields, *encoded([("content-length", str(len(body)))])]
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body})


async def respond_text(send: Send, status: int, text: str) -> None:
    """Send a line for people as the answer."""
    await respond(send, status, encoded([("content-type", TEXT)]), f"{text}\n".encode())
