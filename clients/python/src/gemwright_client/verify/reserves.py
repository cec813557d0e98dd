"""What all games do with cards: into a reserve, out of it, out of a slot and into one."""

from typing import Final

from gemwright_client.pb.duel_event_pb2 import DuelEvent
from gemwright_client.pb.splendor_event_pb2 import SplendorEvent
from gemwright_client.verify.differing import NOTHING, Differs, Unreadable, agree, checked
from gemwright_client.verify.table import Table
from gemwright_client.verify.verdict import Check

_UNSEEN: Final = "unseen"


def reserve(table: Table, seat: int, card: str) -> None:
    """A card goes behind a seat's reserve."""
    table.reserves[checked(seat, len(table.reserves))].append(card)


def reserve_from_slot(table: Table, seat: int, slot: int, card: str) -> None:
    """A face-up card goes behind a seat's reserve."""
    row, place = table.row_of(slot)
    reserve(table, seat, row.take(place, card))


def reserve_unseen(table: Table, seat: int, level: int) -> None:
    """The top of a deck goes behind a seat's reserve."""
    row = table.level(level)
    if not row.deck:
        raise Differs(Check.DECK, NOTHING, _UNSEEN)
    reserve(table, seat, row.take_top())


def check_reserved(table: Table, seat: int, card: str) -> None:
    """The card behind all others in a seat's reserve is told to be this one."""
    mine = table.reserves[checked(seat, len(table.reserves))]
    agree(Check.DECK, mine[-1] if mine else NOTHING, card)


def purchase(table: Table, bought: DuelEvent.CardPurchased | SplendorEvent.CardPurchased) -> None:
    """A card is purchased, face up or out of the own reserve."""
    if bought.HasField("slot"):
        row, place = table.row_of(bought.slot)
        row.take(place, bought.card)
    elif bought.HasField("reserve_slot"):
        _purchase_reserved(table, bought.seat, bought.reserve_slot, bought.card)
    else:
        raise Unreadable


def fill_slot(table: Table, slot: int, card: str) -> None:
    """The top of a level's deck is turned up."""
    row, place = table.row_of(slot)
    row.fill(place, card)


def end_turn(table: Table) -> None:
    """No slot stays empty over the end of a turn for which there is a card."""
    for row in (*table.levels, table.counterfeiters):
        row.check_filled()


def take_noble(table: Table, noble: str) -> None:
    """A noble comes to a seat."""
    if noble not in table.nobles:
        raise Differs(Check.NOBLE, " ".join(table.nobles) or NOTHING, noble or NOTHING)
    table.nobles.remove(noble)


def _purchase_reserved(table: Table, seat: int, place: int, card: str) -> None:
    mine = table.reserves[checked(seat, len(table.reserves))]
    agree(Check.RESERVE, mine[checked(place, len(mine))], card)
    del mine[place]
