"""Standard streams that are closed, full, or that nobody reads: what is still done, and how it
ends."""

from pathlib import Path

import pytest

from gemwright_client.cli.failures import USAGE
from tests.cli.listeners import nobody
from tests.cli.typed import run_line, typed

ARENA = "gemwright arena random random --games 2 --processes 1"


@pytest.mark.parametrize("word", ["--help", "--version", "match create --help", "cards --help"])
def test_help_that_cannot_be_written_is_an_error_in_a_line(tmp_path: Path, word: str) -> None:
    ended = run_line(f"gemwright {word} > /dev/full", tmp_path)
    assert ended.code == 1
    assert ended.err == ("gemwright: Not everything could be written: No space left on device\n")


def test_a_full_disk_is_nothing_unexpected(tmp_path: Path) -> None:
    ended = run_line(f"{ARENA} > /dev/full", tmp_path)
    assert (ended.code, len(ended.err.splitlines())) == (1, 1)


def test_a_series_is_played_without_a_standard_error(tmp_path: Path) -> None:
    ended = run_line(f"{ARENA} 2>&-", tmp_path)
    assert (ended.code, len(ended.lines)) == (0, 5)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_one_can_play_with_closed_streams(tmp_path: Path, closed: str) -> None:
    ended = run_line(f"gemwright play {closed}", tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert "--match" in ended.out or ">&-" in closed


def test_a_record_from_a_closed_input_is_empty(tmp_path: Path) -> None:
    ended = run_line("gemwright replay - <&-", tmp_path)
    assert (ended.code, len(ended.err.splitlines())) == (1, 1)
    assert "cannot be replayed" in ended.err


def test_the_exit_code_stays_where_no_complaint_can_be_written(tmp_path: Path) -> None:
    words = f"match list --patience 100ms --server {nobody()}"
    for away in ("2>&-", "2>/dev/full", ">&- 2>&-", "> /dev/full 2>&1"):
        assert run_line(f"gemwright {words} {away}", tmp_path).code == 3


def test_a_token_file_without_an_end_is_refused() -> None:
    ended = typed("match", "list", "--token-file", "/dev/zero")
    assert (ended.code, ended.out) == (USAGE, "")
    assert ended.err.startswith("gemwright: This is no token")
