"""A server inside somebody else's process: what answers calls, and where it logs.

`gemwright.app` changes a process of the server's own to its needs: how garbage is collected, how
many files may be open, signals, logs. Nothing of that is done here.

The server logs through structlog, which prints to standard output unless it is told otherwise. A
process that has told it otherwise gets the server's log where it wants logs. Elsewhere the log goes
to `logging`, like that of any library: seen from warnings up unless the process asks for more. What
others in the process print through structlog stays as it is.
"""

import io
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import (
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    redirect_stderr,
    redirect_stdout,
)
from pathlib import Path
from typing import Final

import structlog
from structlog.stdlib import filter_by_level
from structlog.typing import EventDict, Processor, ProcessorReturnValue

from gemwright.app import answering
from gemwright.auth.admission import refuse_strangers
from gemwright.process.sockets import refuse_taken_address
from gemwright.settings import PROGRAM, Settings, read_settings
from gemwright.start_error import StartError
from gemwright_client.errors import ServerNotStarted

HERE: Final = ("--listen", "127.0.0.1:0", "--http", "off")
GRACE: Final = "100ms"
"""How long calls may take to finish on stopping: a test is over and wants nothing any more."""
SERVER: Final = "gemwright."
"""How the names of the server's loggers begin."""
_PLAIN: Final = structlog.dev.ConsoleRenderer(
    colors=False, exception_formatter=structlog.dev.plain_traceback
)
_HOSTS: Final[set[object]] = set()
"""The servers of this process: the first moves the logs aside, the last moves them back."""


@asynccontextmanager
async def hosted(data: Path, words: Sequence[str]) -> AsyncIterator[str]:
    """Run a server on this event loop, with its data in a folder; give its address."""
    settings = _settings(*HERE, "--grace", GRACE, "--data", str(data), *words)
    async with AsyncExitStack() as stack:
        stack.enter_context(logs_aside())
        try:
            refuse_strangers(settings)
            refuse_taken_address(settings.listen)
            _, addresses = await stack.enter_async_context(answering(settings))
        except StartError as error:
            raise ServerNotStarted(str(error)) from None
        yield str(addresses.grpc)


def _settings(*words: str) -> Settings:
    said = io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(said):
            settings = read_settings(words, environment={})
    except SystemExit:
        reason = said.getvalue().strip().removeprefix(f"{PROGRAM}: ")
        raise ServerNotStarted(reason) from None
    if settings.workers > 1 or settings.metrics:
        raise ServerNotStarted("--workers and --metrics need a server in a process of its own")
    return settings


@contextmanager
def logs_aside() -> Iterator[None]:
    """Keep the server's log off the screen while the block runs."""
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
