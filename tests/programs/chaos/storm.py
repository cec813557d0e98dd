"""The storm: it does what the plan says to what is on the stage, and tells the journal.

Two deeds to one part follow each other; deeds to several parts overlap, so a store may die while a
server starts and a door is closed. After the last one all is as it was before. What befalls a store
is in `disturbances`.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack

from tests.programs.chaos import disturbances
from tests.programs.chaos.actor import Actor
from tests.programs.chaos.journal import Kind
from tests.programs.chaos.plan import Deed, Step
from tests.programs.chaos.stage import Stage


class Storm:
    """What befalls a stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.done: Counter[Deed] = Counter()
        self._locks: dict[str, asyncio.Lock] = {}

    async def rage(self, steps: Iterable[Step]) -> None:
        """Do everything, one after the other where it concerns the same part."""
        self._stage.journal.write(Kind.DONE, what="begin", whom="storm")
        async with asyncio.TaskGroup() as group:
            for step in steps:
                await asyncio.sleep(step.pause)
                held = AsyncExitStack()
                for part in self._parts(step):
                    await held.enter_async_context(self._locks.setdefault(part, asyncio.Lock()))
                group.create_task(self._do(step, held))
        self._stage.journal.write(Kind.DONE, what="calm", whom="storm")

    async def _do(self, step: Step, held: AsyncExitStack) -> None:
        async with held:
            await self._deed(step)
            self.done[step.deed] += 1

    def _parts(self, step: Step) -> list[str]:
        """What a deed is done to, in the order in which it is taken."""
        match step.deed:
            case Deed.BLACKOUT:
                return [one.name for one in self._stage.servers]
            case Deed.KILL_SERVER | Deed.STOP_SERVER | Deed.DRAIN_SERVER:
                return [_chosen(step, self._stage.servers).name]
            case Deed.CUT_DOOR | Deed.CUT_LINE | Deed.CLOSE_DOOR | Deed.HOLD_DOOR:
                return [f"door {self._place(step)}"]
            case Deed.KILL_CLIENT:
                return [_chosen(step, self._stage.clients).name]
            case Deed.KILL_BOTS:
                return [_chosen(step, self._stage.bots).name]
            case _:
                return ["store"]

    def _place(self, step: Step) -> int:
        """Which of the servers, and so of the doors."""
        return step.among(len(self._stage.servers))

    async def _deed(self, step: Step) -> None:
        stage, place = self._stage, self._place(step)
        match step.deed:
            case Deed.KILL_SERVER:
                await stage.servers[place].kill()
                await asyncio.sleep(step.lasts)
                await stage.serve(place)
            case Deed.STOP_SERVER:
                await stage.servers[place].stop_for(step.lasts)
            case Deed.DRAIN_SERVER:
                await self._drain(place, step.lasts)
            case Deed.BLACKOUT:
                await asyncio.gather(*(one.kill() for one in stage.servers))
                await asyncio.sleep(step.lasts)
                await asyncio.gather(*map(stage.serve, range(len(stage.servers))))
            case Deed.CUT_DOOR:
                await stage.doors.do(place, "cut")
            case Deed.CUT_LINE:
                await stage.doors.do(place, "cut one", str(step.which * len(stage.servers) % 1))
            case Deed.CLOSE_DOOR:
                await self._shut(place, "close", step.lasts)
            case Deed.HOLD_DOOR:
                await self._shut(place, "hold", step.lasts)
            case Deed.KILL_CLIENT:
                await self._again(_chosen(step, stage.clients), step.lasts)
            case Deed.KILL_BOTS:
                await self._again(_chosen(step, stage.bots), step.lasts)
            case _:
                await disturbances.disturb(stage.store, stage.journal, step)

    async def _drain(self, place: int, lasts: float) -> None:
        server = self._stage.servers[place]
        code = await server.end()
        if code:
            self._stage.troubles.append(f"{server.name} was drained and ended with code {code}")
        await asyncio.sleep(lasts)
        await self._stage.serve(place)

    async def _shut(self, place: int, how: str, lasts: float) -> None:
        await self._stage.doors.do(place, how)
        await asyncio.sleep(lasts)
        await self._stage.doors.do(place, "open")

    async def _again(self, one: Actor, lasts: float) -> None:
        """Kill a client or a bot host and start another in its place."""
        if not one.is_running:
            self._stage.note_that_it_ended(one)
        await one.kill()
        await asyncio.sleep(lasts)
        await one.start()


def _chosen(step: Step, among: Sequence[Actor]) -> Actor:
    return among[step.among(len(among))]
