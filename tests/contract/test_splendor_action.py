"""Actions of Splendor: to bytes and back, and what reading refuses."""

from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Final

import pytest
from google.protobuf.json_format import Parse
from google.protobuf.message import DecodeError

from gemwright.contract.limits import Malformed
from gemwright.contract.splendor import SPLENDOR
from gemwright.engine import splendor
from gemwright.engine.kinds import Kind
from gemwright.engine.refusals import Reason
from gemwright.engine.splendor.actions import Action, BuyCard, BuyReserved, Payment, TakeGems
from gemwright.engine.splendor.state import State
from gemwright.pb.splendor_action_pb2 import SplendorAction, SplendorPayment
from gemwright.pb.token_pb2 import (
    TOKEN_KIND_BLUE,
    TOKEN_KIND_RED,
    TOKEN_KIND_WHITE,
    TokenCounts,
)
from tests.contract import families
from tests.contract.splendor_matches import ACTIONS, as_json, case_of, expected, moments

FREE: Final = Payment((0,) * len(Kind))
FUZZED: Final = 20_000


def action_bytes(action: Action) -> bytes:
    return SPLENDOR.action(action)


def action_from(message: SplendorAction, path: str) -> Action:
    action = families.action_from(SPLENDOR, message, path)
    assert isinstance(action, Action)
    return action


def payment_message(payment: Payment) -> SplendorPayment:
    return SplendorPayment.FromString(SPLENDOR.payment(payment))


def there_and_back(action: Action) -> Action:
    return action_from(SplendorAction.FromString(action_bytes(action)), "action")


def test_every_type_of_action_is_listed_in_the_matches() -> None:
    assert {type(action) for state, _ in moments() for action in listed(state)} == set(ACTIONS)


def test_every_listed_action_comes_back_as_it_was() -> None:
    for state, _ in moments():
        for action in listed(state):
            assert there_and_back(action) == action


def test_an_action_is_told_field_by_field() -> None:
    for state, _ in moments():
        for action in listed(state):
            sent = as_json(SplendorAction.FromString(action_bytes(action)))
            assert sent == {case_of(type(action)): expected(asdict(action))}


def test_every_payment_of_a_purchase_comes_back_as_it_was() -> None:
    paid: set[Action] = set()
    for state, action in moments():
        match action:
            case BuyCard(card=card):
                paid |= {BuyCard(card, one) for one in splendor.payments(state, action)}
            case BuyReserved(slot=slot):
                paid |= {BuyReserved(slot, one) for one in splendor.payments(state, action)}
            case _:
                pass
    assert len(paid) > 100
    for action in paid:
        assert there_and_back(action) == action


def test_a_payment_of_nothing_is_not_the_default_one() -> None:
    assert there_and_back(BuyCard("S1-01", FREE)) == BuyCard("S1-01", FREE)
    assert there_and_back(BuyCard("S1-01")) == BuyCard("S1-01", None)
    assert payment_message(FREE).HasField("tokens")


def test_a_payment_names_every_kind_spent() -> None:
    payment = Payment((1, 0, 2, 0, 0, 0, 3, 0))
    assert as_json(payment_message(payment)) == expected(asdict(payment))


def test_colours_may_be_named_in_any_order() -> None:
    take = SplendorAction.TakeGems(colours=[TOKEN_KIND_RED, TOKEN_KIND_WHITE, TOKEN_KIND_BLUE])
    assert action_from(SplendorAction(take_gems=take), "action") == TakeGems(
        (Kind.WHITE, Kind.BLUE, Kind.RED)
    )


def test_an_actions_bytes_are_those_of_its_message() -> None:
    message = SplendorAction.FromString(action_bytes(BuyReserved(0, FREE)))
    assert message == SplendorAction(
        buy_reserved=SplendorAction.BuyReserved(
            slot=0, payment=SplendorPayment(tokens=TokenCounts())
        )
    )
    assert message.SerializeToString() == action_bytes(BuyReserved(0, FREE))


MALFORMED: Final = [
    ("{}", ""),
    ('{"take_gems": {}}', ".take_gems.colours"),
    ('{"take_gems": {"colours": [1, 1, 1]}}', ".take_gems.colours"),
    ('{"take_gems": {"colours": [1, 2, 3, 4]}}', ".take_gems.colours"),
    ('{"take_gems": {"colours": ["TOKEN_KIND_WHITE", "TOKEN_KIND_GOLD"]}}', ".take_gems.colours"),
    ('{"take_gems": {"colours": [1, 0]}}', ".take_gems.colours[1]"),
    ('{"take_gems": {"colours": [9, 1]}}', ".take_gems.colours[0]"),
    ('{"reserve_card": {}}', ".reserve_card.card"),
    ('{"reserve_card": {"card": "N-1"}}', ".reserve_card.card"),
    (f'{{"reserve_card": {{"card": "{"S1-01" * 1000}"}}}}', ".reserve_card.card"),
    ('{"reserve_from_deck": {}}', ".reserve_from_deck.level"),
    ('{"reserve_from_deck": {"level": 0}}', ".reserve_from_deck.level"),
    ('{"reserve_from_deck": {"level": 4}}', ".reserve_from_deck.level"),
    ('{"buy_card": {}}', ".buy_card.card"),
    ('{"buy_card": {"card": "S1-01", "payment": {}}}', ".buy_card.payment.tokens"),
    (
        '{"buy_card": {"card": "S1-01", "payment": {"tokens": {"red": -1}}}}',
        ".buy_card.payment.tokens.red",
    ),
    ('{"buy_reserved": {}}', ".buy_reserved.slot"),
    ('{"buy_reserved": {"slot": -1}}', ".buy_reserved.slot"),
    ('{"buy_reserved": {"slot": 3}}', ".buy_reserved.slot"),
    (
        '{"buy_reserved": {"slot": 0, "payment": {"tokens": {"gold": 32}}}}',
        ".buy_reserved.payment.tokens.gold",
    ),
    ('{"discard": {}}', ".discard.kind"),
    ('{"discard": {"kind": "TOKEN_KIND_PEARL"}}', ".discard.kind"),
    ('{"discard": {"kind": "TOKEN_KIND_GLASSWARE"}}', ".discard.kind"),
    ('{"take_noble": {}}', ".take_noble.noble"),
    ('{"take_noble": {"noble": "S1-01"}}', ".take_noble.noble"),
]


@pytest.mark.parametrize(("text", "path"), MALFORMED)
def test_what_no_position_makes_legal_is_malformed_at_its_field(text: str, path: str) -> None:
    message = Parse(text, SplendorAction())
    with pytest.raises(Malformed) as caught:
        action_from(message, "action")
    assert caught.value.path == f"action{path}"
    assert len(caught.value.text) < 100


def test_what_gets_through_the_reading_is_judged_and_never_for_its_form() -> None:
    rng = Random(7)
    read, refused = 0, 0
    states = list(asking())
    for message in hostile(rng):
        try:
            action = action_from(message, "action")
        except Malformed:
            refused += 1
            continue
        read += 1
        for state, seat in rng.sample(states, 5):
            refusal = splendor.refusal(state, seat, action)
            assert refusal is None or refusal.reason is not Reason.MALFORMED, as_json(message)
    assert read > FUZZED / 20
    assert refused > FUZZED / 20


def listed(state: State) -> list[Action]:
    return splendor.legal_actions(state)


def asking() -> Iterator[tuple[State, int]]:
    """Positions with the seat to move, those with rarer decisions as often as turns."""
    for state, _ in moments()[::5]:
        if state.decision is not None:
            yield state, state.decision.seat
    for state, action in moments():
        if state.decision is not None and type(action).__name__ in ("TakeNoble", "Pass"):
            yield state, state.decision.seat


def hostile(rng: Random) -> Iterator[SplendorAction]:
    """Random bytes, and those of real actions with something wrong, as far as they parse."""
    real = sorted({action_bytes(action) for state, _ in moments() for action in listed(state)})
    real += [
        action_bytes(BuyCard("S1-01", Payment((1, 0, 0, 2, 0, 0, 1, 0)))),
        action_bytes(BuyReserved(1, Payment((0, 3, 0, 0, 0, 0, 0, 0)))),
    ]
    for _ in range(FUZZED):
        data = rng.randbytes(rng.randrange(12)) if rng.random() < 0.2 else rng.choice(real)
        for _ in range(rng.randrange(3)):
            data = mutated(data, rng)
        try:
            yield SplendorAction.FromString(data)
        except DecodeError:
            continue


def mutated(data: bytes, rng: Random) -> bytes:
    """A byte changed, put in or left out."""
    at = rng.randrange(len(data) + 1)
    new = bytes((rng.choice((0, 1, 2, 3, 4, 9, 127, 255, rng.randrange(256))),))
    return rng.choice((data[:at] + new + data[at + 1 :], data[:at] + new + data[at:], data[:at]))
