"""What a README of a client tells its reader to type and to save."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CLIENT: Final = Path(__file__).parents[2] / "clients/python"
README: Final = (CLIENT / "README.md").read_text(encoding="utf-8")


def code(name: str) -> str:
    """The code block of this name."""
    found = re.search(rf"^```python {re.escape(name)}\n(.*?)^```$", README, re.S | re.M)
    assert found is not None, name
    return found[1]


def names() -> list[str]:
    """The names of all code blocks."""
    return re.findall(r"^```python (\S+)$", README, re.M)


def commands() -> Iterator[str]:
    """Every command of a console block."""
    for block in re.findall(r"^```console\n(.*?)^```$", README, re.S | re.M):
        yield from re.findall(r"^\$ (.*)$", block, re.M)
