"""Fuzz the service from a seed: `python -m tests.programs.fuzz --calls 100000 --seed 1`."""

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.programs.fuzz.campaign import Report, run
from tests.programs.fuzz.world import world


async def fuzz(calls: int, seed: int) -> Report:
    """Start what is needed and fire."""
    with tempfile.TemporaryDirectory(prefix="gw-fuzz-") as folder:
        async with world(Path(folder), Random(seed)) as made:
            return await run(made, calls, seed)


def main() -> int:
    """Read the words, run, tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.fuzz", description=__doc__)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    asked = parser.parse_args()
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    print(f"seed {asked.seed}", flush=True)
    report = asyncio.run(fuzz(asked.calls, asked.seed))
    told(report)
    return int(bool(report.verdicts.found))


def told(report: Report) -> None:
    """Print what came of it."""
    rate = report.calls / report.seconds
    print(f"{report.calls} calls in {report.seconds:.1f} s, {rate:.0f} a second;", end=" ")
    print(f"{report.abuses} bad connections, {report.moves} honest moves")
    for counted in (report.verdicts.ends, report.verdicts.by_method):
        for name, number in sorted(counted.items()):
            print(f"{number:8} {name}")
    print("memory in kB:", *report.memory_kb[:: max(len(report.memory_kb) // 20, 1)])
    for text in report.verdicts.found:
        print("WRONG:", text)


if __name__ == "__main__":
    sys.exit(main())
