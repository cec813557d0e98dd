"""One run: put the stage up, let the storm rage or wait, end everything in order, have it judged.

The order of the end is what makes the judgement possible: first nobody plays any more, then whoever
watches has seen it all, then what the store holds is written down.
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from tests.programs.chaos import health
from tests.programs.chaos.actor import Actor, Failed
from tests.programs.chaos.plan import Step
from tests.programs.chaos.servers import unfit
from tests.programs.chaos.stage import Stage, staged
from tests.programs.chaos.storm import Storm

WARM_UP_S: Final = 3.0
QUIET_S: Final = 5.0
"""After the storm, before anybody ends: everybody finds everybody again."""
SETTLE_S: Final = 1.0
"""After the last client has gone, before what servers hold is looked at."""


@dataclass
class Outcome:
    """What became of a run."""

    folder: Path
    seconds: float = 0.0
    deeds: dict[str, int] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    """Promises that were broken, and whatever went wrong with the run itself."""

    def data(self) -> dict[str, object]:
        """All of it as JSON can hold it."""
        return {
            "folder": self.folder.name,
            "seconds": round(self.seconds, 1),
            "deeds": self.deeds,
            "figures": self.figures,
            "findings": self.findings,
        }


async def stormy(stage: Stage, steps: Iterable[Step]) -> Outcome:
    """A storm on a stage whose store runs; judged."""
    began = time.monotonic()
    outcome = Outcome(stage.folder)
    storm = Storm(stage)
    try:
        async with staged(stage):
            at_first = held(stage)
            await stage.let_in()
            await asyncio.sleep(WARM_UP_S)
            await storm.rage(steps)
            await end(stage, outcome, at_first)
    except* Failed as failed:
        outcome.findings += _texts(failed)
    outcome.deeds = {str(deed): times for deed, times in sorted(storm.done.items())}
    await judge(outcome)
    outcome.seconds = time.monotonic() - began
    return outcome


def _texts(failed: ExceptionGroup[Failed]) -> Iterator[str]:
    """What went wrong, however deep it lies."""
    for one in failed.exceptions:
        if isinstance(one, ExceptionGroup):
            yield from _texts(one)
        else:
            yield str(one)


async def end(
    stage: Stage, outcome: Outcome, at_first: Mapping[str, object], quiet_s: float = QUIET_S
) -> None:
    """Bring everything to an end in order, and write down what there is."""
    silent = await health.all_serve(stage.doors.addresses)
    outcome.findings += [f"{address} does not serve after the storm" for address in silent]
    await asyncio.sleep(quiet_s)
    await stage.stop_clients(has_role("matchmaker", "players", "bots"))
    await stage.stop_clients(has_role("watchers", "feeds"))
    await dump(stage, outcome)
    await asyncio.sleep(SETTLE_S)
    told = {"begin": at_first, "end": held(stage)}
    (stage.folder / "health.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    for server in stage.servers:
        if code := await server.end():
            stage.troubles.append(f"{server.name} ended with code {code}: see {server.log}")
    outcome.findings += stage.troubles
    for log in stage.logs():
        outcome.findings += unfit(log)


def held(stage: Stage) -> dict[str, dict[str, int]]:
    """What every server holds now."""
    running = [server for server in stage.servers if server.is_running]
    return {server.name: asdict(health.held(server.pid)) for server in running}


def has_role(*roles: str) -> Callable[[Actor], bool]:
    """Whether a client has one of some roles."""
    return lambda one: one.name.split()[0] in roles


async def dump(stage: Stage, outcome: Outcome) -> None:
    """Have written down what the matches are, by a server and by the store."""
    words = ("--server", stage.doors.addresses[0], "--redis", stage.store.url)
    code, said = await _tool("tests.programs.chaos.dump", str(stage.folder), *words)
    if code:
        outcome.findings.append(f"the dump failed: {said}")


async def judge(outcome: Outcome) -> None:
    """Have a run checked."""
    code, said = await _tool("tests.programs.chaos.check", str(outcome.folder))
    judged = outcome.folder / "check.json"
    if not judged.exists():
        outcome.findings.append(f"the check failed with code {code}: {said}")
        return
    found = json.loads(judged.read_text(encoding="utf-8"))
    outcome.figures = found["figures"]
    outcome.findings += [" ".join(one.values()) for one in found["findings"]]


async def _tool(module: str, *words: str) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()[-2000:]
