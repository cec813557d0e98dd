"""How the server logs: one line an event on standard error, what other packages say included."""

import logging
import sys
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog
from structlog.types import EventDict, Processor

# Packages that say more than an operator wants.
QUIET: Final = ("asyncio", "grpc", "redis", "push_response")

STAMPED: Final[Sequence[Processor]] = (
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)
CONSOLE: Final = (structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),)
JSON: Final = (structlog.processors.format_exc_info,)


def set_up_logs(level: str, format: str) -> None:
    """Log from `level` up as `json` or for a `console`; `auto` is console on a terminal."""
    is_console = format == "console" or (format == "auto" and sys.stderr.isatty())
    # Every call logs a line, so our own go straight out; only foreign ones go through logging.
    structlog.configure(
        processors=[*STAMPED, *(CONSOLE if is_console else (*JSON, _as_json))],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr)
        if is_console
        else structlog.BytesLoggerFactory(sys.stderr.buffer),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=STAMPED,
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


def _as_json(logger: object, name: str, event: EventDict) -> bytes:
    return msgspec.json.encode(event, enc_hook=repr)


def _as_json_text(logger: object, name: str, event: EventDict) -> str:
    return _as_json(logger, name, event).decode()
