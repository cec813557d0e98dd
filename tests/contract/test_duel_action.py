"""The actions of Duel as bytes and back, and what of a client's action is malformed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import islice
from random import Random
from typing import Final, TypeAlias, get_args

import pytest
from google.protobuf.json_format import ParseDict
from google.protobuf.message import DecodeError

from gemwright.contract.duel import DUEL
from gemwright.contract.limits import Malformed
from gemwright.engine import duel
from gemwright.engine.duel import actions as act
from gemwright.engine.duel.actions import FUNCTIONS, HIDDEN_CHOICE, Action, Payment
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, ROYALS
from gemwright.engine.duel.state import State
from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.refusals import Reason
from gemwright.pb.duel_action_pb2 import DuelAction, DuelPayment
from tests.contract import families
from tests.contract.duel_damage import mutated
from tests.contract.duel_matches import NAMES, as_json, case_json, expected, moments, waiting

Json: TypeAlias = dict[str, object]

RED: Final = "TOKEN_KIND_RED"
PEARL: Final = "TOKEN_KIND_PEARL"
UNSPECIFIED: Final = "TOKEN_KIND_UNSPECIFIED"
CARDS: Final = (*JEWELS, *ROYALS, *COUNTERFEITERS, "", "D4-01", "D1-01 " * 3)
UNIT: Final[Json] = {"card": "C-01", "kind": RED}


def action_bytes(action: Action) -> bytes:
    return DUEL.action(action)


def action_from(message: DuelAction, path: str) -> Action:
    action = families.action_from(DUEL, message, path)
    assert isinstance(action, Action)
    return action


def payment_message(payment: Payment) -> DuelPayment:
    return DuelPayment.FromString(DUEL.payment(payment))


def payment_from(message: DuelPayment) -> Payment | None:
    action = action_from(DuelAction(dig=DuelAction.Dig(level=1, payment=message)), "action")
    assert isinstance(action, act.Dig)
    return action.payment


def read(content: Json) -> Action:
    return action_from(ParseDict({**content}, DuelAction()), "action.duel")


def paid(**payment: object) -> Json:
    return {"buy_card": {"card": "D1-01", "payment": payment}}


def listed() -> Iterator[Action]:
    """Every legal action of some positions, purchases with each of their payments too."""
    for name in NAMES:
        for state, _ in moments(name)[::7]:
            yield from actions_in(state)
    for states in waiting().values():
        for state in states:
            yield from actions_in(state)


def actions_in(state: State) -> Iterator[Action]:
    for action in duel.legal_actions(state):
        yield action
        if isinstance(action, act.Paid):
            for payment in islice(duel.payments(state, action), 20):
                yield replace(action, payment=payment)


RARE: Final[tuple[Action, ...]] = (
    act.Claim(),
    act.Pass(),
    act.BuyRoyal("R-1"),
    act.BuyRoyal("R-5", Payment((0, 0, 0, 0, 0, 0, 1, 2))),
    act.BuyReserved(0, None, Payment((0,) * 8)),
)
ACTIONS: Final = frozenset((*listed(), *RARE))


def test_actions_of_every_type_are_compared() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(Action))


def test_an_action_comes_back_as_it_was() -> None:
    for action in ACTIONS:
        message = DuelAction.FromString(action_bytes(action))
        assert action_from(message, "action") == action


def test_the_bytes_of_an_action_hold_all_of_it_and_no_more() -> None:
    for action in ACTIONS:
        assert as_json(DuelAction.FromString(action_bytes(action))) == case_json(action)


def test_a_listed_payment_is_the_one_of_the_action() -> None:
    payments = {Payment((0,) * 8)} | {
        action.payment
        for action in ACTIONS
        if isinstance(action, act.Paid) and action.payment is not None
    }
    assert any(payment.units for payment in payments)
    for payment in payments:
        assert as_json(payment_message(payment)) == expected(asdict(payment))
        assert payment_from(payment_message(payment)) == payment


def test_a_choice_that_is_not_shown_has_bytes_and_cannot_be_sent() -> None:
    message = DuelAction.FromString(action_bytes(HIDDEN_CHOICE))
    assert as_json(message) == {"keep_dug": {"bottom": []}}
    with pytest.raises(Malformed) as caught:
        action_from(message, "action")
    assert caught.value.path == "action.keep_dug.keep"


@pytest.mark.parametrize(
    ("content", "path"),
    [
        ({}, ""),
        ({"use_privilege": {}}, "use_privilege.cell"),
        ({"use_privilege": {"cell": 25}}, "use_privilege.cell"),
        ({"use_privilege": {"cell": -1}}, "use_privilege.cell"),
        ({"pick_token": {}}, "pick_token.cell"),
        ({"pick_token": {"cell": 2**31 - 1}}, "pick_token.cell"),
        ({"take_tokens": {}}, "take_tokens.cells"),
        ({"take_tokens": {"cells": [0, 1, 2, 3]}}, "take_tokens.cells"),
        ({"take_tokens": {"cells": [7, 7]}}, "take_tokens.cells"),
        ({"take_tokens": {"cells": [0, 25]}}, "take_tokens.cells[1]"),
        ({"take_tokens": {"cells": [-1, 0]}}, "take_tokens.cells[0]"),
        ({"reserve_card": {"gold": 0}}, "reserve_card.card"),
        ({"reserve_card": {"card": "C-01", "gold": 0}}, "reserve_card.card"),
        ({"reserve_card": {"card": "D1-01" * 40, "gold": 0}}, "reserve_card.card"),
        ({"reserve_card": {"card": "D1-01", "gold": 25}}, "reserve_card.gold"),
        ({"reserve_from_deck": {"gold": 3}}, "reserve_from_deck.level"),
        ({"reserve_from_deck": {"level": 0}}, "reserve_from_deck.level"),
        ({"reserve_from_deck": {"level": 4}}, "reserve_from_deck.level"),
        ({"reserve_from_deck": {"level": 1, "gold": -1}}, "reserve_from_deck.gold"),
        ({"buy_card": {"card": ""}}, "buy_card.card"),
        ({"buy_card": {"card": "D1-01", "colour": UNSPECIFIED}}, "buy_card.colour"),
        ({"buy_card": {"card": "D1-01", "colour": PEARL}}, "buy_card.colour"),
        ({"buy_card": {"card": "D1-01", "colour": 77}}, "buy_card.colour"),
        ({"buy_reserved": {}}, "buy_reserved.slot"),
        ({"buy_reserved": {"slot": 5}}, "buy_reserved.slot"),
        ({"buy_reserved": {"slot": -1}}, "buy_reserved.slot"),
        ({"buy_reserved": {"slot": 0, "colour": PEARL}}, "buy_reserved.colour"),
        ({"buy_counterfeiter": {"card": "D1-01"}}, "buy_counterfeiter.card"),
        ({"steal_token": {}}, "steal_token.kind"),
        ({"steal_token": {"kind": 9}}, "steal_token.kind"),
        ({"discard": {}}, "discard.kind"),
        ({"take_royal": {"card": "X"}}, "take_royal.card"),
        ({"take_counterfeiter": {"card": ""}}, "take_counterfeiter.card"),
        ({"take_counterfeiter": {"card": "R-1"}}, "take_counterfeiter.card"),
        ({"draw_tokens": {}}, "draw_tokens.number"),
        ({"draw_tokens": {"number": 3}}, "draw_tokens.number"),
        ({"draw_tokens": {"number": -1}}, "draw_tokens.number"),
        ({"buy_royal": {"card": "C-01"}}, "buy_royal.card"),
        ({"buy_steal": {}}, "buy_steal.kind"),
        ({"buy_extra_turn": {"payment": {}}}, "buy_extra_turn.payment.tokens"),
        ({"dig": {}}, "dig.level"),
        ({"dig": {"level": -1}}, "dig.level"),
        ({"keep_dug": {"bottom": [0, 1]}}, "keep_dug.keep"),
        ({"keep_dug": {"keep": 3, "bottom": [0, 1, 2]}}, "keep_dug.keep"),
        ({"keep_dug": {"keep": 0, "bottom": [0]}}, "keep_dug.bottom"),
        ({"keep_dug": {"keep": 0, "bottom": [1, 1]}}, "keep_dug.bottom"),
        ({"keep_dug": {"keep": 0, "bottom": [1, 2, 3]}}, "keep_dug.bottom"),
        (paid(), "buy_card.payment.tokens"),
        (paid(tokens={"red": -1}), "buy_card.payment.tokens.red"),
        (paid(tokens={"gold": 32}), "buy_card.payment.tokens.gold"),
        (paid(tokens={}, units=[{}]), "buy_card.payment.units[0].card"),
        (paid(tokens={}, units=[UNIT, {"card": "C-01"}]), "buy_card.payment.units[1].kind"),
        (paid(tokens={}, units=[{**UNIT, "card": "D1-01"}]), "buy_card.payment.units[0].card"),
        (paid(tokens={}, units=[UNIT] * 40), "buy_card.payment.units"),
    ],
)
def test_what_no_position_could_make_legal_is_malformed(content: Json, path: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(content)
    assert caught.value.path == (f"action.duel.{path}" if path else "action.duel")
    assert len(caught.value.text) < 100


@pytest.mark.parametrize(
    ("content", "action"),
    [
        ({"use_privilege": {"cell": 0}}, act.UsePrivilege(0)),
        ({"take_tokens": {"cells": [12, 0]}}, act.TakeTokens((0, 12))),
        ({"buy_reserved": {"slot": 4, "colour": RED}}, act.BuyReserved(4, Kind.RED)),
        ({"take_counterfeiter": {}}, act.TakeCounterfeiter(None)),
        ({"reserve_from_deck": {"level": 3}}, act.ReserveFromDeck(3, None)),
        ({"draw_tokens": {"number": 0}}, act.DrawTokens(0)),
        ({"keep_dug": {"keep": 0}}, act.KeepDug(0)),
        ({"steal_token": {"kind": "TOKEN_KIND_GOLD"}}, act.StealToken(Kind.GOLD)),
    ],
)
def test_what_some_position_or_a_rule_decides_is_left_to_the_rules(
    content: Json, action: Action
) -> None:
    assert read(content) == action


def test_whatever_is_sent_is_malformed_or_can_be_judged() -> None:
    verdicts = Counter[bool]()
    for content in junk(Random(1)):
        try:
            message = DuelAction.FromString(content)
        except DecodeError:
            continue
        verdicts[is_read(message)] += 1
    assert min(verdicts[True], verdicts[False]) > 1_000


def is_read(message: DuelAction) -> bool:
    """Whether this is an action at all; one that is gets judged."""
    try:
        action = action_from(message, "action.duel")
    except Malformed:
        return False
    judge(action)
    return True


def judge(action: Action) -> None:
    """Ask the rules where this is an answer; they find nothing that no position makes legal."""
    assert duel.parse_action(duel.action_text(action)) == action
    assert action_from(DuelAction.FromString(action_bytes(action)), "") == action
    for kind in FUNCTIONS[type(action)].answers:
        for state in waiting()[kind]:
            refusal = duel.refusal(state, state.seat, action)
            is_dig = isinstance(action, act.KeepDug)
            assert is_dig or refusal is None or refusal.reason is not Reason.MALFORMED


def junk(rng: Random) -> Iterator[bytes]:
    """Bytes without sense, damaged actions, and messages with odd values in every field."""
    actions = sorted(map(action_bytes, ACTIONS))
    for _ in range(2_000):
        yield rng.randbytes(rng.randrange(20))
        yield mutated(rng.choice(actions), rng)
    for _ in range(4_000):
        yield odd_action(rng).SerializeToString()


def odd_action(rng: Random) -> DuelAction:
    """An action with most of its fields set to what is right or just beside; others fall away."""
    case = rng.choice([field.name for field in DuelAction.DESCRIPTOR.fields])
    content: Json = {
        **{name: odd_number(rng) for name in ("cell", "gold", "slot", "keep")},
        **{
            name: [odd_number(rng) for _ in range(rng.randrange(4))] for name in ("cells", "bottom")
        },
        "level": rng.randrange(5),
        "number": rng.randrange(-1, 4),
        "card": rng.choice(CARDS),
        "kind": rng.randrange(10),
        "colour": rng.randrange(8),
        "payment": odd_payment(rng),
    }
    kept = {name: value for name, value in content.items() if rng.random() < 0.8}
    return ParseDict({case: kept}, DuelAction(), ignore_unknown_fields=True)


def odd_payment(rng: Random) -> Json:
    units = [
        {"card": rng.choice(CARDS), "kind": rng.randrange(1, 9)} for _ in range(rng.randrange(3))
    ]
    tokens = {kind.text: rng.choice((0, 1, 2)) for kind in rng.sample(KINDS, 3)}
    return {"tokens": tokens, "units": units}


def odd_number(rng: Random) -> int:
    return rng.choice((-1, 0, 1, 2, 3, 4, 12, 24, 25, 2**31 - 1))
