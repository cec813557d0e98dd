"""The check of a run, from its folder to its findings: read what was heard, then judge the dump."""

import time
from collections.abc import Sequence
from math import isinf
from pathlib import Path

from tests.programs.chaos.check.dumped import dumped, stored
from tests.programs.chaos.check.ending import FeedJudge
from tests.programs.chaos.check.evidence import Evidence
from tests.programs.chaos.check.findings import Findings
from tests.programs.chaos.check.gathering import STORM, gather
from tests.programs.chaos.check.judging import Judge, judge_missing
from tests.programs.chaos.check.standing import judge_health
from tests.programs.chaos.check.storming import Storm, storm_of
from tests.programs.chaos.check.timing import Timing


def check(folder: Path) -> Findings:
    """Everything that a run proves or refutes."""
    findings = Findings()
    storm = storm_of(folder / "journals" / STORM)
    gathered = gather(folder / "journals", storm, findings)
    wall = gathered.wall
    if isinf(wall):
        wall = time.time() - time.monotonic()
    timing = Timing(storm, wall, findings)
    judge = Judge(timing, wall, findings)
    feeds = FeedJudge(gathered, wall, findings)
    in_store = stored(folder / "dump")
    there = set()
    for one in dumped(folder / "dump"):
        there.add(one.match)
        evidence = gathered.matches.get(one.match) or Evidence()
        judge.judge(one, evidence, in_store.get(one.match))
        if one.inspected is not None:
            feeds.judge(one.inspected.record.match)
    findings.count("principals that acted", len(gathered.players))
    judge_missing(gathered.created, there, gathered.matches, findings)
    judge_health(folder / "health.json", findings)
    _count(findings, storm)
    _tell_lateness(findings, "timers", timing.late)
    _tell_lateness(findings, "timers beyond outages", timing.late_beyond_outages)
    return findings


def _count(findings: Findings, storm: Storm) -> None:
    for (what, kind), times in sorted(storm.deeds.items()):
        findings.figures[f"storm: {what} {kind}"] = times
    findings.figures["outages given back"] = sum(one.is_given_back for one in storm.outages)


def _tell_lateness(findings: Findings, what: str, late: Sequence[float]) -> None:
    findings.figures[f"{what}: fired"] = len(late)
    if late:
        ordered = sorted(late)
        for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0)):
            place = min(int(share * len(ordered)), len(ordered) - 1)
            findings.figures[f"{what}: late by s, {name}"] = round(ordered[place], 3)
