"""A private Valkey for a test: on a Unix socket, in a folder of its own, to be killed at will."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis

from gemwright.storage.embedded import valkey_binary

PATIENCE = 20.0


class Valkey:
    """A Valkey that keeps its data in a folder, over any number of restarts."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.socket = folder / "valkey.sock"
        self.url = f"unix://{self.socket}"
        self.words = words
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers; settings of the test come last and so hold."""
        command = [str(valkey_binary()), "--port", "0", "--unixsocket", str(self.socket)]
        command += ["--dir", str(self.folder), "--save", "", "--appendonly", "yes", *self.words]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        eventually(self._answers, "Valkey answers")

    def kill(self) -> None:
        """SIGKILL: what a crash is like."""
        if self._process:
            self._process.kill()
            self._process.wait()
        with suppress(FileNotFoundError):
            self.socket.unlink()

    def restart(self, *words: str) -> None:
        """Kill it and start it again on the same data, with other settings if any are given."""
        self.kill()
        self.words = words or self.words
        self.start()

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, f"Valkey ended: {self.words}"
        with self.client() as client:
            try:
                return bool(client.ping())
            except redis.AuthenticationError:
                return True  # it wants a password, so it is there
            except redis.ConnectionError:
                return False

    def client(self) -> redis.Redis:
        """A client for what the test itself looks at."""
        return redis.Redis.from_url(self.url)


@contextmanager
def valkey(*words: str) -> Iterator[Valkey]:
    """A running Valkey with extra settings, such as `"--maxmemory-policy", "allkeys-lru"`."""
    with tempfile.TemporaryDirectory(prefix="gw-") as folder:
        server = Valkey(Path(folder), *words)
        try:
            server.start()
            yield server
        finally:
            server.kill()


def eventually(holds: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Wait until something is so, looking often; fail when it takes too long."""
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline, f"not within {patience} s: {what}"
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] != "Z"
