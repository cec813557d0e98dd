"""The window at the end of a turn: abilities that are paid for, and closing it (C-ABL-10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from gemwright.engine.chance import Chance
from gemwright.engine.duel.abilities import (
    WINDOWS,
    on_gain,
    stealable,
    take_again,
)
from gemwright.engine.duel.actions.free_cards import own_royal, refuse_royal
from gemwright.engine.duel.actions.payment import (
    Payment,
    payment_refusal,
    payment_text,
    read_payment,
)
from gemwright.engine.duel.actions.reserve import refuse_deck
from gemwright.engine.duel.actions.tokens import refuse_kind
from gemwright.engine.duel.cards import COUNTERFEITERS, LEVELS, ROYALS, CardId
from gemwright.engine.duel.decisions import ANY_BUT_GOLD, Decision, DecisionKind
from gemwright.engine.duel.events import AbilityUsed, DeckDug, DugCardsSeen, Log
from gemwright.engine.duel.limits import MOST_DUG
from gemwright.engine.duel.moves import (
    fill_royal_slot,
    return_privilege,
    set_deck,
    spend,
    steal,
)
from gemwright.engine.duel.state import Player, State
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import ONE, Lanes, pack_row, unpack
from gemwright.engine.notation import Words
from gemwright.engine.payment import exact_payments, least_gold
from gemwright.engine.refusals import Reason, Refusal


@dataclass(frozen=True, slots=True)
class BuyRoyal:
    """In the window: spend glassware for a face-up royal card (C-09)."""

    card: CardId
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuyExtraTurn:
    """In the window: spend glassware and a privilege for another turn (C-10)."""

    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class BuySteal:
    """In the window: spend glassware and a privilege to steal a token of this kind (C-11)."""

    kind: Kind
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class Dig:
    """In the window: spend glassware to look at the top of a level's deck (C-17)."""

    level: int
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """Close the window at the end of the turn (C-ABL-10)."""


AbilityUse: TypeAlias = BuyRoyal | BuyExtraTurn | BuySteal | Dig

_USES_OF_ABILITY: Final[dict[str, tuple[AbilityUse, ...]]] = {
    "buy_royal": tuple(map(BuyRoyal, ROYALS)),
    "extra_turn": (BuyExtraTurn(),),
    "steal": tuple(map(BuySteal, ANY_BUT_GOLD)),
    "dig_three": tuple(map(Dig, LEVELS)),
}
_USES: Final = {card: _USES_OF_ABILITY[COUNTERFEITERS[card].ability] for card in WINDOWS}
CARD_OF_USE: Final = {type(use): card for card, uses in _USES.items() for use in uses}
"""For each use of an ability in the window, the one card that allows it."""
_RULE: Final = "C-ABL-10"


# Which abilities can be used, and what they cost.

DONE: Final = Done()


def list_window(state: State, decision: Decision) -> list[AbilityUse | Done]:
    """Every use of an ability, or none (C-ABL-10)."""
    return [*list_uses(state), DONE]


def list_uses(state: State) -> list[AbilityUse]:
    """Every use of an ability in the window at the end of the turn (C-ABL-10)."""
    return [
        use
        for card in state.players[state.seat].standing.window
        if _refuse_ability(state, card) is None
        for use in _USES[card]
        if _refuse_target(state, use) is None
    ]


def refuse_use(state: State, decision: Decision, use: AbilityUse) -> Refusal | None:
    """An ability is at hand, has something to do, and is paid exactly (C-ABL-10)."""
    refused = _refuse_ability(state, CARD_OF_USE[type(use)]) or _refuse_target(state, use)
    if refused is None and use.payment is not None:
        me = state.players[state.seat]
        price = _price_of(me, use)
        return payment_refusal(me, price, use.payment, rule=_RULE, takes_units=False)
    return refused


def _refuse_ability(state: State, card: CardId) -> Refusal | None:
    """The card is owned and unused in this turn, and what its ability costs can be paid."""
    me = state.players[state.seat]
    if card not in me.counterfeiters:
        return Refusal(Reason.ABILITY_NOT_OWNED, _RULE, "ability", card)
    if card in state.used:
        return Refusal(Reason.ABILITY_USED, _RULE, "ability", card)
    window = WINDOWS[card]
    if me.privileges < window.privileges:
        return Refusal(Reason.NO_PRIVILEGE, _RULE)
    if least_gold(window.glassware(me) * ONE[Kind.GLASSWARE], me.tokens) is None:
        return Refusal(Reason.CANNOT_AFFORD, _RULE, "ability", card)
    return None


def _refuse_target(state: State, use: AbilityUse) -> Refusal | None:
    match use:
        case BuyRoyal(card=card):
            return refuse_royal(state, card, _RULE)
        case BuyExtraTurn():
            return Refusal(Reason.EXTRA_TURN_DUE, _RULE) if state.is_extra_turn_due else None
        case BuySteal(kind=kind):
            return refuse_kind(kind, stealable(state), ANY_BUT_GOLD, _RULE)
        case Dig(level=level):
            if not state.players[state.seat].has_free_reserve():
                return Refusal(Reason.RESERVE_FULL, _RULE)
            return refuse_deck(state, level, _RULE)
        case _:
            assert_never(use)


def _price_of(me: Player, use: AbilityUse) -> Lanes:
    """What an ability costs in glassware."""
    return WINDOWS[CARD_OF_USE[type(use)]].glassware(me) * ONE[Kind.GLASSWARE]


def payments_for_use(state: State, action: AbilityUse) -> Iterator[Payment]:
    """Every exact payment for an ability, the default one first (C-GLA-3)."""
    me = state.players[state.seat]
    for tokens in exact_payments(_price_of(me, action), me.tokens):
        yield Payment(unpack(tokens))


# Using an ability: pay, then have it act.


def _pay(state: State, use: AbilityUse, log: Log) -> CardId:
    """Spend glassware and privileges on an ability (C-ABL-10); the card that has it."""
    card = CARD_OF_USE[type(use)]
    price = _price_paid(state, use)
    state.used = (*state.used, card)
    if log is not None:
        log.append(AbilityUsed(state.seat, card))
    spend(state, card, price, log)
    for _ in range(WINDOWS[card].privileges):
        return_privilege(state, card, log)
    return card


def _price_paid(state: State, use: AbilityUse) -> Lanes:
    """The stated payment, or glassware first and then gold (C-GLA-3)."""
    if use.payment is not None:
        return pack_row(use.payment.tokens)
    me = state.players[state.seat]
    default = least_gold(_price_of(me, use), me.tokens)
    assert default is not None
    return default


def buy_royal(state: State, action: BuyRoyal, chance: Chance, log: Log) -> Decision | None:
    """Take the royal card, and turn up the next one; it acts (C-ABL-10)."""
    _pay(state, action, log)
    fill_royal_slot(state, own_royal(state, action.card, log), log)
    return on_gain(state, action.card, log)


def buy_extra_turn(state: State, action: BuyExtraTurn, chance: Chance, log: Log) -> None:
    """Another turn follows this one (D-ABL-1)."""
    take_again(state, _pay(state, action, log), log)


def buy_steal(state: State, action: BuySteal, chance: Chance, log: Log) -> None:
    """The token comes from the opponent (D-ABL-4)."""
    _pay(state, action, log)
    steal(state, action.kind, log)


def refuse_done(state: State, decision: Decision, action: Done) -> Refusal | None:
    """The window can always be closed (C-ABL-10)."""
    return None


def close_window(state: State, action: Done, chance: Chance, log: Log) -> None:
    """Nothing more is used in this turn (C-ABL-10)."""
    state.is_window_closed = True


def dig(state: State, action: Dig, chance: Chance, log: Log) -> Decision:
    """Look at the top cards of a deck, which do not count in it meanwhile (C-ABL-10)."""
    card = _pay(state, action, log)
    deck = state.decks[action.level - 1]
    state.dug = deck[:MOST_DUG]
    set_deck(state, action.level, deck[MOST_DUG:])
    if log is not None:
        log.append(DeckDug(state.seat, action.level, len(state.dug)))
        log.append(DugCardsSeen(state.seat, state.dug))
    return Decision(DecisionKind.DIG, state.seat, card, left=len(state.dug))


# Notation.


def buy_royal_text(action: BuyRoyal) -> str:
    """`use C-09 R-4`."""
    return f"use {CARD_OF_USE[BuyRoyal]} {action.card}{payment_text(action.payment)}"


def buy_extra_turn_text(action: BuyExtraTurn) -> str:
    """`use C-10`."""
    return f"use {CARD_OF_USE[BuyExtraTurn]}{payment_text(action.payment)}"


def buy_steal_text(action: BuySteal) -> str:
    """`use C-11 red`."""
    return f"use {CARD_OF_USE[BuySteal]} {action.kind.text}{payment_text(action.payment)}"


def dig_text(action: Dig) -> str:
    """`use C-17 deck 2`."""
    return f"use {CARD_OF_USE[Dig]} deck {action.level}{payment_text(action.payment)}"


def read_use(words: Words) -> AbilityUse:
    """The card, what its ability is used for, and the payment if it is stated."""
    *first, last = CARD_OF_USE.values()
    card = words.one_of(CARD_OF_USE.values(), f"{', '.join(first)} or {last}")
    if card == CARD_OF_USE[BuyRoyal]:
        royal = words.one_of(ROYALS, "a royal card")
        return BuyRoyal(royal, read_payment(words))
    if card == CARD_OF_USE[BuyExtraTurn]:
        return BuyExtraTurn(read_payment(words))
    if card == CARD_OF_USE[BuySteal]:
        kind = words.kind()
        return BuySteal(kind, read_payment(words))
    words.skip("deck")
    level = words.number("a level")
    return Dig(level, read_payment(words))
