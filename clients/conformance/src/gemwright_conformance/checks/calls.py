"""How the client sends and repeats calls that change something."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from gemwright.pb.game_pb2 import Action
from gemwright.pb.match_service_pb2 import SubmitActionRequest
from gemwright_conformance.evidence import MET, Evidence, Finding, broken, met_if
from gemwright_conformance.journal import Heard

LONGEST_DEADLINE_S: Final = 20.0
"""A client that waits longer for an answer has no deadline."""
SHORTEST_PAUSE_S: Final = 0.02
_ATTEMPTS: Final = 4
"""How many in a row show whether pauses grow."""
_HAIR_S: Final = 0.02
_FAILURES: Final = ("OUTCOME_UNKNOWN", "STORE_UNAVAILABLE", "DRAINING")


def is_sent_again(evidence: Evidence) -> Iterator[Finding]:
    """CALL-1: a call is repeated until its outcome is known."""
    for call, later in _with_later(evidence):
        if not _has_failed(call):
            continue
        again = any(_is_about_the_same(call, one) for one in later)
        if again or not _is_told_by_the_watch(evidence, call):
            yield met_if(again, f"{_name(call)}, which {_fate(call)}, was not sent again")


def is_sent_as_it_was(evidence: Evidence) -> Iterator[Finding]:
    """CALL-2: the repetition of a call is the same to the byte."""
    for call, later in _with_later(evidence):
        if not (_is_open(call) and later and _is_about_the_same(call, later[0])):
            continue
        if later[0].request.request_id != call.request.request_id:
            yield broken(f"{_name(call)} was sent again with another request id")
        else:
            same = later[0].content == call.content
            yield met_if(same, f"{_name(call)} was sent again with another content")


def _is_about_the_same(call: Heard, later: Heard) -> bool:
    first, second = call.request, later.request
    if isinstance(first, SubmitActionRequest) and isinstance(second, SubmitActionRequest):
        return first.expected_version == second.expected_version
    return call.method == later.method


def sends_nothing_else_meanwhile(evidence: Evidence) -> Iterator[Finding]:
    """CALL-3: no other call is sent before the outcome of a call is known."""
    for call, later in _with_later(evidence):
        if not _is_open(call):
            continue
        request_id = call.request.request_id
        known_at = _known_at(evidence, request_id)
        others = [one for one in later if one.request.request_id != request_id]
        early = next((one for one in others if one.at < known_at), None)
        yield met_if(
            early is None,
            f"while nobody knew what became of {_name(call)}, it sent another call",
        )


def _known_at(evidence: Evidence, request_id: str) -> float:
    """When the client could know the outcome of its call."""
    calls = [one for one in evidence.journal.changes() if one.request.request_id == request_id]
    answers = [one.ended_at for one in calls if one.is_final]
    return min([*answers, *(_told_by_the_watch_at(evidence, one) for one in calls)])


def has_an_id_of_its_own(evidence: Evidence) -> Iterator[Finding]:
    """CALL-4: a request id is not used for another call."""
    contents: dict[str, Heard] = {}
    for call in evidence.journal.changes():
        before = contents.setdefault(call.request.request_id, call)
        same = _is_about_the_same(before, call)
        yield met_if(same, f"{_name(call)} had the request id of {_name(before)}")


def pauses_ever_longer(evidence: Evidence) -> Iterator[Finding]:
    """CALL-5: the pauses between attempts that the network lost grow."""
    for run in _runs(evidence):
        lost = [one for one in run[:-1] if one.refused is None and not one.is_hung]
        if len(lost) < _ATTEMPTS or lost != run[: len(lost)]:
            continue
        pauses = [after.at - before.ended_at for before, after in pairwise(run[: len(lost) + 1])]
        yield from judged_pauses(pauses, _name(run[0]))


def judged_pauses(pauses: list[float], name: str) -> Iterator[Finding]:
    """Whether pauses are long enough and grow."""
    told = ", ".join(f"{pause:.2f}" for pause in pauses)
    is_pause = min(pauses) >= SHORTEST_PAUSE_S
    does_grow = max(pauses[-2:]) > pauses[0]
    yield met_if(is_pause and does_grow, f"{name} was tried again after {told} s")


def _runs(evidence: Evidence) -> Iterator[list[Heard]]:
    """The attempts of each call, whatever request ids they have."""
    run: list[Heard] = []
    for call in evidence.journal.changes():
        if run and not _is_about_the_same(run[-1], call):
            yield run
            run = []
        run.append(call)
    if run:
        yield run


def waits_as_told(evidence: Evidence) -> Iterator[Finding]:
    """CALL-6: a call is repeated no sooner than `RetryInfo` allows."""
    for run in _runs(evidence):
        for before, after in pairwise(run):
            told = before.refused.retry_after if before.refused else None
            if told is not None:
                pause = after.at - before.ended_at
                text = f"{_name(before)} was sent again after {pause:.2f} s, not {told:.2f} s"
                yield met_if(pause > told - _HAIR_S, text)


def has_a_deadline(evidence: Evidence) -> Iterator[Finding]:
    """CALL-7: a call without an answer is repeated in time."""
    for call, later in _with_later(evidence):
        if not call.is_hung:
            continue
        again = next((one for one in later if _is_about_the_same(call, one)), None)
        if again is None:
            told = _is_told_by_the_watch(evidence, call)
            if not told:
                yield broken(f"{_name(call)} got no answer, and was never sent again")
            continue
        waited = again.at - call.at
        text = f"{_name(call)} got no answer, and was sent again after {waited:.0f} s only"
        yield met_if(waited < LONGEST_DEADLINE_S, text)


def does_what_was_listed(evidence: Evidence) -> Iterator[Finding]:
    """CALL-8: every action was listed, for the version that it names."""
    for call in evidence.journal.changes():
        request = call.request
        if isinstance(request, SubmitActionRequest):
            listed = _listed(evidence, request.expected_version)
            text = f"{_name(call)} was not listed for that version"
            yield met_if(_known_part(request.action) in listed, text)


def _listed(evidence: Evidence, version: int) -> list[bytes]:
    return [
        _known_part(action)
        for listed in evidence.journal.listed
        if listed.version == version
        for action in listed.actions
    ]


def _known_part(action: Action) -> bytes:
    """An action without added unknown fields: some clients send them back, and some cannot."""
    known = Action()
    known.CopyFrom(action)
    known.DiscardUnknownFields()
    return known.SerializeToString(deterministic=True)


def chooses_anew(evidence: Evidence) -> Iterator[Finding]:
    """CALL-9: after a stale version the client chooses anew for the current one."""
    for call, later in _with_later(evidence):
        if call.refused is None or call.refused.reason != "STALE_VERSION":
            continue
        following = next((one for one in later if one.method == call.method), None)
        if following is None:
            yield broken(f"{_name(call)} was stale, and it did not choose anew")
        else:
            yield _is_new_choice(call, following)


def _is_new_choice(call: Heard, following: Heard) -> Finding:
    first, second = call.request, following.request
    assert call.refused is not None
    if first.request_id == second.request_id:
        return broken(f"{_name(call)} was stale, and was sent again with the same request id")
    if not isinstance(second, SubmitActionRequest):
        return MET
    current = call.refused.current_version
    text = f"{_name(call)} was stale, and the next choice was for version"
    return met_if(
        second.expected_version == current, f"{text} {second.expected_version}, not {current}"
    )


def _with_later(evidence: Evidence) -> Iterator[tuple[Heard, list[Heard]]]:
    """Every call that changes something, with the calls after it."""
    calls = evidence.journal.changes()
    for number, call in enumerate(calls):
        yield call, calls[number + 1 :]


def _has_failed(call: Heard) -> bool:
    """Whether a call failed, or its outcome is unknown."""
    return _is_open(call) and (call.refused is None or call.refused.reason in _FAILURES)


def _is_open(call: Heard) -> bool:
    """Whether the answer left the outcome of the call unknown to the client."""
    if call.refused is not None:
        return not call.refused.is_for_good
    return not call.is_answered


def _is_told_by_the_watch(evidence: Evidence, call: Heard) -> bool:
    return _told_by_the_watch_at(evidence, call) < math.inf


def _told_by_the_watch_at(evidence: Evidence, call: Heard) -> float:
    """When a watch sent the client its own update, which is an answer too."""
    request = call.request
    for stream in evidence.journal.watches():
        for sent in stream.sent:
            update = sent.update
            if update is None or sent.at < call.at:
                continue
            is_own = (
                update.move.seat == evidence.seat
                and update.HasField("move")
                and update.version == request.expected_version + 1
                if isinstance(request, SubmitActionRequest)
                else update.HasField("forfeit") and update.forfeit.seat == evidence.seat
            )
            if is_own:
                return sent.at
    return math.inf


def _name(call: Heard) -> str:
    """The name of a call for people."""
    request = call.request
    if isinstance(request, SubmitActionRequest):
        return f"the action for version {request.expected_version}"
    return "the resignation"


def _fate(call: Heard) -> str:
    """Why the outcome of a call was not known, for people."""
    if call.refused is not None:
        return f"got {call.refused.reason}"
    return "got no answer"
