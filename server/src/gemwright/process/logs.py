"""How the server logs: a line for each event on standard error, other packages' events included."""

import logging
import sys
import time
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

import msgspec
import structlog
from structlog.processors import format_exc_info
from structlog.types import EventDict, Processor

from gemwright.process.log_lines import Lines

log: Final = structlog.stdlib.get_logger(__name__)

# Packages that log more than an operator wants.
QUIET: Final = ("asyncio", "grpc", "redis", "push_response")

# grpc logs an error when metadata is not text, and repeats it whole, though it may be a credential;
# and when a caller leaves while it is answered.
_COMPLAINER: Final = "grpc._cython.cygrpc"
_COMPLAINTS: Final = ("Invalid encoding on ", "ExecuteBatchError raised in core ")


def _stamp(logger: object, name: str, event: EventDict) -> EventDict:
    """Add level and time."""
    event["level"] = _LEVELS.get(name, name)
    event["timestamp"] = time.time_ns()
    return event


def _date(logger: object, name: str, event: EventDict) -> EventDict:
    """Write the time as structlog's own processor does, in a third of its time."""
    seconds, fraction = divmod(event["timestamp"] // 1000, 1_000_000)
    event["timestamp"] = f"{_second(seconds)}.{fraction:06d}Z"
    return event


@lru_cache(maxsize=4)
def _second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))


_LEVELS: Final = {"warn": "warning", "exception": "error"}
_STRANGE: Final = "backslashreplace"

# Otherwise a library that happens to be installed too shows the values of variables.
_CONSOLE: Final = structlog.dev.ConsoleRenderer(
    colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
)


def set_up_logs(level: str, format: str, worker: int | None = None) -> None:
    """Log from `level` up as `json` or for a `console`; `auto` is console on a terminal.

    Where several processes write to the same place, each line has the number of its worker.
    """
    dated = (_date,) if worker is None else (_date, _numbered(worker))
    is_console = format == "console" or (format == "auto" and sys.stderr.isatty())
    worded = (*dated, *((_for_people,) if is_console else (format_exc_info, _as_json)))
    lines = Lines(sys.stderr.fileno(), partial(_line, worded))
    structlog.configure(
        processors=[_stamp, _as_argument],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=_LineLoggers(lines),
        cache_logger_on_first_use=True,
    )
    handler = _Foreign(lines)
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.captureWarnings(True)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    logging.getLogger(_COMPLAINER).addFilter(_is_fit_to_be_read)


def _line(worded: Sequence[Processor], event: EventDict) -> bytes:
    """The bytes that the last processor returns; those before it change the event in place."""
    line: object = event
    for word in worded:
        line = word(None, event["level"], event)
    assert isinstance(line, bytes)
    return line


def _is_fit_to_be_read(record: logging.LogRecord) -> bool:
    """False for what grpc says of a failed call: how it ends is logged anyway."""
    return not str(record.msg).startswith(_COMPLAINTS)


def _as_argument(logger: object, name: str, event: EventDict) -> tuple[tuple[EventDict], EventDict]:
    """Hand the event to the logger as it is."""
    return (event,), {}


class _LineLoggers:
    """Gives every module the same logger, so that lines keep their order."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def __call__(self, *names: str) -> Lines:
        return self._lines


class _Foreign(logging.Handler):
    """Logs what other packages log as events of our own."""

    def __init__(self, lines: Lines) -> None:
        super().__init__()
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        """Log the message, at the known level that is its own or the next below."""
        try:
            text = record.getMessage()
        except Exception:  # the message does not fit its arguments
            self.handleError(record)
            return
        level = min(record.levelno // 10 * 10, logging.CRITICAL)
        log.log(level, text, **({"exc_info": record.exc_info} if record.exc_info else {}))

    def flush(self) -> None:
        """Write what is left; called before the process ends."""
        self._lines.end()


def _numbered(worker: int) -> Processor:
    def number(logger: object, name: str, event: EventDict) -> EventDict:
        event["worker"] = worker
        return event

    return number


def _for_people(logger: object, name: str, event: EventDict) -> bytes:
    return _CONSOLE(logger, name, event).encode(errors=_STRANGE)


def _as_json(logger: object, name: str, event: EventDict) -> bytes:
    try:
        return msgspec.json.encode(event, enc_hook=repr)
    except UnicodeEncodeError:  # as in a file name that is not text; the line is still written
        return msgspec.json.encode({_text(key): _text(value) for key, value in event.items()})


def _text(value: object) -> str:
    return str(value).encode(errors=_STRANGE).decode()
