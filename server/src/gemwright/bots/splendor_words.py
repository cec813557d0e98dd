"""A match of Splendor in words: how it begins, what came of an action, where a seat stands."""

from collections.abc import Sequence

from gemwright.bots.words import paragraph, row_text, those, tokens_of
from gemwright.engine.lanes import unpack
from gemwright.engine.splendor import events as ev
from gemwright.engine.splendor.actions import Action, TakeNoble
from gemwright.engine.splendor.cards import DEVELOPMENTS, LEVELS, NOBLES, CardId, NobleId
from gemwright.engine.splendor.events import Event
from gemwright.engine.splendor.limits import SLOTS_OF_A_LEVEL
from gemwright.engine.splendor.views import View


def opening(view: View) -> list[str]:
    """The table before the first turn."""
    table = view.table
    nobles = ", ".join(f"{noble} for {_required(noble)}" for noble in table.nobles)
    rows = [
        f"level {level}  {row_text(table.face_up[start : start + SLOTS_OF_A_LEVEL])}"
        for level in reversed(LEVELS)
        for start in ((level - 1) * SLOTS_OF_A_LEVEL,)
    ]
    return [paragraph("nobles   ", nobles), *rows, f"supply   {tokens_of(table.supply)}"]


def turn_of(view: View) -> int:
    """The number of the turn."""
    return view.table.turn


def standing(view: View, seat: int) -> str:
    """What a seat has that wins."""
    return those([(view.table.players[seat].points, "point")])


def notes(action: Action, events: Sequence[Event]) -> list[str]:
    """What the text of an action does not tell: what was paid, gained and turned up."""
    turned_up = [event.card for event in events if isinstance(event, ev.SlotFilled)]
    found = [
        *(_note(action, event) for event in events),
        f"up {row_text(turned_up)}" if turned_up else "",
    ]
    return [note for note in found if note]


def _note(action: Action, event: Event) -> str:
    match event:
        case ev.CardPurchased(card=card, reserve_slot=slot):
            return _gain(card) if slot is None else f"{card}: {_gain(card)}"
        case ev.TokensSpent(tokens=tokens):
            return f"paid {tokens_of(tokens)}"
        case ev.ReservedCardSeen(card=card):
            return card
        case ev.GoldTaken():
            return "gold"
        case ev.NobleReceived(noble=noble):
            points = those([(NOBLES[noble].points, "point")])
            return points if isinstance(action, TakeNoble) else f"noble {noble} {points}"
        case ev.LastRoundBegun():
            return "the last round begins"
        case _:
            return ""  # told by the action itself, or by the turn that follows


def _gain(card: CardId) -> str:
    """`blue 2 points`."""
    development = DEVELOPMENTS[card]
    return f"{development.bonus.text} {those([(development.points, 'point')])}".rstrip()


def _required(noble: NobleId) -> str:
    return tokens_of(unpack(NOBLES[noble].requires))
