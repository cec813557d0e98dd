"""Every action that is listed, built once: listing picks from these tables."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Final

from gemwright.engine.kinds import GEMS, KINDS, Kind
from gemwright.engine.lanes import Lanes, count, held, pack_row
from gemwright.engine.splendor.actions import (
    BuyCard,
    BuyReserved,
    Discard,
    Pass,
    ReserveCard,
    ReserveFromDeck,
    TakeGems,
    TakeNoble,
)
from gemwright.engine.splendor.cards import DEVELOPMENTS, LEVELS, NOBLES
from gemwright.engine.splendor.state import COLOURS_OF_A_TAKE, GEMS_FOR_A_PAIR, RESERVE_LIMIT

TAKES: Final = {
    colours: TakeGems(colours)
    for colours in (
        *(
            different
            for number in range(COLOURS_OF_A_TAKE, 0, -1)
            for different in combinations(GEMS, number)
        ),
        *((colour, colour) for colour in GEMS),
    )
}
"""Every take there can be, by its colours."""

GEMS_OF_TAKE: Final = {
    colours: pack_row(colours.count(kind) for kind in KINDS) for colours in TAKES
}
RESERVE_CARD: Final = {card: ReserveCard(card) for card in DEVELOPMENTS}
RESERVE_FROM_DECK: Final = tuple(ReserveFromDeck(level) for level in LEVELS)
BUY_CARD: Final = {card: BuyCard(card) for card in DEVELOPMENTS}
BUY_RESERVED: Final = tuple(BuyReserved(slot) for slot in range(RESERVE_LIMIT))
PASS: Final = Pass()
DISCARD: Final = {kind: Discard(kind) for kind in (*GEMS, Kind.GOLD)}
TAKE_NOBLE: Final = {noble: TakeNoble(noble) for noble in NOBLES}


@cache
def takes_from(gems: Lanes) -> Mapping[tuple[Kind, ...], TakeGems]:
    """The takes that a supply of gems allows (S-TAKE-1, S-TAKE-2), by their colours."""
    there = held(gems)
    number = min(COLOURS_OF_A_TAKE, len(there))
    different = combinations(there, number) if number else ()
    pairs = ((colour, colour) for colour in there if count(gems, colour) >= GEMS_FOR_A_PAIR)
    return {colours: TAKES[colours] for colours in (*different, *pairs)}


@cache
def discards_of(tokens: Lanes) -> tuple[Discard, ...]:
    """One discard for each kind of these pieces (S-END-1)."""
    return tuple(DISCARD[kind] for kind in held(tokens))
