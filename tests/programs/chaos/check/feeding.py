"""Follows who followed the feeds: an inbox of a principal, or the activity of an owner."""

from gemwright_client.pb.inbox_service_pb2 import (
    INBOX_RESET_REASON_HISTORY_LOST,
    InboxEntry,
    InboxResetReason,
    WatchInboxResponse,
)
from gemwright_client.pb.matchmaker_service_pb2 import (
    ACTIVITY_KIND_MATCH_ENDED,
    ACTIVITY_RESET_REASON_HISTORY_LOST,
    ActivityKind,
    ActivityResetReason,
    WatchActivityRequest,
    WatchActivityResponse,
)
from tests.programs.chaos.check.evidence import Digest, Number, digest
from tests.programs.chaos.check.findings import Findings, Promise
from tests.programs.chaos.check.lines import Line
from tests.programs.chaos.check.storming import Storm


class Inbox:
    """One follower of an inbox: the newest entry of each match."""

    def __init__(self, opened: Line, storm: Storm, findings: Findings) -> None:
        self.principal = opened.principal
        self.name = opened.follower
        self.entries: dict[str, tuple[int, str, int, tuple[int, ...]]] = {}
        """Version, commit id, state and seats of each match."""
        self.is_complete = False
        """Whether it was read to the end."""
        self._storm = storm
        self._findings = findings

    def open(self, line: Line) -> None:
        """A stream was opened."""

    def take(self, line: Line) -> None:
        """A stream told something."""
        message = WatchInboxResponse.FromString(line.message)
        if message.HasField("entry"):
            self._take_entry(message.entry)
        elif message.HasField("reset"):
            reason = message.reset.reason
            if reason == INBOX_RESET_REASON_HISTORY_LOST and not self._storm.lost_before(line.at):
                text = f"{self.name}: reset({InboxResetReason.Name(reason)})"
                self._findings.add(Promise.FEED, "", text)
            self._findings.count(f"resets of inboxes: {InboxResetReason.Name(reason)}")
            self.entries.clear()

    def end(self, is_complete: bool) -> None:
        """The journal ends here."""
        self.is_complete = is_complete

    def _take_entry(self, entry: InboxEntry) -> None:
        known = self.entries.get(entry.match)
        said = (entry.version, entry.commit_id, int(entry.state), tuple(entry.seats))
        if known is None or known[0] <= entry.version:
            if known is not None and known[0] == entry.version and known != said:
                text = f"{self.name}: two entries of version {entry.version} differ"
                self._findings.add(Promise.FEED, entry.match, text)
            self.entries[entry.match] = said


class Activity:
    """One follower of activity: what ended, and whether repetitions can be told."""

    def __init__(self, opened: Line, storm: Storm, findings: Findings) -> None:
        self.name = opened.follower
        request = WatchActivityRequest.FromString(opened.message)
        self.has_ends = not request.kinds or ACTIVITY_KIND_MATCH_ENDED in request.kinds
        self.begun = float("inf")
        """When it had its first message: from then on it is told everything."""
        self.ends: dict[str, Number] = {}
        """Which version ended each match."""
        self.is_complete = False
        """Whether it was read to the end."""
        self._storm = storm
        self._findings = findings
        self._known: dict[tuple[int, str, Number], Digest] = {}
        self._newest: dict[tuple[int, str], int] = {}

    def open(self, line: Line) -> None:
        """A stream was opened."""

    def take(self, line: Line) -> None:
        """A stream told something."""
        message = WatchActivityResponse.FromString(line.message)
        self.begun = min(self.begun, line.at)
        if message.HasField("reset"):
            reason = message.reset.reason
            is_loss = reason == ACTIVITY_RESET_REASON_HISTORY_LOST
            if is_loss and not self._storm.lost_before(line.at):
                text = f"{self.name}: reset({ActivityResetReason.Name(reason)})"
                self._findings.add(Promise.FEED, "", text)
            self._findings.count(f"resets of activity: {ActivityResetReason.Name(reason)}")
        elif message.HasField("activity"):
            self._take_activity(message)

    def end(self, is_complete: bool) -> None:
        """The journal ends here."""
        self.is_complete = is_complete

    def _take_activity(self, message: WatchActivityResponse) -> None:
        activity = message.activity
        number = (activity.version, activity.commit_id)
        key = (int(activity.kind), activity.match, number)
        activity.ClearField("deadline")  # it moves where time is given back
        told = digest(activity)
        if key in self._known:
            self._findings.count("repeated notices")
            if self._known[key] != told:
                self._complain(activity.match, f"version {number[0]} was told in two ways")
            return
        self._known[key] = told
        newest = self._newest.get(key[:2], -1)
        if activity.version < newest:
            kind = ActivityKind.Name(activity.kind)
            self._complain(activity.match, f"{kind} of version {activity.version} after {newest}")
        self._newest[key[:2]] = max(newest, activity.version)
        if activity.kind == ACTIVITY_KIND_MATCH_ENDED:
            before = self.ends.setdefault(activity.match, number)
            if before != number:
                self._complain(activity.match, f"ended with {before} and with {number}")

    def _complain(self, match: str, text: str) -> None:
        self._findings.add(Promise.FEED, match, f"{self.name}: {text}")
