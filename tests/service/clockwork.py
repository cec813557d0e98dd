"""Matches with clocks under test: how they are asked for, what is told of time, how time is moved.

A server's clock is moved by an offset; what happens to the store's own is made by writing to the
stamps of its buckets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from gemwright.pb.clock_pb2 import Clocks, TimeControl
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR, Game
from gemwright.pb.match_pb2 import Match, Update
from gemwright.pb.outcome_pb2 import FORFEIT_REASON_TIMEOUT
from gemwright.redis import keys
from tests.service.callers import Caller
from tests.service.players import seated
from tests.service.servers import PATIENT, Host
from tests.valkey import Store
from tests.waiting import until

MINUTE: Final = 60_000
DAY: Final = 24 * 60 * MINUTE
SLACK: Final = 5_000
"""What a test may take at most between two of its own steps, in milliseconds."""
NAMES: Final = ("ann", "bob", "cleo", "dan")

PUNCTUAL: Final = replace(PATIENT, timers_every_s=0.05)
"""Servers that look for clocks all the time, and do nothing else on their own account."""
BLIND: Final = replace(PATIENT, timers_every_s=60.0)
"""Servers that look for clocks only when they are started."""


def per_turn(ms: int = MINUTE) -> TimeControl:
    """So much for every turn."""
    return TimeControl(per_turn=TimeControl.PerTurn(limit=duration(ms)))


def bank(initial_ms: int = MINUTE, increment_ms: int = 0) -> TimeControl:
    """So much for the whole match, and something for each turn."""
    more = duration(increment_ms) if increment_ms else None
    return TimeControl(bank=TimeControl.Bank(initial=duration(initial_ms), increment=more))


def per_move(days: int = 1) -> TimeControl:
    """So many days for every turn."""
    return TimeControl(per_move=TimeControl.PerMove(days=days))


def duration(ms: int) -> Duration:
    """As a message."""
    made = Duration()
    made.FromMilliseconds(ms)
    return made


def ms(told: Duration | Timestamp) -> int:
    """A time or a duration as a number; nothing finer than milliseconds is ever told."""
    assert told.nanos % 1_000_000 == 0
    return told.ToMilliseconds()


def left(clocks: Clocks) -> list[int]:
    """What the seats have."""
    return [ms(seat.remaining) for seat in clocks.seats]


def running(clocks: Clocks) -> int | None:
    """Whose clock runs: one at most, and only then is there a deadline."""
    found = [number for number, seat in enumerate(clocks.seats) if seat.is_running]
    assert len(found) == clocks.HasField("deadline")
    return found[0] if found else None


def about(value: int, wanted: int) -> bool:
    """Whether time has gone from a value by no more than a test may take."""
    return wanted - SLACK <= value <= wanted


async def clocked(
    host: Host,
    control: TimeControl | None,
    game: Game = GAME_DUEL,
    seats: int = 2,
) -> Match:
    """A match with clocks that begins at once."""
    request = seated(game, NAMES[:seats])
    if control is not None:
        request.time_control.CopyFrom(control)
    return (await host.caller().create(request)).match


async def splendor(host: Host, control: TimeControl, seats: int) -> Match:
    """A match of Splendor with clocks."""
    return await clocked(host, control, GAME_SPLENDOR, seats)


def callers(host: Host, seats: int = 2) -> list[Caller]:
    """The players."""
    return [host.caller(name) for name in NAMES[:seats]]


async def move(players: Sequence[Caller], match: str) -> Update:
    """The first legal action of the seat to act."""
    seat = (await players[0].get(match)).match.seat_to_act
    sight = await players[seat].get(match, seat)
    return await players[seat].act(match, seat, sight.match.version, sight.legal_actions[0])


def timed_out(update: Update) -> int:
    """The seat whose clock ran out, which is what an update must be about."""
    assert update.forfeit.reason == FORFEIT_REASON_TIMEOUT
    assert left(update.clocks)[update.forfeit.seat] == 0
    assert running(update.clocks) != update.forfeit.seat
    return update.forfeit.seat


async def until_version(caller: Caller, match: str, version: int) -> Match:
    """Wait until a match has got that far."""

    async def is_there() -> bool:
        return (await caller.get(match)).match.version >= version

    await until(is_there, f"version {version}")
    return (await caller.get(match)).match


@dataclass(frozen=True)
class Bucket:
    """What the store keeps of the time of a match's bucket."""

    store: Store
    match: str

    @property
    def tag(self) -> bytes:
        """Of its keys."""
        return keys.tag_of(self.match)

    def credit(self) -> int:
        """What is credited to its clocks."""
        with self.store.holder_of(self.tag).client() as client:
            return int(client.hget(keys.alive_key(self.tag), "c") or 0)

    def unattended(self, ms: int) -> None:
        """Have nobody looked at it for so much longer than was so."""
        with self.store.holder_of(self.tag).client() as client:
            client.hincrby(keys.alive_key(self.tag), "s", -ms)

    def timer(self) -> float | None:
        """When its timer is to be looked at, in playing time."""
        with self.store.holder_of(self.tag).client() as client:
            score = client.zscore(keys.timers_key(self.tag), self.match)
        return None if score is None else float(score)

    def ring(self) -> None:
        """Have its timer look due, whatever the clock says."""
        with self.store.holder_of(self.tag).client() as client:
            client.zadd(keys.timers_key(self.tag), {self.match: 1})

    def now(self) -> int:
        """The time of the node."""
        with self.store.holder_of(self.tag).client() as client:
            seconds, micros = client.time()
        return int(seconds) * 1000 + int(micros) // 1000
