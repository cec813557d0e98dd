"""Whether the client came to the end that its case expects."""

from collections.abc import Iterator
from typing import Final

from gemwright.pb.match_pb2 import Match, MatchState
from gemwright.pb.outcome_pb2 import EndReason
from gemwright_conformance.evidence import MET, Evidence, Finding, broken, met_if
from gemwright_conformance.refusing import NEWER_VALUE

_NUMBERS: Final = (NEWER_VALUE,)


def plays_to_the_end(evidence: Evidence) -> Iterator[Finding]:
    """PLAY-1: it ended by itself with exit code 0 and reported how the match ended."""
    account = evidence.account
    if account.complaint:
        yield broken(account.complaint)
    if account.code is None:
        yield broken("it did not end by itself")
    elif account.code:
        yield broken(f"it ended with exit code {account.code}")
    yield from _says_what_it_did(evidence)
    if evidence.end == "over":
        yield from _says_how_it_ended(evidence)
    elif account.code == 0 and not account.complaint:
        yield MET


def _says_what_it_did(evidence: Evidence) -> Iterator[Finding]:
    """Every answered call is reported once with what it did; repetitions have the same result."""
    calls = evidence.journal.changes()
    done = {call.request.request_id: call.applied for call in calls if call.applied}
    lines = [one.line for one in evidence.account.lines("applied")]
    told = [(line.get("version"), line.get("commit")) for line in lines]
    if told != [*done.values()]:
        yield broken(f"the answers told of {[*done.values()]}, and it told {told}")


def _says_how_it_ended(evidence: Evidence) -> Iterator[Finding]:
    said = [one.line for one in evidence.account.lines("over")]
    if len(said) != 1:
        yield broken("it did not say how the match ended" if not said else "it ended twice")
        return
    expected = outcome(evidence.match)
    found = {name: said[0].get(name) for name in expected}
    if isinstance(found["reasons"], list):  # the values that the suite added there are for FUTURE-4
        found["reasons"] = [one for one in found["reasons"] if _number(one) not in _NUMBERS]
    yield met_if(found == expected, f"the match ended with {expected}, and it said {found}")


def _number(value: object) -> object:
    """A number that may have been written as a text."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


def outcome(match: Match) -> dict[str, object]:
    """The outcome of a match as the client should report it."""
    return {
        "state": MatchState.Name(match.state).removeprefix("MATCH_STATE_"),
        "winners": list(match.outcome.winners),
        "reasons": [
            EndReason.Name(reason).removeprefix("END_REASON_") for reason in match.outcome.reasons
        ],
    }
