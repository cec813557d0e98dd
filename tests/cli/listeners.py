"""What can be found at an address instead of a server."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOCAL = "127.0.0.1"


def nobody() -> str:
    """An address at which nothing listens."""
    with socket.create_server((LOCAL, 0)) as once:
        return f"{LOCAL}:{once.getsockname()[1]}"


@contextmanager
def silent() -> Iterator[str]:
    """Something that lets everybody connect and says nothing."""
    with socket.create_server((LOCAL, 0)) as listener:
        yield f"{LOCAL}:{listener.getsockname()[1]}"


class _Web(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing on the standard error."""


@contextmanager
def web() -> Iterator[str]:
    """A web server."""
    with ThreadingHTTPServer((LOCAL, 0), _Web) as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.05,))
        serving.start()
        try:
            yield f"{LOCAL}:{server.server_address[1]}"
        finally:
            server.shutdown()
            serving.join()
