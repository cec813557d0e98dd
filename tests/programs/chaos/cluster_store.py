"""A cluster of six Valkeys whose primaries die or stand still, and whose replicas take over.

Servers on it run in durable mode: what they answer is with a replica too. That holds as long as no
primary is lost whose replica is not in step, so none is lost before it is.
"""

import random
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import redis

from tests.ports import HOST, free_port
from tests.programs.chaos.node import AWAY, ROOM, Node, until_written
from tests.valkey import SLOTS, eventually

PRIMARIES: Final = 3
COUNT: Final = 2 * PRIMARIES
NODE_TIMEOUT_MS: Final = 1500
"""How long a primary is silent before its replica takes over."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a node takes itself for."""

    is_primary: bool
    is_in_step: bool
    """A primary has a replica that follows it, a replica a primary whose writes it gets."""


class ClusterStore:
    """Three primaries and three replicas, each a node that keeps its port."""

    words: Final = ("--wait-replicas", "1")
    """What its servers are to be told besides its URL."""

    def __init__(self, folder: Path, fsync: str = "everysec") -> None:
        self._stack = ExitStack()
        self._buses: dict[int, int] = {}
        """By the ports, those for what the nodes tell each other."""
        self.nodes = [self._node(folder / f"node-{n}", fsync) for n in range(1, COUNT + 1)]
        self._is_joined = False
        self._full: Node | None = None

    def _node(self, folder: Path, fsync: str) -> Node:
        port = free_port(self._stack)
        self._buses[port] = free_port(self._stack)
        words = {
            "cluster-enabled": "yes",
            "cluster-port": str(self._buses[port]),
            "cluster-node-timeout": str(NODE_TIMEOUT_MS),
            "cluster-require-full-coverage": "no",
            "cluster-allow-replica-migration": "no",
            "repl-diskless-sync-delay": "0",
            "appendfsync": fsync,
        }
        return Node(folder, port, *(word for name in words for word in (f"--{name}", words[name])))

    @property
    def url(self) -> str:
        """Where servers find it now: a primary that answers."""
        return self.primaries()[0].url

    def clients(self) -> list[redis.Redis]:
        """A client for each part of what is stored."""
        return [node.client() for node in self.primaries()]

    def start(self) -> None:
        """Start every node that is dead, and wait until the cluster is whole."""
        for node in self.nodes:
            if not node.is_running:
                node.start()
        if not self._is_joined:
            self._join()
        self.settle()

    def close(self) -> None:
        """End all of it; the files stay."""
        for node in self.nodes:
            node.kill()
        self._stack.close()

    def _join(self) -> None:
        """Make the nodes known to each other, share the slots out, and let replicas follow."""
        primaries, replicas = self.nodes[:PRIMARIES], self.nodes[PRIMARIES:]
        bounds = [-(-SLOTS * place // PRIMARIES) for place in range(PRIMARIES + 1)]
        for place, node in enumerate(primaries):
            node.ask("CLUSTER ADDSLOTSRANGE", bounds[place], bounds[place + 1] - 1)
            # Two that take part with the same epoch would have to settle it first.
            node.ask("CLUSTER SET-CONFIG-EPOCH", place + 1)
        for node in self.nodes[1:]:
            self.nodes[0].ask("CLUSTER MEET", HOST, node.port, self._buses[node.port])
        eventually(lambda: all(map(_is_whole, self.nodes)), "the nodes know each other")
        for primary, replica in zip(primaries, replicas, strict=True):
            replica.ask("CLUSTER REPLICATE", _text(primary.ask("CLUSTER MYID")))
        self._is_joined = True

    def settle(self) -> None:
        """Wait until all nodes are there, and each replica has what its primary has."""
        eventually(self.is_settled, "the cluster is whole")

    def is_settled(self) -> bool:
        """Whether all nodes are there, three lead, and the others are in step."""
        roles = [role_of(node) for node in self.nodes]
        leading = sum(role is not None and role.is_primary for role in roles)
        in_step = all(role is not None and role.is_in_step for role in roles)
        return leading == PRIMARIES and in_step and all(map(_is_whole, self.nodes))

    def primaries(self) -> list[Node]:
        """The nodes that lead now; one that is dead or stopped does not."""
        roles = [(node, role_of(node)) for node in self.nodes]
        return [node for node, role in roles if role is not None and role.is_primary]

    def kill_primary(self, chosen: random.Random) -> Node:
        """SIGKILL one of them, and wait until its replica has taken over; which it was."""
        lost = self._loseable(chosen)
        lost.kill()
        self._wait_for_successor()
        return lost

    def stop_primary(self, chosen: random.Random) -> Node:
        """SIGSTOP one of them, and wait until its replica has taken over; which it was."""
        lost = self._loseable(chosen)
        lost.stop()
        self._wait_for_successor()
        return lost

    def go_on(self) -> None:
        """SIGCONT to all that stand still; wait until they follow."""
        for node in self.nodes:
            if node.is_stopped:
                node.go_on()
        self.start()

    def restart_fallen(self) -> None:
        """Start all that are dead; wait until they follow."""
        self.start()

    def _loseable(self, chosen: random.Random) -> Node:
        """A primary whose replica is in step with it."""
        self.settle()
        assert self._full is None, "a node whose disk is full has not written all it has"
        return chosen.choice(self.primaries())

    def _wait_for_successor(self) -> None:
        def has_come() -> bool:
            left = [node for node in self.nodes if node.is_running and not node.is_stopped]
            return len(self.primaries()) == PRIMARIES and all(map(_is_ok, left))

        eventually(has_come, "a replica takes over")

    def fill_disk(self, chosen: random.Random) -> Node:
        """Leave one primary no room; which it is."""
        self._full = chosen.choice(self.primaries())
        self._full.limit_files(ROOM)
        return self._full

    def free_disk(self) -> None:
        """Make room, and wait until all is written."""
        if self._full is not None and self._full.is_running:
            self._full.lift_limit()
            until_written(self._full)
            self._full.write_anew()
        self._full = None

    def fill_memory(self) -> None:
        """Leave no primary memory for what is written."""
        for node in self.primaries():
            node.configure("maxmemory", "1")

    def free_memory(self) -> None:
        """Leave all as much memory as there is."""
        for node in self.nodes:
            if node.is_running and not node.is_stopped:
                node.configure("maxmemory", "0")


def role_of(node: Node) -> Role | None:
    """What a node takes itself for; None if it does not answer."""
    if not node.is_running or node.is_stopped:
        return None
    try:
        told = node.info("replication")
    except AWAY:
        return None
    if told["role"] == "master":
        follower = told.get("slave0")
        is_online = isinstance(follower, dict) and follower.get("state") == "online"
        return Role(is_primary=True, is_in_step=is_online)
    return Role(is_primary=False, is_in_step=told["master_link_status"] == "up")


def _is_ok(node: Node) -> bool:
    """Whether a node finds that all slots are served."""
    try:
        return "cluster_state:ok" in _text(node.ask("CLUSTER INFO"))
    except AWAY:
        return False


def _is_whole(node: Node) -> bool:
    """Whether a node serves and sees all others, none of them failing."""
    try:
        state = _text(node.ask("CLUSTER INFO"))
        lines = _text(node.ask("CLUSTER NODES")).splitlines()
    except AWAY:
        return False
    is_failing = any("fail" in line.split()[2] for line in lines)
    return "cluster_state:ok" in state and len(lines) == COUNT and not is_failing


def _text(said: object) -> str:
    assert isinstance(said, bytes)
    return said.decode()
