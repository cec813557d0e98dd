"""How commands end: each exit code by a real cause, and what is said on the way out."""

import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gemwright_client.cli.failures import MEANING
from gemwright_client.local import PrivateServer
from tests.app.process import server as process
from tests.auth.keyfiles import keyfile
from tests.cli.listeners import nobody, silent, web
from tests.cli.played import finished
from tests.cli.typed import PATIENCE, command, environment, run, run_line, typed

NO_MATCH = "x" * 24


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def test_0_is_for_what_was_done(server: str) -> None:
    ended = run(command("match", "list", "--principal", "nobody", "--server", server))
    assert (ended.code, ended.out) == (0, "")


def test_0_is_for_help_and_version_too() -> None:
    for words in ((), ("--help",), ("match", "--help"), ("match", "create", "-h"), ("--version",)):
        ended = typed(*words)
        assert (ended.code, ended.err) == (0, "")
    assert typed("--version").out.startswith("gemwright 0.")


def test_the_help_has_every_exit_code() -> None:
    shown = " ".join(typed("cards", "--help").out.split())
    assert all(f"{code} {meaning}" in shown for code, meaning in MEANING.items())


def test_1_is_for_what_is_refused(server: str) -> None:
    ended = typed("match", "cancel", finished(server), server=server)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("gemwright: The match is over")


@pytest.mark.parametrize(
    "words",
    [
        ("mach", "list"),
        ("match",),
        ("match", "list", "--no-such-option"),
        ("match", "show"),
        ("match", "list", "--patience", "5"),
        ("match", "list", "--server", "not an address"),
        ("match", "list", "--server", "127.0.0.1:99999"),
        ("match", "list", "--server", "ftp://127.0.0.1"),
        ("match", "list", "--ca", "/no/such/file.pem"),
        ("match", "list", "--key", "/no/such/file.pem"),
        ("match", "list", "--token", "a b"),
        ("match", "list", "--token", ""),
        ("match", "list", "--token", "a", "--token-file", "b"),
        ("history", NO_MATCH, "--after", "-1"),
    ],
)
def test_2_is_for_what_cannot_be_typed(words: tuple[str, ...]) -> None:
    ended = typed(*words)
    assert ended.code == 2
    assert ended.out == "" or words == ("match",)  # which lists what can follow
    assert "Traceback" not in ended.err


def test_3_is_for_a_server_that_does_not_answer_in_about_the_patience() -> None:
    address = nobody()
    for words, least, most in (((), 1.0, 7.0), (("--patience", "300ms"), 0.0, 2.0)):
        begun = time.monotonic()
        ended = typed("match", "list", *words, server=address)
        assert least <= time.monotonic() - begun < most
        assert (ended.code, ended.out) == (3, "")
        assert ended.err.splitlines() == [
            f"gemwright: No server answers at {address}: Connection refused",
            "Is it running? Start one with gemwright-server, or name another with --server.",
        ]


def test_3_is_for_what_is_no_server_of_ours() -> None:
    with web() as address:
        ended = typed("match", "list", "--patience", "300ms", server=address)
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith(f"gemwright: No server answers at {address}: Failed parsing HTTP/2")
    assert ended.err.splitlines()[1].startswith("Does it use encryption or not?")


def test_3_is_for_silence() -> None:
    with silent() as address:
        begun = time.monotonic()
        ended = typed("match", "show", NO_MATCH, "--patience", "1s", server=address)
        assert time.monotonic() - begun < 5
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith(f"gemwright: No server answers at {address}: ")


def test_one_of_several_servers_is_enough(server: str) -> None:
    ended = typed("match", "list", server=f"{nobody()},{server}")
    assert ended.code == 0


def test_4_is_for_a_token_that_is_not_believed_or_not_allowed(tmp_path: Path) -> None:
    keys = keyfile(tmp_path)
    key = keys.api_key("us", "matchmaker")
    with process(tmp_path, "--keys", str(keys.path)) as running:
        (player,) = typed("token", "ann", "--token", key, server=running.address).lines
        nothing = typed("match", "list", server=running.address)
        wrong = typed("match", "list", "--token", f"{key[:-2]}xx", server=running.address)
        developer = typed("match", "list", "--token", "dev:ann", server=running.address)
        other = typed("match", "list", "--token", player, server=running.address)
        right = typed("match", "list", "--token", key, server=running.address)
    for ended in (nothing, wrong, developer, other):
        assert (ended.code, ended.out) == (4, "")
        assert key[:-2] not in ended.err
        assert player not in ended.err
    assert nothing.err.startswith("gemwright: The server has to know who you are")
    assert "Give a token with --token or --token-file" in nothing.err
    assert wrong.err.startswith("gemwright: The server does not know this token")
    assert other.err.startswith("gemwright: Your token does not allow this")
    assert right.code == 0


@pytest.mark.parametrize("match", [NO_MATCH, "no-id-at-all", ""])
@pytest.mark.parametrize(
    "words", [("match", "show"), ("match", "cancel"), ("history",), ("history", "--text")]
)
def test_5_is_for_a_match_that_is_not_there(
    server: str, words: tuple[str, ...], match: str
) -> None:
    ended = typed(*words, match, "--token", "dev:ann", server=server)
    assert (ended.code, ended.out) == (5, "")
    assert len(ended.err.splitlines()) == 2


def test_130_is_for_an_interrupt() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        words = command("match", "list", "--patience", "1h", "--server", address)
        running = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
        )
        with running, listener.accept()[0]:  # it has called, and hears nothing
            try:
                running.send_signal(signal.SIGINT)
                out, err = running.communicate(timeout=PATIENCE)
            finally:
                running.kill()
    assert (running.returncode, out, err) == (130, b"", b"")


def test_nobody_reading_on_is_no_error(server: str, tmp_path: Path) -> None:
    settings = {"GEMWRIGHT_SERVER": server}
    for line in ("gemwright cards counterfeiters", "gemwright cards counterfeiters --json"):
        ended = run_line(f"{line} | head -1", tmp_path, more=settings)
        assert (ended.code, ended.err) == (0, "")
        assert len(ended.lines) == 1
        whole = f"({line} ; echo $? >&2) | true"
        assert run_line(whole, tmp_path, more=settings).err == "0\n"


def test_a_closed_standard_output_is_no_error(server: str, tmp_path: Path) -> None:
    settings = {"GEMWRIGHT_SERVER": server}
    for words in ("match list", "cards", "cards --json", "doctor --token dev:ann"):
        ended = run_line(f"gemwright {words} >&-", tmp_path, more=settings)
        assert (ended.code, ended.out) == (0, "")
        assert "Traceback" not in ended.err


def test_a_full_disk_is_an_error(server: str, tmp_path: Path) -> None:
    settings = {"GEMWRIGHT_SERVER": server}
    ended = run_line("gemwright cards > /dev/full", tmp_path, more=settings)
    assert ended.code == 1
    assert "No space left on device" in ended.err
    assert "Traceback" not in ended.err


def test_only_debug_shows_where_an_error_arose(server: str) -> None:
    words = ("match", "show", NO_MATCH, "--token", "dev:ann")
    plain, debug = typed(*words, server=server), typed(*words, "--debug", server=server)
    assert (plain.code, debug.code) == (5, 5)
    assert "Traceback" not in plain.err
    assert debug.err.startswith("Traceback (most recent call last):\n")
    assert "gemwright_client.errors.MatchNotFound" in debug.err
    assert debug.err.splitlines()[-2] == plain.err.splitlines()[0]


def test_what_is_no_data_is_lost_with_a_closed_standard_error(server: str, tmp_path: Path) -> None:
    settings = {"GEMWRIGHT_SERVER": server}
    ended = run_line("gemwright match show nope 2>&-", tmp_path, more=settings)
    assert (ended.code, ended.out) == (5, "")
    ended = run_line("gemwright match list --principal nobody 2>&-", tmp_path, more=settings)
    assert (ended.code, ended.out) == (0, "")
