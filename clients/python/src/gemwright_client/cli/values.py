"""Reading the values of options; a wrong one is a usage error."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import Final, TypeVar

import typer

from gemwright_client.pb.game_pb2 import Game
from gemwright_client.pb.match_pb2 import MatchState
from gemwright_client.words import LANGUAGES

_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}
NameT = TypeVar("NameT", bound=StrEnum)
_DURATION: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m|h|d)")


class BotName(StrEnum):
    """A bot that is built in."""

    GREEDY = "greedy"
    RANDOM = "random"


class GameName(StrEnum):
    """A game, as one types it."""

    DUEL = "duel"
    COUNTERFEITERS = "counterfeiters"
    SPLENDOR = "splendor"

    @property
    def number(self) -> Game:
        """The contract's value."""
        return _GAMES[self]


_GAMES: Final = {
    GameName.DUEL: Game.GAME_DUEL,
    GameName.COUNTERFEITERS: Game.GAME_DUEL_COUNTERFEITERS,
    GameName.SPLENDOR: Game.GAME_SPLENDOR,
}


class StateName(StrEnum):
    """A state, as one types it."""

    WAITING = "waiting"
    ACTIVE = "active"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    NO_SHOW = "no-show"
    ABANDONED = "abandoned"

    @property
    def number(self) -> MatchState:
        """The contract's value."""
        return _STATES[self]


_STATES: Final = {
    StateName.WAITING: MatchState.MATCH_STATE_WAITING,
    StateName.ACTIVE: MatchState.MATCH_STATE_ACTIVE,
    StateName.FINISHED: MatchState.MATCH_STATE_FINISHED,
    StateName.CANCELLED: MatchState.MATCH_STATE_CANCELLED,
    StateName.NO_SHOW: MatchState.MATCH_STATE_NO_SHOW,
    StateName.ABANDONED: MatchState.MATCH_STATE_ABANDONED,
}


def one_of(names: type[NameT]) -> Callable[[str], NameT]:
    """Make a function that reads one of several names."""

    def read(text: str) -> NameT:
        _check(text, list(names))
        return names(text)

    return read


def language(text: str) -> str:
    """Read the code of a language that there is a catalogue for."""
    _check(text, LANGUAGES)
    return text


def _check(text: str, names: Sequence[str]) -> None:
    if text not in names:
        listed = ", ".join(repr(str(name)) for name in names)
        raise typer.BadParameter(f"{text!r} is not one of {listed}.")


def completing(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Make a function that completes a word to one of these names."""

    def complete(incomplete: str) -> list[str]:
        return [str(name) for name in names if name.startswith(incomplete)]

    return complete


def duration(value: str | timedelta) -> timedelta:
    """Read `500ms`, `30s`, `5m`, `2h` or `3d`; a default is returned unchanged."""
    if isinstance(value, timedelta):
        return value
    found = _DURATION.fullmatch(value.strip())
    if not found:
        raise typer.BadParameter(f"{value!r} is no time, such as 30s, 5m, 2h or 3d.")
    return timedelta(seconds=float(found[1]) * _UNITS[found[2]])
