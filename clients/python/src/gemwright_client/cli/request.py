"""A match to be made, from the words of the command line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import typer

from gemwright_client.cli.values import GameName, duration
from gemwright_client.pb.clock_pb2 import TimeControl
from gemwright_client.pb.game_pb2 import Options
from gemwright_client.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
    OpenSeat,
    SeatSpec,
)

_OPEN: Final = "open"
_BOT: Final = "bot:"
_BOTS: Final = {"bot:greedy": BUILT_IN_BOT_GREEDY, "bot:random": BUILT_IN_BOT_RANDOM}
_PRINCIPAL: Final = re.compile(r"[A-Za-z0-9._:@-]{1,64}")
_DAY: Final = timedelta(days=1)


def seat(text: str) -> SeatSpec:
    """Read `open`, `bot:greedy`, `bot:random` or the name of a principal."""
    if text == _OPEN:
        return SeatSpec(open=OpenSeat())
    if text in _BOTS:
        return SeatSpec(bot=_BOTS[text])
    if text.startswith(_BOT):
        raise typer.BadParameter(f"{text!r} is no bot; {' or '.join(_BOTS)} is.")
    if not _PRINCIPAL.fullmatch(text):
        raise typer.BadParameter(f"{text!r} is no name: up to 64 letters, digits and ._:@- are.")
    return SeatSpec(principal=text)


def per_turn(text: str) -> TimeControl:
    """Read the time for every turn, such as `30s`."""
    control = TimeControl()
    control.per_turn.limit.FromTimedelta(duration(text))
    return control


def bank(text: str) -> TimeControl:
    """Read a bank of time and an increment, such as `10m+5s`, or `10m`."""
    initial, has_increment, increment = text.partition("+")
    control = TimeControl()
    control.bank.initial.FromTimedelta(duration(initial))
    if has_increment:
        control.bank.increment.FromTimedelta(duration(increment))
    return control


def per_move(text: str) -> TimeControl:
    """Read whole days for every turn, such as `3d`."""
    days, rest = divmod(duration(text), _DAY)
    if rest or not days:
        raise typer.BadParameter(f"{text!r} is no number of whole days, such as 3d.")
    return TimeControl(per_move=TimeControl.PerMove(days=days))


@dataclass(frozen=True, slots=True)
class Wish:
    """What the options say of a match to be made."""

    game: GameName | None
    seats: Sequence[SeatSpec]
    must_join: bool
    controls: Sequence[TimeControl]
    spectators: bool
    delay: timedelta | None
    join_timeout: timedelta | None
    first_seat: int | None
    blocking_claim: bool | None
    no_progress_limit: int | None
    rematch_of: str
    scenario: str

    def request(self, request_id: str) -> CreateMatchRequest:
        """The request; raises a usage error where options do not go together."""
        self._check()
        request = CreateMatchRequest(
            request_id=request_id,
            seats=self.seats,
            rematch_of=self.rematch_of,
            scenario=self.scenario,
        )
        if self.game:
            request.game = self.game.number
        for spec in request.seats:
            spec.must_join = self.must_join and spec.WhichOneof("holder") == "principal"
        for control in self.controls:
            request.time_control.CopyFrom(control)
        if self._has_options:
            request.options.CopyFrom(self._options())
        self._set_times(request)
        return request

    def _check(self) -> None:
        is_told_otherwise = bool(self.rematch_of or self.scenario)
        if not is_told_otherwise and not self.game:
            _refuse("name the game, or a match to play again with --rematch-of.", "--game")
        if not is_told_otherwise and not self.seats:
            _refuse("name who plays, each with a --seat of their own.", "--seat")
        if len(self.controls) > 1:
            _refuse("only one of --per-turn, --bank and --per-move can hold.", "--per-turn")
        if self._has_options and not self.game:
            _refuse("name the game too, for each has options of its own.", "--game")
        if self.blocking_claim is not None and self.game is GameName.SPLENDOR:
            _refuse("Splendor has no such claim.", "--no-blocking-claim")

    def _set_times(self, request: CreateMatchRequest) -> None:
        request.spectators.allowed = self.spectators or self.delay is not None
        if self.delay is not None:
            request.spectators.delay.FromTimedelta(self.delay)
        if self.join_timeout is not None:
            request.join_timeout.FromTimedelta(self.join_timeout)

    @property
    def _has_options(self) -> bool:
        return self._options() != Options()

    def _options(self) -> Options:
        """The options of the game that are not left to the server."""
        options = Options()
        chosen = options.splendor if self.game is GameName.SPLENDOR else options.duel
        if self.first_seat is not None:
            chosen.first_seat = self.first_seat - 1
        if self.no_progress_limit is not None:
            chosen.no_progress_limit = self.no_progress_limit
        if self.blocking_claim is not None:
            options.duel.blocking_claim = self.blocking_claim
        return options


def _refuse(text: str, option: str) -> None:
    raise typer.BadParameter(text, param_hint=option)
