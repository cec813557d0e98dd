"""The benchmark of the service runs; how fast anything is, no test says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SERVICE = Path(__file__).parents[2] / "bench" / "service.py"


def test_the_benchmark_plays_on_the_floor_and_on_the_product_and_prints_their_ratio() -> None:
    command = [sys.executable, str(SERVICE), "--only", "moves", "--moves", "64", "--json"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=120)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    for callers in (1, 16, 64):
        floor, move = figures[f"floor_us_{callers}"], figures[f"move_us_{callers}"]
        assert figures[f"ratio_to_floor_{callers}"] == pytest.approx(floor / move, abs=0.01)
        assert figures[f"moves_per_s_{callers}"] > 0
