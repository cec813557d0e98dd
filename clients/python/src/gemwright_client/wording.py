"""What things of the contract are called in texts, on boards and in pictures.

Values that are newer than this library have no name: their key is in no catalogue.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from gemwright_client.pb.duel_view_pb2 import DuelDecision, DuelDecisionKind
from gemwright_client.pb.game_pb2 import Game, View
from gemwright_client.pb.match_pb2 import Match, MatchState
from gemwright_client.pb.outcome_pb2 import EndReason
from gemwright_client.pb.splendor_decision_pb2 import SplendorDecision, SplendorDecisionKind
from gemwright_client.words import Words

_OF_THE_SERVER: Final = "bot:"
_LONGEST: Final = 16


def short_name(principal: str, longest: int | None = _LONGEST) -> str:
    """Shorten a name to so many letters, without the prefix of the server's bots."""
    name = principal.removeprefix(_OF_THE_SERVER)
    return name if longest is None or len(name) <= longest else name[: longest - 1] + "…"


def seat_name(match: Match, seat: int, words: Words, longest: int | None = _LONGEST) -> str:
    """Name the player of a seat, with the seat's number where names are equal."""
    names = [short_name(each.principal, longest) for each in match.seats]
    name = names[seat] if 0 <= seat < len(names) else ""
    if not name:
        return words("event.seat", number=seat + 1)
    return name if names.count(name) == 1 else f"{name}#{seat + 1}"


def winners_text(names: Sequence[str], words: Words) -> str:
    """Say who has won; nobody means a draw."""
    if not names:
        return words("draw")
    if len(names) == 1:
        return words("wins", name=names[0])
    return words("win_together", names=", ".join(names))


def game_key(game: int) -> str:
    """Return the key of a game's name; empty for an unknown game."""
    name = enum_name(game, Game.items(), "GAME_").lower()
    return f"game.{name}" if game and name else ""


def state_key(state: int) -> str:
    """Return the key of a match state."""
    return f"state.{enum_name(state, MatchState.items(), 'MATCH_STATE_')}"


def end_keys(reasons: Iterable[int], words: Words) -> list[str]:
    """List the keys of the reasons why a match ended, as far as there are words for them."""
    keys = (f"end.{enum_name(each, EndReason.items(), 'END_REASON_')}" for each in reasons)
    return [key for key in keys if key in words]


def decision_key(view: View) -> str:
    """Return the key of what is to be decided; empty before the deal."""
    match view.WhichOneof("game"):
        case "duel":
            return duel_decision_key(view.duel.table.decision)
        case "splendor":
            return splendor_decision_key(view.splendor.table.decision)
        case _:
            return ""


def duel_decision_key(decision: DuelDecision) -> str:
    """Return the key of a decision of Duel or The Counterfeiters."""
    name = enum_name(decision.kind, DuelDecisionKind.items(), "DUEL_DECISION_KIND_")
    return f"decision.duel.{name}"


def splendor_decision_key(decision: SplendorDecision) -> str:
    """Return the key of a decision of Splendor."""
    name = enum_name(decision.kind, SplendorDecisionKind.items(), "SPLENDOR_DECISION_KIND_")
    return f"decision.splendor.{name}"


def enum_name(number: int, items: Iterable[tuple[str, int]], prefix: str) -> str:
    """Return the name of an enum's value without its prefix; empty for an unknown value."""
    names = {value: name for name, value in items}
    return names.get(number, "").removeprefix(prefix)
