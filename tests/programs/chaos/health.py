"""How servers and stores fare: whether they serve, what they hold, and whether that grows.

Figures are what the system says of a process; nobody is asked who could be mistaken about itself.
"""

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2

PATIENCE: Final = 60.0
LOOK_S: Final = 0.1
ANSWER_S: Final = 3.0
CHECK: Final = "/grpc.health.v1.Health/Check"
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds."""

    pid: int
    resident_bytes: int
    descriptors: int
    threads: int


def held(pid: int) -> Held:
    """What a process holds now."""
    place = Path(f"/proc/{pid}")
    pages = int((place / "statm").read_text(encoding="ascii").split()[1])
    return Held(pid, pages * _PAGE, len(os.listdir(place / "fd")), len(os.listdir(place / "task")))


async def serves(address: str) -> bool:
    """Whether a server says that it serves."""
    async with grpc.aio.insecure_channel(address) as channel:
        asking: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(CHECK)
        try:
            answer = await asking(
                health_pb2.HealthCheckRequest().SerializeToString(), timeout=ANSWER_S
            )
        except grpc.aio.AioRpcError:
            return False
    found = health_pb2.HealthCheckResponse.FromString(answer)
    return bool(found.status == health_pb2.HealthCheckResponse.SERVING)


async def all_serve(addresses: Sequence[str]) -> list[str]:
    """Wait until every server serves; those that do not within reason."""
    deadline = time.monotonic() + PATIENCE
    silent = list(addresses)
    while silent and time.monotonic() < deadline:
        silent = [address for address in silent if not await serves(address)]
        if silent:
            await asyncio.sleep(LOOK_S)  # between two looks; the deadline ends it
    return silent
