"""How the small pieces of a board are written: a mark, a count, a cost, a card in one line."""

from collections.abc import Mapping
from dataclasses import dataclass

from gemwright_client.board.cards import Cards, Kind, counts_of, kind_of, level_name
from gemwright_client.board.glyphs import Glyphs
from gemwright_client.board.lines import SPACE, Line, Span, Style, cut, joined, text, width_of
from gemwright_client.pb.catalog_service_pb2 import CARD_SORT_COUNTERFEITER, Card
from gemwright_client.words import Words


@dataclass(frozen=True, slots=True)
class Pen:
    """The words, the signs and the cards of one drawing."""

    words: Words
    glyphs: Glyphs
    cards: Cards

    def say(self, key: str, **values: object) -> str:
        """The text of a key, in letters that the signs go with."""
        return self.glyphs.text(self.words(key, **values))

    def mark(self, kind: Kind | None, style: Style | None = None) -> Span:
        """The letter of a kind of token."""
        if kind is None:
            return Span(self.glyphs.empty, "dim")
        return Span(self.say(f"mark.{kind}"), kind if style is None else style)

    def count(self, kind: Kind, number: int) -> Span:
        """So many of a kind."""
        return Span(f"{number}{self.say(f'mark.{kind}')}", kind)

    def counts(self, counts: Mapping[Kind, int], separator: str = " ") -> Line:
        """What there is of each kind, none left out but those without any."""
        some = [(self.count(kind, number),) for kind, number in counts.items() if number]
        return joined(some, text(separator)) if some else text(self.glyphs.empty, "dim")

    def cells(self, counts: Mapping[Kind, int], width: int) -> Line:
        """A cell of that width for each kind, those without any too."""
        return tuple(
            self.count_in(kind, number, width) if number else self._none(width)
            for kind, number in counts.items()
        )

    def count_in(self, kind: Kind, number: int, width: int) -> Span:
        """So many of a kind, at the end of a width."""
        span = self.count(kind, number)
        return Span(span.text.rjust(width), span.style)

    def points(self, number: int, style: Style = "strong") -> Line:
        """Prestige points, unless there are none."""
        return text(f"{self.glyphs.points}{number}", style) if number else ()

    def crowns(self, number: int, style: Style = "strong") -> Line:
        """Crowns, unless there are none."""
        return text(f"{self.glyphs.crown}{number}", style) if number else ()

    def worth(self, card: Card) -> Line:
        """The points and the crowns of a card."""
        return (*self.points(card.points), *self.crowns(card.crowns))

    def bonus(self, card: Card) -> Line:
        """The marks of a card's bonus, as many as it counts for."""
        if card.is_wild:
            return text(self.glyphs.wild * max(card.bonus_count, 1), "strong")
        kind = self.bonus_kind(card)
        if kind is None:
            return text("-", "dim")
        return text(self.say(f"mark.{kind}") * card.bonus_count, kind)

    def bonus_kind(self, card: Card) -> Kind | None:
        """The colour a card counts for, if it has one of its own."""
        return kind_of(card.bonus) if card.bonus_count and not card.is_wild else None

    def level(self, level: int) -> str:
        """The level of a deck as its cards' backs have it."""
        return level_name(level)

    def cost(self, card: Card, separator: str = " ") -> Line:
        """What a card costs."""
        return self.counts(counts_of(card.cost), separator)

    def abilities(self, card: Card) -> Line:
        """What a card does, in short."""
        return joined((self._ability(card, key) for key in card.abilities), SPACE)

    def _ability(self, card: Card, key: str) -> Line:
        """The ability; one of a counterfeiter card may be bound to the card's colour."""
        short = f"short.{key}"
        words = text(self.say(short) if short in self.words else self.glyphs.cut(key, 8))
        colour = kind_of(card.bonus) if card.sort == CARD_SORT_COUNTERFEITER else None
        return (*words, *SPACE, self.mark(colour)) if colour else words

    def back(self, level: int) -> Span:
        """A card that nobody here can see."""
        return Span(f"[{level_name(level)}]", "dim")

    def shortened(self, line: Line, width: int) -> Line:
        """The line, with a sign at its end where it is too long."""
        if width_of(line) <= width:
            return line
        return (*cut(line, width - 1), Span(self.glyphs.ellipsis, "dim"))

    def _none(self, width: int) -> Span:
        return Span(self.glyphs.empty.rjust(width), "dim")
