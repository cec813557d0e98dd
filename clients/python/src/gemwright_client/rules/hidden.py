"""What a view hides: the cards that a viewer has not seen, and where a guess deals them."""

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Protocol, TypeAlias

from gemwright.engine.kinds import KINDS


class Hidden:
    """A shuffled pile of the cards that the viewer has not seen."""

    def __init__(self, cards: Iterable[str], seen: Collection[str], rng: Random) -> None:
        self._pile = [card for card in cards if card not in seen]
        rng.shuffle(self._pile)

    def __len__(self) -> int:
        return len(self._pile)

    def take(self) -> str:
        """Take a card."""
        if not self._pile:
            raise ValueError("the view hides more cards than there are")
        return self._pile.pop()

    def rest(self) -> list[str]:
        """Take all cards that are left, as a deck."""
        rest, self._pile = self._pile, []
        return rest


Piles: TypeAlias = dict[int, Hidden]
"""The hidden cards of each level."""


class SeenReserve(Protocol):
    """A card in a reserve as others see it."""

    @property
    def level(self) -> int: ...

    @property
    def card(self) -> str | None: ...


def reserved(
    entries: Sequence[SeenReserve], own: Sequence[str] | None, piles: Piles
) -> list[dict[str, object]]:
    """List a reserve: one's own is known, of others what came from a deck is not."""
    if own is not None:
        return [
            {"card": card, "is_blind": entry.card is None}
            for card, entry in zip(own, entries, strict=True)
        ]
    return [
        {"card": entry.card or piles[entry.level].take(), "is_blind": entry.card is None}
        for entry in entries
    ]


def by_name(counts: Sequence[int]) -> dict[str, int]:
    """Name the kinds of which there are any."""
    return {kind.text: number for kind, number in zip(KINDS, counts, strict=True) if number}
