"""A server inside the process of a test; `serving.py` has what it is made of.

That is imported late: it takes half a second, which somebody who only wants a server in a process
of its own need not wait for.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Final, Self

from gemwright_client.extras import extra

SCRATCH: Final = "gemwright-"
"""How the names of temporary folders begin."""


class InProcessServer:
    """A real server on this event loop, in development mode on a free port, for tests.

        async with InProcessServer() as server:
            ...  # a client of server.address

    Without `data` its matches are gone with it. `words` are as on the server's command line.
    For tests without an event loop there is `PrivateServer`, which is used in the same way.
    """

    def __init__(self, data: Path | None = None, words: Sequence[str] = ()) -> None:
        self._data = data
        self._words = tuple(words)
        self._stack: AsyncExitStack | None = None
        self.address = ""
        """Where it listens, such as `127.0.0.1:40123`."""

    async def __aenter__(self) -> Self:
        if self._stack is not None:
            raise RuntimeError("the server runs already; another one is another object")
        with extra("server"):
            from gemwright_client.local.serving import hosted
        async with AsyncExitStack() as stack:
            data = self._data or Path(stack.enter_context(TemporaryDirectory(prefix=SCRATCH)))
            self.address = await stack.enter_async_context(hosted(data, self._words))
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        stack, self._stack = self._stack, None
        if stack is not None:
            await stack.aclose()  # without the error, which the server's task groups would wrap
