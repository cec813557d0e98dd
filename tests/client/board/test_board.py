"""Hundreds of positions of every game, in every language and many sizes: nothing is missing."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Final

import pytest

from gemwright_client.board import (
    ASCII,
    UNICODE,
    Glyphs,
    Line,
    board_lines,
    plain,
    view_text,
    width_of,
)
from gemwright_client.board.cards import Kind, colours_of, counts_of, kind_of
from gemwright_client.board.faces import BOXED, SMALL, WIDE, Size, face
from gemwright_client.board.pen import Pen
from gemwright_client.pb.duel_view_pb2 import DuelPlayer, DuelView
from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.splendor_view_pb2 import SplendorView
from gemwright_client.pb.token_pb2 import TokenCounts
from gemwright_client.words import LANGUAGES, Words, words_of
from tests.client.board.positions import Position, cards_of, positions

TABLES: Final = (
    ("duel", 2),
    ("duel_counterfeiters", 2),
    ("splendor", 2),
    ("splendor", 3),
    ("splendor", 4),
)
SIZES: Final = ((80, 18), (100, 24), (100, 28), (120, 34), (200, 60))
SEEDS: Final = (1, 2, 3)
EVERY: Final = 4
ID: Final = re.compile(r"\b(?:[DS][1-3]|[CNR])-[0-9]+\b")

Sight = tuple[Position, int | None, Words]


def sights(game: str, seats: int) -> Iterator[Sight]:
    """Positions with a viewer and a language each, every viewer and language again and again."""
    languages, viewers = cycle(LANGUAGES), cycle([0, None, *range(1, seats)])
    for seed in SEEDS:
        for position in positions(game, seats, seed)[::EVERY]:
            yield position, next(viewers), words_of(next(languages))
        yield positions(game, seats, seed)[-1], next(viewers), words_of(next(languages))


def drawn(sight: Sight, width: int, height: int, glyphs: Glyphs = UNICODE) -> list[Line]:
    position, viewer, words = sight
    view = position.views[viewer]
    return board_lines(
        position.match,
        view,
        position.cards,
        words,
        viewer_seat=viewer,
        width=width,
        height=height,
        elapsed=3.0,
        glyphs=glyphs,
    )


def known_cards(view: View) -> Iterator[str]:
    """Every card that lies on the table or that everybody knows, and the viewer's own."""
    if view.WhichOneof("game") == "duel":
        yield from duel_cards(view.duel)
    else:
        yield from splendor_cards(view.splendor)


def duel_cards(view: DuelView) -> Iterator[str]:
    table = view.table
    yield from (*table.pyramid, *table.royals, *table.counterfeiters)
    yield from (*view.private.reserved, *view.private.dug)
    for player in table.players:
        yield from (*player.royals, *player.counterfeiters)
        yield from (each.card for each in player.reserved)


def splendor_cards(view: SplendorView) -> Iterator[str]:
    yield from (*view.table.face_up, *view.table.nobles, *view.private.reserved)
    for player in view.table.players:
        yield from player.nobles
        yield from (each.card for each in player.reserved)


def priced_cards(view: View) -> Iterator[str]:
    """The cards whose cost a player must see."""
    if view.WhichOneof("game") == "duel":
        duel = view.duel
        yield from (*duel.table.pyramid, *duel.table.counterfeiters, *duel.private.reserved)
    else:
        table = view.splendor.table
        yield from (*table.face_up, *table.nobles, *view.splendor.private.reserved)


def letters(counts: dict[Kind, int], words: Words) -> list[str]:
    return [f"{number}{words(f'mark.{kind}')}" for kind, number in counts.items() if number]


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_a_board_keeps_within_its_room(game: str, seats: int, glyphs: Glyphs) -> None:
    rooms = cycle((*SIZES, (60, 18), (80, 10), (20, 3), (1, 1)))
    for sight in sights(game, seats):
        width, height = next(rooms)
        lines = drawn(sight, width, height, glyphs)
        assert len(lines) <= height
        assert max(width_of(line) for line in lines) <= width


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_sign_is_one_column_wide(game: str, seats: int) -> None:
    signs = {
        sign
        for sight in sights(game, seats)
        for line in drawn(sight, 120, 34)
        for span in line
        for sign in span.text
    }
    assert not {sign for sign in signs if unicodedata.east_asian_width(sign) in "WF"}
    assert not {sign for sign in signs if unicodedata.combining(sign) or sign < " "}


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_card_on_the_table_is_named(game: str, seats: int, width: int, height: int) -> None:
    for sight in sights(game, seats):
        text = plain(drawn(sight, width, height))
        expected = {card for card in known_cards(sight[0].views[sight[1]]) if card}
        assert set(ID.findall(text)) == expected, text


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_cost_can_be_read(game: str, seats: int) -> None:
    for sight in sights(game, seats):
        position, viewer, words = sight
        text = plain(drawn(sight, 80, 18))
        for card in priced_cards(position.views[viewer]):
            cost = letters(counts_of(position.cards[card].cost), words)
            assert " ".join(cost) in text or "".join(cost) in text, (card, text)


@pytest.mark.parametrize("game", ["duel", "duel_counterfeiters"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_each_seat_of_duel_has_can_be_read(game: str, width: int, height: int) -> None:
    for sight in sights(game, 2):
        position, viewer, words = sight
        text = plain(drawn(sight, width, height))
        order = [0, 1] if viewer != 1 else [1, 0]
        players = [position.views[viewer].duel.table.players[seat] for seat in order]
        expected = [tokens_bonuses_points(player, words) for player in players]
        keys = ("short.tokens", "short.bonuses", "short.points")
        rows = [panels(text, words(key)) for key in keys]
        assert [list(each) for each in zip(*rows, strict=True)] == expected, text


def tokens_bonuses_points(player: DuelPlayer, words: Words) -> list[list[str]]:
    counts = (
        counts_of(player.tokens),
        colours_of(player.bonuses),
        colours_of(player.colour_points),
    )
    return [letters(each, words) for each in counts]


def panels(text: str, label: str) -> tuple[list[str], list[str]]:
    """The counts behind a label, on the left and on the right of the bar."""
    line = next(line for line in text.splitlines() if line.startswith(f"{label} "))
    left, _, right = line.partition("│")
    return counts_in(left), counts_in(right)


def counts_in(text: str) -> list[str]:
    return re.findall(r"(?<![-0-9])[0-9]+[A-Z](?![-A-Z])", text)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_each_seat_of_splendor_has_can_be_read(seats: int, width: int, height: int) -> None:
    for sight in sights("splendor", seats):
        position, viewer, words = sight
        lines = plain(drawn(sight, width, height)).splitlines()
        table = position.views[viewer].splendor.table
        first = viewer or 0
        order = [(first + place) % seats for place in range(seats)]
        players = [table.players[seat] for seat in order]
        tokens = [counts_in(line) for line in lines if f" {words('short.tokens')} " in line]
        bonuses = [counts_in(line) for line in lines if f" {words('short.bonuses')} " in line]
        assert tokens == [letters(counts_of(player.tokens), words) for player in players]
        assert bonuses == [letters(colours_of(player.bonuses), words) for player in players]


@pytest.mark.parametrize("game", ["duel", "duel_counterfeiters"])
def test_cells_and_bag_can_be_read(game: str) -> None:
    for sight in sights(game, 2):
        position, viewer, words = sight
        table = position.views[viewer].duel.table
        lines = [line[:12] for line in plain(drawn(sight, 80, 18)).splitlines()]
        head = next(row for row, line in enumerate(lines) if line.split() == [*"abcde"])
        for row in range(5):
            kinds = [kind_of(cell) for cell in table.board[5 * row : 5 * row + 5]]
            marks = [words(f"mark.{kind}") if kind else "·" for kind in kinds]
            assert lines[head + 1 + row].split() == [str(row + 1), *marks]
        bag = f"{words('short.bag')} {sum(counts_of(table.bag).values())}"
        assert lines[head + 6].rstrip() == bag
        assert counts_in("\n".join(lines[head + 7 : head + 9])) == of(table.bag, words)
        assert f"⚑{table.privileges}" in lines[head + 9]


def of(tokens: TokenCounts, words: Words) -> list[str]:
    return letters(counts_of(tokens), words)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_decks_points_and_crowns_can_be_read(game: str, seats: int) -> None:
    for sight in sights(game, seats):
        position, viewer, _ = sight
        text = plain(drawn(sight, 80, 18))
        view = position.views[viewer]
        is_duel = game != "splendor"
        sizes = view.duel.table.deck_sizes if is_duel else view.splendor.table.deck_sizes
        assert all(f"×{size} " in text for size in sizes)
        if is_duel:
            for player in view.duel.table.players:
                scores = f"✦{player.points}  ♛{player.crowns}  ⚑{player.privileges}"
                assert scores in text
        else:
            assert all(f" ✦{player.points} " in text for player in view.splendor.table.players)


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_text_for_files_and_pipes_is_ascii(game: str, seats: int, language: str) -> None:
    words = words_of(language)
    for position in positions(game, seats, SEEDS[0])[::EVERY]:
        for width in (80, 120):
            viewer = position.step % seats
            text = view_text(
                position.match,
                position.views[viewer],
                position.cards,
                words,
                viewer_seat=viewer,
                width=width,
            )
            assert text.isascii()
            assert max(map(len, text.splitlines())) <= width
            expected = {card for card in known_cards(position.views[viewer]) if card}
            assert set(ID.findall(text)) == expected


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_spectator_sees_no_card_that_is_not_public(game: str, seats: int) -> None:
    for position in positions(game, seats, SEEDS[0])[::EVERY]:
        text = plain(drawn((position, None, words_of("en")), 80, 18))
        everything = {card for view in position.views.values() for card in known_cards(view)}
        known = set(known_cards(position.views[None]))
        assert not (everything - known) & set(ID.findall(text))


def test_both_sets_of_signs_draw_the_same_places() -> None:
    for sight in sights("duel_counterfeiters", 2):
        if sight[2].language == "en":
            unicode, ascii_ = drawn(sight, 80, 18), drawn(sight, 80, 18, ASCII)
            assert widths(unicode) == widths(ascii_)


def widths(lines: Iterable[Line]) -> list[int]:
    return [width_of(line) for line in lines]


@pytest.mark.parametrize("size", [SMALL, BOXED, WIDE], ids=["small", "boxed", "wide"])
@pytest.mark.parametrize(
    ("card", "said"), [("D2-21", "any *2"), ("D2-22", "any ^2"), ("D3-11", "any *3")]
)
def test_in_ascii_any_colour_is_a_word_that_has_its_room(card: str, said: str, size: Size) -> None:
    pen = Pen(words_of("en"), ASCII, cards_of("duel"))
    drawn = face(card, pen, size)
    assert max(map(width_of, drawn)) < size.width
    assert "?" not in plain(drawn)
    words = plain(drawn).replace(ASCII.vertical, " ").split()
    assert said in " ".join(words)
