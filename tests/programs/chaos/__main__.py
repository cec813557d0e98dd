"""`python -m tests.programs.chaos`: kill anything, lose nothing; with --calm: nothing leaks."""

import argparse
import asyncio
import json
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gemwright.setting_kinds import long_time
from tests.programs.chaos import plan
from tests.programs.chaos.cluster_store import ClusterStore
from tests.programs.chaos.plan import Amounts, Deed
from tests.programs.chaos.power.losses import Policy, power_losses
from tests.programs.chaos.power.tracing import StraceMissing, strace
from tests.programs.chaos.report import report, summary
from tests.programs.chaos.run import Outcome, stormy
from tests.programs.chaos.soak import SERVE, WORDS, calm
from tests.programs.chaos.stage import Cast, Stage
from tests.programs.chaos.stores import SingleStore

STORES: Final = ("single", "cluster")
POWER: Final = "power"
LOSSES: Final = 20
SHORT_LOSSES: Final = 4


@dataclass(frozen=True, slots=True)
class Part:
    """One storm of a run."""

    name: str
    mode: str
    fsync: str
    amounts: Amounts

    def store(self, folder: Path) -> SingleStore | ClusterStore:
        """Where its matches are."""
        if self.mode == "cluster":
            return ClusterStore(folder, self.fsync)
        return SingleStore(folder, self.fsync)


PARTS: Final = (
    Part("single-everysec", "single", "everysec", plan.SINGLE),
    Part("single-always", "single", "always", plan.SINGLE),
    Part("cluster", "cluster", "everysec", plan.CLUSTER),
)


def parser() -> argparse.ArgumentParser:
    """What can be said."""
    made = argparse.ArgumentParser(
        prog="python -m tests.programs.chaos",
        description="Play matches on servers while everything is killed at random, and check what "
        "the service promises; then have a store lose its power. The exit code is 0 if every "
        "promise held.",
        allow_abbrev=False,
    )
    made.add_argument("--seed", type=int, help="repeat the choices of a storm (default: a new one)")
    made.add_argument("--mode", choices=(*STORES, POWER), help="this alone")
    made.add_argument("--short", action="store_true", help="a fifth of everything, on two stores")
    made.add_argument("--folder", type=Path, metavar="DIR", help="where to keep everything")
    made.add_argument("--minutes", type=_positive, help="end each storm after so long")
    made.add_argument("--kills-of-servers", type=_count, metavar="N", help="in each storm")
    made.add_argument("--kills-of-store", type=_count, metavar="N", help="in each on one process")
    made.add_argument("--fail-overs", type=_count, metavar="N", help="on the cluster")
    made.add_argument("--cuts", type=_count, metavar="N", help="of doors, in each storm")
    made.add_argument("--losses", type=_count, metavar="N", help="of power, for each policy")
    made.add_argument(
        "--calm", type=long_time, metavar="TIME", help="no storm; does anything grow, as in 30m?"
    )
    return made


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ValueError
    return int(text)


def _positive(text: str) -> float:
    if (number := float(text)) <= 0:
        raise ValueError
    return number


def parts_of(asked: argparse.Namespace, seed: int) -> list[Part]:
    """The storms of a run: in a short one, and in the calm, one for each kind of store."""
    kinds = [asked.mode] if asked.mode else STORES[:1] if asked.calm else STORES
    found = [[part for part in PARTS if part.mode == kind] for kind in kinds if kind != POWER]
    if asked.short or asked.calm:
        return [parts[seed % len(parts)] for parts in found]
    return [part for parts in found for part in parts]


def amounts_of(asked: argparse.Namespace, part: Part) -> Amounts:
    """How often what is done in a part."""
    amounts = part.amounts.scaled(plan.SHORT) if asked.short else part.amounts
    given = {
        Deed.KILL_SERVER: asked.kills_of_servers,
        Deed.KILL_STORE: asked.kills_of_store,
        Deed.KILL_PRIMARY: asked.fail_overs and asked.fail_overs - asked.fail_overs // 2,
        Deed.STOP_PRIMARY: asked.fail_overs and asked.fail_overs // 2,
        Deed.CUT_DOOR: asked.cuts,
    }
    return amounts.having({deed: times for deed, times in given.items() if times is not None})


async def storm(part: Part, amounts: Amounts, seed: int, folder: Path, minutes: float) -> Outcome:
    """One storm, from an empty store to the judgement."""
    end_in_order()
    store = part.store(folder / "store")
    with closing(store):
        await asyncio.to_thread(store.start)
        stage = Stage(folder, store, Cast(), seed)
        return await stormy(stage, until(plan.plan(seed, amounts), minutes))


async def soak(part: Part, seconds: float, seed: int, folder: Path) -> Outcome:
    """The calm, on an empty store."""
    end_in_order()
    store = part.store(folder / "store")
    with closing(store):
        await asyncio.to_thread(store.start)
        stage = Stage(folder, store, Cast(), seed, words=WORDS, serve=SERVE)
        return await calm(stage, seconds)


async def power(policy: Policy, losses: int, seed: int, folder: Path) -> Outcome:
    """Losses of power, one after the other."""
    end_in_order()
    began = time.monotonic()
    lost = await power_losses(folder, policy, losses, seed)
    deeds = {"lose power": len(lost.losses)}
    return Outcome(folder, time.monotonic() - began, deeds, lost.figures(), lost.findings)


def end_in_order() -> None:
    """Leave no process behind if this one is told to end."""
    running = asyncio.current_task()
    assert running is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)


def until(steps: Iterator[plan.Step], minutes: float) -> Iterator[plan.Step]:
    """The steps that fall within so many minutes from now."""
    end = time.monotonic() + 60 * minutes
    for step in steps:
        if time.monotonic() > end:
            return
        yield step


def runs(
    asked: argparse.Namespace, seed: int, folder: Path
) -> Iterator[tuple[str, Coroutine[object, object, Outcome]]]:
    """What is to be run, one after the other."""
    for part in parts_of(asked, seed):
        own = folder / part.name
        if asked.calm:
            yield part.name, soak(part, asked.calm, seed, own)
        else:
            minutes = asked.minutes or float("inf")
            yield part.name, storm(part, amounts_of(asked, part), seed, own, minutes)
    for policy in Policy if has_power(asked) else ():
        name = f"power-{policy.name.lower()}"
        losses = (SHORT_LOSSES if asked.short else LOSSES) if asked.losses is None else asked.losses
        yield name, power(policy, losses, seed, folder / name)


def has_power(asked: argparse.Namespace) -> bool:
    """Whether power is to be lost."""
    return not asked.calm and asked.mode in (None, POWER) and asked.losses != 0


def main(words: Sequence[str] | None = None) -> int:
    """Run what was asked for; the exit code."""
    asked = parser().parse_args(words)
    try:
        if has_power(asked):
            strace()  # rather now than after the storms
    except StraceMissing as missing:
        print(f"{missing}; or leave losses of power out: --losses 0", file=sys.stderr)
        return 2
    seed = random.randrange(1 << 32) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="gemwright-chaos-"))
    if folder.exists() and any(folder.iterdir()):
        print(f"{folder} is not empty", file=sys.stderr)
        return 2
    outcomes = []
    try:
        for name, running in runs(asked, seed, folder):
            outcomes.append(asyncio.run(running))
            print(report(name, outcomes[-1]), flush=True)
    except (asyncio.CancelledError, KeyboardInterrupt):
        print(f"interrupted; everything is kept in {folder}", file=sys.stderr)
        return 130
    except Exception:
        print(f"the run itself failed; everything is kept in {folder}", file=sys.stderr)
        raise
    return _concluded(asked, seed, folder, outcomes)


def _concluded(
    asked: argparse.Namespace, seed: int, folder: Path, outcomes: Sequence[Outcome]
) -> int:
    """Write down what became of it all, keep what is of use; the exit code."""
    if len(outcomes) > 1:
        print(summary(outcomes))
    has_failed = any(outcome.findings for outcome in outcomes)
    told = {"seed": seed, "runs": [outcome.data() for outcome in outcomes]}
    (folder / "report.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    if has_failed or asked.folder:
        print(f"everything is kept in {folder}")
    else:
        shutil.rmtree(folder)
    print("a promise was broken" if has_failed else "every promise held")
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main())
