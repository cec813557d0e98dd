"""How the host of the bots calls a server: bytes of the contract out, bytes back."""

from collections.abc import AsyncGenerator
from typing import Protocol


class CallFailed(Exception):
    """A call that ended with an error: its code of `google.rpc.Code` and the reason, if any."""

    def __init__(self, code: int, reason: str, text: str) -> None:
        super().__init__(f"{text} [{reason or code}]")
        self.code = code
        self.reason = reason


class Transport(Protocol):
    """The calls of one bot; methods are named as `gemwright.v1.MatchService/GetMatch`."""

    async def unary(self, method: str, content: bytes) -> bytes:
        """A call with one answer; raises `CallFailed`."""
        ...

    def stream(self, method: str, content: bytes) -> AsyncGenerator[bytes, None]:
        """A call with any number of answers; raises `CallFailed`."""
        ...
