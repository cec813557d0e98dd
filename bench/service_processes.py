"""The measured processes, each with a Valkey of its own, and their processor time and memory.

Processor time is user and system time of all threads of the server process; its Valkey and the
callers are not in it.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from redis.asyncio import Redis

import machine
from gemwright.redis.embedded import embedded_valkey

PRODUCT: list[str] = [sys.executable, "-m", "gemwright"]
HERE: list[str] = ["--listen", "127.0.0.1:0", "--http", "off"]
FLOOR: list[str] = [sys.executable, str(Path(__file__).with_name("floor_server.py"))]

# As the server's entry point sets it; the floor gets the same.
EXPERIMENTS: Final = "-event_engine_listener"

_STOP_PATIENCE: Final = 20.0


@dataclass(frozen=True, slots=True)
class Served:
    """A running server."""

    name: str
    address: str
    redis: str
    pid: int
    valkey: int
    """The process of its Valkey."""

    def cpu_s(self) -> float:
        """Processor time of the server so far."""
        return machine.cpu_s(self.pid)

    def resident_bytes(self) -> int:
        """The private memory that the server has in use."""
        return machine.resident_bytes(self.pid)


@asynccontextmanager
async def product(folder: Path, *flags: str) -> AsyncIterator[Served]:
    """The real server, with gRPC only, on a Valkey started as it would start its own."""
    async with embedded_valkey(folder / "data") as valkey:
        words = [*PRODUCT, *HERE, "--redis", valkey.url, *flags]
        async with _served("product", words, folder, valkey.url) as served:
            yield served


@asynccontextmanager
async def another(folder: Path, first: Served, *flags: str) -> AsyncIterator[Served]:
    """One more server, on the Valkey of the first."""
    words = [*PRODUCT, *HERE, "--redis", first.redis, *flags]
    async with _served("product", words, folder, first.redis) as served:
        yield served


@asynccontextmanager
async def floor(folder: Path, plan: Mapping[str, object]) -> AsyncIterator[Served]:
    """The floor by a plan, on a Valkey of the same settings."""
    async with embedded_valkey(folder / "data") as valkey:
        path = folder / "plan.json"
        path.write_text(json.dumps({**plan, "redis": valkey.url}), encoding="ascii")
        async with _served("floor", [*FLOOR, str(path)], folder, valkey.url) as served:
            yield served


@asynccontextmanager
async def _served(name: str, words: list[str], folder: Path, redis: str) -> AsyncIterator[Served]:
    """A program that prints on its first line where it listens."""
    environment = {**os.environ, "GRPC_EXPERIMENTS": EXPERIMENTS}
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *words, stdout=PIPE, stderr=log, env=environment
        )
        try:
            address = await _address(process, log)
            yield Served(name, address, redis, process.pid, await _pid_of(redis))
        finally:
            await _stop(process)


async def _pid_of(url: str) -> int:
    async with Redis.from_url(url) as redis:
        return int((await redis.info("server"))["process_id"])


async def _address(process: Process, log: IO[bytes]) -> str:
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    if " listens on " not in line:
        raise RuntimeError(f"no server: {line}{Path(log.name).read_text(encoding='utf-8')}")
    return line.partition(" listens on ")[2].strip()


async def _stop(process: Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(_STOP_PATIENCE):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
