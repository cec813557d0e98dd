"""Whole positions of Splendor, secrets included, both ways.

What a client sent becomes the engine's plain data, for the engine to check. Where the two differ in
shape, `position_path` has the message's path for the engine's.
"""

import re
from collections.abc import Iterable
from typing import Final

from gemwright.engine.lanes import unpack
from gemwright.engine.splendor.position import FORMAT, NAME, RULES_VERSION
from gemwright.engine.splendor.state import Player, ReservedCard, State
from gemwright.pb import splendor_position_pb2 as pb
from gemwright.rpc.convert.malformed import Malformed
from gemwright.rpc.convert.outcome import outcome_data, outcome_message
from gemwright.rpc.convert.splendor_decision import decision_kind, decision_kind_from
from gemwright.rpc.convert.splendor_options import options_data, options_message
from gemwright.rpc.convert.tokens import counts, counts_data

_LONGEST_ID: Final = 16
_PATHS: Final = (
    (re.compile(r"^decks(\[\d+\])\["), r"decks\1.cards["),
    (re.compile(r"^outcome\.endings"), "outcome.reasons"),
)
"""Where the engine's plain data has another shape than the message."""


def position_message(state: State) -> pb.SplendorPosition:
    """The position as records and developers have it."""
    return pb.SplendorPosition(
        rules_version=RULES_VERSION,
        options=options_message(state.options),
        draws=state.draws,
        first_seat=state.first_seat,
        seat=state.seat,
        turn=state.turn,
        passes=state.passes,
        idle_turns=state.idle_turns,
        is_last_round=state.is_last_round,
        supply=counts(unpack(state.supply)),
        decks=[pb.SplendorDeck(cards=deck) for deck in state.decks],
        face_up=[card or "" for card in state.face_up],
        nobles=state.nobles,
        players=[_holding_message(player) for player in state.players],
        removed_cards=_reserved_messages(state.removed_cards),
        removed_nobles=state.removed_nobles,
        decision=None if state.decision is None else decision_kind(state.decision.kind),
        outcome=None if state.outcome is None else outcome_message(state.outcome),
    )


def position_data(message: pb.SplendorPosition, path: str) -> dict[str, object]:
    """The plain data of a position, for the engine to check and load."""
    rules_version = _id(message.rules_version, f"{path}.rules_version")
    return {
        "format": FORMAT,
        "game": NAME,
        "rules_version": rules_version or RULES_VERSION,
        "options": options_data(message.options, f"{path}.options"),
        "draws": message.draws,
        "first_seat": message.first_seat,
        "seat": message.seat,
        "turn": message.turn,
        "passes": message.passes,
        "idle_turns": message.idle_turns,
        "is_last_round": message.is_last_round,
        "supply": counts_data(message.supply),
        "decks": [
            _ids(deck.cards, f"{path}.decks[{place}].cards")
            for place, deck in enumerate(message.decks)
        ],
        "face_up": [card or None for card in _ids(message.face_up, f"{path}.face_up")],
        "nobles": _ids(message.nobles, f"{path}.nobles"),
        "players": [
            _holding_data(player, f"{path}.players[{place}]")
            for place, player in enumerate(message.players)
        ],
        "removed_cards": _reserved_data(message.removed_cards, f"{path}.removed_cards"),
        "removed_nobles": _ids(message.removed_nobles, f"{path}.removed_nobles"),
        "decision": _decision_data(message, path),
        "outcome": _outcome_data(message, path),
    }


def position_path(engine_path: str) -> str:
    """The field of the message for the place that the engine found wrong in the plain data."""
    for pattern, replacement in _PATHS:
        engine_path = pattern.sub(replacement, engine_path)
    return engine_path


def _decision_data(message: pb.SplendorPosition, path: str) -> str | None:
    if not message.HasField("decision"):
        return None
    return str(decision_kind_from(message.decision, f"{path}.decision"))


def _outcome_data(message: pb.SplendorPosition, path: str) -> dict[str, object] | None:
    if not message.HasField("outcome"):
        return None
    return outcome_data(message.outcome, f"{path}.outcome")


def _holding_message(player: Player) -> pb.SplendorHolding:
    return pb.SplendorHolding(
        tokens=counts(unpack(player.tokens)),
        cards=player.cards,
        nobles=player.nobles,
        reserved=_reserved_messages(player.reserved),
        dropped_out=player.dropped_out,
    )


def _holding_data(message: pb.SplendorHolding, path: str) -> dict[str, object]:
    return {
        "tokens": counts_data(message.tokens),
        "cards": _ids(message.cards, f"{path}.cards"),
        "nobles": _ids(message.nobles, f"{path}.nobles"),
        "reserved": _reserved_data(message.reserved, f"{path}.reserved"),
        "dropped_out": message.dropped_out,
    }


def _reserved_messages(entries: Iterable[ReservedCard]) -> list[pb.SplendorReservedCard]:
    return [pb.SplendorReservedCard(card=card, is_blind=is_blind) for card, is_blind in entries]


def _reserved_data(
    entries: Iterable[pb.SplendorReservedCard], path: str
) -> list[dict[str, object]]:
    return [
        {"card": _id(entry.card, f"{path}[{place}].card"), "is_blind": entry.is_blind}
        for place, entry in enumerate(entries)
    ]


def _ids(names: Iterable[str], path: str) -> list[str]:
    return [_id(name, f"{path}[{place}]") for place, name in enumerate(names)]


def _id(name: str, path: str) -> str:
    """The engine repeats what it does not know, so a long text ends here."""
    if len(name) > _LONGEST_ID:
        raise Malformed(path, f"no id is longer than {_LONGEST_ID} characters")
    return name
