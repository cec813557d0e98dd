"""How the client handles refusals."""

from collections.abc import Iterator
from typing import Final

from gemwright.pb.error_pb2 import ErrorReason
from gemwright_conformance.driver import Line
from gemwright_conformance.evidence import Evidence, Finding, broken, met_if
from gemwright_conformance.journal import Heard, Opened
from gemwright_conformance.refusing import NEWER_REASON, NEWER_VALUE, Refused

_NEWER: Final = (NEWER_REASON, str(NEWER_VALUE))


def tells_the_reason(evidence: Evidence) -> Iterator[Finding]:
    """ERROR-1: every refusal is reported, in order, with its reason."""
    for expected, found in _pairs(evidence):
        if expected.reason in _known_reasons():
            yield _told(expected, found, "reason", expected.reason)


def tells_the_details(evidence: Evidence) -> Iterator[Finding]:
    """ERROR-2: every refusal is reported with its details."""
    for expected, found in _pairs(evidence):
        if _is_newer(expected):
            continue
        for name, wanted in expected.details().items():
            yield _told(expected, found, name, wanted)


def tells_newer_reasons(evidence: Evidence) -> Iterator[Finding]:
    """ERROR-4: refusals with an unknown reason are reported too, and not repeated."""
    for expected, found in _pairs(evidence):
        if _is_newer(expected):
            yield _told(expected, found, "reason", expected.reason)
            if expected.refusal:
                yield _told(expected, found, "refusal", expected.refusal)
    for call in evidence.journal.changes():
        if call.refused and _is_newer(call.refused):
            yield _is_not_repeated(evidence, call)


def repeats_no_refusal(evidence: Evidence) -> Iterator[Finding]:
    """ERROR-3: a call that was refused for good is not repeated."""
    for call in evidence.journal.changes():
        if call.is_refused_for_good:
            yield _is_not_repeated(evidence, call)
    yield from _are_all_told(evidence)
    for number, stream in enumerate(watches := evidence.journal.watches()):
        if stream.refused and stream.refused.is_for_good:
            again = len(watches) - number - 1
            text = f"a watch that was refused with {stream.refused.reason} was opened again"
            yield met_if(not again, text)


def _are_all_told(evidence: Evidence) -> Iterator[Finding]:
    """A client that repeats a refused call, with any id, reports fewer refusals than there were."""
    calls = evidence.journal.changes()
    for method in dict.fromkeys(call.method for call in calls if call.is_refused_for_good):
        refused = sum(call.method == method and call.is_refused_for_good for call in calls)
        told = sum(one.line.get("call") == method for one in evidence.account.lines("refused"))
        text = f"{method} was refused for good {refused} times, and it told {told} refusals"
        yield met_if(told >= refused, text)


def _is_not_repeated(evidence: Evidence, call: Heard) -> Finding:
    assert call.refused is not None
    again = [
        one
        for one in evidence.journal.changes()
        if one.at > call.ended_at and one.request.request_id == call.request.request_id
    ]
    return met_if(not again, f"what was refused with {call.refused.reason} was sent again")


def repeats_after_a_limit(evidence: Evidence) -> Iterator[Finding]:
    """ERROR-5: a call that met a limit is sent again."""
    for call in evidence.journal.changes():
        if call.refused is None or call.refused.reason != "LIMIT_EXCEEDED":
            continue
        again = any(one.at > call.ended_at for one in evidence.journal.changes())
        yield met_if(again, "what was refused with LIMIT_EXCEEDED was not sent again")


def _pairs(evidence: Evidence) -> Iterator[tuple[Refused, Line]]:
    """Every refusal for good with the line that reports it, or an empty line if none does."""
    refusals = [
        (one.method, one.refused)
        for one in _refusable(evidence)
        if one.refused and one.refused.is_for_good
    ]
    for method in dict.fromkeys(method for method, _ in refusals):
        lines = [
            one.line for one in evidence.account.lines("refused") if one.line.get("call") == method
        ]
        expected = [refused for name, refused in refusals if name == method]
        for number, refused in enumerate(expected):
            yield refused, lines[number] if number < len(lines) else {}


def _refusable(evidence: Evidence) -> Iterator[Heard | Opened]:
    yield from evidence.journal.changes()
    yield from evidence.journal.watches()


def _told(expected: Refused, line: Line, name: str, wanted: object) -> Finding:
    found = line.get(name)
    if not line:
        return broken(f"it did not tell a refusal with {expected.reason}")
    text = f"a refusal with {expected.reason} has the {name} {wanted}, and it told {found}"
    return met_if(str(wanted) == str(found), text)


def _is_newer(refused: Refused) -> bool:
    return refused.reason in _NEWER or refused.refusal in _NEWER


def _known_reasons() -> list[str]:
    names = ErrorReason.DESCRIPTOR.values_by_name
    return [name.removeprefix("ERROR_REASON_") for name in names]
