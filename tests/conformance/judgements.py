"""Clients that are judged by tests: how they are started, and what comes of it."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.app.process import clean_environment

ROOT: Final = Path(__file__).parents[2]
SUITE: Final = (sys.executable, "-m", "gemwright_conformance")
CLIENT: Final = (sys.executable, "-m", "gemwright_client.conformance")
NAIVE: Final = (sys.executable, "clients/conformance/naive.py")
DEFECTIVE: Final = (sys.executable, "-m", "tests.conformance.defective")
OVER_HTTP: Final = (sys.executable, "-m", "tests.conformance.over_http")
_PATIENCE: Final = 550.0


class Judgement(NamedTuple):
    """What the suite says of a client."""

    code: int
    text: str

    def of(self, standing: str) -> set[str]:
        """The requirements that stand so: `met`, `BROKEN` or `not shown`."""
        lines = [line for line in self.text.splitlines() if line[10:].startswith(f"{standing} ")]
        return {line.split()[0] for line in lines}


def judgement(client: Sequence[str], *words: str) -> Judgement:
    """Have a client judged, as its author does."""
    ended = subprocess.run(
        [*SUITE, *words, "--", *client],
        capture_output=True,
        text=True,
        check=False,
        timeout=_PATIENCE,
        cwd=ROOT,
        env=clean_environment(),
    )
    assert not ended.stderr, ended.stderr
    return Judgement(ended.returncode, ended.stdout)
