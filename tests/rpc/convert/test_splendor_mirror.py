"""The messages of Splendor mirror the engine: the same cases, fields and words by name."""

from types import NoneType
from typing import Final, get_args, get_type_hints

import pytest
from google.protobuf.message import Message

from gemwright.engine import splendor
from gemwright.engine.splendor.actions import Payment
from gemwright.engine.splendor.decisions import Decision, DecisionKind
from gemwright.engine.splendor.state import Options, ReservedCard
from gemwright.engine.splendor.views import PlayerView, Private, SeenReserve, Table, View
from gemwright.pb import splendor_decision_pb2 as decision_pb
from gemwright.pb import splendor_options_pb2 as options_pb
from gemwright.pb import splendor_position_pb2 as position_pb
from gemwright.pb import splendor_view_pb2 as view_pb
from gemwright.pb.splendor_action_pb2 import SplendorAction, SplendorPayment
from gemwright.pb.splendor_event_pb2 import SplendorEvent
from gemwright.rpc.convert.splendor_decision import decision_kind, decision_kind_from
from tests.rpc.convert.splendor_matches import ACTIONS, EVENTS, case_of, moments

NOT_TOLD: Final = {"format", "game"}
"""What a position's data says of itself, and the contract by its own version and oneof."""


def message_of(union: type[Message], kind: type) -> type[Message]:
    found: type[Message] = vars(union)[kind.__name__]
    return found


SENT: Final[list[tuple[type, type[Message]]]] = [
    *((kind, message_of(SplendorEvent, kind)) for kind in EVENTS),
    (Decision, decision_pb.SplendorDecision),
    (View, view_pb.SplendorView),
    (Table, view_pb.SplendorTable),
    (PlayerView, view_pb.SplendorPlayer),
    (SeenReserve, view_pb.SplendorSeenReserve),
    (Private, view_pb.SplendorPrivate),
    (ReservedCard, position_pb.SplendorReservedCard),
]
RECEIVED: Final[list[tuple[type, type[Message]]]] = [
    *((kind, message_of(SplendorAction, kind)) for kind in ACTIONS),
    (Payment, SplendorPayment),
    (Options, options_pb.SplendorOptions),
]


@pytest.mark.parametrize(
    ("union", "oneof", "kinds"),
    [
        (SplendorAction, "action", ACTIONS),
        (SplendorEvent, "event", EVENTS),
    ],
)
def test_every_type_has_one_case_and_every_case_a_type(
    union: type[Message], oneof: str, kinds: tuple[type, ...]
) -> None:
    cases = {case.name: case.message_type for case in union.DESCRIPTOR.oneofs_by_name[oneof].fields}
    assert set(cases) == {case_of(kind) for kind in kinds}
    names = {case.name for case in cases.values() if case is not None}
    assert names == {kind.__name__ for kind in kinds}
    assert set(cases) == set(union.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize(("kind", "message"), [*SENT, *RECEIVED])
def test_every_field_of_the_engine_is_told_under_its_name_and_no_other(
    kind: type, message: type[Message]
) -> None:
    assert set(get_type_hints(kind)) == set(message.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize(("kind", "message"), SENT)
def test_what_the_engine_may_leave_unset_can_be_unset_in_what_is_sent(
    kind: type, message: type[Message]
) -> None:
    for name, hint in get_type_hints(kind).items():
        field = message.DESCRIPTOR.fields_by_name[name]
        is_message = field.message_type is not None and not field.is_repeated
        assert field.has_presence == (NoneType in get_args(hint) or is_message), name


@pytest.mark.parametrize(("kind", "message"), RECEIVED)
def test_every_number_a_client_sends_can_be_told_from_one_it_forgot(
    kind: type, message: type[Message]
) -> None:
    for field in message.DESCRIPTOR.fields:
        is_number = field.cpp_type == field.CPPTYPE_INT32 and not field.is_repeated
        assert not is_number or field.has_presence, field.name


def test_every_field_of_the_data_of_a_position_is_told_under_its_name_and_no_other() -> None:
    data = splendor.to_data(moments()[0].state)
    told = position_pb.SplendorPosition.DESCRIPTOR.fields_by_name
    assert set(data) - NOT_TOLD == set(told)
    match data:
        case {"players": [{**player}, *_]}:
            assert set(player) == set(position_pb.SplendorHolding.DESCRIPTOR.fields_by_name)
        case _:
            raise AssertionError("there are no players")


def test_every_kind_of_decision_has_the_word_of_its_name_and_every_word_a_kind() -> None:
    values = [decision_kind(kind) for kind in DecisionKind]
    words = [decision_pb.SplendorDecisionKind.Name(value) for value in values]
    assert words == [f"SPLENDOR_DECISION_KIND_{kind.name}" for kind in DecisionKind]
    assert [decision_kind_from(value, "decision") for value in values] == [*DecisionKind]
    assert {"SPLENDOR_DECISION_KIND_UNSPECIFIED", *words} == set(
        decision_pb.SplendorDecisionKind.keys()
    )
