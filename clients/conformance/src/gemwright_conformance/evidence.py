"""The evidence of one case: what the server received, what the client wrote, and the match."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gemwright.pb.match_pb2 import Match
from gemwright_conformance.driver import Account
from gemwright_conformance.journal import Journal


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of one case."""

    end: str
    """How the client should end: `over`, `refused`, `gone`, `submitted` or `inbox`."""
    journal: Journal
    account: Account
    match: Match
    """The match after the client has ended."""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One instance of a requirement being met or broken."""

    is_met: bool
    text: str = ""
    """What was wrong."""


Check: TypeAlias = Callable[[Evidence], Iterator[Finding]]
"""Finds every instance in a case in which one requirement was met or broken."""

MET = Finding(True)


def broken(text: str) -> Finding:
    """A finding that the requirement was broken."""
    return Finding(False, text)


def met_if(is_met: bool, text: str) -> Finding:
    """A finding: met, or otherwise broken with this text."""
    return MET if is_met else broken(text)
