"""The client under test: a process that reads its task and writes what it saw, line by line."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Final, TypeAlias

from gemwright.start_error import StartError

Line: TypeAlias = Mapping[str, object]
_LONGEST_LINE: Final = 1 << 20
_LAST_WORDS: Final = 2_000
"""How many characters from the end of standard error are shown."""
_LONGEST_QUOTE: Final = 80


@dataclass(frozen=True, slots=True)
class Said:
    """One line that the client wrote."""

    at: float
    line: Line

    @property
    def saw(self) -> object:
        """The kind of the line."""
        return self.line.get("saw")


@dataclass(slots=True)
class Account:
    """All lines of a client, and how it ended."""

    said: list[Said] = field(default_factory=list)
    asked: int = 0
    """How often it asked for another credential."""
    complaint: str = ""
    """What is wrong with its lines; empty if nothing."""
    code: int | None = None
    """Its exit code; None while it runs, and if it had to be killed."""
    last_words: str = ""
    """The end of its standard error."""

    def lines(self, *kinds: str) -> list[Said]:
        """Its lines of these kinds."""
        return [one for one in self.said if one.saw in kinds]


class Driver:
    """A running client."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        lines: asyncio.StreamReader,
        errors: IO[bytes],
        token: Callable[[], str],
    ) -> None:
        self._process = process
        self._lines = lines
        self._errors = errors
        self._token = token
        self.account: Final = Account()
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())
        self._exiting = asyncio.create_task(asyncio.to_thread(process.wait))

    def tell(self, line: Line) -> None:
        """Write a line to the client."""
        assert self._process.stdin is not None
        with suppress(OSError):  # the client has ended
            self._process.stdin.write(json.dumps(line).encode() + b"\n")
            self._process.stdin.flush()

    def say_no_more(self) -> None:
        """Close the client's standard input."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    async def until(self, holds: Callable[[Account], bool], seconds: float) -> bool:
        """Wait until a condition on its lines holds or it has ended; return whether it holds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not holds(self.account) and not self._reading.done():
                    self._news.clear()
                    await self._news.wait()
        return holds(self.account)

    async def end(self, seconds: float) -> None:
        """Wait until the client ends by itself, or kill it."""
        ended, _ = await asyncio.wait([self._exiting], timeout=seconds)
        if ended:
            self.account.code = self._exiting.result()
        self.kill()
        await asyncio.wait([self._reading, self._exiting])
        self.account.last_words = self._last_words()

    def kill(self) -> None:
        """Kill the client at once, with the processes it started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def _read(self) -> None:
        try:
            while content := await self._lines.readline():
                self._take(content)
                self._news.set()
        except ValueError:
            self.account.complaint = f"said a line of more than {_LONGEST_LINE} bytes"
        finally:
            self._news.set()

    def _take(self, content: bytes) -> None:
        try:
            line: object = json.loads(content)
        except ValueError:
            line = None
        if not isinstance(line, dict):
            text = content.decode(errors="replace").strip()[:_LONGEST_QUOTE]
            self.account.complaint = f"it said what is no JSON object: {text}"
        elif line.get("ask") == "token":
            self.account.asked += 1
            self.tell({"token": self._token()})
        else:
            self.account.said.append(Said(monotonic(), line))

    def _last_words(self) -> str:
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - _LAST_WORDS))
        return self._errors.read().decode(errors="replace").strip()


@asynccontextmanager
async def started(command: Sequence[str], token: Callable[[], str]) -> AsyncIterator[Driver]:
    """Start a client from a command; afterwards it is killed, with the processes it started.

    The event loop does not start it, because it forks: beside grpc's threads a fork can deadlock.
    """
    with TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # to kill it with its children
            )
        except OSError as error:
            text = (error.strerror or "it cannot be started").lower()
            raise StartError(f"{command[0]}: {text}") from None
        lines = asyncio.StreamReader(limit=_LONGEST_LINE)
        pipe, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(lines), process.stdout
        )
        driver = Driver(process, lines, errors, token)
        try:
            yield driver
        finally:
            driver.kill()
            pipe.close()
            driver.say_no_more()
