"""Refusals as clients read them."""

from dataclasses import fields

from gemwright.contract.errors import refusal_message
from gemwright.engine.refusals import Reason, Refusal
from gemwright.pb import refusal_pb2 as pb


def test_every_reason_has_the_word_of_its_name_and_every_word_a_reason() -> None:
    values = [refusal_message(Refusal(reason, "S-BUY-1")).reason for reason in Reason]
    words = [pb.RefusalReason.Name(value) for value in values]
    assert words == [f"REFUSAL_REASON_{reason.name}" for reason in Reason]
    assert {"REFUSAL_REASON_UNSPECIFIED", *words} == set(pb.RefusalReason.keys())


def test_every_field_of_a_refusal_is_told() -> None:
    assert [field.name for field in fields(Refusal)] == list(pb.Refusal.DESCRIPTOR.fields_by_name)
    message = refusal_message(Refusal(Reason.SLOT_EMPTY, "S-BUY-1", "slot", "2"))
    assert message == pb.Refusal(
        reason=pb.REFUSAL_REASON_SLOT_EMPTY, rule="S-BUY-1", field="slot", value="2"
    )
