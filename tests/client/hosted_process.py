"""A program that hosts a bot, as a process: started, told to stop or killed, and what it said."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gemwright_client import Tally
from tests.app.process import clean_environment
from tests.valkey import PATIENCE
from tests.waiting import until

ROOT: Final = Path(__file__).parents[2]


@dataclass
class HostProcess:
    """A program that hosts a bot."""

    process: subprocess.Popen[str]
    log: Path

    async def stopped(self) -> Tally:
        """Tell it to stop, and wait until it does; what it says it has done."""
        self.process.terminate()
        said, _ = await asyncio.to_thread(self.process.communicate, timeout=PATIENCE)
        assert self.process.returncode == 0, self.said()
        return Tally(**json.loads(said))

    def children(self) -> list[int]:
        """The processes that it has started."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]

    def said(self) -> str:
        """What it logged."""
        return self.log.read_text(encoding="utf-8")

    async def until_it_says(self, text: str) -> None:
        """Wait for words in its log."""
        await until(lambda: text in self.said(), f"{text!r} in the log of the host")


@asynccontextmanager
async def host_process(
    folder: Path, bot: str, *addresses: str, processes: int = 0
) -> AsyncIterator[HostProcess]:
    """A host at work; killed in the end."""
    log = folder / f"host-{len(list(folder.glob('host-*')))}.log"
    words = [bot, str(processes), ",".join(addresses)]
    with log.open("w", encoding="utf-8") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.client.hosted_program", *words],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            cwd=ROOT,
            env=clean_environment(),
        )
    assert process.stdout is not None
    with process:
        try:
            assert await asyncio.to_thread(process.stdout.readline) == "begins\n", log.read_text()
            yield HostProcess(process, log)
        finally:
            process.kill()
