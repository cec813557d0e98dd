"""Finding the match to play: the one named, the newest, or a new one; and the command to return."""

import sys
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from shutil import which as found_by_shell
from typing import Annotated, Final

import typer

from gemwright_client.cli.failures import NOT_ALLOWED, NOT_FOUND, PROGRAM, USAGE, Failed
from gemwright_client.cli.options import OptionRecord, Service
from gemwright_client.cli.play.live_match import LiveMatch
from gemwright_client.cli.values import BotName, GameName, duration
from gemwright_client.client import Client
from gemwright_client.errors import NotAllowed, WrongState
from gemwright_client.pb.clock_pb2 import TimeControl
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING
from gemwright_client.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
    SeatSpec,
)

DEVELOPER: Final = "dev:"
_TWO: Final = 2
_TOKEN: Final = "TOKEN"
"""Printed in place of a secret token, as in the help."""
_BOTS: Final = {BotName.GREEDY: BUILT_IN_BOT_GREEDY, BotName.RANDOM: BUILT_IN_BOT_RANDOM}
_MATCH: Final = "Match"
_NEW: Final = "New match"


@dataclass(frozen=True, slots=True)
class WhichMatch(OptionRecord):
    """The options that name a match to come back to, or to join."""

    match: Annotated[
        str,
        typer.Option(
            metavar="ID",
            help="A match to come back to, or to join; a new one unless told.",
            rich_help_panel=_MATCH,
            show_default=False,
        ),
    ] = ""
    is_newest: Annotated[
        bool,
        typer.Option(
            "--continue",
            help="Come back to the newest of your matches that go on.",
            rich_help_panel=_MATCH,
        ),
    ] = False
    join: Annotated[
        str,
        typer.Option(
            metavar="JOINTOKEN",
            help="What fills an open seat of that match.",
            rich_help_panel=_MATCH,
            show_default=False,
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where somebody wants to play: the servers, the match, and who plays."""

    service: Service | None
    """The servers that are named; None for one's own."""
    which: WhichMatch = WhichMatch()
    token: str | None = None
    is_token_typed: bool = False
    """Whether the token comes from the command line, not from the environment."""
    data: Path | None = None
    language: str | None = None

    @property
    def secret(self) -> str:
        """The token, if it is secret; a development token is only a name."""
        return self.token if self.token and not self.token.startswith(DEVELOPER) else ""

    def way_back(self, match: str, data: Path | None) -> list[str]:
        """Write the command that returns to a match, without the player's token if it is secret."""
        words = [program(), "play", "--match", match]
        service = self.service
        if service is None:
            words += _option("--data", data)
        else:
            words += ["--server", service.server]
            words += _option("--ca", service.ca)
            words += _option("--certificate", service.certificate)
            words += _option("--key", service.key)
            words += _option("--token-file", service.token_file)
        if self.which.join and not self.token and not (service and service.token_file):
            words += ["--join", self.which.join]
        return [*words, *self._token_again(), *_option("--lang", self.language)]

    def _token_again(self) -> list[str]:
        if self.secret:
            return ["--token", _TOKEN] if self.service and self.is_token_typed else []
        return _option("--token", self.token)


def _option(option: str, value: object) -> list[str]:
    return [option, str(value)] if value else []


@dataclass(frozen=True, slots=True)
class NewMatch(OptionRecord):
    """The options that describe a match to begin."""

    game: Annotated[
        GameName,
        typer.Option(
            metavar="GAME",
            help="What is played: duel, counterfeiters or splendor.",
            rich_help_panel=_NEW,
        ),
    ] = GameName.DUEL
    bot: Annotated[
        BotName | None,
        typer.Option(
            help="Whom one plays against; greedy unless told.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = None
    seats: Annotated[
        int, typer.Option(min=2, max=4, help="How many play Splendor.", rich_help_panel=_NEW)
    ] = 2
    is_hot_seat: Annotated[
        bool,
        typer.Option(
            "--hot-seat",
            help="People share this keyboard; with --bot, one bot plays too.",
            rich_help_panel=_NEW,
        ),
    ] = False
    scenario: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Begin from a position that gemwright scenarios lists.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = ""
    per_turn: Annotated[
        timedelta | None,
        typer.Option(
            parser=duration,
            metavar="TIME",
            help="The time for a turn, such as 90s.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = None
    bank: Annotated[
        timedelta | None,
        typer.Option(
            parser=duration,
            metavar="TIME",
            help="The time for the whole match, such as 15m.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = None
    increment: Annotated[
        timedelta | None,
        typer.Option(
            parser=duration,
            metavar="TIME",
            help="What a turn adds to a --bank.",
            rich_help_panel=_NEW,
            show_default=False,
        ),
    ] = None

    def check(self) -> None:
        """Raise `Failed` where there can be no such match."""
        if self.seats != _TWO and self.game != GameName.SPLENDOR:
            raise Failed("cli.seats_two", code=USAGE, game=self.game.capitalize())
        if self.per_turn is not None and self.bank is not None:
            raise Failed("cli.clocks_twice", code=USAGE)
        if self.increment is not None and self.bank is None:
            raise Failed("cli.increment_alone", code=USAGE)

    def request(self, principal: str) -> CreateMatchRequest:
        """Build the request for the match."""
        if self.scenario:
            request = CreateMatchRequest(scenario=self.scenario)
        else:
            request = CreateMatchRequest(game=self.game.number, seats=self._seats(principal))
        control = self._time_control()
        if control is not None:
            request.time_control.CopyFrom(control)
        return request

    def _seats(self, principal: str) -> list[SeatSpec]:
        """Fill the seats: one person and bots; or people, and a bot only if one is named."""
        bots = self.seats - 1
        if self.is_hot_seat:
            bots = 0 if self.bot is None else 1
        bot = _BOTS[self.bot or BotName.GREEDY]
        people = [SeatSpec(principal=principal)] * (self.seats - bots)
        return [*people, *[SeatSpec(bot=bot)] * bots]

    def _time_control(self) -> TimeControl | None:
        control = TimeControl()
        if self.per_turn is not None:
            control.per_turn.limit.FromTimedelta(self.per_turn)
        elif self.bank is not None:
            control.bank.initial.FromTimedelta(self.bank)
            control.bank.increment.FromTimedelta(self.increment or timedelta())
        else:
            return None
        return control


async def create_match(client: Client, new: NewMatch, token: str | None) -> str:
    """Create a match and return its id; only a server in development mode lets players do so."""
    info = await client.catalogue.info()
    if not info.is_development_mode or not (token or "").startswith(DEVELOPER):
        raise Failed("cli.name_a_match", code=USAGE)
    principal = (token or "").removeprefix(DEVELOPER)
    return (await client.matches.create(new.request(principal))).match.match


async def newest_match(client: Client) -> str:
    """Return the id of the newest of the caller's matches that go on."""
    found: set[str] = set()
    async with aclosing(client.inbox.watch()) as messages:
        async for message in messages:
            match message.WhichOneof("message"):
                case "entry" if message.entry.state in (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE):
                    found.add(message.entry.match)
                case "entry":
                    found.discard(message.entry.match)
                case "complete":
                    break
    matches = [(await client.match(each).get()).match for each in found]
    if not matches:
        raise Failed("cli.nothing_goes_on", code=NOT_FOUND)
    return max(matches, key=lambda match: match.create_time.ToNanoseconds()).match


async def take_seats(
    client: Client, match: str, probe: Callable[[], Awaitable[object]]
) -> LiveMatch:
    """Join a match at every seat that the caller holds, or that is kept for the caller."""
    handle = client.match(match)
    seen = await handle.get()
    if seen.match.state == MATCH_STATE_WAITING:
        with suppress(NotAllowed, WrongState):
            await handle.join()
            seen = await handle.get()
    if not seen.HasField("viewer_seat"):
        raise Failed("cli.no_seat", code=NOT_ALLOWED, match=match)
    holder = seen.match.seats[seen.viewer_seat].principal
    mine = [seat for seat in seen.match.seats if seat.principal == holder]
    handles = {seat.seat: client.match(match, seat.seat) for seat in mine}
    for seat in mine:
        if not seat.is_filled:
            await handles[seat.seat].join()
    seen = await handles[mine[0].seat].get()
    acting = seen.match.seat_to_act
    if seen.match.HasField("seat_to_act") and acting in handles:
        handles = {acting: handles[acting], **handles}  # its view is shown first
        seen = await handles[acting].get()
    live = LiveMatch(handles, seen, probe)
    await live.recall()
    return live


def token_by_joining(stranger: Client, match: str, join_token: str) -> Callable[[], Awaitable[str]]:
    """Make a function that gets the player token of an open seat, also when one has expired.

    To join again with the same join token gives the same seat again.
    """

    async def token() -> str:
        return (await stranger.match(match).join(join_token)).player_token

    return token


def program() -> str:
    """Return the name of this program, or its path where a shell does not find it."""
    called = Path(sys.argv[0])
    is_lost = called.name == PROGRAM and found_by_shell(PROGRAM) is None
    return str(called.absolute()) if is_lost else PROGRAM
