"""Taking gems."""

import pytest

from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import count
from gemwright.engine.refusals import Reason
from gemwright.engine.splendor.actions import TakeGems
from gemwright.engine.splendor.events import DecisionAsked, GemsTaken, TurnEnded, TurnStarted
from gemwright.engine.splendor.state import State
from tests.engine.splendor.positions import assert_refused, play, position, starting


def two_colours_left() -> State:
    """White 2 and blue 4 in the supply."""
    return position(
        seats=3,
        tokens={
            0: {"white": 3, "green": 5, "gold": 1},
            1: {"blue": 1, "red": 5},
            2: {"black": 5},
        },
    )


@pytest.mark.rule("S-TAKE-1")
def test_three_gems_of_different_colours_are_taken() -> None:
    state = position()
    log = play(state, "take white green black")
    taken = {colour: count(state.players[0].tokens, colour) for colour in GEMS}
    assert [taken[colour] for colour in GEMS] == [1, 0, 1, 0, 1]
    assert [count(state.supply, colour) for colour in GEMS] == [3, 4, 3, 4, 3]
    assert log[0] == GemsTaken(0, (Kind.WHITE, Kind.GREEN, Kind.BLACK))
    assert [type(event) for event in log[1:]] == [TurnEnded, TurnStarted, DecisionAsked]


@pytest.mark.rule("S-TAKE-1", "S-TAKE-2")
def test_with_a_full_supply_there_are_ten_triples_and_five_pairs() -> None:
    lines = starting(position(), "take")
    assert len(lines) == len(set(lines)) == 15
    assert sum(len(line.split()) == 4 for line in lines) == 10


@pytest.mark.rule("S-TAKE-1")
def test_colours_are_named_in_any_order() -> None:
    state = position()
    play(state, "take black white green")
    assert count(state.players[0].tokens, Kind.GREEN) == 1
    assert TakeGems((Kind.BLACK, Kind.WHITE)) == TakeGems((Kind.WHITE, Kind.BLACK))


@pytest.mark.rule("S-TAKE-1")
@pytest.mark.parametrize("line", ["take white blue", "take white"])
def test_fewer_than_three_are_refused_while_there_are_three_colours(line: str) -> None:
    assert_refused(position(), line, Reason.WRONG_NUMBER, "S-TAKE-1", "colours")


@pytest.mark.rule("S-TAKE-1")
def test_with_two_colours_left_exactly_these_two_are_taken() -> None:
    state = two_colours_left()
    assert starting(state, "take") == ["take white blue", "take blue blue"]
    assert_refused(state, "take white", Reason.WRONG_NUMBER, "S-TAKE-1", "colours")
    assert_refused(state, "take blue", Reason.WRONG_NUMBER, "S-TAKE-1", "colours")
    play(state, "take white blue")
    assert count(state.supply, Kind.WHITE) == 1


@pytest.mark.rule("S-TAKE-1")
def test_with_one_colour_left_one_gem_of_it_is_taken() -> None:
    state = position(
        tokens={0: {"white": 1, "blue": 4, "green": 4}, 1: {"red": 4, "black": 4, "gold": 2}}
    )
    assert starting(state, "take") == ["take white"]
    play(state, "take white")
    assert count(state.supply, Kind.WHITE) == 2


@pytest.mark.rule("S-TAKE-1")
def test_a_colour_that_is_not_in_the_supply_is_refused() -> None:
    state = position(tokens={1: {"green": 4}})
    assert_refused(state, "take white green red", Reason.KIND_NOT_THERE, "S-TAKE-1", "colours")


@pytest.mark.rule("S-TAKE-1")
@pytest.mark.parametrize(
    "colours",
    [
        (),
        (Kind.WHITE, Kind.WHITE, Kind.BLUE),
        (Kind.WHITE, Kind.WHITE, Kind.WHITE),
        (Kind.WHITE, Kind.BLUE, Kind.GREEN, Kind.RED),
        (Kind.WHITE, Kind.BLUE, Kind.PEARL),
        (Kind.GLASSWARE, Kind.GLASSWARE),
    ],
)
def test_no_gems_more_than_three_or_a_mixture_of_both_takes_is_malformed(
    colours: tuple[Kind, ...],
) -> None:
    assert_refused(position(), TakeGems(colours), Reason.MALFORMED, "S-TAKE-1", "colours")


@pytest.mark.rule("S-TAKE-2")
def test_two_gems_of_a_colour_are_taken_where_four_are_in_the_supply() -> None:
    state = position()
    log = play(state, "take red red")
    assert count(state.players[0].tokens, Kind.RED) == 2
    assert count(state.supply, Kind.RED) == 2
    assert log[0] == GemsTaken(0, (Kind.RED, Kind.RED))


@pytest.mark.rule("S-TAKE-2")
@pytest.mark.parametrize("held", [1, 2, 4])
def test_a_pair_is_refused_with_fewer_than_four_in_the_supply(held: int) -> None:
    state = position(tokens={1: {"red": held}})
    assert_refused(state, "take red red", Reason.PAIR_NEEDS_FOUR, "S-TAKE-2", "colours")


@pytest.mark.rule("S-TAKE-2")
def test_a_pair_needs_no_third_colour() -> None:
    state = two_colours_left()
    play(state, "take blue blue")
    assert count(state.supply, Kind.BLUE) == 2


@pytest.mark.rule("S-TAKE-3")
@pytest.mark.parametrize(
    "line", ["take gold", "take gold gold", "take white blue gold", "take white gold"]
)
def test_gold_is_never_taken(line: str) -> None:
    assert_refused(position(), line, Reason.MALFORMED, "S-TAKE-3", "colours")


@pytest.mark.rule("S-TAKE-3")
def test_gold_is_not_counted_as_a_colour_of_the_supply() -> None:
    state = position(tokens={0: {"white": 4, "blue": 3, "green": 3}, 1: {"red": 4, "black": 4}})
    assert starting(state, "take") == ["take blue green"]


@pytest.mark.rule("S-TAKE-3")
def test_taking_is_allowed_with_ten_pieces_in_hand() -> None:
    state = position(tokens={0: {"white": 2, "blue": 2, "green": 2, "red": 2, "gold": 2}})
    assert len(starting(state, "take")) == 11
    play(state, "take white blue green")
    assert state.decision is not None
    assert state.decision.left == 3
