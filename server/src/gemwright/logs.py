"""How the server logs: one line an event on standard error, what other packages say included."""

import asyncio
import atexit
import logging
import math
import select
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import IO, Final

import msgspec
import structlog
from structlog.types import EventDict, Processor

# Packages that say more than an operator wants.
QUIET: Final = ("asyncio", "grpc", "redis", "push_response")

# grpc takes it for mistakes when metadata is no text, and repeats that whole, though it may be a
# credential; and when a caller leaves while it is answered.
_COMPLAINER: Final = "grpc._cython.cygrpc"
_COMPLAINTS: Final = ("Invalid encoding on ", "ExecuteBatchError raised in core ")


def _stamp(logger: object, name: str, event: EventDict) -> EventDict:
    """Add level and time."""
    event["level"] = _LEVELS.get(name, name)
    event["timestamp"] = time.time_ns()
    return event


def _date(logger: object, name: str, event: EventDict) -> EventDict:
    """Write the time as structlog's own processor does in three times as long."""
    seconds, fraction = divmod(event["timestamp"] // 1000, 1_000_000)
    event["timestamp"] = f"{_second(seconds)}.{fraction:06d}Z"
    return event


@lru_cache(maxsize=4)
def _second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))


_LEVELS: Final = {"warn": "warning", "exception": "error"}
_STRANGE: Final = "backslashreplace"
_TOGETHER_S: Final = 0.05
"""How long a line may wait for others."""

# Otherwise a library that happens to be installed beside us shows the values of variables.
CONSOLE: Final = (
    structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    ),
)
JSON: Final = (structlog.processors.format_exc_info,)


def set_up_logs(level: str, format: str, worker: int | None = None) -> None:
    """Log from `level` up as `json` or for a `console`; `auto` is console on a terminal.

    Where several processes write to the same place, each line has the number of its worker.
    """
    dated = (_date,) if worker is None else (_date, _numbered(worker))
    is_console = format == "console" or (format == "auto" and sys.stderr.isatty())
    worded = (*dated, *((_for_people,) if is_console else (*JSON, _as_json)))
    # Every call logs a line, so our own go straight out; only foreign ones go through logging.
    structlog.configure(
        processors=[_stamp, _as_argument],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=_LineLoggers(sys.stderr.buffer, worded),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=(_stamp, *dated),
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *(CONSOLE if is_console else (*JSON, _as_json_text)),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.captureWarnings(True)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    logging.getLogger(_COMPLAINER).addFilter(_is_fit_to_be_read)


def _is_fit_to_be_read(record: logging.LogRecord) -> bool:
    """Whether it is no complaint of a caller: how such a call ends is logged anyway."""
    return not str(record.msg).startswith(_COMPLAINTS)


def _as_argument(logger: object, name: str, event: EventDict) -> tuple[tuple[EventDict], EventDict]:
    """Hand the event to the logger as it is."""
    return (event,), {}


class _Lines:
    """A logger that words and writes lines together that follow closely.

    One by one both are dear under load. A line after a while of silence is written at once, and so
    is what warns.
    """

    def __init__(self, file: IO[bytes], worded: Sequence[Processor]) -> None:
        self._file = file
        self._worded = worded
        self._events: list[EventDict] = []
        self._written_at = -math.inf
        atexit.register(self.flush)

    def flush(self) -> None:
        """Write what there is."""
        events, self._events = self._events, []
        if events:
            lines = [self._line(event) for event in events]
            # Logs that nobody takes, or a full disk, are no reason to fail a call.
            with suppress(OSError):
                for text in _portions(lines):
                    self._file.write(text)
                    self._file.flush()
            self._written_at = time.monotonic()

    def _line(self, event: EventDict) -> bytes:
        """What the last processor makes of the event; those before change it in place."""
        line: object = event
        for word in self._worded:
            line = word(self, event["level"], event)
        assert isinstance(line, bytes)
        return line

    def info(self, event: EventDict) -> None:
        """Write a line, now or soon."""
        self._events.append(event)
        if len(self._events) > 1:
            return
        if time.monotonic() >= self._written_at + _TOGETHER_S:
            self.flush()
            return
        try:
            asyncio.get_running_loop().call_later(_TOGETHER_S, self.flush)
        except RuntimeError:  # no event loop that could do it later
            self.flush()

    def error(self, event: EventDict) -> None:
        """Write a line now."""
        self._events.append(event)
        self.flush()

    debug = info
    warning = critical = exception = error


def _portions(lines: list[bytes]) -> Iterator[bytes]:
    """The lines in texts so short that several processes can write theirs into one pipe."""
    held: list[bytes] = []
    size = 0
    for line in lines:
        if held and size + len(line) + 1 > select.PIPE_BUF:
            yield b"\n".join([*held, b""])
            held, size = [], 0
        held.append(line)
        size += len(line) + 1
    yield b"\n".join([*held, b""])


class _LineLoggers:
    """Gives everybody the same logger, so that lines come in their order."""

    def __init__(self, file: IO[bytes], worded: Sequence[Processor]) -> None:
        self._lines = _Lines(file, worded)

    def __call__(self, *names: str) -> _Lines:
        return self._lines


def _numbered(worker: int) -> Processor:
    def number(logger: object, name: str, event: EventDict) -> EventDict:
        event["worker"] = worker
        return event

    return number


def _for_people(logger: object, name: str, event: EventDict) -> bytes:
    return CONSOLE[0](logger, name, event).encode(errors=_STRANGE)


def _as_json(logger: object, name: str, event: EventDict) -> bytes:
    try:
        return msgspec.json.encode(event, enc_hook=repr)
    except UnicodeEncodeError:  # as of the name of a file that is no text; no line is lost by it
        said = {key: _plain(value) for key, value in event.items()}
        return msgspec.json.encode(said, enc_hook=repr)


def _plain(value: object) -> object:
    return value.encode(errors=_STRANGE).decode() if isinstance(value, str) else value


def _as_json_text(logger: object, name: str, event: EventDict) -> str:
    return _as_json(logger, name, event).decode()
