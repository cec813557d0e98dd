"""The numbered list: every legal action once, in words that say what it is on this board."""

from collections import Counter

import pytest

from gemwright_client.board.glyphs import UNICODE
from gemwright_client.board.lines import plain, width_of
from gemwright_client.cli.play.choices import Choice, choices_of, numbered, payment_choices
from gemwright_client.notation import action_text, parse_action
from gemwright_client.pb.duel_action_pb2 import DuelPayment
from gemwright_client.pb.duel_view_pb2 import DuelDecisionKind
from gemwright_client.pb.game_pb2 import Action, Payment
from gemwright_client.pb.splendor_action_pb2 import SplendorPayment
from gemwright_client.pb.splendor_decision_pb2 import SplendorDecisionKind
from gemwright_client.pb.token_pb2 import TokenCounts
from gemwright_client.rules.games import game_number
from tests.cli.play.decisions import Decision, one_of_each_sort, pen_of, sort_of, whole_games
from tests.client.board.positions import positions

EACH = pytest.mark.parametrize("decision", one_of_each_sort(), ids=sort_of)


def contents(actions: list[Action]) -> Counter[bytes]:
    return Counter(action.SerializeToString(deterministic=True) for action in actions)


def hint_of(choice: Choice) -> str:
    return plain([choice.hint])


def choice_with(decision: Decision, start: str) -> Choice:
    return next(one for one in decision.choices() if one.text.startswith(start))


def decision_of(sort: str) -> Decision:
    return next(one for one in one_of_each_sort() if sort_of(one) == sort)


def test_there_is_a_decision_of_every_sort_that_the_games_have() -> None:
    found = {sort_of(decision) for decision in one_of_each_sort()}
    duel = {f"duel_counterfeiters {kind}" for kind in DuelDecisionKind.values()[1:]}
    splendor = {f"splendor {kind}" for kind in SplendorDecisionKind.values()[1:]}
    assert duel | splendor <= found


def test_every_legal_action_has_one_entry() -> None:
    for decision in whole_games():
        choices = decision.choices()
        assert contents([choice.action for choice in choices]) == contents(list(decision.legal))
        assert [choice.number for choice in choices] == list(range(1, len(choices) + 1))


def test_the_notation_of_an_entry_is_that_of_its_action_and_of_no_other() -> None:
    for decision in whole_games():
        game, choices = game_number(decision.game), decision.choices()
        assert len({choice.text for choice in choices}) == len(choices)
        for choice in choices:
            assert choice.text == action_text(choice.action)
            assert parse_action(choice.text, game) == choice.action


def test_the_order_does_not_depend_on_the_language_or_on_when_it_is_asked() -> None:
    for decision in one_of_each_sort():
        texts = [choice.text for choice in decision.choices()]
        french = decision.choices(pen_of(decision.game, "fr", UNICODE))
        assert [choice.text for choice in french] == texts
        assert [choice.text for choice in decision.choices()] == texts


@EACH
def test_entries_of_one_sort_stand_together(decision: Decision) -> None:
    verbs = [choice.verb for choice in decision.choices()]
    assert len(dict.fromkeys(verbs)) == sum(
        1 for at, verb in enumerate(verbs) if at == 0 or verbs[at - 1] != verb
    )


def test_buying_comes_before_taking_and_many_tokens_before_few() -> None:
    for decision in whole_games():
        choices = decision.choices()
        verbs = [choice.verb for choice in choices]
        assert "buy" not in verbs or verbs.index("buy") == verbs.count("claim")
        taken = [len(choice.text.split()) for choice in choices if choice.verb == "take"]
        assert taken == sorted(taken, reverse=True)


def test_cells_are_told_by_the_tokens_in_them() -> None:
    for position in positions("duel", 2, 1)[:-1]:
        view = position.views[position.match.seat_to_act]
        pen = pen_of("duel")
        for cell, kind in enumerate(view.duel.table.board):
            if not kind:
                continue
            action = Action(duel={"take_tokens": {"cells": [cell]}})
            (choice,) = choices_of([action], view, pen)
            names = ("white", "blue", "green", "red", "black", "pearl", "gold")
            assert hint_of(choice) == pen.say(f"mark.{names[kind - 1]}")
            assert names[kind - 1] in choice.names


def test_colours_of_splendor_are_told_by_their_marks() -> None:
    choice = choice_with(decision_of("splendor 1"), "take")
    pen = pen_of("splendor")
    assert hint_of(choice).split() == [pen.say(f"mark.{it}") for it in choice.text.split()[1:]]


COLOURED = (
    ("duel", "discard pearl"),
    ("duel", "steal pearl"),
    ("duel_counterfeiters", "use C-11 pearl"),
    ("splendor", "discard gold"),
)


@pytest.mark.parametrize(("game", "text"), COLOURED)
@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_a_token_that_is_named_is_told_by_its_mark_and_its_name(
    game: str, text: str, language: str
) -> None:
    pen, kind = pen_of(game, language), text.split()[-1]
    action = parse_action(text, game_number(game))
    (choice,) = choices_of([action], decision_of(f"{game} 1").view, pen)
    assert hint_of(choice) == pen.say(f"mark.{kind}")
    assert choice.names == {kind, pen.words(kind).lower()}


def test_the_colour_that_a_joker_is_to_have_is_told_by_its_mark() -> None:
    pen = pen_of("duel", "fr")
    action = parse_action("buy D1-28 as red", game_number("duel"))
    (choice,) = choices_of([action], decision_of("duel 1").view, pen)
    assert hint_of(choice).startswith(pen.say("mark.red"))
    assert "rouge" in choice.names


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("duel", "buy D1-30", "- *3"),
        ("duel", "royal R-1", "*2 again"),
        ("duel_counterfeiters", "counterfeiter C-09", "royal"),
        ("splendor", "noble N-9", "*3"),
    ],
)
def test_only_jewel_cards_are_told_to_have_no_bonus(game: str, text: str, told: str) -> None:
    action = parse_action(text, game_number(game))
    (choice,) = choices_of([action], decision_of(f"{game} 1").view, pen_of(game))
    assert hint_of(choice) == told


@EACH
def test_a_card_is_told_by_what_it_gives(decision: Decision) -> None:
    pen = pen_of(decision.game)
    for choice in decision.choices(pen):
        card = next((word for word in choice.text.split() if word in pen.cards), None)
        if card is not None and choice.verb != "use":
            face = pen.cards[card]
            assert card.lower() in choice.names
            assert (f"{pen.glyphs.points}{face.points}" in hint_of(choice)) == bool(face.points)
            assert (f"{pen.glyphs.crown}{face.crowns}" in hint_of(choice)) == bool(face.crowns)


def test_a_reserved_card_is_told_by_its_name() -> None:
    found = [
        (decision, choice)
        for decision in whole_games()
        for choice in decision.choices()
        if choice.text.startswith("buy reserved")
    ]
    assert {decision.game for decision, _ in found} >= {"duel", "splendor"}
    for decision, choice in found:
        view = decision.view
        private = view.duel.private if view.WhichOneof("game") == "duel" else view.splendor.private
        card = private.reserved[int(choice.text.split()[2]) - 1]
        assert hint_of(choice).startswith(card)
        assert card.lower() in choice.names


def test_cards_that_are_looked_at_are_told_by_their_names() -> None:
    decision = decision_of("duel_counterfeiters 9")
    for choice in decision.choices():
        card = decision.view.duel.private.dug[int(choice.text.split()[1]) - 1]
        assert hint_of(choice).startswith(card)


def test_names_are_words_of_the_language() -> None:
    choice = choice_with(decision_of("splendor 1"), "take white")
    assert "white" in choice.names
    french = choice_with(decision_of("splendor 1"), "take white")
    assert "" not in french.names
    listed = decision_of("splendor 1").choices(pen_of("splendor", "fr"))
    assert any("blanc" in one.names and "white" in one.names for one in listed)


def test_the_numbers_of_draws_are_what_is_drawn() -> None:
    choices = decision_of("duel_counterfeiters 7").choices()
    assert [choice.text for choice in choices] == ["draw 1", "draw 2", "draw 0"]


@EACH
@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_every_entry_fits_into_a_line_of_eighty_columns(decision: Decision, language: str) -> None:
    entries = numbered(decision.choices(pen_of(decision.game, language)))
    assert max(map(width_of, entries)) <= 80


def test_the_width_of_an_entry_is_what_it_takes() -> None:
    for choice in decision_of("duel 1").choices():
        hint = f"  {hint_of(choice)}" if choice.hint else ""
        assert choice.width == len(choice.text + hint)


PAID = TokenCounts(white=2, gold=1)
PURCHASES = (
    ("duel", "buy D2-07"),
    ("duel", "buy reserved 1"),
    ("duel_counterfeiters", "buy C-03"),
    ("duel_counterfeiters", "use C-09 R-2"),
    ("duel_counterfeiters", "use C-10"),
    ("duel_counterfeiters", "use C-11 red"),
    ("duel_counterfeiters", "use C-17 deck 2"),
    ("splendor", "buy S1-05"),
    ("splendor", "buy reserved 2"),
)


@pytest.mark.parametrize(("game", "text"), PURCHASES)
def test_a_purchase_can_be_paid_in_every_exact_way(game: str, text: str) -> None:
    action = parse_action(text, game_number(game))
    (purchase,) = choices_of([action], decision_of(f"{game} 1").view, pen_of(game))
    if game == "splendor":
        payment = Payment(splendor=SplendorPayment(tokens=PAID))
    else:
        payment = Payment(duel=DuelPayment(tokens=PAID))
    (paid,) = payment_choices(purchase, [payment])
    assert paid.number == 1
    assert paid.text == action_text(paid.action) == f"{text} pay 2 white 1 gold"
    assert paid.action == parse_action(paid.text, game_number(game))
    assert action_text(purchase.action) == text, "the purchase itself is as it was"
