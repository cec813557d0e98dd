"""A view of Duel or The Counterfeiters as a player reads it: the inverse of `duel_view.py`.

For players that are written in Python, the bots of the server among them. What a newer server says
and this code has no word for is `Malformed`.
"""

from collections.abc import Iterable
from typing import Final

from gemwright.engine import duel
from gemwright.engine.duel.cards import CardId
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.duel.state import OwnedCard
from gemwright.engine.duel.views import PlayerView, Private, SeenReserve, Table, View
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import Outcome, outcome_from_data
from gemwright.engine.reading import Fields
from gemwright.pb import duel_view_pb2 as pb
from gemwright.rpc.convert.duel_options import options_data
from gemwright.rpc.convert.duel_view import DECISION_KINDS
from gemwright.rpc.convert.malformed import Malformed
from gemwright.rpc.convert.outcome import outcome_data
from gemwright.rpc.convert.tokens import colours_row, counts_from, kind_from

_DECISION_KINDS: Final = {int(value): kind for kind, value in DECISION_KINDS.items()}


def view_from(message: pb.DuelView, game: str, path: str) -> View:
    """The view in a message about a match of this game."""
    private = _private(message.private) if message.HasField("private") else None
    return View(_table(message.table, game, f"{path}.table"), private)


def _table(message: pb.DuelTable, game: str, path: str) -> Table:
    return Table(
        game=game,
        options=duel.options_from_data(options_data(message.options, f"{path}.options")),
        players=tuple(_player(player, f"{path}.players") for player in message.players),
        seat=message.seat,
        turn=message.turn,
        is_extra_turn=message.is_extra_turn,
        board=tuple(kind_from(kind, f"{path}.board") if kind else None for kind in message.board),
        bag=counts_from(message.bag, f"{path}.bag"),
        privileges=message.privileges,
        pyramid=_row(message.pyramid),
        deck_sizes=tuple(message.deck_sizes),
        royals=_row(message.royals),
        royal_deck_size=message.royal_deck_size,
        counterfeiters=_row(message.counterfeiters),
        counterfeiter_deck_size=message.counterfeiter_deck_size,
        dug_level=message.dug_level if message.HasField("dug_level") else None,
        has_used_privilege=message.has_used_privilege,
        has_replenished=message.has_replenished,
        has_purchased=message.has_purchased,
        is_extra_turn_due=message.is_extra_turn_due,
        used=tuple(message.used),
        idle_turns=message.idle_turns,
        decision=_decision(message, f"{path}.decision"),
        outcome=_outcome(message, f"{path}.outcome"),
    )


def _player(message: pb.DuelPlayer, path: str) -> PlayerView:
    return PlayerView(
        tokens=counts_from(message.tokens, f"{path}.tokens"),
        privileges=message.privileges,
        cards=tuple(_owned_card(card, f"{path}.cards") for card in message.cards),
        royals=tuple(message.royals),
        counterfeiters=tuple(message.counterfeiters),
        reserved=tuple(_seen_reserve(entry) for entry in message.reserved),
        bonuses=tuple(colours_row(message.bonuses)),
        points=message.points,
        crowns=message.crowns,
        colour_points=tuple(colours_row(message.colour_points)),
        blocking_turns=message.blocking_turns,
    )


def _owned_card(message: pb.DuelOwnedCard, path: str) -> OwnedCard:
    has_colour = message.HasField("colour")
    return OwnedCard(
        message.card, kind_from(message.colour, f"{path}.colour") if has_colour else None
    )


def _seen_reserve(message: pb.DuelSeenReserve) -> SeenReserve:
    return SeenReserve(message.level, message.card if message.HasField("card") else None)


def _private(message: pb.DuelPrivate) -> Private:
    return Private(message.seat, tuple(message.reserved), tuple(message.dug))


def _decision(table: pb.DuelTable, path: str) -> Decision | None:
    if not table.HasField("decision"):
        return None
    message = table.decision
    kind = _DECISION_KINDS.get(message.kind)
    if kind is None:
        raise Malformed(f"{path}.kind", f"{message.kind} is no kind of decision")
    has_again = message.HasField("again")
    return Decision(
        kind,
        message.seat,
        message.card if message.HasField("card") else None,
        _kinds(message.kinds, f"{path}.kinds"),
        message.left,
        _kinds(message.again.kinds, f"{path}.again.kinds") if has_again else None,
        message.can_stop,
    )


def _outcome(table: pb.DuelTable, path: str) -> Outcome | None:
    if not table.HasField("outcome"):
        return None
    return outcome_from_data(Fields(outcome_data(table.outcome, path), path), len(table.players))


def _row(slots: Iterable[CardId]) -> tuple[CardId | None, ...]:
    return tuple(card or None for card in slots)


def _kinds(kinds: Iterable[int], path: str) -> tuple[Kind, ...]:
    return tuple(kind_from(kind, path) for kind in kinds)
