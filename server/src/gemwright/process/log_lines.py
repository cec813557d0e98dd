"""Writes the lines of the log: together if they follow closely, and without making calls wait."""

import asyncio
import math
import os
import select
import time
from collections import deque
from collections.abc import Callable, Iterator
from threading import RLock
from typing import Final

from structlog.types import EventDict

_TOGETHER_S: Final = 0.05
"""How long a line may wait for others."""
_AT_LAST_MS: Final = 1000
"""How long a process that ends waits for a reader that takes nothing."""
_MOST: Final = 10_000
"""Events that are kept for such a reader."""


class Lines:
    """A logger that formats and writes lines together if they follow closely.

    One by one, both are expensive under load. A line after a while of silence is written at once,
    and so are warnings and errors. A reader that takes nothing, or a full disk, must not fail a
    call or make it wait: lines are kept up to a limit, and those beyond it are counted.
    """

    def __init__(self, descriptor: int, word: Callable[[EventDict], bytes]) -> None:
        self._descriptor = descriptor
        self._word = word
        self._room = select.poll()
        self._room.register(descriptor, select.POLLOUT)
        self._lock = RLock()
        self._events: list[EventDict] = []
        self._lost = 0
        self._texts = deque[bytes]()
        """What is formatted and not written yet."""
        self._flushed_at = -math.inf

    def info(self, event: EventDict) -> None:
        """Write a line, now or soon."""
        with self._lock:
            self._keep(event)
            is_due = time.monotonic() >= self._flushed_at + _TOGETHER_S
            # `exc_info=True` means the exception being handled now, which is not known later.
            if is_due or "exc_info" in event:
                self.flush()
            elif len(self._events) == 1:
                try:
                    asyncio.get_running_loop().call_later(_TOGETHER_S, self.flush)
                except RuntimeError:  # no event loop that could do it later
                    self.flush()

    def error(self, event: EventDict) -> None:
        """Write a line now."""
        with self._lock:
            self._keep(event)
            self.flush()

    debug = info
    warning = critical = exception = error

    def end(self) -> None:
        """Write what there is before the process ends."""
        self.flush(_AT_LAST_MS)

    def flush(self, patience_ms: int = 0) -> None:
        """Write what there is, as far as there is room for it."""
        with self._lock:
            self._flushed_at = time.monotonic()
            while (self._texts or self._events) and self._room.poll(patience_ms):
                if not self._texts:
                    self._texts += portions([self._word(event) for event in self._taken()])
                if not self._has_written(self._texts.popleft()):
                    break

    def _keep(self, event: EventDict) -> None:
        if len(self._events) >= _MOST:
            self.flush()
        if len(self._events) < _MOST:
            self._events.append(event)
        else:
            self._lost += 1

    def _taken(self) -> list[EventDict]:
        """Take the events that were kept, and one that says how many were lost."""
        events, self._events = self._events, []
        if self._lost:
            said = {"event": "log_lines_lost", "lines": self._lost, "level": "warning"}
            events.append({**said, "timestamp": time.time_ns()})
            self._lost = 0
        return events

    def _has_written(self, text: bytes) -> bool:
        """Write no more than a pipe with any room takes at once; the rest comes next."""
        try:
            rest = text[os.write(self._descriptor, text[: select.PIPE_BUF]) :]
        except OSError:  # such as a full disk
            self._texts.appendleft(text)
            return False
        if rest:
            self._texts.appendleft(rest)
        return True


def portions(lines: list[bytes]) -> Iterator[bytes]:
    """The lines in texts short enough for several processes to write into one pipe."""
    held: list[bytes] = []
    size = 0
    for line in lines:
        if held and size + len(line) + 1 > select.PIPE_BUF:
            yield b"\n".join([*held, b""])
            held, size = [], 0
        held.append(line)
        size += len(line) + 1
    yield b"\n".join([*held, b""])
