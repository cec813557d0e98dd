"""People at keyboards, without a terminal: what they see and type, at a real server."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from gemwright_client.board.cards import Cards
from gemwright_client.board.glyphs import ASCII
from gemwright_client.board.lines import plain
from gemwright_client.board.pen import Pen
from gemwright_client.cli.play.dialogue import Dialogue
from gemwright_client.cli.play.live_match import LiveMatch
from gemwright_client.cli.play.which_match import take_seats
from gemwright_client.client import Client
from gemwright_client.pb.clock_pb2 import TimeControl
from gemwright_client.pb.game_pb2 import Position
from gemwright_client.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
    CreateMatchResponse,
    OpenSeat,
    SeatSpec,
)
from gemwright_client.rules.games import game_number
from gemwright_client.words import words_of
from tests.cli.play.decisions import Decision
from tests.waiting import until_told

OPEN: Final = "open"
_BOTS: Final = {"bot:greedy": BUILT_IN_BOT_GREEDY, "bot:random": BUILT_IN_BOT_RANDOM}


@dataclass(frozen=True)
class Seat:
    """Somebody at a dialogue."""

    dialogue: Dialogue
    client: Client
    _changed: asyncio.Event

    @property
    def live(self) -> LiveMatch:
        """The match behind the dialogue."""
        return self.dialogue.live

    @property
    def status(self) -> str:
        """What the dialogue says."""
        return plain([self.dialogue.status])

    @property
    def page(self) -> str:
        """What there is to read."""
        return plain(self.dialogue.page or [])

    @property
    def texts(self) -> list[str]:
        """The choices in notation."""
        return [choice.text for choice in self.dialogue.choices]

    @property
    def version(self) -> int:
        """How far the match has come, as far as is known here."""
        return self.live.match.version

    @property
    def told(self) -> str:
        """The moves as they are told."""
        return plain(self.dialogue.moves(100))

    async def enter(self, line: str) -> str:
        """Type a line; what is left of it."""
        return await self.dialogue.enter(line)

    async def until(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait until something is so."""
        await until_told(self._changed, is_so, what, lambda: f"the dialogue says {self.status!r}")

    async def until_turn(self) -> None:
        """Wait for a turn of one's own."""
        await self.until(lambda: self.live.is_my_turn, "a turn of one's own")

    async def until_status(self, text: str) -> None:
        """Wait until the dialogue says something with these words."""
        await self.until(lambda: text in self.status, repr(text))


def spec(name: str) -> SeatSpec:
    """A seat for a person, for a bot, or for whoever comes; `!` after a name: who must join."""
    if name == OPEN:
        return SeatSpec(open=OpenSeat())
    if name in _BOTS:
        return SeatSpec(bot=_BOTS[name])
    return SeatSpec(principal=name.removesuffix("!"), must_join=name.endswith("!"))


async def created(
    address: str,
    game: str,
    names: Sequence[str],
    position: Position | None = None,
    control: TimeControl | None = None,
) -> CreateMatchResponse:
    """A new match."""
    seats = [spec(name) for name in names]
    request = CreateMatchRequest(
        game=game_number(game), seats=seats, position=position, time_control=control
    )
    async with Client(address, "dev:maker") as maker:
        return await maker.matches.create(request)


async def new(
    address: str, game: str = "duel", names: Sequence[str] = ("ann", "bob"), seed: int = 0
) -> str:
    """A new match; its id. Whoever is first in the list begins."""
    request = CreateMatchRequest(game=game_number(game), seats=[spec(name) for name in names])
    if game == "splendor":
        request.options.splendor.first_seat = 0
        request.options.splendor.no_progress_limit = 50
    else:
        request.options.duel.first_seat = 0
    if seed:
        request.seed = seed.to_bytes(32)
    async with Client(address, "dev:maker") as maker:
        return (await maker.matches.create(request)).match.match


async def at(address: str, decision: Decision) -> str:
    """A match in which ann has a decision to make, and bob has all other seats."""
    seats = 2 if decision.view.WhichOneof("game") == "duel" else _seats_of(decision)
    names = ["ann" if seat == decision.seat else "bob" for seat in range(seats)]
    made = await created(address, decision.game, names, decision.position)
    return made.match.match


def _seats_of(decision: Decision) -> int:
    return len(decision.view.splendor.table.players)


@asynccontextmanager
async def sitting(
    address: str,
    match: str,
    token: str = "dev:ann",
    *,
    language: str = "en",
    patience: float = 5.0,
) -> AsyncIterator[Seat]:
    """Somebody with a token, at every seat of theirs, who follows the match."""
    async with (
        Client(address, token, patience=patience) as client,
        Client(address, token, patience=0.5) as probing,
    ):
        live = await take_seats(client, match, probing.catalogue.info)
        cards = Cards(await client.catalogue.cards(live.match.game))
        seat = Seat(Dialogue(live, Pen(words_of(language), ASCII, cards)), client, asyncio.Event())
        seat.dialogue.on_change = seat._changed.set
        following = asyncio.create_task(live.follow())
        try:
            yield seat
        finally:
            following.cancel()
            await asyncio.wait({following})
        if not following.cancelled():
            following.result()


async def updates(address: str, match: str) -> list[int]:
    """The versions of a match, as the server has them."""
    async with Client(address, "dev:ann") as ann:
        return [update.version async for update in ann.match(match).history()]
