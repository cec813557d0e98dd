"""Events of Splendor as they are sent carry everything the engine's have."""

from dataclasses import asdict

import pytest

from gemwright.contract.splendor import SPLENDOR
from gemwright.engine.splendor.events import CardPurchased, CardReserved, Event
from gemwright.pb.splendor_event_pb2 import SplendorEvent
from tests.contract.splendor_matches import EVENTS, as_json, case_of, events, expected


def test_every_type_of_event_happens_in_the_matches() -> None:
    assert {type(event) for event in events()} == set(EVENTS)


def test_an_event_carries_everything_the_engines_event_has() -> None:
    for event in events():
        sent = as_json(SplendorEvent.FromString(SPLENDOR.event(event)))
        assert sent == {case_of(type(event)): expected(asdict(event))}


@pytest.mark.parametrize(
    "event",
    [
        CardReserved(seat=0, level=1, slot=0, card="S1-01"),
        CardReserved(seat=0, level=1, slot=None, card=None),
        CardPurchased(seat=0, card="S1-01", slot=0, reserve_slot=None),
        CardPurchased(seat=0, card="S1-01", slot=None, reserve_slot=0),
    ],
)
def test_slot_0_differs_from_no_slot(event: Event) -> None:
    sent = as_json(SplendorEvent.FromString(SPLENDOR.event(event)))
    assert sent == {case_of(type(event)): expected(asdict(event))}
