"""Which keys of the catalogue the client's source asks for, read from its syntax trees.

A key is asked for by its literal text, or by an f-string whose text before the first hole is a
family, such as `f"event.{name}"`.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_SOURCE: Final = Path(__file__).parents[2] / "clients" / "python" / "src" / "gemwright_client"
_TABLE: Final = Path(__file__).parents[2] / "clients" / "web" / "src" / "table"
_KEY_OF_TABLE: Final = re.compile(r"""["'`](table\.[a-z_.]+)["'`]""")
_FAMILY_OF_TABLE: Final = re.compile(r"`(table\.[a-z_.]*\.)\$\{")
_FAMILY: Final = re.compile(r"[a-z_]+(\.[a-z_]+)*\.")
_ASKING: Final = frozenset({"words", "say", "Failed", "News"})
"""What takes a key: a catalogue, whoever says its texts, and what is told later."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One place that asks for a text by its literal key."""

    place: str
    key: str
    values: frozenset[str]
    """The names of the values given."""
    gives_more: bool
    """Whether values are given that cannot be read from the source, as with `**`."""


@dataclass(slots=True)
class Uses:
    """Every way in which a source asks for keys."""

    literals: set[str] = field(default_factory=set)
    """Every string constant, be it a key or not."""
    families: dict[str, str] = field(default_factory=dict)
    """Patterns of f-strings, each with the place where one is."""
    asked: list[Asked] = field(default_factory=list)
    asked_families: dict[str, str] = field(default_factory=dict)
    """The patterns that a catalogue is asked for on the spot, each with the place where."""

    def read(self, name: str, source: str) -> None:
        """Add what one module asks for."""
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Constant(value=str(text)):
                    self.literals.add(text)
                case ast.JoinedStr() if pattern := _pattern(node):
                    self.families[pattern] = f"{name}:{node.lineno}"
                case ast.Call(func=function, args=[key, *more]) if _is_asking(function):
                    given = [value.arg for value in node.keywords] + [None] * len(more)
                    self._ask(f"{name}:{node.lineno}", key, given)

    def _ask(self, place: str, key: ast.expr, values: Sequence[str | None]) -> None:
        if isinstance(key, ast.JoinedStr) and (pattern := _pattern(key)):
            self.asked_families[pattern] = place
        names = frozenset(value for value in values if value is not None)
        for text in filter(None, _literals_of(key)):
            self.asked.append(Asked(place, text, names, None in values))

    def has(self, key: str, members: Iterable[str]) -> bool:
        """Whether the key is asked for; holes of f-strings are filled with members only."""
        if key in self.literals:
            return True
        known = self.literals.union(members)
        found = (re.fullmatch(pattern, key) for pattern in self.families)
        return any(known.issuperset(one.groups()) for one in found if one is not None)


def uses_of_client() -> Uses:
    """What the whole client asks for."""
    uses = Uses()
    for path in sorted(_SOURCE.rglob("*.py")):
        name = path.relative_to(_SOURCE)
        if name.parts[0] != "pb":
            uses.read(str(name), path.read_text(encoding="utf-8"))
    return uses


def _is_asking(function: ast.expr) -> bool:
    """Whether a thing that is called takes keys, by its name: `words`, `self._words`."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.lstrip("_") in _ASKING
    return False


def _literals_of(key: ast.expr) -> Iterator[str]:
    match key:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from _literals_of(one)
            yield from _literals_of(other)


def _pattern(text: ast.JoinedStr) -> str:
    """A pattern with a group for each hole; empty for what is no family of keys."""
    match text.values:
        case [ast.Constant(value=str(family)), *_] if _FAMILY.match(family):
            return "".join(_piece(part) for part in text.values)
    return ""


def _piece(part: ast.expr) -> str:
    match part:
        case ast.Constant(value=str(literal)):
            return re.escape(literal)
    return "(.+)"


def uses_of_table() -> re.Pattern[str]:
    """Matches what the table of clients/web asks for, by its literal key or by a family."""
    source = "".join(path.read_text(encoding="utf-8") for path in _TABLE.rglob("*.ts*"))
    keys = map(re.escape, _KEY_OF_TABLE.findall(source))
    families = (re.escape(family) + r"[a-z_]+" for family in _FAMILY_OF_TABLE.findall(source))
    return re.compile("|".join([*keys, *families]))
