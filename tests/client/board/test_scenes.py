"""Moments that bots seldom reach: clocks, names, ends, and what only a newer server knows."""

import re
from collections.abc import Callable

import pytest
from google.protobuf.duration_pb2 import Duration

from gemwright_client.board import ASCII, UNICODE, Cards, board_lines, plain, width_of
from gemwright_client.board.glyphs import ascii_text
from gemwright_client.pb import duel_view_pb2, splendor_decision_pb2
from gemwright_client.pb.catalog_service_pb2 import Card, ListCardsResponse
from gemwright_client.pb.clock_pb2 import TimeControl
from gemwright_client.pb.duel_view_pb2 import DuelTable
from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.match_pb2 import (
    MATCH_STATE_CANCELLED,
    MATCH_STATE_FINISHED,
    MATCH_STATE_WAITING,
    Match,
)
from gemwright_client.pb.outcome_pb2 import (
    END_REASON_LAST_ROUND,
    END_REASON_POINTS,
    END_REASON_RESIGNATION,
    Outcome,
)
from gemwright_client.words import words_of
from tests.client.board.positions import cards_of, match_of, positions

EN = words_of("en")


def opening(game: str, seats: int = 2) -> tuple[Match, View]:
    """A match that was just dealt, as seat 0 sees it, to be changed by a test."""
    position = positions(game, seats, 1)[0]
    match, view = Match(), View()
    match.CopyFrom(position.match)
    view.CopyFrom(position.views[0])
    return match, view


def text_of(
    match: Match,
    view: View,
    *,
    elapsed: float = 0.0,
    viewer: int | None = 0,
    height: int = 18,
) -> str:
    lines = board_lines(
        match,
        view,
        cards_of("duel_counterfeiters"),
        EN,
        viewer_seat=viewer,
        elapsed=elapsed,
        height=height,
    )
    assert len(lines) <= height
    assert max(width_of(line) for line in lines) <= 80
    return plain(lines)


def with_clock(seconds: float, control: TimeControl) -> Match:
    """A match in which it is the turn of seat 0, with so much left."""
    match, _ = opening("duel")
    match.time_control.CopyFrom(control)
    whole = int(seconds)
    clock = match.clocks.seats[0]
    clock.remaining.CopyFrom(Duration(seconds=whole, nanos=round((seconds - whole) * 1e9)))
    clock.is_running = True
    match.clocks.seats[1].is_running = False
    match.clocks.seats[1].remaining.CopyFrom(Duration(seconds=600))
    return match


BANK = TimeControl(bank=TimeControl.Bank(initial=Duration(seconds=900)))
DAYS = TimeControl(per_move=TimeControl.PerMove(days=3))


@pytest.mark.parametrize(
    ("seconds", "elapsed", "control", "expected"),
    [
        (754.9, 0.0, BANK, " 12:34 │"),
        (754.9, 4.5, BANK, " 12:30 │"),
        (95.0, 0.0, BANK, " 1:35 │"),
        (95.0, 6.0, BANK, " 1:29! │"),
        (9.5, 2.0, BANK, " 0:07! │"),
        (9.5, 60.0, BANK, " 0:00! │"),
        (3900.0, 0.0, DAYS, " 1h05 │"),
        (2 * 86400 + 3 * 3600 + 59, 0.0, DAYS, " 2d 3h │"),
        (3500.0, 0.0, DAYS, " 58:20! │"),
    ],
)
def test_the_running_clock_counts_down(
    seconds: float, elapsed: float, control: TimeControl, expected: str
) -> None:
    _, view = opening("duel")
    text = text_of(with_clock(seconds, control), view, elapsed=elapsed)
    assert expected in text
    assert re.search("10:00!?\n", text), "the other clock stands"


def test_little_time_is_told_by_a_style_too() -> None:
    _, view = opening("duel")
    match = with_clock(5.0, BANK)
    lines = board_lines(match, view, cards_of("duel"), EN, viewer_seat=0)
    assert [span.style for line in lines for span in line if span.text == "0:05!"] == ["bad"]


def test_a_match_without_clocks_shows_none() -> None:
    match, view = opening("splendor", 3)
    match.ClearField("clocks")
    match.ClearField("time_control")
    assert ":" not in text_of(match, view).split("\n", 1)[1].replace("guest:", "")


def test_names_are_those_people_use() -> None:
    match, view = opening("duel")
    assert "ann (you)" in text_of(match, view)
    assert "bot:" not in text_of(match, view)
    assert "(you)" not in text_of(match, view, viewer=None)
    match.seats[1].principal = "ann"
    assert "ann#1 (you)" in text_of(match, view)
    assert "ann#2" in text_of(match, view)


@pytest.mark.parametrize("game", ["duel", "splendor"])
def test_a_long_name_is_cut_and_marked(game: str) -> None:
    match, view = opening(game)
    match.seats[0].principal = match.seats[1].principal = "x" * 63
    match.seats[0].principal += "y"
    text = text_of(match, view)
    assert "xxx… (you)" in text
    assert "xxxx…\n" in text or "xxxx… " in text


def test_the_seat_to_act_is_marked() -> None:
    match, view = opening("splendor", 4)
    for seat in range(4):
        match.seat_to_act = seat
        marked = [line for line in text_of(match, view).splitlines()[10:] if line[0] == "▶"]
        assert len(marked) == 1
        assert marked[0][2:5] == ("ann", "gre", "gue", "a-v")[seat]


def test_a_match_that_waits_says_who_is_missing() -> None:
    match = match_of("splendor", 3)
    match.state = MATCH_STATE_WAITING
    match.seats[1].is_filled = False
    match.seats[2].principal, match.seats[2].is_filled = "", False
    lines = text_of(match, View()).splitlines()
    assert lines[0] == EN("state.WAITING")
    assert lines[2:] == [
        f"  ann (you)  {EN('has_come')}",
        f"  greedy  {EN('has_not_come')}",
        f"  seat 3  {EN('has_not_come')}",
    ]


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome(winners=[1], reasons=[END_REASON_POINTS]), "greedy wins · Enough Prestige"),
        (Outcome(winners=[0, 1], reasons=[END_REASON_LAST_ROUND]), "ann, greedy win together · "),
        (Outcome(reasons=[END_REASON_LAST_ROUND]), "a draw · The last round"),
        (Outcome(winners=[0], reasons=[END_REASON_RESIGNATION]), "ann wins · A player resigned"),
        (Outcome(winners=[0]), "ann wins"),
    ],
)
def test_the_end_is_told_first(outcome: Outcome, expected: str) -> None:
    match, view = opening("splendor")
    match.state = MATCH_STATE_FINISHED
    match.ClearField("seat_to_act")
    match.outcome.CopyFrom(outcome)
    first = text_of(match, view).splitlines()[0]
    assert first.startswith(expected)
    assert "▶" not in text_of(match, view)


def test_a_cancelled_match_waits_for_nobody() -> None:
    match, view = opening("duel")
    match.state = MATCH_STATE_CANCELLED
    text = text_of(match, view)
    assert text.splitlines()[0] == "cancelled"
    assert "▶" not in text


def test_what_follows_the_turn_is_told() -> None:
    match, view = opening("duel")
    assert EN("extra_turn_due") not in text_of(match, view)
    view.duel.table.is_extra_turn_due = True
    assert EN("extra_turn_due") in text_of(match, view)
    match, view = opening("splendor")
    assert EN("last_round") not in text_of(match, view)
    view.splendor.table.is_last_round = True
    assert EN("last_round") in text_of(match, view)


@pytest.mark.parametrize("kind", duel_view_pb2.DuelDecisionKind.values()[1:])
def test_every_decision_of_duel_is_told(kind: duel_view_pb2.DuelDecisionKind) -> None:
    match, view = opening("duel_counterfeiters")
    view.duel.table.decision.kind = kind
    name = duel_view_pb2.DuelDecisionKind.Name(kind).removeprefix("DUEL_DECISION_KIND_")
    assert EN(f"decision.duel.{name}")[:50] in text_of(match, view)


@pytest.mark.parametrize("kind", splendor_decision_pb2.SplendorDecisionKind.values()[1:])
def test_every_decision_of_splendor_is_told(
    kind: splendor_decision_pb2.SplendorDecisionKind,
) -> None:
    match, view = opening("splendor")
    view.splendor.table.decision.kind = kind
    view.splendor.table.decision.left = 2
    name = splendor_decision_pb2.SplendorDecisionKind.Name(kind)
    key = f"decision.splendor.{name.removeprefix('SPLENDOR_DECISION_KIND_')}"
    assert f"{EN(key)} ×2" in text_of(match, view)


def test_cards_looked_at_are_open_to_the_one_who_looks() -> None:
    match, view = opening("duel_counterfeiters")
    view.duel.table.dug_level = 2
    view.duel.private.dug.extend(["D2-01", "D2-02"])
    view.duel.private.reserved.append("D1-03")
    lines = text_of(match, view, height=24).splitlines()
    assert "[II]" in lines[0]
    assert any(line.startswith(f"{EN('short.looks')}  D2-01 W ✦2♛1 2G 2R 2K 1P") for line in lines)
    assert any(line.startswith(f"{EN('short.hand')}  D1-03 W 2B 2G 1P again") for line in lines)


def test_five_reserved_cards_show_their_costs_in_one_line() -> None:
    match, view = opening("duel_counterfeiters")
    five = ["D3-01", "D3-03", "D2-01", "D1-26", "D1-27"]
    view.duel.private.reserved.extend(five)
    last = text_of(match, view).splitlines()[-1]
    assert last.split()[::2] == five
    assert last.endswith("D1-26 2W2G1K1P  D1-27 2B2R1K1P")


def test_many_royal_and_counterfeiter_cards_take_another_line() -> None:
    match, view = opening("duel_counterfeiters")
    many = [f"C-{number:02}" for number in range(1, 9)]
    view.duel.table.players[0].counterfeiters.extend(many)
    text = text_of(match, view)
    assert all(card in text for card in many)


def test_a_seat_that_dropped_out_says_so() -> None:
    match, view = opening("splendor", 3)
    view.splendor.table.players[1].dropped_out = 1
    assert EN("dropped_out") in text_of(match, view)


def newer_card(table: DuelTable) -> None:
    table.pyramid[0] = "D9-99"
    table.players[0].royals.append("R-99")


def newer_decision(table: DuelTable) -> None:
    table.decision.kind = duel_view_pb2.DuelDecisionKind.values()[-1] + 1  # type: ignore[assignment]


def newer_kind(table: DuelTable) -> None:
    table.board[0] = 99  # type: ignore[call-overload]


def newer_shape(table: DuelTable) -> None:
    """A table without decks."""
    table.ClearField("deck_sizes")


@pytest.mark.parametrize("change", [newer_card, newer_decision, newer_kind, newer_shape])
def test_what_only_a_newer_server_knows_is_no_error(change: Callable[[DuelTable], None]) -> None:
    match, view = opening("duel")
    change(view.duel.table)
    assert text_of(match, view)


def test_a_card_that_is_not_listed_is_a_card_without_anything() -> None:
    cards = Cards(ListCardsResponse(cards=[Card(card="D1-01", points=2)]))
    assert cards["D1-01"].points == 2
    unknown = cards["D7-77"]
    assert (unknown.card, unknown.points, list(unknown.abilities)) == ("D7-77", 0, [])


def test_an_unknown_ability_is_called_by_its_key() -> None:
    match, view = opening("duel")
    card = Card(card=view.duel.table.pyramid[0], abilities=["fly_to_the_moon"])
    cards = Cards(ListCardsResponse(cards=[card]))
    assert "fly_to_" in plain(board_lines(match, view, cards, EN, viewer_seat=0))


def test_letters_lose_their_accents_in_ascii() -> None:
    assert ascii_text("Réservé, cœur, año, l’Or…") == "Reserve, coeur, ano, l'Or..."
    assert ascii_text("Ω") == "?"
    assert ASCII.text("été") == "ete"
    assert UNICODE.text("été") == "été"
