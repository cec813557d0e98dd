"""The views of Duel: the message carries all of the engine's view and nothing else."""

from dataclasses import asdict

import pytest

from gemwright.contract.duel import DUEL
from gemwright.engine import duel
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.events import DecisionAsked
from gemwright.engine.kinds import Kind
from gemwright.pb.duel_event_pb2 import DuelEvent
from gemwright.pb.duel_view_pb2 import DuelDecision, DuelView
from tests.contract.duel_matches import NAMES, as_json, expected, states


def view_message(view: duel.View) -> DuelView:
    return DuelView.FromString(DUEL.view(view))


def decision_message(decision: Decision) -> DuelDecision:
    event = DuelEvent.FromString(DUEL.event(DecisionAsked(decision)))
    return event.decision_asked.decision


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_message_holds_all_of_the_view_and_no_more(name: str, viewer: int | None) -> None:
    for state in states(name):
        view = duel.view(state, viewer)
        told = asdict(view)
        del told["table"]["game"]
        assert as_json(view_message(view)) == expected(told)


@pytest.mark.parametrize("name", NAMES)
def test_a_view_survives_the_wire(name: str) -> None:
    for state in states(name):
        message = view_message(duel.view(state, 0))
        assert DuelView.FromString(message.SerializeToString()) == message


def test_a_spectator_has_no_private_part() -> None:
    state = states(NAMES[0])[0]
    assert not view_message(duel.view(state, None)).HasField("private")
    assert view_message(duel.view(state, 0)).HasField("private")


def test_an_empty_slot_keeps_its_place() -> None:
    state = states(NAMES[0])[0].copy()
    state.pyramid[3] = None
    table = view_message(duel.view(state, None)).table
    assert len(table.pyramid) == len(state.pyramid)
    assert table.pyramid[3] == ""
    assert [kind != 0 for kind in table.board] == [kind is not None for kind in state.board]


def test_no_kind_that_may_follow_and_no_word_about_it_are_two_things() -> None:
    silent = decision_message(Decision(DecisionKind.TAKE, 0, kinds=(Kind.RED,)))
    none = decision_message(Decision(DecisionKind.TAKE, 0, kinds=(Kind.RED,), again=()))
    assert (silent.HasField("again"), none.HasField("again")) == (False, True)
    assert list(none.again.kinds) == []
