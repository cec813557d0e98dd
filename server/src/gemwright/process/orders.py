"""What a supervisor and its workers send each other, one line of JSON each way.

A worker reads the same command line and environment as its supervisor; an order holds only what it
cannot find there. Then the supervisor keeps the worker's standard input open: when it closes, the
supervisor has ended, for whatever reason.
"""

import os
import sys
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from gemwright.setting_kinds import Address
from gemwright.settings import Settings

WORKER_MODULE: Final = "gemwright.process.worker"

_ENCODER: Final = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class Order:
    """What one worker is to do, beyond its settings."""

    worker: int
    port: int
    """The port its supervisor holds for it."""
    http_port: int | None
    """Another for browsers, if they are served."""
    redis: str | None
    """Where the Valkey of the supervisor is, if it runs one."""

    def line(self) -> bytes:
        """The order as it is sent."""
        return _ENCODER.encode(self) + b"\n"

    def applied_to(self, settings: Settings) -> Settings:
        """The settings of the supervisor as this worker needs them."""
        listen = Address(settings.listen.host, self.port)
        http = settings.http_address
        if http and self.http_port:
            http = Address(http.host, self.http_port)
        return replace(settings, listen=listen, http=http, redis=self.redis or settings.redis)


@dataclass(frozen=True, slots=True)
class Report:
    """How the start of a worker went."""

    refused: str
    """Why it does not serve, in words; empty if it does."""


def read_order() -> Order | None:
    """The order on standard input; None if the supervisor is already gone."""
    line = sys.stdin.buffer.readline()
    return msgspec.json.decode(line, type=Order) if line.endswith(b"\n") else None


def read_report(line: bytes) -> Report | None:
    """A worker's report; None if the line is something else."""
    try:
        return msgspec.json.decode(line, type=Report)
    except msgspec.DecodeError:
        return None


def report(told: Report) -> None:
    """Send a report to the supervisor, if it is still there."""
    try:
        os.write(sys.stdout.fileno(), _ENCODER.encode(told) + b"\n")
    except BrokenPipeError:
        return
