"""What one viewer may know of a position of Splendor, as it is sent.

It starts from the engine's view, never from a position, so that it has nothing to hide.
"""

from gemwright.engine.splendor.views import PlayerView, Private, SeenReserve, Table, View
from gemwright.pb import splendor_view_pb2 as pb
from gemwright.rpc.convert.outcome import outcome_message
from gemwright.rpc.convert.splendor_decision import decision_message
from gemwright.rpc.convert.splendor_options import options_message
from gemwright.rpc.convert.tokens import colours, counts


def view_message(view: View) -> pb.SplendorView:
    """The view of a seat or of a spectator."""
    return pb.SplendorView(
        table=_table(view.table),
        private=None if view.private is None else _private(view.private),
    )


def _table(table: Table) -> pb.SplendorTable:
    return pb.SplendorTable(
        options=options_message(table.options),
        first_seat=table.first_seat,
        players=[_player(player) for player in table.players],
        seat=table.seat,
        turn=table.turn,
        supply=counts(table.supply),
        deck_sizes=table.deck_sizes,
        face_up=[card or "" for card in table.face_up],
        nobles=table.nobles,
        removed_cards=[_seen(entry) for entry in table.removed_cards],
        removed_nobles=table.removed_nobles,
        passes=table.passes,
        idle_turns=table.idle_turns,
        is_last_round=table.is_last_round,
        decision=None if table.decision is None else decision_message(table.decision),
        outcome=None if table.outcome is None else outcome_message(table.outcome),
    )


def _player(player: PlayerView) -> pb.SplendorPlayer:
    return pb.SplendorPlayer(
        tokens=counts(player.tokens),
        cards=player.cards,
        nobles=player.nobles,
        reserved=[_seen(entry) for entry in player.reserved],
        bonuses=colours(player.bonuses),
        points=player.points,
        dropped_out=player.dropped_out,
    )


def _seen(entry: SeenReserve) -> pb.SplendorSeenReserve:
    return pb.SplendorSeenReserve(level=entry.level, card=entry.card)


def _private(private: Private) -> pb.SplendorPrivate:
    return pb.SplendorPrivate(seat=private.seat, reserved=private.reserved)
