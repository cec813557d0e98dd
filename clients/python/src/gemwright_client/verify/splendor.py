"""Applying the events of Splendor to a table."""

from collections.abc import Iterator

from gemwright_client.pb.splendor_event_pb2 import SplendorEvent
from gemwright_client.pb.splendor_view_pb2 import SplendorTable
from gemwright_client.verify.table import Table
from gemwright_client.verify.verdict import Unreadable, listed


def fold(table: Table, event: SplendorEvent) -> None:
    """Apply an event."""
    match event.WhichOneof("event"):
        case "card_reserved":
            _reserve(table, event.card_reserved)
        case "reserved_card_seen":
            seen = event.reserved_card_seen
            table.check_reserved(seen.seat, seen.card)
        case "card_purchased":
            table.purchase(event.card_purchased)
        case "slot_filled":
            table.fill_slot(event.slot_filled.slot, event.slot_filled.card)
        case "noble_received":
            table.take_noble(event.noble_received.noble)
        case "turn_ended":
            table.end_turn()
        case (
            "gems_taken"
            | "gold_taken"
            | "tokens_spent"
            | "token_discarded"
            | "turn_passed"
            | "last_round_begun"
            | "turn_started"
            | "decision_asked"
            | "seat_forfeited"
            | "match_ended"
        ):
            pass
        case _:
            raise Unreadable


def opening(table: Table, shown: SplendorTable) -> Iterator[tuple[str, str]]:
    """Pair what was dealt with what is shown, field by field."""
    face_up = [card for row in table.levels for card in row.slots]
    yield str(table.first_seat), str(shown.first_seat)
    yield str(table.first_seat), str(shown.seat)
    yield listed(str(len(row.deck)) for row in table.levels), listed(map(str, shown.deck_sizes))
    yield listed(face_up), listed(shown.face_up)
    yield listed(table.nobles), listed(shown.nobles)


def _reserve(table: Table, reserved: SplendorEvent.CardReserved) -> None:
    if reserved.HasField("slot"):
        table.reserve_from_slot(reserved.seat, reserved.slot, reserved.card)
    else:
        table.reserve_unseen(reserved.seat, reserved.level)
