"""A game from a text file, for the commands that show one."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gemwright_client.board.cards import Cards
from gemwright_client.cli.exits import USAGE, Failed
from gemwright_client.errors import RecordUnusable
from gemwright_client.missing import extra
from gemwright_client.pb.catalog_service_pb2 import ListCardsResponse
from gemwright_client.pb.game_pb2 import Game
from gemwright_client.words import Words

if TYPE_CHECKING:
    from gemwright_client.rules import Replay

STANDARD_INPUT: Final = Path("-")
_MOST_BYTES: Final = 4_000_001
"""One more than the longest game has characters: whatever is behind it is not read."""
_MOST_SEATS: Final = 4
_MOST_SIGNS: Final = 300
"""Of what is wrong with a file: it quotes the file, which may be one long line."""


def game_of(path: Path, words: Words) -> "Replay":
    """The game in a file; a file has no names, so that the seats are called by their numbers."""
    with extra("engine"):
        from gemwright_client.rules import Replay
    names = [words("event.seat", number=number) for number in range(1, _MOST_SEATS + 1)]
    try:
        return Replay.of_text(_read(path).decode(), names)
    except OSError as error:
        raise Failed("cli.file_unreadable", path=path, reason=error.strerror) from None
    except UnicodeDecodeError:
        raise Failed("cli.game_no_text", path=path) from None
    except RecordUnusable as error:
        raise Failed("cli.game_unusable", path=path, reason=_shortened(str(error))) from None


def cards_of_rules(game: Game) -> Cards:
    """The cards of a game, without a server."""
    with extra("engine"):
        from gemwright_client.rules.cards import cards_of
    return Cards(ListCardsResponse(cards=cards_of(game)))


def seat_index(seat: int | None, replay: "Replay") -> int | None:
    """The seat as the contract counts; refuses one that the game does not have."""
    seats = len(replay.match(replay.versions[0]).seats)
    if seat is not None and seat > seats:
        raise Failed("cli.no_such_seat", code=USAGE, number=seats)
    return None if seat is None else seat - 1


def checked_version(version: int, replay: "Replay") -> int:
    """The version, if the game has it."""
    if version not in replay.versions:
        first, last = replay.versions[0], replay.versions[-1]
        raise Failed("cli.no_such_version", code=USAGE, first=first, last=last)
    return version


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_SIGNS else f"{text[:_MOST_SIGNS]}…"


def _read(path: Path) -> bytes:
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read(_MOST_BYTES)
    with path.open("rb") as file:
        return file.read(_MOST_BYTES)
