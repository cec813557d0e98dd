"""Short ways to set a scene of the expansion, and to look at what became of it."""

from dataclasses import replace
from functools import partial
from typing import Final

from gemwright.engine import duel, duel_counterfeiters
from gemwright.engine.duel.actions import Paid
from gemwright.engine.duel.views import Table
from gemwright.engine.kinds import KINDS
from gemwright.engine.refusals import Reason
from tests.engine.duel.positions import position

scene: Final = partial(position, game=duel_counterfeiters.NAME)
"""A position in which a seat begins its turn."""

window: Final = partial(scene, decision={"kind": "window"})
"""A position in which the window at the end of the turn is open."""

THREE_CROWNS: Final = ("D3-12", "white")
royal_due: Final = partial(
    scene, cards=([THREE_CROWNS], []), royals_for_crowns=(0, 0), decision={"kind": "royal"}
)
"""A position in which seat 0 has 3 crowns, a white bonus, no points, and takes a royal card."""

ALL_CARDS: Final = tuple(f"C-{number:02}" for number in range(1, 18))
BOARD_OF_ONE: Final = "w.... ..... ..... ..... ....."
MIXED_BOARD: Final = "wbgps wbgps .b..o .w..o wo..."
FIVE: Final = ["D1-30", "D1-28", "D1-27", "D1-26", "D1-25"]
COSTS: Final = {
    "C-01": {"glassware": 1, "green": 2},
    "C-02": {"glassware": 1, "red": 2},
    "C-03": {"glassware": 1, "blue": 2},
    "C-04": {"glassware": 1, "white": 2},
    "C-05": {"glassware": 1, "black": 2},
    "C-06": {"glassware": 2, "pearl": 1},
    "C-07": {"glassware": 1, "pearl": 1},
    "C-08": {"glassware": 1, "blue": 1, "black": 1},
    "C-09": {"glassware": 3, "gold": 1},
    "C-10": {"glassware": 2, "black": 1, "red": 1},
    "C-11": {"glassware": 2, "pearl": 1},
    "C-12": {"glassware": 2, "white": 1, "pearl": 1},
    "C-13": {"glassware": 2, "green": 1, "blue": 1},
    "C-14": {"glassware": 2, "gold": 1},
    "C-15": {"glassware": 1, "green": 1, "pearl": 1},
    "C-16": {"glassware": 1, "red": 1, "white": 1},
    "C-17": {"glassware": 2},
}
BONUS_CARD: Final = {
    "white": "D1-01",
    "blue": "D1-06",
    "green": "D1-11",
    "red": "D1-16",
    "black": "D1-21",
}
DOUBLE_BONUS_CARD: Final = {
    "white": "D2-04",
    "blue": "D2-08",
    "green": "D2-12",
    "red": "D2-16",
    "black": "D2-20",
}


def all_but(*cards: str) -> list[str]:
    """The counterfeiter cards other than these."""
    return [card for card in ALL_CARDS if card not in cards]


def level_3_beyond(deck: int) -> list[str | tuple[str, str]]:
    """The cards to own elsewhere so that `deck` cards lie in deck 3, under D3-01 to D3-03."""
    rest = [f"D3-{number:02}" for number in range(4 + deck, 14)]
    return [(card, "white") if card in ("D3-11", "D3-12") else card for card in rest]


def table(state: duel.State) -> Table:
    """What everybody sees."""
    return duel.view(state, None).table


def hand(state: duel.State, seat: int = 0) -> dict[str, int]:
    """The tokens of a seat."""
    return _named(table(state).players[seat].tokens)


def bag(state: duel.State) -> dict[str, int]:
    """The tokens in the bag."""
    return _named(table(state).bag)


def _named(tokens: tuple[int, ...]) -> dict[str, int]:
    return {kind.text: number for kind, number in zip(KINDS, tokens, strict=True) if number}


def deck(state: duel.State, level: int) -> list[str]:
    """The cards of a deck, the top one first."""
    decks = duel.to_data(state)["decks"]
    assert isinstance(decks, list)
    return [str(card) for card in decks[level - 1]]


def asked(state: duel.State) -> str:
    """Who must decide what, and which card asked: `0 take R-8`; nothing once the match is over."""
    decision = table(state).decision
    if decision is None:
        return ""
    return f"{decision.seat} {decision.kind} {decision.card or ''}".rstrip()


def ways(state: duel.State, line: str) -> list[str]:
    """Every payment of a purchase or the use of an ability, as its notation has it."""
    action = duel.parse_action(line)
    assert isinstance(action, Paid)
    return [
        duel.action_text(replace(action, payment=payment)).removeprefix(f"{line} pay ")
        for payment in duel.payments(state, action)
    ]


def reason(state: duel.State, line: str) -> Reason | None:
    """Why a line is refused, if it is."""
    found = duel.refusal(state, state.seat, duel.parse_action(line))
    return None if found is None else found.reason


def row(royal: str) -> tuple[str | None, ...]:
    """This royal card alone lies face up."""
    return (royal, None, None, None)
