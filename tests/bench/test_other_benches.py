"""The other benchmarks run; how fast anything is, no test says."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.bench.trials import figures_of, said_by

SVG = "{http://www.w3.org/2000/svg}"
CALLERS = (1, 17)


def test_the_knee_measures_every_point_of_both_curves_and_draws_them(tmp_path: Path) -> None:
    file = tmp_path / "knee.svg"
    words = ("--callers", *map(str, CALLERS), "--seconds", "0.3", "--svg", str(file))
    points = json.loads(said_by("knee.py", "--json", *words).splitlines()[-1])["points"]
    places = [(workers, callers) for workers in (1, 2) for callers in CALLERS]
    assert [(point["workers"], point["callers"]) for point in points] == places
    assert all(figure > 0 for point in points for figure in point.values())
    assert all(point["answer_p50_ms"] <= point["answer_p99_ms"] for point in points)
    picture = ElementTree.parse(file).getroot()
    assert len(list(picture.iter(f"{SVG}circle"))) == len(places)
    shown = [text.text for text in picture.iter(f"{SVG}text")]
    assert "moves a second" in shown
    assert [shown.count(str(callers)) for callers in CALLERS] == [2, 2]


def test_every_kind_of_call_takes_redis_some_time_and_a_wake_up_more_the_more_listen() -> None:
    figures = figures_of("redis_alone.py", "--quick", "--matches", "200", "--rounds", "3")
    assert all(us > 0 for us in figures.values())
    assert figures["wake_up_of_1_us"] < figures["wake_up_of_64_us"]


def test_wake_ups_are_heard_by_every_other_process() -> None:
    figures = figures_of("wake_ups.py", "--quick", "--moves", "200")
    for others in (1, 3):
        assert figures[f"player_us_64_with_{others}"] > 0
        assert figures[f"heard_us_1_with_{others}"] > 1
    assert figures["heard_us_1_with_0"] == 0


@pytest.mark.long
def test_the_rules_core_is_measured_for_every_game() -> None:
    said = said_by("engine.py", "--seconds", "0.05", "--json")
    figures = json.loads(said.splitlines()[-1])
    assert figures.keys() >= {"duel", "duel_counterfeiters", "splendor"}
    assert all(figure > 0 for found in figures.values() for figure in found.values())
