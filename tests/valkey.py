"""A private Valkey for a test: on a Unix socket, in a folder of its own, to be killed at will.

Several of them make a cluster, whose servers have ports of this machine too. A store is either.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import redis
from redis.crc import key_slot

from gemwright.redis.embedded import valkey_binary
from tests.ports import HOST, free_port

PATIENCE = 60.0
SLOTS = 16384


class Valkey:
    """A Valkey that keeps its data in a folder, over any number of restarts."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.socket = folder / "valkey.sock"
        self.url = f"unix://{self.socket}"
        self.words = words
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers; settings of the test come last and so hold."""
        command = [str(valkey_binary()), "--port", "0", "--unixsocket", str(self.socket)]
        command += ["--dir", str(self.folder), "--save", "", "--appendonly", "yes", *self.words]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        eventually(self._answers, "Valkey answers")

    def kill(self) -> None:
        """SIGKILL: what a crash is like."""
        if self._process:
            self._process.kill()
            self._process.wait()
        with suppress(FileNotFoundError):
            self.socket.unlink()

    def restart(self, *words: str) -> None:
        """Kill it and start it again on the same data, with other settings if any are given."""
        self.kill()
        self.words = words or self.words
        self.start()

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, f"Valkey ended: {self.words}"
        with self.client() as client:
            try:
                return bool(client.ping())
            except redis.AuthenticationError:
                return True  # it wants a password, so it is there
            except redis.ConnectionError:
                return False

    def client(self) -> redis.Redis:
        """A client for what the test itself looks at."""
        return redis.Redis.from_url(self.url)

    @property
    def nodes(self) -> tuple["Valkey", ...]:
        """Itself: all that takes writes."""
        return (self,)

    def holder_of(self, key: bytes) -> "Valkey":
        """Itself, whatever the key."""
        return self


@contextmanager
def valkey(*words: str) -> Iterator[Valkey]:
    """A running Valkey with extra settings, such as `"--maxmemory-policy", "allkeys-lru"`."""
    with tempfile.TemporaryDirectory(prefix="gw-") as folder:
        server = Valkey(Path(folder), *words)
        try:
            server.start()
            yield server
        finally:
            server.kill()


@dataclass(frozen=True)
class Cluster:
    """Primaries that share all slots evenly, and as many replicas, or none."""

    nodes: tuple[Valkey, ...]
    """The primaries."""
    replicas: tuple[Valkey, ...]
    ports: tuple[int, ...]
    """Of the primaries, then of the replicas, then those for what all of them tell each other."""

    @property
    def url(self) -> str:
        """Where clients begin."""
        return f"redis://{HOST}:{self.ports[0]}"

    def holder_of(self, key: bytes) -> Valkey:
        """The primary on which a key lies."""
        return self.nodes[key_slot(key) * len(self.nodes) // SLOTS]

    def join(self) -> None:
        """Make the servers known to each other and share the slots out."""
        bounds = [-(-SLOTS * place // len(self.nodes)) for place in range(len(self.nodes) + 1)]
        for place, node in enumerate(self.nodes):
            with node.client() as client:
                client.execute_command(
                    "CLUSTER ADDSLOTSRANGE", bounds[place], bounds[place + 1] - 1
                )
                # Two servers that take part with the same epoch would have to settle it first.
                client.execute_command("CLUSTER SET-CONFIG-EPOCH", place + 1)
        with self.nodes[0].client() as client:
            for port, bus in self._others:
                client.execute_command("CLUSTER MEET", HOST, port, bus)

    def replicate(self) -> None:
        """Give each primary its replica, and wait until they have what it has."""
        for primary, replica in zip(self.nodes, self.replicas, strict=bool(self.replicas)):
            with primary.client() as leading, replica.client() as following:
                name = leading.execute_command("CLUSTER MYID").decode()
                following.execute_command("CLUSTER REPLICATE", name)
        eventually(lambda: all(map(_is_following, self.replicas)), "the replicas follow")

    def settle(self) -> None:
        """Wait until every server finds that all are there."""
        eventually(lambda: all(map(self._is_whole, self._servers)), "the cluster is up")

    @property
    def _servers(self) -> tuple[Valkey, ...]:
        return self.nodes + self.replicas

    @property
    def _others(self) -> list[tuple[int, int]]:
        count = len(self._servers)
        return list(zip(self.ports[1:count], self.ports[count + 1 :], strict=True))

    def _is_whole(self, node: Valkey) -> bool:
        with node.client() as client:
            found = client.execute_command("CLUSTER INFO")
        return (found["cluster_state"], found["cluster_known_nodes"]) == (
            "ok",
            str(len(self._servers)),
        )


Store: TypeAlias = Valkey | Cluster
"""Where matches are, whatever it is made of."""


def empty(store: Store) -> None:
    """Forget all that a store holds."""
    for node in store.nodes:
        with node.client() as client:
            client.flushall()


def _is_following(replica: Valkey) -> bool:
    with replica.client() as client:
        return str(client.info("replication").get("master_link_status")) == "up"


@contextmanager
def cluster(
    primaries: int = 3, *, has_replicas: bool = False, node_timeout_ms: int = 1000
) -> Iterator[Cluster]:
    """A running cluster that goes on with what it has when one of its primaries is gone."""
    count = primaries * (2 if has_replicas else 1)
    with ExitStack() as stack:
        ports = [free_port(stack) for _ in range(2 * count)]
        nodes = [
            stack.enter_context(
                valkey(
                    *("--bind", HOST, "--port", str(port), "--cluster-port", str(bus)),
                    *("--cluster-enabled", "yes", "--cluster-require-full-coverage", "no"),
                    *("--cluster-node-timeout", str(node_timeout_ms), "--appendfsync", "no"),
                )
            )
            for port, bus in zip(ports[:count], ports[count:], strict=True)
        ]
        running = Cluster(tuple(nodes[:primaries]), tuple(nodes[primaries:]), tuple(ports))
        running.join()
        running.settle()
        running.replicate()
        yield running


def eventually(holds: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Wait until something is so, looking often; fail when it takes too long."""
    deadline = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < deadline, f"not within {patience} s: {what}"
        time.sleep(0.01)  # between two looks at a process, which cannot tell us; the deadline fails


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] != "Z"
