"""Getting to the table: which options go together, what they lead to, and the way back."""

import asyncio
import shlex
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from gemwright_client.cli.failures import NOT_FOUND, USAGE, Failed
from gemwright_client.cli.options import Service
from gemwright_client.cli.play.which_match import Destination, NewMatch, WhichMatch
from gemwright_client.cli.values import BotName, GameName
from gemwright_client.client import Client
from gemwright_client.local import PrivateServer
from gemwright_client.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
)
from tests.cli.play.scripts import said
from tests.cli.play.seats import OPEN, created, new
from tests.event_loop import on_event_loop
from tests.service.servers import Servers, servers_on

SERVER = Service(server="example.org:7373")
MATCH = "abcdefghijklmnopqrstuvwx"
NEW = NewMatch()


def seats_of(request: CreateMatchRequest) -> list[str]:
    return [seat.principal or str(seat.bot) for seat in request.seats]


def complaint_of(wanted: NewMatch) -> tuple[str, int]:
    with pytest.raises(Failed) as raised:
        wanted.check()
    return raised.value.key, raised.value.code


def test_one_plays_against_a_good_bot_unless_another_is_named() -> None:
    greedy, random = str(BUILT_IN_BOT_GREEDY), str(BUILT_IN_BOT_RANDOM)
    assert seats_of(NEW.request("ann")) == ["ann", greedy]
    assert seats_of(replace(NEW, bot=BotName.RANDOM).request("ann")) == ["ann", random]
    four = replace(NEW, game=GameName.SPLENDOR, seats=4)
    assert seats_of(four.request("ann")) == ["ann", greedy, greedy, greedy]


def test_a_shared_keyboard_has_a_bot_only_if_it_is_asked_for() -> None:
    shared = replace(NEW, game=GameName.SPLENDOR, seats=3, is_hot_seat=True)
    assert seats_of(shared.request("ann")) == ["ann"] * 3
    one_bot = replace(NEW, game=GameName.SPLENDOR, seats=3, is_hot_seat=True, bot=BotName.RANDOM)
    assert seats_of(one_bot.request("ann")) == ["ann", "ann", str(BUILT_IN_BOT_RANDOM)]


def test_each_clock_is_asked_for_as_it_is_given() -> None:
    turn = replace(NEW, per_turn=timedelta(seconds=90)).request("ann").time_control
    assert turn.per_turn.limit.ToTimedelta() == timedelta(seconds=90)
    bank = replace(NEW, bank=timedelta(minutes=5), increment=timedelta(seconds=3))
    control = bank.request("ann").time_control.bank
    assert control.initial.ToTimedelta() == timedelta(minutes=5)
    assert control.increment.ToTimedelta() == timedelta(seconds=3)
    assert not NEW.request("ann").HasField("time_control")


def test_options_that_do_not_go_together_are_refused() -> None:
    second = timedelta(seconds=1)
    assert complaint_of(replace(NEW, seats=3)) == ("cli.seats_two", USAGE)
    assert complaint_of(replace(NEW, game=GameName.COUNTERFEITERS, seats=4)) == (
        "cli.seats_two",
        USAGE,
    )
    assert complaint_of(replace(NEW, per_turn=second, bank=second)) == (
        "cli.clocks_twice",
        USAGE,
    )
    assert complaint_of(replace(NEW, increment=second)) == ("cli.increment_alone", USAGE)
    replace(NEW, game=GameName.SPLENDOR, seats=4, bank=second, increment=second).check()


def test_the_way_back_to_ones_own_server_names_only_the_match() -> None:
    assert Destination(None).way_back(MATCH, None) == ["gemwright", "play", "--match", MATCH]
    words = Destination(None, language="fr").way_back(MATCH, Path("/a folder"))
    assert words[4:] == ["--data", "/a folder", "--lang", "fr"]
    assert "'/a folder'" in shlex.join(words)


def test_the_way_back_to_a_server_has_all_that_leads_there() -> None:
    service = Service(server="a:1,b:2", ca=Path("c a.pem"), token_file=Path("my token"))
    words = Destination(service).way_back(MATCH, None)
    assert words[4:] == ["--server", "a:1,b:2", "--ca", "c a.pem", "--token-file", "my token"]


def test_a_guest_comes_back_with_the_join_token_and_others_with_their_own() -> None:
    assert Destination(SERVER, WhichMatch(join="J")).way_back(MATCH, None)[-2:] == ["--join", "J"]
    words = Destination(SERVER, WhichMatch(join="J"), token="dev:ann").way_back(MATCH, None)
    assert "J" not in words
    assert words[-2:] == ["--token", "dev:ann"]


@pytest.mark.parametrize("service", [None, SERVER])
@pytest.mark.parametrize("is_typed", [True, False])
def test_a_secret_token_is_never_printed(service: Service | None, is_typed: bool) -> None:
    for token in ("gwp_secret", "gwk_secret"):
        destination = Destination(service, token=token, is_token_typed=is_typed)
        words = destination.way_back(MATCH, None)
        assert not any("secret" in word for word in words)
        assert ("TOKEN" in words) == (is_typed and service is not None)


USAGES = (
    (("--join", "J"), "A join token is for one match"),
    (("--match", MATCH, "--join", "J"), "name that too, with --server"),
    (("--match", MATCH, "--token", "gwp_x"), "name that too, with --server"),
    (("--seats", "3"), "Only two play Duel"),
    (("--per-turn", "1s", "--bank", "1m"), "Only one clock"),
    (("--increment", "1s"), "give that too"),
    (("--continue", "--match", "x"), "either --match or --continue"),
    (("--server", "127.0.0.1:1", "--token", "a", "--token-file", "b"), "Two tokens are given"),
)


@pytest.mark.parametrize(("words", "text"), USAGES)
def test_what_cannot_be_meant_is_said_in_a_line(
    tmp_path: Path, words: tuple[str, ...], text: str
) -> None:
    code, output, error = said(tmp_path, "play", *words)
    assert (code, output) == (USAGE, "")
    assert text in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir()), "no server was started"


def at_a_server(url: str, home: Path, names: tuple[str, ...], *words: str) -> tuple[int, str, str]:
    """Run `gemwright play` at a server with a match; MATCH and JOIN stand for what it has."""

    async def test() -> tuple[int, str, str]:
        async with servers_on(url) as servers:
            address = servers.hosts[0].address
            made = await created(address, "duel", names)
            join = made.join_tokens[0].token if made.join_tokens else ""
            known = {"MATCH": made.match.match, "JOIN": join, "NOBODY": "127.0.0.1:1"}
            given = [known.get(word, word) for word in words]
            server = () if "--server" in words else ("--server", address)
            call = asyncio.to_thread(said, home, "play", *server, *given, lines="")
            return await call

    return on_event_loop(test())


CALLS = (
    (("ann", "bob"), ("--match", "MATCH", "--token", "dev:ann"), 0, ""),
    (("ann", "bob"), ("--match", "MATCH", "--token", "dev:eve"), 4, ""),
    (("ann", "bob"), ("--match", "MATCH"), 4, ""),
    (("ann", "bob"), ("--match", MATCH, "--token", "dev:ann"), 5, "There is no such match"),
    (("ann", OPEN), ("--match", "MATCH", "--join", "wrong"), 4, "This invitation"),
    (("ann", "bob"), (), 2, "Name the match with --match"),
    (
        ("ann", "bob"),
        ("--server", "NOBODY", "--match", MATCH, "--patience", "200ms"),
        3,
        "No server",
    ),
)


@pytest.mark.parametrize(("names", "words", "code", "text"), CALLS)
def test_at_a_server_the_exit_code_says_what_went_wrong(
    store_url: str,
    tmp_path: Path,
    names: tuple[str, ...],
    words: tuple[str, ...],
    code: int,
    text: str,
) -> None:
    ended, _, error = at_a_server(store_url, tmp_path, names, *words)
    assert ended == code, error
    assert text in error
    assert "Traceback" not in error
    assert bool(error) == bool(code)


async def test_a_guest_joins_and_comes_back_to_the_same_seat(
    servers: Servers, tmp_path: Path
) -> None:
    address = servers.hosts[0].address
    made = await created(address, "duel", ("ann", OPEN))
    (join,) = made.join_tokens
    words = ("play", "--match", made.match.match, "--join", join.token)
    more = {"GEMWRIGHT_SERVER": address}
    for _ in range(2):
        call = asyncio.to_thread(said, tmp_path, *words, lines="", more=more)
        code, output, error = await call
        assert (code, error) == (0, "")
        assert f"--server {address} --join {join.token}" in output
    async with Client(address, "dev:ann") as ann:
        seats = (await ann.match(made.match.match).get()).match.seats
        assert seats[1].principal.startswith("guest:")


async def test_a_token_of_the_environment_or_of_a_file_is_used_too(
    servers: Servers, tmp_path: Path
) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    file = tmp_path / "token"
    file.write_text("dev:ann\n")
    for more in ({"GEMWRIGHT_TOKEN": "dev:ann"}, {"GEMWRIGHT_TOKEN_FILE": str(file)}):
        words = ("play", "--server", address, "--match", match)
        call = asyncio.to_thread(said, tmp_path, *words, lines="", more=more)
        code, output, error = await call
        assert (code, error) == (0, "")
        assert "--match" in output
    words = ("play", "--server", address, "--token-file", str(file))
    code, output, _ = await asyncio.to_thread(said, tmp_path, *words, lines="")
    assert code == 0, "a new match, for the name in the file"


async def test_the_newest_match_that_goes_on_can_be_continued(
    servers: Servers, tmp_path: Path
) -> None:
    address = servers.hosts[0].address

    async def continued() -> tuple[int, str, str]:
        words = ("play", "--server", address, "--token", "dev:ann", "--continue")
        return await asyncio.to_thread(said, tmp_path, *words, lines="")

    assert (await continued())[0] == NOT_FOUND
    older, newer, ended = [await new(address) for _ in range(3)]
    async with Client(address, "dev:ann") as ann:
        await ann.match(ended).resign()
        code, output, _ = await continued()
        assert (code, f"--match {newer} " in output) == (0, True)
        await ann.match(newer).resign()
    code, output, _ = await continued()
    assert (code, f"--match {older} " in output) == (0, True)


def test_a_folder_that_is_in_use_is_said_to_be(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with PrivateServer(data):
        words = ("play", "--data", str(data), "--match", MATCH)
        code, output, error = said(tmp_path, *words)
        assert (code, output) == (1, "")
        assert f"has its matches in {data} open" in error
        code, output, _ = said(tmp_path, "play", "--data", str(data), lines="")
        assert code == 0, "a new match is begun beside it"
        assert f"--data {data}-2" in output


def test_who_forgets_to_name_the_server_of_a_match_is_told_so(tmp_path: Path) -> None:
    data = tmp_path / "data"
    code, output, error = said(tmp_path, "play", "--data", str(data), "--match", MATCH)
    assert (code, output) == (NOT_FOUND, "")
    assert f"no match {MATCH} in {data}" in error
    assert "add --server" in error


def test_a_folder_that_cannot_be_used_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, output, error = said(tmp_path, "play", "--data", str(tmp_path / "file" / "data"))
    assert (code, output) == (1, "")
    assert error.count("\n") == 1
    assert "cannot be used" in error
