"""The text of every action of Duel, and back.

    take c3 c4 c5        privilege c3         replenish      claim      pass
    reserve D1-05 gold a1                     reserve deck 2 gold a1
    buy D2-07 as red     buy reserved 1       buy C-03
    pick c3     steal red     royal R-2       discard red    stop
    counterfeiter C-05   counterfeiter deck   draw 2
    use C-09 R-4   use C-10   use C-11 red    use C-17 deck 2   done
    keep 2 bottom 3 1

Reserve slots and the places of cards looked at count from 1. Whatever is paid for can state its
payment: `buy D2-07 pay 2 white 1 gold using C-08 red C-08 blue`.
"""

from collections.abc import Container
from typing import Final, assert_never

from gemwright.engine.duel import actions as act
from gemwright.engine.duel.abilities import CARD_OF_USE
from gemwright.engine.duel.actions import Action, Payment, Unit
from gemwright.engine.duel.board import CELL_COUNT, CELL_NAMES, CELL_OF_NAME, Cell
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, ROYALS, CardId
from gemwright.engine.duel.menu import CLAIM, DONE, PASS, REPLENISH, STOP
from gemwright.engine.kinds import Kind
from gemwright.engine.notation import NotationError, Words, tokens_text

_BARE: Final[dict[str, Action]] = {
    "replenish": REPLENISH,
    "claim": CLAIM,
    "pass": PASS,
    "stop": STOP,
    "done": DONE,
}
_BUY_ROYAL, _BUY_EXTRA_TURN, _BUY_STEAL, _DIG = (
    CARD_OF_USE[use] for use in (act.BuyRoyal, act.BuyExtraTurn, act.BuySteal, act.Dig)
)


def action_text(action: Action) -> str:
    """The action in notation."""
    match action:
        case act.TakeTokens(cells=cells):
            return "take " + " ".join(_cell_text(cell) for cell in cells)
        case act.UsePrivilege(cell=cell):
            return f"privilege {_cell_text(cell)}"
        case act.Replenish():
            return "replenish"
        case act.Claim():
            return "claim"
        case act.Pass():
            return "pass"
        case act.ReserveCard(card=card, gold=gold):
            return f"reserve {card}{_gold_text(gold)}"
        case act.ReserveFromDeck(level=level, gold=gold):
            return f"reserve deck {level}{_gold_text(gold)}"
        case act.BuyCard(card=card, colour=colour, payment=payment):
            return f"buy {card}{_colour_text(colour)}{_payment_text(payment)}"
        case act.BuyReserved(slot=slot, colour=colour, payment=payment):
            return f"buy reserved {slot + 1}{_colour_text(colour)}{_payment_text(payment)}"
        case act.BuyCounterfeiter(card=card, payment=payment):
            return f"buy {card}{_payment_text(payment)}"
        case act.PickToken(cell=cell):
            return f"pick {_cell_text(cell)}"
        case act.StealToken(kind=kind):
            return f"steal {kind.text}"
        case act.TakeRoyal(card=card):
            return f"royal {card}"
        case act.TakeCounterfeiter(card=card):
            return f"counterfeiter {card or 'deck'}"
        case act.DrawTokens(number=number):
            return f"draw {number}"
        case act.BuyRoyal(card=card, payment=payment):
            return f"use {_BUY_ROYAL} {card}{_payment_text(payment)}"
        case act.BuyExtraTurn(payment=payment):
            return f"use {_BUY_EXTRA_TURN}{_payment_text(payment)}"
        case act.BuySteal(kind=kind, payment=payment):
            return f"use {_BUY_STEAL} {kind.text}{_payment_text(payment)}"
        case act.Dig(level=level, payment=payment):
            return f"use {_DIG} deck {level}{_payment_text(payment)}"
        case act.KeepDug(keep=keep, bottom=bottom):
            return _keep_text(keep, bottom)
        case act.Discard(kind=kind):
            return f"discard {kind.text}"
        case act.Stop():
            return "stop"
        case act.Done():
            return "done"
        case _:
            assert_never(action)


def _cell_text(cell: Cell) -> str:
    return CELL_NAMES[cell] if 0 <= cell < CELL_COUNT else f"?{cell}"


def _gold_text(gold: Cell | None) -> str:
    return "" if gold is None else f" gold {_cell_text(gold)}"


def _colour_text(colour: Kind | None) -> str:
    return "" if colour is None else f" as {colour.text}"


def _payment_text(payment: Payment | None) -> str:
    if payment is None:
        return ""
    paid = f" pay {tokens_text(payment.tokens)}"
    if payment.units:
        paid += " using " + " ".join(f"{unit.card} {unit.kind.text}" for unit in payment.units)
    return paid


def _keep_text(keep: int | None, bottom: tuple[int, ...]) -> str:
    if keep is None:
        return "keep"
    below = " ".join(str(place + 1) for place in bottom)
    return f"keep {keep + 1}" + (f" bottom {below}" if below else "")


def parse_action(line: str) -> Action:
    """The action that a line of notation stands for; raises `NotationError`."""
    words = Words(line)
    action = _parse(words)
    words.finish()
    return action


def _parse(words: Words) -> Action:
    verb = words.word("an action")
    if verb in _BARE:
        return _BARE[verb]
    match verb:
        case "take":
            return _parse_take(words)
        case "privilege":
            return act.UsePrivilege(_cell(words))
        case "reserve":
            return _parse_reserve(words)
        case "buy":
            return _parse_buy(words)
        case "pick":
            return act.PickToken(_cell(words))
        case "steal":
            return act.StealToken(words.kind())
        case "royal":
            return act.TakeRoyal(_card(words, ROYALS, "a royal card"))
        case "counterfeiter":
            from_deck = words.skip("deck")
            card = None if from_deck else _card(words, COUNTERFEITERS, "a counterfeiter card")
            return act.TakeCounterfeiter(card)
        case "draw":
            return act.DrawTokens(words.number("a number of tokens"))
        case "use":
            return _parse_use(words)
        case "keep":
            return _parse_keep(words)
        case "discard":
            return act.Discard(words.kind())
        case _:
            raise NotationError(f"{words.line!r}: no action begins with {verb!r}")


def _parse_take(words: Words) -> Action:
    cells = [_cell(words)]
    while words.more:
        cells.append(_cell(words))
    return act.TakeTokens(tuple(cells))


def _parse_reserve(words: Words) -> Action:
    if words.skip("deck"):
        level = words.number("a level")
        return act.ReserveFromDeck(level, _gold(words))
    card = _card(words, JEWELS, "a jewel card or 'deck'")
    return act.ReserveCard(card, _gold(words))


def _parse_buy(words: Words) -> Action:
    if words.skip("reserved"):
        slot = _place(words, "a reserve slot")
        colour = _colour(words)
        return act.BuyReserved(slot, colour, _payment(words))
    card = _card(words, JEWELS | COUNTERFEITERS, "a card or 'reserved'")
    if card in COUNTERFEITERS:
        return act.BuyCounterfeiter(card, _payment(words))
    colour = _colour(words)
    return act.BuyCard(card, colour, _payment(words))


def _parse_use(words: Words) -> Action:
    expected = f"{_BUY_ROYAL}, {_BUY_EXTRA_TURN}, {_BUY_STEAL} or {_DIG}"
    card = _card(words, {_BUY_ROYAL, _BUY_EXTRA_TURN, _BUY_STEAL, _DIG}, expected)
    if card == _BUY_ROYAL:
        royal = _card(words, ROYALS, "a royal card")
        return act.BuyRoyal(royal, _payment(words))
    if card == _BUY_EXTRA_TURN:
        return act.BuyExtraTurn(_payment(words))
    if card == _BUY_STEAL:
        kind = words.kind()
        return act.BuySteal(kind, _payment(words))
    words.skip("deck")
    level = words.number("a level")
    return act.Dig(level, _payment(words))


def _parse_keep(words: Words) -> Action:
    if not words.more:
        return act.KeepDug(None)
    keep = _place(words, "the place of a card")
    bottom = []
    if words.skip("bottom"):
        bottom.append(_place(words, "the place of a card"))
        while words.more:
            bottom.append(_place(words, "the place of a card"))
    return act.KeepDug(keep, tuple(bottom))


def _cell(words: Words) -> Cell:
    name = words.one_of(CELL_OF_NAME, "a cell such as c3")
    return CELL_OF_NAME[name]


def _card(words: Words, cards: Container[CardId], expected: str) -> CardId:
    return words.one_of(cards, expected)


def _place(words: Words, expected: str) -> int:
    """A place that counts from 1."""
    number = words.number(expected)
    if number == 0:
        raise NotationError(f"{words.line!r}: places count from 1")
    return number - 1


def _gold(words: Words) -> Cell | None:
    return _cell(words) if words.skip("gold") else None


def _colour(words: Words) -> Kind | None:
    return words.kind() if words.skip("as") else None


def _payment(words: Words) -> Payment | None:
    if not words.skip("pay"):
        return None
    tokens = words.tokens()
    units = []
    if words.skip("using"):
        units.append(_unit(words))
        while words.more:
            units.append(_unit(words))
    return Payment(tokens, tuple(units))


def _unit(words: Words) -> Unit:
    card = _card(words, COUNTERFEITERS, "a counterfeiter card")
    return Unit(card, words.kind())
