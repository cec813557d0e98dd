"""What a half-typed line means: which choices it leaves, how it can go on, what Enter does.

A line is a number of the list, or notation, or any words of a choice in any order, abbreviated as
one likes; only in a payment, numbers stay with their tokens. Only `Menu` asks the server, for the
ways to pay.
"""

from collections.abc import Sequence
from typing import Final

from gemwright_client.board.pen import Pen
from gemwright_client.cli.play.choices import Choice, choices_of, payment_choices
from gemwright_client.cli.play.live_match import LiveMatch, Moment
from gemwright_client.errors import NotationError
from gemwright_client.notation import match_legal
from gemwright_client.pb.game_pb2 import Action

COMMANDS: Final = ("exit", "help", "moves", "quit", "resign", "undo")
PAY: Final = "pay"
_PAID: Final = ("buy", "use")
_LONGEST_QUOTE: Final = 40


def words_in(line: str) -> list[str]:
    """Split a line into words in lower case."""
    return line.replace(",", " ").lower().split()


def quoted(line: str) -> str:
    """Quote what was typed: shortened, and without control characters."""
    clean = "".join(sign if sign.isprintable() else " " for sign in line)
    shown = " ".join(clean.split())
    return shown if len(shown) <= _LONGEST_QUOTE else shown[: _LONGEST_QUOTE - 1] + "…"


def narrowed(choices: Sequence[Choice], line: str) -> list[Choice]:
    """List the choices that a line leaves; an exact match comes first."""
    typed = words_in(line)
    if not typed:
        return list(choices)
    if len(typed) == 1 and typed[0].isdecimal():
        return [choice for choice in choices if str(choice.number) == typed[0]]
    left = [choice for choice in choices if _fits(typed, choice)]
    return sorted(left, key=lambda choice: not _says(choice, typed))


def chosen(choices: Sequence[Choice], line: str) -> Choice | None:
    """Return the choice that a line stands for: its number, its notation, or the only one left."""
    left = narrowed(choices, line)
    if len(left) == 1 and words_in(line):
        return left[0]
    if left and _says(left[0], words_in(line)):
        return left[0]
    return None


def written(choices: Sequence[Choice], line: str, game: int) -> Action | None:
    """Return the action that a line is in notation, listed or not; None where it is none."""
    try:
        return match_legal(line, [choice.action for choice in choices], game)
    except NotationError:
        return None


def unlisted(choices: Sequence[Choice], line: str, game: int) -> Action | None:
    """Return the action that a line is in notation, if it is not listed.

    Such a line means what it says, not a choice that happens to have its words.
    """
    action = written(choices, line, game)
    return None if any(choice.action == action for choice in choices) else action


def purchase_before_pay(choices: Sequence[Choice], line: str) -> Choice | None:
    """Return the purchase whose payments a line asks for: what stands before `pay`."""
    typed = words_in(line)
    if PAY not in typed:
        return None
    choice = chosen(choices, " ".join(typed[: typed.index(PAY)]))
    return choice if choice is not None and choice.verb in _PAID else None


def continuations(choices: Sequence[Choice], line: str) -> list[str]:
    """List the words with which a line can go on, or its last word can end."""
    typed = words_in(line)
    begun = typed.pop() if typed and not _ends_word(line) else ""
    found = dict.fromkeys(COMMANDS) if not typed else {}
    in_order = [choice for choice in choices if _begins(choice, typed)]
    for choice in in_order or choices:
        found.update(dict.fromkeys(_next_words(choice, typed, begun)))
    return [word for word in found if word.lower().startswith(begun)]


def completed(choices: Sequence[Choice], line: str) -> str:
    """Complete the word that is being typed, as far as that is certain."""
    words = continuations(choices, line)
    if not words:
        return line
    begun = "" if _ends_word(line) else line.replace(",", " ").split()[-1]
    start = line[: len(line) - len(begun)]
    if len(words) == 1:
        return f"{start}{words[0]} "
    shared = _shared_beginning(words)
    return start + shared if len(shared) > len(begun) else line


def _ends_word(line: str) -> bool:
    """Tell whether the next letter begins a word."""
    return not line or line[-1] == "," or line[-1].isspace()


def _shared_beginning(words: Sequence[str]) -> str:
    first, last = min(words), max(words)
    same = next((at for at, sign in enumerate(first) if last[at : at + 1] != sign), len(first))
    return first[:same]


def _says(choice: Choice, typed: Sequence[str]) -> bool:
    """Tell whether the words are the notation of a choice; what is taken may come in any order."""
    words = words_in(choice.text)
    return words == typed or (choice.verb == "take" and sorted(words) == sorted(typed))


def _begins(choice: Choice, typed: Sequence[str]) -> bool:
    """Tell whether the typed words are the first ones of a choice, in order."""
    words = words_in(choice.text)
    return len(typed) <= len(words) and all(map(str.startswith, words, typed))


def _next_words(choice: Choice, typed: Sequence[str], begun: str) -> Sequence[str]:
    """List the words of a choice that may come next: the first one left, or any that is begun."""
    as_listed = choice.text.split()
    words = words_in(choice.text)
    if PAY in typed:  # in a payment, words have their order
        at = len(typed)
        return as_listed[at : at + 1] if words[:at] == typed else ()
    if PAY in words:
        del words[words.index(PAY) + 1 :]
    left = _unsaid(words, typed)
    if left is None:
        return ()
    listed = {word.lower(): word for word in as_listed}
    return [listed[word] for word in (left if begun and typed else left[:1])]


def _fits(typed: Sequence[str], choice: Choice) -> bool:
    """Tell whether every typed word begins another word of the choice."""
    words = words_in(choice.text)
    if PAY in words:
        words, typed = _paired(words), _paired(typed)
    return _unsaid([*words, *choice.names.difference(words)], typed) is not None


def _unsaid(words: Sequence[str], typed: Sequence[str]) -> list[str] | None:
    """Remove from the words the ones that typed words begin; None if one of these begins none.

    Whole words are matched first, and then the longest, which fit the fewest words.
    """
    left = list(words)
    for word in sorted(typed, key=lambda one: (one not in words, -len(one))):
        found = word if word in left else _begun(word, left)
        if found is None:
            return None
        left.remove(found)
    return left


def _begun(word: str, words: Sequence[str]) -> str | None:
    """Find a word that begins so; for a number of tokens, the kind alone will do."""
    begins = (one for one in words if one.startswith(word))
    return next(begins, None) or next((one for one in words if f" {word}" in one), None)


def _paired(words: Sequence[str]) -> list[str]:
    """Join, in a payment, each number with the kind of token that it counts."""
    at = words.index(PAY) + 1 if PAY in words else 0
    pairs = list(words[:at])
    for word in words[at:]:
        if len(pairs) > at and pairs[-1].isdecimal() and not word.isdecimal():
            pairs[-1] += f" {word}"
        else:
            pairs.append(word)
    return pairs


class Menu:
    """The current choices; they follow the match by themselves."""

    def __init__(self, live: LiveMatch, pen: Pen) -> None:
        self._live = live
        self._pen = pen
        self._moment: Moment | None = None
        self._choices: list[Choice] = []
        self._payments: dict[str, list[Choice]] = {}
        self._paying: list[Choice] = []

    @property
    def choices(self) -> list[Choice]:
        """The whole list."""
        self._keep_up()
        return self._choices

    @property
    def is_paying(self) -> bool:
        """Whether the list is of the ways to pay for one purchase."""
        self._keep_up()
        return bool(self._paying)

    def choices_for(self, line: str) -> list[Choice]:
        """List what can be chosen from when a line has been typed so far."""
        if self.is_paying:
            return self._paying
        purchase = purchase_before_pay(self._choices, line)
        return self._payments.get(purchase.text, self._choices) if purchase else self._choices

    async def payments_of(self, purchase: Choice) -> list[Choice]:
        """List a purchase once for each way to pay; the first time, ask the server."""
        self._keep_up()
        known = self._payments  # it is replaced when the match goes on
        if purchase.text not in known:
            payments = await self._live.payments(purchase.action)
            known[purchase.text] = payment_choices(purchase, payments)
        return known[purchase.text]

    def pay(self, payments: list[Choice]) -> None:
        """List only these payments from now on; with none, list all choices again."""
        self._paying = payments

    def _keep_up(self) -> None:
        live = self._live
        if live.moment != self._moment:
            self._moment, self._payments, self._paying = live.moment, {}, []
            self._choices = choices_of(live.legal, live.seen.view, self._pen)
