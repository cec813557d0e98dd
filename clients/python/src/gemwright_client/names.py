"""What players are called in texts, on boards and in pictures."""

from collections.abc import Sequence
from typing import Final

from gemwright_client.pb.match_pb2 import Match
from gemwright_client.words import Words

_OF_THE_SERVER: Final = "bot:"
_LONGEST: Final = 16


def short_name(principal: str, longest: int | None = _LONGEST) -> str:
    """A name without the mark of the server's bots, and of no more than so many letters."""
    name = principal.removeprefix(_OF_THE_SERVER)
    return name if longest is None or len(name) <= longest else name[: longest - 1] + "…"


def seat_name(match: Match, seat: int, words: Words, longest: int | None = _LONGEST) -> str:
    """Who has a seat, as the others call them; with its number where the name is not enough."""
    names = [short_name(each.principal, longest) for each in match.seats]
    name = names[seat] if 0 <= seat < len(names) else ""
    if not name:
        return words("event.seat", number=seat + 1)
    return name if names.count(name) == 1 else f"{name}#{seat + 1}"


def winners_text(names: Sequence[str], words: Words) -> str:
    """Who has won; where that is nobody, it is a draw."""
    if not names:
        return words("draw")
    if len(names) == 1:
        return words("wins", name=names[0])
    return words("win_together", names=", ".join(names))
