"""A match at one of its versions: of a server, or of a file."""

from dataclasses import dataclass
from pathlib import Path

from gemwright_client.board.cards import Cards
from gemwright_client.cli.exits import Failed
from gemwright_client.cli.records import cards_of_rules, checked_version, game_of, seat_index
from gemwright_client.client import Client
from gemwright_client.extras import extra
from gemwright_client.match import Match as Handle
from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING, Match
from gemwright_client.words import Words


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match at a moment, as one viewer knows it."""

    match: Match
    view: View
    viewer_seat: int | None
    cards: Cards


def of_file(path: Path, version: int | None, seat: int | None, words: Words) -> Snapshot:
    """A version of the game in a file, the last unless told; all cards open, or those of a seat."""
    replay = game_of(path, words)
    at = checked_version(replay.versions[-1] if version is None else version, replay)
    viewer = seat_index(seat, replay)
    view = replay.open_at(at) if viewer is None else replay.at(at, viewer)
    return Snapshot(replay.match(at), view, viewer, cards_of_rules(replay.game))


async def of_match(client: Client, handle: Handle, version: int | None) -> Snapshot:
    """A version of a match, as its viewer knows it: the current one; once it is over, any."""
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
