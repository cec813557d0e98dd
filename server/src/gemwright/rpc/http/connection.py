"""A connection over HTTP/1.1 that limits how long a request may take to arrive.

It does not limit how long an answer takes, or its reader.
"""

import asyncio
import resource
import sys
from typing import Final

import h11
import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol

ARRIVE_S: Final = 30.0
"""Seconds for a request to arrive whole; for the first one, they count from the connection."""

log: Final = structlog.stdlib.get_logger(__name__)


class Connection(H11Protocol):
    """Ends if a request is late, and at once if it is incomplete when the server stops."""

    _due: asyncio.TimerHandle | None = None

    # uvicorn takes streams only, where asyncio's protocols take any transport.
    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        """Wait for the first request, if there is room."""
        super().connection_made(transport)
        if len(self.connections) > most_connections():
            log.warning("connection_refused", open=len(self.connections) - 1)
            transport.abort()
            return
        self._expect()

    def handle_events(self) -> None:
        """Take what has arrived, and wait for the rest of it."""
        super().handle_events()
        if self._is_arriving:
            self._expect()
        else:
            self._expect_nothing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._expect_nothing()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer that this is not HTTP, unless an answer has begun; close the connection anyway."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # whatever it sends now comes too late
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _should_upgrade(self) -> bool:
        """Never: a client that offers another protocol gets its answer in this one."""
        return False

    def shutdown(self) -> None:
        """End after the calls under way have their answers; an incomplete request gets none."""
        if self._is_arriving:
            self.transport.abort()
        else:
            super().shutdown()

    @property
    def _is_arriving(self) -> bool:
        """Whether a part of a request has arrived, and not all of it."""
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0] != b"")

    def _expect(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(ARRIVE_S, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


def most_connections() -> int:
    """Half of the files that this process may have open: other things need the rest."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if files == resource.RLIM_INFINITY else files // 2
