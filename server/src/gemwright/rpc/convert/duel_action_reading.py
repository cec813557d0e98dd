"""The actions of Duel and The Counterfeiters as clients send them, read with care.

What no position could make legal is malformed here: an unknown card, a cell off the board. What
depends on the position is for the judge of the rules to refuse.
"""

from collections.abc import Callable, Container, Mapping
from typing import Final, TypeAlias

from gemwright.engine.duel import actions as act
from gemwright.engine.duel.abilities import DISCOUNTS
from gemwright.engine.duel.actions import Action, Payment, Unit
from gemwright.engine.duel.actions.keep import CHOICES
from gemwright.engine.duel.board import CELL_COUNT
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, LEVELS, ROYALS, CardId
from gemwright.engine.duel.limits import MOST_DRAWN, MOST_DUG, MOST_RESERVED
from gemwright.engine.kinds import GEMS, Kind
from gemwright.pb.duel_action_pb2 import DuelAction, DuelPayment, DuelUnit
from gemwright.rpc.convert.malformed import Malformed
from gemwright.rpc.convert.tokens import counts_from, kind_from

_CELLS: Final = range(CELL_COUNT)
_SLOTS: Final = range(MOST_RESERVED)
_DRAWS: Final = range(MOST_DRAWN + 1)
_DUG: Final = range(MOST_DUG)
_MOST_CELLS: Final = 3
_LONGEST_ID: Final = 16
_MOST_UNITS: Final = sum(discount.most for discount in DISCOUNTS.values())
_CHOICES_OF_A_DIG: Final = frozenset(choice for choices in CHOICES for choice in choices)

_WithPayment: TypeAlias = (
    DuelAction.BuyCard
    | DuelAction.BuyReserved
    | DuelAction.BuyCounterfeiter
    | DuelAction.BuyRoyal
    | DuelAction.BuyExtraTurn
    | DuelAction.BuySteal
    | DuelAction.Dig
)


def action_from(message: DuelAction, path: str) -> Action:
    """The action a client sent; raises `Malformed` and nothing else."""
    name = message.WhichOneof("action")
    if name is None:
        raise Malformed(path, "an action is required")
    return _READERS[name](message, f"{path}.{name}")


def payment_from(message: DuelPayment, path: str) -> Payment:
    """What a client wants to pay."""
    if not message.HasField("tokens"):
        raise Malformed(f"{path}.tokens", "the tokens are required, empty where none are spent")
    if len(message.units) > _MOST_UNITS:
        raise Malformed(f"{path}.units", f"there are never more than {_MOST_UNITS}")
    units = [_unit(unit, f"{path}.units[{place}]") for place, unit in enumerate(message.units)]
    return Payment(counts_from(message.tokens, f"{path}.tokens"), tuple(units))


def _unit(message: DuelUnit, path: str) -> Unit:
    card = _card(message.card, f"{path}.card", COUNTERFEITERS)
    return Unit(card, kind_from(message.kind, f"{path}.kind"))


def _take_tokens(message: DuelAction, path: str) -> Action:
    at, cells = f"{path}.cells", message.take_tokens.cells
    if not 1 <= len(cells) <= _MOST_CELLS:
        raise Malformed(at, f"one to {_MOST_CELLS} cells are expected, not {len(cells)}")
    for place, cell in enumerate(cells):
        _within(cell, f"{at}[{place}]", _CELLS)
    if len(set(cells)) < len(cells):
        raise Malformed(at, "a cell is named twice")
    return act.TakeTokens(tuple(cells))


def _reserve_card(message: DuelAction, path: str) -> Action:
    part = message.reserve_card
    return act.ReserveCard(_card(part.card, f"{path}.card", JEWELS), _gold(part, path))


def _reserve_from_deck(message: DuelAction, path: str) -> Action:
    part = message.reserve_from_deck
    return act.ReserveFromDeck(_level(part, path), _gold(part, path))


def _buy_card(message: DuelAction, path: str) -> Action:
    part = message.buy_card
    card = _card(part.card, f"{path}.card", JEWELS)
    return act.BuyCard(card, _colour(part, path), _payment(part, path))


def _buy_reserved(message: DuelAction, path: str) -> Action:
    part, at = message.buy_reserved, f"{path}.slot"
    if not part.HasField("slot"):
        raise Malformed(at, "the place in the reserve is required")
    slot = _within(part.slot, at, _SLOTS)
    return act.BuyReserved(slot, _colour(part, path), _payment(part, path))


def _buy_counterfeiter(message: DuelAction, path: str) -> Action:
    part = message.buy_counterfeiter
    card = _card(part.card, f"{path}.card", COUNTERFEITERS)
    return act.BuyCounterfeiter(card, _payment(part, path))


def _take_counterfeiter(message: DuelAction, path: str) -> Action:
    part = message.take_counterfeiter
    if not part.HasField("card"):
        return act.TakeCounterfeiter(None)
    return act.TakeCounterfeiter(_card(part.card, f"{path}.card", COUNTERFEITERS))


def _draw_tokens(message: DuelAction, path: str) -> Action:
    part, at = message.draw_tokens, f"{path}.number"
    if not part.HasField("number"):
        raise Malformed(at, "the number of tokens is required")
    return act.DrawTokens(_within(part.number, at, _DRAWS))


def _buy_royal(message: DuelAction, path: str) -> Action:
    part = message.buy_royal
    return act.BuyRoyal(_card(part.card, f"{path}.card", ROYALS), _payment(part, path))


def _buy_steal(message: DuelAction, path: str) -> Action:
    part = message.buy_steal
    return act.BuySteal(kind_from(part.kind, f"{path}.kind"), _payment(part, path))


def _keep_dug(message: DuelAction, path: str) -> Action:
    part, at = message.keep_dug, f"{path}.keep"
    if not part.HasField("keep"):
        raise Malformed(at, "the place of the card to reserve is required")
    choice = act.KeepDug(_within(part.keep, at, _DUG), tuple(part.bottom))
    if choice not in _CHOICES_OF_A_DIG:
        detail = f"one of at most {MOST_DUG} cards is kept, every other one is named once"
        raise Malformed(f"{path}.bottom", detail)
    return choice


_READERS: Final[Mapping[str, Callable[[DuelAction, str], Action]]] = {
    "use_privilege": lambda message, at: act.UsePrivilege(_cell(message.use_privilege, at)),
    "replenish": lambda message, at: act.Replenish(),
    "claim": lambda message, at: act.Claim(),
    "take_tokens": _take_tokens,
    "reserve_card": _reserve_card,
    "reserve_from_deck": _reserve_from_deck,
    "buy_card": _buy_card,
    "buy_reserved": _buy_reserved,
    "buy_counterfeiter": _buy_counterfeiter,
    "pass_turn": lambda message, at: act.Pass(),
    "pick_token": lambda message, at: act.PickToken(_cell(message.pick_token, at)),
    "steal_token": lambda message, at: act.StealToken(
        kind_from(message.steal_token.kind, f"{at}.kind")
    ),
    "take_royal": lambda message, at: act.TakeRoyal(
        _card(message.take_royal.card, f"{at}.card", ROYALS)
    ),
    "take_counterfeiter": _take_counterfeiter,
    "draw_tokens": _draw_tokens,
    "buy_royal": _buy_royal,
    "buy_extra_turn": lambda message, at: act.BuyExtraTurn(_payment(message.buy_extra_turn, at)),
    "buy_steal": _buy_steal,
    "dig": lambda message, at: act.Dig(_level(message.dig, at), _payment(message.dig, at)),
    "keep_dug": _keep_dug,
    "discard": lambda message, at: act.Discard(kind_from(message.discard.kind, f"{at}.kind")),
    "stop": lambda message, at: act.Stop(),
    "done": lambda message, at: act.Done(),
}


def _within(number: int, path: str, allowed: range) -> int:
    if number not in allowed:
        raise Malformed(path, f"{number} is not between {allowed[0]} and {allowed[-1]}")
    return number


def _cell(message: DuelAction.UsePrivilege | DuelAction.PickToken, path: str) -> int:
    if not message.HasField("cell"):
        raise Malformed(f"{path}.cell", "the cell is required")
    return _within(message.cell, f"{path}.cell", _CELLS)


def _gold(message: DuelAction.ReserveCard | DuelAction.ReserveFromDeck, path: str) -> int | None:
    return _within(message.gold, f"{path}.gold", _CELLS) if message.HasField("gold") else None


def _level(message: DuelAction.ReserveFromDeck | DuelAction.Dig, path: str) -> int:
    if not message.HasField("level"):
        raise Malformed(f"{path}.level", "the level is required")
    return _within(message.level, f"{path}.level", range(LEVELS[0], LEVELS[-1] + 1))


def _colour(message: DuelAction.BuyCard | DuelAction.BuyReserved, path: str) -> Kind | None:
    if not message.HasField("colour"):
        return None
    colour = kind_from(message.colour, f"{path}.colour")
    if colour not in GEMS:
        raise Malformed(f"{path}.colour", f"{colour.text} is no gem colour")
    return colour


def _payment(message: _WithPayment, path: str) -> Payment | None:
    if not message.HasField("payment"):
        return None
    return payment_from(message.payment, f"{path}.payment")


def _card(card: str, path: str, known: Container[CardId]) -> CardId:
    if not card:
        raise Malformed(path, "the id of a card is required")
    if len(card) > _LONGEST_ID:
        raise Malformed(path, f"no id is longer than {_LONGEST_ID} characters")
    if card not in known:
        raise Malformed(path, f"{card!r} is no card that can be here")
    return card
