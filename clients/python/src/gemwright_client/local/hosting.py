"""What answers calls, in a process that is not the server's.

`gemwright.app` changes a process of the server's own to its needs: how garbage is collected, how
many files may be open, signals, logs. Nothing of that is done here.
"""

import io
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final

from gemwright.app import answering
from gemwright.auth.admission import refuse_strangers
from gemwright.process.sockets import refuse_taken_address
from gemwright.settings import PROGRAM, Settings, read_settings
from gemwright.start_error import StartError
from gemwright_client.errors import ServerNotStarted
from gemwright_client.local.logs import logs_aside

HERE: Final = ("--listen", "127.0.0.1:0", "--http", "off")
GRACE: Final = "100ms"
"""How long calls may take to finish on stopping: a test is over and wants nothing any more."""


@asynccontextmanager
async def hosted(data: Path, words: Sequence[str]) -> AsyncIterator[str]:
    """A server on the running event loop, with its data in a folder; the address."""
    settings = _settings(*HERE, "--grace", GRACE, "--data", str(data), *words)
    async with AsyncExitStack() as stack:
        stack.enter_context(logs_aside())
        try:
            refuse_strangers(settings)
            refuse_taken_address(settings.listen)
            _, places = await stack.enter_async_context(answering(settings))
        except StartError as error:
            raise ServerNotStarted(str(error)) from None
        yield str(places.grpc)


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
