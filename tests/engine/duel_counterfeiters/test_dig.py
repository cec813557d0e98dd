"""Looking at the top of a deck: C-17 (C-ABL-10)."""

import json

import pytest

from gemwright.engine import duel, duel_counterfeiters
from gemwright.engine.duel.actions import HIDDEN_CHOICE, KeepDug
from gemwright.engine.duel.events import (
    CardReserved,
    DeckDug,
    DugCardsReturned,
    DugCardsSeen,
    ReservedCardSeen,
    SlotFilled,
)
from gemwright.engine.kinds import Kind
from gemwright.engine.reading import Defect, PositionError
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import assert_refused, play, texts
from tests.engine.duel_counterfeiters.scenes import (
    BOARD_OF_ONE,
    asked,
    bag,
    deck,
    hand,
    level_3_beyond,
    reason,
    scene,
    table,
    window,
)

RULE = "C-ABL-10"


# --- C-17


def dig_of_3(cards: int, **reserve: list[str]) -> duel.State:
    """Seat 0 may dig in deck 3, which has so many cards, from D3-04 on."""
    return window(
        cards=([], level_3_beyond(cards)),
        counterfeiters=(["C-17", *reserve.get("owned", [])], []),
        reserved=(reserve.get("reserved", []), []),
        tokens=({"glassware": 3}, {}),
    )


@pytest.mark.rule("C-ABL-10")
def test_dig_spends_2_at_once_and_it_cannot_be_undone() -> None:
    state = dig_of_3(5)
    before = bag(state)["glassware"]
    play(state, "use C-17 deck 3")
    assert hand(state) == {"glassware": 1}
    assert bag(state)["glassware"] == before + 2
    assert all(line.startswith("keep") for line in texts(state))
    for line in ("done", "stop", "use C-17 deck 1", "take a1"):
        assert reason(state, line) is Reason.NOT_ASKED


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    ("cards", "seen", "answers"),
    [
        (1, ("D3-04",), 1),
        (2, ("D3-04", "D3-05"), 2),
        (3, ("D3-04", "D3-05", "D3-06"), 6),
        (4, ("D3-04", "D3-05", "D3-06"), 6),
        (10, ("D3-04", "D3-05", "D3-06"), 6),
    ],
)
def test_dig_looks_at_the_top_3_or_as_many_as_there_are(
    cards: int, seen: tuple[str, ...], answers: int
) -> None:
    state = dig_of_3(cards)
    log = play(state, "use C-17 deck 3")
    mine = duel.view(state, 0).private
    assert mine is not None
    assert mine.dug == seen
    assert DugCardsSeen(0, seen) in log
    assert DeckDug(0, 3, len(seen)) in log
    assert len(texts(state)) == len(set(texts(state))) == answers
    assert deck(state, 3) == [f"D3-{number:02}" for number in range(4 + len(seen), 4 + cards)]


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    ("line", "kept", "below"),
    [
        ("keep 1 bottom 2 3", "D3-04", ["D3-05", "D3-06"]),
        ("keep 1 bottom 3 2", "D3-04", ["D3-06", "D3-05"]),
        ("keep 2 bottom 1 3", "D3-05", ["D3-04", "D3-06"]),
        ("keep 2 bottom 3 1", "D3-05", ["D3-06", "D3-04"]),
        ("keep 3 bottom 1 2", "D3-06", ["D3-04", "D3-05"]),
        ("keep 3 bottom 2 1", "D3-06", ["D3-05", "D3-04"]),
    ],
)
def test_1_must_be_reserved_the_others_go_to_the_bottom_in_the_players_order(
    line: str, kept: str, below: list[str]
) -> None:
    state = dig_of_3(5)
    play(state, "use C-17 deck 3")
    assert line in texts(state)
    log = play(state, line)
    assert deck(state, 3) == ["D3-07", "D3-08", *below]
    mine = duel.view(state, 0).private
    assert mine is not None
    assert (mine.reserved, mine.dug) == ((kept,), ())
    assert log[:3] == [
        CardReserved(0, 3, is_dug=True),
        ReservedCardSeen(0, kept),
        DugCardsReturned(0, 3, 2),
    ]


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    ("cards", "line"), [(1, "keep 1"), (2, "keep 1 bottom 2"), (2, "keep 2 bottom 1")]
)
def test_a_short_deck_is_dug_to_its_end(cards: int, line: str) -> None:
    state = dig_of_3(cards)
    play(state, "use C-17 deck 3")
    assert line in texts(state)
    play(state, line)
    assert len(deck(state, 3)) == cards - 1
    assert len(table(state).players[0].reserved) == 1


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize(
    "answer",
    [
        KeepDug(0),
        KeepDug(0, (1,)),
        KeepDug(0, (1, 1)),
        KeepDug(0, (0, 1)),
        KeepDug(0, (1, 2, 0)),
        KeepDug(3, (0, 1)),
        KeepDug(-1, (0, 1)),
        HIDDEN_CHOICE,
    ],
)
def test_every_card_looked_at_has_one_place(answer: KeepDug) -> None:
    state = dig_of_3(5)
    play(state, "use C-17 deck 3")
    assert_refused(state, answer, Reason.MALFORMED, RULE)


@pytest.mark.rule("C-ABL-10")
def test_dig_needs_a_non_empty_deck() -> None:
    state = dig_of_3(0)
    assert [line for line in texts(state) if "C-17" in line] == [
        "use C-17 deck 1",
        "use C-17 deck 2",
    ]
    assert_refused(state, "use C-17 deck 3", Reason.DECK_EMPTY, RULE)
    assert_refused(state, "use C-17 deck 4", Reason.MALFORMED, RULE)


@pytest.mark.rule("C-ABL-10")
def test_dig_takes_no_gold() -> None:
    state = window(
        board="ooo.. ..... ..... ..... .....",
        counterfeiters=(["C-17"], []),
        tokens=({"glassware": 2}, {}),
    )
    play(state, "use C-17 deck 2", "keep 1 bottom 2 3")
    assert hand(state) == {}
    assert table(state).board[:3] == (Kind.GOLD,) * 3


RESERVED = ["D1-30", "D1-29", "D1-28", "D1-27", "D1-26"]


@pytest.mark.rule("C-ABL-10", "C-ABL-7")
@pytest.mark.parametrize(("owned", "number"), [([], 3), (["C-15"], 5)])
def test_dig_is_not_possible_with_a_full_reserve(owned: list[str], number: int) -> None:
    state = scene(
        board=BOARD_OF_ONE,
        counterfeiters=(["C-17", *owned], []),
        reserved=(RESERVED[:number], []),
        tokens=({"glassware": 4}, {}),
    )
    play(state, "take a1")
    assert asked(state) == "1 turn"
    state = window(
        counterfeiters=(["C-17", "C-09", *owned], []),
        reserved=(RESERVED[:number], []),
        tokens=({"glassware": 4}, {}),
    )
    assert_refused(state, "use C-17 deck 3", Reason.RESERVE_FULL, RULE)


@pytest.mark.rule("C-ABL-10", "C-ABL-7")
@pytest.mark.parametrize(("owned", "number"), [([], 2), (["C-15"], 4)])
def test_dig_fills_the_last_place_of_the_reserve(owned: list[str], number: int) -> None:
    state = dig_of_3(5, owned=owned, reserved=RESERVED[:number])
    play(state, "use C-17 deck 3", "keep 1 bottom 2 3")
    assert len(table(state).players[0].reserved) == number + 1
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-10", "C-ABL-7")
def test_dig_reserves_one_card_even_with_reserve_five() -> None:
    state = dig_of_3(5, owned=["C-15"])
    play(state, "use C-17 deck 3", "keep 1 bottom 2 3")
    assert asked(state) == "1 turn"


@pytest.mark.rule("C-ABL-10")
def test_while_a_dig_is_resolved_its_cards_are_not_counted_in_the_deck() -> None:
    state = dig_of_3(5)
    assert table(state).deck_sizes[2] == 5
    play(state, "use C-17 deck 3")
    assert table(state).deck_sizes[2] == 2
    play(state, "keep 2 bottom 3 1")
    assert table(state).deck_sizes[2] == 4


@pytest.mark.rule("C-ABL-10")
def test_a_purchased_slot_is_filled_with_what_the_dig_leaves_on_top() -> None:
    """D3-13 is purchased; the dig puts D3-05 and D3-06 under D3-07, which comes up."""
    state = scene(
        counterfeiters=(["C-17"], []),
        pyramid={3: ["D3-01", "D3-02", "D3-13"]},
        decks={3: ["D3-04", "D3-05", "D3-06", "D3-07"]},
        cards=(["D2-04", "D2-01", "D1-01"], []),
        tokens=({"white": 4, "glassware": 2}, {}),
    )
    play(state, "buy D3-13", "use C-17 deck 3")
    assert table(state).pyramid[11] is None
    log = play(state, "keep 1 bottom 2 3")
    assert SlotFilled(3, 11, "D3-07") in log


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("viewer", [1, None])
def test_the_cards_looked_at_are_in_that_players_view_alone(viewer: int | None) -> None:
    """Two decks that differ in their top 3 only look the same to everybody else."""
    states = []
    logs = []
    for top in (["D2-10", "D2-11", "D2-12"], ["D2-20", "D2-12", "D2-24"]):
        state = window(
            counterfeiters=(["C-17"], []),
            tokens=({"glassware": 2}, {}),
            decks={2: top},
        )
        logs.append(play(state, "use C-17 deck 2"))
        states.append(state)
    first, second = states
    assert duel.view(first, viewer) == duel.view(second, viewer)
    assert duel.project(logs[0], viewer) == duel.project(logs[1], viewer)
    assert duel.view(first, 0) != duel.view(second, 0)
    assert DugCardsSeen(0, ("D2-10", "D2-11", "D2-12")) in duel.project(logs[0], 0)
    mine = duel.view(first, 0).private
    assert mine is not None
    assert mine.dug == ("D2-10", "D2-11", "D2-12")
    theirs = duel.view(first, 1).private
    assert theirs is not None
    assert theirs.dug == ()


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("viewer", [1, None])
def test_what_is_kept_and_what_goes_below_is_seen_by_that_player_alone(viewer: int | None) -> None:
    start = window(
        counterfeiters=(["C-17"], []), tokens=({"glassware": 2}, {}), decks={2: ["D2-10"]}
    )
    play(start, "use C-17 deck 2")
    seen = set()
    views = []
    for line in texts(start):
        state = start.copy()
        log = play(state, line)
        seen.add(duel.project(log, viewer))
        views.append(duel.view(state, viewer))
        assert duel.seen_action(duel.parse_action(line), 0, viewer) == HIDDEN_CHOICE
        assert duel.seen_action(duel.parse_action(line), 0, 0) == duel.parse_action(line)
        (kept,) = table(state).players[0].reserved
        assert (kept.level, kept.card) == (2, None)
    assert len(seen) == 1
    assert len(views) == 6
    assert all(view == views[0] for view in views)


@pytest.mark.rule("C-ABL-10")
def test_afterwards_the_others_are_in_nobodys_view() -> None:
    """Which order the others got makes no difference to any view, the player's own included."""
    start = window(counterfeiters=(["C-17"], []), tokens=({"glassware": 2}, {}))
    play(start, "use C-17 deck 2")
    one, other = start.copy(), start.copy()
    play(one, "keep 1 bottom 2 3")
    play(other, "keep 1 bottom 3 2")
    assert deck(one, 2) != deck(other, 2)
    for viewer in (0, 1, None):
        assert duel.view(one, viewer) == duel.view(other, viewer)


@pytest.mark.rule("C-ABL-10")
@pytest.mark.parametrize("viewer", [1, None])
def test_the_opponent_sees_the_level(viewer: int | None) -> None:
    state = dig_of_3(5)
    log = play(state, "use C-17 deck 3")
    assert DeckDug(0, 3, 3) in duel.project(log, viewer)
    log = play(state, "keep 1 bottom 2 3")
    assert CardReserved(0, 3, is_dug=True) in duel.project(log, viewer)
    assert not any(isinstance(event, ReservedCardSeen) for event in duel.project(log, viewer))


@pytest.mark.rule("C-ABL-10", "C-PUB-1")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_level_of_a_dig_is_in_every_view_until_it_is_resolved(viewer: int | None) -> None:
    state = dig_of_3(5)
    assert duel.view(state, viewer).table.dug_level is None
    play(state, "use C-17 deck 3")
    assert duel.view(state, viewer).table.dug_level == 3
    play(state, "keep 1 bottom 2 3")
    assert duel.view(state, viewer).table.dug_level is None


@pytest.mark.rule("C-ABL-10")
def test_a_position_with_a_dig_and_a_full_reserve_is_refused() -> None:
    state = dig_of_3(5)
    play(state, "use C-17 deck 3")
    data = json.loads(json.dumps(duel_counterfeiters.to_data(state)))
    deck = data["decks"][0]
    data["players"][0]["reserved"] = [{"card": deck.pop(), "is_blind": True} for _ in range(3)]
    with pytest.raises(PositionError) as raised:
        duel_counterfeiters.from_data(data)
    assert (raised.value.defect, raised.value.path) == (Defect.CONTRADICTION, "decision")


@pytest.mark.rule("C-ABL-10")
def test_a_position_with_a_dig_of_more_than_3_cards_is_refused() -> None:
    state = dig_of_3(5)
    play(state, "use C-17 deck 3")
    data = json.loads(json.dumps(duel_counterfeiters.to_data(state)))
    data["dug"].append(data["decks"][2].pop())
    data["decision"]["left"] = 4
    with pytest.raises(PositionError) as raised:
        duel_counterfeiters.from_data(data)
    assert (raised.value.defect, raised.value.path) == (Defect.CONTRADICTION, "decision")
