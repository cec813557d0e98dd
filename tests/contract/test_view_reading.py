"""Views read back are exactly the engine's, whoever looks, over whole random matches."""

from random import Random

import pytest

from gemwright.bots import BOTS
from gemwright.contract.games import (
    action_bytes,
    action_from,
    view_from,
    view_message,
)
from gemwright.contract.limits import Malformed
from gemwright.engine import GAMES, duel, splendor
from gemwright.engine.duel.decisions import DecisionKind
from gemwright.pb import game_pb2 as pb
from tests.contract import duel_matches, splendor_matches
from tests.rpc.rpc_matches import NAMES, joined


def sent(game: str, view: object) -> pb.View:
    return pb.View.FromString(view_message(game, view).SerializeToString())


@pytest.mark.parametrize("name", duel_matches.NAMES)
def test_a_view_of_duel_is_read_as_it_was(name: str) -> None:
    moments = [one.state for one in duel_matches.moments(name)][::3]
    for state in (*moments, *duel_matches.states(name)):
        for viewer in (0, 1, None):
            view = duel.view(state, viewer)
            assert view_from(sent(name, view), name, "view") == view


@pytest.mark.parametrize("decision", DecisionKind)
def test_every_decision_of_duel_is_read_as_it_was(decision: DecisionKind) -> None:
    for state in duel_matches.waiting()[decision]:
        view = duel.view(state, state.seat)
        assert view_from(sent(state.game, view), state.game, "view") == view


def test_a_view_of_splendor_is_read_as_it_was() -> None:
    seen = set()
    for state, _ in splendor_matches.moments():
        for viewer in (*range(len(state.players)), None):
            view = splendor.view(state, viewer)
            assert view_from(sent(splendor.NAME, view), splendor.NAME, "view") == view
            seen |= {view.table.outcome is None, bool(view.table.removed_cards)}
    assert seen == {True, False}


@pytest.mark.parametrize("name", NAMES)
def test_greedy_chooses_alike_from_the_contract_and_from_the_engine(name: str) -> None:
    choose = BOTS["greedy"]
    if name == splendor.NAME:
        for state, _ in splendor_matches.moments()[::7]:
            seat = splendor.to_move(state)
            if seat is not None:
                view, actions = splendor.view(state, seat), splendor.legal_actions(state)
                read = view_from(sent(name, view), name, "view")
                listed = [read_back(name, action) for action in actions]
                assert isinstance(read, splendor.View)
                assert listed == actions
                assert choose.splendor(read, actions, Random(1)) == choose.splendor(
                    view, actions, Random(1)
                )
        return
    for one in duel_matches.moments(name)[::25]:
        duel_seat = duel.to_move(one.state)
        if duel_seat is not None:
            duel_view, menu = duel.view(one.state, duel_seat), duel.legal_actions(one.state)
            duel_read = view_from(sent(name, duel_view), name, "view")
            assert [read_back(name, action) for action in menu] == menu
            assert isinstance(duel_read, duel.View)
            assert choose.duel(duel_read, menu, Random(1)) == choose.duel(
                duel_view, menu, Random(1)
            )


def read_back(name: str, action: object) -> object:
    return action_from(pb.Action.FromString(action_bytes(name, action)), "action")[1]


def test_the_view_of_another_game_or_of_none_is_malformed() -> None:
    match, _ = joined(splendor.NAME)
    assert match.position is not None
    view = view_message(splendor.NAME, match.game.view(match.position, 0))
    with pytest.raises(Malformed, match=r"^view\.splendor: "):
        view_from(view, duel.NAME, "view")
    with pytest.raises(Malformed, match=r"^view: "):
        view_from(pb.View(), duel.NAME, "view")


@pytest.mark.parametrize("name", NAMES)
def test_a_word_that_this_code_does_not_have_is_malformed(name: str) -> None:
    match, _ = joined(name)
    assert match.position is not None
    message = view_message(name, GAMES[name].view(match.position, 0))
    family = message.splendor if name == splendor.NAME else message.duel
    family.table.decision.kind = 99  # type: ignore[assignment] # of a later contract
    with pytest.raises(Malformed, match=r"\.table\.decision\.kind: "):
        view_from(message, name, "view")
