"""How the client handles things that are newer than itself.

Each requirement is met if the client did everything else right in spite of what was added.
"""

from collections.abc import Iterator

from gemwright_conformance.checks import playing, watching
from gemwright_conformance.evidence import Evidence, Finding, met_if
from gemwright_conformance.refusing import NEWER_VALUE


def ignores_fields(evidence: Evidence) -> Iterator[Finding]:
    """FUTURE-1: unknown fields change nothing."""
    if "FUTURE-1" in evidence.journal.planted:
        yield from _goes_on(evidence)


def skips_events(evidence: Evidence) -> Iterator[Finding]:
    """FUTURE-2: unknown events are counted, and change nothing else."""
    sent = evidence.journal.unknown_events
    if not sent:
        return
    yield from _goes_on(evidence)
    for line in evidence.account.lines("update"):
        version, told = line.line.get("version"), line.line.get("unknown_events")
        expected = sent.get(version, 0) if isinstance(version, int) else 0
        text = f"update {version} has {expected} unknown events, and it told {told}"
        yield met_if(told == expected, text)


def skips_messages(evidence: Evidence) -> Iterator[Finding]:
    """FUTURE-3: unknown messages change nothing."""
    if "FUTURE-3" in evidence.journal.planted:
        yield from _goes_on(evidence)


def tells_numbers(evidence: Evidence) -> Iterator[Finding]:
    """FUTURE-4: unknown values change nothing, and are reported as numbers."""
    if "FUTURE-4" not in evidence.journal.planted:
        return
    yield from _goes_on(evidence)
    resets = [line.line.get("reason") for line in evidence.account.lines("reset")]
    yield met_if(_has_number(resets), f"a reset has the reason {NEWER_VALUE}, and it told {resets}")
    reasons = [line.line.get("reasons") for line in evidence.account.lines("over")]
    ends = [one for told in reasons if isinstance(told, list) for one in told]
    yield met_if(_has_number(ends), f"an end has the reason {NEWER_VALUE}, and it told {ends}")


def _has_number(told: list[object]) -> bool:
    return str(NEWER_VALUE) in [str(one) for one in told]


def _goes_on(evidence: Evidence) -> Iterator[Finding]:
    yield from playing.plays_to_the_end(evidence)
    yield from watching.tells_each_once(evidence)
