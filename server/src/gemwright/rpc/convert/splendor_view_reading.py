"""A view of Splendor as a player reads it: the inverse of `splendor_view.py`.

For players that are written in Python, the bots of the server among them. What a newer server says
and this code has no word for is `Malformed`.
"""

from gemwright.engine import splendor
from gemwright.engine.outcomes import Outcome, outcome_from_data
from gemwright.engine.reading import Fields
from gemwright.engine.splendor.decisions import Decision
from gemwright.engine.splendor.views import PlayerView, Private, SeenReserve, Table, View
from gemwright.pb import splendor_view_pb2 as pb
from gemwright.rpc.convert.outcome import outcome_data
from gemwright.rpc.convert.splendor_decision import decision_kind_from
from gemwright.rpc.convert.splendor_options import options_data
from gemwright.rpc.convert.tokens import colours_row, counts_from


def view_from(message: pb.SplendorView, path: str) -> View:
    """The view in a message."""
    private = message.private if message.HasField("private") else None
    return View(
        _table(message.table, f"{path}.table"),
        None if private is None else Private(private.seat, tuple(private.reserved)),
    )


def _table(message: pb.SplendorTable, path: str) -> Table:
    return Table(
        options=splendor.options_from_data(options_data(message.options, f"{path}.options")),
        first_seat=message.first_seat,
        players=tuple(_player(player, f"{path}.players") for player in message.players),
        seat=message.seat,
        turn=message.turn,
        supply=counts_from(message.supply, f"{path}.supply"),
        deck_sizes=tuple(message.deck_sizes),
        face_up=tuple(card or None for card in message.face_up),
        nobles=tuple(message.nobles),
        removed_cards=tuple(_seen(entry) for entry in message.removed_cards),
        removed_nobles=tuple(message.removed_nobles),
        passes=message.passes,
        idle_turns=message.idle_turns,
        is_last_round=message.is_last_round,
        decision=_decision(message, f"{path}.decision"),
        outcome=_outcome(message, f"{path}.outcome"),
    )


def _player(message: pb.SplendorPlayer, path: str) -> PlayerView:
    return PlayerView(
        tokens=counts_from(message.tokens, f"{path}.tokens"),
        cards=tuple(message.cards),
        nobles=tuple(message.nobles),
        reserved=tuple(_seen(entry) for entry in message.reserved),
        bonuses=tuple(colours_row(message.bonuses)),
        points=message.points,
        dropped_out=message.dropped_out,
    )


def _seen(message: pb.SplendorSeenReserve) -> SeenReserve:
    return SeenReserve(message.level, message.card if message.HasField("card") else None)


def _decision(table: pb.SplendorTable, path: str) -> Decision | None:
    if not table.HasField("decision"):
        return None
    message = table.decision
    kind = decision_kind_from(message.kind, f"{path}.kind")
    return Decision(kind, message.seat, message.left, tuple(message.nobles))


def _outcome(table: pb.SplendorTable, path: str) -> Outcome | None:
    if not table.HasField("outcome"):
        return None
    return outcome_from_data(Fields(outcome_data(table.outcome, path), path), len(table.players))
