"""The actions of Splendor, both ways.

What a client sent is read with care: what no position could make legal is `Malformed` here, what
depends on the position is left to the judge.
"""

from functools import lru_cache
from typing import Final, assert_never

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
from gemwright.engine.splendor.actions.course import DISCARDS
from gemwright.engine.splendor.actions.take import TAKES
from gemwright.engine.splendor.cards import DEVELOPMENTS, LEVELS, NOBLES
from gemwright.engine.splendor.limits import COLOURS_OF_A_TAKE, RESERVE_LIMIT
from gemwright.pb.splendor_action_pb2 import SplendorAction, SplendorPayment
from gemwright.rpc.convert.malformed import Malformed
from gemwright.rpc.convert.tokens import counts, counts_from, kind_from, token_kind

_CACHED: Final = 8192
"""Every action but the rarer payments."""
_LONGEST_ID: Final = 16


@lru_cache(_CACHED)
def action_bytes(action: Action) -> bytes:
    """The action as a serialized `SplendorAction`."""
    return _action_message(action).SerializeToString()


def payment_message(payment: Payment) -> SplendorPayment:
    """What is spent, a number for each kind."""
    return SplendorPayment(tokens=counts(payment.tokens))


def action_from(message: SplendorAction, path: str) -> Action:
    """The action a client sent; the path is that of the message in the request."""
    case = message.WhichOneof("action")
    at = f"{path}.{case}"
    match case:
        case "take_gems":
            return _take_from(message.take_gems, at)
        case "reserve_card":
            return ReserveCard(_card_from(message.reserve_card.card, at))
        case "reserve_from_deck":
            return ReserveFromDeck(_level_from(message.reserve_from_deck, at))
        case "buy_card":
            card = _card_from(message.buy_card.card, at)
            return BuyCard(card, _payment_from(message.buy_card, at))
        case "buy_reserved":
            slot = _slot_from(message.buy_reserved, at)
            return BuyReserved(slot, _payment_from(message.buy_reserved, at))
        case "pass_turn":
            return Pass()
        case "discard":
            return _discard_from(message.discard, at)
        case "take_noble":
            return TakeNoble(_noble_from(message.take_noble.noble, at))
        case _:
            raise Malformed(path, "an action is expected")


def _action_message(action: Action) -> SplendorAction:
    match action:
        case TakeGems(colours=colours):
            take = SplendorAction.TakeGems(colours=[token_kind(colour) for colour in colours])
            return SplendorAction(take_gems=take)
        case ReserveCard(card=card):
            return SplendorAction(reserve_card=SplendorAction.ReserveCard(card=card))
        case ReserveFromDeck(level=level):
            return SplendorAction(reserve_from_deck=SplendorAction.ReserveFromDeck(level=level))
        case BuyCard(card=card, payment=payment):
            buy_card = SplendorAction.BuyCard(card=card, payment=_stated(payment))
            return SplendorAction(buy_card=buy_card)
        case BuyReserved(slot=slot, payment=payment):
            buy_reserved = SplendorAction.BuyReserved(slot=slot, payment=_stated(payment))
            return SplendorAction(buy_reserved=buy_reserved)
        case Pass():
            return SplendorAction(pass_turn=SplendorAction.Pass())
        case Discard(kind=kind):
            return SplendorAction(discard=SplendorAction.Discard(kind=token_kind(kind)))
        case TakeNoble(noble=noble):
            return SplendorAction(take_noble=SplendorAction.TakeNoble(noble=noble))
        case _:
            assert_never(action)


def _stated(payment: Payment | None) -> SplendorPayment | None:
    return None if payment is None else payment_message(payment)


def _take_from(message: SplendorAction.TakeGems, path: str) -> TakeGems:
    """One to three colours that some supply could give (S-TAKE-1, S-TAKE-2)."""
    at = f"{path}.colours"
    if len(message.colours) > COLOURS_OF_A_TAKE:
        raise Malformed(
            at, f"{len(message.colours)} colours, at most {COLOURS_OF_A_TAKE} are taken"
        )
    take = TakeGems(
        tuple(kind_from(value, f"{at}[{number}]") for number, value in enumerate(message.colours))
    )
    if take.colours not in TAKES:
        raise Malformed(at, "one to three different gem colours or two equal ones are expected")
    return take


def _discard_from(message: SplendorAction.Discard, path: str) -> Discard:
    """A piece of a kind that the game has (S-END-1)."""
    kind = kind_from(message.kind, f"{path}.kind")
    if kind not in DISCARDS:
        raise Malformed(f"{path}.kind", f"this game has no {kind.text}")
    return DISCARDS[kind]


def _level_from(message: SplendorAction.ReserveFromDeck, path: str) -> int:
    if not message.HasField("level"):
        raise Malformed(f"{path}.level", "a level is expected")
    if message.level not in LEVELS:
        raise Malformed(f"{path}.level", f"{message.level} is none of 1, 2 and 3")
    return message.level


def _slot_from(message: SplendorAction.BuyReserved, path: str) -> int:
    if not message.HasField("slot"):
        raise Malformed(f"{path}.slot", "a place in the reserve is expected")
    if message.slot not in range(RESERVE_LIMIT):
        detail = f"{message.slot} is not between 0 and {RESERVE_LIMIT - 1}"
        raise Malformed(f"{path}.slot", detail)
    return message.slot


def _payment_from(
    message: SplendorAction.BuyCard | SplendorAction.BuyReserved, path: str
) -> Payment | None:
    """The stated payment; one without tokens is refused, for it could mean the default too."""
    if not message.HasField("payment"):
        return None
    at = f"{path}.payment.tokens"
    if not message.payment.HasField("tokens"):
        raise Malformed(at, "the pieces spent are expected")
    return Payment(counts_from(message.payment.tokens, at))


def _card_from(card: str, path: str) -> str:
    if card not in DEVELOPMENTS:
        raise Malformed(f"{path}.card", f"{_shown(card)} is no card of this game")
    return card


def _noble_from(noble: str, path: str) -> str:
    if noble not in NOBLES:
        raise Malformed(f"{path}.noble", f"{_shown(noble)} is no noble of this game")
    return noble


def _shown(text: str) -> str:
    """A text that somebody sent, no longer than an id may be."""
    return repr(text) if len(text) <= _LONGEST_ID else f"a text of {len(text)} characters"
