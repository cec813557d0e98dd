"""What goes to the servers of a chaos run and comes back, as raw bytes, every bit of it on record.

A call goes to one server; who insists on an answer repeats the same bytes at one server after the
other. What is asked for, and what is made of an answer, belongs to the roles.
"""

import asyncio
import os
import socket
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

import grpc.aio
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from tests.programs.chaos.clients.shift import Shift
from tests.programs.chaos.journal import Journal, Kind

DEADLINE: Final = 3.0
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 1.0

_OPTIONS: Final = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 200),
    ("grpc.max_receive_message_length", -1),
)
_SERVICES: Final = {
    "CreateMatch": "MatchmakerService",
    "BatchCreateMatches": "MatchmakerService",
    "ListMatches": "MatchmakerService",
    "CancelMatch": "MatchmakerService",
    "WatchActivity": "MatchmakerService",
    "WatchInbox": "InboxService",
}
_UNSURE: Final = {"UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "UNKNOWN", "INTERNAL"}
"""Without a reason these come from the network or from our own deadline: anything may have been."""
_AGAIN: Final = {"OUTCOME_UNKNOWN", "STORE_UNAVAILABLE", "DRAINING", "LIMIT_EXCEEDED"}

UnaryCall: TypeAlias = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]
OpeningCall: TypeAlias = grpc.aio.UnaryStreamMultiCallable[bytes, bytes]
StreamCall: TypeAlias = grpc.aio.UnaryStreamCall[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; without the code OK there is no message."""

    code: str
    reason: str = ""
    message: bytes = b""

    @property
    def is_ok(self) -> bool:
        """Whether it was done."""
        return self.code == "OK"

    @property
    def is_known(self) -> bool:
        """Whether it was done or refused, so that repeating it would bring nothing new."""
        return self.reason not in _AGAIN if self.reason else self.code not in _UNSURE


def refusal(error: grpc.aio.AioRpcError) -> Answer:
    """The code of an error, and the reason if a server of ours has spoken."""
    trailers = error.trailing_metadata()
    packed = dict(trailers).get("grpc-status-details-bin", b"") if trailers is not None else b""
    found = ErrorInfo()
    with suppress(DecodeError):
        if isinstance(packed, bytes):
            any(detail.Unpack(found) for detail in Status.FromString(packed).details)
    return Answer(error.code().name, found.reason)


class Stream:
    """A stream that was opened, until it is over."""

    def __init__(self, call: StreamCall, journal: Journal, number: int) -> None:
        self._call = call
        self._journal = journal
        self._number = number
        self.end: Answer | None = None
        """How it ended."""

    async def read(self, patience: float) -> bytes | None:
        """The next message; nothing once it is over, which it is if nothing comes for so long."""
        try:
            async with asyncio.timeout(patience):
                message = await self._call.read()
        except TimeoutError:
            self.cut()
        except asyncio.CancelledError:
            self.cut()
            raise
        except grpc.aio.AioRpcError as error:
            self._over(refusal(error))
        else:
            if isinstance(message, bytes):
                self._journal.write(Kind.HEARD, self._number, message=message)
                return message
            self._over(Answer("OK"))
        return None

    def cut(self) -> None:
        """End it from this side, unless it is over."""
        self._call.cancel()
        self._over(Answer("CUT"))

    def _over(self, end: Answer) -> None:
        if self.end is None:
            self.end = end
            self._journal.write(Kind.ENDED, self._number, code=end.code, reason=end.reason)


class Servers:
    """The servers that a client knows, with so many connections to each."""

    def __init__(
        self, addresses: Sequence[str], journal: Journal, rng: Random, shift: Shift, lines: int
    ) -> None:
        self.addresses = tuple(addresses)
        self._journal = journal
        self._rng = rng
        self._shift = shift
        self._channels = {
            address: [_channel(address) for _ in range(lines)] for address in self.addresses
        }

    def other(self, address: str = "") -> str:
        """The address of a server, if possible another than that, and one that can be reached."""
        others = [one for one in self.addresses if one != address] or self.addresses
        reached = [one for one in others if self._can_be_reached(one)]
        return self._rng.choice(reached or others)

    def _can_be_reached(self, address: str) -> bool:
        """As far as gRPC knows, which goes on trying where it was in vain."""
        state = self._channels[address][0].get_state(try_to_connect=True)
        return state is not grpc.ChannelConnectivity.TRANSIENT_FAILURE

    async def call(self, method: str, principal: str, request: bytes, address: str = "") -> Answer:
        """Call a server, any unless one is named; whatever it says is an answer."""
        address = address or self.other()
        number = self._journal.number()
        self._journal.write(
            Kind.CALLED,
            number,
            method=method,
            principal=principal,
            address=address,
            message=request,
        )
        channel = self._rng.choice(self._channels[address])
        sending: UnaryCall = channel.unary_unary(_path(method))
        try:
            message = await sending(request, metadata=_bearer(principal), timeout=DEADLINE)
            answer = Answer("OK", message=message)
        except grpc.aio.AioRpcError as error:
            answer = refusal(error)
        self._journal.write(
            Kind.ANSWERED, number, code=answer.code, reason=answer.reason, message=answer.message
        )
        return answer

    async def insist(
        self, method: str, principal: str, request: bytes, address: str = ""
    ) -> Answer:
        """Call one server after the other until the outcome is known, or the shift is long over."""
        address = address or self.other()
        pause = FIRST_PAUSE
        while True:
            answer = await self.call(method, principal, request, address)
            if answer.is_known or self._shift.is_out_of_patience:
                return answer
            await asyncio.sleep(pause * self._rng.random())
            pause = min(2 * pause, LONGEST_PAUSE)
            address = self.other(address)

    def open(
        self, method: str, principal: str, follower: str, request: bytes, address: str
    ) -> Stream:
        """Open a stream at a server."""
        number = self._journal.number()
        self._journal.write(
            Kind.OPENED,
            number,
            method=method,
            principal=principal,
            follower=follower,
            address=address,
            message=request,
        )
        channel = self._rng.choice(self._channels[address])
        opening: OpeningCall = channel.unary_stream(_path(method))
        call = opening(request, metadata=_bearer(principal))
        return Stream(call, self._journal, number)

    def tear(self) -> None:
        """Shut one of the connections down, wherever in a message it is; gRPC is not told."""
        sockets = _sockets(self.addresses)
        if sockets:
            torn = self._rng.choice(sockets)
            self._journal.write(Kind.DONE, what="tear", whom=_peer(torn))
            with suppress(OSError):
                torn.shutdown(socket.SHUT_RDWR)
        for one in sockets:
            one.close()

    async def close(self) -> None:
        """Hang up."""
        for channels in self._channels.values():
            for channel in channels:
                await channel.close()


def _channel(address: str) -> grpc.aio.Channel:
    return grpc.aio.insecure_channel(address, options=_OPTIONS)


def _path(method: str) -> str:
    return f"/gemwright.v1.{_SERVICES.get(method, 'MatchService')}/{method}"


def _bearer(principal: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer dev:{principal}"),) if principal else ()


def _sockets(addresses: Sequence[str]) -> list[socket.socket]:
    """Doubles of the sockets of this process that are connected to one of these addresses."""
    found = []
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            if not stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                continue
            double = socket.socket(fileno=os.dup(int(name)))
            if _peer(double) in addresses:
                found.append(double)
            else:
                double.close()
    return found


def _peer(one: socket.socket) -> str:
    """Whom a socket is connected to, as an address; empty for none."""
    try:
        peer = one.getpeername()
    except OSError:
        return ""
    if not isinstance(peer, tuple):
        return ""
    host = peer[0].removeprefix("::ffff:")  # gRPC has sockets for both kinds of addresses
    return f"{host}:{peer[1]}"
