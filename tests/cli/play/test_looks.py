"""How the full screen looks: in colours and without, in ASCII, in other languages."""

import re
from collections.abc import Mapping

import pytest

from gemwright_client.cli.play.playing import account
from tests.cli.play.keyboard import BACK, DATA, Shown, asked, room, table
from tests.cli.terminal import Terminal

MONOCHROME = [{"TERM": "vt100"}, {"NO_COLOR": "1"}]
ENGLISH = "Take tokens, reserve or purchase a card."
FRENCH = "Prenez des jetons, réservez ou achetez une carte."
SPANISH = "Toma fichas, reserva o compra una carta."


def letters(terminal: Terminal) -> list[str]:
    """The coloured letters of tokens, in their order on the screen."""
    found = (cell for cell in terminal.cells() if cell.is_coloured and cell.background != "default")
    return [cell.text for cell in found if cell.text.strip()]


def test_tokens_have_the_ground_of_their_colour() -> None:
    with room() as folder, table(folder) as terminal:
        shown = asked(terminal)
        row = next(row for row, line in enumerate(terminal.lines) if line.startswith("1 "))
        grounds = {"W": "eeeeee", "B": "0055cc", "G": "00875f", "R": "cc2222", "K": "303030"}
        seen = 0
        for at, column in enumerate(range(2, 12, 2)):
            cell = terminal.cell(row, column)
            assert cell.text == shown.text.splitlines()[row].split()[at + 1]
            if cell.text in grounds:
                assert near(cell.background, grounds[cell.text])
                seen += 1
        assert seen


def near(colour: str, wanted: str) -> bool:
    """Whether one of 256 colours is meant for that one."""
    pairs = zip(bytes.fromhex(colour), bytes.fromhex(wanted), strict=True)
    return all(abs(one - other) < 0x30 for one, other in pairs)


@pytest.mark.parametrize("more", MONOCHROME)
def test_without_colours_every_letter_is_there(more: Mapping[str, str]) -> None:
    with room() as folder:
        with table(folder) as terminal:
            shown = asked(terminal)
            assert letters(terminal)
            terminal.enter("quit")
            assert terminal.ended() == 0
            match = re.search(r"--match (\S+)", terminal.left)
        assert match
        with table(folder, "--match", match[1], more=more) as terminal:
            plain = asked(terminal)
            assert plain.position == shown.position
            assert plain.entries == shown.entries
            assert not [cell for cell in terminal.cells() if cell.is_coloured]
            assert terminal.cell_of(account()).is_underlined


def test_in_a_plain_locale_nothing_but_ascii_is_printed() -> None:
    with room() as folder, table(folder, "--lang", "fr", more={"LC_ALL": "C"}) as terminal:
        terminal.wait_for("Prenez des jetons, reservez ou achetez une carte.")
        for line in ("help", "?", "moves"):
            terminal.enter(line)
            terminal.wait_for("Entree")
            terminal.enter("")
        terminal.enter("quit")
        assert terminal.ended() == 0
        assert terminal.sent.isascii()


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        (("--lang", "fr"), {}, FRENCH),
        ((), {"LANG": "fr_CH.UTF-8"}, FRENCH),
        ((), {"LC_ALL": "es_MX.UTF-8", "LANG": "fr_FR.UTF-8"}, SPANISH),
        (("--lang", "en"), {"LANG": "es_ES.UTF-8"}, ENGLISH),
    ],
)
def test_it_speaks_the_language_that_is_asked_for(
    words: tuple[str, ...], more: Mapping[str, str], said: str
) -> None:
    with room() as folder, table(folder, *words, more=more) as terminal:
        shown = Shown(terminal.wait_until(lambda text: f"\n{said}  " in text, said))
        assert shown.status.startswith(said)


def test_a_dumb_terminal_gets_lines() -> None:
    with room() as folder, table(folder, more={"TERM": "dumb"}) as terminal:
        terminal.wait_for(ENGLISH)
        assert not terminal.is_full_screen
        terminal.enter("quit")
        assert terminal.ended() == 0
        assert b"\x1b" not in terminal.sent


@pytest.mark.parametrize(
    ("language", "more"),
    [
        ("en", "more (?). {} choices are left; go on typing"),
        ("fr", "(?). Il reste {} choix ; continuez a taper"),
        ("es", "mas (?). Quedan {} opciones; sigue escribiendo"),
    ],
)
def test_a_dumb_terminal_keeps_the_board_above_the_beginning_of_the_list(
    language: str, more: str
) -> None:
    words = ("--game", "counterfeiters", "--lang", language)
    with room() as folder, table(folder, *words, rows=32, more={"TERM": "dumb"}) as terminal:
        shown = terminal.wait_for("(?). ")
        listed = [int(number) for number in re.findall(r" (\d+) take [a-e]", shown)]
        assert listed == list(range(1, 9))
        (number,) = re.findall(r"\. \D*(\d+) ", shown.partition("(?)")[2])[:1]
        assert more.format(number) in " ".join(shown.split())
        assert re.search("^(turn|tour|turno) [12] ", shown, re.MULTILINE)
        terminal.enter("take")
        terminal.wait_for("(?)\n")
        terminal.enter("quit")
        assert terminal.ended() == 0


@pytest.mark.parametrize(("game", "card"), [("duel", "D2-07"), ("splendor", "S2-07")])
def test_the_help_names_cards_of_the_game(game: str, card: str) -> None:
    with room() as folder, table(folder, "--game", game) as terminal:
        asked(terminal)
        terminal.enter("help")
        page = terminal.wait_for(BACK)
        assert f"buy {card} pay" in page
        terminal.enter("?")
        terminal.wait_for(f"such as ? {card}, says more")


def test_what_does_not_fit_goes_on_below_its_own_column() -> None:
    with room() as folder, table(folder) as terminal:
        asked(terminal)
        terminal.enter("help")
        lines = terminal.wait_for(BACK).splitlines()
        column = lines[2].index("a move, or some words")
        assert lines[3][:column].strip() == ""
        assert lines[3][column:].startswith("what is left")


def test_the_player_is_called_by_the_name_of_the_account() -> None:
    with room() as folder, table(folder) as terminal:
        shown = asked(terminal)
        assert f"{account()} (you) ──" in shown.text
        assert (folder / DATA / "gemwright").is_dir()


def test_a_name_that_is_the_word_for_the_player_is_not_said_twice() -> None:
    with room() as folder, table(folder, "--token", "dev:you") as terminal:
        shown = asked(terminal)
        assert "  you ──" in shown.text or "▶ you ──" in shown.text
        assert "you (you)" not in shown.text


def test_a_large_screen_shows_boxes_and_a_long_list() -> None:
    with room() as folder, table(folder, rows=40, columns=120) as terminal:
        shown = asked(terminal)
        assert "┌─ D1-" in shown.text
        assert len(shown.entries) >= 20
        assert len(shown.text.splitlines()) == 40
