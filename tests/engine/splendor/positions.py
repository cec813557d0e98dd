"""Positions for tests: say what matters, the rest of the pieces falls into place.

Pieces that nobody has lie in the supply. Cards that are nowhere named fill the free slots and then
the decks, in id order; the row of nobles is filled in the same way.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

import pytest

from gemwright.engine import splendor
from gemwright.engine.chance import Scripted
from gemwright.engine.kinds import GEMS, KIND_OF_TEXT, Kind
from gemwright.engine.lanes import count
from gemwright.engine.outcomes import Outcome
from gemwright.engine.refusals import Reason, Refused
from gemwright.engine.splendor.actions import Action
from gemwright.engine.splendor.cards import DECKS, DEVELOPMENTS, LEVELS, NOBLES
from gemwright.engine.splendor.events import Event
from gemwright.engine.splendor.limits import SLOTS_OF_A_LEVEL, SUPPLY_OF_SEATS
from gemwright.engine.splendor.state import State

Tokens = Mapping[str, int]
BySeat = Mapping[int, Sequence[str]]

NO_DRAWS = Scripted({})


def position(
    *,
    seats: int = 2,
    seat: int = 0,
    first_seat: int = 0,
    tokens: Mapping[int, Tokens] | None = None,
    cards: BySeat | None = None,
    nobles: BySeat | None = None,
    reserved: BySeat | None = None,
    blind: Iterable[str] = (),
    face_up: BySeat | None = None,
    decks: BySeat | None = None,
    empty_decks: Iterable[int] = (),
    noble_row: Sequence[str] | None = None,
    removed: Sequence[str] = (),
    dropped_out: Mapping[int, int] | None = None,
    limit: int | None = 100,
    extra: Mapping[str, object] | None = None,
) -> State:
    """The position in which `seat` begins its turn; `extra` overrides fields of the data.

    `tokens`, `cards`, `nobles` and `reserved` are by seat, `face_up` and `decks` by level and may
    name only the first ones. `reserved` names cards face up, those also in `blind` came from a
    deck. The cards of a level in `empty_decks` that are nowhere named have left the game where a
    seat dropped out, else the next seat has purchased them.
    """
    data = position_data(
        seats=seats,
        seat=seat,
        first_seat=first_seat,
        tokens=tokens or {},
        cards=cards or {},
        nobles=nobles or {},
        reserved=reserved or {},
        blind=set(blind),
        face_up=face_up or {},
        decks=decks or {},
        empty_decks=set(empty_decks),
        noble_row=noble_row,
        removed=removed,
        dropped_out=dropped_out or {},
        limit=limit,
    )
    return splendor.from_data({**data, **(extra or {})})


def position_data(
    *,
    seats: int,
    seat: int,
    first_seat: int,
    tokens: Mapping[int, Tokens],
    cards: BySeat,
    nobles: BySeat,
    reserved: BySeat,
    blind: set[str],
    face_up: BySeat,
    decks: BySeat,
    empty_decks: set[int],
    noble_row: Sequence[str] | None,
    removed: Sequence[str],
    dropped_out: Mapping[int, int],
    limit: int | None,
) -> dict[str, object]:
    hands = {who: list(cards.get(who, ())) for who in range(seats)}
    gone = list(removed)
    named = set(gone)
    for rows in (cards, reserved, face_up, decks):
        named |= {card for row in rows.values() for card in row}
    slots: list[str | None] = []
    piles: list[list[str]] = []
    for level in LEVELS:
        rest = [card for card in DECKS[level - 1] if card not in named]
        row: list[str | None] = [*face_up.get(level, ())]
        if level in empty_decks:
            (gone if dropped_out else hands[(seat + 1) % seats]).extend(rest)
            rest = []
        row += islice((*decks.get(level, ()), *rest), 0, SLOTS_OF_A_LEVEL - len(row))
        row += [None] * (SLOTS_OF_A_LEVEL - len(row))
        slots += row
        piles.append([card for card in (*decks.get(level, ()), *rest) if card not in row])
    if noble_row is None:
        taken = [noble for row in nobles.values() for noble in row]
        free = [noble for noble in NOBLES if noble not in taken]
        noble_row = free[: seats + 1 - len(taken)]
    return {
        "format": 1,
        "game": splendor.NAME,
        "rules_version": splendor.RULES_VERSION,
        "options": {"seats": seats, "first_seat": None, "no_progress_limit": limit},
        "draws": 0,
        "first_seat": first_seat,
        "seat": seat,
        "turn": 20,
        "passes": 0,
        "idle_turns": 0,
        "is_last_round": False,
        "supply": _supply(seats, tokens.values()),
        "decks": piles,
        "face_up": slots,
        "nobles": list(noble_row),
        "players": [
            {
                "tokens": dict(tokens.get(who, {})),
                "cards": hands[who],
                "nobles": list(nobles.get(who, ())),
                "reserved": [
                    {"card": card, "is_blind": card in blind} for card in reserved.get(who, ())
                ],
                "dropped_out": dropped_out.get(who, 0),
            }
            for who in range(seats)
        ],
        "removed_cards": [{"card": card, "is_blind": card in blind} for card in gone],
        "removed_nobles": [],
        "decision": "turn",
        "outcome": None,
    }


def _supply(seats: int, hands: Iterable[Tokens]) -> dict[str, int]:
    all_of_them = {kind.text: count(SUPPLY_OF_SEATS[seats], kind) for kind in (*GEMS, Kind.GOLD)}
    held = list(hands)
    return {
        name: number - sum(hand.get(name, 0) for hand in held)
        for name, number in all_of_them.items()
    }


def bonuses(**numbers: int) -> list[str]:
    """Cards of level 1 without points that give these bonuses: `bonuses(white=3, red=1)`."""
    found: list[str] = []
    for name, number in numbers.items():
        of_colour = (
            card.id
            for card in DEVELOPMENTS.values()
            if card.level == 1 and card.bonus is KIND_OF_TEXT[name] and not card.points
        )
        found += islice(of_colour, number)
    return found


def play(state: State, *lines: str) -> list[Event]:
    """Play lines of notation for whoever is to move; the events of the last one."""
    log: list[Event] = []
    for line in lines:
        log = []
        splendor.apply(state, state.seat, splendor.parse_action(line), NO_DRAWS, log)
    return log


def texts(state: State) -> list[str]:
    """The legal actions in notation."""
    return [splendor.action_text(action) for action in splendor.legal_actions(state)]


def starting(state: State, *words: str) -> list[str]:
    """The legal actions whose notation starts with one of these words."""
    return [line for line in texts(state) if line.startswith(words)]


def outcome_of(state: State) -> Outcome:
    """The outcome of a match that must be over."""
    outcome = splendor.outcome(state)
    assert outcome is not None
    return outcome


def assert_refused(
    state: State, line: str | Action, reason: Reason, rule: str, field: str = ""
) -> None:
    """The action is refused for this reason by this rule, not listed, and changes nothing."""
    action = splendor.parse_action(line) if isinstance(line, str) else line
    before = splendor.to_data(state)
    with pytest.raises(Refused) as raised:
        splendor.apply(state, state.seat, action, NO_DRAWS)
    refused = raised.value.refusal
    assert (refused.reason, refused.rule, refused.field) == (reason, rule, field)
    assert splendor.to_data(state) == before
    assert action not in splendor.legal_actions(state)
