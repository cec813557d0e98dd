"""Positions and options of Splendor: to the message and back, and what reading refuses."""

import pytest

from gemwright.contract import games as contract
from gemwright.contract.limits import Malformed
from gemwright.contract.splendor import SPLENDOR
from gemwright.engine import splendor
from gemwright.engine.reading import PositionError
from gemwright.engine.splendor.state import Options, State
from gemwright.pb.game_pb2 import Position
from gemwright.pb.splendor_options_pb2 import SplendorOptions
from gemwright.pb.splendor_position_pb2 import (
    SplendorDeck,
    SplendorHolding,
    SplendorPosition,
    SplendorReservedCard,
)
from tests.contract import families
from tests.contract.splendor_matches import SEATS, moments

OPTIONS = [
    Options(seats, first_seat, limit)
    for seats in SEATS
    for first_seat in (None, 0, seats - 1)
    for limit in (None, 1, 100, 10_000)
]

LONG_ID = "S1-01" * 4
LONG_CARDS = [SplendorReservedCard(card=LONG_ID)]
LONG = {
    "rules_version": SplendorPosition(rules_version=LONG_ID),
    "decks[3].cards[0]": SplendorPosition(decks=[SplendorDeck(cards=[LONG_ID])]),
    "face_up[12]": SplendorPosition(face_up=[LONG_ID]),
    "nobles[3]": SplendorPosition(nobles=[LONG_ID]),
    "removed_cards[0].card": SplendorPosition(removed_cards=LONG_CARDS),
    "removed_nobles[0]": SplendorPosition(removed_nobles=[LONG_ID]),
    "players[2].cards[0]": SplendorPosition(players=[SplendorHolding(cards=[LONG_ID])]),
    "players[2].nobles[0]": SplendorPosition(players=[SplendorHolding(nobles=[LONG_ID])]),
    "players[2].reserved[0].card": SplendorPosition(players=[SplendorHolding(reserved=LONG_CARDS)]),
}


def options_message(options: Options) -> SplendorOptions:
    return SplendorOptions.FromString(SPLENDOR.options(options.values))


def options_data(message: SplendorOptions, path: str) -> dict[str, object]:
    data = families.read(SPLENDOR.read_options, message, path)
    assert isinstance(data, dict)
    return data


def position_message(state: State) -> SplendorPosition:
    return contract.position_message(splendor.NAME, splendor.to_data(state)).splendor


def position_data(message: SplendorPosition) -> dict[str, object]:
    return contract.position_data(Position(splendor=message), splendor.NAME, "position")


def position_path(path: str) -> str:
    return contract.position_path(splendor.NAME, path).removeprefix("splendor.")


def sent(message: SplendorPosition) -> SplendorPosition:
    return SplendorPosition.FromString(message.SerializeToString())


@pytest.mark.parametrize("seats", SEATS)
def test_every_position_of_a_match_comes_back_as_it_was(seats: int) -> None:
    for state, _ in moments():
        if len(state.players) == seats:
            data = position_data(sent(position_message(state)))
            assert data == splendor.to_data(state)
            assert splendor.to_data(splendor.from_data(data)) == data


def test_the_positions_have_everything_a_position_can_have() -> None:
    states = [state for state, _ in moments()]
    assert any(state.outcome for state in states)
    assert any(state.removed_cards for state in states)
    assert any(state.removed_nobles for state in states)
    assert any(None in state.face_up for state in states)
    assert len({state.decision.kind for state in states if state.decision}) == 3


def test_a_position_that_cannot_be_is_left_to_the_check_of_positions() -> None:
    message = position_message(moments()[0].state)
    message.players[1].tokens.red = -1
    with pytest.raises(PositionError) as caught:
        splendor.from_data(position_data(message))
    assert caught.value.path == "players[1].tokens.red"


def test_an_empty_position_is_refused() -> None:
    with pytest.raises(PositionError) as caught:
        splendor.from_data(position_data(SplendorPosition()))
    assert caught.value.path == "turn"


def test_a_defect_is_told_at_the_field_of_the_message() -> None:
    message = position_message(moments()[0].state)
    message.decks[1].cards[2] = "N-1"
    with pytest.raises(PositionError) as caught:
        splendor.from_data(position_data(message))
    assert position_path(caught.value.path) == "decks[1].cards[2]"
    assert position_path("outcome.endings[0]") == "outcome.reasons[0]"
    assert position_path("players[1].tokens.red") == "players[1].tokens.red"


def test_a_position_without_a_version_is_of_the_current_rules() -> None:
    state = moments()[0].state
    message = position_message(state)
    message.ClearField("rules_version")
    assert position_data(message) == splendor.to_data(state)


def test_a_text_too_long_for_an_id_is_malformed() -> None:
    for path, text in LONG.items():
        message = position_message(moments()[0].state)
        message.MergeFrom(text)
        with pytest.raises(Malformed) as caught:
            position_data(message)
        assert caught.value.path == f"position.splendor.{path}"


@pytest.mark.parametrize("value", [0, 4, 127])
def test_an_unknown_decision_is_malformed(value: int) -> None:
    message = position_message(moments()[0].state)
    key = SplendorPosition.DECISION_FIELD_NUMBER << 3
    message.MergeFromString(bytes((key & 0x7F | 0x80, key >> 7, value)))
    with pytest.raises(Malformed) as caught:
        position_data(message)
    assert caught.value.path == "position.splendor.decision"


@pytest.mark.parametrize("options", OPTIONS)
def test_options_come_back_as_they_were(options: Options) -> None:
    data = options_data(options_message(options), "options")
    assert data == options.values
    assert splendor.options_from_data(data) == options


def test_options_left_unset_are_the_defaults_of_the_game() -> None:
    assert options_data(SplendorOptions(), "options") == Options().values


def test_no_limit_is_written_as_0() -> None:
    message = options_message(Options(no_progress_limit=None))
    assert message.HasField("no_progress_limit")
    assert message.no_progress_limit == 0


@pytest.mark.parametrize(
    ("options", "path"),
    [
        (SplendorOptions(seats=0), "seats"),
        (SplendorOptions(seats=1), "seats"),
        (SplendorOptions(seats=5), "seats"),
        (SplendorOptions(first_seat=2), "first_seat"),
        (SplendorOptions(seats=4, first_seat=4), "first_seat"),
        (SplendorOptions(first_seat=-1), "first_seat"),
        (SplendorOptions(no_progress_limit=-1), "no_progress_limit"),
        (SplendorOptions(no_progress_limit=10_001), "no_progress_limit"),
    ],
)
def test_options_no_match_can_have_are_malformed(options: SplendorOptions, path: str) -> None:
    with pytest.raises(Malformed) as caught:
        options_data(options, "options.splendor")
    assert caught.value.path == f"options.splendor.{path}"
