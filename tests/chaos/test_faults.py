"""The check of a run can fail: each fault that is planted in real servers is reported.

A run of sound servers under the same conditions reports nothing.
"""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from tests.app.process import PATIENCE, clean_environment
from tests.programs.chaos.check.findings import Promise
from tests.programs.chaos.faults.catalogue import FAULTS
from tests.programs.chaos.faults.planting import Missing
from tests.programs.chaos.faults.planting import replace as plant
from tests.programs.chaos.faults.trial import Trial, findings, leave_alone, only_play, roll_back

PLAY: Final = Trial(only_play)
OUTAGE: Final = Trial(leave_alone)
LOSS: Final = Trial(roll_back)
BY_WAKE_UPS: Final = Trial(
    only_play,
    server_words=("--heartbeat", "10m", "--poll", "10m"),
    client_words=("--silence", "600", "--cuts", "0", "--tears", "0"),
)
"""Whoever follows learns of what other servers did by wake-ups, and by nothing else."""
NOTHING: Final = ""

REPORTED: Final[dict[str, tuple[Trial, Promise]]] = {
    "acknowledges-before-commit": (PLAY, Promise.ACKNOWLEDGED),
    "drops-the-version-check": (PLAY, Promise.ACKNOWLEDGED),
    "forgets-request-ids": (PLAY, Promise.ONCE),
    "repeats-with-the-present": (PLAY, Promise.ACKNOWLEDGED),
    "keeps-the-old-position": (PLAY, Promise.REPLAY),
    "skips-wake-ups": (
        replace(BY_WAKE_UPS, client_words=(*BY_WAKE_UPS.client_words, "--patience", "5")),
        Promise.WATCHED,
    ),
    "skips-after-resume": (PLAY, Promise.WATCHED),
    "leaks-to-spectators": (PLAY, Promise.LEAK),
    "fires-timers-twice": (PLAY, Promise.TIMER),
    "charges-outages": (OUTAGE, Promise.TIMER),
    "tells-no-ends": (PLAY, Promise.FEED),
    "leaves-files-open": (PLAY, Promise.HEALTH),
}
"""For each fault what is tried, and the promise that it breaks; others may be broken with it."""


@pytest.mark.long
@pytest.mark.parametrize("fault", REPORTED)
def test_a_planted_fault_is_reported(fault: str, tmp_path: Path) -> None:
    trial, promise = REPORTED[fault]
    assert promise in broken(found := findings(tmp_path, fault, trial)), found


@pytest.mark.long
def test_a_store_that_loses_commits_is_reported(tmp_path: Path) -> None:
    found = findings(tmp_path, NOTHING, LOSS)
    missing = [text for text in found if text.startswith(Promise.ACKNOWLEDGED)]
    assert len(missing) >= 20, found
    assert Promise.WATCHED in broken(found), found


@pytest.mark.long
@pytest.mark.parametrize("trial", [PLAY, OUTAGE, BY_WAKE_UPS], ids=["play", "outage", "wake-ups"])
def test_of_sound_servers_nothing_is_reported(trial: Trial, tmp_path: Path) -> None:
    assert findings(tmp_path, NOTHING, trial) == []


def test_every_fault_is_tried_and_every_promise_broken() -> None:
    assert REPORTED.keys() == FAULTS.keys()
    assert {promise for _, promise in REPORTED.values()} == set(Promise)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_still_has_a_place(fault: str) -> None:
    planted = started("-m", "tests.programs.chaos.faults", fault, "--version")
    assert (planted.returncode, planted.stderr) == (0, "")


def test_a_fault_that_has_no_place_is_not_planted() -> None:
    with pytest.raises(Missing):
        plant(sys, "no_such_function", print)
    text = "from tests.programs.chaos.faults.planting import rewrite; rewrite('no such text', '')"
    assert "Missing: no script has: no such text" in started("-c", text).stderr


def test_a_fault_must_be_one_of_those_there_are() -> None:
    refused = started("-m", "tests.programs.chaos.faults", "no-such-fault")
    assert refused.returncode == 2
    assert all(name in refused.stderr for name in FAULTS)


def broken(found: Sequence[str]) -> set[str]:
    """The promises that findings are of; the rest is of the run itself."""
    return {text.partition(" ")[0] for text in found}


def started(*words: str) -> subprocess.CompletedProcess[str]:
    """A Python process that has ended."""
    return subprocess.run(
        (sys.executable, *words),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=clean_environment(),
    )
