"""Notation of the client: the very texts of the engine, without the engine."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemwright.bots.match import chance_of
from gemwright.contract.games import MESSAGE_GAMES, action_bytes, payment_message
from gemwright.engine import GAMES, duel, splendor
from gemwright_client.errors import GemwrightError, NotationError
from gemwright_client.notation import (
    CELL_NAMES,
    FORMS_BY_FAMILY,
    KIND_NAMES,
    action_text,
    match_legal,
    parse_action,
    payment_text,
)
from gemwright_client.pb.duel_action_pb2 import DuelAction, DuelPayment
from gemwright_client.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Action,
    Payment,
)
from gemwright_client.pb.splendor_action_pb2 import SplendorAction, SplendorPayment
from gemwright_client.pb.token_pb2 import TOKEN_KIND_RED, TokenCounts, TokenKind

MATCHES: Final = 40
PAYMENTS_EACH: Final = 3
NAMES: Final = tuple(GAMES)
CASES: Final = tuple(
    (family, case.name)
    for family, message in (("duel", DuelAction), ("splendor", SplendorAction))
    for case in message.DESCRIPTOR.oneofs_by_name["action"].fields
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the positions of some random matches allow."""

    actions: frozenset[object]
    payments: frozenset[object]


@cache
def seen(name: str) -> Seen:
    game = GAMES[name]
    actions: set[object] = set()
    payments: set[object] = set()
    for seed in range(MATCHES):
        rng, chance = Random(seed), chance_of(seed, 2)
        state = game.new(game.Options(), chance)
        while (seat := game.to_move(state)) is not None:
            legal = game.legal_actions(state)
            actions.update(legal)
            paid = rng.choice(legal)
            if isinstance(paid, duel.Paid | splendor.Paid):
                for payment in islice(game.payments(state, paid), PAYMENTS_EACH):
                    payments.add(payment)
                    actions.add(with_payment(paid, payment))
            game.apply(state, seat, rng.choice(legal), chance)
    return Seen(frozenset(actions), frozenset(payments))


def with_payment(action: duel.Paid | splendor.Paid, payment: object) -> object:
    if isinstance(payment, duel.Payment):
        assert isinstance(action, duel.Paid)
        return replace(action, payment=payment)
    assert isinstance(payment, splendor.Payment)
    assert isinstance(action, splendor.Paid)
    return replace(action, payment=payment)


def message(name: str, action: object) -> Action:
    return Action.FromString(action_bytes(name, action))


@pytest.mark.parametrize("name", NAMES)
def test_every_action_has_the_text_the_engine_gives_it_and_is_read_back(name: str) -> None:
    for action in seen(name).actions:
        text = GAMES[name].action_text(action)
        assert action_text(message(name, action)) == text
        read = parse_action(text, MESSAGE_GAMES[name])
        assert read.SerializeToString() == action_bytes(name, action)


@pytest.mark.parametrize("name", NAMES)
def test_every_payment_has_the_text_it_has_within_an_action(name: str) -> None:
    for action in seen(name).actions:
        if isinstance(action, duel.Paid | splendor.Paid) and action.payment is not None:
            sent = payment_message(name, action.payment).SerializeToString()
            text = payment_text(Payment.FromString(sent))
            assert GAMES[name].action_text(action).endswith(f" pay {text}")


def test_the_matches_played_pay_in_many_ways() -> None:
    assert all(len(seen(name).payments) > 20 for name in NAMES)


@pytest.mark.parametrize(("family", "case"), CASES)
def test_every_action_of_the_contract_has_a_form(family: str, case: str) -> None:
    assert case in FORMS_BY_FAMILY[family]


@pytest.mark.parametrize(("family", "case"), CASES)
def test_an_action_without_its_fields_is_printed_all_the_same(family: str, case: str) -> None:
    action = Action(duel={case: {}}) if family == "duel" else Action(splendor={case: {}})
    assert action_text(action)


@pytest.mark.parametrize("action", [Action(), Action(duel=DuelAction())])
def test_an_action_of_a_newer_server_is_a_question_mark(action: Action) -> None:
    assert action_text(action) == "?"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (DuelAction(take_tokens={"cells": [30]}), "take ?30"),
        (DuelAction(use_privilege={}), "privilege ?"),
        (DuelAction(use_privilege={"cell": 0}), "privilege a1"),
        (DuelAction(reserve_card={"card": "D1-05", "gold": 0}), "reserve D1-05 gold a1"),
        (DuelAction(buy_card={"card": "D2-07", "colour": 99}), "buy D2-07 as ?"),
        (DuelAction(draw_tokens={"number": 0}), "draw 0"),
        (DuelAction(keep_dug={}), "keep"),
        (DuelAction(take_counterfeiter={}), "counterfeiter deck"),
    ],
)
def test_a_field_that_is_unset_differs_from_one_that_is_zero(action: DuelAction, text: str) -> None:
    assert action_text(Action(duel=action)) == text


def test_the_names_are_those_of_the_engine() -> None:
    assert len(CELL_NAMES) == 25
    assert CELL_NAMES[12] == "c3"
    named = {TokenKind.Value(f"TOKEN_KIND_{name.upper()}"): name for name in KIND_NAMES.values()}
    assert named == KIND_NAMES


@pytest.mark.parametrize(
    ("payment", "text"),
    [
        (Payment(duel=DuelPayment(tokens=TokenCounts())), "0 white"),
        (Payment(splendor=SplendorPayment(tokens=TokenCounts(gold=1, red=2))), "2 red 1 gold"),
        (
            Payment(
                duel=DuelPayment(
                    tokens=TokenCounts(white=2, gold=1),
                    units=[{"card": "C-08", "kind": TOKEN_KIND_RED}],
                )
            ),
            "2 white 1 gold using C-08 red",
        ),
    ],
)
def test_a_payment_reads_as_numbers_and_kinds(payment: Payment, text: str) -> None:
    assert payment_text(payment) == text


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("  TAKE  C5, c3 ,c4 ", "take c3 c4 c5"),
        ("take c3,c4,c5", "take c3 c4 c5"),
        ("reserve d1-05 Gold A1", "reserve D1-05 gold a1"),
        ("use c-17 2", "use C-17 deck 2"),
        ("buy D1-05 pay 1 white 1 gold 1 white", "buy D1-05 pay 2 white 1 gold"),
        (
            "buy C-01 pay 1 gold using C-08 red C-02 blue",
            "buy C-01 pay 1 gold using C-02 blue C-08 red",
        ),
        ("use C-10 pay 0 white", "use C-10 pay 0 white"),
        ("KEEP 2 BOTTOM 3, 1", "keep 2 bottom 3 1"),
    ],
)
def test_case_commas_and_spaces_do_not_matter(typed: str, text: str) -> None:
    assert action_text(parse_action(typed, GAME_DUEL_COUNTERFEITERS)) == text


@pytest.mark.parametrize(
    ("typed", "game", "text"),
    [
        ("tke c3", GAME_DUEL, "'tke c3': found 'tke', perhaps 'take' is meant"),
        ("res D1-05", GAME_DUEL, "'res D1-05': found 'res', perhaps 'reserve' is meant"),
        (
            "hello",
            GAME_SPLENDOR,
            "'hello': take, reserve, buy, pass, discard or noble is expected, found 'hello'",
        ),
        (
            "",
            GAME_SPLENDOR,
            "'': take, reserve, buy, pass, discard or noble is expected, the line ends",
        ),
        ("take", GAME_DUEL, "'take': a cell such as c3 is expected, the line ends"),
        ("take c3 c9", GAME_DUEL, "'take c3 c9': a cell such as c3 is expected, found 'c9'"),
        (
            "reserve deck 4",
            GAME_SPLENDOR,
            "'reserve deck 4': a level from 1 to 3 is expected, found '4'",
        ),
        (
            "reserve",
            GAME_DUEL,
            "'reserve': a card such as D1-05 or 'deck' is expected, the line ends",
        ),
        (
            "buy reserved 0",
            GAME_SPLENDOR,
            "'buy reserved 0': a place in the reserve from 1 to 3 is expected, found '0'",
        ),
        (
            "reserve D1-05 god a1",
            GAME_DUEL,
            "'reserve D1-05 god a1': 'gold' or the end of the line is expected, found 'god'",
        ),
        (
            "use C-08",
            GAME_DUEL_COUNTERFEITERS,
            "'use C-08': 'C-09', 'C-10', 'C-11' or 'C-17' is expected, found 'C-08'",
        ),
        ("pass", 99, "99 is no game that has a notation"),
    ],
)
def test_an_error_says_what_was_found_and_what_could_stand_there(
    typed: str, game: int, text: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(typed, game)
    assert str(caught.value) == text
    assert isinstance(caught.value, GemwrightError)


def test_an_error_quotes_no_more_than_the_beginning_of_a_long_line() -> None:
    with pytest.raises(NotationError) as caught:
        parse_action("take " + "x" * 10_000, GAME_DUEL)
    assert len(str(caught.value)) < 200


FORM_WORDS: Final = " ".join(
    part.text({"payment": DuelPayment()})
    for forms in FORMS_BY_FAMILY.values()
    for form in forms.values()
    for part in form
)
OTHER_WORDS: Final = (
    "a1 c3 e5 f6 red gold pearl D1-05 S2-07 R-2 C-08 C-17 N-3 0 1 2 3 99 100 as pay using bottom"
    " \u0661 \u017f \u0130 c\uff13 \u00b2 , ? - 1e3"
)
WORDS: Final = st.sampled_from(f"{FORM_WORDS} {OTHER_WORDS}".split(" "))
LINES: Final = st.lists(WORDS | st.text(max_size=4), max_size=8).map(" ".join)


@given(LINES, st.sampled_from([GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR]))
def test_whatever_is_typed_is_an_action_or_a_notation_error(line: str, game: int) -> None:
    try:
        action = parse_action(line, game)
    except NotationError:
        return
    assert parse_action(action_text(action), game) == action


def legal(*texts: str) -> list[Action]:
    return [parse_action(text, GAME_DUEL) for text in texts]


def test_a_text_stands_for_the_listed_action_in_whatever_order_cells_are_named() -> None:
    listed = legal("take a1 b1", "take a1")
    unsorted = Action(duel=DuelAction(take_tokens={"cells": [2, 1]}))
    assert match_legal("take b1 a1", listed, GAME_DUEL) is listed[0]
    assert match_legal("take b1 c1", [*listed, unsorted], GAME_DUEL) is unsorted


def test_a_payment_can_be_added_to_a_listed_purchase() -> None:
    action = match_legal("buy D1-05 pay 1 gold", legal("buy D1-05"), GAME_DUEL)
    assert action_text(action) == "buy D1-05 pay 1 gold"


def test_what_is_not_listed_is_left_to_the_server_to_judge() -> None:
    action = match_legal("take e5", legal("take a1"), GAME_DUEL)
    assert action_text(action) == "take e5"


def test_the_order_of_cards_put_back_matters() -> None:
    listed = [
        parse_action(text, GAME_DUEL_COUNTERFEITERS)
        for text in ("keep 1 bottom 2 3", "keep 2 bottom 1 3", "keep 1 bottom 3 2")
    ]
    found = match_legal("keep 1 bottom 3 2", listed, GAME_DUEL_COUNTERFEITERS)
    assert found is listed[2]
