"""What each case shows about each requirement, and what all cases show together."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from gemwright_conformance.cases import Case
from gemwright_conformance.checks import CHECKS
from gemwright_conformance.evidence import Evidence, Finding, broken
from gemwright_conformance.requirements import REQUIREMENTS


class Standing(Enum):
    """Whether a requirement is met."""

    MET = "met"
    BROKEN = "BROKEN"
    NOT_SHOWN = "not shown"


def judged(case: Case, evidence: Evidence) -> dict[str, list[Finding]]:
    """All findings of a case by requirement; those it is meant to show need at least one."""
    found = {name: list(check(evidence)) for name, check in CHECKS.items()}
    for name in case.shows:
        if not found[name]:
            found[name] = [broken("it ended before this was seen")]
    return found


@dataclass(slots=True)
class Verdict:
    """What all cases show about one requirement."""

    requirement: str
    met_in: list[str] = field(default_factory=list)
    """The cases that show it met."""
    broken_in: dict[str, str] = field(default_factory=dict)
    """The cases that show it broken, each with its first such finding."""

    @property
    def standing(self) -> Standing:
        """Whether the requirement is met."""
        if self.broken_in:
            return Standing.BROKEN
        return Standing.MET if self.met_in else Standing.NOT_SHOWN

    @property
    def text(self) -> str:
        """The text of the requirement."""
        return REQUIREMENTS[self.requirement]


def verdicts(found: Mapping[str, Mapping[str, Iterable[Finding]]]) -> list[Verdict]:
    """The verdict on every requirement, from the findings of each case."""
    return [_verdict(name, found) for name in REQUIREMENTS]


def _verdict(name: str, found: Mapping[str, Mapping[str, Iterable[Finding]]]) -> Verdict:
    verdict = Verdict(name)
    for case, findings in found.items():
        wrong = list(_texts(findings[name]))
        if wrong:
            verdict.broken_in[case] = wrong[0]
        elif findings[name]:
            verdict.met_in.append(case)
    return verdict


def _texts(findings: Iterable[Finding]) -> Iterator[str]:
    return (finding.text for finding in findings if not finding.is_met)
