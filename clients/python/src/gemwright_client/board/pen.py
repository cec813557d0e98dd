"""How the small parts of a board are written: a mark, a count, a cost, a card's abilities."""

from collections.abc import Mapping
from dataclasses import dataclass

from gemwright_client.board.cards import Cards, Kind, counts_of, kind_of, level_name
from gemwright_client.board.glyphs import Glyphs
from gemwright_client.board.lines import SPACE, Line, Span, Style, cut, joined, text, width_of
from gemwright_client.pb.catalog_service_pb2 import CARD_SORT_COUNTERFEITER, Card
from gemwright_client.words import Words


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes with the words, the signs and the cards of one drawing."""

    words: Words
    glyphs: Glyphs
    cards: Cards

    def say(self, key: str, **values: object) -> str:
        """Return the text of a key, in ASCII where the signs are."""
        return self.glyphs.text(self.words(key, **values))

    def mark(self, kind: Kind | None, style: Style | None = None) -> Span:
        """Return the letter of a kind of token."""
        if kind is None:
            return Span(self.glyphs.empty, "dim")
        return Span(self.say(f"mark.{kind}"), kind if style is None else style)

    def count(self, kind: Kind, number: int) -> Span:
        """Write a number of tokens of a kind."""
        return Span(f"{number}{self.say(f'mark.{kind}')}", kind)

    def counts(self, counts: Mapping[Kind, int], separator: str = " ") -> Line:
        """Write the numbers of all kinds of which there are any."""
        some = [(self.count(kind, number),) for kind, number in counts.items() if number]
        return joined(some, text(separator)) if some else text(self.glyphs.empty, "dim")

    def cells(self, counts: Mapping[Kind, int], width: int) -> Line:
        """Write the numbers of all kinds, each in a cell of that width."""
        return tuple(
            self.count_in(kind, number, width) if number else self._none(width)
            for kind, number in counts.items()
        )

    def count_in(self, kind: Kind, number: int, width: int) -> Span:
        """Write a number of tokens of a kind, right-aligned in a width."""
        span = self.count(kind, number)
        return Span(span.text.rjust(width), span.style)

    def points(self, number: int, style: Style = "strong") -> Line:
        """Write prestige points, unless there are none."""
        return text(f"{self.glyphs.points}{number}", style) if number else ()

    def crowns(self, number: int, style: Style = "strong") -> Line:
        """Write crowns, unless there are none."""
        return text(f"{self.glyphs.crown}{number}", style) if number else ()

    def worth(self, card: Card) -> Line:
        """Write the points and the crowns of a card."""
        return (*self.points(card.points), *self.crowns(card.crowns))

    def bonus(self, card: Card) -> Line:
        """Write the mark of a card's bonus, once for each that it counts for."""
        if card.is_wild:
            return text(self.glyphs.wild * max(card.bonus_count, 1), "strong")
        kind = self.bonus_kind(card)
        if kind is None:
            return text("-", "dim")
        return text(self.say(f"mark.{kind}") * card.bonus_count, kind)

    def bonus_kind(self, card: Card) -> Kind | None:
        """Return the colour of a card's bonus; None for a wild card and for no bonus."""
        return kind_of(card.bonus) if card.bonus_count and not card.is_wild else None

    def cost(self, card: Card, separator: str = " ") -> Line:
        """Write what a card costs."""
        return self.counts(counts_of(card.cost), separator)

    def abilities(self, card: Card) -> Line:
        """Write what a card does, in short."""
        return joined((self._ability(card, key) for key in card.abilities), SPACE)

    def _ability(self, card: Card, key: str) -> Line:
        """Write an ability; one of a counterfeiter card may go with the card's colour."""
        short = f"short.{key}"
        words = text(self.say(short) if short in self.words else self.glyphs.cut(key, 8))
        colour = kind_of(card.bonus) if card.sort == CARD_SORT_COUNTERFEITER else None
        return (*words, *SPACE, self.mark(colour)) if colour else words

    def back(self, level: int) -> Span:
        """Show a hidden card by the level on its back."""
        return Span(f"[{level_name(level)}]", "dim")

    def shortened(self, line: Line, width: int) -> Line:
        """Shorten the line to a width, with a sign at its end."""
        if width_of(line) <= width:
            return line
        return (*cut(line, width - 1), Span(self.glyphs.ellipsis, "dim"))

    def _none(self, width: int) -> Span:
        return Span(self.glyphs.empty.rjust(width), "dim")
