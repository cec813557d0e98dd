"""Somebody who watches a match through a pipe, and reads line by line what comes."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO

from google.protobuf.json_format import Parse

from gemwright_client import SyncClient
from gemwright_client.pb.match_service_pb2 import WatchMatchResponse
from tests.cli.typed import PATIENCE, Ended, command, environment

EVE = "dev:eve"
"""Somebody without a seat."""


class Watcher:
    """`gemwright watch` as a process."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process = process
        self._log = log

    def line(self) -> str:
        """The next line; empty at the end."""
        return _read(self.process).readline().rstrip("\n")

    def message(self) -> WatchMatchResponse:
        """The next line, which must be a message."""
        return Parse(self.line(), WatchMatchResponse())

    @property
    def err(self) -> str:
        """What it has complained about so far."""
        return self._log.read_text(encoding="utf-8")

    def ended(self) -> Ended:
        """Wait for its end; what it has printed since the last line that was read."""
        out = _read(self.process).read()
        return Ended(self.process.wait(PATIENCE), out, self.err)


def _read(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def _buffered() -> dict[str, str]:
    """The environment of a process that prints when it wants to."""
    return {name: value for name, value in environment().items() if name != "PYTHONUNBUFFERED"}


@contextmanager
def watching(server: str, match: str, *words: str) -> Iterator[Watcher]:
    """Somebody who watches; killed if it takes them too long."""
    call = command("watch", match, "--server", server, "--token", EVE, *words)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "err"
        with (
            log.open("wb") as err,
            subprocess.Popen(
                call, stdout=subprocess.PIPE, stderr=err, text=True, env=_buffered()
            ) as process,
        ):
            watchdog = Timer(PATIENCE, process.kill)
            watchdog.start()
            try:
                yield Watcher(process, log)
            finally:
                watchdog.cancel()
                process.kill()


def resign(server: str, match: str, name: str = "bob") -> None:
    """Have a player give a match up."""
    with SyncClient(server, f"dev:{name}") as client:
        client.match(match).resign()


def put_back(kept: Path, folder: Path) -> None:
    """Give a server that is not running the data that was kept of it."""
    shutil.rmtree(folder)
    shutil.copytree(kept, folder)
