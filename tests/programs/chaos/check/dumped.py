"""The dump of a run, read match by match: what the service says, and what lies in the store."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gemwright_client.pb.match_pb2 import MatchRecord, Update
from gemwright_client.pb.match_service_pb2 import (
    GetMatchRecordResponse,
    ListUpdatesRequest,
    ListUpdatesResponse,
)
from gemwright_client.pb.operator_service_pb2 import InspectMatchRequest, InspectMatchResponse
from tests.programs.chaos.check.lines import Line, lines
from tests.programs.chaos.check.secrecy import Viewer
from tests.programs.chaos.journal import Kind

API: str = "api.jsonl"
STORE: str = "store.jsonl"


class Stored(msgspec.Struct):
    """What lies in the store of one match."""

    match: str
    version: int
    commit: str
    """In hex."""
    entries: int
    """The length of the log; 0 once the match is archived."""
    requests: dict[str, int]
    """Seat and request id, and the version it made."""
    is_archived: bool = False


@dataclass
class Dumped:
    """What the service says of one match after the calm."""

    match: str
    at: float
    """When it was asked, on the clock of the journals."""
    inspected: InspectMatchResponse | None = None
    logs: dict[Viewer, list[Update]] = field(default_factory=dict)
    """The history as each viewer is told it."""
    record: MatchRecord | None = None
    """As everybody gets it, once the match is over."""
    failures: list[str] = field(default_factory=list)
    """Calls that were refused."""


def stored(folder: Path) -> dict[str, Stored]:
    """What lies in the store, by match."""
    decoder = msgspec.json.Decoder(Stored)
    with (folder / STORE).open("rb") as file:
        return {one.match: one for one in map(decoder.decode, file)}


def dumped(folder: Path) -> Iterator[Dumped]:
    """Every match that was asked for; the calls for a match stand together."""
    current: Dumped | None = None
    called = Line(Kind.CALLED)
    for line in lines(folder / API):
        if line.kind is Kind.CALLED:
            called = line
            if line.method == "InspectMatch":
                if current is not None:
                    yield current
                match = InspectMatchRequest.FromString(line.message).match
                current = Dumped(match, line.at)
        elif current is not None:
            _take(current, called, line)
    if current is not None:
        yield current


def _take(one: Dumped, called: Line, answer: Line) -> None:
    if answer.code != "OK":
        one.failures.append(f"{called.method} by {called.principal!r}: {answer.reason}")
    elif called.method == "InspectMatch":
        one.inspected = InspectMatchResponse.FromString(answer.message)
    elif called.method == "ListUpdates":
        request = ListUpdatesRequest.FromString(called.message)
        viewer = request.seat if request.HasField("seat") else None
        page = ListUpdatesResponse.FromString(answer.message)
        one.logs.setdefault(viewer, []).extend(page.updates)
    elif called.method == "GetMatchRecord":
        one.record = GetMatchRecordResponse.FromString(answer.message).record
