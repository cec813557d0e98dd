"""Journals read fast: a full run leaves gigabytes of them.

`tests.programs.chaos.journal` says what a line is and writes it; this reads the same lines in a
third of the time.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from tests.programs.chaos.journal import Kind


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One line; `tests.programs.chaos.journal` says what the fields are."""

    kind: Kind
    at: float = 0.0
    call: int = 0
    method: str = ""
    principal: str = ""
    follower: str = ""
    address: str = ""
    code: str = ""
    reason: str = ""
    what: str = ""
    whom: str = ""
    message: bytes = b""


_DECODER: Final = msgspec.json.Decoder(Line)


def lines(path: Path) -> Iterator[Line]:
    """What a journal says; a last line that a killed process could not finish is left out."""
    with path.open("rb") as file:
        for raw in file:
            if raw.endswith(b"\n"):
                yield _DECODER.decode(raw)


class Process(msgspec.Struct, frozen=True):
    """Who kept a journal: `players-1-0` was started for the first time, `players-1-1` again."""

    role: str
    number: str
    start: int

    @classmethod
    def of(cls, path: Path) -> "Process":
        """As the name of a journal says; ValueError if it says nothing of the kind."""
        role, number, start = path.stem.rsplit("-", 2)
        return cls(role, number, int(start))


def last_starts(paths: list[Path]) -> set[Path]:
    """Of these journals those whose processes were not followed by another: they ended in order."""
    newest: dict[tuple[str, str], tuple[int, Path]] = {}
    for path in paths:
        process = Process.of(path)
        key = (process.role, process.number)
        newest[key] = max(newest.get(key, (-1, path)), (process.start, path))
    return {path for _, path in newest.values()}
