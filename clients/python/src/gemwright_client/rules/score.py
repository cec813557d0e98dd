"""The result of a series, with confidence intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

_Z: Final = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""
_HEAD: Final = ("bot", "wins", "draws", "losses", "win rate, 95 % within", "points", "wins by seat")


@dataclass(frozen=True, slots=True)
class Result:
    """How one game of a series ended; rows are in the order of the seats."""

    bots: tuple[int, ...]
    """Which bot sat there, the one named first being 0."""
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class BotScore:
    """The results of one bot; to share the first place is a draw."""

    name: str
    games: int
    wins: int
    draws: int
    credit: float
    """A win counts 1, a first place shared by two a half, and so on."""
    points: int
    games_by_seat: tuple[int, ...]
    wins_by_seat: tuple[int, ...]

    @property
    def losses(self) -> int:
        """The games in which another bot did better."""
        return self.games - self.wins - self.draws

    @property
    def win_rate(self) -> float:
        """The credit per game, from 0 to 1."""
        return self.credit / self.games if self.games else 0.0

    @property
    def average_points(self) -> float:
        """The points at the end of a game."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true win rate lies, with 95 % confidence."""
        return wilson(self.credit, self.games)


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a series; `bots` are in the order in which they were named."""

    game: str
    seed: int
    games: int
    turns: int
    bots: tuple[BotScore, ...]

    @property
    def wins(self) -> int:
        """The games that the first bot won."""
        return self.bots[0].wins

    @property
    def draws(self) -> int:
        """The games in which the first bot shared the first place."""
        return self.bots[0].draws

    @property
    def losses(self) -> int:
        """The games in which another bot did better than the first one."""
        return self.bots[0].losses

    @property
    def win_rate(self) -> float:
        """The first bot's credit per game, from 0 to 1."""
        return self.bots[0].win_rate

    @property
    def interval(self) -> tuple[float, float]:
        """Where the first bot's true win rate lies, with 95 % confidence."""
        return self.bots[0].interval

    @property
    def average_turns(self) -> float:
        """The turns of a game, those of all seats together."""
        return self.turns / self.games if self.games else 0.0

    @property
    def is_significant(self) -> bool:
        """Whether the result of some bot differs significantly from an even share."""
        equal = 1 / len(self.bots)
        return any(not low <= equal <= high for low, high in (bot.interval for bot in self.bots))

    def data(self) -> dict[str, object]:
        """Return the whole result as a value for JSON."""
        return {
            "game": self.game,
            "seed": self.seed,
            "games": self.games,
            "average_turns": self.average_turns,
            "is_significant": self.is_significant,
            "bots": [_bot_data(bot) for bot in self.bots],
        }

    def __str__(self) -> str:
        title = (
            f"{self.game}, {self.games} games, seed {self.seed}, "
            f"{self.average_turns:.1f} turns a game"
        )
        note = "a clear difference" if self.is_significant else "no clear difference yet"
        return "\n".join([title, *_aligned([_HEAD, *map(_row, self.bots)]), note])


class Tally:
    """Counts the games of a series, in any order."""

    def __init__(self, game: str, seed: int, names: Sequence[str]) -> None:
        self._game = game
        self._seed = seed
        self._names = names
        self._results: list[Result] = []

    def __len__(self) -> int:
        return len(self._results)

    def add(self, result: Result) -> None:
        """Count one more game."""
        self._results.append(result)

    def score(self) -> Score:
        """Return the result so far."""
        return Score(
            game=self._game,
            seed=self._seed,
            games=len(self._results),
            turns=sum(result.turns for result in self._results),
            bots=tuple(self._bot(bot, name) for bot, name in enumerate(self._names)),
        )

    def _bot(self, bot: int, name: str) -> BotScore:
        games = [0] * len(self._names)
        wins = [0] * len(self._names)
        draws, credit, points = 0, 0.0, 0
        for result in self._results:
            seat = result.bots.index(bot)
            games[seat] += 1
            points += result.points[seat]
            if result.ranks[seat] == 1:
                first = result.ranks.count(1)
                credit += 1 / first
                wins[seat] += first == 1
                draws += first > 1
        return BotScore(
            name, sum(games), sum(wins), draws, credit, points, tuple(games), tuple(wins)
        )


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Compute Wilson's 95 % interval for a rate; it holds for few trials and near 0 and 1 too."""
    if not trials:
        return 0.0, 1.0
    rate, spread = successes / trials, _Z * _Z / trials
    centre = (rate + spread / 2) / (1 + spread)
    half = sqrt(rate * (1 - rate) * spread + spread * spread / 4) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def _bot_data(bot: BotScore) -> dict[str, object]:
    return {
        "name": bot.name,
        "games": bot.games,
        "wins": bot.wins,
        "draws": bot.draws,
        "losses": bot.losses,
        "win_rate": bot.win_rate,
        "interval": list(bot.interval),
        "average_points": bot.average_points,
        "games_by_seat": list(bot.games_by_seat),
        "wins_by_seat": list(bot.wins_by_seat),
    }


def _row(bot: BotScore) -> tuple[str, ...]:
    low, high = bot.interval
    by_seat = zip(bot.wins_by_seat, bot.games_by_seat, strict=True)
    return (
        bot.name,
        str(bot.wins),
        str(bot.draws),
        str(bot.losses),
        f"{bot.win_rate:.1%}, {low:.1%} to {high:.1%}",
        f"{bot.average_points:.1f}",
        "  ".join(f"{wins}/{games}" for wins, games in by_seat),
    )


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Align names to the left and numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if column == 0 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
