"""The events of Duel as bytes: every value of every event is in its message."""

from typing import get_args

from gemwright.contract.duel import DUEL
from gemwright.engine.duel.events import Event
from gemwright.pb.duel_event_pb2 import DuelEvent
from tests.contract.duel_matches import as_json, case_json, events


def test_every_type_of_event_is_compared() -> None:
    assert {type(event) for event in events()} == set(get_args(Event))


def test_the_bytes_of_an_event_hold_all_of_it_and_no_more() -> None:
    for event in events():
        assert as_json(DuelEvent.FromString(DUEL.event(event))) == case_json(event)


def test_an_event_has_the_same_bytes_again() -> None:
    first = {event: DUEL.event(event) for event in events()}
    assert {event: DUEL.event(event) for event in events()} == first
    assert len(set(first.values())) == len(first)
