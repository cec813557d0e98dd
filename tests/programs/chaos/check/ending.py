"""Holds what the feeds told in the end against the matches as they are."""

from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING, Match
from tests.programs.chaos.check.findings import Findings, Promise
from tests.programs.chaos.check.gathering import Gathered
from tests.programs.chaos.check.times import seconds

SLACK_S: float = 0.05
"""A match that ended so shortly after a follower began may have been before its first token."""


class FeedJudge:
    """Judges the feeds, one match after the other."""

    def __init__(self, gathered: Gathered, wall: float, findings: Findings) -> None:
        self._inboxes = [inbox for inbox in gathered.inboxes if inbox.is_complete]
        self._activities = [one for one in gathered.activities if one.is_complete]
        self._every_activity = gathered.activities
        self._wall = wall
        self._findings = findings

    def judge(self, match: Match) -> None:
        """What was told of one match."""
        self._judge_inboxes(match)
        if match.state not in (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE):
            self._judge_activities(match)
        else:
            for activity in self._every_activity:
                if match.match in activity.ends:
                    self._add(match, f"{activity.name} was told an end, and it goes on")

    def _judge_inboxes(self, match: Match) -> None:
        for inbox in self._inboxes:
            mine = tuple(s.seat for s in match.seats if s.principal == inbox.principal)
            entry = inbox.entries.get(match.match)
            if not mine:
                if entry is not None:
                    self._add(match, f"{inbox.name} has a match of others")
                continue
            newest = (match.version, match.commit_id, int(match.state), mine)
            if entry != newest:
                self._add(match, f"{inbox.name} ends with {entry}, not {newest}")

    def _judge_activities(self, match: Match) -> None:
        end = seconds(match.end_time) - self._wall
        newest = (match.version, match.commit_id)
        for activity in self._activities:
            if activity.has_ends and match.match not in activity.ends:
                if end > activity.begun + SLACK_S:
                    self._add(match, f"{activity.name} was never told that it ended")
        for activity in self._every_activity:
            told = activity.ends.get(match.match, newest)
            if told != newest:
                self._add(match, f"{activity.name} was told the end {told}, which is {newest}")
            elif match.match in activity.ends:
                self._findings.count("ends told")

    def _add(self, match: Match, text: str) -> None:
        self._findings.add(Promise.FEED, match.match, text)
