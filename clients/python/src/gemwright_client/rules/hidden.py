"""The cards of one kind that a viewer has not seen, and the places they are dealt to."""

from collections.abc import Collection, Iterable
from random import Random


class Hidden:
    """A shuffled pile of everything that lies nowhere in sight."""

    def __init__(self, cards: Iterable[str], seen: Collection[str], rng: Random) -> None:
        self._pile = [card for card in cards if card not in seen]
        rng.shuffle(self._pile)

    def __len__(self) -> int:
        return len(self._pile)

    def take(self) -> str:
        """One of them."""
        if not self._pile:
            raise ValueError("the view hides more cards than there are")
        return self._pile.pop()

    def rest(self) -> list[str]:
        """All that is left, to be a deck."""
        rest, self._pile = self._pile, []
        return rest
