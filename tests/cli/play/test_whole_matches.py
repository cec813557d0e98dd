"""Whole matches by keystrokes, from nothing but what the screen shows."""

import pytest

from tests.cli.play.keyboard import Keyboard, room, table

WAYS = {"number", "notation", "words", "tab", "history", "asking", "pay"}


def play_whole(*words: str) -> None:
    """Play a match against bots to its end, in every way."""
    with room() as folder, table(folder, *words) as terminal:
        keyboard = Keyboard(terminal)
        shown = keyboard.play()
        assert " wins. " in shown.told
        assert keyboard.used >= WAYS
        terminal.enter("quit")
        assert terminal.ended() == 0
        assert " wins. " in terminal.left
        assert "--match" not in terminal.left


def test_a_match_of_duel_is_played_to_its_end() -> None:
    play_whole("--game", "duel")


@pytest.mark.long
def test_a_match_of_the_counterfeiters_is_played_to_its_end() -> None:
    play_whole("--game", "counterfeiters")


@pytest.mark.long
def test_a_match_of_splendor_is_played_to_its_end() -> None:
    play_whole("--game", "splendor", "--seats", "3")
