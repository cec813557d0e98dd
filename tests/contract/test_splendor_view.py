"""Views of Splendor as they are sent carry everything the engine's have."""

from dataclasses import asdict

import pytest

from gemwright.contract.splendor import SPLENDOR
from gemwright.engine import splendor
from gemwright.pb.splendor_view_pb2 import SplendorView
from tests.contract.splendor_matches import SEATS, as_json, expected, moments


def view_message(view: splendor.View) -> SplendorView:
    return SplendorView.FromString(SPLENDOR.view(view))


@pytest.mark.parametrize("seats", SEATS)
def test_a_view_carries_everything_the_engines_view_has(seats: int) -> None:
    for state, _ in moments():
        if len(state.players) == seats:
            for viewer in (*range(seats), None):
                view = splendor.view(state, viewer)
                assert as_json(view_message(view)) == expected(asdict(view))


def test_an_empty_slot_keeps_its_place() -> None:
    rows = [splendor.view(state, None) for state, _ in moments() if None in state.face_up]
    assert rows
    for view in rows:
        sent = view_message(view).table.face_up
        assert [card or None for card in sent] == list(view.table.face_up)


def test_a_spectator_has_no_private_part_and_a_seat_without_reserve_an_empty_one() -> None:
    opening = moments()[0].state
    assert not view_message(splendor.view(opening, None)).HasField("private")
    assert view_message(splendor.view(opening, 0)).HasField("private")
