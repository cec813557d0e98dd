"""The abilities of jewel cards (D-ABL-1 to D-ABL-4). D-ABL-5 is in test_wild.py."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel.actions import PickToken, StealToken, Stop
from gemwright.engine.duel.events import ExtraTurnGained, PrivilegeTaken, TokenStolen, TokenTaken
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import EndReason
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import (
    EMPTY_BOARD,
    assert_refused,
    hand,
    names,
    play,
    position,
    table,
    texts,
)

FOR_D1_03 = {"blue": 2, "green": 2, "pearl": 1}
FOR_D1_04 = {"red": 2, "black": 2}
FOR_D2_02 = {"blue": 4, "red": 3}


@pytest.mark.rule("D-ABL-1")
def test_the_same_player_takes_another_turn() -> None:
    state = position(tokens=(FOR_D1_03, {}), face_up=["D1-03"])
    log = play(state, "buy D1-03")
    assert names(log) == [
        *("TokensSpent", "CardPurchased", "ExtraTurnGained"),
        *("SlotFilled", "TurnEnded", "TurnStarted", "DecisionAsked"),
    ]
    assert duel.to_move(state) == 0
    assert (table(state).turn, table(state).is_extra_turn) == (21, True)
    play(state, "take c3")
    assert duel.to_move(state) == 1
    assert table(state).is_extra_turn is False


@pytest.mark.rule("D-ABL-1")
@pytest.mark.parametrize(
    ("card", "tokens"),
    [
        ("D1-03", {"blue": 2, "green": 2, "pearl": 1}),
        ("D1-08", {"green": 2, "red": 2, "pearl": 1}),
        ("D1-13", {"red": 2, "black": 2, "pearl": 1}),
        ("D1-18", {"white": 2, "black": 2, "pearl": 1}),
        ("D1-23", {"white": 2, "blue": 2, "pearl": 1}),
    ],
)
def test_each_of_the_five_cards_of_level_1_gives_an_extra_turn(
    card: str, tokens: dict[str, int]
) -> None:
    state = position(tokens=(tokens, {}), face_up=[card])
    assert ExtraTurnGained(0, card) in play(state, f"buy {card}")
    assert duel.to_move(state) == 0


@pytest.mark.rule("D-ABL-1")
def test_the_extra_turn_is_complete_with_its_options() -> None:
    state = position(
        board="wwww. ..... ..... ..... ....o",
        tokens=(FOR_D1_03, {}),
        privileges=(2, 0),
        face_up=["D1-03"],
        turn={"has_used_privilege": True, "has_replenished": True},
    )
    assert "privilege a1" not in texts(state)
    play(state, "buy D1-03")
    assert {"privilege a1", "replenish", "take a1"} <= set(texts(state))


@pytest.mark.rule("D-ABL-1", "D-END-1")
def test_the_discard_comes_before_the_extra_turn() -> None:
    tokens = FOR_D1_03 | {"white": 4, "black": 4, "red": 3}
    state = position(tokens=(tokens, {}), face_up=["D1-03"])
    log = play(state, "buy D1-03")
    assert names(log)[-1] == "DecisionAsked"
    assert texts(state) == ["discard white", "discard red", "discard black"]
    log = play(state, "discard red")
    assert names(log) == [
        *("TokenDiscarded", "SlotFilled", "TurnEnded", "TurnStarted", "DecisionAsked"),
    ]
    assert duel.to_move(state) == 0
    assert table(state).is_extra_turn


@pytest.mark.rule("D-ABL-1", "D-END-2", "D-END-3")
def test_the_victory_check_comes_before_the_extra_turn() -> None:
    owned = ["D3-13", "D2-24", "D1-30", "D1-16", "D1-25", "D2-01"]  # 6 + 5 + 3 + 0 + 1 + 2 points
    state = position(tokens=({"red": 4, "gold": 3}, {}), cards=(owned, []), face_up=["D3-11"])
    log = play(state, "buy D3-11 as red")  # 3 points
    assert "TurnStarted" not in names(log)
    ended = duel.outcome(state)
    assert ended is not None
    assert (ended.winners, ended.endings) == ((0,), (EndReason.POINTS,))


@pytest.mark.rule("D-ABL-1")
def test_a_second_extra_turn_in_the_same_turn_adds_nothing() -> None:
    state = position(
        tokens=(FOR_D1_03, {}),
        cards=(["D1-02", "D1-07", "D1-12"], []),
        royals_for_crowns=(0, 0),  # a royal card is due
        face_up=["D1-03"],
    )
    log = play(state, "buy D1-03")
    assert ExtraTurnGained(0, "D1-03") in log
    log = play(state, "royal R-1")
    assert "ExtraTurnGained" not in names(log)
    assert table(state).is_extra_turn
    play(state, "take c3")
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ABL-1")
def test_an_extra_turn_gained_in_an_extra_turn_counts() -> None:
    tokens = FOR_D1_03 | {"white": 2, "blue": 4, "pearl": 2}
    state = position(tokens=(tokens, {}), face_up=["D1-03", "D1-23"])
    play(state, "buy D1-03", "buy D1-23")
    assert duel.to_move(state) == 0
    play(state, "take c3")
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ABL-2")
@pytest.mark.parametrize(
    ("card", "tokens", "letter", "kind"),
    [
        ("D1-04", {"red": 2, "black": 2}, "w", Kind.WHITE),
        ("D1-09", {"white": 2, "black": 2}, "b", Kind.BLUE),
        ("D1-14", {"white": 2, "blue": 2}, "g", Kind.GREEN),
        ("D1-19", {"blue": 2, "green": 2}, "r", Kind.RED),
        ("D1-24", {"green": 2, "red": 2}, "k", Kind.BLACK),
    ],
)
def test_a_token_of_the_cards_colour_is_taken_from_a_cell_of_choice(
    card: str, tokens: dict[str, int], letter: str, kind: Kind
) -> None:
    board = f"wbgrk p.o.. wbgrk ..{letter}.. ....."
    state = position(board=board, tokens=(tokens, {}), face_up=[card])
    play(state, f"buy {card}")
    column = "wbgrk".index(letter)
    assert texts(state) == [f"pick {'abcde'[column]}1", f"pick {'abcde'[column]}3", "pick c4"]
    log = play(state, "pick c4")
    assert log[0] == TokenTaken(0, 17, kind)
    assert hand(state, 0) == {kind.text: 1}
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ABL-2")
def test_other_tokens_are_refused() -> None:
    state = position(
        board="w.b.o ..... ..... ..... .....", tokens=(FOR_D1_04, {}), face_up=["D1-04"]
    )
    play(state, "buy D1-04")
    assert_refused(state, "pick c1", Reason.KIND_NOT_ALLOWED, "D-ABL-2")
    assert_refused(state, "pick e1", Reason.KIND_NOT_ALLOWED, "D-ABL-2")
    assert_refused(state, "pick b1", Reason.CELL_EMPTY, "D-ABL-2")
    assert_refused(state, PickToken(25), Reason.MALFORMED, "D-ABL-2")
    assert_refused(state, PickToken(-1), Reason.MALFORMED, "D-ABL-2")


@pytest.mark.rule("D-ABL-2")
def test_a_single_token_is_still_asked_for_and_must_be_taken() -> None:
    state = position(
        board="w.b.. ..... ..... ..... .....", tokens=(FOR_D1_04, {}), face_up=["D1-04"]
    )
    play(state, "buy D1-04")
    assert texts(state) == ["pick a1"]
    assert_refused(state, Stop(), Reason.STOP_NOT_ALLOWED, "D-ABL-2")


@pytest.mark.rule("D-ABL-2")
def test_with_no_such_token_on_the_board_nothing_is_asked() -> None:
    """White tokens in the bag and in hands do not count, nor do those just spent."""
    state = position(
        board="..b.. ..... ..... ..... .....",
        tokens=(FOR_D1_04 | {"white": 1}, {"white": 1}),
        face_up=["D1-04"],
    )
    play(state, "buy D1-04")
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ABL-3")
@pytest.mark.parametrize(
    ("before", "event"),
    [
        ((0, 1), PrivilegeTaken(0, None)),
        ((1, 2), PrivilegeTaken(0, 1)),
        ((3, 0), None),
    ],
)
def test_a_privilege_is_taken(before: tuple[int, int], event: PrivilegeTaken | None) -> None:
    state = position(
        tokens=({"white": 4, "black": 2, "pearl": 1}, {}), face_up=["D2-03"], privileges=before
    )
    log = play(state, "buy D2-03")
    assert [one for one in log if isinstance(one, PrivilegeTaken)] == [event][: event is not None]
    assert table(state).players[0].privileges == before[0] + (event is not None)


@pytest.mark.rule("D-ABL-4")
def test_a_gem_or_pearl_of_choice_is_stolen() -> None:
    owned = {"white": 2, "green": 1, "pearl": 1, "gold": 3}
    state = position(tokens=(FOR_D2_02, owned), face_up=["D2-02"])
    play(state, "buy D2-02")
    assert duel.to_move(state) == 0
    assert texts(state) == ["steal white", "steal green", "steal pearl"]
    log = play(state, "steal pearl")
    assert log[0] == TokenStolen(0, 1, Kind.PEARL)
    assert hand(state, 0) == {"pearl": 1}
    assert hand(state, 1) == {"white": 2, "green": 1, "gold": 3}
    assert duel.to_move(state) == 1


@pytest.mark.rule("D-ABL-4")
def test_gold_is_never_stolen() -> None:
    state = position(tokens=(FOR_D2_02, {"white": 1, "gold": 3}), face_up=["D2-02"])
    play(state, "buy D2-02")
    assert_refused(state, "steal gold", Reason.KIND_NOT_ALLOWED, "D-ABL-4")


@pytest.mark.rule("D-ABL-4")
def test_only_what_the_opponent_has_is_stolen() -> None:
    state = position(tokens=(FOR_D2_02, {"white": 1}), face_up=["D2-02"])
    play(state, "buy D2-02")
    assert_refused(state, "steal blue", Reason.KIND_NOT_THERE, "D-ABL-4")
    assert_refused(state, StealToken(Kind.GLASSWARE), Reason.KIND_NOT_THERE, "D-ABL-4")


@pytest.mark.rule("D-ABL-4")
def test_stealing_cannot_be_left() -> None:
    state = position(tokens=(FOR_D2_02, {"white": 1}), face_up=["D2-02"])
    play(state, "buy D2-02")
    assert texts(state) == ["steal white"]
    assert_refused(state, Stop(), Reason.NOT_ASKED, "D-ABL-4")


@pytest.mark.rule("D-ABL-4")
@pytest.mark.parametrize("owned", [{}, {"gold": 2}])
def test_with_nothing_to_steal_nothing_is_asked(owned: dict[str, int]) -> None:
    state = position(tokens=(FOR_D2_02, owned), face_up=["D2-02"])
    play(state, "buy D2-02")
    assert duel.to_move(state) == 1
    assert hand(state, 1) == owned


@pytest.mark.rule("D-ABL-4", "D-END-1")
def test_a_stolen_token_counts_for_the_limit() -> None:
    tokens = FOR_D2_02 | {"white": 4, "green": 4, "black": 2}
    state = position(board=EMPTY_BOARD, tokens=(tokens, {"pearl": 1}), face_up=["D2-02"])
    play(state, "buy D2-02", "steal pearl")
    assert duel.to_move(state) == 0
    play(state, "discard pearl")
    assert duel.to_move(state) == 1
