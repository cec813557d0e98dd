"""A view of Duel or The Counterfeiters completed to a position, as the engine's plain data.

What a view does not say is one of three things: dealt at random (decks, blind reserves of others,
cards that another seat looks at), a consequence of what it says (where in its turn a seat is), or
without any influence on what can follow (how many draws were made).
"""

from collections.abc import Iterator, Sequence
from random import Random

from gemwright.engine.duel.abilities import PRIVILEGE_TWO
from gemwright.engine.duel.cards import JEWELS, LEVELS
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.limits import ALL_GOLD, ALL_PEARLS, BLOCKING_TURNS, CROWNS_FOR_A_ROYAL
from gemwright.engine.duel.position import FORMAT, RULES_VERSION
from gemwright.engine.duel.setup import COMPONENTS
from gemwright.engine.duel.views import PlayerView, Private, Table, View
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import outcome_to_data
from gemwright_client.rules.hidden import Hidden, Piles, by_name, reserved


def position_data(view: View, rng: Random) -> dict[str, object]:
    """Guess one of the positions that this view fits."""
    table, private = view.table, view.private
    box = COMPONENTS[table.game]
    piles = _jewel_piles(table, private, rng)
    players = [_player(table, private, seat, piles) for seat in range(len(table.players))]
    dug = _dug(table, private, piles)
    held = [player.royals for player in table.players]
    royals = Hidden(box.royals, _names(table.royals, *held), rng)
    owned = [player.counterfeiters for player in table.players]
    counterfeiters = Hidden(box.counterfeiters, _names(table.counterfeiters, *owned), rng)
    return {
        "format": FORMAT,
        "game": table.game,
        "rules_version": RULES_VERSION,
        "options": table.options.values,
        "draws": 0,
        "turn": _turn(table),
        "idle_turns": table.idle_turns,
        "board": [None if kind is None else kind.text for kind in table.board],
        "bag": by_name(table.bag),
        "privileges": table.privileges,
        "decks": [piles[level].rest() for level in LEVELS],
        "pyramid": list(table.pyramid),
        "royals": list(table.royals),
        "royal_deck": royals.rest(),
        "counterfeiters": list(table.counterfeiters),
        "counterfeiter_deck": counterfeiters.rest(),
        "dug": dug,
        "players": players,
        "decision": None if table.decision is None else _decision(table.decision),
        "outcome": None if table.outcome is None else outcome_to_data(table.outcome),
    }


def _jewel_piles(table: Table, private: Private | None, rng: Random) -> Piles:
    seen = _names(table.pyramid, *_known_of_players(table))
    if private is not None:
        seen.update(private.reserved, private.dug)
    return {
        level: Hidden((c.id for c in JEWELS.values() if c.level == level), seen, rng)
        for level in LEVELS
    }


def _known_of_players(table: Table) -> Iterator[list[str | None]]:
    for player in table.players:
        yield [owned.card for owned in player.cards]
        yield [entry.card for entry in player.reserved]


def _names(*rows: Sequence[str | None]) -> set[str]:
    return {card for row in rows for card in row if card is not None}


def _dug(table: Table, private: Private | None, piles: Piles) -> list[str]:
    """List the cards looked at; for others, deal what the level has besides its deck."""
    if private is not None and private.seat == table.seat:
        return list(private.dug)
    if table.dug_level is None:
        return []
    pile = piles[table.dug_level]
    return [pile.take() for _ in range(len(pile) - table.deck_sizes[table.dug_level - 1])]


def _player(table: Table, private: Private | None, seat: int, piles: Piles) -> dict[str, object]:
    player = table.players[seat]
    own = private.reserved if private is not None and private.seat == seat else None
    return {
        "tokens": by_name(player.tokens),
        "privileges": player.privileges,
        "cards": [
            {"card": owned.card, "colour": None if owned.colour is None else owned.colour.text}
            for owned in player.cards
        ],
        "royals": list(player.royals),
        "counterfeiters": list(player.counterfeiters),
        "reserved": reserved(player.reserved, own, piles),
        "royals_for_crowns": _royals_for_crowns(table, seat),
        "blocking_turns": player.blocking_turns,
    }


def _royals_for_crowns(table: Table, seat: int) -> int:
    """Count the thresholds a seat has passed: all it reached, minus a choice that is due (D-ROY-1).

    Two are never due at once: no card has more than three crowns, and none asks anything besides.
    """
    decision = table.decision
    is_due = decision is not None and decision.kind is DecisionKind.ROYAL and decision.seat == seat
    crowns = table.players[seat].crowns
    return sum(crowns >= threshold for threshold in CROWNS_FOR_A_ROYAL) - is_due


def _turn(table: Table) -> dict[str, object]:
    decision = table.decision
    return {
        "number": table.turn,
        "seat": table.seat,
        "is_extra": table.is_extra_turn,
        "has_used_privilege": table.has_used_privilege,
        "has_replenished": table.has_replenished,
        "has_acted": not _is_before_the_action(decision),
        "has_purchased": table.has_purchased,
        "can_claim": _can_claim(table),
        "is_extra_turn_due": table.is_extra_turn_due,
        "is_window_closed": decision is not None and decision.kind is DecisionKind.DISCARD,
        "used": list(table.used),
    }


def _is_before_the_action(decision: Decision | None) -> bool:
    """Tell whether the mandatory action is still to come (D-TURN-1)."""
    if decision is None:
        return False
    return decision.kind is DecisionKind.TURN or decision.card == PRIVILEGE_TWO


def _can_claim(table: Table) -> bool:
    """Tell whether a claim is possible: as the first thing of a turn that is not extra (D-X-1)."""
    decision = table.decision
    if decision is None or decision.kind is not DecisionKind.TURN or table.is_extra_turn:
        return False
    if table.has_used_privilege or table.has_replenished or not table.options.blocking_claim:
        return False
    other = table.players[1 - table.seat]
    return other.blocking_turns >= BLOCKING_TURNS and _holds_gold_and_pearls(other)


def _holds_gold_and_pearls(player: PlayerView) -> bool:
    return player.tokens[Kind.GOLD] == ALL_GOLD and player.tokens[Kind.PEARL] == ALL_PEARLS


def _decision(decision: Decision) -> dict[str, object]:
    again = decision.again
    return {
        "kind": str(decision.kind),
        "seat": decision.seat,
        "card": decision.card,
        "kinds": [kind.text for kind in decision.kinds],
        "left": decision.left,
        "again": None if again is None else [kind.text for kind in again],
        "can_stop": decision.can_stop,
    }
