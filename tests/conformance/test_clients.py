"""Clients before the suite: a good one meets every requirement, and each mistake is found."""

import asyncio
from collections.abc import Mapping
from typing import Final

import pytest
import uvloop

from gemwright_conformance.cases import CASES
from gemwright_conformance.evidence import Finding
from gemwright_conformance.judging import judged, verdicts
from gemwright_conformance.requirements import REQUIREMENTS
from gemwright_conformance.run import suite
from tests.conformance.defective import DEFECTS
from tests.conformance.judgements import CLIENT, DEFECTIVE, NAIVE, OVER_HTTP, judgement

PATIENCE_S: Final = 60.0
NAIVE_MEETS: Final = {"CALL-4", "CALL-8", "ERROR-5", "FUTURE-1"}
"""What one does right without thinking."""

FOUND: Final[Mapping[str, tuple[str, str]]] = {
    "one_id_for_all": ("plain", "CALL-4"),
    "invents_actions": ("plain", "CALL-8"),
    "gives_up_at_limits": ("limits", "ERROR-5"),
    "leaves_with_the_server": ("going-away", "WATCH-4"),
    "stays_to_the_end": ("going-away", "WATCH-4"),
    "knows_all_fields": ("future-fields", "FUTURE-1"),
    "bears_silence": ("silence", "WATCH-5"),
    "never_pauses": ("cuts", "WATCH-6"),
    "goes_by_numbers": ("history-lost", "WATCH-3"),
    "asks_twice": ("token-expired", "TOKEN-1"),
    "forgets_its_place": ("token-expired", "TOKEN-2"),
    "believes_every_entry": ("inbox", "INBOX-1"),
    "tells_every_wake_up": ("inbox", "INBOX-1"),
    "answers_with_another_update": ("plain", "PLAY-1"),
    "remembers_over_a_reset": ("inbox-reset", "INBOX-2"),
}
"""The case that shows a defect, and the requirement that is broken by it."""


def test_the_python_client_plays_a_quiet_match() -> None:
    found = judgement(CLIENT, "--case", "plain")
    assert found.of("met") == {"PLAY-1", "CALL-4", "CALL-8", "WATCH-1", "WATCH-7"}, found.text
    assert found.code == 0


def test_what_befalls_calls_befalls_them_over_every_door() -> None:
    found = judgement(OVER_HTTP, "--case", "refusals", "--case", "future-refusals")
    assert found.of("met") >= {"ERROR-1", "ERROR-2", "ERROR-3", "ERROR-4"}, found.text
    assert found.code == 0


@pytest.mark.long
def test_everything_befalls_the_python_client_and_it_meets_every_requirement() -> None:
    found: dict[str, dict[str, list[Finding]]] = {}

    async def test() -> None:
        async with suite(CLIENT, PATIENCE_S) as playing:
            for case in CASES:
                found[case.name] = judged(case, await playing.played(case))
                assert playing.slot.course.left() == {}, case.name

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(test())
    told = verdicts(found)
    assert {one.requirement: one.broken_in for one in told if one.broken_in} == {}
    assert [one.requirement for one in told if one.met_in] == list(REQUIREMENTS)


@pytest.mark.long
def test_a_naive_client_breaks_all_that_takes_care() -> None:
    found = judgement(NAIVE, "--patience", "12s")
    assert found.of("met") == NAIVE_MEETS, found.text
    assert found.of("BROKEN") == REQUIREMENTS.keys() - NAIVE_MEETS
    assert found.code == 1


@pytest.mark.long
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_is_found(defect: str) -> None:
    case, requirement = FOUND[defect]
    found = judgement([*DEFECTIVE, defect], "--case", case, "--patience", "20s")
    assert requirement in found.of("BROKEN"), found.text
    assert found.code == 1


def test_each_requirement_is_seen_to_be_broken_by_one_client_or_another() -> None:
    seen = {requirement for _, requirement in FOUND.values()}
    assert seen >= NAIVE_MEETS
    assert FOUND.keys() == DEFECTS.keys()
