"""What the runtime tells of its watches to those who count."""

from contextlib import aclosing

from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.rpc.convert.scribe import WireScribe
from gemwright.runtime.api import Caller, Reset, ResetReason, Sight, Told
from gemwright.runtime.counts import NoCounts
from gemwright.runtime.service import Runtime
from gemwright.storage.connect import connected
from gemwright.storage.store import RedisStore
from tests.service.players import seated
from tests.service.table import PATIENT, play, table


class Tally(NoCounts):
    """Remembers what it was told of watches."""

    def __init__(self) -> None:
        self.resumes = 0
        self.resets: list[str] = []

    def resumed(self) -> None:
        """One more."""
        self.resumes += 1

    def reset(self, reason: str) -> None:
        """One more."""
        self.resets.append(reason)


def test_a_watch_that_goes_on_is_a_resume_and_one_that_cannot_is_a_reset(store_url: str) -> None:
    async def first(runtime: Runtime, match: str, seat: int, token: str) -> Told:
        caller = Caller(principal="ann", owner="dev")
        async with aclosing(runtime.watch(caller, match, seat, token)) as watch:
            return await anext(watch)

    async def test() -> None:
        tally = Tally()
        async with table(store_url) as laid:
            made = await laid.hosts[0].caller("ann").create(seated(GAME_DUEL, ["ann", "ann"]))
            match = made.match.match
        async with (
            connected(store_url) as connection,
            RedisStore(connection.client) as store,
            Runtime(
                store, WireScribe(), PATIENT, bytes(32), is_development=True, counts=tally
            ) as runtime,
        ):
            sight = await first(runtime, match, 0, "")
            assert isinstance(sight, Sight)
            assert (tally.resumes, tally.resets) == (0, [])
            reset = await first(runtime, match, 1, sight.token)
            assert reset == Reset(ResetReason.IDENTITY_CHANGED)
            assert (tally.resumes, tally.resets) == (0, ["IDENTITY_CHANGED"])
            resuming = runtime.watch(Caller(principal="ann", owner="dev"), match, 0, sight.token)
            runtime.drain()
            async with aclosing(resuming):
                await anext(resuming)
            assert (tally.resumes, tally.resets) == (1, ["IDENTITY_CHANGED"])

    play(test())
