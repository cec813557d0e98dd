"""The text of every action, and back."""

import pytest

from gemwright.engine import splendor
from gemwright.engine.kinds import Kind
from gemwright.engine.notation import NotationError
from gemwright.engine.splendor.actions import (
    Action,
    BuyCard,
    BuyReserved,
    Discard,
    Pass,
    Payment,
    ReserveCard,
    ReserveFromDeck,
    TakeGems,
    TakeNoble,
)
from gemwright.engine.splendor.actions.course import DISCARDS
from gemwright.engine.splendor.actions.take import TAKES
from gemwright.engine.splendor.cards import DEVELOPMENTS, LEVELS, NOBLES
from gemwright.engine.splendor.limits import RESERVE_LIMIT

EXAMPLES: dict[str, Action] = {
    "take white blue red": TakeGems((Kind.WHITE, Kind.BLUE, Kind.RED)),
    "take white white": TakeGems((Kind.WHITE, Kind.WHITE)),
    "reserve S1-05": ReserveCard("S1-05"),
    "reserve deck 2": ReserveFromDeck(2),
    "buy S2-07": BuyCard("S2-07"),
    "buy S2-07 pay 2 white 1 gold": BuyCard("S2-07", Payment((2, 0, 0, 0, 0, 0, 1, 0))),
    "buy S2-07 pay 0 white": BuyCard("S2-07", Payment((0,) * 8)),
    "buy reserved 1": BuyReserved(0),
    "buy reserved 3 pay 5 black": BuyReserved(2, Payment((0, 0, 0, 0, 5, 0, 0, 0))),
    "pass": Pass(),
    "discard red": Discard(Kind.RED),
    "noble N-3": TakeNoble("N-3"),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_text_of_an_action_is_read_as_this_action(text: str) -> None:
    assert splendor.action_text(EXAMPLES[text]) == text
    assert splendor.parse_action(text) == EXAMPLES[text]


def test_every_action_that_can_be_listed_round_trips() -> None:
    actions: list[Action] = [*TAKES.values(), *DISCARDS.values()]
    actions += map(ReserveCard, DEVELOPMENTS)
    actions += map(ReserveFromDeck, LEVELS)
    actions += map(BuyCard, DEVELOPMENTS)
    actions += map(BuyReserved, range(RESERVE_LIMIT))
    actions += map(TakeNoble, NOBLES)
    texts = [splendor.action_text(action) for action in actions]
    assert [splendor.parse_action(text) for text in texts] == actions
    assert len(set(texts)) == len(actions)


def test_colours_are_read_in_any_order() -> None:
    assert splendor.parse_action("take red white blue") == EXAMPLES["take white blue red"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "steal red",
        "take",
        "take pink",
        "reserve",
        "reserve S9-99",
        "reserve deck",
        "reserve deck two",
        "buy D1-01",
        "buy reserved",
        "buy reserved 0",
        "buy S2-07 pay two white",
        "buy S2-07 pay 2 pink",
        "buy S2-07 for 2 white",
        "pass now",
        "discard",
        "noble",
        "noble S1-01",
    ],
)
def test_a_line_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        splendor.parse_action(text)
