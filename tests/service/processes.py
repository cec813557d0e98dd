"""Server processes under test on one Valkey process: started, killed, stopped, their logs judged.

Whatever a test does to them, their logs must stay fit to be read: one JSON object a line, no
mistake of the server's, no secret. What clients do belongs elsewhere.
"""

import asyncio
import json
import os
import re
import signal
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import grpc.aio

from tests.app.process import PATIENCE, ServerProcess, server
from tests.ports import free_port
from tests.service.callers import Caller
from tests.valkey import Valkey, valkey

PASSWORD: Final = "hush-hush-5f0c"
USER: Final = ("--user", "server", "on", f">{PASSWORD}", "~*", "&*", "+@all")
"""Servers know the store by a password, so that one in a log is noticed; tests need none."""

CHANNEL: Final = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 200),
)
_MISTAKES: Final = ("call_failed", "create_failed")
_SECRETS: Final = re.compile(
    # The id of a match may have any four letters in it, and is no secret.
    rf"{PASSWORD}|bearer|dev:|gwk_|gwp_|join_token|resume_token"
    r"|(?<![a-z2-7])(seed|salt)(?![a-z2-7]{8})|traceback",
    re.IGNORECASE,
)


class Process:
    """One server process, over any number of restarts at the same address."""

    def __init__(
        self, folder: Path, *words: str, environment: Mapping[str, str] | None = None
    ) -> None:
        folder.mkdir()
        self._environment = environment
        self._folder = folder
        self._words = words
        self._stack = ExitStack()
        self._running: ServerProcess | None = None
        self._channels: list[grpc.aio.Channel] = []
        self.address = f"127.0.0.1:{free_port(self._stack)}"

    async def start(self) -> None:
        """Start it and wait until it serves."""
        if self._running is not None and self._running.process.returncode == -signal.SIGKILL:
            cut_torn_line(self._running.log)
        words = ("--listen", self.address, "--log-level", "debug", *self._words)
        starting = server(self._folder, *words, environment=self._environment)
        self._running = await asyncio.to_thread(self._stack.enter_context, starting)

    @property
    def running(self) -> ServerProcess:
        """The process that was started last."""
        assert self._running is not None
        return self._running

    def signal(self, number: int) -> None:
        """Send a signal."""
        self.running.process.send_signal(number)

    async def ended(self) -> int:
        """Wait for the end; the exit code."""
        return await asyncio.to_thread(self.running.process.wait, PATIENCE)

    async def kill(self) -> None:
        """SIGKILL: what a crash is like."""
        self.signal(signal.SIGKILL)
        assert await self.ended() == -signal.SIGKILL

    def caller(self, principal: str | None = None) -> Caller:
        """A client of this server on a connection of its own, which it takes up again quickly."""
        channel = grpc.aio.insecure_channel(self.address, options=CHANNEL)
        self._channels.append(channel)
        return Caller(channel, principal)

    def log(self) -> list[dict[str, object]]:
        """Everything it has logged so far, over all restarts."""
        return read_log(self.running.log)

    async def close(self) -> None:
        """Leave nothing behind."""
        for channel in self._channels:
            await channel.close()
        await asyncio.to_thread(self._stack.close)

    def check_log(self) -> None:
        """No mistake of the server's, and nothing that its readers must not know."""
        for line in self.log():
            assert line["event"] not in _MISTAKES, line
            assert line["level"] not in ("error", "critical"), line
            assert not (found := _SECRETS.search(json.dumps(line))), (found, line)


def cut_torn_line(log: Path) -> None:
    """Remove what a server had written of its last line when it was killed."""
    content = log.read_bytes()
    os.truncate(log, content.rfind(b"\n") + 1)


def read_log(log: Path) -> list[dict[str, object]]:
    """The lines of a log, without one that is still being written."""
    *lines, _ = log.read_text(encoding="utf-8", errors="replace").split("\n")
    return [_read(line) for line in lines]


def _read(line: str) -> dict[str, object]:
    """A line; one that is not fit to be read is an error, and shown."""
    try:
        found = json.loads(line)
    except json.JSONDecodeError:
        found = None
    return found if isinstance(found, dict) else {"event": "", "level": "error", "line": line}


def calls(log: list[dict[str, object]], method: str) -> list[dict[str, object]]:
    """What a log says of the calls of a method."""
    ended = [line for line in log if line["event"] == "call_ended"]
    return [line for line in ended if str(line["method"]).endswith(f"/{method}")]


@contextmanager
def strict_valkey(*words: str) -> Iterator[Valkey]:
    """A Valkey that acknowledges nothing before it is on disk."""
    with valkey("--appendfsync", "always", *words, *USER) as store:
        yield store


def url_of(store: Valkey) -> str:
    """Where servers find a store, password included."""
    return store.url.replace("unix://", f"unix://server:{PASSWORD}@")


@asynccontextmanager
async def processes(
    folder: Path, number: int, *words: str, store: Valkey | None
) -> AsyncIterator[list[Process]]:
    """So many servers that serve, on a store or each on its own; their logs are judged after."""
    named = () if store is None else ("--redis", url_of(store))
    made = [Process(folder / f"server-{n}", *named, *words) for n in range(number)]
    try:
        await asyncio.gather(*(process.start() for process in made))
        yield made
        for process in made:
            process.check_log()
    finally:
        for process in made:
            await process.close()
