"""The actions of a turn itself: the optional ones, then exactly one mandatory one.

For each action the question that decides is asked once, here, by the list and by the refusal alike.
"""

from collections.abc import Sequence

from gemwright.engine.duel.abilities import has_free_reserve
from gemwright.engine.duel.actions import (
    Action,
    BuyCard,
    BuyCounterfeiter,
    BuyReserved,
    Payment,
    ReserveCard,
    ReserveFromDeck,
    TakeTokens,
    UsePrivilege,
)
from gemwright.engine.duel.board import (
    ALL_CELLS,
    CELL_COUNT,
    CELL_NAMES,
    SET_OF_LINE,
    Cell,
    cells_of,
)
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, LEVELS, WILD_CARDS, CardId
from gemwright.engine.duel.menu import (
    BUY,
    BUY_RESERVED,
    CLAIM,
    PASS,
    REPLENISH,
    RESERVE,
    RESERVE_FROM_DECK,
    privileges_within,
    takes_within,
)
from gemwright.engine.duel.purchase import (
    affordable,
    payment_refusal,
    price_of,
)
from gemwright.engine.duel.state import Player, State
from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import count
from gemwright.engine.refusals import Reason, Refusal


def list_turn(state: State) -> list[Action]:
    """Everything the seat may do; what is forced shows in this list alone (D-MUST-1)."""
    actions = list_mandatory(state)
    if not actions:
        actions.append(REPLENISH if can_replenish(state) else PASS)
    else:
        if state.players[state.seat].privileges and not state.has_replenished:
            actions += privileges_within(state.takeable)
        if can_replenish(state):
            actions.append(REPLENISH)
    if state.can_claim:
        actions.append(CLAIM)
    return actions


def list_mandatory(state: State) -> list[Action]:
    """Every mandatory action that is possible (D-TAKE-1, D-RES-1, D-BUY-1, C-BUY-1)."""
    me = state.players[state.seat]
    actions = takes_within(state.takeable)
    actions += list_purchases(state, me)
    if state.golds and has_free_reserve(me):
        for gold in cells_of(state.golds):
            actions += list_reservations(state, gold)
    return actions


def can_replenish(state: State) -> bool:
    """Whether the board may be replenished now (D-OPT-2, C-GLA-4)."""
    return refuse_replenish(state) is None


def list_reservations(state: State, gold: Cell | None) -> list[Action]:
    """Every card that can be reserved, face up or from a deck, with this gold or none."""
    of_card, of_deck = RESERVE[gold], RESERVE_FROM_DECK[gold]
    actions: list[Action] = [of_card[card] for card in state.pyramid if card is not None]
    actions += [of_deck[level] for level in LEVELS if state.decks[level - 1]]
    return actions


def list_purchases(state: State, me: Player) -> list[Action]:
    """Every purchase that can be paid, a wild card once for each colour (D-BUY-1, D-BUY-3)."""
    actions: list[Action] = []
    reserved = [entry.card for entry in me.reserved]
    for card in affordable(me, [*state.pyramid, *reserved, *state.counterfeiters]):
        ways = BUY_RESERVED[reserved.index(card)] if card in reserved else BUY[card]
        if card in WILD_CARDS:
            actions += [ways[colour] for colour in owned_colours(me)]
        else:
            actions.append(ways[None])
    return actions


def owned_colours(me: Player) -> list[Kind]:
    """The colours of the cards with a bonus that a player has (D-BUY-3)."""
    return [colour for colour in GEMS if count(me.bonuses, colour)]


def colours_for(me: Player, card: CardId) -> Sequence[Kind | None]:
    """The colours a buyer may name: for a wild card one it owns, else none (D-BUY-3)."""
    return owned_colours(me) if card in WILD_CARDS else (None,)


def refuse_claim(state: State) -> Refusal | None:
    """The claim is open as the first thing in a turn only (D-X-1)."""
    return None if state.can_claim else Refusal(Reason.NO_CLAIM, "D-X-1")


def refuse_privilege(state: State, action: UsePrivilege) -> Refusal | None:
    """A privilege takes a gem or pearl, before replenishing (D-OPT-1)."""
    rule = "D-OPT-1"
    if not 0 <= action.cell < CELL_COUNT:
        return Refusal(Reason.MALFORMED, rule, "cell", str(action.cell))
    if not state.players[state.seat].privileges:
        return Refusal(Reason.NO_PRIVILEGE, rule)
    if state.has_replenished:
        return Refusal(Reason.ALREADY_REPLENISHED, rule)
    return refuse_cells(state, 1 << action.cell, rule, "cell")


def refuse_cells(state: State, cells: int, rule: str, field: str) -> Refusal | None:
    """Each of these cells must hold a token that is not gold."""
    blocked = cells & ~state.takeable
    if not blocked:
        return None
    cell = cells_of(blocked)[0]
    has_gold = state.golds >> cell & 1
    reason = Reason.CELL_HAS_GOLD if has_gold else Reason.CELL_EMPTY
    return Refusal(reason, rule, field, CELL_NAMES[cell])


def refuse_replenish(state: State) -> Refusal | None:
    """Once a turn, not with an empty bag, not with a full board (D-OPT-2, C-GLA-4)."""
    if state.has_replenished:
        return Refusal(Reason.ALREADY_REPLENISHED, "D-OPT-2")
    if not state.bag:
        return Refusal(Reason.BAG_EMPTY, "D-OPT-2")
    if state.takeable | state.golds == ALL_CELLS:
        return Refusal(Reason.BOARD_FULL, "C-GLA-4")
    return None


def refuse_take(state: State, action: TakeTokens) -> Refusal | None:
    """One to three tokens in an uninterrupted line, never gold (D-TAKE-1)."""
    rule, named = "D-TAKE-1", action.cells
    cells = SET_OF_LINE.get(named)
    if cells is not None:
        return refuse_cells(state, cells, rule, "cells")
    if not named or any(not 0 <= cell < CELL_COUNT for cell in named):
        return Refusal(Reason.MALFORMED, rule, "cells", str(named))
    return Refusal(Reason.NOT_A_LINE, rule, "cells", " ".join(CELL_NAMES[c] for c in named))


def refuse_gold(state: State, gold: Cell | None) -> Refusal | None:
    """A reservation takes a gold from a cell of the player's choice (D-RES-1)."""
    rule, field = "D-RES-1", "gold"
    if gold is None:
        return Refusal(Reason.GOLD_STATED_WRONG, rule, field)
    if not 0 <= gold < CELL_COUNT:
        return Refusal(Reason.MALFORMED, rule, field, str(gold))
    if not state.golds >> gold & 1:
        return Refusal(Reason.CELL_HAS_NO_GOLD, rule, field, CELL_NAMES[gold])
    return None


def refuse_card_to_reserve(
    state: State, action: ReserveCard | ReserveFromDeck, rule: str
) -> Refusal | None:
    """A face-up card or the top of a deck, into a reserve that has room (D-RES-1)."""
    refused = (
        _refuse_face_up(state, action.card, rule)
        if isinstance(action, ReserveCard)
        else refuse_deck(state, action.level, rule)
    )
    if refused is None and not has_free_reserve(state.players[state.seat]):
        return Refusal(Reason.RESERVE_FULL, rule)
    return refused


def _refuse_face_up(state: State, card: CardId, rule: str) -> Refusal | None:
    if card not in JEWELS:
        return Refusal(Reason.MALFORMED, rule, "card", card)
    if card not in state.pyramid:
        return Refusal(Reason.CARD_NOT_AVAILABLE, rule, "card", card)
    return None


def refuse_deck(state: State, level: int, rule: str) -> Refusal | None:
    """The deck of a level must have a card."""
    if level not in LEVELS:
        return Refusal(Reason.MALFORMED, rule, "level", str(level))
    if not state.decks[level - 1]:
        return Refusal(Reason.DECK_EMPTY, rule, "level", str(level))
    return None


def refuse_reservation(state: State, action: ReserveCard | ReserveFromDeck) -> Refusal | None:
    """Reserving as the mandatory action: a card and a gold (D-RES-1)."""
    return refuse_card_to_reserve(state, action, "D-RES-1") or refuse_gold(state, action.gold)


def refuse_buy_card(state: State, action: BuyCard) -> Refusal | None:
    """Purchasing a card of the pyramid (D-BUY-1)."""
    me = state.players[state.seat]
    return _refuse_face_up(state, action.card, "D-BUY-1") or _refuse_jewel(
        me, action.card, action.colour, action.payment
    )


def refuse_buy_reserved(state: State, action: BuyReserved) -> Refusal | None:
    """Purchasing a card of the own reserve (D-BUY-1)."""
    me = state.players[state.seat]
    if action.slot < 0:
        return Refusal(Reason.MALFORMED, "D-BUY-1", "slot", str(action.slot))
    if action.slot >= len(me.reserved):
        return Refusal(Reason.SLOT_EMPTY, "D-BUY-1", "slot", str(action.slot))
    return _refuse_jewel(me, me.reserved[action.slot].card, action.colour, action.payment)


def refuse_buy_counterfeiter(state: State, action: BuyCounterfeiter) -> Refusal | None:
    """Purchasing a face-up counterfeiter card (C-BUY-1)."""
    rule, card = "C-BUY-1", action.card
    if card not in COUNTERFEITERS:
        return Refusal(Reason.MALFORMED, rule, "card", card)
    if card not in state.counterfeiters:
        return Refusal(Reason.CARD_NOT_AVAILABLE, rule, "card", card)
    return _refuse_price(state.players[state.seat], card, action.payment)


def _refuse_jewel(
    me: Player, card: CardId, colour: Kind | None, payment: Payment | None
) -> Refusal | None:
    return _refuse_colour(me, card, colour) or _refuse_price(me, card, payment)


def _refuse_colour(me: Player, card: CardId, colour: Kind | None) -> Refusal | None:
    """A wild card names the colour of a card with a bonus, another card names none (D-BUY-3)."""
    if colour in colours_for(me, card):
        return None
    named = "" if colour is None else colour.text
    if colour is not None and colour not in GEMS:
        reason = Reason.MALFORMED
    elif card not in WILD_CARDS:
        reason = Reason.COLOUR_NOT_ASKED
    else:
        reason = Reason.COLOUR_MISSING if colour is None else Reason.COLOUR_NOT_OWNED
    return Refusal(reason, "D-BUY-3", "colour", named)


def _refuse_price(me: Player, card: CardId, payment: Payment | None) -> Refusal | None:
    """Some payment must exist, and a stated one must be exact (D-BUY-2)."""
    if payment is not None:
        price = price_of(me, card)
        return payment_refusal(me, price, payment, rule="D-BUY-2", takes_units=True)
    if affordable(me, (card,)):
        return None
    return Refusal(Reason.CANNOT_AFFORD, "D-BUY-2", "card", card)


def refuse_pass(state: State) -> Refusal | None:
    """Passing is legal only where nothing else is (D-MUST-3)."""
    if list_mandatory(state) or can_replenish(state):
        return Refusal(Reason.PASS_NOT_ALLOWED, "D-MUST-3")
    return None
