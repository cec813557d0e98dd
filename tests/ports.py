"""Ports for what is started, killed and started again at the same place."""

import random
import socket
from contextlib import ExitStack
from typing import Final

HOST: Final = "127.0.0.1"
PORTS: Final = range(20_000, 32_000)
"""Below those that connections are given: nobody takes the port of a server that is down."""


def free_port(stack: ExitStack) -> int:
    """A port for as long as the stack is open, which nobody who asks so takes meanwhile."""
    while True:
        port = random.choice(PORTS)
        with ExitStack() as trial:
            try:
                # Others see this name even while the server is down and its port is free.
                trial.enter_context(socket.socket(socket.AF_UNIX)).bind(f"\0gemwright-test-{port}")
                with socket.socket() as bound:
                    bound.bind((HOST, port))
            except OSError:
                continue
            stack.enter_context(trial.pop_all())
            return port
