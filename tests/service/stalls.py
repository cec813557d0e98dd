"""Ways to make a store say nothing for a while."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from tests.valkey import Valkey


@contextmanager
def silent(store: Valkey) -> Iterator[None]:
    """The store's process stands still; what was sent to it is done when it goes on."""
    with store.client() as client:
        process = int(client.info("server")["process_id"])
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@contextmanager
def paused(store: Valkey) -> Iterator[None]:
    """The store holds all writes back; what was sent to it is forgotten with the connection."""
    with store.client() as client:
        client.execute_command("CLIENT", "PAUSE", "60000", "WRITE")
    try:
        yield
    finally:
        with store.client() as client:
            client.execute_command("CLIENT", "UNPAUSE")


@contextmanager
def gone(node: Valkey) -> Iterator[None]:
    """It is killed, and comes back with what it had, whatever becomes of the test."""
    node.kill()
    try:
        yield
    finally:
        node.start()
