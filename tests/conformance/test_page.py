"""The page for authors of clients, compared with the suite; what it tells them to type is typed."""

import re
import subprocess
from typing import Final

import pytest

from gemwright_conformance.cases import CASES
from gemwright_conformance.checks import CHECKS
from gemwright_conformance.checks.calls import LONGEST_DEADLINE_S, SHORTEST_PAUSE_S
from gemwright_conformance.checks.watching import LONGEST_SILENCE_S, MOST_CONNECTIONS
from gemwright_conformance.requirements import REQUIREMENTS
from gemwright_conformance.venue import HEARTBEAT_S
from tests.app.process import clean_environment
from tests.conformance.judgements import ROOT
from tests.test_docs import blocks, table

PAGE: Final = (ROOT / "clients/conformance/README.md").read_text(encoding="utf-8")
PATIENCE: Final = 300.0


def test_it_has_every_requirement_in_the_same_words() -> None:
    expected = [[name, text.strip("`")] for name, text in REQUIREMENTS.items()]
    assert table(PAGE, "id") == expected


def test_it_has_every_case_in_the_same_words() -> None:
    assert table(PAGE, "case") == [[case.name, case.about] for case in CASES]


def test_every_requirement_has_a_check_and_a_case_that_is_there_for_it() -> None:
    assert CHECKS.keys() == REQUIREMENTS.keys()
    assert {name for case in CASES for name in case.shows} == set(REQUIREMENTS)


def test_its_numbers_are_those_of_the_checks() -> None:
    for text in (
        f"heartbeat is {HEARTBEAT_S:.0f} s",
        f"opened again after {LONGEST_SILENCE_S:.0f} s",
        f"within {LONGEST_DEADLINE_S:.0f} s",
        f"pause is {SHORTEST_PAUSE_S * 1000:.0f} ms",
        f"{MOST_CONNECTIONS} connections",
    ):
        assert text in PAGE.replace("\n", " ")


@pytest.mark.long
def test_what_it_says_to_type_works() -> None:
    for block in blocks(PAGE, "console"):
        for typed in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            ended = subprocess.run(
                ["bash", "-c", typed],
                capture_output=True,
                text=True,
                check=False,
                timeout=PATIENCE,
                cwd=ROOT,
                env=clean_environment(),
            )
            assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
