"""`gemwright watch` through a pipe: every update once, as text or JSON, to the end of the match."""

import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from gemwright_client import SyncClient
from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.match_pb2 import MATCH_STATE_FINISHED
from gemwright_client.pb.match_service_pb2 import WatchMatchResponse
from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchRequest
from tests.app.process import server as killable
from tests.cli.listeners import nobody
from tests.cli.played import ARRANGER, act, finished, new
from tests.cli.typed import Ended, typed
from tests.cli.watching import EVE, put_back, resign, watching
from tests.valkey import eventually

LOST = "The connection is lost; trying again…"
BACK = "The connection is back."
RESULT = "ann wins. A player resigned."


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def watch(server: str, match: str, *words: str, token: str = EVE) -> Ended:
    """Watch a match that is over, or that cannot be watched."""
    return typed("watch", match, "--token", token, *words, server=server)


def history(server: str, match: str) -> list[str]:
    return typed("history", match, "--token", EVE, server=server).lines


def kinds(messages: list[WatchMatchResponse]) -> list[str]:
    return [message.WhichOneof("message") or "" for message in messages]


def versions(messages: list[WatchMatchResponse]) -> list[int]:
    return [message.update.version for message in messages if message.HasField("update")]


def test_each_update_is_a_line_as_soon_as_it_happens(server: str) -> None:
    match = new(server, spectators=True, rounds=1)
    with watching(server, match, "--after", "0") as watcher:
        lines = [watcher.line()]
        for _ in range(3):
            act(server, match)
            lines.append(watcher.line())
        resign(server, match)
        ended = watcher.ended()
    assert (ended.code, ended.err) == (0, "")
    assert [*lines, *ended.lines] == [*history(server, match), RESULT]


def test_of_a_match_that_is_over_only_the_result_is_told(server: str) -> None:
    ended = watch(server, finished(server))
    assert (ended.code, ended.out, ended.err) == (0, f"{RESULT}\n", "")


def test_what_came_after_a_version_is_told_first(server: str) -> None:
    match = finished(server)
    ended = watch(server, match, "--after", "1")
    assert ended.lines == [*history(server, match)[1:], RESULT]


def test_a_version_that_has_not_come_yet_is_no_mistake(server: str) -> None:
    assert watch(server, finished(server), "--after", "99").lines == [RESULT]


def test_a_match_that_is_cancelled_ends_too(server: str) -> None:
    match = new(server, spectators=True)
    with SyncClient(server, ARRANGER) as client:
        client.matches.cancel(match)
    ended = watch(server, match)
    assert (ended.code, ended.lines) == (0, ["cancelled"])


def test_whoever_joins_has_their_name_from_then_on(server: str) -> None:
    request = CreateMatchRequest(game=GAME_DUEL)
    request.seats.add(principal="ann", must_join=True)
    request.seats.add().open.SetInParent()
    request.options.duel.first_seat = 1
    request.spectators.allowed = True
    with (
        SyncClient(server, ARRANGER) as boss,
        SyncClient(server, "dev:ann") as ann,
        SyncClient(server, "dev:bob") as bob,
    ):
        made = boss.matches.create(request)
        match = made.match.match
        ann.match(match).join()
        with watching(server, match, "--after", "0") as watcher:
            assert watcher.line() == "   1  ann joins"
            bob.match(match).join(made.join_tokens[0].token)
            act(server, match)
            resign(server, match)
            ended = watcher.ended()
    assert ended.lines == [*history(server, match)[1:], RESULT]
    assert ended.lines[1].startswith("   3  bob: ")


def test_json_has_every_message_of_the_watch_once_as_soon_as_it_comes(server: str) -> None:
    match = new(server, spectators=True, rounds=2)
    with watching(server, match, "--json") as watcher:
        messages = [watcher.message()]
        for _ in range(3):
            act(server, match)
            messages.append(watcher.message())
        resign(server, match)
        ended = watcher.ended()
    messages += ended.messages(WatchMatchResponse)
    assert (ended.code, ended.err) == (0, "")
    assert kinds(messages) == ["snapshot", "update", "update", "update", "update", "reveal"]
    assert versions(messages) == [3, 4, 5, 6]
    assert messages[0].snapshot.match.version == 2


def test_json_has_what_came_after_a_version_before_its_snapshot(server: str) -> None:
    ended = watch(server, finished(server), "--json", "--after", "1")
    messages = ended.messages(WatchMatchResponse)
    assert kinds(messages) == ["update", "update", "snapshot", "reveal"]
    assert versions(messages) == [2, 3]
    assert messages[2].snapshot.match.state == MATCH_STATE_FINISHED


def test_a_player_watches_from_their_seat(server: str) -> None:
    match = finished(server, spectators=False)
    ended = watch(server, match, "--json", "--seat", "2", token="dev:bob")
    snapshot = ended.messages(WatchMatchResponse)[0].snapshot
    assert (snapshot.HasField("viewer_seat"), snapshot.viewer_seat) == (True, 1)
    assert watch(server, match, "--seat", "1", token="dev:bob").code == 4


@pytest.mark.parametrize("form", [(), ("--json",), ("--after", "0")])
def test_who_may_not_watch_is_told_so(server: str, form: tuple[str, ...]) -> None:
    match = new(server)
    ended = watch(server, match, *form)
    assert (ended.code, ended.out) == (4, "")
    assert ended.err.startswith("gemwright: This match has no spectators")
    assert typed("watch", match, *form, server=server).code == 4


@pytest.mark.parametrize("form", [(), ("--json",), ("--after", "0")])
def test_a_match_that_is_not_there_is_not_watched(server: str, form: tuple[str, ...]) -> None:
    ended = watch(server, "a" * 24, *form)
    assert (ended.code, ended.out) == (5, "")
    assert ended.err.startswith("gemwright: There is no such match")


def test_where_no_server_has_ever_answered_watching_ends() -> None:
    ended = watch(nobody(), "amatch", "--patience", "500ms")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("gemwright: No server answers at ")


def test_a_version_below_zero_is_wrong_usage(server: str) -> None:
    assert watch(server, "amatch", "--after", "-1").code == 2


def test_whoever_reads_no_further_ends_it(server: str) -> None:
    match = new(server, spectators=True, rounds=1)
    with watching(server, match, "--after", "0") as watcher:
        watcher.line()
        assert watcher.process.stdout is not None
        watcher.process.stdout.close()
        act(server, match)
        assert watcher.process.wait(60) == 0
        assert watcher.err == ""


def test_ctrl_c_ends_it_without_a_word(server: str) -> None:
    match = new(server, spectators=True, rounds=1)
    with watching(server, match, "--after", "0") as watcher:
        watcher.line()
        watcher.process.send_signal(signal.SIGINT)
        ended = watcher.ended()
    assert (ended.code, ended.out, ended.err) == (130, "", "")


@pytest.mark.long
def test_updates_come_once_each_though_the_server_is_killed_in_the_middle(tmp_path: Path) -> None:
    address = nobody()
    with killable(tmp_path, "--listen", address) as first:
        match = new(address, spectators=True, rounds=1)
        with (
            watching(address, match, "--after", "0") as lines,
            watching(address, match, "--json", "--after", "0") as messages,
        ):
            told, seen = [lines.line()], [messages.message(), messages.message()]
            act(address, match)
            told.append(lines.line())
            seen.append(messages.message())
            first.stop(signal.SIGKILL)
            eventually(lambda: LOST in lines.err and LOST in messages.err, "it is told")
            with killable(tmp_path, "--listen", address):
                act(address, match)
                resign(address, match)
                told_after, seen_after = lines.ended(), messages.ended()
                expected = history(address, match)
    assert [*told, *told_after.lines] == [*expected, RESULT]
    assert versions([*seen, *seen_after.messages(WatchMatchResponse)]) == [1, 2, 3, 4]
    assert (told_after.code, seen_after.code) == (0, 0)
    assert told_after.err.splitlines() == seen_after.err.splitlines() == [LOST, BACK]


def test_where_the_server_has_lost_moves_that_is_told(tmp_path: Path) -> None:
    address, folder, kept = nobody(), tmp_path / "now", tmp_path / "then"
    words = ("--listen", address)
    with PrivateServer(folder, words):
        match = new(address, spectators=True, rounds=2)
    shutil.copytree(folder, kept)
    with ExitStack() as stack:
        with PrivateServer(folder, words):
            watcher = stack.enter_context(watching(address, match, "--after", "0"))
            for _ in range(2):
                watcher.line()
            act(address, match)
            third = watcher.line()
        put_back(kept, folder)
        with PrivateServer(folder, words):
            resign(address, match)
            ended = watcher.ended()
            assert third not in history(address, match)
    assert "The server has lost the last moves" in ended.err
    assert ended.lines[-1] == RESULT
    assert ended.code == 0
