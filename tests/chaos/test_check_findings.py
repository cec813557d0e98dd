"""The check finds nothing in an honest run; a promise broken in it is found, and that one alone."""

import json
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from gemwright.pb.inbox_service_pb2 import WatchInboxResponse
from gemwright.pb.match_pb2 import Update
from gemwright.pb.match_service_pb2 import (
    RESET_REASON_HISTORY_LOST,
    GetMatchRecordResponse,
    GetMatchResponse,
    ListUpdatesResponse,
    SubmitActionResponse,
    WatchMatchRequest,
    WatchMatchResponse,
)
from gemwright.pb.matchmaker_service_pb2 import (
    ACTIVITY_KIND_MATCH_ENDED,
    CreateMatchResponse,
    WatchActivityResponse,
)
from gemwright.pb.operator_service_pb2 import InspectMatchResponse
from tests.programs.chaos.check.checking import check
from tests.programs.chaos.check.findings import Promise
from tests.programs.chaos.honest_run import LIMIT_S, Run, make_run
from tests.programs.chaos.journal import Kind, Line, lines
from tests.programs.chaos.tampering import Copy


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One run for all tests of this file, which change copies of it."""
    return make_run(tmp_path_factory.mktemp("honest"))


@pytest.fixture
def copy(run: Run, tmp_path: Path) -> Copy:
    """A copy of it."""
    return Copy(run.folder, tmp_path)


def broken(copy: Copy) -> set[Promise]:
    """The promises that the check says were broken."""
    return set(check(copy.folder).counts)


def test_an_honest_run_keeps_every_promise(copy: Copy) -> None:
    findings = check(copy.folder)
    assert list(findings) == []
    assert findings.figures["matches"] == 4
    assert findings.figures["timers: fired"] == 1
    assert findings.figures["unknown outcomes: not done"] == 1
    assert findings.figures["repeated calls answered the same"] == 1


# --- ACKNOWLEDGED


def test_an_acknowledged_update_that_is_lost_is_seen(copy: Copy) -> None:
    shutil.rmtree(copy.folder / "dump")
    (copy.folder / "dump-before").rename(copy.folder / "dump")
    assert broken(copy) == {Promise.ACKNOWLEDGED}


def test_an_answer_with_another_version_is_seen(copy: Copy) -> None:
    assert change_an_answer(copy, lambda update: setattr(update, "version", update.version + 1))
    assert broken(copy) == {Promise.ACKNOWLEDGED}


def test_an_answer_with_another_effect_is_seen(copy: Copy) -> None:
    assert change_an_answer(copy, lambda update: update.events.pop())
    assert broken(copy) == {Promise.ACKNOWLEDGED}


def test_an_answer_to_another_action_is_seen(copy: Copy) -> None:
    def forget(update: Update) -> None:
        update.move.action.Clear()

    assert change_an_answer(copy, forget)
    assert broken(copy) == {Promise.ACKNOWLEDGED}


def test_a_refused_call_that_was_done_is_seen(copy: Copy) -> None:
    answers = [line for line in said(copy, "players-1-0", "SubmitAction") if line.message]
    refused = replace(answers[0], code="ABORTED", reason="STALE_VERSION", message=b"")
    copy.rewrite("players-1-0", lambda line: [refused if line == answers[0] else line])
    assert broken(copy) == {Promise.ACKNOWLEDGED}


def test_a_match_that_was_created_and_is_gone_is_seen(run: Run, copy: Copy) -> None:
    without = [run.lonely.encode()]
    is_there = True

    def leave_out(line: Line) -> Iterable[Line]:
        nonlocal is_there
        if line.kind is Kind.CALLED:
            is_there = not any(match in line.message for match in without)
        return [line] if is_there else []

    copy.rewrite("dump/api", leave_out)
    assert broken(copy) == {Promise.ACKNOWLEDGED}


def change_an_answer(copy: Copy, change: Callable[[Update], object]) -> bool:
    """Change the first answer to an action."""
    is_done = False

    def once(response: SubmitActionResponse) -> bool:
        nonlocal is_done
        if is_done:
            return False
        change(response.update)
        is_done = True
        return True

    return copy.said("players-1-0", "SubmitAction", SubmitActionResponse, once) == 1


def said(copy: Copy, journal: str, method: str) -> list[Line]:
    """What a method answered or told, as a journal has it."""
    calls: dict[int, str] = {}
    found = []
    for line in lines(copy.folder / "journals" / f"{journal}.jsonl"):
        if line.method:
            calls[line.call] = line.method
        elif calls.get(line.call) == method:
            found.append(line)
    return found


# --- ONCE


def test_a_request_id_that_is_answered_with_two_updates_is_seen(copy: Copy) -> None:
    first, second = said(copy, "players-1-0", "Resign")
    other = next(line for line in said(copy, "players-1-0", "SubmitAction") if line.message)
    update = SubmitActionResponse.FromString(other.message).update
    update.forfeit.seat = 0
    again = replace(second, message=SubmitActionResponse(update=update).SerializeToString())
    copy.rewrite("players-1-0", lambda line: [again if line == second else line])
    assert first.message == second.message
    assert broken(copy) == {Promise.ONCE}


def test_a_repetition_that_is_refused_is_seen(copy: Copy) -> None:
    _, second = said(copy, "players-1-0", "Resign")
    refused = replace(second, code="FAILED_PRECONDITION", reason="MATCH_OVER", message=b"")
    copy.rewrite("players-1-0", lambda line: [refused if line == second else line])
    assert broken(copy) == {Promise.ONCE}


def test_a_request_id_that_the_store_has_forgotten_is_seen(run: Run, copy: Copy) -> None:
    copy.rewrite_store(run.waiting, lambda requests: requests.clear())
    assert broken(copy) == {Promise.ONCE}


def test_two_request_ids_with_one_version_are_seen(run: Run, copy: Copy) -> None:
    copy.rewrite_store(run.waiting, lambda requests: requests.update({"0:another-id": 1}))
    assert broken(copy) == {Promise.ONCE}


def test_a_creation_that_made_two_matches_is_seen(run: Run, copy: Copy) -> None:
    created = said(copy, "players-1-0", "CreateMatch")
    calls = [
        line
        for line in lines(copy.folder / "journals" / "players-1-0.jsonl")
        if line.method == "CreateMatch"
    ]
    again = replace(calls[1], message=calls[0].message)
    copy.rewrite("players-1-0", lambda line: [again if line == calls[1] else line])
    assert CreateMatchResponse.FromString(created[1].message).match.match == run.waiting
    assert broken(copy) == {Promise.ONCE}


# --- REPLAY


def test_a_position_that_the_rules_do_not_come_to_is_seen(run: Run, copy: Copy) -> None:
    def idle(response: InspectMatchResponse) -> bool:
        response.position.duel.idle_turns += 1
        return response.record.match.match == run.waiting

    assert copy.said("dump/api", "InspectMatch", InspectMatchResponse, idle) == 1
    assert broken(copy) == {Promise.REPLAY}


def test_an_event_that_the_rules_do_not_give_is_seen(run: Run, copy: Copy) -> None:
    copy.everywhere(run.waiting, 1, lambda update: update.events.pop())
    assert broken(copy) == {Promise.REPLAY}


def test_a_seed_that_was_not_committed_to_is_seen(run: Run, copy: Copy) -> None:
    def reseed(response: InspectMatchResponse) -> bool:
        response.record.reveal.seed = bytes(32)
        return response.record.match.match == run.waiting

    assert copy.said("dump/api", "InspectMatch", InspectMatchResponse, reseed) == 1
    assert broken(copy) == {Promise.REPLAY}


# --- WATCHED


def followed(copy: Copy, match: str, principal: str) -> list[Line]:
    """What one follower of a match was told."""
    calls = {
        line.call
        for line in lines(copy.folder / "journals" / "watchers-1-0.jsonl")
        if line.kind is Kind.OPENED
        and (WatchMatchRequest.FromString(line.message).match, line.principal) == (match, principal)
    }
    return [
        line
        for line in said(copy, "watchers-1-0", "WatchMatch")
        if line.call in calls and line.kind is Kind.HEARD
    ]


def updates(told: list[Line]) -> list[Line]:
    """The updates among them."""
    return [line for line in told if WatchMatchResponse.FromString(line.message).HasField("update")]


def test_an_update_that_is_told_twice_is_seen(run: Run, copy: Copy) -> None:
    third = updates(followed(copy, run.watched, "bob"))[2]
    copy.rewrite("watchers-1-0", lambda line: [line, line] if line == third else [line])
    assert broken(copy) == {Promise.WATCHED}


def test_updates_in_another_order_are_seen(run: Run, copy: Copy) -> None:
    third, fourth = updates(followed(copy, run.watched, "bob"))[2:4]
    swapped = {third: fourth, fourth: third}
    copy.rewrite("watchers-1-0", lambda line: [swapped.get(line, line)])
    assert broken(copy) == {Promise.WATCHED}


def test_an_update_that_is_left_out_is_seen(run: Run, copy: Copy) -> None:
    third = updates(followed(copy, run.watched, "bob"))[2]
    copy.rewrite("watchers-1-0", lambda line: [] if line == third else [line])
    assert broken(copy) == {Promise.WATCHED}


def test_a_last_update_that_never_came_is_seen(run: Run, copy: Copy) -> None:
    last = updates(followed(copy, run.waiting, "zoe"))[-1]
    copy.rewrite("watchers-1-0", lambda line: [] if line == last else [line])
    assert broken(copy) == {Promise.WATCHED}


def test_a_snapshot_in_the_midst_is_seen(run: Run, copy: Copy) -> None:
    third = updates(followed(copy, run.watched, "bob"))[2]
    snapshot = followed(copy, run.watched, "bob")[0]
    assert WatchMatchResponse.FromString(snapshot.message).HasField("snapshot")
    copy.rewrite("watchers-1-0", lambda line: [line, snapshot] if line == third else [line])
    assert broken(copy) == {Promise.WATCHED}


def test_another_update_than_the_log_has_is_seen(run: Run, copy: Copy) -> None:
    third = updates(followed(copy, run.watched, "bob"))[2]
    message = WatchMatchResponse.FromString(third.message)
    message.update.events.pop()
    other = replace(third, message=message.SerializeToString())
    copy.rewrite("watchers-1-0", lambda line: [other if line == third else line])
    assert broken(copy) == {Promise.WATCHED}


def test_a_lost_history_is_seen_unless_the_store_was_rolled_back(run: Run, copy: Copy) -> None:
    first = updates(followed(copy, run.watched, "bob"))[0]
    snapshot = followed(copy, run.watched, "bob")[0]
    reset = WatchMatchResponse()
    reset.reset.reason = RESET_REASON_HISTORY_LOST
    lost = replace(first, message=reset.SerializeToString())
    copy.rewrite("watchers-1-0", lambda line: [lost, snapshot, line] if line == first else [line])
    assert broken(copy) == {Promise.WATCHED}
    storm = Line(Kind.DONE, at=first.at - 1, what="roll back", whom="store")
    (copy.folder / "journals" / "storm.jsonl").write_text(storm.text() + "\n", encoding="utf-8")
    assert broken(copy) == set()


# --- LEAK


def test_a_card_of_another_seat_in_a_message_for_a_spectator_is_seen(run: Run, copy: Copy) -> None:
    everything: dict[int, Update] = {}

    def learn(response: InspectMatchResponse) -> bool:
        if response.record.match.match == run.watched:
            everything.update({update.version: update for update in response.record.updates})
        return False

    def leak(response: WatchMatchResponse) -> bool:
        update = response.update
        is_it = update.version == 1 and update.move.action.HasField("splendor")
        if is_it:
            response.update.CopyFrom(everything[1])
        return is_it

    copy.said("dump/api", "InspectMatch", InspectMatchResponse, learn)
    assert copy.said("watchers-1-0", "WatchMatch", WatchMatchResponse, leak, "zoe")
    assert broken(copy) == {Promise.LEAK}


def test_a_card_of_another_seat_in_the_history_of_a_spectator_is_seen(run: Run, copy: Copy) -> None:
    seen = SecretCard(run)
    copy.said("dump/api", "InspectMatch", InspectMatchResponse, seen.learn)

    def leak(response: ListUpdatesResponse) -> bool:
        update = response.updates[0] if response.updates else Update()
        card = update.events[0].splendor.card_reserved if update.events else None
        if card is None or card.level == 0:
            return False
        card.card = seen.card
        return True

    assert copy.said("dump/api", "ListUpdates", ListUpdatesResponse, leak, "who-only-looks") == 1
    assert Promise.LEAK in broken(copy)


class SecretCard:
    """The card that the first move of the watched match reserved unseen."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.card = ""

    def learn(self, response: InspectMatchResponse) -> bool:
        """Find it in a record; nothing is changed."""
        if response.record.match.match == self._run.watched:
            for event in response.record.updates[0].events:
                self.card = self.card or event.splendor.reserved_card_seen.card
        return False


def test_a_hidden_reserve_in_a_snapshot_is_seen(run: Run, copy: Copy) -> None:
    def leak(response: GetMatchResponse) -> bool:
        if response.match.match != run.watched or response.HasField("viewer_seat"):
            return False
        response.view.splendor.private.seat = 1
        return True

    assert copy.said("players-1-0", "GetMatch", GetMatchResponse, leak)
    assert broken(copy) == {Promise.LEAK}


def test_what_another_seat_may_do_is_seen(copy: Copy) -> None:
    def leak(response: WatchMatchResponse) -> bool:
        if response.update.version != 3:
            return False
        response.legal_actions.add().splendor.pass_turn.SetInParent()
        return True

    assert copy.said("watchers-1-0", "WatchMatch", WatchMatchResponse, leak, "zoe")
    assert broken(copy) == {Promise.LEAK}


def test_a_seed_before_the_end_is_seen(run: Run, copy: Copy) -> None:
    reveals = [
        line
        for line in said(copy, "watchers-1-0", "WatchMatch")
        if WatchMatchResponse.FromString(line.message).HasField("reveal")
    ]
    copy.rewrite(
        "watchers-1-0", lambda line: [replace(line, at=line.at - 5) if line in reveals else line]
    )
    assert broken(copy) == {Promise.LEAK}


# --- TIMER


def test_a_timer_that_fires_early_is_seen(run: Run, copy: Copy) -> None:
    def hurry(update: Update) -> None:
        update.time.FromMilliseconds(update.time.ToMilliseconds() - LIMIT_S * 500)

    copy.everywhere(run.timed, 1, hurry)
    assert broken(copy) == {Promise.TIMER}


def test_a_timer_that_fires_twice_is_seen(run: Run, copy: Copy) -> None:
    def doubled(updates: list[Update]) -> Update:
        again = Update()
        again.CopyFrom(updates[-1])
        again.version += 1
        return again

    def twice(response: InspectMatchResponse | GetMatchRecordResponse) -> bool:
        if response.record.match.match != run.timed:
            return False
        response.record.updates.append(doubled(list(response.record.updates)))
        response.record.match.version += 1
        return True

    def listed(response: ListUpdatesResponse) -> bool:
        is_it = len(response.updates) == 1 and response.updates[0].HasField("forfeit")
        if is_it:
            response.updates.append(doubled(list(response.updates)))
        return is_it

    def told(response: WatchActivityResponse) -> bool:
        activity = response.activity
        is_it = activity.match == run.timed and activity.kind == ACTIVITY_KIND_MATCH_ENDED
        activity.version += is_it
        return is_it

    assert copy.said("dump/api", "InspectMatch", InspectMatchResponse, twice) == 1
    assert copy.said("dump/api", "GetMatchRecord", GetMatchRecordResponse, twice) == 1
    assert copy.said("dump/api", "ListUpdates", ListUpdatesResponse, listed) == 3
    assert copy.said("feeds-1-0", "WatchActivity", WatchActivityResponse, told) == 1
    path = copy.folder / "dump" / "store.jsonl"
    stored = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for one in stored:
        if one["match"] == run.timed:
            one["version"] += 1
            one["entries"] += 1
    path.write_text("".join(f"{json.dumps(one)}\n" for one in stored), encoding="utf-8")
    assert broken(copy) == {Promise.TIMER}


def test_an_outage_that_is_charged_is_seen(copy: Copy) -> None:
    timed = said(copy, "players-1-0", "CreateMatch")[2]
    storm = [
        Line(Kind.DONE, at=timed.at - 9, what="kill", whom="server 1"),
        Line(Kind.DONE, at=timed.at + LIMIT_S / 2, what="start", whom="server 1"),
    ]
    path = copy.folder / "journals" / "storm.jsonl"
    path.write_text("".join(line.text() + "\n" for line in storm), encoding="utf-8")
    assert broken(copy) == {Promise.TIMER}


def test_an_outage_in_which_another_server_was_there_is_charged_rightly(copy: Copy) -> None:
    timed = said(copy, "players-1-0", "CreateMatch")[2]
    storm = [
        Line(Kind.DONE, at=timed.at - 10, what="started", whom="server 2"),
        Line(Kind.DONE, at=timed.at - 10, what="start", whom="server 2"),
        Line(Kind.DONE, at=timed.at - 9, what="kill", whom="server 1"),
        Line(Kind.DONE, at=timed.at + LIMIT_S / 2, what="start", whom="server 1"),
    ]
    path = copy.folder / "journals" / "storm.jsonl"
    path.write_text("".join(line.text() + "\n" for line in storm), encoding="utf-8")
    assert broken(copy) == set()


# --- FEED


def ends(copy: Copy) -> list[Line]:
    """The notices that a match has ended."""
    return [
        line
        for line in said(copy, "feeds-1-0", "WatchActivity")
        if line.kind is Kind.HEARD and is_end(line)
    ]


def is_end(line: Line) -> bool:
    """Whether a message tells of an end."""
    told = WatchActivityResponse.FromString(line.message)
    return bool(told.activity.kind == ACTIVITY_KIND_MATCH_ENDED)


def test_an_end_that_was_not_delivered_is_seen(copy: Copy) -> None:
    end = ends(copy)[0]
    copy.rewrite("feeds-1-0", lambda line: [] if line == end else [line])
    assert broken(copy) == {Promise.FEED}


def test_a_doubled_notice_is_no_finding_if_it_is_the_same(copy: Copy) -> None:
    end = ends(copy)[0]
    copy.rewrite("feeds-1-0", lambda line: [line, line] if line == end else [line])
    assert broken(copy) == set()


def test_a_doubled_notice_that_is_not_recognisable_is_seen(copy: Copy) -> None:
    end = ends(copy)[0]
    message = WatchActivityResponse.FromString(end.message)
    message.activity.version += 1
    other = replace(end, message=message.SerializeToString())
    copy.rewrite("feeds-1-0", lambda line: [line, other] if line == end else [line])
    assert broken(copy) == {Promise.FEED}


def test_an_inbox_that_stays_behind_is_seen(copy: Copy) -> None:
    entries = [
        line
        for line in said(copy, "feeds-1-0", "WatchInbox")
        if line.message and WatchInboxResponse.FromString(line.message).HasField("entry")
    ]
    copy.rewrite("feeds-1-0", lambda line: [] if line == entries[-1] else [line])
    assert broken(copy) == {Promise.FEED}


# --- HEALTH


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({}, set()),
        ({"resident_bytes": 2**30}, {Promise.HEALTH}),
        ({"descriptors": 100}, {Promise.HEALTH}),
        ({"threads": 100}, {Promise.HEALTH}),
    ],
)
def test_what_a_server_has_not_given_back_is_seen(
    copy: Copy, more: dict[str, int], found: set[Promise]
) -> None:
    begin = {"pid": 1, "resident_bytes": 100 * 2**20, "descriptors": 40, "threads": 8}
    end = {name: value + more.get(name, 0) for name, value in begin.items()}
    health = {"begin": {"server 1": begin}, "end": {"server 1": end}}
    (copy.folder / "health.json").write_text(json.dumps(health), encoding="utf-8")
    assert broken(copy) == found
