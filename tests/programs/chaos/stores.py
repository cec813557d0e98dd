"""The stores of a chaos run, and what may befall them by name: one Valkey, or a cluster of six.

A disturbance returns when it has happened, an end of one when the store is as it was before.
All of it blocks: call it in a thread where a loop runs.

Some acts would void what is promised instead of testing it, and are kept from happening here. With
`everysec` Valkey answers before it writes while it flushes the file or finds the disk full, so it
is killed between two flushes and with room on the disk. A primary is lost when its replica is in
step.
"""

import shutil
from contextlib import ExitStack, suppress
from pathlib import Path

import redis

from tests.ports import free_port
from tests.programs.chaos.cluster_store import ClusterStore
from tests.programs.chaos.node import AWAY, ROOM, Node, is_written, until_written
from tests.valkey import eventually

__all__ = ["ClusterStore", "SingleStore"]


class SingleStore:
    """One Valkey with an append-only file."""

    def __init__(self, folder: Path, fsync: str = "everysec") -> None:
        self.fsync = fsync
        self.words: tuple[str, ...] = ()
        """What its servers are to be told besides its URL."""
        self._stack = ExitStack()
        self.node = Node(
            folder / "node-1",
            free_port(self._stack),
            "--appendfsync",
            fsync,
            *("--loglevel", "notice"),
        )
        self._is_full = False

    @property
    def url(self) -> str:
        """Where servers find it."""
        return self.node.url

    def clients(self) -> list[redis.Redis]:
        """A client for each part of what is stored."""
        return [self.node.client()]

    def start(self) -> None:
        """Start it, or start it again with what it had, whatever ended it."""
        self._is_full = False
        if not self.node.is_running:
            self.node.start()

    def close(self) -> None:
        """End it; its files stay."""
        self.node.kill()
        self._stack.close()

    def kill(self) -> None:
        """SIGKILL; with `everysec` at a moment when all that was answered is written."""
        if self.fsync != "always" and self.node.is_running:
            assert not self._is_full, "what was answered lately is not written"
            with suppress(*AWAY):
                until_written(self.node)
        self.node.kill()

    def stop(self) -> None:
        """SIGSTOP."""
        self.node.stop()

    def go_on(self) -> None:
        """SIGCONT."""
        self.node.go_on()

    def fill_disk(self) -> None:
        """Leave no room; with `always` Valkey ends at its next write, until `start`."""
        self._is_full = True
        self.node.limit_files(ROOM)

    def free_disk(self) -> None:
        """Make room, and wait until all is written; a Valkey that ended stays so until `start`."""
        if self.node.is_running:
            self.node.lift_limit()
            eventually(lambda: not self.node.is_running or is_written(self.node), "all is written")
        if self.node.is_running:
            self.node.write_anew()
        self._is_full = False

    def fill_memory(self) -> None:
        """Leave no memory for what is written."""
        self.node.configure("maxmemory", "1")

    def free_memory(self) -> None:
        """Leave as much memory as there is."""
        self.node.configure("maxmemory", "0")

    def snapshot(self, folder: Path) -> None:
        """Copy what lies on the disk, to roll back to."""
        until_written(self.node)
        shutil.copytree(self.node.appended, folder)

    def roll_back(self, snapshot: Path) -> None:
        """Lose all that came since a snapshot, under servers that run on."""
        self.node.kill()
        shutil.rmtree(self.node.appended)
        shutil.copytree(snapshot, self.node.appended)
        self.node.start()
