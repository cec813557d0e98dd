"""The tables of hops in docs/architecture.md, compared with what runs: two servers are profiled."""

import re
from typing import Final, NamedTuple

import pytest

from measure_way import PACKAGE, Way, Ways, measured_ways
from tests.test_docs import ARCHITECTURE, table

ACTION: Final = "## The way of an action"
WATCH: Final = "## The way of a watch"
HEADER: Final = "file | what it does | with it"
MEANWHILE: Final = ("matches/background/",)
"""What a server does by itself may happen at the same time."""


class Hops(NamedTuple):
    """One table: the files of its rows, and the files and folders that run with them."""

    files: list[str]
    others: tuple[str, ...]


def hops(heading: str) -> Hops:
    """The table under a heading."""
    rows = table(ARCHITECTURE.partition(f"\n{heading}\n")[2], HEADER)
    others = [other for row in rows for other in re.findall(r"[\w/]+(?:\.py|/)", row[2])]
    return Hops([row[0] for row in rows], tuple(others))


@pytest.fixture(scope="module")
def ways() -> Ways:
    return measured_ways()


def check(way: Way, told: Hops) -> None:
    """Every hop runs after the one before, and nothing runs that the table does not have."""
    ran = [function.file for function in way.calls]
    rest = iter(ran)
    for file in told.files:
        assert file in rest, f"{file} does not run after the hops before it"
    known = (*told.files, *told.others, *MEANWHILE)
    assert {file for file in ran if not file.startswith(known)} == set()


def test_the_hops_of_an_action_are_those_that_run(ways: Ways) -> None:
    check(ways.action, hops(ACTION))


def test_the_hops_of_a_watch_are_those_that_run(ways: Ways) -> None:
    check(ways.resume, hops(WATCH))


@pytest.mark.parametrize("heading", [ACTION, WATCH])
def test_what_runs_with_a_hop_is_there(heading: str) -> None:
    for path in hops(heading).others:
        assert (PACKAGE / path).exists(), path
