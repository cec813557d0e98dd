"""One Valkey process of a chaos run: killed, held, its disk and memory filled, at a port it keeps.

What several of them make together, and when it is fair to harm them, belongs in `stores`.
"""

import os
import resource
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from gemwright.redis.embedded import valkey_binary
from tests.ports import HOST
from tests.valkey import PATIENCE, eventually

ANSWER_TIMEOUT: Final = 2.0
"""Seconds until a node that says nothing is one that does not answer."""
ROOM: Final = 64
"""Bytes that a full disk still takes: the first write that fails is half there."""
AWAY: Final = (redis.ConnectionError, redis.TimeoutError)
"""How a node that is dead, stopped or still loading answers."""


class Node:
    """A Valkey with an append-only file, over any number of lives."""

    def __init__(self, folder: Path, port: int, *words: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = port
        self.url = f"redis://{HOST}:{port}"
        self._words = words
        self._process: subprocess.Popen[bytes] | None = None
        self.is_stopped = False

    @property
    def appended(self) -> Path:
        """The folder of the append-only files."""
        return self.folder / "appendonlydir"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The process that was started last."""
        assert self._process is not None, f"never started: {self.folder}"
        return self._process

    @property
    def is_running(self) -> bool:
        """Whether its process lives, stopped or not."""
        return self._process is not None and self._process.poll() is None

    def start(self, before: Sequence[str] = ()) -> None:
        """Start it and wait until it answers; words before the command may trace it."""
        assert not self.is_running
        command = [*before, str(valkey_binary()), "--bind", HOST, "--port", str(self.port)]
        command += ["--dir", str(self.folder), "--save", "", "--appendonly", "yes", *self._words]
        with (self.folder / "valkey.log").open("ab") as log:
            # Python ignores SIGXFSZ, and so must Valkey: a write to a full disk is to fail only.
            self._process = subprocess.Popen(
                command,
                stdout=log,
                stderr=subprocess.STDOUT,
                restore_signals=False,
                start_new_session=True,
            )
        self.is_stopped = False
        eventually(self._answers, f"{self.folder.name} answers")

    def kill(self) -> None:
        """SIGKILL: what a crash is like, also for a child that rewrites its file."""
        if self.is_running:
            os.killpg(self.process.pid, signal.SIGKILL)
        if self._process is not None:
            self._process.wait(PATIENCE)
        self.is_stopped = False

    def stop(self) -> None:
        """SIGSTOP: it says nothing, and holds its connections."""
        os.kill(self.process.pid, signal.SIGSTOP)
        self.is_stopped = True

    def go_on(self) -> None:
        """SIGCONT: it does what was sent to it meanwhile."""
        os.kill(self.process.pid, signal.SIGCONT)
        self.is_stopped = False

    def limit_files(self, room: int) -> None:
        """Let no file grow, but for so many bytes more of the longest append-only file."""
        longest = max(file.stat().st_size for file in self.appended.iterdir())
        self._limit(longest + room)

    def lift_limit(self) -> None:
        """Let files grow again."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        limits = (size, resource.RLIM_INFINITY)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, limits)

    def write_anew(self) -> None:
        """Have the append-only file written anew, as whoever runs it must after a full disk."""
        before = self._rewrites()
        eventually(self._begins_anew, f"{self.folder.name} begins a new file")
        eventually(lambda: self._rewrites() > before, f"{self.folder.name} has a new file")

    def _begins_anew(self) -> bool:
        try:
            self.ask("BGREWRITEAOF")
        except redis.ResponseError:
            return False  # it does so already, from before
        return True

    def _rewrites(self) -> int:
        told = self.info("persistence")
        is_done = not told["aof_rewrite_in_progress"] and not told["aof_rewrite_scheduled"]
        return int(str(told["aof_rewrites"])) if is_done else -1

    def client(self) -> redis.Redis:
        """A client that soon gives up and asks but once."""
        return redis.Redis.from_url(
            self.url, socket_timeout=ANSWER_TIMEOUT, retry=Retry(NoBackoff(), 0)
        )

    def info(self, section: str) -> dict[str, object]:
        """What it says of itself."""
        with self.client() as client:
            return dict(client.info(section))

    def ask(self, *words: str | int) -> object:
        """Its raw answer to any command."""
        with self.client() as client:
            client.response_callbacks.clear()
            return client.execute_command(*words)

    def configure(self, name: str, value: str) -> None:
        """Change a setting for as long as it lives."""
        with self.client() as client:
            client.config_set(name, value)

    def _answers(self) -> bool:
        assert self.is_running, f"it ended: see {self.folder / 'valkey.log'}"
        try:
            with self.client() as client:
                return bool(client.ping())
        except AWAY:
            return False


def until_written(node: Node) -> None:
    """Wait until all that was answered is in the file and it is not being flushed."""
    eventually(lambda: is_written(node), "all is written")


def is_written(node: Node) -> bool:
    """Whether nothing that was answered waits to be written."""
    told = node.info("persistence")
    return (
        told["aof_last_write_status"] == "ok"
        and told["aof_buffer_length"] == 0
        and told["aof_pending_bio_fsync"] == 0
    )
