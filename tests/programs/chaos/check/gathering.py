"""Reads what clients recorded, once, line by line: calls here, streams in other modules.

What one client can see by itself is judged at once (a repeated call that was answered otherwise).
The rest becomes evidence, to be held against the dump.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gemwright_client.notation import action_text
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING, Match, Update
from gemwright_client.pb.match_service_pb2 import (
    GetMatchResponse,
    JoinMatchRequest,
    JoinMatchResponse,
    ResignRequest,
    ResignResponse,
    SubmitActionRequest,
    SubmitActionResponse,
)
from gemwright_client.pb.matchmaker_service_pb2 import (
    BatchCreateMatchesRequest,
    BatchCreateMatchesResponse,
    CancelMatchResponse,
    CreateMatchRequest,
    CreateMatchResponse,
)
from tests.programs.chaos.check.evidence import Asked, Evidence, digest
from tests.programs.chaos.check.feeding import Activity, Inbox
from tests.programs.chaos.check.findings import Findings, Promise
from tests.programs.chaos.check.following import Follower
from tests.programs.chaos.check.lines import Line, Process, last_starts, lines
from tests.programs.chaos.check.storming import Storm
from tests.programs.chaos.check.times import seconds
from tests.programs.chaos.journal import Kind

UNKNOWN: Final = frozenset(("", "OUTCOME_UNKNOWN", "INTERNAL"))
"""Reasons of errors after which the call may have been done."""
NOT_DONE: Final = frozenset(("STORE_UNAVAILABLE", "DRAINING", "LIMIT_EXCEEDED"))
"""Reasons of errors after which it was not done this time, and may be the next."""
OPEN_STATES: Final = (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)
STORM: Final = "storm.jsonl"


@dataclass
class Gathered:
    """What all journals together say."""

    matches: dict[str, Evidence] = field(default_factory=lambda: defaultdict(Evidence))
    created: dict[str, str] = field(default_factory=dict)
    """Request ids of creations that were answered, and their matches."""
    players: set[str] = field(default_factory=set)
    """Principals that have acted."""
    inboxes: list[Inbox] = field(default_factory=list)
    """Those that were followed to the end."""
    activities: list[Activity] = field(default_factory=list)
    """All that were followed."""
    wall: float = float("-inf")
    """What to add to the clock of the journals to get that of the store."""


def gather(folder: Path, storm: Storm, findings: Findings) -> Gathered:
    """Read every journal of a run but that of the storm."""
    gathered = Gathered()
    paths = sorted(path for path in folder.glob("*.jsonl") if path.name != STORM)
    ended_in_order = last_starts(paths)
    for path in paths:
        _Reader(gathered, storm, findings).read(path, is_complete=path in ended_in_order)
    return gathered


class _Reader:
    """Reads one journal."""

    def __init__(self, gathered: Gathered, storm: Storm, findings: Findings) -> None:
        self._gathered = gathered
        self._findings = findings
        self._storm = storm
        self._calls: dict[int, Line] = {}
        """Calls under way, as they were sent."""
        self._heard: set[int] = set()
        """Streams that have told something."""
        self._streams: dict[int, Follower | Inbox | Activity] = {}
        self._followers: dict[tuple[str, str], Follower | Inbox | Activity] = {}
        self._answers: Mapping[str, Callable[[Line, Line], None]] = {
            "SubmitAction": self._acted,
            "Resign": self._acted,
            "JoinMatch": self._joined,
            "CreateMatch": self._created,
            "BatchCreateMatches": self._batch_created,
            "CancelMatch": self._cancelled,
            "GetMatch": self._looked,
        }

    def read(self, path: Path, *, is_complete: bool) -> None:
        """Take everything in; a complete journal is of a process that ended in order."""
        for line in lines(path):
            match line.kind:
                case Kind.CALLED:
                    self._calls[line.call] = line
                    self._findings.count("calls")
                case Kind.ANSWERED:
                    self._answered(self._calls.pop(line.call), line)
                case Kind.OPENED:
                    self._opened(line)
                case Kind.HEARD:
                    self._streams[line.call].take(line)
                    self._heard.add(line.call)
                    self._findings.count("messages heard")
                case Kind.ENDED:
                    self._ended(line)
                case Kind.DONE:
                    self._findings.count(f"done by clients: {line.what}")
        for called in self._calls.values():
            self._answered(called, Line(Kind.ANSWERED, code="KILLED"))
        role = Process.of(path).role
        for one in self._followers.values():
            one.end(is_complete and role in ("watchers", "feeds"))

    def _ended(self, line: Line) -> None:
        follower = self._streams.pop(line.call)
        self._findings.count(f"streams ended: {line.code}")
        if line.call in self._heard and line.code != "OK":
            self._heard.discard(line.call)
            kind = "watches" if isinstance(follower, Follower) else "feeds"
            by = "their clients" if line.code == "CUT" else "others"
            self._findings.count(f"{kind} cut by {by}")

    def _opened(self, line: Line) -> None:
        key = (line.method, line.follower)
        follower = self._followers.get(key)
        if follower is None:
            follower = self._followers[key] = self._follower(line)
        follower.open(line)
        self._streams[line.call] = follower
        self._findings.count("streams")

    def _follower(self, line: Line) -> Follower | Inbox | Activity:
        match line.method:
            case "WatchMatch":
                return Follower(line, self._gathered.matches, self._storm, self._findings)
            case "WatchInbox":
                inbox = Inbox(line, self._storm, self._findings)
                self._gathered.inboxes.append(inbox)
                return inbox
            case "WatchActivity":
                activity = Activity(line, self._storm, self._findings)
                self._gathered.activities.append(activity)
                return activity
            case _:
                raise ValueError(f"{line.method} is no stream")

    def _answered(self, called: Line, answer: Line) -> None:
        reason = answer.reason or ("" if answer.code == "OK" else answer.code)
        self._findings.count(f"answers: {reason or 'OK'}")
        if called.method in self._answers:
            self._answers[called.method](called, answer)

    # --- Seats

    def _acted(self, called: Line, answer: Line) -> None:
        request: SubmitActionRequest | ResignRequest
        if called.method == "Resign":
            request = ResignRequest.FromString(called.message)
        else:
            request = SubmitActionRequest.FromString(called.message)
            if request.validate_only:
                return
        self._gathered.players.add(called.principal)
        evidence = self._gathered.matches[request.match]
        key = (request.seat, request.request_id)
        content = digest(request)
        asked = evidence.requests.setdefault(key, Asked(called.method, content))
        asked.calls += 1
        if asked.content != content and not asked.version and answer.code == "OK":
            asked.content = content
        if answer.reason == "REQUEST_ID_REUSED" and asked.content != content:
            self._findings.count("request ids used again and refused")
        elif answer.code == "OK":
            self._acknowledged(request, asked, called, answer)
        elif answer.reason in UNKNOWN:
            asked.unknown += 1
        elif answer.reason not in NOT_DONE:
            if asked.version and asked.content == content:
                text = f"{request.request_id}: version {asked.version}, then {answer.reason}"
                self._findings.add(Promise.ONCE, request.match, f"request id {text}")
            asked.refusal = answer.reason

    def _acknowledged(
        self,
        request: SubmitActionRequest | ResignRequest,
        asked: Asked,
        called: Line,
        answer: Line,
    ) -> None:
        kind = ResignResponse if asked.method == "Resign" else SubmitActionResponse
        response = kind.FromString(answer.message)
        update, told = response.update, digest(response.update)
        if wrong := _is_another(request, update):
            text = f"request id {request.request_id}: {wrong}"
            self._findings.add(Promise.ACKNOWLEDGED, request.match, text)
        if asked.refusal:
            text = f"{request.request_id}: {asked.refusal}, then version {update.version}"
            self._findings.add(Promise.ONCE, request.match, f"request id {text}")
        if asked.version and (asked.version, asked.answer) != (update.version, told):
            text = f"versions {asked.version} and {update.version}, or unlike updates"
            self._findings.add(
                Promise.ONCE, request.match, f"request id {request.request_id}: {text}"
            )
        if not asked.version:
            asked.version, asked.answer = update.version, told
            self._gathered.wall = max(self._gathered.wall, seconds(update.time) - answer.at)
        else:
            self._findings.count("repeated calls answered the same")

    def _joined(self, called: Line, answer: Line) -> None:
        if answer.code != "OK":
            return
        request = JoinMatchRequest.FromString(called.message)
        response = JoinMatchResponse.FromString(answer.message)
        evidence = self._gathered.matches[request.match]
        known = evidence.joins.setdefault(response.seat, called.principal)
        if known != called.principal:
            text = f"seat {response.seat} was given to {known!r} and to {called.principal!r}"
            self._findings.add(Promise.ONCE, request.match, text)
        self._known(response.match)

    def _looked(self, called: Line, answer: Line) -> None:
        if answer.code != "OK":
            return
        response = GetMatchResponse.FromString(answer.message)
        evidence = self._known(response.match)
        viewer = response.viewer_seat if response.HasField("viewer_seat") else None
        number = (response.match.version, response.match.commit_id)
        if response.HasField("view"):
            evidence.show(viewer, number, digest(response.view))
        if response.legal_actions:
            evidence.urged.add((viewer, response.match.version))
        if response.HasField("reveal"):
            evidence.reveals.setdefault(digest(response.reveal), answer.at)

    # --- Matches

    def _created(self, called: Line, answer: Line) -> None:
        if answer.code == "OK":
            request = CreateMatchRequest.FromString(called.message)
            self._made(request, CreateMatchResponse.FromString(answer.message))

    def _batch_created(self, called: Line, answer: Line) -> None:
        if answer.code != "OK":
            return
        requests = BatchCreateMatchesRequest.FromString(called.message).requests
        results = BatchCreateMatchesResponse.FromString(answer.message).results
        for request, result in zip(requests, results, strict=True):
            if result.HasField("created"):
                self._made(request, result.created)

    def _made(self, request: CreateMatchRequest, response: CreateMatchResponse) -> None:
        match = response.match.match
        known = self._gathered.created.setdefault(request.request_id, match)
        if known != match:
            text = f"request id {request.request_id} made this match and {known}"
            self._findings.add(Promise.ONCE, match, text)
        self._known(response.match)

    def _cancelled(self, called: Line, answer: Line) -> None:
        if answer.code == "OK":
            self._known(CancelMatchResponse.FromString(answer.message).match)

    def _known(self, match: Match) -> Evidence:
        """A match was shown as it is."""
        evidence = self._gathered.matches[match.match]
        evidence.numbers.add((match.version, match.commit_id))
        if match.state not in OPEN_STATES:
            evidence.closed.add(match.state)
        return evidence


def _is_another(request: SubmitActionRequest | ResignRequest, update: Update) -> str:
    """How an update is not what a request asked for; empty if it is."""
    if isinstance(request, ResignRequest):
        is_it = update.HasField("forfeit") and update.forfeit.seat == request.seat
        return "" if is_it else "answered with what is no resignation of that seat"
    if update.version != request.expected_version + 1:
        return f"expected version {request.expected_version}, answered {update.version}"
    if not update.HasField("move") or update.move.seat != request.seat:
        return f"version {update.version} is no move of seat {request.seat}"
    if action_text(update.move.action) != action_text(request.action):
        return f"asked {action_text(request.action)}, got {action_text(update.move.action)}"
    return ""
