"""A store under strace, which loses its power: the trace says what of its files is left."""

import shutil
import time
from typing import Final

from tests.programs.chaos.node import Node
from tests.programs.chaos.power.trace import CALLS, Disk
from tests.valkey import eventually

WORDS: Final = ("-f", "-DD", "--seccomp-bpf", "-qq", "-ttt", "-y", "-s", "0")
"""Threads and children too; beside the store, not above it; without what is written."""


class StraceMissing(Exception):
    """There is no strace on this machine."""


def strace() -> str:
    """Where it is."""
    found = shutil.which("strace")
    if found is None:
        raise StraceMissing("strace is needed: install the package strace (apt-get, dnf, apk)")
    return found


class TracedStore:
    """A node whose flushes are known, over any number of losses of power."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.flushes = 0
        self.moves = 0
        self._trace = node.folder.parent / f"{node.folder.name}.trace"
        self._disk = Disk(node.folder)

    def start(self, slow_flush_us: int = 0) -> None:
        """Start it under strace, with each flush so much longer if need be."""
        self._trace.unlink(missing_ok=True)
        self._disk = Disk.of(self.node.folder)
        words = [strace(), *WORDS, "-o", str(self._trace), "-e", f"trace={','.join(CALLS)}"]
        if slow_flush_us:
            words += ["-e", f"inject=fsync,fdatasync:delay_exit={slow_flush_us}"]
        self.node.start(words)

    def lose_power(self) -> float:
        """Kill it and cut its files back to what is flushed; when, on the clock of journals."""
        at = time.monotonic()
        process = self.node.process.pid
        self.node.kill()
        eventually(lambda: self._has_ended(process), "strace has told the end")
        self._disk.follow(self._trace)
        self._disk.lose_power()
        self.flushes += self._disk.flushes
        self.moves += self._disk.moves
        return at

    def _has_ended(self, process: int) -> bool:
        last = self._trace.read_text(encoding="utf-8", errors="replace")[-2000:]
        return any(
            line.startswith(f"{process} ") and "+++ killed by SIGKILL" in line
            for line in last.splitlines()
        )
