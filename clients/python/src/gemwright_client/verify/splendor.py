"""The events of Splendor, folded."""

from collections.abc import Iterator

from gemwright_client.pb.splendor_event_pb2 import SplendorEvent
from gemwright_client.pb.splendor_view_pb2 import SplendorTable
from gemwright_client.verify import reserves
from gemwright_client.verify.differing import Unreadable, listed
from gemwright_client.verify.table import Table


def fold(table: Table, event: SplendorEvent) -> None:
    """Take in what happened."""
    match event.WhichOneof("event"):
        case "card_reserved":
            _reserve(table, event.card_reserved)
        case "reserved_card_seen":
            seen = event.reserved_card_seen
            reserves.check_reserved(table, seen.seat, seen.card)
        case "card_purchased":
            reserves.purchase(table, event.card_purchased)
        case "slot_filled":
            reserves.fill_slot(table, event.slot_filled.slot, event.slot_filled.card)
        case "noble_received":
            reserves.take_noble(table, event.noble_received.noble)
        case "turn_ended":
            reserves.end_turn(table)
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
    """What was dealt and what is shown of it, field by field."""
    face_up = [card for row in table.levels for card in row.slots]
    yield str(table.first_seat), str(shown.first_seat)
    yield str(table.first_seat), str(shown.seat)
    yield listed(str(len(row.deck)) for row in table.levels), listed(map(str, shown.deck_sizes))
    yield listed(face_up), listed(shown.face_up)
    yield listed(table.nobles), listed(shown.nobles)


def _reserve(table: Table, reserved: SplendorEvent.CardReserved) -> None:
    if reserved.HasField("slot"):
        reserves.reserve_from_slot(table, reserved.seat, reserved.slot, reserved.card)
    else:
        reserves.reserve_unseen(table, reserved.seat, reserved.level)
