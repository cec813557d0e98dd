"""What everybody knows (D-PUB-1) and what a reserve hides (D-RES-2)."""

from dataclasses import fields

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.events import (
    CardPurchased,
    CardReserved,
    ReservedCardSeen,
)
from gemwright.engine.duel.state import State
from gemwright.engine.kinds import Kind
from tests.engine.duel.positions import names, play, position

OTHERS = [1, None]
"""Who looks besides seat 0: the opponent and a spectator."""


def some_position() -> State:
    return position(
        board="w.o.. ..... ..r.. ..... k...p",
        tokens=({"white": 2, "gold": 1}, {"pearl": 1}),
        privileges=(2, 1),
        cards=(["D3-01", ("D3-12", "red"), "D1-30"], ["D2-04"]),
        royals=(["R-4"], []),
        reserved=(["D1-20", "D2-20"], ["D3-10"]),
        blind=["D1-20", "D3-10"],
        idle_turns=7,
    )


@pytest.mark.rule("D-PUB-1")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everybody_knows_what_both_players_have(viewer: int | None) -> None:
    first, second = duel.view(some_position(), viewer).table.players
    assert first.tokens == (2, 0, 0, 0, 0, 0, 1, 0)
    assert second.tokens == (0, 0, 0, 0, 0, 1, 0, 0)
    assert (first.privileges, second.privileges) == (2, 1)
    assert first.cards == (("D3-01", Kind.WHITE), ("D3-12", Kind.RED), ("D1-30", None))
    assert (first.royals, second.royals) == (("R-4",), ())
    assert (first.points, second.points) == (3 + 0 + 3 + 3, 1)
    assert (first.crowns, second.crowns) == (5, 0)
    assert first.colour_points == (3, 0, 0, 0, 0)
    assert (first.bonuses, second.bonuses) == ((1, 0, 0, 1, 0), (2, 0, 0, 0, 0))


@pytest.mark.rule("D-PUB-1")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everybody_knows_the_board_the_bag_the_cards_and_the_sizes(viewer: int | None) -> None:
    state = some_position()
    table = duel.view(state, viewer).table
    there = {0: Kind.WHITE, 2: Kind.GOLD, 12: Kind.RED, 20: Kind.BLACK, 24: Kind.PEARL}
    assert {cell: kind for cell, kind in enumerate(table.board) if kind is not None} == there
    assert table.bag == (1, 4, 4, 3, 3, 0, 1, 0)
    assert table.privileges == 0
    assert table.pyramid[:5] == ("D1-01", "D1-02", "D1-03", "D1-04", "D1-05")
    assert table.pyramid[5:9] == ("D2-01", "D2-02", "D2-03", "D2-05")
    assert table.pyramid[9:] == ("D3-02", "D3-03", "D3-04")
    assert table.deck_sizes == (30 - 5 - 2, 24 - 4 - 2, 13 - 3 - 3)
    assert table.royals == ("R-1", "R-2", "R-3", None)
    assert [len(player.reserved) for player in table.players] == [2, 1]
    assert (table.seat, table.turn, table.idle_turns) == (0, 20, 7)


@pytest.mark.rule("D-PUB-1")
def test_the_public_part_is_the_same_for_everybody() -> None:
    state = some_position()
    tables = [duel.view(state, viewer).table for viewer in (0, 1, None)]
    assert tables[0] == tables[1] == tables[2]


@pytest.mark.rule("D-RES-2")
def test_others_see_level_and_origin_and_the_identity_only_of_pyramid_cards() -> None:
    first, second = duel.view(some_position(), None).table.players
    assert [(card.level, card.card) for card in first.reserved] == [(1, None), (2, "D2-20")]
    assert [(card.level, card.card) for card in second.reserved] == [(3, None)]


@pytest.mark.rule("D-RES-2")
def test_the_owner_alone_knows_the_cards_from_a_deck() -> None:
    state = some_position()
    mine, theirs = duel.view(state, 0).private, duel.view(state, 1).private
    assert mine is not None
    assert theirs is not None
    assert (mine.seat, mine.reserved) == (0, ("D1-20", "D2-20"))
    assert (theirs.seat, theirs.reserved) == (1, ("D3-10",))
    assert duel.view(state, None).private is None
    assert "D1-20" not in repr(duel.view(state, 1))
    assert "D3-10" not in repr(duel.view(state, 0))
    assert "D3-10" not in repr(duel.view(state, None))


@pytest.mark.rule("D-RES-2")
@pytest.mark.parametrize("viewer", OTHERS)
def test_others_see_of_a_reservation_from_a_deck_its_level_and_origin(viewer: int | None) -> None:
    state = some_position()
    log = play(state, "reserve deck 2 gold c1")
    seen = duel.project(log, viewer)
    assert CardReserved(0, level=2, slot=None, card=None) in seen
    assert not any(isinstance(event, ReservedCardSeen) for event in seen)
    assert len(seen) == len(log) - 1
    view = duel.view(state, viewer)
    reserved = view.table.players[0].reserved[2]
    assert (reserved.level, reserved.card) == (2, None)
    assert "D2-06" not in repr((seen, view))  # the top of the deck


@pytest.mark.rule("D-RES-2")
def test_the_owner_sees_which_card_it_was() -> None:
    state = some_position()
    log = play(state, "reserve deck 2 gold c1")
    assert duel.project(log, 0) == tuple(log)
    assert ReservedCardSeen(0, "D2-06") in log


@pytest.mark.rule("D-RES-2")
@pytest.mark.parametrize("viewer", OTHERS)
def test_a_reserved_pyramid_card_stays_known(viewer: int | None) -> None:
    state = some_position()
    log = play(state, "reserve D2-03 gold c1")
    assert CardReserved(0, level=2, slot=7, card="D2-03") in duel.project(log, viewer)
    assert "ReservedCardSeen" not in names(log)
    for line in ("take a1", "take c3"):
        play(state, line)
        reserved = duel.view(state, viewer).table.players[0].reserved
        assert (reserved[2].level, reserved[2].card) == (2, "D2-03")


@pytest.mark.rule("D-RES-2")
@pytest.mark.parametrize("viewer", OTHERS)
def test_a_card_from_a_deck_becomes_known_when_it_is_purchased(viewer: int | None) -> None:
    state = position(
        tokens=({"blue": 3}, {}), reserved=(["D3-10", "D1-02"], []), blind=["D3-10", "D1-02"]
    )
    log = play(state, "buy reserved 2")
    assert CardPurchased(0, "D1-02", None, 1, Kind.WHITE) in duel.project(log, viewer)
    seen = duel.view(state, viewer).table.players[0]
    assert [owned.card for owned in seen.cards] == ["D1-02"]
    assert [(card.level, card.card) for card in seen.reserved] == [(3, None)]


@pytest.mark.rule("D-RES-2")
def test_the_two_ways_to_reserve_are_told_apart() -> None:
    """Level and origin are all that a spectator learns; two unseen cards of a level look alike."""
    views = [
        duel.view(position(reserved=(["D1-20"], []), blind=["D1-20"], decks={1: ["D1-21"]}), 1),
        duel.view(position(reserved=(["D1-21"], []), blind=["D1-21"], decks={1: ["D1-20"]}), 1),
    ]
    assert views[0] == views[1]
    face_up = duel.view(position(reserved=(["D1-20"], []), decks={1: ["D1-21"]}), 1)
    assert face_up != views[0]


@pytest.mark.rule("D-PUB-1", "D-RES-2")
def test_a_view_has_no_field_for_decks_seed_or_legal_actions() -> None:
    seen = duel.view(some_position(), 0)
    assert {field.name for field in fields(seen)} == {"table", "private"}
    assert {field.name for field in fields(seen.table)} == {
        *("game", "options", "players", "seat", "turn", "is_extra_turn", "board", "bag"),
        *("privileges", "pyramid", "deck_sizes", "royals", "royal_deck_size", "counterfeiters"),
        "dug_level",
        *("counterfeiter_deck_size", "has_used_privilege", "has_replenished", "has_purchased"),
        *("is_extra_turn_due", "used", "idle_turns", "decision", "outcome"),
    }


@pytest.mark.rule("D-RES-2")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_actions_of_the_base_game_are_seen_as_they_are(viewer: int | None) -> None:
    for line in ("reserve deck 2 gold c1", "reserve D2-03 gold c1", "buy reserved 1", "pass"):
        action = duel.parse_action(line)
        assert duel.seen_action(action, 0, viewer) == action
