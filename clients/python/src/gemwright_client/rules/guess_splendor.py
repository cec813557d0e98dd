"""A view of Splendor completed to a position, as the engine's plain data.

What a view does not say is dealt at random (decks, blind reserves of others and what left the game
unseen) or has no influence on what can follow (how many draws were made).
"""

from collections.abc import Iterator, Sequence
from random import Random

from gemwright.engine.outcomes import outcome_to_data
from gemwright.engine.splendor.cards import DEVELOPMENTS, LEVELS
from gemwright.engine.splendor.position import FORMAT, NAME, RULES_VERSION
from gemwright.engine.splendor.views import PlayerView, Table, View
from gemwright_client.rules.hidden import Hidden, Piles, by_name, reserved


def position_data(view: View, rng: Random) -> dict[str, object]:
    """Guess one of the positions that this view fits."""
    table, private = view.table, view.private
    piles = _piles(view, rng)
    players = [
        _player(player, private.reserved if private and private.seat == seat else None, piles)
        for seat, player in enumerate(table.players)
    ]
    return {
        "format": FORMAT,
        "game": NAME,
        "rules_version": RULES_VERSION,
        "options": table.options.values,
        "draws": 0,
        "first_seat": table.first_seat,
        "seat": table.seat,
        "turn": table.turn,
        "passes": table.passes,
        "idle_turns": table.idle_turns,
        "is_last_round": table.is_last_round,
        "supply": by_name(table.supply),
        "face_up": list(table.face_up),
        "nobles": list(table.nobles),
        "players": players,
        "removed_cards": reserved(table.removed_cards, None, piles),
        "removed_nobles": list(table.removed_nobles),
        "decks": [piles[level].rest() for level in LEVELS],
        "decision": None if table.decision is None else str(table.decision.kind),
        "outcome": None if table.outcome is None else outcome_to_data(table.outcome),
    }


def _piles(view: View, rng: Random) -> Piles:
    seen = set(_seen(view.table)) | set(view.private.reserved if view.private else ())
    return {
        level: Hidden((c.id for c in DEVELOPMENTS.values() if c.level == level), seen, rng)
        for level in LEVELS
    }


def _seen(table: Table) -> Iterator[str]:
    for player in table.players:
        yield from player.cards
        yield from (entry.card for entry in player.reserved if entry.card is not None)
    yield from (entry.card for entry in table.removed_cards if entry.card is not None)
    yield from (card for card in table.face_up if card is not None)


def _player(player: PlayerView, own: Sequence[str] | None, piles: Piles) -> dict[str, object]:
    return {
        "tokens": by_name(player.tokens),
        "cards": list(player.cards),
        "nobles": list(player.nobles),
        "reserved": reserved(player.reserved, own, piles),
        "dropped_out": player.dropped_out,
    }
