"""What befalls the store in a storm, and how it is told in the journal.

Each disturbance lasts as long as its step says, and leaves the store as it was before. How it is
done to the processes of a store is in `stores` and `cluster_store`.
"""

import asyncio
from random import Random

from tests.programs.chaos.cluster_store import ClusterStore
from tests.programs.chaos.journal import Journal, Kind
from tests.programs.chaos.node import Node
from tests.programs.chaos.plan import Deed, Step
from tests.programs.chaos.stores import SingleStore

STORE = "store"


async def disturb(store: SingleStore | ClusterStore, journal: Journal, step: Step) -> None:
    """Do one of the deeds that concern a store."""
    if isinstance(store, ClusterStore):
        await _Cluster(store, journal).disturb(step)
    else:
        await _Single(store, journal).disturb(step)


class _Single:
    """A store of one process."""

    def __init__(self, store: SingleStore, journal: Journal) -> None:
        self._store = store
        self._journal = journal

    async def disturb(self, step: Step) -> None:
        store = self._store
        match step.deed:
            case Deed.KILL_STORE | Deed.LOSE_STORE:
                await asyncio.to_thread(store.kill)
                self._tell("kill")
                await asyncio.sleep(step.lasts)
                await self._start()
            case Deed.STOP_STORE:
                self._tell("stop")
                store.stop()
                await asyncio.sleep(step.lasts)
                store.go_on()
                self._tell("continue")
            case Deed.FILL_DISK:
                self._tell("fill disk")
                store.fill_disk()
                await asyncio.sleep(step.lasts)
                await asyncio.to_thread(store.free_disk)
                self._tell("free disk")
                if not store.node.is_running:  # with `always` it ends where it cannot write
                    await self._start()
            case Deed.FILL_MEMORY:
                self._tell("fill memory")
                store.fill_memory()
                await asyncio.sleep(step.lasts)
                store.free_memory()
                self._tell("free memory")
            case _:
                raise ValueError(f"{step.deed} is nothing that befalls a store of one process")

    async def _start(self) -> None:
        self._tell("start")
        await asyncio.to_thread(self._store.start)
        self._tell("started")

    def _tell(self, what: str) -> None:
        self._journal.write(Kind.DONE, what=what, whom=STORE)


class _Cluster:
    """A store of six."""

    def __init__(self, store: ClusterStore, journal: Journal) -> None:
        self._store = store
        self._journal = journal

    async def disturb(self, step: Step) -> None:
        store, chosen = self._store, Random(step.which)
        match step.deed:
            case Deed.KILL_PRIMARY:
                node = await asyncio.to_thread(store.kill_primary, chosen)
                self._tell("fail over", self._name(node))
                await asyncio.sleep(step.lasts)
                await asyncio.to_thread(store.restart_fallen)
                self._tell("started", self._name(node))
            case Deed.STOP_PRIMARY:
                node = await asyncio.to_thread(store.stop_primary, chosen)
                self._tell("fail over", self._name(node))
                await asyncio.sleep(step.lasts)
                await asyncio.to_thread(store.go_on)
                self._tell("continue", self._name(node))
            case Deed.FILL_DISK:
                node = store.fill_disk(chosen)
                self._tell("fill disk", self._name(node))
                await asyncio.sleep(step.lasts)
                await asyncio.to_thread(store.free_disk)
                self._tell("free disk", self._name(node))
            case Deed.FILL_MEMORY:
                self._tell("fill memory", STORE)
                store.fill_memory()
                await asyncio.sleep(step.lasts)
                store.free_memory()
                self._tell("free memory", STORE)
            case _:
                raise ValueError(f"{step.deed} is nothing that befalls a cluster")

    def _name(self, node: Node) -> str:
        return f"node {self._store.nodes.index(node) + 1}"

    def _tell(self, what: str, whom: str) -> None:
        self._journal.write(Kind.DONE, what=what, whom=whom)
