"""What a picture says in words: in its head, and for screen readers."""

from collections.abc import Sequence
from typing import Final

from gemwright_client.pb.duel_view_pb2 import DuelPlayer, DuelTable
from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.match_pb2 import Match
from gemwright_client.pb.splendor_view_pb2 import SplendorPlayer, SplendorTable
from gemwright_client.wording import (
    decision_key,
    end_keys,
    game_key,
    seat_name,
    state_key,
    winners_text,
)
from gemwright_client.words import Words

BETWEEN: Final = " · "


def name_of(match: Match, seat: int, words: Words, viewer_seat: int | None) -> str:
    """Name the player of a seat, and mark the viewer."""
    name = seat_name(match, seat, words, longest=None)
    return f"{name} ({words('short.you')})" if seat == viewer_seat else name


def title_of(match: Match, words: Words) -> str:
    """Write the game and the id of the match."""
    game = _known(words, game_key(match.game))
    return BETWEEN.join(part for part in (game, match.match) if part)


def status_of(match: Match, view: View, words: Words, viewer_seat: int | None) -> str:
    """Write who won and why, or who is to do what, or the state of the match."""
    if match.HasField("outcome"):
        names = [name_of(match, seat, words, viewer_seat) for seat in match.outcome.winners]
        won = winners_text(names, words)
        if not names:
            won = _sentence(won)
        reasons = [words(key) for key in end_keys(match.outcome.reasons, words)]
        return BETWEEN.join(part for part in (won, *reasons) if part)
    if not match.HasField("seat_to_act"):
        return _sentence(_known(words, state_key(match.state)))
    name = name_of(match, match.seat_to_act, words, viewer_seat)
    return BETWEEN.join(
        [f"{name}: {_known(words, decision_key(view))}".rstrip(": "), *_moment(view, words)]
    )


def story_of(match: Match, view: View, words: Words, viewer_seat: int | None) -> str:
    """Describe what each seat has, in a sentence each."""
    players: Sequence[DuelPlayer | SplendorPlayer] = view.splendor.table.players
    if view.HasField("duel"):
        players = view.duel.table.players
    return " ".join(
        words(
            "picture.holds",
            name=name_of(match, seat, words, viewer_seat),
            points=player.points,
            cards=len(player.cards),
        )
        for seat, player in enumerate(players)
    )


def _moment(view: View, words: Words) -> list[str]:
    """Write the number of the turn, and what is special about it."""
    table: DuelTable | SplendorTable = view.splendor.table
    special = words("last_round") if view.splendor.table.is_last_round else ""
    if view.HasField("duel"):
        table = view.duel.table
        special = words("extra_turn_due") if view.duel.table.is_extra_turn_due else ""
    return [part for part in (words("turn_number", number=table.turn), special) if part]


def _known(words: Words, key: str) -> str:
    return words(key) if key in words else ""


def _sentence(text: str) -> str:
    """Begin a text with a capital letter; not for one that begins with a name."""
    return text[:1].upper() + text[1:]
