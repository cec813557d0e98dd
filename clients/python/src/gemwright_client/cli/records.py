"""Games and records from files, and a match at one of its versions."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from google.protobuf.json_format import ParseDict, ParseError

from gemwright_client.board.cards import Cards
from gemwright_client.cli.failures import USAGE, Failed
from gemwright_client.client import Client
from gemwright_client.errors import RecordUnusable
from gemwright_client.extras import extra
from gemwright_client.match import Match as Handle
from gemwright_client.pb.catalog_service_pb2 import ListCardsResponse
from gemwright_client.pb.game_pb2 import Game, View
from gemwright_client.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_WAITING,
    Match,
    MatchRecord,
)
from gemwright_client.words import Words

if TYPE_CHECKING:
    from gemwright_client.rules import Replay

STANDARD_INPUT: Final = Path("-")
_MOST_BYTES: Final = 4_000_001
"""One more than the longest game may have; the rest is not read."""
_MOST_BYTES_OF_RECORD: Final = 64_000_000
_RECORD: Final = "record"
"""What GetMatchRecord wraps a record in."""
_MOST_SEATS: Final = 4
_MOST_SIGNS: Final = 300
"""Of an error about a file, which may quote one very long line."""


def game_of(path: Path, words: Words) -> "Replay":
    """Read the game in a file, which has no names: seats are called by their numbers."""
    with extra("engine"):
        from gemwright_client.rules import Replay
    names = [words("event.seat", number=number) for number in range(1, _MOST_SEATS + 1)]
    content = _read(path, _MOST_BYTES)
    try:
        return Replay.of_text(content.decode(), names)
    except UnicodeDecodeError:
        raise Failed("cli.game_no_text", path=path) from None
    except RecordUnusable as error:
        raise Failed("cli.game_unusable", path=path, reason=_shortened(str(error))) from None


def match_record_of(path: Path) -> MatchRecord:
    """Read a match record from a file, alone or as the answer of GetMatchRecord."""
    content = _read(path, _MOST_BYTES_OF_RECORD)
    try:
        found = json.loads(content)
        if not isinstance(found, dict):
            raise ParseError("it is no JSON object")
        # A newer server may have written fields that are unknown here.
        return ParseDict(found.get(_RECORD, found), MatchRecord(), ignore_unknown_fields=True)
    except (ParseError, ValueError, RecursionError) as error:
        reason = _shortened(str(error))
        raise Failed("cli.record_unusable", path=path, reason=reason) from None


def cards_of_rules(game: Game) -> Cards:
    """Return the cards of a game, without a server."""
    with extra("engine"):
        from gemwright_client.rules.games import cards_of
    return Cards(ListCardsResponse(cards=cards_of(game)))


def seat_index(seat: int | None, replay: "Replay") -> int | None:
    """Return the seat counted from 0; raises `Failed` if the game does not have it."""
    seats = len(replay.match(replay.versions[0]).seats)
    if seat is not None and seat > seats:
        raise Failed("cli.no_such_seat", code=USAGE, number=seats)
    return None if seat is None else seat - 1


def checked_version(version: int, replay: "Replay") -> int:
    """Return the version; raises `Failed` if the game does not have it."""
    if version not in replay.versions:
        first, last = replay.versions[0], replay.versions[-1]
        raise Failed("cli.no_such_version", code=USAGE, first=first, last=last)
    return version


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_SIGNS else f"{text[:_MOST_SIGNS]}…"


def _read(path: Path, most: int) -> bytes:
    try:
        if path == STANDARD_INPUT:
            return sys.stdin.buffer.read(most)
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise Failed("cli.file_unreadable", path=path, reason=error.strerror) from None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match at one version, as one viewer knows it."""

    match: Match
    view: View
    viewer_seat: int | None
    cards: Cards


def of_file(path: Path, version: int | None, seat: int | None, words: Words) -> Snapshot:
    """Read a version of a game in a file, by default the last; show all cards, or a seat's."""
    replay = game_of(path, words)
    at = checked_version(replay.versions[-1] if version is None else version, replay)
    viewer = seat_index(seat, replay)
    view = replay.open_at(at) if viewer is None else replay.at(at, viewer)
    return Snapshot(replay.match(at), view, viewer, cards_of_rules(replay.game))


async def of_match(client: Client, handle: Handle, version: int | None) -> Snapshot:
    """Get a version of a match as its viewer knows it: the current one, or any after the end."""
    seen = await handle.get()
    cards = Cards(await client.catalogue.cards(seen.match.game))
    viewer = seen.viewer_seat if seen.HasField("viewer_seat") else None
    if version is None or version == seen.match.version:
        return Snapshot(seen.match, seen.view, viewer, cards)
    if seen.match.state in (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE):
        raise Failed("cli.picture_now", version=seen.match.version)
    with extra("engine"):
        from gemwright_client.rules import Replay
    replay = Replay.of_record(await handle.record())
    at = checked_version(version, replay)
    return Snapshot(replay.match(at), replay.at(at, viewer), viewer, cards)
