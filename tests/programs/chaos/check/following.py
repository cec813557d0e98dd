"""Follows who followed a match: version after version, over all streams, up to the last message.

Whether what was told is true is judged later, with the dump; that it is in order is judged here.
"""

from collections.abc import Mapping

from gemwright_client.pb.match_service_pb2 import (
    RESET_REASON_HISTORY_LOST,
    ResetReason,
    WatchMatchRequest,
    WatchMatchResponse,
)
from tests.programs.chaos.check.evidence import Evidence, Followed, digest
from tests.programs.chaos.check.findings import Findings, Promise
from tests.programs.chaos.check.lines import Line
from tests.programs.chaos.check.secrecy import Viewer
from tests.programs.chaos.check.storming import Storm
from tests.programs.chaos.check.times import seconds


class Follower:
    """One follower of a match."""

    def __init__(
        self, opened: Line, matches: Mapping[str, Evidence], storm: Storm, findings: Findings
    ) -> None:
        request = WatchMatchRequest.FromString(opened.message)
        self.match = request.match
        self._name = opened.follower
        self._evidence = matches[self.match]
        self._storm = storm
        self._findings = findings
        self._viewer: Viewer = request.seat if request.HasField("seat") else None
        self._version: int | None = None
        """The last one told; unset if it follows from elsewhere."""
        self._must_begin = True
        self._is_over = False
        self._has_delay = False
        self._deadline = 0.0

    def open(self, line: Line) -> None:
        """A stream was opened, to go on with a token, or to begin."""
        request = WatchMatchRequest.FromString(line.message)
        if request.match != self.match:
            raise ValueError(f"{self._name} follows {self.match} and {request.match}")
        if not request.resume_token:
            self._must_begin = True
        elif self._version is None:
            self._must_begin = False  # the token is from elsewhere, and so is the version

    def take(self, line: Line) -> None:
        """A stream told something."""
        message = WatchMatchResponse.FromString(line.message)
        kind = message.WhichOneof("message")
        if self._is_over:
            self._complain(f"a {kind} after the last message")
        elif kind == "reset":
            self._take_reset(message, line.at)
        elif self._must_begin and kind not in ("snapshot", "going_away"):
            self._complain(f"begins with {kind}, not with a snapshot")
            self._must_begin = False
        if kind == "snapshot":
            self._take_snapshot(message)
        elif kind == "update":
            self._take_update(message, line.at)
        elif kind == "reveal":
            self._is_over = True
            self._evidence.reveals.setdefault(digest(message.reveal), line.at)
        elif kind == "clocks":
            self._take_deadline(seconds(message.clocks.deadline))
        if message.legal_actions and self._version is not None:
            self._evidence.urged.add((self._viewer, self._version))

    def end(self, is_complete: bool) -> None:
        """The journal ends here; a complete one is of who read to the end."""
        if is_complete and self._version is not None:
            self._evidence.followers.append(
                Followed(self._name, self._viewer, self._version, self._is_over)
            )

    def _take_reset(self, message: WatchMatchResponse, at: float) -> None:
        reason = message.reset.reason
        if reason != RESET_REASON_HISTORY_LOST or not self._storm.lost_before(at):
            self._complain(f"reset({ResetReason.Name(reason)}) at version {self._version}")
        self._findings.count("resets of watches")
        self._must_begin = True

    def _take_snapshot(self, message: WatchMatchResponse) -> None:
        snapshot = message.snapshot
        if not self._must_begin:
            self._complain(f"a snapshot in the midst, after version {self._version}")
        self._must_begin = False
        self._viewer = snapshot.viewer_seat if snapshot.HasField("viewer_seat") else None
        self._version = snapshot.match.version
        self._has_delay = self._viewer is None and snapshot.match.spectators.HasField("delay")
        number = (snapshot.match.version, snapshot.match.commit_id)
        self._evidence.numbers.add(number)
        if snapshot.HasField("view"):
            self._evidence.show(self._viewer, number, digest(snapshot.view))
        self._deadline = 0.0
        self._take_deadline(seconds(snapshot.match.clocks.deadline))

    def _take_update(self, message: WatchMatchResponse, at: float) -> None:
        update = message.update
        if self._version is not None and update.version != self._version + 1:
            self._complain(f"version {update.version} after {self._version}")
        self._version = update.version
        self._evidence.tell(self._viewer, update.version, digest(update))
        if self._has_delay:
            self._evidence.hurried.setdefault(update.version, at)
        self._deadline = 0.0
        self._take_deadline(seconds(update.clocks.deadline))

    def _take_deadline(self, deadline: float) -> None:
        """Within a version a deadline moves back only, for time is given and never taken."""
        if deadline and deadline < self._deadline - 0.001:
            text = f"{self._name}: at version {self._version} the deadline came nearer"
            self._findings.add(Promise.TIMER, self.match, text)
        self._deadline = deadline or self._deadline

    def _complain(self, text: str) -> None:
        self._findings.add(Promise.WATCHED, self.match, f"{self._name}: {text}")
