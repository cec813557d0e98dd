"""Reserving a card, face up or from a deck, with a gold if there is one (S-RES-1, S-RES-2)."""

from dataclasses import dataclass
from itertools import compress
from typing import Final, TypeAlias

from gemwright.engine.chance import Chance
from gemwright.engine.notation import NotationError, Words
from gemwright.engine.refusals import Reason, Refusal
from gemwright.engine.splendor.cards import COSTS, DEVELOPMENTS, LEVELS, CardId
from gemwright.engine.splendor.decisions import Decision
from gemwright.engine.splendor.events import Log
from gemwright.engine.splendor.limits import RESERVE_LIMIT
from gemwright.engine.splendor.moves import reserve_from_deck, reserve_from_slot, take_gold
from gemwright.engine.splendor.state import Player, State


@dataclass(frozen=True, slots=True)
class ReserveCard:
    """Reserve a face-up card (S-RES-1)."""

    card: CardId


@dataclass(frozen=True, slots=True)
class ReserveFromDeck:
    """Reserve the top card of a level's deck, unseen (S-RES-1)."""

    level: int


Reservation: TypeAlias = ReserveCard | ReserveFromDeck

_RESERVE_CARD: Final = {card: ReserveCard(card) for card in DEVELOPMENTS}
_RESERVE_FROM_DECK: Final = tuple(ReserveFromDeck(level) for level in LEVELS)


def list_reservations(state: State, me: Player) -> list[Reservation]:
    """Every card that can be reserved, face up or from a deck (S-RES-1)."""
    if not _can_reserve(me):
        return []
    actions: list[Reservation] = [_RESERVE_CARD[card] for card in state.face_up if card is not None]
    actions += compress(_RESERVE_FROM_DECK, state.decks)
    return actions


def _can_reserve(me: Player) -> bool:
    """Not with three reserved cards (S-RES-1)."""
    return len(me.reserved) < RESERVE_LIMIT


def refuse_reserve_card(state: State, decision: Decision, action: ReserveCard) -> Refusal | None:
    """A card that lies face up, into a reserve that has room (S-RES-1)."""
    return refuse_face_up(state, action.card) or _refuse_full(state.players[decision.seat])


def refuse_face_up(state: State, card: CardId) -> Refusal | None:
    """The card must lie face up (S-CARD-1)."""
    if card in state.face_up:
        return None
    if card not in COSTS:
        return Refusal(Reason.MALFORMED, "S-SET-1", "card", card)
    return Refusal(Reason.CARD_NOT_AVAILABLE, "S-CARD-1", "card", card)


def _refuse_full(me: Player) -> Refusal | None:
    return None if _can_reserve(me) else Refusal(Reason.RESERVE_FULL, "S-RES-1")


def refuse_reserve_from_deck(
    state: State, decision: Decision, action: ReserveFromDeck
) -> Refusal | None:
    """A deck that has a card, and a reserve that has room (S-RES-1)."""
    level = action.level
    if level not in LEVELS:
        return Refusal(Reason.MALFORMED, "S-RES-1", "level", str(level))
    if not state.decks[level - 1]:
        return Refusal(Reason.DECK_EMPTY, "S-RES-1", "level", str(level))
    return _refuse_full(state.players[decision.seat])


def reserve_card(state: State, action: ReserveCard, chance: Chance, log: Log) -> None:
    """The card goes into the reserve, known to all, and a gold comes with it (S-RES-1)."""
    reserve_from_slot(state, state.face_up.index(action.card), log)
    take_gold(state, log)


def reserve_top_card(state: State, action: ReserveFromDeck, chance: Chance, log: Log) -> None:
    """The card goes into the reserve, known to its owner alone, with a gold (S-RES-2)."""
    reserve_from_deck(state, action.level, log)
    take_gold(state, log)


def reserve_card_text(action: ReserveCard) -> str:
    """`reserve S1-05`."""
    return f"reserve {action.card}"


def reserve_from_deck_text(action: ReserveFromDeck) -> str:
    """`reserve deck 2`."""
    return f"reserve deck {action.level}"


def read_reservation(words: Words) -> Reservation:
    """A card, or a deck."""
    if words.skip("deck"):
        return ReserveFromDeck(words.number("a level"))
    return ReserveCard(read_card(words))


def read_card(words: Words) -> CardId:
    """The next word as a development card."""
    card = words.word("a card")
    if card not in DEVELOPMENTS:
        raise NotationError(f"{card!r} is no card")
    return card
