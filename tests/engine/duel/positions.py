"""Positions for tests: say what matters, the rest of the pieces falls into place.

Tokens that are nowhere named lie in the bag, or on the board where no board is given. Cards that
are nowhere named fill the free slots and then the decks, in id order. Privileges that nobody has
lie on the table.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

import pytest

from gemwright.engine import GAMES, duel
from gemwright.engine.chance import Purpose, Scripted
from gemwright.engine.duel.actions import Action
from gemwright.engine.duel.cards import COUNTERFEITERS, DECKS, JEWELS, LEVELS, SPIRAL
from gemwright.engine.duel.events import Event
from gemwright.engine.duel.limits import PRIVILEGES, PYRAMID_SLOTS
from gemwright.engine.duel.setup import COMPONENTS
from gemwright.engine.duel.state import State
from gemwright.engine.duel.views import Table
from gemwright.engine.kinds import KIND_OF_TEXT, KINDS
from gemwright.engine.lanes import listed
from gemwright.engine.refusals import Reason, Refused

LETTERS: Final = dict(zip("wbgrkpos", KIND_OF_TEXT, strict=True))
"""Tokens in the drawing of a board: k is black, p pearl, o gold, s glassware."""

EMPTY_BOARD: Final = "..... ..... ..... ..... ....."

Tokens = Mapping[str, int]
Cards = Sequence[str | tuple[str, str]]
"""Card ids; a wild card comes with the colour it counts for."""


def position(
    *,
    game: str = duel.NAME,
    board: str | None = None,
    tokens: tuple[Tokens, Tokens] = ({}, {}),
    privileges: tuple[int, int] = (0, 0),
    cards: tuple[Cards, Cards] = ((), ()),
    royals: tuple[Sequence[str], Sequence[str]] = ((), ()),
    counterfeiters: tuple[Sequence[str], Sequence[str]] = ((), ()),
    reserved: tuple[Sequence[str], Sequence[str]] = ((), ()),
    blind: Iterable[str] = (),
    pyramid: Mapping[int, Sequence[str | None]] | None = None,
    face_up: Sequence[str] = (),
    decks: Mapping[int, Sequence[str]] | None = None,
    empty_decks: Iterable[int] = (),
    royal_row: Sequence[str | None] | None = None,
    royal_deck: Sequence[str] = (),
    counterfeiter_row: Sequence[str | None] | None = None,
    counterfeiter_deck: Sequence[str] = (),
    royals_for_crowns: tuple[int, int] | None = None,
    blocking_turns: tuple[int, int] = (0, 0),
    idle_turns: int = 0,
    seat: int = 0,
    options: Mapping[str, object] | None = None,
    turn: Mapping[str, object] | None = None,
    decision: Mapping[str, object] | None = None,
    dug: Sequence[str] = (),
    extra: Mapping[str, object] | None = None,
) -> State:
    """The position in which `seat` begins its turn, or has come to `decision`.

    `reserved` names cards face up, those also in `blind` came from a deck. `face_up` names cards
    for the first slots of their levels where `pyramid` does not say more. The cards of a level in
    `empty_decks` that are nowhere named are owned by seat 1 - `seat`, wild ones as white.
    `turn` and `extra` override fields of the data.
    """
    box = COMPONENTS[game]
    pool = [kind.text for kind in listed(box.tokens)]
    for hand in tokens:
        for name, number in hand.items():
            del pool[pool.index(name) : pool.index(name) + number]
    cells: list[str | None] = [None] * 25
    if board is None:
        for cell in SPIRAL:
            cells[cell] = pool.pop(0) if pool else None
    else:
        letters = board.replace(" ", "")
        cells = [None if letter == "." else LETTERS[letter] for letter in letters]
        for cell_name in filter(None, cells):
            pool.remove(cell_name)

    owned = [[_owned(card) for card in hand] for hand in cards]
    named = {card for hand in owned for card, _ in hand}
    named |= {card for hand in reserved for card in hand} | set(dug) | set(face_up)
    for deck in (decks or {}).values():
        named |= set(deck)
    slots: list[str | None] = []
    piles: list[list[str]] = []
    for level in LEVELS:
        start, end = PYRAMID_SLOTS[level - 1]
        given = (pyramid or {}).get(level)
        free = [
            card for card in DECKS[level - 1] if card not in named and card not in (given or ())
        ]
        if given is None:
            given = [card for card in face_up if JEWELS[card].level == level]
            given += [free.pop(0) if free else None for _ in range(start + len(given), end)]
        slots += given
        pile = [*(decks or {}).get(level, ()), *free]
        if level in set(empty_decks):
            owned[1 - seat] += [_owned((card, "white")) for card in free]
            pile = []
        piles.append(pile)

    row, deck = _row(box.royals, 4, royal_row, royal_deck, (*royals[0], *royals[1]))
    c_row, c_deck = _row(
        box.counterfeiters,
        box.counterfeiter_slots,
        counterfeiter_row,
        counterfeiter_deck,
        (*counterfeiters[0], *counterfeiters[1]),
    )
    crowns = [
        sum(JEWELS[card].crowns for card, _ in owned[who])
        + sum(COUNTERFEITERS[card].crowns for card in counterfeiters[who])
        for who in (0, 1)
    ]
    spent = royals_for_crowns or tuple((n >= 3) + (n >= 6) for n in crowns)
    data: dict[str, object] = {
        "format": 1,
        "game": game,
        "rules_version": duel.RULES_VERSION,
        "options": {**duel.Options().values, **(options or {})},
        "draws": 0,
        "turn": {
            "number": 20,
            "seat": seat,
            "is_extra": False,
            "has_used_privilege": False,
            "has_replenished": False,
            "has_acted": decision is not None,
            "has_purchased": False,
            "can_claim": False,
            "is_extra_turn_due": False,
            "is_window_closed": False,
            "used": [],
            **(turn or {}),
        },
        "idle_turns": idle_turns,
        "board": cells,
        "bag": dict(Counter(pool)),
        "privileges": PRIVILEGES - sum(privileges),
        "decks": piles,
        "pyramid": slots,
        "royals": row,
        "royal_deck": deck,
        "counterfeiters": c_row,
        "counterfeiter_deck": c_deck,
        "dug": list(dug),
        "players": [
            {
                "tokens": dict(tokens[who]),
                "privileges": privileges[who],
                "cards": [{"card": card, "colour": colour} for card, colour in owned[who]],
                "royals": list(royals[who]),
                "counterfeiters": list(counterfeiters[who]),
                "reserved": [
                    {"card": card, "is_blind": card in set(blind)} for card in reserved[who]
                ],
                "royals_for_crowns": spent[who],
                "blocking_turns": blocking_turns[who],
            }
            for who in (0, 1)
        ],
        "decision": _TURN | {"seat": seat} | dict(decision or {}),
        "outcome": None,
        **(extra or {}),
    }
    loaded = GAMES[game].from_data(data)
    assert isinstance(loaded, State)
    return loaded


_TURN: Final[dict[str, object]] = {
    "kind": "turn",
    "card": None,
    "kinds": [],
    "left": 1,
    "again": None,
    "can_stop": False,
}


def _owned(card: str | tuple[str, str]) -> tuple[str, str | None]:
    name, given = (card, None) if isinstance(card, str) else card
    jewel = JEWELS[name]
    if jewel.is_wild:
        return name, given
    return name, None if jewel.bonus is None else jewel.bonus.text


def _row(
    all_of_them: Sequence[str],
    number: int,
    given: Sequence[str | None] | None,
    on_top: Sequence[str],
    owned: Sequence[str],
) -> tuple[list[str | None], list[str]]:
    free = [card for card in all_of_them if card not in {*owned, *on_top, *(given or ())}]
    if given is None:
        given = [free.pop(0) if free else None for _ in range(number)]
    return list(given), [*on_top, *free]


def play(state: State, *lines: str, **script: Sequence[object]) -> list[Event]:
    """Play lines of notation for whoever is to move; the events of the last one.

    Keywords script chance: `play(state, "replenish", replenish=[Kind.RED])`.
    """
    chance = Scripted({Purpose(name): items for name, items in script.items()})
    log: list[Event] = []
    for line in lines:
        log = []
        duel.apply(state, state.seat, duel.parse_action(line), chance, log)
    return log


def texts(state: State) -> list[str]:
    """The legal actions in notation."""
    return [duel.action_text(action) for action in duel.legal_actions(state)]


def table(state: State) -> Table:
    """What everybody knows of the position."""
    return duel.view(state, None).table


def hand(state: State, seat: int) -> dict[str, int]:
    """The tokens of a seat by name, those it has."""
    tokens = table(state).players[seat].tokens
    return {kind.text: number for kind, number in zip(KINDS, tokens, strict=True) if number}


def bag(state: State) -> dict[str, int]:
    """The tokens in the bag by name, those that are there."""
    return {kind.text: n for kind, n in zip(KINDS, table(state).bag, strict=True) if n}


def deck_of(state: State, level: int) -> list[str]:
    """The rest of a level's deck, the top card first."""
    return cast("list[list[str]]", duel.to_data(state)["decks"])[level - 1]


def names(events: Iterable[Event]) -> list[str]:
    """What sort of event each is."""
    return [type(event).__name__ for event in events]


def assert_refused(
    state: State, line: str | Action, reason: Reason, rule: str, seat: int | None = None
) -> None:
    """The action is refused for this reason by this rule, not listed, and changes nothing."""
    action = duel.parse_action(line) if isinstance(line, str) else line
    who = state.seat if seat is None else seat
    before = duel.to_data(state)
    with pytest.raises(Refused) as raised:
        duel.apply(state, who, action, Scripted({}))
    refused = raised.value.refusal
    assert (refused.reason, refused.rule) == (reason, rule)
    assert duel.to_data(state) == before
    if who == state.seat:
        assert action not in duel.legal_actions(state)
