"""The words of a line of notation."""

import pytest

from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.notation import NotationError, Words, tokens_text


def test_words_are_read_from_left_to_right() -> None:
    words = Words(" take  a1\tb1 ")
    read = []
    while words.more:
        read.append(words.word("a word"))
    assert read == ["take", "a1", "b1"]
    words.finish()


def test_a_word_too_few_is_told() -> None:
    words = Words("take")
    words.word("an action")
    with pytest.raises(NotationError) as raised:
        words.word("a cell")
    assert str(raised.value) == "'take': a cell is expected, the line ends"


def test_a_word_too_many_is_told() -> None:
    words = Words("pass now")
    words.word("an action")
    with pytest.raises(NotationError) as raised:
        words.finish()
    assert str(raised.value) == "'pass now': the end of the line is expected, found 'now'"


def test_only_known_words_are_read_and_an_unknown_one_stays() -> None:
    words = Words("x y")
    with pytest.raises(NotationError) as raised:
        words.one_of({"y"}, "y")
    assert str(raised.value) == "'x y': y is expected, found 'x'"
    assert words.one_of({"x"}, "x") == "x"
    assert words.one_of({"y"}, "y") == "y"


def test_a_word_is_skipped_if_it_is_the_next_one() -> None:
    words = Words("gold a1")
    assert not words.skip("a1")
    assert words.skip("gold")
    assert words.skip("a1")
    assert not words.skip("a1")


@pytest.mark.parametrize(("word", "number"), [("0", 0), ("7", 7), ("07", 7), ("99", 99)])
def test_a_number_has_one_or_two_digits(word: str, number: int) -> None:
    assert Words(word).number("a number") == number


@pytest.mark.parametrize("word", ["100", "-1", "+1", "1.0", "x", "1x", "²", "٣", ""])
def test_anything_else_is_no_number(word: str) -> None:
    with pytest.raises(NotationError, match="a number is expected"):
        Words(word).number("a number")


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_are_read_by_name(kind: Kind) -> None:
    assert Words(kind.text).kind() is kind


@pytest.mark.parametrize("word", ["Gold", "GOLD", "wild", "0"])
def test_other_names_are_no_kind(word: str) -> None:
    with pytest.raises(NotationError, match="a kind of token is expected, found"):
        Words(word).kind()


def test_tokens_are_numbers_and_kinds() -> None:
    words = Words("2 white 1 gold 3 white then")
    assert words.tokens() == (5, 0, 0, 0, 0, 0, 1, 0)
    assert words.word("then") == "then"


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ((0,) * 8, "0 white"),
        ((0, 0, 0, 0, 0, 0, 3, 0), "3 gold"),
        (
            (1, 2, 3, 4, 5, 6, 7, 8),
            "1 white 2 blue 3 green 4 red 5 black 6 pearl 7 gold 8 glassware",
        ),
    ],
)
def test_tokens_are_written_as_they_are_read(tokens: tuple[int, ...], text: str) -> None:
    assert tokens_text(tokens) == text
    assert Words(text).tokens() == tokens
