"""The text of every action of Splendor, and back.

    take white blue red     take white white        pass
    reserve S1-05           reserve deck 2
    buy S2-07               buy reserved 1          noble N-3       discard red

Reserve slots count from 1. A purchase can state its payment: `buy S2-07 pay 2 white 1 gold`.
"""

from typing import assert_never

from gemwright.engine.notation import NotationError, Words, tokens_text
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
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES, CardId


def action_text(action: Action) -> str:
    """The action in notation."""
    match action:
        case TakeGems(colours=colours):
            return " ".join(["take", *(colour.text for colour in colours)])
        case ReserveCard(card=card):
            return f"reserve {card}"
        case ReserveFromDeck(level=level):
            return f"reserve deck {level}"
        case BuyCard(card=card, payment=payment):
            return f"buy {card}{_payment_text(payment)}"
        case BuyReserved(slot=slot, payment=payment):
            return f"buy reserved {slot + 1}{_payment_text(payment)}"
        case Pass():
            return "pass"
        case Discard(kind=kind):
            return f"discard {kind.text}"
        case TakeNoble(noble=noble):
            return f"noble {noble}"
        case _:
            assert_never(action)


def parse_action(line: str) -> Action:
    """The action that a line of notation stands for; raises `NotationError`."""
    words = Words(line)
    action = _action(words)
    words.finish()
    return action


def _action(words: Words) -> Action:
    if words.skip("take"):
        return _take(words)
    if words.skip("reserve"):
        if words.skip("deck"):
            return ReserveFromDeck(words.number("a level"))
        return ReserveCard(_card(words))
    if words.skip("buy"):
        if words.skip("reserved"):
            return BuyReserved(_slot(words), _payment(words))
        return BuyCard(_card(words), _payment(words))
    if words.skip("pass"):
        return Pass()
    if words.skip("discard"):
        return Discard(words.kind())
    if words.skip("noble"):
        return TakeNoble(_noble(words))
    raise words.wrong("take, reserve, buy, pass, discard or noble")


def _take(words: Words) -> TakeGems:
    colours = [words.kind()]
    while words.more:
        colours.append(words.kind())
    return TakeGems(tuple(colours))


def _card(words: Words) -> CardId:
    card = words.word("a card")
    if card not in DEVELOPMENTS:
        raise NotationError(f"{card!r} is no card")
    return card


def _noble(words: Words) -> str:
    noble = words.word("a noble")
    if noble not in NOBLES:
        raise NotationError(f"{noble!r} is no noble")
    return noble


def _slot(words: Words) -> int:
    number = words.number("a place in the reserve")
    if number == 0:
        raise NotationError("places in the reserve are counted from 1")
    return number - 1


def _payment(words: Words) -> Payment | None:
    return Payment(words.tokens()) if words.skip("pay") else None


def _payment_text(payment: Payment | None) -> str:
    return "" if payment is None else f" pay {tokens_text(payment.tokens)}"
