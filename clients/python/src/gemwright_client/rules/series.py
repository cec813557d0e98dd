"""The games of a series, one by one, in this process.

Game n depends only on the seed, n and the bots: the deal, who sits where, and what `random`
returns. As many games as there are seats have the same deal, with each bot once in every seat.
"""

import hashlib
import random
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from gemwright.bots import BOTS
from gemwright.bots.match import MATCH_ID, chance_of, secret_seed
from gemwright.engine import GAMES
from gemwright.engine.record import Record, outcome_text, write_record
from gemwright_client.bots.bot import BotSource, bot_from
from gemwright_client.errors import GemwrightError
from gemwright_client.rules.games import (
    SEATS,
    game_number,
    options_for,
)
from gemwright_client.rules.players import Answers, BuiltIn, Guest, Player, what_happened
from gemwright_client.rules.score import Result

Entrant: TypeAlias = BotSource | str
"""Who takes part: a class, or what else makes a bot for each game; a bot, which then plays all of
them; or the name of a bot that is built in."""
Found: TypeAlias = Generator[Result, None, None]
"""Results as they come."""
_DEAL_BYTES: Final = 7
"""A deal is a number of so many bytes."""


class BotFailed(GemwrightError):
    """A bot raised an exception, or chose what it may not."""

    def __init__(
        self, bot: str, game: str, seed: int, number: int, version: int, text: str
    ) -> None:
        super().__init__(bot, game, seed, number, version, text)
        self.bot = bot
        self.game = game
        self.seed = seed
        self.number = number
        """The number of the game in its series, from 0."""
        self.version = version
        """How many actions had been played."""
        self.text = text
        """What the bot did."""
        self.record = ""
        """The game up to there, as a text file that can be replayed."""

    def __str__(self) -> str:
        return (
            f"{self.bot} {self.text} ({self.game}, seed {self.seed}, game {self.number}, after "
            f"{self.version} actions); one_game(..., number={self.number}, game={self.game!r}, "
            f"seed={self.seed}) plays it again"
        )


@dataclass(frozen=True, slots=True)
class Series:
    """The game, the seed and the bots of a series."""

    game: str
    seed: int
    entrants: tuple[Entrant, ...]
    names: tuple[str, ...]

    def seating(self, number: int) -> tuple[int, ...]:
        """Return which bot sits in which seat."""
        seats = len(self.entrants)
        return tuple((seat + number) % seats for seat in range(seats))

    def deal(self, number: int) -> int:
        """Return the number that determines the deal and all draws of a game."""
        label = f"gemwright/arena/{self.seed}/{number // len(self.entrants)}"
        return int.from_bytes(hashlib.sha256(label.encode()).digest()[:_DEAL_BYTES], "big")


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: how it ended, and the text file it can be replayed from."""

    result: Result
    record: str


def series_of(game: str, seed: int, entrants: Sequence[Entrant]) -> Series:
    """Make a series; raises `ValueError` or `TypeError` if it cannot be played."""
    game_number(game)
    if len(entrants) not in SEATS[game]:
        *few, last = map(str, SEATS[game])
        allowed = f"{', '.join(few)} or {last}" if few else last
        raise ValueError(f"{game} is played by {allowed} bots, not {len(entrants)}")
    return Series(game, seed, tuple(entrants), _names(entrants))


def results(series: Series, numbers: Iterable[int]) -> Found:
    """Play these games of a series; the state of `random` is restored."""
    with Answers() as answers, _chance_kept():
        for number in numbers:
            yield _Game(series, number, answers).play().result()


def played(series: Series, number: int) -> Played:
    """Play one game of a series."""
    with Answers() as answers, _chance_kept():
        game = _Game(series, number, answers).play()
        return Played(game.result(), game.record())


@contextmanager
def _chance_kept() -> Iterator[None]:
    before = random.getstate()
    try:
        yield
    finally:
        random.setstate(before)


class _Game:
    """One game while it is played."""

    def __init__(self, series: Series, number: int, answers: Answers) -> None:
        self.series = series
        self.number = number
        self.answers = answers
        self.seating = series.seating(number)
        self.rules = GAMES[series.game]
        self.deal = series.deal(number)
        self.chance = chance_of(self.deal, len(self.seating))
        self.options = options_for(series.game, len(self.seating))
        self.state = self.rules.new(self.options, self.chance)
        self.actions: list[object] = []

    def play(self) -> "_Game":
        random.seed(f"gemwright/arena/{self.series.seed}/{self.number}")
        players: list[Player] = []
        for seat in range(len(self.seating)):
            with self._blaming(seat):
                players.append(self._player(seat))
        rules, state = self.rules, self.state
        while (seat_to_move := rules.to_move(state)) is not None:
            with self._blaming(seat_to_move):
                action = players[seat_to_move].decide(state, seat_to_move)
                rules.apply(state, seat_to_move, action, self.chance)
            self.actions.append(action)
        return self

    def result(self) -> Result:
        outcome = self.rules.outcome(self.state)
        assert outcome is not None
        points = tuple(score.points for score in outcome.scores)
        return Result(self.seating, outcome.ranks, points, self.state.turn)

    def record(self) -> str:
        outcome = self.rules.outcome(self.state)
        return write_record(
            Record(
                game=self.series.game,
                rules_version=self.rules.RULES_VERSION,
                options=self.options.values,
                lines=tuple(map(self.rules.action_text, self.actions)),
                result=None if outcome is None else outcome_text(outcome),
                seed=secret_seed(self.deal),
                match_id=MATCH_ID,
                entropy=(b"",) * (1 + len(self.seating)),
            )
        )

    def _player(self, seat: int) -> Player:
        bot = self.seating[seat]
        entrant = self.series.entrants[bot]
        if isinstance(entrant, str):
            label = f"gemwright/arena/{self.series.seed}/{self.number}/{bot}"
            return BuiltIn(entrant, self.series.game, Random(label))
        return Guest(bot_from(entrant), self.series.game, self.answers)

    @contextmanager
    def _blaming(self, seat: int) -> Iterator[None]:
        """Turn any failure, `exit()` too, into a `BotFailed` of this seat's bot; not Ctrl-C."""
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            series = self.series
            failed = BotFailed(
                series.names[self.seating[seat]],
                series.game,
                series.seed,
                self.number,
                len(self.actions),
                what_happened(error),
            )
            failed.record = self.record()
            raise failed from error


def _names(entrants: Sequence[Entrant]) -> tuple[str, ...]:
    """Name the bots; equal names are numbered."""
    names = [_name(entrant) for entrant in entrants]
    return tuple(
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    )


def _name(entrant: Entrant) -> str:
    if isinstance(entrant, str):
        if entrant not in BOTS:
            raise ValueError(f"{entrant!r} is none of {', '.join(sorted(BOTS))}")
        return entrant
    if not (callable(entrant) or hasattr(entrant, "choose")):
        raise TypeError(f"{entrant!r} is no bot: it has no method choose")
    return str(getattr(entrant, "__name__", type(entrant).__name__))
