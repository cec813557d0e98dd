"""How a match ended, in a sentence; and how a command is written."""

import shlex
import sys
from pathlib import Path

import pytest
from google.protobuf.json_format import ParseDict

from gemwright_client.cli.match_text import outcome_text, result_text
from gemwright_client.cli.play.which_match import program
from gemwright_client.pb.match_pb2 import (
    MATCH_STATE_CANCELLED,
    MATCH_STATE_FINISHED,
    MATCH_STATE_NO_SHOW,
    Match,
    MatchState,
)
from gemwright_client.pb.outcome_pb2 import (
    END_REASON_RESIGNATION,
    END_REASON_TIMEOUT,
    EndReason,
    Outcome,
)
from gemwright_client.words import LANGUAGES, words_of
from tests.cli.play.decisions import pen_of
from tests.client.board.positions import match_of


def ended(winners: list[int], *reasons: EndReason) -> Match:
    match = match_of("splendor", 3)
    match.state = MATCH_STATE_FINISHED
    match.outcome.CopyFrom(Outcome(winners=winners, reasons=reasons))
    return match


def test_who_has_won_is_said_with_the_reason() -> None:
    said = result_text(ended([0], END_REASON_RESIGNATION), pen_of("splendor"))
    assert said == "ann wins. A player resigned."


def test_a_win_together_and_a_draw_are_said() -> None:
    assert result_text(ended([0, 1]), pen_of("splendor")).startswith("ann, greedy ")
    assert result_text(ended([]), pen_of("splendor")) == "A draw."


def test_a_sentence_begins_with_a_capital_and_a_name_stays_as_it_is() -> None:
    assert result_text(ended([0]), pen_of("splendor", "es")) == "Gana ann."
    assert result_text(ended([0]), pen_of("splendor", "fr")) == "ann gagne."
    assert result_text(ended([]), pen_of("splendor", "es")) == "Empate."


@pytest.mark.parametrize("state", [MATCH_STATE_CANCELLED, MATCH_STATE_NO_SHOW])
def test_a_match_without_an_outcome_says_what_became_of_it(state: MatchState) -> None:
    match = match_of("duel", 2)
    match.state = state
    said = result_text(match, pen_of("duel"))
    assert said.endswith(".")
    assert said[0].isupper()


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_that_look_on_say_the_same(language: str) -> None:
    match, pen = ended([1], END_REASON_TIMEOUT), pen_of("splendor", language)
    assert result_text(match, pen) == pen.glyphs.text(outcome_text(match, words_of(language)))


def test_a_reason_that_is_newer_is_left_out() -> None:
    match = ended([0])
    ParseDict({"reasons": [99]}, match.outcome)
    assert result_text(match, pen_of("splendor")) == "ann wins."


@pytest.mark.parametrize("word", ["a b", "it's", "$HOME", "a;b", "*", "", "é", "a\\b"])
def test_a_command_can_be_pasted_into_a_shell(word: str) -> None:
    assert shlex.split(shlex.join(["gemwright", word])) == ["gemwright", word]


def test_the_program_is_called_by_its_path_where_no_shell_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "gemwright"
    script.touch(mode=0o755)
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setenv("PATH", "/nowhere")
    assert program() == str(script)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == "gemwright"
    monkeypatch.setattr(sys, "argv", ["/somewhere/__main__.py"])
    monkeypatch.setenv("PATH", "/nowhere")
    assert program() == "gemwright"
