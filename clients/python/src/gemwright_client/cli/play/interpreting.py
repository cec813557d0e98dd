"""What a half-typed line means: which choices it leaves, how it can go on, what Enter does with it.

A line is a number of the list, or notation, or any words of a choice in any order, each as short as
one likes. Nothing is asked of a server here.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from gemwright_client.cli.play.choices import Choice
from gemwright_client.errors import NotationError
from gemwright_client.notation import match_legal
from gemwright_client.pb.game_pb2 import Action

COMMANDS: Final = ("help", "moves", "quit", "resign", "undo")
PAY: Final = "pay"


def words_in(line: str) -> list[str]:
    """The words of a line, small."""
    return line.replace(",", " ").lower().split()


def narrowed(choices: Sequence[Choice], line: str) -> list[Choice]:
    """The choices that a line leaves; what it says exactly comes first."""
    typed = words_in(line)
    if not typed:
        return list(choices)
    if len(typed) == 1 and typed[0].isdecimal():
        return [choice for choice in choices if str(choice.number) == typed[0]]
    left = [choice for choice in choices if _fits(typed, _words_of(choice))]
    return sorted(left, key=lambda choice: not _says(choice, typed))


def chosen(choices: Sequence[Choice], line: str) -> Choice | None:
    """The choice that a line stands for: by its number, by its notation, or as all it leaves."""
    left = narrowed(choices, line)
    if len(left) == 1 and words_in(line):
        return left[0]
    if left and _says(left[0], words_in(line)):
        return left[0]
    return None


def written(choices: Sequence[Choice], line: str, game: int) -> Action | None:
    """The action that a line is in notation, be it listed or not; None where it is none."""
    try:
        return match_legal(line, [choice.action for choice in choices], game)
    except NotationError:
        return None


def purchase_before_pay(choices: Sequence[Choice], line: str) -> Choice | None:
    """The purchase whose payments a line asks for: what stands before its `pay`."""
    typed = words_in(line)
    if PAY not in typed:
        return None
    return chosen(choices, " ".join(typed[: typed.index(PAY)]))


def continuations(choices: Sequence[Choice], line: str) -> list[str]:
    """The words with which a line can go on, or its last word can end."""
    typed = words_in(line)
    begun = typed.pop() if typed and not line[-1:].isspace() else ""
    found = dict.fromkeys(COMMANDS) if not typed else {}
    for choice in choices:
        left = words_in(choice.text)
        if _strike(left, typed):
            found.update(dict.fromkeys(_next_words(choice, left, typed, begun)))
    return [word for word in found if word.lower().startswith(begun)]


def completed(choices: Sequence[Choice], line: str) -> str:
    """The line with all that is certain about the word that is being typed."""
    words = continuations(choices, line)
    if not words:
        return line
    begun = line[len(line.rstrip()) - len(line.split()[-1]) :] if line.split() else ""
    if line[-1:].isspace():
        begun = ""
    start = line[: len(line) - len(begun)]
    if len(words) == 1:
        return f"{start}{words[0]} "
    shared = _shared_beginning(words)
    return start + shared if len(shared) > len(begun) else line


def _shared_beginning(words: Sequence[str]) -> str:
    first, last = min(words), max(words)
    same = next((at for at, sign in enumerate(first) if last[at : at + 1] != sign), len(first))
    return first[:same]


def _says(choice: Choice, typed: Sequence[str]) -> bool:
    """Whether the words are the notation of a choice; what is taken has no order."""
    words = words_in(choice.text)
    return words == typed or (choice.verb == "take" and sorted(words) == sorted(typed))


def _next_words(
    choice: Choice, left: Sequence[str], typed: Sequence[str], begun: str
) -> Iterable[str]:
    """The words of a choice that may come next: the first that is left; anything that is begun."""
    at = {word.lower(): word for word in choice.text.split()}
    if not typed:
        return [at[left[0]]] if left else []
    return [at[word] for word in (left if begun else left[:1])]


def _strike(words: list[str], typed: Iterable[str]) -> bool:
    """Strike whole words; false where one of them is missing."""
    for word in typed:
        if word not in words:
            return False
        words.remove(word)
    return True


def _words_of(choice: Choice) -> list[str]:
    return [*words_in(choice.text), *choice.names]


def _fits(typed: Sequence[str], words: list[str]) -> bool:
    """Whether every typed word begins another word; whole words are given away first."""
    left = list(words)
    for word in sorted(typed, key=lambda one: (one not in words, -len(one))):
        found = word if word in left else _begun(word, left)
        if found is None:
            return False
        left.remove(found)
    return True


def _begun(word: str, words: Sequence[str]) -> str | None:
    return next((one for one in words if one.startswith(word)), None)
