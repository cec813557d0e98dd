"""A private server in a process of its own, for `gemwright play` and for tests.

It ends with the process that started it, however that ends, and ignores Ctrl-C. Its
matches stay in its folder, which has the log, a lock, and the server's data in `matches`.
"""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import IO, Final, Self

from gemwright_client.errors import ServerNotStarted
from gemwright_client.extras import extra
from gemwright_client.local.in_process import SCRATCH

with extra("server"):
    from gemwright.settings import PROGRAM

CHILD: Final = Path(__file__).with_name("child.py")
LISTENS: Final = f"{PROGRAM} listens on "
"""How the first line that the server prints begins."""

LAST_LINES: Final = 5
"""Shown of a log that does not say why the server ended."""

STOP_PATIENCE: Final = 15.0
"""Seconds that the server has to stop before it is killed."""

WORDS: Final = (
    *("--listen", "127.0.0.1:0", "--http", "off"),
    *("--grace", "200ms", "--log-level", "warning"),
)


def data_folder() -> Path:
    """Return the folder for this user's matches."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "gemwright"
    named = Path(os.environ.get("XDG_DATA_HOME") or "")
    return (named if named.is_absolute() else Path.home() / ".local" / "share") / "gemwright"


class PrivateServer:
    """A server of this process's own, in development mode on a free port.

        with PrivateServer(data_folder()) as server:
            ...  # a client of server.address

    Without a folder its matches are gone with it. A folder that another private server uses is left
    to it, and the first free one of FOLDER-2, FOLDER-3 and so on is used instead; `data` tells.
    `words` are as on the server's command line.
    """

    def __init__(self, data: Path | None = None, words: Sequence[str] = ()) -> None:
        self._wanted = data
        self._words = tuple(words)
        self._stack: ExitStack | None = None
        self.address = ""
        """Where it listens, such as `127.0.0.1:40123`."""
        self.data = Path()
        """The folder in which the matches are."""

    def __enter__(self) -> Self:
        if self._stack is not None:
            raise RuntimeError("the server runs already; another one is another object")
        with ExitStack() as stack:
            wanted = self._wanted or Path(stack.enter_context(TemporaryDirectory(prefix=SCRATCH)))
            self.data = stack.enter_context(_taken(wanted.expanduser().absolute()))
            self.address = stack.enter_context(_running(self.data, self._words))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        stack, self._stack = self._stack, None
        if stack is not None:
            stack.close()

    @property
    def log(self) -> Path:
        """The file with its log, which begins anew with every start."""
        return _log_of(self.data)


@contextmanager
def _taken(wanted: Path) -> Iterator[Path]:
    """Lock the folder, or the first free one beside it."""
    others = (wanted.with_name(f"{wanted.name}-{number}") for number in count(2))
    folder, lock = wanted, _lock_of(wanted)
    while lock is None:
        folder = next(others)
        lock = _lock_of(folder)
    try:
        yield folder
    finally:
        fcntl.flock(lock, fcntl.LOCK_UN)  # a forked process may have it open too
        os.close(lock)


def _lock_of(folder: Path) -> int | None:
    """Lock the folder; None if another process has the lock, which ends with that process."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / "in-use", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        reason = (error.strerror or "refused").lower()
        raise ServerNotStarted(f"the folder {folder} cannot be used: {reason}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


@contextmanager
def _running(folder: Path, words: Sequence[str]) -> Iterator[str]:
    """Run a server on the data of a folder; give its address."""
    # Without -P, modules beside child.py would hide installed ones.
    command = [sys.executable, "-P", str(CHILD), *WORDS, "--data", str(folder / "matches"), *words]
    with (
        _emptied(_log_of(folder)) as log,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=_environment(),
            # so that Ctrl-C, which goes to the whole process group, does not reach it
            start_new_session=True,
        ) as process,
    ):
        try:
            yield _address(process, _log_of(folder))
        finally:
            _stop(process)


def _log_of(folder: Path) -> Path:
    return folder / "server.log"


def _emptied(log: Path) -> IO[bytes]:
    try:
        file = log.open("ab")
    except OSError as error:
        reason = (error.strerror or "refused").lower()
        raise ServerNotStarted(f"the file {log} cannot be written: {reason}") from None
    file.truncate(0)
    return file


def _environment() -> dict[str, str]:
    """Return this process's environment without settings for a server."""
    found = os.environ.items()
    return {name: value for name, value in found if not name.startswith("GEMWRIGHT_")}


def _address(process: subprocess.Popen[str], log: Path) -> str:
    """Wait until the server listens; loading many matches may take long."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if line.startswith(LISTENS):
        return line.removeprefix(LISTENS).strip()
    process.wait()
    raise ServerNotStarted(_reason(log))


def _reason(log: Path) -> str:
    """Return why the server ended, as far as its log says."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    start = f"{PROGRAM}: "
    said = [line.removeprefix(start) for line in lines if line.startswith(start)]
    return "\n".join(said or lines[-LAST_LINES:]) or "the server ended without a word"


def _stop(process: subprocess.Popen[str]) -> None:
    """Stop the server in order; kill it if the wait is interrupted or too long."""
    try:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_PATIENCE)
    finally:
        process.kill()
