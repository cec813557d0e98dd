"""The hand-written Python of a package: how long its modules and functions are.

Generated code is left out. The length of a function is its lines from `def` to the last, without
decorators; a function inside another counts for both.
"""

import ast
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

GENERATED: Final = "pb"
"""The folder of the code that is generated from `protos/`."""


@dataclass(frozen=True, slots=True)
class Source:
    """The lengths, in lines."""

    modules: tuple[int, ...]
    functions: tuple[int, ...]

    @property
    def lines(self) -> int:
        """The lines of all modules."""
        return sum(self.modules)


def source_of(package: Path) -> Source:
    """The lengths of the modules and functions below a folder."""
    files = sorted(
        file for file in package.rglob("*.py") if GENERATED not in file.relative_to(package).parts
    )
    texts = [file.read_text(encoding="utf-8") for file in files]
    return Source(
        tuple(len(text.splitlines()) for text in texts),
        tuple(length for text in texts for length in _function_lengths(text)),
    )


def _function_lengths(text: str) -> list[int]:
    return [
        node.end_lineno - node.lineno + 1
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None
    ]


def median(lengths: Sequence[int]) -> int:
    """The length that half of them do not exceed."""
    return statistics.median_low(lengths)


def ninetieth(lengths: Sequence[int]) -> int:
    """The length that nine in ten do not exceed."""
    return math.ceil(statistics.quantiles(lengths, n=10, method="inclusive")[-1])
