"""Whole games and counts that are kept as text: what was once right stays so."""

from pathlib import Path

import pytest

from gemwright.engine.record import read_record, replay, write_record
from tests.engine.laws.perft import GOLDEN, Count, read_counts, recount

GAMES = sorted((GOLDEN / "games").glob("*.txt"))


@pytest.mark.parametrize("file", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_plays_to_its_result(file: Path) -> None:
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.result is not None
    replay(record)


@pytest.mark.parametrize("file", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_written_as_it_was_read(file: Path) -> None:
    record = read_record(file.read_text(encoding="utf-8"))
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize("line", [*read_counts()], ids=str)
def test_the_number_of_action_sequences_stays(line: Count) -> None:
    assert recount(line) == line


def test_there_are_golden_games_of_every_kind() -> None:
    names = {file.stem.rsplit("-", 1)[0] for file in GAMES}
    assert names >= {"duel", "duel_counterfeiters", "splendor-2", "splendor-3", "splendor-4"}
