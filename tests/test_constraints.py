"""constraints.txt pins whatever an installation of the project brings along."""

from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PINNED: Final = Path(__file__).parents[1] / "constraints.txt"
OURS: Final = {"gemwright", "gemwright-client", "gemwright-conformance"}


def required(whole: Requirement, known: set[str]) -> Iterator[str]:
    """What a requirement needs on this machine, itself included, and not known yet."""
    named = f"{canonicalize_name(whole.name)}[{','.join(sorted(whole.extras))}]"
    if named in known:
        return
    known.add(named)
    yield canonicalize_name(whole.name)
    for one in map(Requirement, requires(whole.name) or ()):
        extras = {"", *whole.extras}
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras):
            yield from required(one, known)


def test_every_requirement_of_a_requirement_is_pinned() -> None:
    ours = ("gemwright[server,dev]", "gemwright-client[cli]", "gemwright-conformance")
    known: set[str] = set()
    needed = {name for one in ours for name in required(Requirement(one), known)}
    lines = PINNED.read_text(encoding="utf-8").split()
    pinned = {canonicalize_name(line.partition("==")[0]) for line in lines}
    assert "grpcio" in needed
    assert needed - OURS <= pinned
