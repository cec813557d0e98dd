"""Holds what callers were answered against the log of a match and the request ids in the store."""

from collections import Counter
from collections.abc import Mapping

from gemwright_client.pb.match_pb2 import MatchRecord
from gemwright_client.pb.outcome_pb2 import FORFEIT_REASON_RESIGNATION
from tests.programs.chaos.check.dumped import Stored
from tests.programs.chaos.check.evidence import Asked, Digest, Evidence
from tests.programs.chaos.check.findings import Findings, Promise
from tests.programs.chaos.check.secrecy import Viewer


def judge_requests(
    record: MatchRecord,
    logs: Mapping[Viewer, Mapping[int, Digest]],
    evidence: Evidence,
    stored: Stored,
    findings: Findings,
) -> None:
    """What was acknowledged, what was refused, and what nobody knows; `logs` is by version."""
    _Requests(record, logs, evidence, stored, findings).judge()


class _Requests:
    """The calls that concern one match."""

    def __init__(
        self,
        record: MatchRecord,
        logs: Mapping[Viewer, Mapping[int, Digest]],
        evidence: Evidence,
        stored: Stored,
        findings: Findings,
    ) -> None:
        self._record = record
        self._logs = logs
        self._evidence = evidence
        self._stored = stored
        self._findings = findings

    def _add(self, promise: Promise, text: str) -> None:
        self._findings.add(promise, self._record.match.match, text)

    def judge(self) -> None:
        """Request ids: what was acknowledged, what was refused, what nobody knows."""
        claimed = Counter(self._stored.requests.values())
        for version, times in claimed.items():
            if times > 1:
                self._add(Promise.ONCE, f"{times} request ids claim version {version}")
        for (seat, request_id), asked in self._evidence.requests.items():
            version = self._stored.requests.get(f"{seat}:{request_id}", 0)
            self._judge_request(seat, request_id, asked, version)
        self._judge_unclaimed(set(claimed))
        self._judge_joins()
        for state in self._evidence.closed - {self._record.match.state}:
            self._add(Promise.ACKNOWLEDGED, f"was said to be over with state {state}, and is not")

    def _judge_joins(self) -> None:
        """Every seat that was given is its holder's, and was filled once."""
        filled = Counter(u.join.seat for u in self._record.updates if u.HasField("join"))
        for seat, times in filled.items():
            if times > 1:
                self._add(Promise.ONCE, f"seat {seat} was filled {times} times")
        for seat, principal in self._evidence.joins.items():
            holder = self._record.match.seats[seat]
            if not holder.is_filled or principal not in ("", holder.principal):
                self._add(Promise.ACKNOWLEDGED, f"seat {seat} is not {principal!r}'s")

    def _judge_request(self, seat: int, request_id: str, asked: Asked, version: int) -> None:
        if asked.version:
            logged = self._logs.get(seat, {}).get(asked.version)
            if logged is None:
                text = "is not in the log"
            elif logged != asked.answer:
                text = "is another in the log"
            else:
                self._judge_claim(request_id, asked, version)
                return
            self._add(Promise.ACKNOWLEDGED, f"version {asked.version} of {request_id!r} {text}")
        elif asked.refusal and version:
            self._add(
                Promise.ACKNOWLEDGED,
                f"{request_id!r} was refused with {asked.refusal} and made version {version}",
            )
        elif asked.unknown and not asked.refusal:
            self._findings.count(f"unknown outcomes: {'done' if version else 'not done'}")
        elif version:
            text = f"{request_id!r} was never done by what it was told, and made version {version}"
            self._add(Promise.ACKNOWLEDGED, text)
        else:
            self._findings.count("request ids refused or not done")

    def _judge_claim(self, request_id: str, asked: Asked, version: int) -> None:
        if version != asked.version:
            claimed = f"version {version}" if version else "nothing"
            text = f"{request_id!r} was answered {asked.version}, the store remembers {claimed}"
            self._add(Promise.ONCE, text)
        self._findings.count("request ids acknowledged")
        if asked.unknown:
            self._findings.count("unknown outcomes: done, as a repetition was told")

    def _judge_unclaimed(self, claimed: set[int]) -> None:
        """Every move and resignation was asked for by a request id that the store remembers."""
        answered = {asked.version for asked in self._evidence.requests.values() if asked.version}
        for update in self._record.updates:
            is_asked = update.HasField("move") or (
                update.HasField("forfeit") and update.forfeit.reason == FORFEIT_REASON_RESIGNATION
            )
            if is_asked and update.version not in claimed and update.version not in answered:
                self._add(Promise.ONCE, f"no request id claims version {update.version}")
