"""Processor time and memory of processes, and how busy all others were."""

import os
import time
from pathlib import Path
from typing import Final

_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")
_WORK: Final = (0, 1, 2, 5, 6)
"""The columns of user, nice, system and interrupts in the first line of /proc/stat."""


def cpu_s(pid: int) -> float:
    """Processor time of a process so far, in nanoseconds where the system counts them."""
    tasks = Path(f"/proc/{pid}/task")
    try:
        return sum(_on_cpu_ns(task) for task in tasks.iterdir()) / 1e9
    except FileNotFoundError:
        words = (tasks.parent / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / _TICKS_PER_S


def _on_cpu_ns(task: Path) -> int:
    return int((task / "schedstat").read_text(encoding="ascii").split()[0])


def resident_bytes(pid: int) -> int:
    """The private memory that a process has in use."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return sum(
        int(line.split()[1]) * 1024 for line in rollup.splitlines() if line.startswith("Private")
    )


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in found.split()]


class Bystanders:
    """The share of the machine that all but this process and the given ones take, from now on."""

    def __init__(self, *ours: int) -> None:
        self._ours = (*ours, os.getpid())
        self._began = time.monotonic(), self._others_s()

    @property
    def share(self) -> float:
        """Their part of all processor time since the start; 0 is a quiet machine."""
        started, others_s = self._began
        wall_s = time.monotonic() - started
        return max(0.0, self._others_s() - others_s) / (wall_s * (os.cpu_count() or 1))

    def _others_s(self) -> float:
        line = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]
        busy_s = sum(int(line[column]) for column in _WORK) / _TICKS_PER_S
        return busy_s - sum(map(cpu_s, self._ours))
