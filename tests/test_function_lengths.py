"""No function of the hand-written Python is too long to be read at one glance."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = (ROOT / "server/src", ROOT / "clients/python/src")
MOST_LINES: Final = 60
"""From `def` to the last line, without decorators."""


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Each function in a file, and how many lines it has."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def test_no_function_is_longer_than_sixty_lines() -> None:
    files = [path for source in SOURCES for path in source.rglob("*.py") if "pb" not in path.parts]
    assert len(files) > 100
    found = [
        f"{path.relative_to(ROOT)}: {name} has {lines} lines"
        for path in files
        for name, lines in functions(path)
        if lines > MOST_LINES
    ]
    assert not found, "\n".join(found)
