"""How the servers stand after the storm, by their health: what must be back where it was."""

from pathlib import Path

import msgspec

from tests.programs.chaos.check.findings import Findings, Promise

MOST_GROWTH_BYTES: int = 64 * 2**20
"""Memory that caches and allocators may keep."""
MOST_DESCRIPTORS: int = 8
"""Descriptors that may be open more than in the beginning."""
MOST_THREADS: int = 4
"""Threads that may run more than in the beginning."""


class Held(msgspec.Struct):
    """What a process holds."""

    resident_bytes: int
    descriptors: int
    threads: int


class Health(msgspec.Struct):
    """What each process held at first, and in the end."""

    begin: dict[str, Held]
    end: dict[str, Held]


def judge_health(path: Path, findings: Findings) -> None:
    """Every server of a run; a run without such a file was not asked."""
    if not path.exists():
        return
    health = msgspec.json.decode(path.read_bytes(), type=Health)
    for name, begin in health.begin.items():
        end = health.end.get(name)
        if end is None:
            findings.add(Promise.HEALTH, "", f"{name} is not there any more")
            continue
        more = end.resident_bytes - begin.resident_bytes
        findings.figures[f"{name}: MiB more"] = round(more / 2**20, 1)
        findings.figures[f"{name}: descriptors more"] = end.descriptors - begin.descriptors
        if more > MOST_GROWTH_BYTES:
            findings.add(Promise.HEALTH, "", f"{name} holds {more} bytes more")
        if end.descriptors > begin.descriptors + MOST_DESCRIPTORS:
            findings.add(Promise.HEALTH, "", f"{name} has {end.descriptors} descriptors open")
        if end.threads > begin.threads + MOST_THREADS:
            findings.add(Promise.HEALTH, "", f"{name} has {end.threads} threads")
