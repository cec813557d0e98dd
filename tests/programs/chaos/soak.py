"""The calm: the same clients and no storm, while matches end and others begin at a steady rate.

After a warm-up nothing may hold more than it held before. Finished matches are kept for seconds and
few matches are held ready, so what remains is flat by itself. What servers remember of values they
have worked out is bounded but takes hours to fill: it is bounded closer here (`small_memos`). So
are the notices of updates, of which the store keeps two thousand a bucket: what they take is
measured and left out.
"""

import asyncio
import json
import sys
import time
from collections.abc import Mapping
from typing import Final

import redis

from tests.programs.chaos.growth import Growth, growth
from tests.programs.chaos.health import held
from tests.programs.chaos.run import Outcome, has_role
from tests.programs.chaos.servers import unfit
from tests.programs.chaos.stage import Stage, staged

WORDS: Final = (
    *("--keep-finished", "20s", "--keep-request-ids", "10s", "--keep-activity", "60s"),
    *("--cache-matches", "100"),
)
SERVE: Final = (sys.executable, "-m", "tests.programs.chaos.small_memos")
WARM_UP: Final = 0.3
"""The part of the time that is not judged."""
LONGEST_WARM_UP_S: Final = 300.0
EVERY_S: Final = 2.0
NOTICES: Final = "*updates"
MIB: Final = 1 << 20
MOST: Final[Mapping[str, float]] = {
    "resident_bytes": 4.0 * MIB,
    "used_bytes": 1.0 * MIB,
    "descriptors": 3.0,
    "threads": 0.5,
    "keys": 200.0,
}
"""How much more there may be at the end than after the warm-up, by what is counted."""


async def calm(stage: Stage, seconds: float) -> Outcome:
    """Let everything run for so long, and see what has grown."""
    began = time.monotonic()
    outcome = Outcome(stage.folder)
    async with staged(stage):
        await stage.let_in()
        samples = await _sampled(stage, seconds)
        await stage.stop_clients(has_role("matchmaker", "players", "bots"))
        await stage.stop_clients(has_role("watchers", "feeds"))
        for server in stage.servers:
            if code := await server.end():
                stage.troubles.append(f"{server.name} ended with code {code}: see {server.log}")
    outcome.findings += stage.troubles
    for log in stage.logs():
        outcome.findings += unfit(log)
    (stage.folder / "samples.json").write_text(json.dumps(samples), encoding="utf-8")
    _judge(samples, outcome)
    outcome.seconds = time.monotonic() - began
    return outcome


async def _sampled(stage: Stage, seconds: float) -> dict[str, list[tuple[float, float]]]:
    """What there was of everything, and when."""
    begin = time.monotonic()
    warm = begin + min(WARM_UP * seconds, LONGEST_WARM_UP_S)
    samples: dict[str, list[tuple[float, float]]] = {}
    while (now := time.monotonic()) < begin + seconds:
        if now >= warm:
            for name, value in (await asyncio.to_thread(_looked, stage)).items():
                samples.setdefault(name, []).append((now - begin, value))
        await asyncio.sleep(EVERY_S)
    return samples


def _looked(stage: Stage) -> dict[str, float]:
    """What there is of everything now."""
    found: dict[str, float] = {}
    for server in stage.servers:
        for what in ("resident_bytes", "descriptors", "threads"):
            found[f"{server.name}: {what}"] = float(getattr(held(server.pid), what))
    used = keys = 0.0
    for client in stage.store.clients():
        with client:
            used += float(client.info("memory")["used_memory"]) - _notices(client)
            keys += float(client.dbsize())
    return {**found, "store: used_bytes": used, "store: keys": keys}


def _notices(client: redis.Redis) -> float:
    """The bytes that the newest notices take."""
    names = list(client.scan_iter(NOTICES, count=10_000))
    return float(sum(client.memory_usage(name, samples=0) or 0 for name in names))


def _judge(samples: Mapping[str, list[tuple[float, float]]], outcome: Outcome) -> None:
    for name, values in samples.items():
        grown = growth(values)
        what = name.partition(": ")[2]
        unit, size = ("MiB", MIB) if what in ("resident_bytes", "used_bytes") else (what, 1)
        outcome.figures |= _figures(name, unit, size, grown)
        if grown.total > MOST[what]:
            outcome.findings.append(
                f"HEALTH {name} grew from {grown.first / size:.2f} to {grown.last / size:.2f} "
                f"{unit}, {grown.a_minute / size:.3f} a minute"
            )


def _figures(name: str, unit: str, size: int, grown: Growth) -> dict[str, float]:
    return {
        f"{name}, {unit}": round(grown.last / size, 2),
        f"{name}, {unit} a minute": round(grown.a_minute / size, 4),
        f"{name}, noise": round(grown.noise / size, 3),
    }
