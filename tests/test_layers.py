"""Which layer may import which: one table, and a check that the source keeps to it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = {
    "gemwright": ROOT / "server/src",
    "gemwright_client": ROOT / "clients/python/src",
    "gemwright_conformance": ROOT / "clients/conformance/src",
}

STANDARD_LIBRARY = tuple(sorted(sys.stdlib_module_names))

# No I/O, clock, log or concurrency; random only for its class, see below.
PURE_STANDARD_LIBRARY = (
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "hmac",
    "importlib.resources",
    "itertools",
    "json",
    "math",
    "operator",
    "random",
    "re",
    "types",
    "typing",
)

# Builtins that would let I/O or another module in by the back door.
IMPURE_BUILTINS = {"__import__", "breakpoint", "eval", "exec", "input", "open", "print"}


# What the client is installed with; each of its extras adds something.
CLIENT_LIBRARIES = (*STANDARD_LIBRARY, "google.protobuf", "grpc")


class Layer(NamedTuple):
    may: tuple[str, ...]
    """Prefixes of our own modules it may import."""
    never: tuple[str, ...] = ()
    """Exceptions from `may`."""
    outside: tuple[str, ...] | None = None
    """Prefixes of foreign modules it may import; None is no restriction."""


# What the store is and does, without what is done with matches.
STORE = (
    "gemwright.matches.store",
    "gemwright.matches.stored",
    "gemwright.matches.faults",
    "gemwright.engine",
)

# What games say. The Python client's rules have it too, so it knows nothing of matches over time.
GAMES_IN_THE_CONTRACT = (
    "cards",
    "decoder",
    "duel",
    "encoder",
    "exceptions",
    "family",
    "games",
    "limits",
    "shapes",
    "splendor",
    "vocabulary",
    "wire",
)
MATCHES_IN_THE_CONTRACT = ("errors", "feeds", "fields", "matches", "updates", "watch")
CONTRACT_LIBRARIES = (*STANDARD_LIBRARY, "google.protobuf", "google.rpc")

# The longest matching name holds for a module; `gemwright` itself is the package file alone.
LAYERS = {
    "gemwright": Layer(may=(), outside=()),
    "gemwright.engine": Layer(may=("gemwright.engine",), outside=PURE_STANDARD_LIBRARY),
    "gemwright.engine.duel": Layer(
        may=("gemwright.engine",),
        never=("gemwright.engine.splendor",),
        outside=PURE_STANDARD_LIBRARY,
    ),
    "gemwright.engine.splendor": Layer(
        may=("gemwright.engine",),
        never=("gemwright.engine.duel",),
        outside=PURE_STANDARD_LIBRARY,
    ),
    "gemwright.bots": Layer(may=("gemwright.bots", "gemwright.engine"), outside=STANDARD_LIBRARY),
    "gemwright.start_error": Layer(may=(), outside=()),
    "gemwright.matches": Layer(may=("gemwright.matches", "gemwright.engine")),
    # The values that the store takes and gives, and nothing that is done with them.
    "gemwright.matches.store": Layer(
        may=("gemwright.matches.faults", "gemwright.matches.stored", "gemwright.engine")
    ),
    "gemwright.matches.stored": Layer(may=("gemwright.engine",)),
    "gemwright.redis": Layer(may=(*STORE, "gemwright.redis", "gemwright.start_error")),
    "gemwright.redis.opening": Layer(
        may=("gemwright.redis", "gemwright.settings", "gemwright.start_error")
    ),
    "gemwright.contract": Layer(
        may=("gemwright.contract", "gemwright.engine", "gemwright.matches", "gemwright.pb"),
        outside=CONTRACT_LIBRARIES,
    ),
    **{
        f"gemwright.contract.{name}": Layer(
            may=("gemwright.contract", "gemwright.engine", "gemwright.pb"),
            never=tuple(f"gemwright.contract.{other}" for other in MATCHES_IN_THE_CONTRACT),
            outside=CONTRACT_LIBRARIES,
        )
        for name in GAMES_IN_THE_CONTRACT
    },
    "gemwright.rpc": Layer(
        may=(
            "gemwright.rpc",
            "gemwright.contract",
            "gemwright.pb",
            "gemwright.matches",
            "gemwright.engine",
            "gemwright.auth",
            "gemwright.languages",
            "gemwright.scenarios",
            "gemwright.setting_kinds",
            "gemwright.settings",
            "gemwright.process.sockets",
        )
    ),
    # Plays through the contract, as a bot on another machine would.
    "gemwright.bot_host": Layer(
        may=(
            "gemwright.bot_host",
            "gemwright.contract",
            "gemwright.rpc",
            "gemwright.pb",
            "gemwright.matches.api",
            "gemwright.matches.charter",
        )
    ),
    "gemwright.bot_host.built_in": Layer(may=("gemwright",), never=("gemwright.pb",)),
    "gemwright.scenarios": Layer(
        may=("gemwright.scenarios", "gemwright.engine"), outside=PURE_STANDARD_LIBRARY
    ),
    "gemwright.languages": Layer(may=(), outside=PURE_STANDARD_LIBRARY),
    "gemwright.auth": Layer(
        may=("gemwright.auth", "gemwright.setting_kinds", "gemwright.settings"),
        outside=(*STANDARD_LIBRARY, "msgspec"),
    ),
    "gemwright.auth.admission": Layer(
        may=("gemwright.auth", "gemwright.settings", "gemwright.start_error")
    ),
    "gemwright.pb": Layer(may=("gemwright.pb",)),
    "gemwright.setting_kinds": Layer(may=(), outside=STANDARD_LIBRARY),
    "gemwright.settings": Layer(may=("gemwright.setting_kinds",), outside=STANDARD_LIBRARY),
    "gemwright.commands": Layer(may=(), outside=()),
    "gemwright.commands.health": Layer(may=("gemwright.setting_kinds", "gemwright.settings")),
    "gemwright.commands.keys": Layer(
        may=("gemwright.auth", "gemwright.setting_kinds", "gemwright.settings"),
        outside=(*STANDARD_LIBRARY, "msgspec"),
    ),
    "gemwright.commands.bots": Layer(may=("gemwright",), never=("gemwright.pb",)),
    "gemwright.process": Layer(may=(), outside=()),
    "gemwright.process.log_lines": Layer(may=()),
    "gemwright.process.logs": Layer(may=("gemwright.process.log_lines",)),
    "gemwright.process.sockets": Layer(
        may=("gemwright.setting_kinds", "gemwright.start_error"), outside=STANDARD_LIBRARY
    ),
    "gemwright.process.metrics": Layer(
        may=("gemwright.process.sockets", "gemwright.setting_kinds", "gemwright.start_error")
    ),
    "gemwright.process.welcome": Layer(
        may=("gemwright.setting_kinds", "gemwright.settings", "gemwright.redis.opening")
    ),
    "gemwright.process.run": Layer(may=("gemwright.settings", "gemwright.start_error")),
    "gemwright.process.orders": Layer(may=("gemwright.setting_kinds", "gemwright.settings")),
    "gemwright.process.workers": Layer(
        may=("gemwright.process.orders", "gemwright.process.run", "gemwright.start_error")
    ),
    # Without grpc and what a match is: it watches over those who serve.
    "gemwright.process.supervisor": Layer(
        may=("gemwright",),
        never=("gemwright.app", "gemwright.pb", "gemwright.rpc", "gemwright.matches"),
    ),
    "gemwright.process.worker": Layer(may=("gemwright",), never=("gemwright.pb",)),
    # A composition root of its own: a server that goes wrong on purpose.
    "gemwright_conformance": Layer(may=("gemwright", "gemwright_conformance")),
    "gemwright.app": Layer(may=("gemwright",), never=("gemwright.pb",)),
    "gemwright.__main__": Layer(may=("gemwright",), never=("gemwright.pb",)),
    "gemwright_client": Layer(
        may=("gemwright_client",),
        never=("gemwright_client.cli", "gemwright_client.local", "gemwright_client.rules"),
        outside=CLIENT_LIBRARIES,
    ),
    "gemwright_client.pb": Layer(may=("gemwright_client.pb",)),
    # Drawing: it is given messages, and reaches for nothing.
    "gemwright_client.board": Layer(
        may=(
            "gemwright_client.board",
            "gemwright_client.notation",
            "gemwright_client.pb",
            "gemwright_client.wording",
            "gemwright_client.words",
        ),
        outside=(*STANDARD_LIBRARY, "google.protobuf"),
    ),
    "gemwright_client.picture": Layer(
        may=(
            "gemwright_client.board",
            "gemwright_client.notation",
            "gemwright_client.pb",
            "gemwright_client.picture",
            "gemwright_client.wording",
            "gemwright_client.words",
        ),
        outside=(*STANDARD_LIBRARY, "google.protobuf"),
    ),
    # Whether a deal was honest: written from docs/fairness.md, without the rules.
    "gemwright_client.verify": Layer(
        may=("gemwright_client.pb", "gemwright_client.verify"), outside=PURE_STANDARD_LIBRARY
    ),
    "gemwright_client.rules": Layer(
        may=("gemwright_client", "gemwright.bots", "gemwright.engine", "gemwright.contract"),
        never=("gemwright_client.cli", "gemwright_client.local"),
        outside=(*STANDARD_LIBRARY, "google.protobuf"),
    ),
    # The one place where the engine's messages become the client's.
    "gemwright_client.rules.games": Layer(
        may=("gemwright_client", "gemwright.engine", "gemwright.pb", "gemwright.contract"),
        never=("gemwright_client.cli", "gemwright_client.local"),
        outside=(*STANDARD_LIBRARY, "google.protobuf"),
    ),
    "gemwright_client.local": Layer(
        may=("gemwright", "gemwright_client"), never=("gemwright_client.cli", "gemwright.pb")
    ),
    "gemwright_client.cli": Layer(
        may=("gemwright_client",),
        outside=(*CLIENT_LIBRARIES, "click", "prompt_toolkit", "rich", "typer"),
    ),
    "gemwright_client.__main__": Layer(may=("gemwright_client",), outside=CLIENT_LIBRARIES),
}


class Import(NamedTuple):
    line: int
    names: tuple[str, ...]
    """One name, or for `from a import b` both `a` and `a.b`: b may be a module or not."""

    def lies_in(self, prefixes: tuple[str, ...]) -> bool:
        return any(_has_prefix(name, prefix) for name in self.names for prefix in prefixes)


def _has_prefix(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(f"{prefix}.")


def layer_of(module: str) -> Layer | None:
    entries = [name for name in LAYERS if name != "gemwright" and _has_prefix(module, name)]
    if entries:
        return LAYERS[max(entries, key=len)]
    return LAYERS.get(module)


def imports(tree: ast.Module, package: str) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, (alias.name,))
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(node, package)
            for alias in node.names:
                yield Import(node.lineno, (origin, f"{origin}.{alias.name}"))


def _origin(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parents = package.split(".")
    base = parents[: len(parents) - node.level + 1]
    return ".".join([*base, node.module] if node.module else base)


def violations(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """Everything in `source` that its layer does not allow, one line of text each."""
    layer = layer_of(module)
    if layer is None:
        return [f"{module}: belongs to no layer of the table"]
    tree = ast.parse(source)
    package = module if is_package else module.rpartition(".")[0]
    found = [
        f"{module}:{entry.line}: imports {entry.names[-1]}"
        for entry in imports(tree, package)
        if not _is_allowed(entry, layer)
    ]
    if _has_prefix(module, "gemwright.engine"):
        found += [f"{module}:{line}: uses {name}" for line, name in impurities(tree)]
    return found


def _is_allowed(entry: Import, layer: Layer) -> bool:
    if any(_has_prefix(entry.names[0], package) for package in SOURCES):
        return entry.lies_in(layer.may) and not entry.lies_in(layer.never)
    return layer.outside is None or entry.lies_in(layer.outside)


def impurities(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Impure builtins, and everything of `random` but its class: the rest is one shared state."""
    aliases = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "random"
    }
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) if name in IMPURE_BUILTINS:
                yield node.lineno, name
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in aliases:
                if name != "Random":
                    yield node.lineno, f"random.{name}"
            case ast.ImportFrom(module="random", names=names):
                for alias in names:
                    if alias.name != "Random":
                        yield node.lineno, f"random.{alias.name}"


def _modules() -> Iterator[tuple[str, Path]]:
    for package, source in SOURCES.items():
        for path in sorted((source / package).rglob("*.py")):
            parts = path.relative_to(source).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def test_every_module_imports_only_what_its_layer_may() -> None:
    modules = list(_modules())
    found = [
        text
        for module, path in modules
        for text in violations(
            module, path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py"
        )
    ]
    for package, source in SOURCES.items():
        assert (package, source / package / "__init__.py") in modules
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("gemwright.engine.chance", "import time", "imports time"),
        ("gemwright.engine.chance", "def f():\n    import asyncio", "imports asyncio"),
        ("gemwright.engine.chance", "import importlib", "imports importlib"),
        ("gemwright.engine.chance", "from importlib import import_module", "imports importlib."),
        ("gemwright.engine.chance", "import numpy", "imports numpy"),
        ("gemwright.engine.chance", "import random\nrandom.shuffle([])", "uses random.shuffle"),
        ("gemwright.engine.chance", "import random as r\nr.seed(1)", "uses random.seed"),
        ("gemwright.engine.chance", "from random import choice", "uses random.choice"),
        ("gemwright.engine.chance", "open('x')", "uses open"),
        ("gemwright.engine.chance", "import gemwright.bots", "imports gemwright.bots"),
        ("gemwright.engine.duel.views", "from gemwright.engine.splendor import views", "splendor"),
        ("gemwright.engine.duel.views", "from gemwright.engine import splendor", "splendor"),
        ("gemwright.engine.duel.views", "from ..splendor.views import View", "splendor"),
        ("gemwright.engine.splendor.views", "from .. import duel", "imports gemwright.engine.duel"),
        ("gemwright.bots.greedy", "import grpc", "imports grpc"),
        ("gemwright.contract.matches", "import grpc", "imports grpc"),
        ("gemwright.contract.duel", "import gemwright.matches.match", "gemwright.matches.match"),
        ("gemwright.contract.cards", "from gemwright.contract import fields", "contract.fields"),
        ("gemwright.bots.greedy", "import gemwright.matches", "imports gemwright.matches"),
        ("gemwright.matches.match", "import gemwright.redis", "imports gemwright.redis"),
        ("gemwright.matches.match", "from gemwright import bots", "imports gemwright.bots"),
        ("gemwright.redis.batcher", "from gemwright.matches import match", "matches.match"),
        ("gemwright.redis.batcher", "import gemwright.pb", "imports gemwright.pb"),
        ("gemwright.rpc.service", "from gemwright.redis import store", "redis.store"),
        ("gemwright.pb.match_pb2", "import gemwright.engine", "imports gemwright.engine"),
        ("gemwright.settings", "import structlog", "imports structlog"),
        ("gemwright.matches.match", "import gemwright.settings", "imports gemwright.settings"),
        ("gemwright.redis.batcher", "import gemwright.settings", "imports gemwright.settings"),
        ("gemwright.process.logs", "import gemwright.settings", "imports gemwright.settings"),
        ("gemwright.app", "from gemwright.pb import match_pb2", "imports gemwright.pb.match_pb2"),
        ("gemwright", "import json", "imports json"),
        ("gemwright.utils", "", "belongs to no layer"),
        ("gemwright_client.client", "import gemwright.engine", "imports gemwright.engine"),
        ("gemwright_client.client", "import structlog", "imports structlog"),
        ("gemwright_client.client", "import google.rpc", "imports google.rpc"),
        ("gemwright_client.client", "from gemwright_client import cli", "gemwright_client.cli"),
        ("gemwright_client.board.duel", "import grpc", "imports grpc"),
        (
            "gemwright_client.rules.bot_arena",
            "import gemwright.rpc.grpc_server",
            "gemwright.rpc.grpc_server",
        ),
        ("gemwright_client.cli.app", "import gemwright", "imports gemwright"),
    ],
)
def test_a_planted_violation_is_reported(module: str, source: str, found: str) -> None:
    assert any(found in report for report in violations(module, source))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gemwright.engine.chance", "from random import Random\nimport random\nrandom.Random(1)"),
        ("gemwright.engine.cards", "from importlib import resources\nimport collections.abc"),
        ("gemwright.engine.games", "from gemwright.engine import duel, splendor"),
        ("gemwright.engine.duel.views", "from ..chance import Chance\nfrom . import state"),
        ("gemwright.bots.greedy", "from gemwright import engine\nimport argparse"),
        ("gemwright.redis.batcher", "from gemwright.matches import store\nimport redis"),
        ("gemwright.redis.batcher", "from gemwright.matches.stored import Store"),
        ("gemwright.contract.duel", "import gemwright.pb, gemwright.engine, google.protobuf"),
        ("gemwright.app", "import gemwright.rpc, gemwright.redis, gemwright.bots"),
        (
            "gemwright_client.network.calls",
            "import grpc.aio\nfrom google.protobuf.message import Message",
        ),
        ("gemwright_client.rules.games", "from gemwright.contract import games"),
        ("gemwright_client.cli.app", "import typer, rich.table\nimport gemwright_client.rules"),
    ],
)
def test_what_the_table_allows_is_not_reported(module: str, source: str) -> None:
    assert violations(module, source) == []


def test_a_relative_import_counts_from_the_package_in_its_own_init_file() -> None:
    source = "from ..splendor import views"
    assert violations("gemwright.engine.duel", source, is_package=True) == [
        "gemwright.engine.duel:1: imports gemwright.engine.splendor.views"
    ]
