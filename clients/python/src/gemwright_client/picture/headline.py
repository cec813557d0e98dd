"""What a picture says of its match in words: for its head, and for those who hear it read out."""

from collections.abc import Iterable, Sequence
from typing import Final

from gemwright_client.names import seat_name, winners_text
from gemwright_client.pb.duel_view_pb2 import DuelDecisionKind, DuelPlayer, DuelTable
from gemwright_client.pb.game_pb2 import Game, View
from gemwright_client.pb.match_pb2 import Match, MatchState
from gemwright_client.pb.outcome_pb2 import EndReason
from gemwright_client.pb.splendor_decision_pb2 import SplendorDecisionKind
from gemwright_client.pb.splendor_view_pb2 import SplendorPlayer, SplendorTable
from gemwright_client.words import Words

BETWEEN: Final = " · "


def name_of(match: Match, seat: int, words: Words, viewer_seat: int | None) -> str:
    """Who has a seat, and whether the viewer does."""
    name = seat_name(match, seat, words, longest=None)
    return f"{name} ({words('short.you')})" if seat == viewer_seat else name


def title_of(match: Match, words: Words) -> str:
    """The game and the id of the match."""
    game = _named(Game.items(), match.game, "GAME_").lower()
    return BETWEEN.join(part for part in (_known(words, f"game.{game}"), match.match) if part)


def status_of(match: Match, view: View, words: Words, viewer_seat: int | None) -> str:
    """Who won and why, or who is to do what, or where the match stands."""
    if match.HasField("outcome"):
        names = [name_of(match, seat, words, viewer_seat) for seat in match.outcome.winners]
        won = winners_text(names, words)
        if not names:
            won = _sentence(won)
        ends = [_named(EndReason.items(), it, "END_REASON_") for it in match.outcome.reasons]
        reasons = [_known(words, f"end.{end}") for end in ends]
        return BETWEEN.join(part for part in (won, *reasons) if part)
    if not match.HasField("seat_to_act"):
        state = _named(MatchState.items(), match.state, "MATCH_STATE_")
        return _sentence(_known(words, f"state.{state}"))
    name = name_of(match, match.seat_to_act, words, viewer_seat)
    return BETWEEN.join([f"{name}: {_decision(view, words)}".rstrip(": "), *_moment(view, words)])


def story_of(match: Match, view: View, words: Words, viewer_seat: int | None) -> str:
    """What each seat has, in a sentence each."""
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


def _decision(view: View, words: Words) -> str:
    if view.HasField("duel"):
        kind = view.duel.table.decision.kind
        name = _named(DuelDecisionKind.items(), kind, "DUEL_DECISION_KIND_")
        return _known(words, f"decision.duel.{name}")
    asked = view.splendor.table.decision.kind
    name = _named(SplendorDecisionKind.items(), asked, "SPLENDOR_DECISION_KIND_")
    return _known(words, f"decision.splendor.{name}")


def _moment(view: View, words: Words) -> list[str]:
    """The number of the turn, and what is special about it."""
    table: DuelTable | SplendorTable = view.splendor.table
    special = words("last_round") if view.splendor.table.is_last_round else ""
    if view.HasField("duel"):
        table = view.duel.table
        special = words("extra_turn_due") if view.duel.table.is_extra_turn_due else ""
    return [part for part in (words("turn_number", number=table.turn), special) if part]


def _named(items: Iterable[tuple[str, int]], number: int, prefix: str) -> str:
    """The name of a number of the contract; empty for one that is newer than this library."""
    names = {value: name for name, value in items}
    return names.get(number, "").removeprefix(prefix)


def _known(words: Words, key: str) -> str:
    return words(key) if key in words else ""


def _sentence(text: str) -> str:
    """With a capital letter; not for what begins with a name, which stays as it is."""
    return text[:1].upper() + text[1:]
