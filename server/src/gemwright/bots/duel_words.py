"""A match of Duel in words: how it begins, what came of an action, where a seat stands."""

from collections.abc import Iterable, Sequence
from typing import Final

from gemwright.bots.words import row_text, those, tokens_of
from gemwright.engine.duel import events as ev
from gemwright.engine.duel.actions import Action, ReserveCard, ReserveFromDeck
from gemwright.engine.duel.board import CELL_NAMES
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, ROYALS, CardId
from gemwright.engine.duel.events import Event
from gemwright.engine.duel.limits import PYRAMID_SLOTS
from gemwright.engine.duel.views import View
from gemwright.engine.kinds import KINDS, Kind

_COLUMNS: Final = "abcde"
_SIDE: Final = len(_COLUMNS)
_WIDTH: Final = max(len(kind.text) for kind in KINDS) + 1


def opening(view: View) -> list[str]:
    """The table before the first turn."""
    table = view.table
    lines = ["board"]
    heads = "".join(f"{column:{_WIDTH}}" for column in _COLUMNS)
    lines.append(f"     {heads}".rstrip())
    for row in range(_SIDE):
        cells = table.board[row * _SIDE : (row + 1) * _SIDE]
        names = "".join(f"{'-' if kind is None else kind.text:{_WIDTH}}" for kind in cells)
        lines.append(f"  {row + 1}  {names}".rstrip())
    if any(table.counterfeiters):
        lines.append(f"counterfeiters  {row_text(table.counterfeiters)}")
    for level, (start, end) in reversed([*enumerate(PYRAMID_SLOTS, 1)]):
        lines.append(f"level {level}  {row_text(table.pyramid[start:end])}")
    lines.append(f"royals   {row_text(table.royals)}")
    for seat, player in enumerate(table.players):
        if player.privileges:
            lines.append(f"seat {seat} has {those([(player.privileges, 'privilege')])}")
    return lines


def turn_of(view: View) -> int:
    """The number of the turn."""
    return view.table.turn


def standing(view: View, seat: int) -> str:
    """What a seat has that wins."""
    player = view.table.players[seat]
    return those([(player.points, "point"), (player.crowns, "crown")])


def notes(action: Action, events: Sequence[Event]) -> list[str]:
    """What the text of an action does not tell: what was taken, paid, gained and turned up."""
    found = [
        _taken(action, events),
        *(note for event in events if (note := _note(event))),
        _filled_cells([event for event in events if isinstance(event, ev.CellFilled)]),
        _turned_up(events),
    ]
    return [note for note in found if note]


def _note(event: Event) -> str:
    match event:
        case ev.CardPurchased(card=card, reserve_slot=slot, colour=colour):
            return _gain(card, colour) if slot is None else f"{card}: {_gain(card, colour)}"
        case ev.CounterfeiterGained(card=card, slot=slot):
            return _gain(card, None) if slot is not None else f"{card}: {_gain(card, None)}"
        case ev.RoyalTaken(card=card):
            return those([(ROYALS[card].points, "point")])
        case ev.TokensSpent(tokens=tokens):
            return f"paid {tokens_of(tokens)}"
        case ev.DiscountUsed(card=card, kind=kind):
            return f"{card} lowers {kind.text}"
        case ev.TokenDrawn(kind=kind):
            return f"drew {kind.text}"
        case ev.PrivilegeTaken(seat=seat, loser=None):
            return f"privilege to seat {seat}"
        case ev.PrivilegeTaken(seat=seat, loser=loser):
            return f"privilege to seat {seat} from seat {loser}"
        case ev.ReservedCardSeen(card=card):
            return card
        case ev.DugCardsSeen(cards=cards):
            return f"saw {row_text(cards)}"
        case ev.ExtraTurnGained():
            return "another turn"
        case _:
            return ""  # told by the action itself, or by the turn that follows


def _gain(card: CardId, colour: Kind | None) -> str:
    """`blue 2 points 1 crown`."""
    if card in COUNTERFEITERS:
        name, counterfeiter = "counterfeiter", COUNTERFEITERS[card]
        gained = those([(counterfeiter.points, "point"), (counterfeiter.crowns, "crown")])
        return f"{name} {gained}".rstrip()
    jewel = JEWELS[card]
    double = "2 " if jewel.bonus_count > 1 else ""
    name = "no colour" if colour is None else f"{double}{colour.text}"
    return f"{name} {those([(jewel.points, 'point'), (jewel.crowns, 'crown')])}".rstrip()


def _taken(action: Action, events: Sequence[Event]) -> str:
    """The kinds of the tokens, unless it is the gold of a reservation."""
    if isinstance(action, ReserveCard | ReserveFromDeck):
        return ""
    return " ".join(event.kind.text for event in events if isinstance(event, ev.TokenTaken))


def _filled_cells(filled: Iterable[ev.CellFilled]) -> str:
    """`white a1 c3, gold e5`."""
    cells_of: dict[Kind, list[str]] = {}
    for event in filled:
        cells_of.setdefault(event.kind, []).append(CELL_NAMES[event.cell])
    return ", ".join(
        f"{kind.text} {' '.join(sorted(cells_of[kind]))}" for kind in KINDS if kind in cells_of
    )


def _turned_up(events: Iterable[Event]) -> str:
    cards = [
        event.card
        for event in events
        if isinstance(event, ev.SlotFilled | ev.CounterfeiterSlotFilled | ev.RoyalSlotFilled)
    ]
    return f"up {row_text(cards)}" if cards else ""
