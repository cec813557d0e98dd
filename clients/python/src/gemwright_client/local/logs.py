"""Where a server inside somebody else's process logs to.

It logs through structlog, which prints to standard output unless it is told otherwise. A process
that has told it otherwise gets the server's log where it wants logs. Elsewhere the log goes to
`logging`, like that of any library: seen from warnings up unless the process asks for more. What
others in the process print through structlog stays as it is.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog
from structlog.stdlib import filter_by_level
from structlog.typing import EventDict, Processor, ProcessorReturnValue

SERVER: Final = "gemwright."
"""How the names of the server's loggers begin."""

_PLAIN: Final = structlog.dev.ConsoleRenderer(
    colors=False, exception_formatter=structlog.dev.plain_traceback
)

_HOSTS: Final[set[object]] = set()
"""The servers of this process: the first moves the logs aside, the last moves them back."""


@contextmanager
def logs_aside() -> Iterator[None]:
    """Keep the server's log off the screen meanwhile."""
    host = object()
    if not structlog.is_configured():
        _move_aside()
    _HOSTS.add(host)
    try:
        yield
    finally:
        _HOSTS.remove(host)
        if not _HOSTS and structlog.get_config()["logger_factory"] is _logger:
            structlog.reset_defaults()


def _move_aside() -> None:
    *first, last = structlog.get_config()["processors"]
    structlog.configure(processors=[_filtered, *first, _rendered_by(last)], logger_factory=_logger)


def _logger(*names: object) -> object:
    name = names[0] if names else None
    if isinstance(name, str) and name.startswith(SERVER):
        return logging.getLogger(name)
    return structlog.PrintLogger()


def _filtered(logger: object, method: str, event: EventDict) -> EventDict:
    if isinstance(logger, logging.Logger):
        return filter_by_level(logger, method, event)
    return event


def _rendered_by(others: Processor) -> Processor:
    def rendered(logger: object, method: str, event: EventDict) -> ProcessorReturnValue:
        mine = isinstance(logger, logging.Logger)
        return (_PLAIN if mine else others)(logger, method, event)

    return rendered
