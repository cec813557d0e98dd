"""Bots against each other on the rules core: no server, no network, all cores.

    print(arena(MyBot, "greedy", games=1000))

The same bots, seed and number of games give the same score, in however many processes. In a program
of its own the call goes under `if __name__ == "__main__":`, for other processes import that file.
"""

import os
import warnings
from collections.abc import Callable
from contextlib import closing
from typing import TypeAlias

from gemwright_client.rules.bar import on_terminal
from gemwright_client.rules.score import Score, Tally
from gemwright_client.rules.series import Entrant, Found, Played, played, results, series_of
from gemwright_client.rules.sharing import CannotShare, shared

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many games are done, and of how many."""


class ArenaStopped(KeyboardInterrupt):
    """The series was interrupted; `score` is what came out until then."""

    def __init__(self, score: Score) -> None:
        super().__init__()
        self.score = score

    def __reduce__(self) -> tuple[type["ArenaStopped"], tuple[Score]]:
        return ArenaStopped, (self.score,)


def arena(
    first: Entrant,
    second: Entrant,
    *others: Entrant,
    games: int = 1000,
    seed: int = 1,
    game: str = "duel",
    processes: int | None = None,
    progress: Progress | None = on_terminal,
) -> Score:
    """Let bots play a series, in as many processes as there are cores unless said otherwise.

    A bot is a class or anything else without arguments that makes one, and is made anew for each
    game; or an instance, which then plays all of them; or the name of one that is built in. How far
    it is shows as a bar on a terminal, unless `progress` says otherwise. Raises `BotFailed` for a
    bot's mistake, and `ArenaStopped` for Ctrl-C.
    """
    if games < 1:
        raise ValueError(f"a series has at least one game, not {games}")
    if processes is not None and processes < 1:
        raise ValueError(f"a series needs at least one process, not {processes}")
    series = series_of(game, seed, (first, second, *others))
    tally = Tally(series.game, series.seed, series.names)
    wanted = min(processes or os.cpu_count() or 1, games)
    try:
        if wanted > 1:
            try:
                with shared(series, games, wanted) as found:
                    return _counted(tally, found, games, progress)
            except CannotShare as why:
                warnings.warn(f"the series is played in one process: {why}", stacklevel=2)
        return _counted(tally, results(series, range(games)), games, progress)
    except KeyboardInterrupt:
        raise ArenaStopped(tally.score()) from None


def one_game(
    first: Entrant,
    second: Entrant,
    *others: Entrant,
    number: int,
    seed: int = 1,
    game: str = "duel",
) -> Played:
    """Play one game of a series, the first being 0, in this process, fit for a debugger."""
    return played(series_of(game, seed, (first, second, *others)), number)


def _counted(tally: Tally, found: Found, games: int, progress: Progress | None) -> Score:
    with closing(found):
        for result in found:
            tally.add(result)
            if progress is not None:
                progress(len(tally), games)
    return tally.score()
