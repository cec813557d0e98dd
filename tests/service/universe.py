"""Every action that the contract can say of a game, whatever the position.

Payments alone are without number: of those, what `payments_near` makes of one that is right.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Final

from gemwright.engine.duel import actions as duel
from gemwright.engine.duel.board import CELL_COUNT
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, LEVELS, ROYALS
from gemwright.engine.duel.limits import MOST_DUG, MOST_RESERVED
from gemwright.engine.kinds import GEMS, KINDS, Kind
from gemwright.engine.splendor import actions as splendor
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES
from gemwright.engine.splendor.limits import RESERVE_LIMIT

CELLS: Final = range(CELL_COUNT)
MOST_CELLS: Final = 3
MOST_GEMS: Final = 3


@cache
def universe(game: str) -> tuple[object, ...]:
    """Every action of the game that states no payment, each once."""
    return tuple(_splendor() if game == "splendor" else _duel())


def _duel() -> Iterator[duel.Action]:
    """Both games of Duel can say the same."""
    golds = (None, *CELLS)
    colours: tuple[Kind | None, ...] = (None, *GEMS)
    yield from (duel.Replenish(), duel.Claim(), duel.Pass(), duel.Stop(), duel.Done())
    yield from (duel.UsePrivilege(cell) for cell in CELLS)
    yield from (duel.PickToken(cell) for cell in CELLS)
    for number in range(1, MOST_CELLS + 1):
        yield from (duel.TakeTokens(cells) for cells in combinations(CELLS, number))
    yield from (duel.ReserveCard(card, gold) for card in JEWELS for gold in golds)
    yield from (duel.ReserveFromDeck(level, gold) for level in LEVELS for gold in golds)
    yield from (duel.BuyCard(card, colour) for card in JEWELS for colour in colours)
    yield from (duel.BuyReserved(slot, one) for slot in range(MOST_RESERVED) for one in colours)
    yield from (duel.BuyCounterfeiter(card) for card in COUNTERFEITERS)
    yield from (duel.TakeCounterfeiter(card) for card in (None, *COUNTERFEITERS))
    yield from (duel.TakeRoyal(card) for card in ROYALS)
    yield from (duel.BuyRoyal(card) for card in ROYALS)
    yield duel.BuyExtraTurn()
    for kind in KINDS:
        yield from (duel.StealToken(kind), duel.BuySteal(kind), duel.Discard(kind))
    yield from (duel.Dig(level) for level in LEVELS)
    yield from (duel.DrawTokens(number) for number in range(3))
    for number in range(1, MOST_DUG + 1):
        for keep, *bottom in permutations(range(number)):
            yield duel.KeepDug(keep, tuple(bottom))


def _splendor() -> Iterator[splendor.Action]:
    yield splendor.Pass()
    for number in range(1, MOST_GEMS + 1):
        yield from (splendor.TakeGems(colours) for colours in combinations(GEMS, number))
    yield from (splendor.TakeGems((colour, colour)) for colour in GEMS)
    yield from (splendor.ReserveCard(card) for card in DEVELOPMENTS)
    yield from (splendor.ReserveFromDeck(level) for level in (1, 2, 3))
    yield from (splendor.BuyCard(card) for card in DEVELOPMENTS)
    yield from (splendor.BuyReserved(slot) for slot in range(RESERVE_LIMIT))
    yield from (splendor.Discard(kind) for kind in (*GEMS, Kind.GOLD))
    yield from (splendor.TakeNoble(noble) for noble in NOBLES)


def payments_near(game: str, right: object | None) -> Iterator[object]:
    """Payments for something on offer: nothing, one token of a kind, all ones and many; and where
    a payment is right, also those that differ from it by a token, and by a discount."""
    nothing = (0,) * len(KINDS)
    rows = {nothing, (1,) * len(KINDS), (31,) * len(KINDS)}
    rows |= {_moved(nothing, kind, 1) for kind in KINDS}
    if isinstance(right, duel.Payment | splendor.Payment):
        rows |= {_moved(right.tokens, kind, by) for kind in KINDS for by in (1, -1)}
        pairs = permutations(KINDS, 2)
        rows |= {_moved(_moved(right.tokens, more, 1), less, -1) for more, less in pairs}
    rows = {row for row in rows if min(row) >= 0}
    if game == "splendor":
        yield from (splendor.Payment(row) for row in sorted(rows))
        return
    yield from (duel.Payment(row) for row in sorted(rows))
    if isinstance(right, duel.Payment):
        for card in COUNTERFEITERS:
            for kind in KINDS:
                yield duel.Payment(right.tokens, (*right.units, duel.Unit(card, kind)))


def _moved(row: tuple[int, ...], kind: Kind, by: int) -> tuple[int, ...]:
    changed = list(row)
    changed[kind] += by
    return tuple(changed)
