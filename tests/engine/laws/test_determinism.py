"""The same game, options, seed and actions give the same bytes, in every process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.laws.fingerprint import fingerprint

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_another_process_with_another_hash_seed_tells_the_same(hash_seed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.engine.laws.fingerprint"],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == fingerprint(matches=3)
