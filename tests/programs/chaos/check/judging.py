"""Holds what one match is said to be against the store, the rules and what clients were told.

One match after the other: nothing of a match is kept once it is judged.
"""

from collections import defaultdict
from collections.abc import Mapping

from google.protobuf.message import Message

from gemwright_client.pb.game_pb2 import Game
from gemwright_client.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_WAITING,
    MatchState,
    Update,
)
from gemwright_client.pb.operator_service_pb2 import InspectMatchResponse
from tests.programs.chaos.check.answering import judge_requests
from tests.programs.chaos.check.dumped import Dumped, Stored
from tests.programs.chaos.check.evidence import Digest, Evidence, Number, digest
from tests.programs.chaos.check.findings import Findings, Promise
from tests.programs.chaos.check.replaying import NotReplayed, Replay
from tests.programs.chaos.check.secrecy import Viewer, named_cards, secret_cards, seen_by
from tests.programs.chaos.check.times import seconds
from tests.programs.chaos.check.timing import Timing, doubled_timeouts

EARLY_S = 0.05
"""So much before its time a delayed update may seem to come: clocks are compared at a distance."""
OPEN_STATES = (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)


class Judge:
    """Judges matches."""

    def __init__(self, timing: Timing, wall: float, findings: Findings) -> None:
        self._timing = timing
        self._wall = wall
        self._findings = findings

    def judge(self, one: Dumped, evidence: Evidence, stored: Stored | None) -> None:
        """One match, all of it."""
        if one.inspected is None or stored is None:
            where = "the store" if stored is None else f"the service: {one.failures}"
            self._add(Promise.ACKNOWLEDGED, one.match, f"is not there any more for {where}")
            return
        case = _Case(one, one.inspected, evidence, stored, self._wall, self._findings)
        self._timing.judge(one.inspected.record, one.at)
        case.judge()

    def _add(self, promise: Promise, match: str, text: str) -> None:
        self._findings.add(promise, match, text)


class _Case:
    """One match, while it is judged."""

    def __init__(
        self,
        one: Dumped,
        inspected: InspectMatchResponse,
        evidence: Evidence,
        stored: Stored,
        wall: float,
        findings: Findings,
    ) -> None:
        self._one = one
        self._record = inspected.record
        self._match = inspected.record.match
        self._position = inspected.position
        self._evidence = evidence
        self._stored = stored
        self._wall = wall
        self._findings = findings
        self._logs: dict[Viewer, dict[int, Digest]] = {
            viewer: {update.version: digest(update) for update in log}
            for viewer, log in one.logs.items()
        }
        self._shown: dict[Number, list[tuple[Viewer, Digest]]] = defaultdict(list)
        for (viewer, (version, commit)), views in evidence.views.items():
            number = (version, commit if version else "")
            self._shown[number] += [(viewer, view) for view in views]
        self._urged: dict[int, list[Viewer]] = defaultdict(list)
        for viewer, version in evidence.urged:
            self._urged[version].append(viewer)

    def judge(self) -> None:
        """Every promise, the simplest first."""
        for failure in self._one.failures:
            self._add(Promise.HEALTH, f"after the storm {failure}")
        self._judge_log()
        self._judge_replay()
        judge_requests(self._record, self._logs, self._evidence, self._stored, self._findings)
        self._judge_what_was_told()
        self._judge_followers()
        self._findings.count("matches")
        self._findings.count(f"matches of {Game.Name(self._match.game)}")
        self._findings.count(f"matches {MatchState.Name(self._match.state)}")
        self._findings.count("matches with clocks", self._match.HasField("time_control"))
        is_watched = any(viewer is None for viewer, _ in self._evidence.updates)
        self._findings.count("matches with spectators", is_watched)
        self._findings.count("updates", len(self._record.updates))

    def _add(self, promise: Promise, text: str) -> None:
        self._findings.add(promise, self._one.match, text)

    # --- The log by itself

    def _judge_log(self) -> None:
        match, updates = self._match, self._record.updates
        versions = [update.version for update in updates]
        if versions != list(range(1, match.version + 1)):
            self._add(Promise.REPLAY, f"version {match.version} has the updates {versions}")
        commit = updates[-1].commit_id if updates else match.commit_id
        if (match.version, match.commit_id) != (self._stored.version, self._stored.commit):
            self._add(Promise.REPLAY, f"the store has version {self._stored.version}")
        if commit != match.commit_id:
            self._add(Promise.REPLAY, "the newest update has another commit id than the match")
        if not self._stored.is_archived and self._stored.entries != match.version:
            self._add(Promise.REPLAY, f"the log in the store has {self._stored.entries} entries")
        if self._one.record is not None and self._one.record != self._record:
            self._add(Promise.REPLAY, "GetMatchRecord and InspectMatch differ")

    # --- The rules

    def _judge_replay(self) -> None:
        record = self._record
        try:
            replay = Replay(record)
            self._at_version(replay, 0, "")
            twice = doubled_timeouts(record)
            for update in record.updates:
                if update.version not in twice:
                    self._play(replay, update)
        except NotReplayed as error:
            self._add(Promise.REPLAY, str(error))
            self._shown.clear()  # there is nothing to hold it against
            return
        if wrong := replay.unlike(record, self._position):
            self._add(Promise.REPLAY, f"the rules come to {wrong}")

    def _play(self, replay: Replay, update: Update) -> None:
        events = replay.play(update)
        if events != list(update.events):
            self._add(Promise.REPLAY, f"version {update.version} has other events than the rules")
        for viewer, log in self._one.logs.items():
            self._compare(replay, viewer, log, update)
        self._at_version(replay, update.version, update.commit_id)

    def _compare(self, replay: Replay, viewer: Viewer, log: list[Update], update: Update) -> None:
        """What a viewer's history has of an update, against what it should be told."""
        if update.version > len(log):
            if viewer is not None or not self._match.spectators.HasField("delay"):
                self._add(Promise.WATCHED, f"{_name(viewer)} lacks version {update.version}")
            return
        told = log[update.version - 1]
        opening = replay.view(viewer) if update.HasField("join") else None
        if _names_secrets(replay, viewer, told):
            self._add(Promise.LEAK, f"{_name(viewer)} finds a secret in update {update.version}")
        elif told != seen_by(viewer, update, opening):
            is_too_much = told != seen_by(viewer, told, opening)
            self._add(
                Promise.LEAK if is_too_much else Promise.WATCHED,
                f"{_name(viewer)} finds another update {update.version} in its history",
            )

    def _at_version(self, replay: Replay, version: int, commit: str) -> None:
        """What was shown of this version, against the position that the rules come to."""
        for viewer, told in self._shown.pop((version, commit), []):
            view = replay.view(viewer)
            if told != digest(view) or _names_secrets(replay, viewer, view):
                self._add(Promise.LEAK, f"{_name(viewer)} was shown another position {version}")
        for viewer in self._urged.get(version, []):
            if viewer is None or viewer != replay.seat_to_act:
                self._add(Promise.LEAK, f"{_name(viewer)} was told what to do at version {version}")

    # --- Streams

    def _judge_what_was_told(self) -> None:
        for (viewer, version), told in self._evidence.updates.items():
            log = self._logs.get(viewer)
            if log is None:
                self._findings.count("updates told to viewers without a history")
                continue
            for one in told:
                if one != log.get(version):
                    what = "another" if version in log else "none"
                    text = f"{_name(viewer)} was told a version {version}; the log has {what}"
                    blame = self._blame(viewer, one) if version in log else Promise.WATCHED
                    self._add(blame, text)
        for version, _ in self._shown:
            self._add(Promise.WATCHED, f"a version {version} was shown that there is not")
        self._judge_numbers()
        self._judge_secrets()

    def _blame(self, viewer: Viewer, told: Digest) -> Promise:
        """A wrong update that is right for another viewer is a leak."""
        others = (log.values() for other, log in self._logs.items() if other != viewer)
        full = (digest(update) for update in self._record.updates)
        if any(told in values for values in others) or told in full:
            return Promise.LEAK
        return Promise.WATCHED

    def _judge_numbers(self) -> None:
        real: set[Number] = {(u.version, u.commit_id) for u in self._record.updates}
        for number in self._evidence.numbers:
            if number[0] and number not in real:
                self._add(
                    Promise.WATCHED, f"was said to be at version {number}, which it never was"
                )

    def _judge_secrets(self) -> None:
        end = seconds(self._match.end_time) if self._match.HasField("end_time") else float("inf")
        for reveal, at in self._evidence.reveals.items():
            if reveal != digest(self._record.reveal):
                self._add(Promise.REPLAY, "another seed was uncovered than the match has")
            if at + self._wall < end - EARLY_S:
                self._add(Promise.LEAK, "the seed was uncovered before the end")
        delay = seconds(self._match.spectators.delay)
        for version, at in self._evidence.hurried.items():
            if version > len(self._record.updates):
                continue
            due = min(seconds(self._record.updates[version - 1].time) + delay, end)
            if at + self._wall < due - EARLY_S:
                self._add(Promise.LEAK, f"spectators were told of version {version} too early")

    def _judge_followers(self) -> None:
        is_over = self._match.state not in OPEN_STATES
        for follower in self._evidence.followers:
            if follower.viewer is None and not is_over and self._match.spectators.HasField("delay"):
                continue
            if follower.version != self._match.version:
                text = f"{follower.name} ends at version {follower.version}"
                self._add(Promise.WATCHED, f"{text}, not at {self._match.version}")
            elif is_over and not follower.is_over:
                self._add(Promise.WATCHED, f"{follower.name} was not told that it is over")


def _name(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _names_secrets(replay: Replay, viewer: Viewer, told: Message) -> bool:
    """Whether a message names a card that its viewer may not know now."""
    if replay.state is None:
        return False
    named = named_cards(told.SerializeToString())
    return bool(named and named & secret_cards(replay.name, replay.state, viewer))


def judge_missing(
    created: Mapping[str, str], there: set[str], heard: Mapping[str, Evidence], findings: Findings
) -> None:
    """Matches that were created, by what was answered, and are nowhere now."""
    for request_id, match in created.items():
        if match not in there:
            text = f"was created by {request_id!r} and is not there"
            findings.add(Promise.ACKNOWLEDGED, match, text)
    for match in heard.keys() - there - set(created.values()):
        findings.add(Promise.ACKNOWLEDGED, match, "was heard of and is not there")
