"""The HTTP server: its options, and how it stops."""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from gemwright.process.sockets import bound
from gemwright.rpc.http.application import Application
from gemwright.rpc.http.connection import Connection
from gemwright.rpc.http.files import Files
from gemwright.rpc.http.origins import Origins
from gemwright.rpc.stack import FAREWELL, RpcStack
from gemwright.setting_kinds import Address
from gemwright.settings import Settings

KEEP_ALIVE_S: Final = 75
"""Longer than browsers and most proxies keep an idle connection."""

LOOK_AGAIN_S: Final = 0.01


class _Uvicorn(uvicorn.Server):
    """A server that leaves signals to the process it is in."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


class HttpListener:
    """The listener for browsers."""

    def __init__(self, stack: RpcStack, settings: Settings) -> None:
        self._is_shared = settings.workers > 1
        is_development = settings.is_development
        origins = Origins(settings.http_origins, is_development=is_development)
        files = Files() if is_development else None
        self._server = _Uvicorn(
            uvicorn.Config(
                Application(stack, origins, settings.max_message_bytes, files),
                http=Connection,
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=KEEP_ALIVE_S,
                ssl_certfile=settings.tls_cert,
                ssl_keyfile=settings.tls_key,
                ssl_ca_certs=str(settings.tls_client_ca) if settings.tls_client_ca else None,
                ssl_cert_reqs=ssl.CERT_REQUIRED if settings.tls_client_ca else ssl.CERT_NONE,
            )
        )
        self._serving: asyncio.Task[None] | None = None

    async def start(self, address: Address) -> int:
        """Listen and answer; return the port."""
        held = bound(address, is_shared=self._is_shared)
        port: int = held.getsockname()[1]
        self._serving = asyncio.create_task(self._server.serve([held]))
        while not self._server.started:
            await asyncio.wait([self._serving], timeout=LOOK_AGAIN_S)
            if self._serving.done():
                self._serving.result()
        return port

    async def drain(self, grace: float) -> None:
        """Stop: calls under way may finish within the grace, watches go on at other servers."""
        if self._serving is None:
            return
        farewell = min(FAREWELL, grace / 2)
        await asyncio.sleep(farewell)
        self._server.should_exit = True
        await asyncio.wait([self._serving], timeout=grace - farewell)
        while not self._serving.done():  # uvicorn would cancel calls, and log that as errors
            for connection in list(self._server.server_state.connections):
                connection.transport.abort()
            await asyncio.wait([self._serving], timeout=LOOK_AGAIN_S)
        self._serving.result()
