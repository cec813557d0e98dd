"""`gemwright match …`: what arranging a match prints, and that what it prints works."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import GAME_SPLENDOR
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_CANCELLED, Match
from gemwright_client.pb.match_service_pb2 import GetMatchResponse
from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchResponse
from gemwright_client.words import words_of
from tests.app.process import server as keyed_server
from tests.auth.keyfiles import keyfile
from tests.cli.listeners import nobody, silent
from tests.cli.played import ARRANGER, finished, new
from tests.cli.typed import Ended, run_line, typed

DUEL = ("match", "create", "--game", "duel", "--token", ARRANGER)
ONCE = "made-only-once"
TWO = ("--seat", "ann", "--seat", "bob")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def made(server: str, *words: str) -> Match:
    """The match that a command has created."""
    ended = typed(*DUEL, *words, "--json", server=server)
    assert (ended.code, ended.err) == (0, "")
    return ended.message(CreateMatchResponse).match


def commands(ended: Ended, name: str) -> list[str]:
    """The lines that a command tells one to type."""
    return [line.strip() for line in ended.lines if line.startswith(f"  gemwright {name} ")]


def match_of(ended: Ended) -> str:
    """The id that stands in the first line."""
    return ended.lines[0].split()[1]


def test_a_match_is_told_with_its_players_and_how_they_play(server: str) -> None:
    ended = typed(*DUEL, "--seat", "ann", "--seat", "bot:random", server=server)
    assert (ended.code, ended.err) == (0, "")
    match = match_of(ended)
    assert "Seat 2      bot:random" in ended.lines
    assert commands(ended, "play") == [
        f"gemwright play --match {match} --token dev:ann --server {server}"
    ]
    assert not commands(ended, "watch")


def test_what_is_told_to_the_player_of_an_open_seat_works(server: str, tmp_path: Path) -> None:
    ended = typed(*DUEL, "--seat", "ann", "--seat", "open", server=server)
    _, line = commands(ended, "play")
    assert " --join " in line
    came = run_line(line, tmp_path, typed="quit\n")
    assert (came.code, came.err) == (0, "")
    assert "The match stays." in came.out
    seen = typed("match", "show", match_of(ended), "--token", "dev:ann", "--json", server=server)
    assert seen.message(GetMatchResponse).match.state == MATCH_STATE_ACTIVE


def test_what_is_told_to_a_named_player_works(server: str, tmp_path: Path) -> None:
    ended = typed(*DUEL, *TWO, server=server)
    for line in commands(ended, "play"):
        came = run_line(line, tmp_path, typed="quit\n")
        assert (came.code, came.err) == (0, "")


def test_what_is_told_to_spectators_works(server: str, tmp_path: Path) -> None:
    ended = typed(*DUEL, *TWO, "--spectators", server=server)
    (line,) = commands(ended, "watch")
    assert typed("match", "cancel", match_of(ended), server=server).code == 0
    assert run_line(line, tmp_path).code == 0


def test_with_an_api_key_the_players_token_is_made_where_it_is_needed(tmp_path: Path) -> None:
    keys = keyfile(tmp_path)
    token = tmp_path / "of us"
    token.write_text(keys.api_key("us", "matchmaker") + "\n", encoding="ascii")
    with keyed_server(tmp_path, "--keys", str(keys.path)) as running:
        words = ("match", "create", "--game", "duel", *TWO)
        by_file = typed(*words, "--token-file", str(token), server=running.address)
        by_word = typed(*words, more={"GEMWRIGHT_TOKEN": token.read_text()}, server=running.address)
        line, _ = commands(by_file, "play")
        assert run_line(line, tmp_path, typed="quit\n").code == 0
        line, _ = commands(by_word, "play")
        key = {"GEMWRIGHT_TOKEN": token.read_text().strip()}
        assert run_line(line, tmp_path, more=key, typed="quit\n").code == 0
    assert token.read_text().strip() not in by_file.out + by_word.out
    assert by_file.err + by_word.err == ""


def test_a_key_that_was_only_typed_is_said_to_be_needed_again(tmp_path: Path) -> None:
    keys = keyfile(tmp_path)
    key = keys.api_key("us", "matchmaker")
    with keyed_server(tmp_path, "--keys", str(keys.path)) as running:
        words = ("match", "create", "--game", "duel", "--token", key, "--seat", "bot:random")
        named = typed(*words, "--seat", "ann", server=running.address)
        opened = typed(*words, "--seat", "open", server=running.address)
    assert "$(gemwright token ann" in named.out
    assert named.err == f"{words_of('en')('cli.token_needed')}\n"
    assert "--join" in opened.out
    assert opened.err == ""
    assert key not in named.out + opened.out


def test_each_game_has_its_seats_and_options(server: str) -> None:
    words = ("--game", "splendor", "--seat", "ann", "--seat", "bot:greedy", "--seat", "bob")
    match = made(server, *words, "--first-seat", "3", "--no-progress-limit", "7")
    assert match.game == GAME_SPLENDOR
    assert [seat.principal for seat in match.seats] == ["ann", "bot:greedy", "bob"]
    assert match.options.splendor.first_seat == 2
    assert match.options.splendor.no_progress_limit == 7


def test_the_options_of_duel_reach_the_match(server: str) -> None:
    match = made(server, *TWO, "--no-blocking-claim", "--first-seat", "2")
    assert not match.options.duel.blocking_claim
    assert match.seat_to_act == 1
    assert made(server, *TWO).options.duel.blocking_claim


def test_the_clocks_are_what_was_typed(server: str) -> None:
    turn = made(server, *TWO, "--per-turn", "90s").time_control
    assert turn.per_turn.limit.ToTimedelta() == timedelta(seconds=90)
    bank = made(server, *TWO, "--bank", "10m+5s").time_control.bank
    assert bank.initial.ToTimedelta() == timedelta(minutes=10)
    assert bank.increment.ToTimedelta() == timedelta(seconds=5)
    assert made(server, *TWO, "--per-move", "3d").time_control.per_move.days == 3
    shown = typed(*DUEL, *TWO, "--bank", "10m", server=server)
    assert any(line.startswith("Time left") and "ann 0:" in line for line in shown.lines)


def test_seats_wait_for_their_players_as_long_as_is_typed(server: str) -> None:
    match = made(server, *TWO, "--must-join", "--join-timeout", "3m")
    waits = match.join_deadline.ToDatetime() - match.create_time.ToDatetime()
    assert abs(waits - timedelta(minutes=3)) < timedelta(seconds=1)
    assert not any(seat.is_filled for seat in match.seats)
    shown = typed("match", "show", match.match, "--token", "dev:ann", server=server)
    assert "Seat 2      bob, has not come yet" in shown.lines


def test_spectators_may_be_let_in_and_kept_behind(server: str) -> None:
    assert not made(server, *TWO).spectators.allowed
    assert made(server, *TWO, "--spectators").spectators.allowed
    spectators = made(server, *TWO, "--delay", "2m").spectators
    assert spectators.allowed
    assert spectators.delay.ToTimedelta() == timedelta(minutes=2)


def test_a_match_can_be_played_again(server: str) -> None:
    first = finished(server)
    ended = typed(
        *("match", "create", "--rematch-of", first, "--token", ARRANGER, "--json"), server=server
    )
    again = ended.message(CreateMatchResponse).match
    assert again.rematch_of == first
    assert [seat.principal for seat in again.seats] == ["bob", "ann"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name the game"),
        (("--game", "duel"), "name who plays"),
        (("--game", "chess", *TWO), "'chess' is not one of"),
        (("--game", "duel", "--seat", "a b"), "'a b' is no name"),
        (("--game", "duel", "--seat", "bot:best"), "'bot:best' is no bot"),
        (("--game", "splendor", *TWO, "--no-blocking-claim"), "Splendor has no such claim"),
        (("--game", "duel", *TWO, "--per-turn", "1s", "--bank", "1m"), "only one of"),
        (("--game", "duel", *TWO, "--per-turn", "soon"), "'soon' is no time"),
        (("--game", "duel", *TWO, "--per-move", "36h"), "no number of whole days"),
        (("--game", "duel", *TWO, "--first-seat", "5"), "--first-seat"),
        (("--rematch-of", "x" * 24, "--first-seat", "1"), "name the game too"),
    ],
)
def test_what_cannot_be_typed_is_refused_without_a_server(
    words: tuple[str, ...], said: str
) -> None:
    ended = typed("match", "create", *words, server=nobody())
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def test_what_the_server_refuses_is_told_in_its_words(server: str) -> None:
    ended = typed(*DUEL, "--seat", "ann", server=server)
    assert (ended.code, ended.out) == (1, "")
    assert "The server says: seats: 1 given, 2 are expected" in ended.err


def test_a_request_id_makes_one_match_of_two_commands(server: str) -> None:
    first = made(server, *TWO, "--request-id", ONCE)
    assert made(server, *TWO, "--request-id", ONCE).match == first.match
    assert made(server, *TWO).match != first.match
    other = typed(*DUEL, "--seat", "eve", "--seat", "bob", "--request-id", ONCE, server=server)
    assert other.code == 1
    assert "This request id was used for something else" in other.err


def test_after_an_unknown_outcome_one_is_told_how_to_ask_again(server: str) -> None:
    with silent() as address:
        ended = typed(*DUEL, *TWO, "--patience", "300ms", server=address)
    assert (ended.code, ended.out) == (3, "")
    request_id = ended.err.partition("--request-id ")[2].partition(" ")[0].rstrip(",")
    assert "The match may have been created all the same" in ended.err
    assert made(server, *TWO, "--request-id", request_id).version == 0


def test_the_list_has_every_match_in_the_order_of_their_beginnings(server: str) -> None:
    matches = [new(server), new(server)]
    ended = typed("match", "list", server=server)
    assert ended.lines[0].split()[:3] == ["Match", "Game", "State"]
    listed = [line.split()[0] for line in ended.lines]
    assert [match for match in listed if match in matches] == matches
    bare = typed("match", "list", "--json", server=server).messages(Match)
    assert [each.match for each in bare] == listed[1:], "both have one order"


def test_the_list_can_be_of_some_matches(server: str) -> None:
    match = made(server, "--seat", "zoe", "--seat", "bob").match

    def listed(*words: str) -> set[str]:
        found = typed("match", "list", *words, "--json", server=server).messages(Match)
        return {each.match for each in found}

    assert listed("--principal", "zoe") == {match}
    assert match in listed("--state", "active", "--game", "duel")
    assert match not in listed("--state", "waiting")
    assert match not in listed("--game", "counterfeiters")


def test_a_list_without_matches_says_so(server: str) -> None:
    ended = typed("match", "list", "--principal", "nobody-at-all", server=server)
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == "There are no such matches.\n"
    bare = typed("match", "list", "--principal", "nobody-at-all", "--json", server=server)
    assert (bare.code, bare.out, bare.err) == (0, "", "")


def test_a_match_is_shown_from_the_seat_of_who_asks(server: str) -> None:
    match = new(server, rounds=1)
    ended = typed("match", "show", match, "--token", "dev:bob", server=server)
    assert (ended.code, ended.err) == (0, "")
    assert ended.lines[0] == f"Match       {match}"
    assert "bob (you)" in ended.out
    assert max(map(len, ended.lines)) <= 80
    words = ("match", "show", match, "--token", "dev:bob", "--json")
    seen = typed(*words, server=server).message(GetMatchResponse)
    assert (seen.viewer_seat, seen.match.version) == (1, 1)


def test_a_seat_can_be_named_by_who_holds_several(server: str) -> None:
    match = made(server, "--seat", "ann", "--seat", "ann").match

    def seen(*words: str) -> Ended:
        return typed("match", "show", match, "--token", "dev:ann", *words, server=server)

    assert seen("--seat", "2", "--json").message(GetMatchResponse).viewer_seat == 1
    assert seen("--seat", "3").code == 4
    assert seen("--seat", "0").code == 2


def test_a_finished_match_is_shown_with_its_result(server: str) -> None:
    ended = typed("match", "show", finished(server), server=server)
    (result,) = [line for line in ended.lines if line.startswith("Result")]
    assert "ann wins." in result


def test_a_private_match_is_not_shown_to_strangers(server: str) -> None:
    match = new(server)
    ended = typed("match", "show", match, "--token", "dev:eve", server=server)
    assert (ended.code, ended.out) == (4, "")
    assert ended.err.startswith("gemwright: This match has no spectators")


def test_a_match_can_be_cancelled(server: str) -> None:
    match = new(server)
    ended = typed("match", "cancel", match, "--token", ARRANGER, server=server)
    assert (ended.code, ended.out, ended.err) == (0, f"{match}: cancelled\n", "")
    again = typed("match", "cancel", match, "--token", ARRANGER, "--json", server=server)
    assert again.message(Match).state == MATCH_STATE_CANCELLED


def test_a_match_that_is_over_cannot_be_cancelled(server: str) -> None:
    ended = typed("match", "cancel", finished(server), "--token", ARRANGER, server=server)
    assert (ended.code, ended.out) == (1, "")
    assert "The match is over" in ended.err
