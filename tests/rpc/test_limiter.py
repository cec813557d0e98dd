"""What a caller may ask of one process, by a clock that the test moves."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, aclosing

import pytest

from gemwright.matches.api import Caller
from gemwright.matches.faults import LimitExceeded, MatchOver
from gemwright.rpc.calls import Call, Handlers, Stream, Unary
from gemwright.rpc.limits import BURST_S, Allowances, Key, Limiter, address_of, key_of

SERVICE = "gemwright.v1.MatchService"
MOVE = "SubmitAction"
LOOK = "GetMatch"
WATCH = "WatchMatch"
ANN: Key = ("player", "dev", "ann")
BOB: Key = ("player", "dev", "bob")


class Time:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def taken(buckets: Allowances, key: Key, most: int = 100_000) -> int:
    """How many can be taken at once."""
    number = 0
    while number < most and not buckets.take(key):
        number += 1
    return number


@pytest.mark.parametrize("per_second", [1, 3, 7, 200, 12_345])
def test_the_calls_of_ten_seconds_are_saved_up(per_second: int) -> None:
    time = Time()
    buckets = Allowances(per_second, time)
    assert taken(buckets, ANN, 200_000) == 10 * per_second
    assert taken(buckets, BOB, 200_000) == 10 * per_second
    time.now += 1
    assert taken(buckets, ANN) == per_second
    time.now += 1000
    assert taken(buckets, ANN, 200_000) == 10 * per_second


def test_the_wait_that_is_told_is_the_wait_there_is() -> None:
    time = Time()
    buckets = Allowances(4, time)
    taken(buckets, ANN)
    for _ in range(10):
        wait = buckets.take(ANN)
        assert 0 < wait <= 0.25
        time.now += wait - 0.001
        assert buckets.take(ANN) == pytest.approx(0.001)
        time.now += 0.001
        assert not buckets.take(ANN)
        time.now += 0.1


def test_a_bucket_is_overdrawn_by_one_filling_at_most() -> None:
    time = Time()
    buckets = Allowances(5, time)
    for _ in range(1000):
        buckets.charge(ANN)
    assert buckets.take(ANN) == pytest.approx(BURST_S + 1 / 5)
    time.now += BURST_S + 1 / 5
    assert not buckets.take(ANN)


def test_whoever_has_a_full_bucket_is_forgotten_and_nobody_else() -> None:
    time = Time()
    buckets = Allowances(5, time)
    taken(buckets, ANN)
    for number in range(1000):
        buckets.take(("player", "dev", f"guest-{number}"))
    assert len(buckets) == 1001
    for _ in range(200):
        time.now += 0.5
        assert taken(buckets, ANN) in (2, 3)
    assert len(buckets) < 5


def test_a_crowd_of_callers_takes_no_more_room_than_a_crowd_may() -> None:
    buckets = Allowances(5, Time(), most=100)
    for number in range(10_000):
        buckets.take(("address", f"ipv4:10.0.{number // 256}.{number % 256}"))
        assert len(buckets) <= 201


def call_of(caller: Caller, peer: str = "") -> Call:
    return Call(caller, "trace", peer=peer)


PLAYER = call_of(Caller("ann", "dev"))


class Served:
    """A service that counts what reaches it."""

    def __init__(self, limiter: Limiter) -> None:
        self.reached = 0
        self.refuses = False
        self.handlers = limiter.limited(
            SERVICE,
            {MOVE: Unary(self._answer), LOOK: Unary(self._answer), WATCH: Stream(self._watch)},
        )

    async def _answer(self, content: bytes, call: Call) -> bytes:
        self.reached += 1
        if self.refuses:
            raise MatchOver
        return content

    async def _watch(self, content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        self.reached += 1
        yield content
        yield content

    async def run(self, name: str, call: Call = PLAYER) -> bytes:
        handler = self.handlers[name]
        assert isinstance(handler, Unary)
        return await handler.answer(b"x", call)

    def watch(self, call: Call = PLAYER) -> AsyncGenerator[bytes, None]:
        handler = self.handlers[WATCH]
        assert isinstance(handler, Stream)
        return handler.answers(b"x", call)

    async def let_through(self, name: str, most: int = 10_000) -> int:
        """How many calls pass, or fail for reasons of their own."""
        for number in range(most):
            try:
                await self.run(name)
            except LimitExceeded:
                return number
            except MatchOver:
                continue
        return most


async def test_moves_pass_while_other_calls_do_not() -> None:
    served = Served(Limiter(2, 0, Time()))
    assert await served.let_through(LOOK) == 20
    assert await served.let_through(MOVE) == 200
    assert served.reached == 220
    with pytest.raises(LimitExceeded, match="20 moves in a second") as refused:
        await served.run(MOVE)
    assert refused.value.retry_after_s == pytest.approx(1 / 20)
    with pytest.raises(LimitExceeded, match="2 calls in a second") as refused:
        await served.run(LOOK)
    assert refused.value.retry_after_s == pytest.approx(1 / 2)


async def test_an_accepted_move_is_no_call_and_a_refused_one_is_both() -> None:
    served = Served(Limiter(2, 0, Time()))
    assert await served.let_through(MOVE, 100) == 100
    served.refuses = True
    assert await served.let_through(MOVE, 15) == 15
    served.refuses = False
    assert await served.let_through(LOOK) == 5
    assert await served.let_through(MOVE) == 85


async def test_refused_moves_keep_other_calls_waiting_and_accepted_ones_never() -> None:
    time = Time()
    served = Served(Limiter(2, 0, time))
    served.refuses = True
    assert await served.let_through(MOVE, 30) == 30
    served.refuses = False
    with pytest.raises(LimitExceeded) as refused:
        await served.run(LOOK)
    assert refused.value.retry_after_s == pytest.approx(5.5)
    assert await served.run(MOVE)
    time.now += 5.5
    assert await served.run(LOOK)


async def test_nothing_but_refused_moves_are_let_through_as_often_as_calls() -> None:
    time = Time()
    served = Served(Limiter(2, 0, time))
    served.refuses = True
    assert await served.let_through(MOVE) == 40
    for _ in range(20):
        with pytest.raises(LimitExceeded) as refused:
            await served.run(MOVE)
        assert refused.value.retry_after_s == pytest.approx(0.5)
        time.now += 0.5
        assert await served.let_through(MOVE) == 1
    time.now += 10
    served.refuses = False
    assert await served.let_through(MOVE) == 200


async def test_a_move_that_is_only_checked_is_a_call() -> None:
    limiter = Limiter(2, 0, Time())

    async def checks(content: bytes, call: Call) -> bytes:
        return b""

    handler = limiter.limited(SERVICE, {MOVE: Unary(checks)})[MOVE]
    assert isinstance(handler, Unary)
    for _ in range(20):
        assert await handler.answer(b"", PLAYER) == b""
    with pytest.raises(LimitExceeded):
        limiter.count(key_of(PLAYER))


async def test_a_move_that_is_cut_short_counts_as_refused() -> None:
    limiter = Limiter(1, 0, Time())

    async def never(content: bytes, call: Call) -> bytes:
        await asyncio.Event().wait()
        raise AssertionError

    handler = limiter.limited(SERVICE, {MOVE: Unary(never)})[MOVE]
    assert isinstance(handler, Unary)
    for _ in range(10):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await handler.answer(b"", PLAYER)
    with pytest.raises(LimitExceeded):
        limiter.count(key_of(PLAYER))


async def test_a_stream_is_a_call_and_counts_as_open_until_it_ends() -> None:
    limiter = Limiter(1, 3, Time())
    served = Served(limiter)
    async with aclosing(served.watch()) as one, aclosing(served.watch()) as two:
        async with aclosing(served.watch()) as three:
            assert [await anext(open) for open in (one, two, three)] == [b"x"] * 3
            with pytest.raises(LimitExceeded, match="3 open streams"):
                await anext(served.watch())
        assert [message async for message in served.watch()] == [b"x", b"x"]
        assert await anext(served.watch(call_of(Caller("bob", "dev"))))
    assert await served.let_through(LOOK) == 5


def test_streams_that_were_closed_count_no_more() -> None:
    limiter = Limiter(0, 2)
    for _ in range(3):
        with ExitStack() as stack:
            stack.enter_context(limiter.open_stream(ANN))
            stack.enter_context(limiter.open_stream(ANN))
            with pytest.raises(LimitExceeded):
                stack.enter_context(limiter.open_stream(ANN))
            stack.enter_context(limiter.open_stream(BOB))


def test_without_limits_handlers_stay_what_they_are() -> None:
    async def answer(content: bytes, call: Call) -> bytes:
        return content

    async def answers(content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        yield content

    handlers: Handlers = {MOVE: Unary(answer), LOOK: Unary(answer), WATCH: Stream(answers)}
    free = Limiter(0, 0).limited(SERVICE, handlers)
    assert all(free[name] is handler for name, handler in handlers.items())


def test_who_is_counted() -> None:
    key = call_of(Caller(owner="studio", key_id="k1"), "ipv4:10.0.0.1:5000")
    other_key = call_of(Caller(owner="studio", key_id="k2"), "ipv4:10.0.0.1:5000")
    player = call_of(Caller("k1", "studio"))
    of_another_owner = call_of(Caller("k1", "other"))
    nobody = call_of(Caller(), "ipv4:10.0.0.1:5000")
    neighbour = call_of(Caller(), "ipv4:10.0.0.2:5000")
    every = [key, other_key, player, of_another_owner, nobody, neighbour]
    assert len({key_of(call) for call in every}) == len(every)
    assert key_of(nobody) == key_of(call_of(Caller(owner="dev"), "ipv4:10.0.0.1:6000"))


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:10.1.2.3:54321", "ipv4:10.1.2.3"),
        ("ipv6:%5B::1%5D:54321", "ipv6:%5B::1%5D"),
        ("ipv6:[2001:db8::7]:443", "ipv6:[2001:db8::7]"),
        ("unix:", "unix"),
        ("", ""),
    ],
)
def test_an_address_has_no_port(peer: str, address: str) -> None:
    assert address_of(peer) == address
