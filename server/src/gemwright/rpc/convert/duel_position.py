"""A whole position of Duel or The Counterfeiters, secrets included, as the contract has it.

Reading makes the plain data that the engine loads; whether it is a position is for the engine to
say. Nothing here may reach a player while a match runs.
"""

import re
from collections.abc import Iterable
from typing import Final

from gemwright.engine.duel.cards import CardId
from gemwright.engine.duel.position import FORMAT, RULES_VERSION
from gemwright.engine.duel.state import Player, State
from gemwright.engine.lanes import unpack
from gemwright.pb import duel_position_pb2 as pb
from gemwright.pb.duel_view_pb2 import DuelDecision, DuelOwnedCard
from gemwright.pb.token_pb2 import TOKEN_KIND_UNSPECIFIED
from gemwright.rpc.convert.duel_options import options_data, options_message
from gemwright.rpc.convert.duel_view import (
    DECISION_KINDS,
    board_row,
    card_row,
    decision_message,
    owned_card,
)
from gemwright.rpc.convert.malformed import Malformed
from gemwright.rpc.convert.outcome import outcome_data, outcome_message
from gemwright.rpc.convert.tokens import counts, counts_data, kind_from

_DECISION_KINDS: Final = {int(value): kind for kind, value in DECISION_KINDS.items()}
_LONGEST_ID: Final = 16
_PATHS: Final = (
    (re.compile(r"^decks(\[\d+\])\["), r"decks\1.cards["),
    (re.compile(r"^decision\.again\["), "decision.again.kinds["),
    (re.compile(r"^outcome\.endings"), "outcome.reasons"),
)
"""Where the engine's plain data has another shape than the message."""


def position_message(state: State) -> pb.DuelPosition:
    """The position as creators and records have it."""
    return pb.DuelPosition(
        rules_version=RULES_VERSION,
        options=options_message(state.options),
        draws=state.draws,
        turn=_turn(state),
        idle_turns=state.idle_turns,
        board=board_row(state.board),
        bag=counts(unpack(state.bag)),
        privileges=state.privileges,
        decks=[pb.DuelDeck(cards=deck) for deck in state.decks],
        pyramid=card_row(state.pyramid),
        royals=card_row(state.royals),
        royal_deck=state.royal_deck,
        counterfeiters=card_row(state.counterfeiters),
        counterfeiter_deck=state.counterfeiter_deck,
        dug=state.dug,
        players=[_holding(player) for player in state.players],
        decision=None if state.decision is None else decision_message(state.decision),
        outcome=None if state.outcome is None else outcome_message(state.outcome),
    )


def _turn(state: State) -> pb.DuelTurn:
    return pb.DuelTurn(
        number=state.turn,
        seat=state.seat,
        is_extra=state.is_extra_turn,
        has_used_privilege=state.has_used_privilege,
        has_replenished=state.has_replenished,
        has_acted=state.has_acted,
        has_purchased=state.has_purchased,
        can_claim=state.can_claim,
        is_extra_turn_due=state.is_extra_turn_due,
        is_window_closed=state.is_window_closed,
        used=state.used,
    )


def _holding(player: Player) -> pb.DuelHolding:
    return pb.DuelHolding(
        tokens=counts(unpack(player.tokens)),
        privileges=player.privileges,
        cards=[owned_card(owned) for owned in player.cards],
        royals=player.royals,
        counterfeiters=player.counterfeiters,
        reserved=[
            pb.DuelReservedCard(card=entry.card, is_blind=entry.is_blind)
            for entry in player.reserved
        ],
        royals_for_crowns=player.royals_for_crowns,
        blocking_turns=player.blocking_turns,
    )


def position_data(message: pb.DuelPosition, game: str, path: str) -> dict[str, object]:
    """The plain data that the game loads; raises `Malformed` for what it has no word for."""
    has_decision, has_outcome = message.HasField("decision"), message.HasField("outcome")
    rules_version = _id(message.rules_version, f"{path}.rules_version")
    return {
        "format": FORMAT,
        "game": game,
        "rules_version": rules_version or RULES_VERSION,
        "options": options_data(message.options, f"{path}.options"),
        "draws": message.draws,
        "turn": _turn_data(message.turn, f"{path}.turn"),
        "idle_turns": message.idle_turns,
        "board": _board_data(message.board, f"{path}.board"),
        "bag": counts_data(message.bag),
        "privileges": message.privileges,
        "decks": [
            _ids(deck.cards, f"{path}.decks[{place}].cards")
            for place, deck in enumerate(message.decks)
        ],
        "pyramid": _slots(message.pyramid, f"{path}.pyramid"),
        "royals": _slots(message.royals, f"{path}.royals"),
        "royal_deck": _ids(message.royal_deck, f"{path}.royal_deck"),
        "counterfeiters": _slots(message.counterfeiters, f"{path}.counterfeiters"),
        "counterfeiter_deck": _ids(message.counterfeiter_deck, f"{path}.counterfeiter_deck"),
        "dug": _ids(message.dug, f"{path}.dug"),
        "players": [
            _holding_data(player, f"{path}.players[{place}]")
            for place, player in enumerate(message.players)
        ],
        "decision": _decision_data(message.decision, f"{path}.decision") if has_decision else None,
        "outcome": outcome_data(message.outcome, f"{path}.outcome") if has_outcome else None,
    }


def position_path(engine_path: str) -> str:
    """The field of the message for the place that the engine found wrong in the plain data."""
    for pattern, replacement in _PATHS:
        engine_path = pattern.sub(replacement, engine_path)
    return engine_path


def _turn_data(message: pb.DuelTurn, path: str) -> dict[str, object]:
    return {
        "number": message.number,
        "seat": message.seat,
        "is_extra": message.is_extra,
        "has_used_privilege": message.has_used_privilege,
        "has_replenished": message.has_replenished,
        "has_acted": message.has_acted,
        "has_purchased": message.has_purchased,
        "can_claim": message.can_claim,
        "is_extra_turn_due": message.is_extra_turn_due,
        "is_window_closed": message.is_window_closed,
        "used": _ids(message.used, f"{path}.used"),
    }


def _holding_data(message: pb.DuelHolding, path: str) -> dict[str, object]:
    return {
        "tokens": counts_data(message.tokens),
        "privileges": message.privileges,
        "cards": [
            _owned_data(owned, f"{path}.cards[{place}]")
            for place, owned in enumerate(message.cards)
        ],
        "royals": _ids(message.royals, f"{path}.royals"),
        "counterfeiters": _ids(message.counterfeiters, f"{path}.counterfeiters"),
        "reserved": [
            {"card": _id(entry.card, f"{path}.reserved[{place}].card"), "is_blind": entry.is_blind}
            for place, entry in enumerate(message.reserved)
        ],
        "royals_for_crowns": message.royals_for_crowns,
        "blocking_turns": message.blocking_turns,
    }


def _owned_data(message: DuelOwnedCard, path: str) -> dict[str, object]:
    has_colour = message.HasField("colour")
    return {
        "card": _id(message.card, f"{path}.card"),
        "colour": kind_from(message.colour, f"{path}.colour").text if has_colour else None,
    }


def _decision_data(message: DuelDecision, path: str) -> dict[str, object]:
    kind = _DECISION_KINDS.get(message.kind)
    if kind is None:
        raise Malformed(f"{path}.kind", f"{message.kind} is no kind of decision")
    has_card, has_again = message.HasField("card"), message.HasField("again")
    return {
        "kind": str(kind),
        "seat": message.seat,
        "card": _id(message.card, f"{path}.card") if has_card else None,
        "kinds": _kinds_data(message.kinds, f"{path}.kinds"),
        "left": message.left,
        "again": _kinds_data(message.again.kinds, f"{path}.again.kinds") if has_again else None,
        "can_stop": message.can_stop,
    }


def _kinds_data(kinds: Iterable[int], path: str) -> list[str]:
    return [kind_from(kind, f"{path}[{place}]").text for place, kind in enumerate(kinds)]


def _board_data(board: Iterable[int], path: str) -> list[str | None]:
    return [
        None if kind == TOKEN_KIND_UNSPECIFIED else kind_from(kind, f"{path}[{cell}]").text
        for cell, kind in enumerate(board)
    ]


def _slots(cards: Iterable[str], path: str) -> list[CardId | None]:
    return [card or None for card in _ids(cards, path)]


def _ids(cards: Iterable[str], path: str) -> list[CardId]:
    return [_id(card, f"{path}[{place}]") for place, card in enumerate(cards)]


def _id(name: str, path: str) -> str:
    """What is wrong with a short text is said with the text itself, so a long one ends here."""
    if len(name) > _LONGEST_ID:
        raise Malformed(path, f"no id is longer than {_LONGEST_ID} characters")
    return name
