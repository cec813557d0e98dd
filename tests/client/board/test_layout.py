"""Lines beside and below each other."""

from gemwright_client.board.lines import (
    Line,
    Span,
    beside,
    cut,
    ends,
    fill,
    plain,
    spread,
    text,
    width_of,
    wrapped,
)

LINE: Line = (Span("one", "red"), Span("two"))
GAP = text("|")


def test_a_line_is_cut_within_a_span_and_keeps_its_styles() -> None:
    assert cut(LINE, 4) == (Span("one", "red"), Span("t"))
    assert cut(LINE, 3) == (Span("one", "red"),)
    assert cut(LINE, 0) == ()
    assert cut(LINE, 99) == LINE


def test_a_line_is_filled_up_or_cut_to_a_width() -> None:
    assert plain([(*fill(LINE, 8), Span("|"))]) == "onetwo  |"
    assert plain([(*fill(LINE, 2), Span("|"))]) == "on|"


def test_blocks_of_different_heights_stand_beside_each_other() -> None:
    blocks = beside([([LINE], 7), ([text("a"), text("b")], 2)], GAP)
    assert plain(blocks).splitlines() == ["onetwo |a", "       |b"]
    assert beside([]) == []


def test_two_ends_meet_in_a_width() -> None:
    assert plain([ends(LINE, text("x"), 10, Span("-"))]) == "onetwo---x"
    assert plain([ends(LINE, text("x"), 5, Span("-"))]) == "onetx"


def test_items_wrap_where_the_width_ends() -> None:
    items = [text("aa"), text("bb"), text("cc")]
    assert plain(wrapped(items, 5, text(" "))).splitlines() == ["aa bb", "cc"]
    assert wrapped([], 5, text(" ")) == []


def test_blocks_spread_over_what_height_there_is() -> None:
    blocks = [[text("a")], [], [text("b"), text("c")], [text("d")]]
    assert plain(spread(blocks, 9, 4)).split("\n") == ["a", "b", "c", "d"]
    assert plain(spread(blocks, 9, 5)).split("\n") == ["a", "", "b", "c", "d"]
    assert plain(spread(blocks, 9, 99)).split("\n") == ["a", "", "b", "c", "", "d"]
    assert plain(spread(blocks, 9, None)).split("\n") == ["a", "", "b", "c", "", "d"]
    assert plain(spread(blocks, 9, 2)).split("\n") == ["a", "b"]
    assert all(width_of(line) <= 1 for line in spread([[LINE]], 1, 1))
