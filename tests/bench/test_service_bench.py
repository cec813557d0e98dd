"""The benchmark of the service runs; how fast anything is, no test says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SERVICE = Path(__file__).parents[2] / "bench" / "service.py"

PROMISED = {
    "ratio_to_floor_64",
    "moves_per_s_64",
    "floor_us_64",
    "move_us_64",
    "fanout_messages_per_core_s",
    "fanout_ratio_to_floor",
    "idle_stream_bytes",
    "redis_bytes_live",
    "redis_bytes_finished",
    "cost_20000_over_10",
}
"""The figures that others read."""


def figures_of(*words: str, patience: float = 120.0) -> dict[str, float]:
    """What a trial of the benchmark prints for machines."""
    command = [sys.executable, str(SERVICE), "--moves", "64", "--json", *words]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=patience)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


@pytest.mark.long
def test_a_run_of_all_sections_prints_every_promised_figure() -> None:
    figures = figures_of(patience=400)
    assert figures.keys() >= PROMISED
    assert all(figures[name] > 0 for name in PROMISED)
    assert figures["storm_served"] == figures["storm_streams"] > 0


def test_a_run_of_the_streams_alone_prints_their_figures_alone() -> None:
    figures = figures_of("--only", "streams")
    assert figures.keys() == {"idle_stream_bytes", "storm_streams", "storm_served"}
    assert figures["idle_stream_bytes"] > 0


def test_the_benchmark_plays_on_the_floor_and_on_the_product_and_prints_their_ratio() -> None:
    figures = figures_of("--only", "moves")
    for callers in (1, 16, 64):
        floor, move = figures[f"floor_us_{callers}"], figures[f"move_us_{callers}"]
        assert figures[f"ratio_to_floor_{callers}"] == pytest.approx(floor / move, abs=0.01)
        assert figures[f"moves_per_s_{callers}"] > 0
