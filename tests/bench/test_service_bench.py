"""The benchmark of the service runs; how fast anything is, no test says."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

SERVICE = Path(__file__).parents[2] / "bench" / "service.py"

PROMISED = {
    "storage": {"redis_bytes_live", "redis_bytes_finished"},
    "moves": {"ratio_to_floor_64", "moves_per_s_64", "floor_us_64", "move_us_64"},
    "fan-out": {"fanout_messages_per_core_s", "fanout_ratio_to_floor"},
    "streams": {"idle_stream_bytes", "storm_streams", "storm_served"},
    "company": {"cost_20000_over_10"},
}
"""The figures that others read, by the sections that measure them."""


def figures_of(*words: str, patience: float = 120.0) -> dict[str, float]:
    """What a trial of the benchmark prints for machines."""
    command = [sys.executable, str(SERVICE), "--moves", "64", "--json", *words]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=patience)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


@pytest.mark.long
@pytest.mark.parametrize("section", PROMISED)
def test_a_section_prints_its_figures_and_no_others(section: str) -> None:
    figures = figures_of("--only", section, patience=400)
    assert figures.keys() >= PROMISED[section]
    assert all(figures[name] > 0 for name in PROMISED[section])
    assert figures.get("storm_served") == figures.get("storm_streams")
    others = set().union(*(names for name, names in PROMISED.items() if name != section))
    assert not figures.keys() & others


def test_there_are_no_other_sections() -> None:
    command = [sys.executable, str(SERVICE), "--help"]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found = re.search(r"--only \{([^}]*)\}", said)
    assert found
    assert set(found[1].split(",")) == PROMISED.keys()


def test_the_benchmark_plays_on_the_floor_and_on_the_product_and_prints_their_ratio() -> None:
    figures = figures_of("--only", "moves")
    for callers in (1, 16, 64):
        floor, move = figures[f"floor_us_{callers}"], figures[f"move_us_{callers}"]
        assert figures[f"ratio_to_floor_{callers}"] == pytest.approx(floor / move, abs=0.01)
        assert figures[f"moves_per_s_{callers}"] > 0
