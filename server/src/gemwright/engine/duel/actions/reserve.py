"""Reserving a card, face up or from a deck: for a gold in a turn, without one as a card allows."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from gemwright.engine.chance import Chance
from gemwright.engine.duel.abilities import ask_for_second_card, rule_of
from gemwright.engine.duel.board import CELL_COUNT, CELL_NAMES, Cell, cell_text, cells_of, read_cell
from gemwright.engine.duel.cards import JEWELS, LEVELS, CardId
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.events import Log
from gemwright.engine.duel.moves import (
    reserve_from_deck,
    reserve_from_pyramid,
    take_from_cell,
)
from gemwright.engine.duel.state import Player, State
from gemwright.engine.notation import Words
from gemwright.engine.refusals import Reason, Refusal


@dataclass(frozen=True, slots=True)
class ReserveCard:
    """Reserve a face-up card of the pyramid (D-RES-1); `gold` is unset where none is taken."""

    card: CardId
    gold: Cell | None


@dataclass(frozen=True, slots=True)
class ReserveFromDeck:
    """Reserve the top card of a level's deck, unseen (D-RES-1)."""

    level: int
    gold: Cell | None


Reservation: TypeAlias = ReserveCard | ReserveFromDeck

_GOLD_CELLS: Final[tuple[Cell | None, ...]] = (None, *range(CELL_COUNT))
_OF_CARD: Final = {gold: {card: ReserveCard(card, gold) for card in JEWELS} for gold in _GOLD_CELLS}
_OF_DECK: Final = {
    gold: {level: ReserveFromDeck(level, gold) for level in LEVELS} for gold in _GOLD_CELLS
}


def list_for_gold(state: State, me: Player) -> list[Reservation]:
    """Every card with every gold of the board, if the reserve has room (D-RES-1)."""
    actions: list[Reservation] = []
    if state.golds and me.has_free_reserve():
        for gold in cells_of(state.golds):
            actions += _list_cards(state, gold)
    return actions


def list_without_gold(state: State, decision: Decision) -> list[Reservation]:
    """Every card, where a card allows to reserve one (C-ROY-1, C-ABL-7)."""
    return _list_cards(state, None)


def _list_cards(state: State, gold: Cell | None) -> list[Reservation]:
    """Every card that can be reserved, face up or from a deck, with this gold or none."""
    of_card, of_deck = _OF_CARD[gold], _OF_DECK[gold]
    actions: list[Reservation] = [of_card[card] for card in state.pyramid if card is not None]
    actions += [of_deck[level] for level in LEVELS if state.decks[level - 1]]
    return actions


def refuse_reservation(state: State, decision: Decision, action: Reservation) -> Refusal | None:
    """In a turn it takes a gold (D-RES-1), where a card allows it none (C-ROY-1, C-ABL-7)."""
    if decision.kind is DecisionKind.TURN:
        return _refuse_card(state, action, "D-RES-1") or _refuse_gold(state, action.gold)
    rule = rule_of(decision)
    if action.gold is not None:
        return Refusal(Reason.GOLD_STATED_WRONG, rule, "gold", str(action.gold))
    return _refuse_card(state, action, rule)


def _refuse_card(state: State, action: Reservation, rule: str) -> Refusal | None:
    """A face-up card or the top of a deck, into a reserve that has room (D-RES-1)."""
    refused = (
        refuse_face_up(state, action.card, rule)
        if isinstance(action, ReserveCard)
        else refuse_deck(state, action.level, rule)
    )
    if refused is None and not state.players[state.seat].has_free_reserve():
        return Refusal(Reason.RESERVE_FULL, rule)
    return refused


def refuse_face_up(state: State, card: CardId, rule: str) -> Refusal | None:
    """The card must lie in the pyramid."""
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


def _refuse_gold(state: State, gold: Cell | None) -> Refusal | None:
    """A reservation takes a gold from a cell of the player's choice (D-RES-1)."""
    rule, field = "D-RES-1", "gold"
    if gold is None:
        return Refusal(Reason.GOLD_STATED_WRONG, rule, field)
    if not 0 <= gold < CELL_COUNT:
        return Refusal(Reason.MALFORMED, rule, field, str(gold))
    if not state.golds >> gold & 1:
        return Refusal(Reason.CELL_HAS_NO_GOLD, rule, field, CELL_NAMES[gold])
    return None


def reserve_card(state: State, action: Reservation, chance: Chance, log: Log) -> Decision | None:
    """Take the gold if one is named, reserve the card, and a second one where C-15 allows it."""
    if action.gold is not None:
        state.has_acted = True
        take_from_cell(state, action.gold, log)
    if isinstance(action, ReserveCard):
        reserve_from_pyramid(state, action.card, log)
    else:
        reserve_from_deck(state, action.level, log)
    return None if action.gold is None else ask_for_second_card(state)


def reservation_text(action: Reservation) -> str:
    """`reserve D1-05 gold a1`, `reserve deck 2`."""
    card = action.card if isinstance(action, ReserveCard) else f"deck {action.level}"
    gold = "" if action.gold is None else f" gold {cell_text(action.gold)}"
    return f"reserve {card}{gold}"


def read_reservation(words: Words) -> Reservation:
    """A card or a deck, and the gold if one is taken."""
    if words.skip("deck"):
        level = words.number("a level")
        return ReserveFromDeck(level, _read_gold(words))
    card = words.one_of(JEWELS, "a jewel card or 'deck'")
    return ReserveCard(card, _read_gold(words))


def _read_gold(words: Words) -> Cell | None:
    return read_cell(words) if words.skip("gold") else None
