"""A position of Splendor as plain data, and back: every deck order, hand, turn and decision.

Reading checks that the right cards and pieces are there, each in one place, and that nothing
contradicts itself (`position_checks.py`). What follows from the rest (bonuses, points, how many
pieces to return, which nobles to choose from) is not written but computed anew.
"""

from typing import Final

from gemwright.engine.game import MOST_IDLE_TURNS
from gemwright.engine.lanes import ONE, by_name
from gemwright.engine.outcomes import outcome_from_data, outcome_to_data
from gemwright.engine.reading import (
    Defect,
    Fields,
    PositionError,
    card,
    member,
    read_header,
    rows,
    tokens,
)
from gemwright.engine.splendor.cards import DEVELOPMENTS, LEVELS, NOBLES
from gemwright.engine.splendor.decisions import DecisionKind
from gemwright.engine.splendor.limits import SLOTS_OF_A_LEVEL, SUPPLY_OF_SEATS
from gemwright.engine.splendor.position_checks import check_position, decision_of
from gemwright.engine.splendor.state import Options, Player, ReservedCard, State

NAME: Final = "splendor"
RULES_VERSION: Final = "1"
FORMAT: Final = 1
_MOST_TURNS: Final = 1_000_000
_MOST_DRAWS: Final = 2**31


def to_data(state: State) -> dict[str, object]:
    """The whole position, secrets included, as a value that JSON can hold."""
    return {
        "format": FORMAT,
        "game": NAME,
        "rules_version": RULES_VERSION,
        "options": state.options.values,
        "draws": state.draws,
        "first_seat": state.first_seat,
        "seat": state.seat,
        "turn": state.turn,
        "passes": state.passes,
        "idle_turns": state.idle_turns,
        "is_last_round": state.is_last_round,
        "supply": by_name(state.supply),
        "decks": [list(deck) for deck in state.decks],
        "face_up": list(state.face_up),
        "nobles": list(state.nobles),
        "players": [_player_to_data(player) for player in state.players],
        "removed_cards": _reserved_to_data(state.removed_cards),
        "removed_nobles": list(state.removed_nobles),
        "decision": None if state.decision is None else str(state.decision.kind),
        "outcome": None if state.outcome is None else outcome_to_data(state.outcome),
    }


def _player_to_data(player: Player) -> dict[str, object]:
    return {
        "tokens": by_name(player.tokens),
        "cards": list(player.cards),
        "nobles": list(player.nobles),
        "reserved": _reserved_to_data(player.reserved),
        "dropped_out": player.dropped_out,
    }


def _reserved_to_data(entries: tuple[ReservedCard, ...]) -> list[dict[str, object]]:
    return [{"card": entry.card, "is_blind": entry.is_blind} for entry in entries]


def from_data(data: object) -> State:
    """The position that plain data describes; raises `PositionError`."""
    fields = Fields(data)
    read_header(fields, FORMAT, (NAME,), RULES_VERSION)
    state = State()
    state.options = _read_options(fields.fields("options"))
    state.draws = fields.integer("draws", 0, _MOST_DRAWS)
    _read_course(state, fields)
    _read_table(state, fields)
    state.players = _read_players(fields, state.options.seats)
    decision = fields.take("decision")
    asked = None if decision is None else member(decision, "decision", DecisionKind)
    outcome = fields.take("outcome")
    state.outcome = (
        None
        if outcome is None
        else outcome_from_data(Fields(outcome, "outcome"), state.options.seats)
    )
    fields.finish()
    state.decision = None if asked is None else decision_of(state, asked)
    check_position(state)
    return state


def options_from_data(data: object) -> Options:
    """The options that a mapping names, as `Options.values` writes them."""
    return _read_options(Fields(data, "options"))


def _read_options(fields: Fields) -> Options:
    seats = fields.integer("seats", min(SUPPLY_OF_SEATS), max(SUPPLY_OF_SEATS))
    options = Options(
        seats=seats,
        first_seat=fields.integer_or_none("first_seat", 0, seats - 1),
        no_progress_limit=fields.integer_or_none("no_progress_limit", 1, MOST_IDLE_TURNS),
    )
    fields.finish()
    return options


def _read_course(state: State, fields: Fields) -> None:
    seats = state.options.seats
    state.first_seat = fields.integer("first_seat", 0, seats - 1)
    state.seat = fields.integer("seat", 0, seats - 1)
    state.turn = fields.integer("turn", 1, _MOST_TURNS)
    state.passes = fields.integer("passes", 0, seats)
    state.idle_turns = fields.integer("idle_turns", 0, _MOST_TURNS)
    state.is_last_round = fields.boolean("is_last_round")


def _read_table(state: State, fields: Fields) -> None:
    state.supply = tokens(fields.take("supply"), "supply")
    decks = fields.rows("decks")
    if len(decks) != len(LEVELS):
        raise PositionError(Defect.SLOT_COUNT, "decks", f"{len(LEVELS)} decks are expected")
    state.decks = [
        tuple(card(item, at, DEVELOPMENTS) for at, item in rows(deck, path)) for path, deck in decks
    ]
    state.face_up = list(fields.slots("face_up", len(LEVELS) * SLOTS_OF_A_LEVEL, DEVELOPMENTS))
    state.nobles = fields.cards("nobles", NOBLES)
    state.removed_cards = _read_reserved(fields, "removed_cards")
    state.removed_nobles = fields.cards("removed_nobles", NOBLES)


def _read_players(fields: Fields, seats: int) -> tuple[Player, ...]:
    players = fields.rows("players")
    if len(players) != seats:
        raise PositionError(Defect.SLOT_COUNT, "players", f"{seats} players are expected")
    return tuple(_read_player(Fields(item, path), seats) for path, item in players)


def _read_player(fields: Fields, seats: int) -> Player:
    player = Player()
    player.tokens = tokens(fields.take("tokens"), fields.at("tokens"))
    player.cards = fields.cards("cards", DEVELOPMENTS)
    player.nobles = fields.cards("nobles", NOBLES)
    player.reserved = _read_reserved(fields, "reserved")
    player.dropped_out = fields.integer("dropped_out", 0, seats - 1)
    fields.finish()
    player.bonuses = sum(ONE[DEVELOPMENTS[owned].bonus] for owned in player.cards)
    player.points = sum(DEVELOPMENTS[owned].points for owned in player.cards)
    player.points += sum(NOBLES[noble].points for noble in player.nobles)
    return player


def _read_reserved(fields: Fields, name: str) -> tuple[ReservedCard, ...]:
    return tuple(_read_reserved_card(Fields(item, path)) for path, item in fields.rows(name))


def _read_reserved_card(fields: Fields) -> ReservedCard:
    entry = ReservedCard(
        card(fields.take("card"), fields.at("card"), DEVELOPMENTS), fields.boolean("is_blind")
    )
    fields.finish()
    return entry
