"""The three games behind the messages they share."""

import pytest

from gemwright.contract.games import (
    FAMILIES,
    MESSAGE_GAMES,
    action_bytes,
    action_from,
    event_bytes,
    game_from,
    options_data,
    options_message,
    payment_message,
    position_data,
    position_message,
    position_path,
    view_message,
)
from gemwright.contract.limits import Malformed
from gemwright.engine import GAMES
from gemwright.pb import game_pb2 as pb
from tests.rpc.rpc_matches import NAMES, joined, played


def test_every_game_has_its_word_and_every_word_its_game() -> None:
    assert set(MESSAGE_GAMES) == set(GAMES)
    assert set(FAMILIES) == {game.FAMILY for game in GAMES.values()}
    values = set(pb.Game.values()) - {pb.GAME_UNSPECIFIED}
    assert {game_from(value, "game") for value in values} == set(GAMES)
    assert set(MESSAGE_GAMES.values()) == values


@pytest.mark.parametrize("value", [0, 99, -1])
def test_an_unknown_game_is_malformed(value: int) -> None:
    with pytest.raises(Malformed, match=r"^game: "):
        game_from(value, "game")


@pytest.mark.parametrize("message", [pb.Options, pb.Action, pb.Payment, pb.Event, pb.View])
def test_a_family_has_the_same_name_and_number_in_every_message(message: type[pb.Options]) -> None:
    for family in FAMILIES.values():
        assert message.DESCRIPTOR.fields_by_name[family.name].number == family.field


@pytest.mark.parametrize("name", NAMES)
def test_actions_and_events_are_what_the_game_writes_in_the_shared_message(name: str) -> None:
    family = GAMES[name].FAMILY
    for _, _, action, events in played(name):
        message = pb.Action.FromString(action_bytes(name, action))
        assert message.WhichOneof("game") == family
        assert action_from(message, "action") == (family, action)
        for event in events:
            assert pb.Event.FromString(event_bytes(name, event)).WhichOneof("event") == family


@pytest.mark.parametrize("name", NAMES)
def test_views_options_and_positions_are_of_the_family(name: str) -> None:
    match, _ = joined(name)
    assert match.position is not None
    case, data = GAMES[name].FAMILY, match.game.to_data(match.position)
    options = options_message(name, match.charter.options)
    position = position_message(name, data)
    view = view_message(name, match.game.view(match.position, 0))
    assert {one.WhichOneof("game") for one in (options, position, view)} == {case}
    assert options_data(options, name, "options") == match.charter.options
    assert match.game.to_data(match.game.from_data(position_data(position, name, "p"))) == data


@pytest.mark.parametrize("name", NAMES)
def test_payments_are_of_the_family(name: str) -> None:
    seen = 0
    for match, _, _, _ in played(name):
        for action in match.legal_actions(match.seat_to_act):
            if type(action).__name__ == "BuyCard" and match.position is not None:
                payment = next(match.game.payments(match.position, action))
                message = payment_message(name, payment)
                assert message.WhichOneof("game") == GAMES[name].FAMILY
                seen += 1
    assert seen


def test_an_action_of_no_game_is_malformed() -> None:
    with pytest.raises(Malformed, match=r"^action: "):
        action_from(pb.Action(), "action")


@pytest.mark.parametrize("name", NAMES)
def test_what_belongs_to_another_game_is_malformed(name: str) -> None:
    other = "splendor" if GAMES[name].FAMILY == "duel" else "duel"
    options = options_message(other, GAMES[other].Options().values)
    with pytest.raises(Malformed, match=rf"^options\.{other}: "):
        options_data(options, name, "options")
    match, _ = joined(other)
    assert match.position is not None
    position = position_message(other, match.game.to_data(match.position))
    with pytest.raises(Malformed, match=rf"^position\.{other}: "):
        position_data(position, name, "position")


@pytest.mark.parametrize("name", NAMES)
def test_the_path_of_a_position_names_its_family(name: str) -> None:
    case = GAMES[name].FAMILY
    assert position_path(name, "players[0].tokens") == f"{case}.players[0].tokens"
    assert position_path(name, "") == case
