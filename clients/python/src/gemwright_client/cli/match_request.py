"""A request for a match, made from the options of the command line."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Final

import typer

from gemwright_client.cli.options import OptionRecord
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
_PLAYERS: Final = "Players"
_TIME: Final = "Time"
_RULES: Final = "Rules"


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
class MatchOptions(OptionRecord):
    """The options that describe a match to create."""

    game: Annotated[
        GameName | None,
        typer.Option(
            metavar="GAME",
            help="The game: duel, counterfeiters or splendor.",
            rich_help_panel=_PLAYERS,
        ),
    ] = None
    seats: Annotated[
        list[SeatSpec] | None,
        typer.Option(
            "--seat",
            parser=seat,
            metavar="WHO",
            help="One seat, in order: a name, open, bot:greedy or bot:random.",
            rich_help_panel=_PLAYERS,
        ),
    ] = None
    must_join: Annotated[
        bool,
        typer.Option("--must-join", help="Who is named must join.", rich_help_panel=_PLAYERS),
    ] = False
    join_timeout: Annotated[
        timedelta | None,
        typer.Option(
            metavar="TIME",
            parser=duration,
            help="How long seats may stay unfilled, such as 10m.",
            rich_help_panel=_PLAYERS,
        ),
    ] = None
    spectators: Annotated[
        bool,
        typer.Option("--spectators", help="Anybody may watch.", rich_help_panel=_PLAYERS),
    ] = False
    delay: Annotated[
        timedelta | None,
        typer.Option(
            metavar="TIME",
            parser=duration,
            help="Anybody may watch, so far behind.",
            rich_help_panel=_PLAYERS,
        ),
    ] = None
    rematch_of: Annotated[
        str,
        typer.Option(
            metavar="MATCH",
            help="Play this match again, each one seat further on.",
            rich_help_panel=_PLAYERS,
            show_default=False,
        ),
    ] = ""
    scenario: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Begin from a position that gemwright scenarios lists.",
            rich_help_panel=_PLAYERS,
            show_default=False,
        ),
    ] = ""
    turn: Annotated[
        TimeControl | None,
        typer.Option(
            "--per-turn",
            metavar="30s",
            parser=per_turn,
            help="The same time for every turn.",
            rich_help_panel=_TIME,
        ),
    ] = None
    banked: Annotated[
        TimeControl | None,
        typer.Option(
            "--bank",
            metavar="10m+5s",
            parser=bank,
            help="Time for the match, and more after each turn.",
            rich_help_panel=_TIME,
        ),
    ] = None
    move: Annotated[
        TimeControl | None,
        typer.Option(
            "--per-move",
            metavar="3d",
            parser=per_move,
            help="Days for every turn.",
            rich_help_panel=_TIME,
        ),
    ] = None
    first_seat: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=4,
            metavar="SEAT",
            help="Who begins, counted from 1; else drawn.",
            rich_help_panel=_RULES,
        ),
    ] = None
    no_blocking_claim: Annotated[
        bool,
        typer.Option(
            "--no-blocking-claim",
            help="No win over an opponent who blocks (Duel).",
            rich_help_panel=_RULES,
        ),
    ] = False
    no_progress_limit: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=10_000,
            metavar="TURNS",
            help="Turns without a purchase that end it; 0 for none.",
            rich_help_panel=_RULES,
        ),
    ] = None

    def request(self, request_id: str) -> CreateMatchRequest:
        """Build the request; raises a usage error where options do not go together."""
        self._check()
        request = CreateMatchRequest(
            request_id=request_id,
            seats=self.seats or (),
            rematch_of=self.rematch_of,
            scenario=self.scenario,
        )
        if self.game:
            request.game = self.game.number
        for spec in request.seats:
            spec.must_join = self.must_join and spec.WhichOneof("holder") == "principal"
        for control in self._controls:
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
        if len(self._controls) > 1:
            _refuse("only one of --per-turn, --bank and --per-move can hold.", "--per-turn")
        if self._has_options and not self.game:
            _refuse("name the game too, for each has options of its own.", "--game")
        if self.no_blocking_claim and self.game is GameName.SPLENDOR:
            _refuse("Splendor has no such claim.", "--no-blocking-claim")

    def _set_times(self, request: CreateMatchRequest) -> None:
        request.spectators.allowed = self.spectators or self.delay is not None
        if self.delay is not None:
            request.spectators.delay.FromTimedelta(self.delay)
        if self.join_timeout is not None:
            request.join_timeout.FromTimedelta(self.join_timeout)

    @property
    def _controls(self) -> list[TimeControl]:
        """List the time controls that were named; only one is allowed."""
        return [control for control in (self.turn, self.banked, self.move) if control is not None]

    @property
    def _has_options(self) -> bool:
        return self._options() != Options()

    def _options(self) -> Options:
        """Build the options of the game that are not left to the server."""
        options = Options()
        chosen = options.splendor if self.game is GameName.SPLENDOR else options.duel
        if self.first_seat is not None:
            chosen.first_seat = self.first_seat - 1
        if self.no_progress_limit is not None:
            chosen.no_progress_limit = self.no_progress_limit
        if self.no_blocking_claim:
            options.duel.blocking_claim = False
        return options


def _refuse(text: str, option: str) -> None:
    raise typer.BadParameter(text, param_hint=option)
