"""Positions of Duel: engine to message to plain data and back, and what cannot be read."""

from collections.abc import Callable
from random import Random

import pytest
from google.protobuf.message import DecodeError

from gemwright.contract import games as contract
from gemwright.contract.limits import Malformed
from gemwright.engine.duel.decisions import DecisionKind
from gemwright.engine.duel.position import RULES_VERSION, to_data
from gemwright.engine.duel.state import State
from gemwright.engine.reading import PositionError
from gemwright.pb.duel_options_pb2 import DuelOptions
from gemwright.pb.duel_position_pb2 import DuelDeck, DuelPosition
from gemwright.pb.duel_view_pb2 import DuelDecision
from gemwright.pb.game_pb2 import Position
from gemwright.pb.token_pb2 import TOKEN_KIND_UNSPECIFIED
from tests.contract.duel_damage import mutated
from tests.contract.duel_matches import FROM_DATA, NAMES, as_json, states, waiting

names = pytest.mark.parametrize("name", NAMES)


def position_message(state: State) -> DuelPosition:
    return contract.position_message(state.game, to_data(state)).duel


def position_data(message: DuelPosition, game: str) -> dict[str, object]:
    return contract.position_data(Position(duel=message), game, "position")


def position_path(path: str) -> str:
    return contract.position_path("duel", path).removeprefix("duel").removeprefix(".")


def wire(state: State) -> DuelPosition:
    return DuelPosition.FromString(position_message(state).SerializeToString())


def reloaded(name: str, message: DuelPosition) -> State:
    return FROM_DATA[name](position_data(message, name))


@names
def test_a_position_comes_back_as_it_was(name: str) -> None:
    for state in states(name):
        assert to_data(reloaded(name, wire(state))) == to_data(state)


def test_a_position_that_waits_for_any_decision_comes_back_as_it_was() -> None:
    for some in waiting().values():
        assert some
        for state in some:
            assert to_data(reloaded(state.game, wire(state))) == to_data(state)


@names
def test_flags_and_cards_keep_their_names(name: str) -> None:
    cards = ("royal_deck", "counterfeiter_deck", "dug", "draws", "idle_turns", "privileges")
    holdings = ("royals", "counterfeiters", "reserved", "royals_for_crowns", "blocking_turns")
    for state in states(name):
        told, data = as_json(wire(state)), to_data(state)
        assert told["turn"] == data["turn"]
        assert [told[field] for field in cards] == [data[field] for field in cards]
        players, written = told["players"], data["players"]
        assert isinstance(players, list)
        assert isinstance(written, list)
        for player, right in zip(players, written, strict=True):
            assert [player[one] for one in holdings] == [right[one] for one in holdings]


def test_rules_that_are_not_named_are_the_servers_own() -> None:
    message = wire(states(NAMES[0])[0])
    assert message.rules_version == RULES_VERSION
    message.rules_version = ""
    assert position_data(message, NAMES[0])["rules_version"] == RULES_VERSION


def _colour_unspecified(message: DuelPosition) -> None:
    del message.players[1].cards[:]
    message.players[1].cards.add(card="D1-01", colour=TOKEN_KIND_UNSPECIFIED)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda message: message.board.append(99), "board[25]"),
        (_colour_unspecified, "players[1].cards[0].colour"),
        (lambda message: message.decision.CopyFrom(DuelDecision()), "decision.kind"),
        (lambda message: message.decision.kinds.append(0), "decision.kinds[0]"),
        (lambda message: message.decision.again.kinds.append(9), "decision.again.kinds[0]"),
        (lambda message: message.outcome.reasons.append(0), "outcome.reasons[0]"),
        (
            lambda message: message.options.MergeFrom(DuelOptions(first_seat=2)),
            "options.first_seat",
        ),
        (lambda message: message.decks[1].cards.insert(0, "D" * 17), "decks[1].cards[0]"),
        (lambda message: message.MergeFrom(DuelPosition(rules_version="1" * 17)), "rules_version"),
    ],
)
def test_what_the_contract_has_no_word_for_is_malformed(
    change: Callable[[DuelPosition], None], path: str
) -> None:
    state = waiting()[DecisionKind.TURN][0]
    message = wire(state)
    change(message)
    with pytest.raises(Malformed) as caught:
        position_data(message, state.game)
    assert caught.value.path == f"position.duel.{path}"


@pytest.mark.parametrize(
    ("engine_path", "path"),
    [
        ("decks[2][7]", "decks[2].cards[7]"),
        ("decks", "decks"),
        ("decision.again[1]", "decision.again.kinds[1]"),
        ("decision.kinds[1]", "decision.kinds[1]"),
        ("outcome.endings[0]", "outcome.reasons[0]"),
        ("players[0].cards[1].colour", "players[0].cards[1].colour"),
        ("", ""),
    ],
)
def test_the_place_of_a_defect_is_a_field_of_the_message(engine_path: str, path: str) -> None:
    assert position_path(engine_path) == path


def test_a_defect_in_a_deck_is_told_where_the_message_has_it() -> None:
    message = wire(states(NAMES[0])[0])
    message.decks[1].CopyFrom(DuelDeck(cards=["D2-01", "X"]))
    with pytest.raises(PositionError) as caught:
        reloaded(NAMES[0], message)
    assert position_path(caught.value.path) == "decks[1].cards[1]"


@names
def test_damaged_positions_are_refused_in_order(name: str) -> None:
    rng, refused = Random(name), 0
    originals = [wire(state).SerializeToString() for state in states(name)]
    for _ in range(3_000):
        try:
            message = DuelPosition.FromString(mutated(rng.choice(originals), rng))
        except DecodeError:
            continue
        try:
            reloaded(name, message)
        except (Malformed, PositionError):
            refused += 1
    assert refused > 300
