"""Reading and writing the words that make up the notation of every game."""

from collections.abc import Container, Sequence

from gemwright.engine.kinds import KIND_OF_TEXT, KINDS, Kind


class NotationError(ValueError):
    """A line that is not an action; names what was found and what could stand there."""


class Words:
    """The words of one line, read from left to right."""

    def __init__(self, line: str) -> None:
        self.line = line
        self._words = line.split()
        self._next = 0

    @property
    def more(self) -> bool:
        """Whether words are left."""
        return self._next < len(self._words)

    def wrong(self, expected: str) -> NotationError:
        """The error that names what should stand at this place."""
        found = f"found {self._words[self._next]!r}" if self.more else "the line ends"
        return NotationError(f"{self.line!r}: {expected} is expected, {found}")

    def word(self, expected: str) -> str:
        """The next word, whatever it is."""
        if not self.more:
            raise self.wrong(expected)
        self._next += 1
        return self._words[self._next - 1]

    def one_of(self, known: Container[str], expected: str) -> str:
        """The next word, which must be one of these."""
        if not self.more or self._words[self._next] not in known:
            raise self.wrong(expected)
        return self.word(expected)

    def skip(self, word: str) -> bool:
        """Skip this word if it is next, and return whether it was."""
        found = self.more and self._words[self._next] == word
        self._next += found
        return found

    def number(self, expected: str) -> int:
        """The next word as a number from 0 to 99."""
        if not self.more or not (
            self._words[self._next].isascii()
            and self._words[self._next].isdecimal()
            and len(self._words[self._next]) <= 2
        ):
            raise self.wrong(expected)
        return int(self.word(expected))

    def place(self, expected: str) -> int:
        """The next word as a place: it counts from 1, the value from 0."""
        number = self.number(expected)
        if number == 0:
            raise NotationError(f"{self.line!r}: places count from 1")
        return number - 1

    def has_number(self) -> bool:
        """Whether the next word begins with a digit."""
        return self.more and self._words[self._next][0].isdecimal()

    def kind(self) -> Kind:
        """The next word as a kind of token."""
        return KIND_OF_TEXT[self.one_of(KIND_OF_TEXT, "a kind of token")]

    def tokens(self) -> tuple[int, ...]:
        """Numbers and kinds as in `2 white 1 gold`; one count for each kind."""
        counts = [0] * len(KINDS)
        if not self.has_number():
            raise self.wrong("a number of tokens")
        while self.has_number():
            number = self.number("a number of tokens")
            counts[self.kind()] += number
        return tuple(counts)

    def finish(self) -> None:
        """Refuse any words that are left."""
        if self.more:
            raise self.wrong("the end of the line")


def tokens_text(tokens: Sequence[int]) -> str:
    """Tokens as in `2 white 1 gold`, or `0 white` for none."""
    named = [f"{number} {kind.text}" for kind, number in zip(KINDS, tokens, strict=False) if number]
    return " ".join(named) or "0 white"
