"""Words that nobody types in earnest: they are refused as what they are, in a line or two."""

from pathlib import Path

import pytest

from gemwright_client.cli.failures import UNREACHABLE, USAGE
from tests.app.certificates import authority
from tests.cli.listeners import nobody
from tests.cli.terminal import CTRL_U, Terminal, gemwright
from tests.cli.typed import command, run, typed

LONG = "x" * 5_000
TOO_MUCH = "9" * 23


@pytest.mark.parametrize("words", [("history", "some-match"), ("watch", "some-match")])
def test_a_version_that_no_match_can_have_is_refused(words: tuple[str, ...]) -> None:
    ended = typed(*words, "--after", TOO_MUCH)
    assert (ended.code, ended.out) == (USAGE, "")
    assert "--after" in ended.err


def test_a_name_that_is_too_long_for_a_file_is_that_of_a_match() -> None:
    ended = typed("picture", LONG, "--patience", "100ms", server=nobody())
    assert (ended.code, ended.out) == (UNREACHABLE, "")


def test_files_that_are_no_certificates_do_not_end_the_process(tmp_path: Path) -> None:
    pair, empty = authority(tmp_path, "ours"), tmp_path / "empty.pem"
    empty.touch()
    words = command("match", "list", "--server", nobody(), "--patience", "100ms")
    for certificate, key in ((pair.cert, empty), (empty, pair.key), (empty, empty)):
        ended = run([*words, "--certificate", str(certificate), "--key", str(key)])
        assert (ended.code, ended.out) == (USAGE, "")
        assert ended.err == f"gemwright: {empty}: this is no PEM file\n"


def test_of_what_is_pasted_in_error_only_the_beginning_is_kept(tmp_path: Path) -> None:
    words, kept = gemwright("play", "--data", str(tmp_path)), {"XDG_DATA_HOME": str(tmp_path)}
    with Terminal(words, rows=40, columns=120, environment=kept) as terminal:
        terminal.wait_for("1 take")
        terminal.enter(f"\x1b[200~{LONG}\x1b[201~")
        terminal.wait_for("is no move")
        terminal.send(CTRL_U)
        terminal.wait_until(lambda shown: "is no move" not in shown, "an empty line")
        terminal.enter("quit")
        assert terminal.ended() == 0
    (typed_lines,) = (tmp_path / "gemwright").glob("typed-*")
    assert max(map(len, typed_lines.read_text(encoding="utf-8").splitlines())) == 501  # and a sign
