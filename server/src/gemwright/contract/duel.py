"""Classes and limits of the messages of Duel and The Counterfeiters: these cannot be derived."""

from typing import Final, get_args

from gemwright.contract.family import Family
from gemwright.contract.limits import Limit, Limits, Whole, within
from gemwright.engine import duel
from gemwright.engine.duel.abilities import DISCOUNTS
from gemwright.engine.duel.actions import Payment, TakeTokens, Unit
from gemwright.engine.duel.actions.keep import CHOICES
from gemwright.engine.duel.board import CELL_COUNT
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, LEVELS, ROYALS
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.limits import MOST_DRAWN, MOST_DUG, MOST_RESERVED
from gemwright.engine.duel.position import FORMAT
from gemwright.engine.duel.state import OwnedCard
from gemwright.engine.duel.views import PlayerView, Private, SeenReserve, Table, View
from gemwright.engine.game import MOST_IDLE_TURNS
from gemwright.engine.kinds import GEMS

_LONGEST_ID: Final = 16
_MOST_CELLS: Final = 3
_MOST_UNITS: Final = sum(discount.most for discount in DISCOUNTS.values())
_CELL: Final = within(range(CELL_COUNT))
_CHOICES_OF_A_DIG: Final = frozenset(choice for choices in CHOICES for choice in choices)


def _no_card(card: object) -> str:
    text = str(card)
    if not text:
        return "the id of a card is required"
    if len(text) > _LONGEST_ID:
        return f"no id is longer than {_LONGEST_ID} characters"
    return f"{text!r} is no card that can be here"


def _is_line(action: object) -> bool:
    return isinstance(action, TakeTokens) and len(set(action.cells)) == len(action.cells)


_JEWEL: Final = Limit(JEWELS, _no_card)
_ROYAL: Final = Limit(ROYALS, _no_card)
_COUNTERFEITER: Final = Limit(COUNTERFEITERS, _no_card)

DUEL: Final = Family(
    name=duel.FAMILY,
    actions=duel.ACTIONS,
    events=get_args(duel.Event),
    classes={
        "View": View,
        "Table": Table,
        "Player": PlayerView,
        "SeenReserve": SeenReserve,
        "OwnedCard": OwnedCard,
        "Private": Private,
        "Decision": Decision,
        "Payment": Payment,
        "Unit": Unit,
    },
    decisions=DecisionKind,
    options=duel.Options,
    position_format=FORMAT,
    limits=Limits(
        nothing="an action is required",
        required={
            "cell": "the cell is required",
            "level": "the level is required",
            "slot": "the place in the reserve is required",
            "number": "the number of tokens is required",
            "keep": "the place of the card to reserve is required",
            "DuelPayment.tokens": "the tokens are required, empty where none are spent",
        },
        values={
            "cell": _CELL,
            "cells": _CELL,
            "gold": _CELL,
            "level": within(range(LEVELS[0], LEVELS[-1] + 1)),
            "slot": within(range(MOST_RESERVED)),
            "number": within(range(MOST_DRAWN + 1)),
            "keep": within(range(MOST_DUG)),
            "colour": Limit(GEMS, "{0.text} is no gem colour".format),
            "card": _JEWEL,
            "TakeRoyal.card": _ROYAL,
            "BuyRoyal.card": _ROYAL,
            "BuyCounterfeiter.card": _COUNTERFEITER,
            "TakeCounterfeiter.card": _COUNTERFEITER,
            "DuelUnit.card": _COUNTERFEITER,
            "no_progress_limit": within(range(MOST_IDLE_TURNS + 1)),
        },
        lengths={
            "cells": Limit(
                range(1, _MOST_CELLS + 1),
                f"one to {_MOST_CELLS} cells are expected, not {{}}".format,
            ),
            "units": Limit(
                range(_MOST_UNITS + 1), f"there are never more than {_MOST_UNITS}".format
            ),
        },
        wholes={
            "TakeTokens": Whole("cells", _is_line, "a cell is named twice"),
            "KeepDug": Whole(
                "bottom",
                _CHOICES_OF_A_DIG.__contains__,
                f"one of at most {MOST_DUG} cards is kept, every other one is named once",
            ),
        },
    ),
)
