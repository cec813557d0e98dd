"""Cards that cost nothing: a royal card for crowns, and a counterfeiter card that R-9 gives."""

from dataclasses import dataclass
from typing import Final

from gemwright.engine.chance import Chance
from gemwright.engine.duel.abilities import gain_royal, on_gain
from gemwright.engine.duel.actions.buy import own_counterfeiter
from gemwright.engine.duel.cards import COUNTERFEITERS, ROYALS, CardId
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.duel.events import Log, RoyalTaken
from gemwright.engine.duel.moves import with_slot
from gemwright.engine.duel.state import State
from gemwright.engine.notation import Words
from gemwright.engine.refusals import Reason, Refusal


@dataclass(frozen=True, slots=True)
class TakeRoyal:
    """Take a face-up royal card for crowns (D-ROY-1)."""

    card: CardId


@dataclass(frozen=True, slots=True)
class TakeCounterfeiter:
    """Take a face-up counterfeiter card, or the top of the deck where no card is named."""

    card: CardId | None


# A royal card for three crowns, and for six (D-ROY-1).

_TAKE_ROYAL: Final = {card: TakeRoyal(card) for card in ROYALS}


def list_royals(state: State, decision: Decision) -> list[TakeRoyal]:
    """Every royal card that lies face up (D-ROY-1)."""
    return [_TAKE_ROYAL[card] for card in state.royals if card is not None]


def refuse_take_royal(state: State, decision: Decision, action: TakeRoyal) -> Refusal | None:
    """A royal card that lies face up (D-ROY-1)."""
    return refuse_royal(state, action.card, "D-ROY-1")


def refuse_royal(state: State, card: CardId, rule: str) -> Refusal | None:
    """The card must be a royal card that lies face up."""
    if card not in ROYALS:
        return Refusal(Reason.MALFORMED, rule, "card", card)
    if card not in state.royals:
        return Refusal(Reason.CARD_NOT_AVAILABLE, rule, "card", card)
    return None


def take_royal(state: State, action: TakeRoyal, chance: Chance, log: Log) -> Decision | None:
    """The crowns are spent on it, and it acts (D-ROY-1)."""
    state.players[state.seat].royals_for_crowns += 1
    own_royal(state, action.card, log)
    return on_gain(state, action.card, log)


def own_royal(state: State, card: CardId, log: Log) -> int:
    """A face-up royal card comes to the player; the slot it left, which stays empty (D-ROY-1)."""
    slot = state.royals.index(card)
    state.royals = with_slot(state.royals, slot, None)
    gain_royal(state.players[state.seat], card)
    if log is not None:
        log.append(RoyalTaken(state.seat, card, slot))
    return slot


def royal_text(action: TakeRoyal) -> str:
    """`royal R-2`."""
    return f"royal {action.card}"


def read_royal(words: Words) -> TakeRoyal:
    """The card."""
    return TakeRoyal(words.one_of(ROYALS, "a royal card"))


# A counterfeiter card at no cost (C-ROY-4).

_TAKE_COUNTERFEITER: Final = {card: TakeCounterfeiter(card) for card in COUNTERFEITERS}
_TAKE_FROM_DECK: Final = TakeCounterfeiter(None)


def list_counterfeiters(state: State, decision: Decision) -> list[TakeCounterfeiter]:
    """Every face-up counterfeiter card, and the deck (C-ROY-4)."""
    answers = [_TAKE_COUNTERFEITER[card] for card in state.counterfeiters if card is not None]
    if state.counterfeiter_deck:
        answers.append(_TAKE_FROM_DECK)
    return answers


def refuse_counterfeiter(
    state: State, decision: Decision, action: TakeCounterfeiter
) -> Refusal | None:
    """A face-up counterfeiter card, or the top of their deck (C-ROY-4)."""
    rule, card = "C-ROY-4", action.card
    if card is None:
        return None if state.counterfeiter_deck else Refusal(Reason.DECK_EMPTY, rule)
    if card not in COUNTERFEITERS:
        return Refusal(Reason.MALFORMED, rule, "card", card)
    if card not in state.counterfeiters:
        return Refusal(Reason.CARD_NOT_AVAILABLE, rule, "card", card)
    return None


def take_counterfeiter(state: State, action: TakeCounterfeiter, chance: Chance, log: Log) -> None:
    """Take a face-up counterfeiter card at no cost, or the top of the deck (C-ROY-4)."""
    card = action.card
    if card is None:
        card, *rest = state.counterfeiter_deck
        state.counterfeiter_deck = tuple(rest)
    own_counterfeiter(state, card, log, is_purchase=False)


def counterfeiter_text(action: TakeCounterfeiter) -> str:
    """`counterfeiter C-05`, `counterfeiter deck`."""
    return f"counterfeiter {action.card or 'deck'}"


def read_counterfeiter(words: Words) -> TakeCounterfeiter:
    """The card, or the deck."""
    if words.skip("deck"):
        return _TAKE_FROM_DECK
    return TakeCounterfeiter(words.one_of(COUNTERFEITERS, "a counterfeiter card"))
