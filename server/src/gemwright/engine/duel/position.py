"""A position of Duel as plain data, and back: every deck order, hand, phase and decision.

Reading checks that the right cards and tokens are there, each in one place, and that nothing
contradicts itself (`position_checks.py`). Sums that follow from the cards are not written but
computed anew.
"""

from operator import attrgetter
from typing import Final

from gemwright.engine.duel.abilities import gain_counterfeiter, gain_royal
from gemwright.engine.duel.board import CELL_COUNT
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, LEVELS, ROYALS, CardId
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.limits import (
    CROWNS_FOR_A_ROYAL,
    PLAYERS,
    PRIVILEGES,
    PYRAMID_SLOTS,
    ROYAL_SLOTS,
)
from gemwright.engine.duel.moves import own_jewel
from gemwright.engine.duel.position_checks import check_position
from gemwright.engine.duel.setup import COMPONENTS
from gemwright.engine.duel.state import Options, OwnedCard, Player, ReservedCard, State
from gemwright.engine.game import MOST_IDLE_TURNS
from gemwright.engine.kinds import GEMS, TEXTS, Kind
from gemwright.engine.lanes import by_name
from gemwright.engine.outcomes import outcome_from_data, outcome_to_data
from gemwright.engine.reading import (
    Defect,
    Fields,
    PositionError,
    card,
    kind,
    read_header,
    rows,
    tokens,
)

FORMAT: Final = 1
RULES_VERSION: Final = "1"
_MOST_TURNS: Final = 1_000_000
_MOST_DRAWS: Final = 2**31
_MOST_LEFT: Final = 29
_TEXT: Final = attrgetter("text")
_TEXT_IN_CELL: Final[dict[Kind | None, str]] = {kind: kind.text for kind in Kind}
"""The names of tokens; an empty cell has none."""


def to_data(state: State) -> dict[str, object]:
    """The whole position, secrets included, as a value that JSON can hold."""
    return {
        "format": FORMAT,
        "game": state.game,
        "rules_version": RULES_VERSION,
        "options": state.options.values,
        "draws": state.draws,
        "turn": {
            "number": state.turn,
            "seat": state.seat,
            "is_extra": state.is_extra_turn,
            "has_used_privilege": state.has_used_privilege,
            "has_replenished": state.has_replenished,
            "has_acted": state.has_acted,
            "has_purchased": state.has_purchased,
            "can_claim": state.can_claim,
            "is_extra_turn_due": state.is_extra_turn_due,
            "is_window_closed": state.is_window_closed,
            "used": list(state.used),
        },
        "idle_turns": state.idle_turns,
        "board": list(map(_TEXT_IN_CELL.get, state.board)),
        "bag": by_name(state.bag),
        "privileges": state.privileges,
        "decks": list(map(list, state.decks)),
        "pyramid": list(state.pyramid),
        "royals": list(state.royals),
        "royal_deck": list(state.royal_deck),
        "counterfeiters": list(state.counterfeiters),
        "counterfeiter_deck": list(state.counterfeiter_deck),
        "dug": list(state.dug),
        "players": list(map(_player_to_data, state.players)),
        "decision": None if state.decision is None else _decision_to_data(state.decision),
        "outcome": None if state.outcome is None else outcome_to_data(state.outcome),
    }


def _player_to_data(player: Player) -> dict[str, object]:
    return {
        "tokens": by_name(player.tokens),
        "privileges": player.privileges,
        "cards": [
            {"card": card, "colour": None if colour is None else TEXTS[colour]}
            for card, colour in player.cards
        ],
        "royals": list(player.royals),
        "counterfeiters": list(player.counterfeiters),
        "reserved": [{"card": card, "is_blind": is_blind} for card, is_blind in player.reserved],
        "royals_for_crowns": player.royals_for_crowns,
        "blocking_turns": player.blocking_turns,
    }


def _decision_to_data(decision: Decision) -> dict[str, object]:
    again = decision.again
    return {
        "kind": str(decision.kind),
        "seat": decision.seat,
        "card": decision.card,
        "kinds": list(map(_TEXT, decision.kinds)),
        "left": decision.left,
        "again": None if again is None else list(map(_TEXT, again)),
        "can_stop": decision.can_stop,
    }


def read_position(game: str, data: object) -> State:
    """The position of a game that plain data describes; raises `PositionError`."""
    fields = Fields(data)
    state = State()
    state.game = read_header(fields, FORMAT, (game,), RULES_VERSION)
    state.options = _read_options(fields.fields("options"))
    state.draws = fields.integer("draws", 0, _MOST_DRAWS)
    _read_turn(state, fields.fields("turn"))
    state.idle_turns = fields.integer("idle_turns", 0, _MOST_TURNS)
    _read_board(state, fields.rows("board"))
    state.bag = tokens(fields.take("bag"), "bag")
    state.privileges = fields.integer("privileges", 0, PRIVILEGES)
    _read_cards(state, fields)
    players = fields.rows("players")
    if len(players) != PLAYERS:
        raise PositionError(Defect.SLOT_COUNT, "players", f"{PLAYERS} players are expected")
    first, second = (_read_player(Fields(item, path)) for path, item in players)
    state.players = (first, second)
    state.decision = _read_decision(fields.take("decision"))
    outcome = fields.take("outcome")
    state.outcome = (
        None if outcome is None else outcome_from_data(Fields(outcome, "outcome"), PLAYERS)
    )
    fields.finish()
    check_position(state, COMPONENTS[state.game])
    return state


def options_from_data(data: object) -> Options:
    """The options that a mapping names, as `Options.values` writes them."""
    return _read_options(Fields(data, "options"))


def _read_options(fields: Fields) -> Options:
    options = Options(
        first_seat=fields.integer_or_none("first_seat", 0, PLAYERS - 1),
        blocking_claim=fields.boolean("blocking_claim"),
        no_progress_limit=fields.integer_or_none("no_progress_limit", 1, MOST_IDLE_TURNS),
    )
    fields.finish()
    return options


def _read_turn(state: State, fields: Fields) -> None:
    state.turn = fields.integer("number", 1, _MOST_TURNS)
    state.seat = fields.integer("seat", 0, PLAYERS - 1)
    state.is_extra_turn = fields.boolean("is_extra")
    state.has_used_privilege = fields.boolean("has_used_privilege")
    state.has_replenished = fields.boolean("has_replenished")
    state.has_acted = fields.boolean("has_acted")
    state.has_purchased = fields.boolean("has_purchased")
    state.can_claim = fields.boolean("can_claim")
    state.is_extra_turn_due = fields.boolean("is_extra_turn_due")
    state.is_window_closed = fields.boolean("is_window_closed")
    state.used = tuple(card(item, path, COUNTERFEITERS) for path, item in fields.rows("used"))
    fields.finish()


def _read_board(state: State, cells: list[tuple[str, object]]) -> None:
    if len(cells) != CELL_COUNT:
        raise PositionError(Defect.SLOT_COUNT, "board", f"{CELL_COUNT} cells are expected")
    state.board = [None] * CELL_COUNT
    state.takeable = state.golds = 0
    for cell, (path, item) in enumerate(cells):
        if item is not None:
            state.put_token(cell, kind(item, path))


def _read_cards(state: State, fields: Fields) -> None:
    decks = fields.rows("decks")
    if len(decks) != len(LEVELS):
        raise PositionError(Defect.SLOT_COUNT, "decks", f"{len(LEVELS)} decks are expected")
    state.decks = tuple(
        tuple(card(item, at, JEWELS) for at, item in rows(deck, path)) for path, deck in decks
    )
    box = COMPONENTS[state.game]
    state.pyramid = list(fields.slots("pyramid", PYRAMID_SLOTS[-1][1], JEWELS))
    state.royals = fields.slots("royals", ROYAL_SLOTS, ROYALS)
    state.royal_deck = fields.cards("royal_deck", ROYALS)
    state.counterfeiters = fields.slots("counterfeiters", box.counterfeiter_slots, COUNTERFEITERS)
    state.counterfeiter_deck = fields.cards("counterfeiter_deck", COUNTERFEITERS)
    state.dug = fields.cards("dug", JEWELS)


def _read_player(fields: Fields) -> Player:
    player = Player()
    player.tokens = tokens(fields.take("tokens"), fields.at("tokens"))
    player.privileges = fields.integer("privileges", 0, PRIVILEGES)
    for path, item in fields.rows("cards"):
        owned = _read_owned(Fields(item, path))
        own_jewel(player, owned.card, owned.colour)
    for royal in fields.cards("royals", ROYALS):
        gain_royal(player, royal)
    for counterfeiter in fields.cards("counterfeiters", COUNTERFEITERS):
        gain_counterfeiter(player, counterfeiter)
    player.reserved = tuple(
        _read_reserved(Fields(item, path)) for path, item in fields.rows("reserved")
    )
    player.royals_for_crowns = fields.integer("royals_for_crowns", 0, len(CROWNS_FOR_A_ROYAL) - 1)
    player.blocking_turns = fields.integer("blocking_turns", 0, _MOST_TURNS)
    fields.finish()
    return player


def _read_owned(fields: Fields) -> OwnedCard:
    """A wild card has been given a gem colour, another card has its own (D-BUY-3)."""
    owned = card(fields.take("card"), fields.at("card"), JEWELS)
    given = fields.take("colour")
    colour = None if given is None else kind(given, fields.at("colour"))
    fields.finish()
    jewel = JEWELS[owned]
    is_right = colour in GEMS if jewel.is_wild else colour is jewel.bonus
    if not is_right:
        detail = f"{owned} cannot count as {colour.text if colour is not None else 'no colour'}"
        raise PositionError(Defect.WRONG_COLOUR, fields.at("colour"), detail)
    return OwnedCard(owned, colour)


def _read_reserved(fields: Fields) -> ReservedCard:
    entry = ReservedCard(
        card(fields.take("card"), fields.at("card"), JEWELS), fields.boolean("is_blind")
    )
    fields.finish()
    return entry


def _read_decision(value: object) -> Decision | None:
    if value is None:
        return None
    fields = Fields(value, "decision")
    again = fields.take("again")
    decision = Decision(
        kind=fields.choice("kind", DecisionKind),
        seat=fields.integer("seat", 0, PLAYERS - 1),
        card=_read_asking_card(fields.take("card"), fields.at("card")),
        kinds=_read_kinds(fields.take("kinds"), fields.at("kinds")),
        left=fields.integer("left", 1, _MOST_LEFT),
        again=None if again is None else _read_kinds(again, fields.at("again")),
        can_stop=fields.boolean("can_stop"),
    )
    fields.finish()
    return decision


def _read_asking_card(value: object, path: str) -> CardId | None:
    return None if value is None else card(value, path, JEWELS | ROYALS | COUNTERFEITERS)


def _read_kinds(value: object, path: str) -> tuple[Kind, ...]:
    return tuple(kind(item, at) for at, item in rows(value, path))
