"""Honest matches are found honest, and whatever is forged in one is found (docs/fairness.md)."""

from collections.abc import Iterator
from typing import Final

import pytest
from google.protobuf.message import Message

from gemwright_client.pb.match_pb2 import MatchRecord
from gemwright_client.pb.token_pb2 import TokenKind
from gemwright_client.verify import Dishonest, Honest, verify
from tests.client.verify.cases import NAMES, Case, cases, record_of, told
from tests.programs.vectors.record_matches import PLANS, happened

CASES: Final = [*cases()]
LONG: Final = ("counterfeiters-dug", "counterfeiters-drawn", "splendor-four")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_answer_is_the_one_that_is_written_down(case: Case) -> None:
    answer = told(verify(case.forged(), case.kept_commitment))
    assert {name: answer.get(name) for name in case.expected} == dict(case.expected)


def test_the_records_are_those_that_were_planned_and_have_all_that_was_wanted() -> None:
    assert {plan.name for plan in PLANS} == set(NAMES)
    for plan in PLANS:
        assert plan.wanted <= set(happened(record_of(plan.name))), plan.name


def test_every_draw_of_the_page_is_in_some_record() -> None:
    found = {name for record in NAMES for name in happened(record_of(record))}
    assert found >= {
        *("cell_filled", "token_drawn", "slot_filled", "unseen", "dug_cards_returned"),
        *("counterfeiter_slot_filled", "counterfeiter_from_deck", "royal_slot_filled"),
        *("match_dealt", "noble_received", "seat_forfeited"),
    }


def flipped(data: bytes, bit: int) -> bytes:
    return (int.from_bytes(data, "big") ^ (1 << bit)).to_bytes(len(data), "big")


@pytest.mark.parametrize("name", ["seed", "salt", "commitment"])
def test_one_flipped_bit_of_what_was_committed_to_is_found(name: str) -> None:
    record = record_of("duel-joined")
    holder = record.match.fairness if name == "commitment" else record.reveal
    true: bytes = getattr(holder, name)
    for bit in range(8 * len(true)):
        setattr(holder, name, flipped(true, bit))
        answer = verify(record)
        assert isinstance(answer, Dishonest), bit
        assert answer.check == "commitment"


@pytest.mark.parametrize("name", ["duel-joined", "counterfeiters-drawn", "splendor-four"])
def test_one_flipped_bit_of_entropy_is_found(name: str) -> None:
    for seat, holder in enumerate(record_of(name).match.seats):
        for bit in range(0, 8 * len(holder.entropy), 31):
            record, other = record_of(name), flipped(holder.entropy, bit)
            record.match.seats[seat].entropy = other
            for update in record.updates:
                if update.WhichOneof("cause") == "join" and update.join.seat == seat:
                    update.join.entropy = other
            assert isinstance(verify(record), Dishonest), (seat, bit)


DRAWN: Final = frozenset(
    (
        *("token_taken", "cell_filled", "token_drawn", "card_reserved", "reserved_card_seen"),
        *("card_purchased", "slot_filled", "counterfeiter_gained", "counterfeiter_slot_filled"),
        *("royal_taken", "royal_slot_filled", "noble_received"),
    )
)
"""Events in which a card or a token comes from the deal."""


def drawn(record: MatchRecord) -> Iterator[tuple[int, int, Message]]:
    """Where cards and tokens of the deal are named: version, index, and what is said."""
    for update in record.updates:
        for index, event in enumerate(update.events):
            game = event.WhichOneof("event")
            if game != "match_dealt":
                fact = event.duel if game == "duel" else event.splendor
                name = fact.WhichOneof("event")
                if name in DRAWN:
                    yield update.version, index, getattr(fact, name)


@pytest.mark.parametrize("name", LONG)
def test_another_card_or_token_anywhere_is_found_where_it_is(name: str) -> None:
    record, seen = record_of(name), 0
    for version, index, content in [*drawn(record)][::3]:
        for field in ("card", "noble", "kind"):
            true = getattr(content, field, None)
            if not true:
                continue
            other = TokenKind.TOKEN_KIND_GOLD if true != TokenKind.TOKEN_KIND_GOLD else 1
            setattr(content, field, other if field == "kind" else f"{true[:-1]}x")
            answer = verify(record)
            assert isinstance(answer, Dishonest), content
            assert (answer.version, answer.event) == (version, index)
            setattr(content, field, true)
            seen += 1
    assert seen > 25
    assert isinstance(verify(record), Honest)
