"""The tables of actions are complete: a type checker cannot see that a row is missing."""

from typing import get_args

from gemwright.engine import duel, splendor
from gemwright.engine.duel import actions as duel_table
from gemwright.engine.duel.decisions import DecisionKind as DuelDecision
from gemwright.engine.splendor import actions as splendor_table
from gemwright.engine.splendor.decisions import DecisionKind as SplendorDecision


def test_every_action_has_a_row_and_every_row_an_action() -> None:
    assert set(duel_table.FUNCTIONS) == set(get_args(duel.Action))
    assert set(splendor_table.FUNCTIONS) == set(get_args(splendor.Action))


def test_every_decision_has_a_list_and_something_that_answers_it() -> None:
    answered = {kind for row in duel_table.FUNCTIONS.values() for kind in row.answers}
    assert set(duel_table.LISTS) == set(DuelDecision) == answered
    answered_in_splendor = {row.answers for row in splendor_table.FUNCTIONS.values()}
    assert set(splendor_table.LISTS) == set(SplendorDecision) == answered_in_splendor


def test_actions_with_one_verb_are_read_by_one_function() -> None:
    for row in duel_table.FUNCTIONS.values():
        assert duel_table.READERS[row.verb] is row.read
    for other in splendor_table.FUNCTIONS.values():
        assert splendor_table.READERS[other.verb] is other.read


def test_the_text_of_an_action_begins_with_its_verb() -> None:
    for line in ("replenish", "claim", "pass", "stop", "done", "keep 1 bottom 2", "use C-10"):
        action = duel.parse_action(line)
        assert duel.action_text(action) == line
        assert line.startswith(duel_table.FUNCTIONS[type(action)].verb)
    assert splendor.action_text(splendor.parse_action("pass")) == "pass"
