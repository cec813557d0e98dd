"""What a viewer may know of a position of Duel or The Counterfeiters, as the contract has it."""

from collections.abc import Iterable
from typing import Final

from gemwright.engine.duel.cards import CardId
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.state import OwnedCard
from gemwright.engine.duel.views import PlayerView, Private, SeenReserve, Table, View
from gemwright.engine.kinds import Kind
from gemwright.pb import duel_view_pb2 as pb
from gemwright.pb.token_pb2 import TOKEN_KIND_UNSPECIFIED, TokenKind
from gemwright.rpc.convert.duel_options import options_message
from gemwright.rpc.convert.outcome import outcome_message
from gemwright.rpc.convert.tokens import colours, counts, token_kind

DECISION_KINDS: Final = {
    DecisionKind.TURN: pb.DUEL_DECISION_KIND_TURN,
    DecisionKind.TAKE: pb.DUEL_DECISION_KIND_TAKE,
    DecisionKind.STEAL: pb.DUEL_DECISION_KIND_STEAL,
    DecisionKind.RESERVE: pb.DUEL_DECISION_KIND_RESERVE,
    DecisionKind.ROYAL: pb.DUEL_DECISION_KIND_ROYAL,
    DecisionKind.COUNTERFEITER: pb.DUEL_DECISION_KIND_COUNTERFEITER,
    DecisionKind.DRAW: pb.DUEL_DECISION_KIND_DRAW,
    DecisionKind.WINDOW: pb.DUEL_DECISION_KIND_WINDOW,
    DecisionKind.DIG: pb.DUEL_DECISION_KIND_DIG,
    DecisionKind.DISCARD: pb.DUEL_DECISION_KIND_DISCARD,
}
_EMPTY_SLOT: Final = ""


def view_message(view: View) -> pb.DuelView:
    """The view of a seat, or of a spectator."""
    private = None if view.private is None else _private(view.private)
    return pb.DuelView(table=_table(view.table), private=private)


def decision_message(decision: Decision) -> pb.DuelDecision:
    """What a match waits for."""
    return pb.DuelDecision(
        kind=DECISION_KINDS[decision.kind],
        seat=decision.seat,
        card=decision.card,
        kinds=_kinds(decision.kinds),
        left=decision.left,
        again=None
        if decision.again is None
        else pb.DuelDecision.Again(kinds=_kinds(decision.again)),
        can_stop=decision.can_stop,
    )


def owned_card(owned: OwnedCard) -> pb.DuelOwnedCard:
    """A purchased card and the colour it counts for."""
    colour = None if owned.colour is None else token_kind(owned.colour)
    return pb.DuelOwnedCard(card=owned.card, colour=colour)


def board_row(board: Iterable[Kind | None]) -> list[TokenKind]:
    """The cells in order, those without a token too."""
    return [TOKEN_KIND_UNSPECIFIED if kind is None else token_kind(kind) for kind in board]


def card_row(slots: Iterable[CardId | None]) -> list[str]:
    """The slots in order, those without a card too."""
    return [_EMPTY_SLOT if card is None else card for card in slots]


def _table(table: Table) -> pb.DuelTable:
    return pb.DuelTable(
        options=options_message(table.options),
        players=[_player(player) for player in table.players],
        seat=table.seat,
        turn=table.turn,
        is_extra_turn=table.is_extra_turn,
        board=board_row(table.board),
        bag=counts(table.bag),
        privileges=table.privileges,
        pyramid=card_row(table.pyramid),
        deck_sizes=table.deck_sizes,
        royals=card_row(table.royals),
        royal_deck_size=table.royal_deck_size,
        counterfeiters=card_row(table.counterfeiters),
        counterfeiter_deck_size=table.counterfeiter_deck_size,
        dug_level=table.dug_level,
        has_used_privilege=table.has_used_privilege,
        has_replenished=table.has_replenished,
        has_purchased=table.has_purchased,
        is_extra_turn_due=table.is_extra_turn_due,
        used=table.used,
        idle_turns=table.idle_turns,
        decision=None if table.decision is None else decision_message(table.decision),
        outcome=None if table.outcome is None else outcome_message(table.outcome),
    )


def _player(player: PlayerView) -> pb.DuelPlayer:
    return pb.DuelPlayer(
        tokens=counts(player.tokens),
        privileges=player.privileges,
        cards=[owned_card(owned) for owned in player.cards],
        royals=player.royals,
        counterfeiters=player.counterfeiters,
        reserved=[_seen_reserve(entry) for entry in player.reserved],
        bonuses=colours(player.bonuses),
        points=player.points,
        crowns=player.crowns,
        colour_points=colours(player.colour_points),
        blocking_turns=player.blocking_turns,
    )


def _seen_reserve(entry: SeenReserve) -> pb.DuelSeenReserve:
    return pb.DuelSeenReserve(level=entry.level, card=entry.card)


def _private(private: Private) -> pb.DuelPrivate:
    return pb.DuelPrivate(seat=private.seat, reserved=private.reserved, dug=private.dug)


def _kinds(kinds: Iterable[Kind]) -> list[TokenKind]:
    return [token_kind(kind) for kind in kinds]
