"""The server as a process of its own, started as a user starts it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PATIENCE = 60.0


@dataclass(frozen=True)
class ServerProcess:
    """A server that listens."""

    process: subprocess.Popen[str]
    address: str
    welcome: str
    """What it printed when it was ready."""
    log: Path

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


HERE: Final = ("--listen", "127.0.0.1:0", "--http", "off")
"""On a free port, without what only tests of HTTP need."""


def command(*words: str) -> list[str]:
    """The words that start a server."""
    return [sys.executable, "-m", "gemwright", *words]


def clean_environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """This environment without settings of the server or of its grpc, and some more."""
    ours = ("GEMWRIGHT_", "GRPC_VERBOSITY")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | dict(more or {})


def refused(*words: str, environment: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Start a server that refuses to; its exit code and what it says."""
    ended = subprocess.run(
        command(*words),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=clean_environment(environment),
    )
    assert ended.stdout == ""
    return ended.returncode, ended.stderr


@contextmanager
def server(
    folder: Path, *words: str, environment: Mapping[str, str] | None = None
) -> Iterator[ServerProcess]:
    """A server on a free port with its data and log in a folder; killed in the end."""
    log = folder / "server.log"
    with log.open("a", encoding="utf-8") as stderr:
        process = subprocess.Popen(
            command(*HERE, "--data", str(folder / "data"), *words),
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env=clean_environment(environment),
        )
    assert process.stdout is not None
    with process:
        try:
            welcome = ""
            while not welcome.endswith("/ListGames\n") and (line := process.stdout.readline()):
                welcome += line
            yield ServerProcess(process, _address(welcome, log), welcome, log)
        finally:
            process.kill()


def _address(welcome: str, log: Path) -> str:
    found = re.match(r"gemwright-server listens on (\S+)\n", welcome)
    assert found, log.read_text(encoding="utf-8")
    return found[1]
