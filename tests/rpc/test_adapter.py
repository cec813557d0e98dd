"""Between gRPC and a handler: errors, the log, draining. The handlers are the tests' own."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import grpc.aio
from google.rpc.error_details_pb2 import ErrorInfo, RequestInfo
from structlog.testing import capture_logs

from gemwright.matches.api import Caller, Scope
from gemwright.matches.faults import CredentialsInvalid, Fault, MatchOver
from gemwright.rpc.auth import DevelopmentIdentity, Metadata, PlayerToken
from gemwright.rpc.calls import Call, Gate, Stream, Unary
from gemwright.rpc.grpc_adapter import Adapter
from gemwright.rpc.grpc_server import MethodHandler
from tests.rpc.serving import credentials, ended

METHOD = "gemwright.v1.Test/Call"


async def echo(content: bytes, call: Call) -> bytes:
    call.note("the-match", 1)
    return content


async def broken(content: bytes, call: Call) -> bytes:
    raise KeyError("a secret of the server's")


async def over(content: bytes, call: Call) -> bytes:
    raise MatchOver


@asynccontextmanager
async def answering(
    handler: Unary | Stream, adapter: Adapter | None = None
) -> AsyncIterator[grpc.aio.Channel]:
    """A server with one call."""
    adapter = adapter or Adapter(Gate(DevelopmentIdentity()))
    server = grpc.aio.server()
    made: MethodHandler = (
        grpc.unary_unary_rpc_method_handler(adapter.unary(METHOD, handler))
        if isinstance(handler, Unary)
        else grpc.unary_stream_rpc_method_handler(adapter.stream(METHOD, handler))
    )
    generic = grpc.method_handlers_generic_handler("gemwright.v1.Test", {"Call": made})
    server.add_generic_rpc_handlers((generic,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield channel
    finally:
        await server.stop(None)


def called(channel: grpc.aio.Channel, who: str | None = "ann") -> Awaitable[bytes]:
    """One call with one answer."""
    run: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(f"/{METHOD}")
    return run(b"content", metadata=credentials(who))


def watched(channel: grpc.aio.Channel) -> grpc.aio.UnaryStreamCall[bytes, bytes]:
    """One call with many answers."""
    run: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(f"/{METHOD}")
    return run(b"content", metadata=credentials("ann"))


def lines_of(test: Callable[[], Awaitable[None]]) -> list[dict[str, object]]:
    """What the log says of a test's calls."""

    async def run() -> None:
        await test()

    with capture_logs() as lines:
        asyncio.run(run())
    return [dict(line) for line in lines if line["event"].startswith("call_")]


def test_a_call_leaves_one_line() -> None:
    async def test() -> None:
        async with answering(Unary(echo)) as channel:
            assert await called(channel) == b"content"

    (line,) = lines_of(test)
    assert line["event"] == "call_ended"
    assert (line["method"], line["match"], line["seat"]) == (METHOD, "the-match", 1)
    assert line["code"] == "OK"
    assert isinstance(line["duration_ms"], float)
    assert line["trace"]


def test_a_fault_is_told_and_logged_with_its_reason() -> None:
    async def test() -> None:
        async with answering(Unary(over)) as channel:
            error = await ended(called(channel))
            assert error.code is grpc.StatusCode.FAILED_PRECONDITION
            assert error.reason == "MATCH_OVER"

    (line,) = lines_of(test)
    assert (line["code"], line["reason"]) == ("FAILED_PRECONDITION", "MATCH_OVER")


def test_a_mistake_of_ours_is_logged_in_full_and_told_by_its_trace_alone() -> None:
    traces: list[str] = []

    async def test() -> None:
        async with answering(Unary(broken)) as channel:
            error = await ended(called(channel))
            assert error.code is grpc.StatusCode.INTERNAL
            assert error.text == "internal error; report the trace id [INTERNAL]"
            assert "secret" not in str(error.details)
            traces.append(error.detail(RequestInfo).request_id)
            assert error.detail(ErrorInfo).metadata["trace"] == traces[0]

    (line,) = lines_of(test)
    assert line["event"] == "call_failed"
    assert line["trace"] == traces[0]
    assert isinstance(line["exc_info"], KeyError)


def test_credentials_that_are_none_reach_no_handler() -> None:
    async def test() -> None:
        async with answering(Unary(broken)) as channel:
            error = await ended(called(channel, "not a name"))
            assert error.code is grpc.StatusCode.UNAUTHENTICATED
            assert error.reason == "CREDENTIALS_INVALID"

    (line,) = lines_of(test)
    assert "not a name" not in str(line)


def test_a_server_that_drains_takes_no_new_calls_and_ends_those_it_has() -> None:
    async def test() -> None:
        gate = Gate(DevelopmentIdentity())
        adapter, go_on, begun = Adapter(gate), asyncio.Event(), asyncio.Event()

        async def slow(content: bytes, call: Call) -> bytes:
            begun.set()
            await go_on.wait()
            return content

        async with answering(Unary(slow), adapter) as channel:
            first = asyncio.ensure_future(called(channel))
            await begun.wait()
            gate.is_draining = True
            error = await asyncio.wait_for(ended(called(channel)), 10)
            assert (error.code, error.reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
            go_on.set()
            assert await first == b"content"

    assert [line["code"] for line in lines_of(test)] == ["UNAVAILABLE", "OK"]


def test_a_stream_is_logged_at_its_end_with_its_messages() -> None:
    async def count(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        for number in range(3):
            yield b"%d" % number
        raise MatchOver

    async def test() -> None:
        async with answering(Stream(count)) as channel:
            stream = watched(channel)
            assert [await stream.read() for _ in range(3)] == [b"0", b"1", b"2"]
            assert (await ended(stream.read())).reason == "MATCH_OVER"

    (line,) = lines_of(test)
    assert (line["messages"], line["reason"]) == (3, "MATCH_OVER")


def test_a_client_that_leaves_ends_the_handler() -> None:
    async def test() -> None:
        ended_well = asyncio.Event()

        async def wait(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
            try:
                yield b"begun"
                await asyncio.Event().wait()
            finally:
                ended_well.set()

        async with answering(Stream(wait)) as channel:
            stream = watched(channel)
            assert await stream.read() == b"begun"
            stream.cancel()
            await asyncio.wait_for(ended_well.wait(), 10)

    (line,) = lines_of(test)
    assert (line["code"], line["messages"]) == ("CANCELLED", 1)


class EndReason:
    """Believes everybody until it is told otherwise."""

    def __init__(self, expires_at: float | None) -> None:
        self.generation = 0
        self.caller = Caller("ann", "lobby", expires_at=expires_at)
        self.fault: Fault | None = None

    def identify(self, metadata: Metadata) -> Caller:
        if self.fault is not None:
            raise self.fault
        return self.caller

    def mint(self, owner: str, principal: str, ttl: float | None = None) -> PlayerToken:
        raise NotImplementedError


async def endless(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
    while True:
        yield b"more"
        await asyncio.sleep(0.01)


async def silent(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
    yield b"begun"
    await asyncio.Event().wait()


def test_a_silent_stream_ends_when_its_credential_does() -> None:
    async def test() -> None:
        adapter = Adapter(Gate(EndReason(time.time() + 0.2)))
        async with answering(Stream(silent), adapter) as channel:
            stream = watched(channel)
            assert await stream.read() == b"begun"
            error = await asyncio.wait_for(ended(stream.read()), 10)
            assert (error.code, error.reason) == (
                grpc.StatusCode.UNAUTHENTICATED,
                "TOKEN_EXPIRED",
            )

    (line,) = lines_of(test)
    assert (line["event"], line["reason"]) == ("call_ended", "TOKEN_EXPIRED")


def test_a_stream_that_nobody_reads_ends_too() -> None:
    async def flood(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        while True:
            yield bytes(1_000_000)

    async def test() -> None:
        adapter = Adapter(Gate(EndReason(time.time() + 0.2)))
        async with answering(Stream(flood), adapter) as channel:
            stream = watched(channel)
            assert await stream.read()
            for _ in range(1000):
                await asyncio.sleep(0.01)
                if lines:
                    break
            stream.cancel()

    with capture_logs() as lines:
        asyncio.run(test())
    assert [line.get("reason") for line in lines] == ["TOKEN_EXPIRED"]


def test_a_timeout_of_the_handler_is_a_mistake_of_ours_and_no_end_of_a_credential() -> None:
    async def slow(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        yield b"begun"
        raise TimeoutError

    async def test() -> None:
        async with answering(Stream(slow), Adapter(Gate(EndReason(time.time() + 60)))) as channel:
            stream = watched(channel)
            assert await stream.read() == b"begun"
            assert (await ended(stream.read())).reason == "INTERNAL"

    (line,) = lines_of(test)
    assert line["event"] == "call_failed"


def test_what_is_believed_is_asked_again_once_it_has_changed() -> None:
    async def test() -> None:
        identity = EndReason(None)
        async with answering(Stream(endless), Adapter(Gate(identity))) as channel:
            stream = watched(channel)
            assert await stream.read() == b"more"
            identity.generation += 1
            assert await stream.read() == b"more"
            identity.caller = Caller("ann", "lobby", expires_at=time.time() + 0.2)
            identity.generation += 1

            async def rest() -> None:
                while True:
                    await stream.read()

            assert (await asyncio.wait_for(ended(rest()), 10)).reason == "TOKEN_EXPIRED"
            identity.caller = Caller("ann", "lobby")
            stream = watched(channel)
            assert await stream.read() == b"more"
            identity.fault = CredentialsInvalid()
            identity.generation += 1
            assert (await asyncio.wait_for(ended(rest()), 10)).reason == "CREDENTIALS_INVALID"

    assert [line["reason"] for line in lines_of(test)] == ["TOKEN_EXPIRED", "CREDENTIALS_INVALID"]


def test_a_call_by_a_key_is_logged_with_owner_and_key() -> None:
    async def test() -> None:
        identity = EndReason(None)
        identity.caller = Caller(None, "lobby", frozenset([Scope.MATCHMAKER]), "abcd2345")
        async with answering(Unary(echo), Adapter(Gate(identity))) as channel:
            await called(channel)

    (line,) = lines_of(test)
    assert (line["owner"], line["key_id"]) == ("lobby", "abcd2345")
