"""The messages of Duel and the engine's records have the same cases, fields and unset values."""

from collections.abc import Iterable
from types import NoneType
from typing import Final, Protocol, get_args, get_type_hints

import pytest
from google.protobuf.message import Message

from gemwright.engine.duel import actions as act
from gemwright.engine.duel import position
from gemwright.engine.duel.actions import Action
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.events import Event
from gemwright.engine.duel.state import Options, OwnedCard, ReservedCard
from gemwright.engine.duel.views import PlayerView, Private, SeenReserve, Table, View
from gemwright.pb import duel_position_pb2, duel_view_pb2
from gemwright.pb.duel_action_pb2 import DuelAction, DuelPayment, DuelUnit
from gemwright.pb.duel_event_pb2 import DuelEvent
from gemwright.pb.duel_options_pb2 import DuelOptions
from gemwright.rpc.convert.duel_view import DECISION_KINDS
from tests.rpc.convert.duel_matches import NAMES, snake, states

ACTIONS: Final[tuple[type, ...]] = get_args(Action)
EVENTS: Final[tuple[type, ...]] = get_args(Event)
_PLAIN: Final[list[tuple[type, type[Message]]]] = [
    (View, duel_view_pb2.DuelView),
    (Table, duel_view_pb2.DuelTable),
    (PlayerView, duel_view_pb2.DuelPlayer),
    (SeenReserve, duel_view_pb2.DuelSeenReserve),
    (Private, duel_view_pb2.DuelPrivate),
    (Decision, duel_view_pb2.DuelDecision),
    (OwnedCard, duel_view_pb2.DuelOwnedCard),
    (ReservedCard, duel_position_pb2.DuelReservedCard),
    (Options, DuelOptions),
    (act.Payment, DuelPayment),
    (act.Unit, DuelUnit),
]
RECORDS: Final = {
    **{record: message.DESCRIPTOR for record, message in _PLAIN},
    **{one: DuelEvent.DESCRIPTOR.nested_types_by_name[one.__name__] for one in EVENTS},
    **{one: DuelAction.DESCRIPTOR.nested_types_by_name[one.__name__] for one in ACTIONS},
}
SAID_ELSEWHERE: Final[dict[type, set[str]]] = {Table: {"game"}}
"""What the match says, not the view."""
MAY_BE_MISSING: Final = {
    (Options, "blocking_claim"),  # means the default
    *((action, "cell") for action in (act.UsePrivilege, act.PickToken)),
    *((action, "level") for action in (act.ReserveFromDeck, act.Dig)),
    (act.BuyReserved, "slot"),
    (act.DrawTokens, "number"),
}
"""Numbers a client must give, where 0 and nothing are told apart, and what it may leave out."""
SAID_OTHERWISE_IN_A_POSITION: Final = {"format", "game"}

records = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)


class Named(Protocol):
    """A field of a message."""

    @property
    def name(self) -> str:
        """Its name in the contract."""


def names(members: Iterable[Named]) -> set[str]:
    return {member.name for member in members}


def field_names(record: type) -> set[str]:
    return set(get_type_hints(record)) - SAID_ELSEWHERE.get(record, set())


@pytest.mark.parametrize(("types", "message"), [(ACTIONS, DuelAction), (EVENTS, DuelEvent)])
def test_every_type_of_the_engine_has_one_case_and_every_case_a_type(
    types: tuple[type, ...], message: type[Message]
) -> None:
    (cases,) = message.DESCRIPTOR.oneofs
    assert names(cases.fields) == {snake(one.__name__) for one in types}
    assert names(cases.fields) == names(message.DESCRIPTOR.fields)
    assert set(message.DESCRIPTOR.nested_types_by_name) == {one.__name__ for one in types}


@records
def test_every_field_of_the_engine_is_in_the_message_and_no_other(record: type) -> None:
    assert names(RECORDS[record].fields) == field_names(record)


@records
def test_what_can_be_unset_in_the_engine_can_be_unset_in_the_message(record: type) -> None:
    hints = get_type_hints(record)
    for field in RECORDS[record].fields:
        if field.is_repeated or field.message_type is not None:
            continue
        is_optional = NoneType in get_args(hints[field.name])
        can_miss = is_optional or (record, field.name) in MAY_BE_MISSING
        assert field.has_presence == can_miss, field.name


def test_every_field_of_a_written_position_is_in_the_message_and_no_other() -> None:
    data = position.to_data(states(NAMES[0])[0])
    message = duel_position_pb2.DuelPosition.DESCRIPTOR
    assert names(message.fields) == set(data) - SAID_OTHERWISE_IN_A_POSITION
    turn, players = data["turn"], data["players"]
    assert isinstance(turn, dict)
    assert isinstance(players, list)
    assert names(duel_position_pb2.DuelTurn.DESCRIPTOR.fields) == set(turn)
    assert names(duel_position_pb2.DuelHolding.DESCRIPTOR.fields) == set(players[0])


def test_every_kind_of_decision_has_the_word_of_its_name() -> None:
    words = duel_view_pb2.DuelDecisionKind.DESCRIPTOR
    told = {kind: words.values_by_number[value].name for kind, value in DECISION_KINDS.items()}
    assert told == {kind: f"DUEL_DECISION_KIND_{kind.name}" for kind in DecisionKind}
    assert len(words.values) == len(DecisionKind) + 1
