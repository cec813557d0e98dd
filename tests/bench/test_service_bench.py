"""The benchmark of the service runs; how fast anything is, no test says."""

import re

import pytest

from tests.bench.trials import figures_of, said_by

SERVICE = "service.py"
TRIAL = ("--moves", "64")

PROMISED = {
    "storage": {"redis_bytes_live", "redis_bytes_finished"},
    "moves": {
        f"{name}_{callers}"
        for callers in (1, 16, 64)
        for name in (
            *("floor_us", "move_us", "ratio_to_floor"),
            *("moves_per_s", "floor_moves_per_s"),
        )
    },
    "fan-out": {
        *("floor_fanout_us", "fanout_us"),
        *("fanout_messages_per_core_s", "fanout_ratio_to_floor"),
    },
    "streams": {"idle_stream_bytes", "storm_streams", "storm_served"},
    "company": {"cost_20000_over_10"},
}
"""The figures that others read, by the sections that measure them."""


@pytest.mark.long
@pytest.mark.parametrize("section", PROMISED)
def test_a_section_prints_its_figures_and_no_others(section: str) -> None:
    figures = figures_of(SERVICE, *TRIAL, "--only", section, patience=400)
    assert figures.keys() >= PROMISED[section]
    assert all(figures[name] > 0 for name in PROMISED[section])
    assert figures.get("storm_served") == figures.get("storm_streams")
    others = set().union(*(names for name, names in PROMISED.items() if name != section))
    assert not figures.keys() & others


def test_there_are_no_other_sections() -> None:
    found = re.search(r"--only \{([^}]*)\}", said_by(SERVICE, "--help"))
    assert found
    assert set(found[1].split(",")) == PROMISED.keys()


def test_the_benchmark_plays_on_the_floor_and_on_the_product_and_prints_their_ratio() -> None:
    figures = figures_of(SERVICE, *TRIAL, "--only", "moves")
    assert figures.keys() == PROMISED["moves"]
    for callers in (1, 16, 64):
        floor, move = figures[f"floor_us_{callers}"], figures[f"move_us_{callers}"]
        # One round: the median of the ratios is that of the medians.
        assert figures[f"ratio_to_floor_{callers}"] == pytest.approx(floor / move, abs=0.01)
        assert figures[f"moves_per_s_{callers}"] > 0
