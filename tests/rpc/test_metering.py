"""That the adapter tells its meter of every call once, however it ends."""

import asyncio
from collections.abc import AsyncGenerator

from gemwright.matches.faults import MatchOver
from gemwright.rpc.auth import DevelopmentIdentity
from gemwright.rpc.calls import Call, Gate, Stream, Unary
from gemwright.rpc.grpc_adapter import Adapter
from tests.rpc.serving import ended
from tests.rpc.test_adapter import METHOD, answering, called, echo, over, watched


class Tally:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, ...]] = []
        self.seconds: list[float | None] = []
        self.has_ended = asyncio.Event()

    def ended(self, method: str, code: str, seconds: float | None) -> None:
        """Remember it."""
        self.told.append(("ended", method, code))
        self.seconds.append(seconds)
        self.has_ended.set()

    def opened(self, method: str) -> None:
        """Remember it."""
        self.told.append(("opened", method))

    def closed(self, method: str) -> None:
        """Remember it."""
        self.told.append(("closed", method))


async def test_a_call_ends_once_with_its_code_and_duration() -> None:
    for handler, code in ((echo, "OK"), (over, "FAILED_PRECONDITION")):
        tally = Tally()
        adapter = Adapter(Gate(DevelopmentIdentity(), tally))
        async with answering(Unary(handler), adapter) as channel:
            if code == "OK":
                await called(channel)
            else:
                await ended(called(channel))
        assert tally.told == [("ended", METHOD, code)]
        (seconds,) = tally.seconds
        assert seconds is not None
        assert 0 < seconds < 10


async def test_a_call_that_is_refused_at_the_door_counts_too() -> None:
    tally = Tally()
    async with answering(Unary(echo), Adapter(Gate(DevelopmentIdentity(), tally))) as channel:
        await ended(called(channel, "not a name"))
    assert tally.told == [("ended", METHOD, "UNAUTHENTICATED")]


async def test_a_stream_is_open_until_it_ends_however_it_does() -> None:
    async def fail(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        yield b"begun"
        raise MatchOver

    async def wait(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        yield b"begun"
        await asyncio.Event().wait()

    for handler, code in ((fail, "FAILED_PRECONDITION"), (wait, "CANCELLED")):
        tally = Tally()
        async with answering(
            Stream(handler), Adapter(Gate(DevelopmentIdentity(), tally))
        ) as channel:
            stream = watched(channel)
            assert await stream.read() == b"begun"
            if code == "CANCELLED":
                assert tally.told == [("opened", METHOD)]
                stream.cancel()
            else:
                await ended(stream.read())
            await asyncio.wait_for(tally.has_ended.wait(), 10)
        assert sorted(tally.told) == [
            ("closed", METHOD),
            ("ended", METHOD, code),
            ("opened", METHOD),
        ]
        assert tally.seconds == [None]
