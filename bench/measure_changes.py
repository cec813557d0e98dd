"""How many files one opens to find a rule or to make a change, counted from tables.

The way from README to a rule is `TO_A_RULE`: each file must name the next one, by a path in prose
or by an import in Python; where the link is a call, the table has the text of that call.
What a change touches is read from `docs/changing.md`: under a heading `## To add an ability` the
files are a numbered list whose items begin with a path in backticks. Another file that an item
names in backticks counts too, and lies beside the first unless it has a path. A path with a part
like `<language>` is one file; in `every` it counts as many as there are.
"""

import ast
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

RECIPES: Final = "docs/changing.md"
_SERVER: Final = "server/src/gemwright"
_IMPORT_ROOTS: Final = ("server/src", "clients/python/src")


@dataclass(frozen=True, slots=True)
class Stop:
    """A file on the way to a rule."""

    path: str
    leads_on: str = ""
    """The text in this file that leads to the next; empty if a path or an import does."""


TO_A_RULE: Final = (
    Stop("README.md"),
    Stop(f"{_SERVER}/rpc/handlers/matches.py", leads_on="playing.submit("),
    Stop(f"{_SERVER}/matches/commands/play.py", leads_on="game.apply("),
    Stop(f"{_SERVER}/engine/duel/play.py"),
    Stop(f"{_SERVER}/engine/duel/actions/__init__.py"),
    Stop(f"{_SERVER}/engine/duel/actions/take.py"),
)
"""From the first page a newcomer opens to the module with the rule."""

CHANGES: Final = {
    "ability": "an ability",
    "action": "an action",
    "reason": "an error reason",
    "view_field": "a field",
    "setting": "a setting",
    "rpc": "an RPC",
    "language": "a language",
}
"""The changes that are counted, and how the heading of each recipe goes on after `To add`."""

_HEADING: Final = re.compile(r"^## To add (.+)$")
_ITEM: Final = re.compile(r"^\d+\. `([^`]+)`(.*)$")
_FILE: Final = re.compile(r"`([\w./<>*-]+\.[a-z]+)`")
_ANY: Final = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Touched:
    """The files of one change."""

    written: tuple[str, ...]
    """Files changed by hand, without those in the next fields."""
    tests: tuple[str, ...]
    docs: tuple[str, ...]
    generated: tuple[str, ...]
    every: int
    """The number of all files, with prose and with every match of a path like `<language>`."""


def broken_hops(root: Path, way: tuple[Stop, ...] = TO_A_RULE) -> list[str]:
    """What is wrong with the way to a rule; empty if each file leads to the next."""
    missing = [f"{stop.path} is not there" for stop in way if not (root / stop.path).is_file()]
    if missing:
        return missing
    return [
        f"{stop.path} does not lead to {following.path}"
        for stop, following in pairwise(way)
        if not _leads_to(root, stop, following.path)
    ]


def _leads_to(root: Path, stop: Stop, path: str) -> bool:
    text = (root / stop.path).read_text(encoding="utf-8")
    if stop.leads_on:
        return stop.leads_on in text
    if stop.path.endswith(".py"):
        return _module(path) in _imports(text)
    return path in text or path.removeprefix(f"{_SERVER}/") in text


def _module(path: str) -> str:
    """The name under which a file is imported."""
    for root in _IMPORT_ROOTS:
        path = path.removeprefix(f"{root}/")
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(text: str) -> set[str]:
    """Every name a module imports; a name after `from` counts as a module and as part of one."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def recipes(text: str) -> dict[str, list[str]]:
    """The files of every recipe in order, by what the recipe adds."""
    found: dict[str, list[str]] = {}
    files: list[str] = []
    for line in text.splitlines():
        if heading := _HEADING.match(line):
            files = found[heading[1]] = []
        elif line.startswith("## "):
            files = []
        elif item := _ITEM.match(line):
            files += _named(item[1], item[2])
    return found


def _named(first: str, rest: str) -> list[str]:
    """The files of one item; those without a path of their own lie beside the first."""
    folder = first.rpartition("/")[0]
    others = _FILE.findall(rest)
    return [first, *(other if "/" in other else f"{folder}/{other}" for other in others)]


def touched(root: Path) -> dict[str, Touched]:
    """The files of each change of `CHANGES` that has a recipe."""
    page = root / RECIPES
    if not page.is_file():
        return {}
    known = recipes(page.read_text(encoding="utf-8"))
    return {
        change: _sorted_out(root, files)
        for change, heading in CHANGES.items()
        for added, files in known.items()
        if added.startswith(heading)
    }


def _sorted_out(root: Path, files: list[str]) -> Touched:
    generated = [path for path in files if "/pb/" in path]
    tests = [path for path in files if path.startswith("tests/")]
    docs = [path for path in files if path.endswith(".md")]
    apart = {*generated, *tests, *docs}
    written = [path for path in files if path not in apart]
    every = sum(max(1, _matching(root, path)) for path in written + docs)
    return Touched(tuple(written), tuple(tests), tuple(docs), tuple(generated), every)


def _matching(root: Path, path: str) -> int:
    """How many files a path stands for."""
    return len(list(root.glob(_ANY.sub("*", path))))
