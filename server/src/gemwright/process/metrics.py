"""What is counted for operators, and how Prometheus gets it; the only importer of its client.

Nothing here names a match, a principal or a token. Alone, a process serves its own figures; as one
of several it writes them into files of a folder, which its supervisor adds up.
"""

import asyncio
import gc
import platform
import shutil
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Final, Literal, TypeAlias

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from gemwright.process.sockets import refuse_taken_address
from gemwright.setting_kinds import Address
from gemwright.start_error import StartError

FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Tells the Prometheus client, when it is imported, in which folder to share its figures."""

DURATIONS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
LATENESS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
DELAYS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
PAUSES: Final = (0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)

TICK: Final = 0.25
"""Seconds between two checks of how late the event loop is."""

COUNT_LIVE_EVERY: Final = 15.0
"""Seconds between two counts of the live matches."""

_Together: TypeAlias = Literal["livesum", "livemax"]
_MS: Final = 1000
_GENERATIONS: Final = range(3)

WORKER_DEATHS: Final = "gemwright_worker_deaths"
"""The one figure that a supervisor adds to those of its workers."""

log: Final = structlog.stdlib.get_logger(__name__)


class Metrics:
    """The figures of this process: counts calls for the adapter and events for the runtime."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._calls = self._counter("calls", "Calls that ended.", "method", "code")
        self._durations = self._histogram(
            "call_duration_seconds", "How long calls with one answer took.", DURATIONS, "method"
        )
        self._streams = self._gauge("open_streams", "Streams that are open.", "livesum", "method")
        self._resumes = self._counter("watch_resumes", "Watches taken up where they were.")
        self._resets = self._counter(
            "watch_resets", "Watches that could not be continued.", "reason"
        )
        self._conflicts = self._counter("commit_conflicts", "Commits that came too late.")
        self._unknown = self._counter(
            "unknown_outcomes", "Changes of which nobody knows whether they were stored."
        )
        self._lateness = self._histogram(
            "timer_lateness_seconds",
            "How long after its time a clock was told to run out.",
            LATENESS,
        )
        self.live_matches = self._gauge(
            "live_matches", "Matches of an owner that wait or are played.", "livemax", "owner"
        )
        self._delay = self._histogram(
            "event_loop_delay_seconds", "How late the event loop does what is due.", DELAYS
        )
        self._pauses = self._histogram(
            "gc_pause_seconds", "How long a garbage collection took.", PAUSES, "generation"
        )
        self._collections = self._counter("gc_collections", "Garbage collections.", "generation")
        for generation in _GENERATIONS:
            self._pauses.labels(str(generation))
            self._collections.labels(str(generation))
        build = self._gauge("build_info", "What runs.", "livemax", "version", "python")
        build.labels(version("gemwright"), platform.python_version()).set(1)
        # Finding a labelled counter takes several times as long as counting.
        self._ended: dict[tuple[str, str], Counter] = {}
        self._took: dict[str, Histogram] = {}

    def ended(self, method: str, code: str, seconds: float | None) -> None:
        """A call ended with a status."""
        counter = self._ended.get((method, code))
        if counter is None:
            counter = self._ended[method, code] = self._calls.labels(method, code)
        counter.inc()
        if seconds is None:
            return
        histogram = self._took.get(method)
        if histogram is None:
            histogram = self._took[method] = self._durations.labels(method)
        histogram.observe(seconds)

    def opened(self, method: str) -> None:
        """A stream began."""
        self._streams.labels(method).inc()

    def closed(self, method: str) -> None:
        """A stream that began has ended."""
        self._streams.labels(method).dec()

    def resumed(self) -> None:
        """A watch was taken up again where it was."""
        self._resumes.inc()

    def reset(self, reason: str) -> None:
        """A watch could not be continued."""
        self._resets.labels(reason).inc()

    def conflicted(self) -> None:
        """A commit came too late."""
        self._conflicts.inc()

    def outcome_unknown(self) -> None:
        """The store went away in the middle of a write."""
        self._unknown.inc()

    def timer_fired(self, late_ms: int) -> None:
        """A timer was handled so many milliseconds after its clock had run out."""
        self._lateness.observe(late_ms / _MS)

    def delayed(self, seconds: float) -> None:
        """The event loop was late by so many seconds."""
        self._delay.observe(seconds)

    def collected(self, generation: int, seconds: float) -> None:
        """Garbage was collected."""
        self._collections.labels(str(generation)).inc()
        self._pauses.labels(str(generation)).observe(seconds)

    def _counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(f"gemwright_{name}", help, labels, registry=self.registry)

    def _gauge(self, name: str, help: str, together: _Together, *labels: str) -> Gauge:
        return Gauge(
            f"gemwright_{name}", help, labels, registry=self.registry, multiprocess_mode=together
        )

    def _histogram(
        self, name: str, help: str, buckets: tuple[float, ...], *labels: str
    ) -> Histogram:
        return Histogram(f"gemwright_{name}", help, labels, registry=self.registry, buckets=buckets)


class Collections:
    """Notes garbage collections; they can come at any moment, so it takes no lock."""

    def __init__(self) -> None:
        self._began = 0.0
        self._ended = deque[tuple[int, float]](maxlen=10_000)

    def note(self, phase: str, found: dict[str, int]) -> None:
        """Note that a collection begins or ends."""
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self._ended.append((found["generation"], time.perf_counter() - self._began))

    def tell(self, metrics: Metrics) -> None:
        """Count those that were noted."""
        while self._ended:
            metrics.collected(*self._ended.popleft())


class LiveMatches:
    """Counts the live matches of every owner now and then; every process gets the same result."""

    def __init__(self, metrics: Metrics, count: Callable[[], Awaitable[Mapping[str, int]]]) -> None:
        self._gauge = metrics.live_matches
        self._count = count
        self._known: set[str] = set()

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(COUNT_LIVE_EVERY)

    async def look(self) -> None:
        """Count once."""
        try:
            found = await self._count()
        except Exception:
            log.warning("live_matches_unknown", exc_info=True)
            return
        self._known |= found.keys()
        for owner in self._known:
            self._gauge.labels(owner).set(found.get(owner, 0))


@dataclass(frozen=True, slots=True)
class Figures:
    """Where the figures of workers are served."""

    address: Address | None = None
    """Where Prometheus gets them; None if nowhere."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """What workers must have in their environment."""
    deaths: Counter | None = None

    def forget(self, pid: int) -> None:
        """Forget the open streams of a dead worker; what it has counted stays."""
        if self.deaths is not None:
            self.deaths.inc()
        if folder := self.environment.get(FOLDER_VARIABLE):
            # prometheus_client is typed, but for this function.
            mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]

    def remove(self) -> None:
        """Remove the files."""
        remove_figures(self.environment)


@asynccontextmanager
async def measured() -> AsyncIterator[Metrics]:
    """Metrics that watch the event loop and garbage collection too."""
    try:
        metrics, collections = Metrics(), Collections()
    except OSError as error:  # of the folder that a worker shares: it is gone with its supervisor
        reason = (error.strerror or "its folder is not there").lower()
        raise StartError(f"what is counted cannot be written down: {reason}") from None
    gc.callbacks.append(collections.note)
    watching = asyncio.create_task(_watch_loop(metrics, collections))
    try:
        yield metrics
    finally:
        watching.cancel()
        gc.callbacks.remove(collections.note)


async def _watch_loop(metrics: Metrics, collections: Collections) -> None:
    while True:
        due = time.perf_counter() + TICK
        await asyncio.sleep(TICK)
        metrics.delayed(max(time.perf_counter() - due, 0.0))
        collections.tell(metrics)


@asynccontextmanager
async def served(address: Address, registry: CollectorRegistry) -> AsyncIterator[Address]:
    """Serve the figures of a registry over HTTP, on a thread; the address has the port."""
    refuse_taken_address(address, "--metrics")
    server, thread = start_http_server(address.port, address.host, registry)
    try:
        yield Address(address.host, server.server_port)
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()


@asynccontextmanager
async def summed(address: Address | None) -> AsyncIterator[Figures]:
    """The figures of workers, added up; none without an address."""
    if address is None:
        yield Figures()
        return
    folder = tempfile.mkdtemp(prefix="gemwright-metrics-")
    environment = {FOLDER_VARIABLE: folder}
    try:
        registry = CollectorRegistry()
        # prometheus_client is typed, but for this class.
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
        deaths = Counter(WORKER_DEATHS, "Workers that died.", registry=registry)
        async with served(address, registry) as at:
            yield Figures(at, environment, deaths)
    finally:
        remove_figures(environment)


def remove_figures(environment: Mapping[str, str]) -> None:
    """Remove the folder that workers with this environment write into."""
    if folder := environment.get(FOLDER_VARIABLE):
        shutil.rmtree(folder, ignore_errors=True)
