"""The numbered list of choices: each in notation, with what it means on this board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gemwright_client.board.cards import Kind, kind_of
from gemwright_client.board.lines import SPACE, Line, joined, text, width_of
from gemwright_client.board.pen import Pen
from gemwright_client.notation import action_text, payment_text
from gemwright_client.pb.catalog_service_pb2 import CARD_SORT_JEWEL, Card
from gemwright_client.pb.duel_action_pb2 import DuelAction
from gemwright_client.pb.duel_view_pb2 import DuelView
from gemwright_client.pb.game_pb2 import Action, Payment, View
from gemwright_client.pb.splendor_action_pb2 import SplendorAction
from gemwright_client.pb.splendor_view_pb2 import SplendorView

_ORDER: Final = ("claim", "buy", "noble", "royal", "use", "take", "counterfeiter")
"""What is listed first; the rest keeps the server's order."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice in the list."""

    number: int
    text: str
    """In notation."""
    hint: Line
    """What it means on this board."""
    action: Action
    names: frozenset[str]
    """More words that find it."""

    @property
    def verb(self) -> str:
        """The first word of the notation."""
        return self.text.split(" ", 1)[0]

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return len(self.text) + (2 + width_of(self.hint) if self.hint else 0)


def choices_of(legal: Sequence[Action], view: View, pen: Pen) -> list[Choice]:
    """List the legal actions, the most interesting first."""
    texts = [action_text(action) for action in legal]
    order = sorted(range(len(legal)), key=lambda at: (_rank(texts[at]), at))
    return [
        _choice(number, texts[at], legal[at], view, pen) for number, at in enumerate(order, start=1)
    ]


def payment_choices(purchase: Choice, payments: Sequence[Payment]) -> list[Choice]:
    """List a purchase once for each exact payment."""
    return [
        Choice(
            number,
            f"{purchase.text} pay {payment_text(payment)}",
            purchase.hint,
            paid(purchase.action, payment),
            purchase.names,
        )
        for number, payment in enumerate(payments, start=1)
    ]


def paid(purchase: Action, payment: Payment) -> Action:
    """Return the purchase with a payment."""
    action = Action()
    action.CopyFrom(purchase)
    match action.WhichOneof("game"):
        case "duel":
            _pay_in_duel(action.duel, payment)
        case "splendor":
            _pay_in_splendor(action.splendor, payment)
    return action


def _pay_in_duel(action: DuelAction, payment: Payment) -> None:
    match action.WhichOneof("action"):
        case "buy_card":
            action.buy_card.payment.CopyFrom(payment.duel)
        case "buy_reserved":
            action.buy_reserved.payment.CopyFrom(payment.duel)
        case "buy_counterfeiter":
            action.buy_counterfeiter.payment.CopyFrom(payment.duel)
        case "buy_royal":
            action.buy_royal.payment.CopyFrom(payment.duel)
        case "buy_extra_turn":
            action.buy_extra_turn.payment.CopyFrom(payment.duel)
        case "buy_steal":
            action.buy_steal.payment.CopyFrom(payment.duel)
        case "dig":
            action.dig.payment.CopyFrom(payment.duel)


def _pay_in_splendor(action: SplendorAction, payment: Payment) -> None:
    match action.WhichOneof("action"):
        case "buy_card":
            action.buy_card.payment.CopyFrom(payment.splendor)
        case "buy_reserved":
            action.buy_reserved.payment.CopyFrom(payment.splendor)


def _rank(text: str) -> tuple[int, int]:
    verb, *rest = text.split()
    if verb == "take":
        return _ORDER.index(verb), -len(rest)
    if verb == "draw":  # so that number 1 draws one, and number 2 draws two
        return len(_ORDER), int(rest == ["0"])
    return (_ORDER.index(verb) if verb in _ORDER else len(_ORDER)), 0


def _choice(number: int, written: str, action: Action, view: View, pen: Pen) -> Choice:
    kinds, card = _meaning(action, view)
    hint = joined(((pen.mark(kind),) for kind in kinds), SPACE)
    if card:
        face = pen.cards[card]
        named = () if card in written else text(card, "strong")
        hint = joined([part for part in (named, hint, face_line(face, pen)) if part], SPACE)
        kinds += [kind for kind in [kind_of(face.bonus)] if kind is not None]
    names = {name for kind in kinds for name in (kind, pen.words(kind).lower())}
    if card:
        names.add(card.lower())
    return Choice(number, written, hint, action, frozenset(names))


def face_line(card: Card, pen: Pen) -> Line:
    """Write what a card gives, in one line."""
    bonus = pen.bonus(card) if card.sort == CARD_SORT_JEWEL else ()
    parts = (bonus, pen.worth(card), pen.abilities(card))
    return joined([part for part in parts if part], SPACE)


def choice_line(choice: Choice, digits: int) -> Line:
    """Write a choice as a line of the list."""
    hint = (*text("  "), *choice.hint) if choice.hint else ()
    return (*text(f"{choice.number:{digits}} ", "label"), *text(choice.text), *hint)


def numbered(choices: Sequence[Choice]) -> list[Line]:
    """Write the choices as lines of a list."""
    digits = len(str(max((choice.number for choice in choices), default=0)))
    return [choice_line(choice, digits) for choice in choices]


def _meaning(action: Action, view: View) -> tuple[list[Kind], str]:
    """Return the kinds of token and the card that an action is about."""
    if action.WhichOneof("game") == "splendor":
        return _meaning_in_splendor(action.splendor, view.splendor)
    return _meaning_in_duel(action.duel, view.duel)


def _meaning_in_duel(action: DuelAction, view: DuelView) -> tuple[list[Kind], str]:
    match action.WhichOneof("action"):
        case "take_tokens":
            return _at(view, action.take_tokens.cells), ""
        case "use_privilege":
            return _at(view, [action.use_privilege.cell]), ""
        case "pick_token":
            return _at(view, [action.pick_token.cell]), ""
        case "reserve_card":
            return [], action.reserve_card.card
        case "buy_card":
            return _kinds([action.buy_card.colour]), action.buy_card.card
        case "buy_counterfeiter":
            return [], action.buy_counterfeiter.card
        case "take_counterfeiter":
            return [], action.take_counterfeiter.card
        case "take_royal":
            return [], action.take_royal.card
        case "buy_royal":
            return [], action.buy_royal.card
        case "buy_reserved":
            card = _slot(view.private.reserved, action.buy_reserved.slot)
            return _kinds([action.buy_reserved.colour]), card
        case "keep_dug":
            return [], _slot(view.private.dug, action.keep_dug.keep)
        case "steal_token":
            return _kinds([action.steal_token.kind]), ""
        case "buy_steal":
            return _kinds([action.buy_steal.kind]), ""
        case "discard":
            return _kinds([action.discard.kind]), ""
        case _:
            return [], ""


def _meaning_in_splendor(action: SplendorAction, view: SplendorView) -> tuple[list[Kind], str]:
    match action.WhichOneof("action"):
        case "take_gems":
            return _kinds(action.take_gems.colours), ""
        case "reserve_card":
            return [], action.reserve_card.card
        case "buy_card":
            return [], action.buy_card.card
        case "buy_reserved":
            return [], _slot(view.private.reserved, action.buy_reserved.slot)
        case "take_noble":
            return [], action.take_noble.noble
        case "discard":
            return _kinds([action.discard.kind]), ""
        case _:
            return [], ""


def _slot(cards: Sequence[str], slot: int) -> str:
    return cards[slot] if 0 <= slot < len(cards) else ""


def _at(view: DuelView, cells: Sequence[int]) -> list[Kind]:
    board = view.table.board
    return _kinds([board[cell] for cell in cells if cell < len(board)])


def _kinds(values: Sequence[int]) -> list[Kind]:
    return [kind for kind in map(kind_of, values) if kind is not None]
