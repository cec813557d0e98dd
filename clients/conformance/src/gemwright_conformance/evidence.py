"""What there is to judge of one case: what the server heard, what the client said, what was so."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gemwright.pb.match_pb2 import Match
from gemwright_conformance.driver import Account
from gemwright_conformance.journal import Journal


@dataclass(frozen=True, slots=True)
class Evidence:
    """Of one case."""

    end: str
    """How the client was to end: `over`, `refused`, `gone`, `submitted` or `inbox`."""
    journal: Journal
    account: Account
    match: Match
    """As it is after the client has ended."""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One time that a requirement was met, or was not."""

    is_met: bool
    text: str = ""
    """What was wrong."""


Check: TypeAlias = Callable[[Evidence], Iterator[Finding]]
"""Every time that a case shows something about one requirement."""

MET = Finding(True)


def broken(text: str) -> Finding:
    """A requirement that was not met."""
    return Finding(False, text)


def met_if(is_met: bool, text: str) -> Finding:
    """Met, or else broken with this text."""
    return MET if is_met else broken(text)
