"""Bots against each other on the rules core: no server, no network, all cores.

    print(arena(MyBot, "greedy", games=1000))

The same bots, seed and number of games give the same score, in however many processes. In a program
of its own the call stands under `if __name__ == "__main__":`, for other processes import that file.

Processes are spawned, so that threads of this one do no harm, and import the bots by their names.
They ignore Ctrl-C. They end, whatever their bots are doing, when a pipe breaks on which nothing is
ever sent: when the series is over, or its process is gone.
"""

import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from typing import Final, TypeAlias

from gemwright_client.errors import GemwrightError
from gemwright_client.rules.score import Result, Score, Tally
from gemwright_client.rules.series import Entrant, Found, Played, Series, played, results, series_of

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many games are done, and of how many."""
_WIDTH: Final = 40
_MOST_AT_ONCE: Final = 12
"""The most games that a process plays before it returns their results."""
_MAIN: Final = "MainProcess"
_SHARES: Final = 4
"""The least number of parts that the work of a process is cut into."""
_GUARD: Final = "put the call under if __name__ == '__main__':"
_LOADS_BOTS: Final = Event()
"""Set in another process while it imports the bots."""


def on_terminal(done: int, total: int) -> None:
    """Draw a progress bar on the standard error, if that is a terminal."""
    if sys.stderr.isatty():
        bar = "#" * (_WIDTH * done // total)
        end = "\n" if done == total else ""
        print(f"\r[{bar:<{_WIDTH}}] {done}/{total}", end=end, file=sys.stderr, flush=True)


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
    """Let bots play a series, by default in as many processes as there are cores.

    A bot is a class or anything else without arguments that makes one, and is made anew for each
    game; or an instance, which then plays all of them; or the name of a built-in one. Progress
    is shown as a bar on a terminal, unless `progress` says otherwise. Raises `BotFailed` for a
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
    """Play one game of a series, counted from 0, in this process, where a debugger can follow."""
    return played(series_of(game, seed, (first, second, *others)), number)


def _counted(tally: Tally, found: Found, games: int, progress: Progress | None) -> Score:
    with closing(found):
        for result in found:
            tally.add(result)
            if progress is not None:
                progress(len(tally), games)
    return tally.score()


class CannotShare(Exception):
    """Other processes cannot load these bots."""


class ProcessDied(GemwrightError):
    """A process of the series ended by itself, as after a crash in compiled code."""


@contextmanager
def shared(series: Series, games: int, processes: int) -> Iterator[Found]:
    """Give the results of a series as they come; raises `CannotShare` before the first."""
    if _LOADS_BOTS.is_set():  # else every process would start as many more, without end
        raise RuntimeError(f"the module of the bots plays a series when imported; {_GUARD}")
    _check_program()
    packed = _packed(series)
    at_once = max(1, min(_MOST_AT_ONCE, games // processes // _SHARES))
    spawn = get_context("spawn")
    theirs, ours = spawn.Pipe(duplex=False)
    pool = ProcessPoolExecutor(processes, spawn, _begin, (theirs,))
    try:
        _check(pool, packed, processes)
        yield _results(pool, packed, games, at_once)
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()
        theirs.close()


def _results(pool: ProcessPoolExecutor, packed: bytes, games: int, at_once: int) -> Found:
    parts = [range(start, min(start + at_once, games)) for start in range(0, games, at_once)]
    try:
        waiting = [pool.submit(_play_part, packed, part) for part in parts]
        for done in as_completed(waiting):
            yield from done.result()
    except BrokenProcessPool:
        raise ProcessDied("a process of the series ended by itself") from None


def _check_program() -> None:
    """Raise `CannotShare` for a program that came from a pipe: it cannot be imported again."""
    path: str | None = getattr(sys.modules["__main__"], "__file__", None)
    if path is not None and not Path(path).exists():
        raise CannotShare(f"other processes cannot import {path}")


def _packed(series: Series) -> bytes:
    try:
        return pickle.dumps(series)
    except Exception as error:
        raise CannotShare(f"the bots cannot be pickled: {error}") from None


def _check(pool: ProcessPoolExecutor, packed: bytes, processes: int) -> None:
    """Check that the processes start and can load the bots."""
    try:
        with _interrupts_ignored():  # processes started here ignore them too, until they play
            asked = [pool.submit(_trouble, packed) for _ in range(processes)]
        troubles = [each.result() for each in asked]
    except BrokenProcessPool:
        raise CannotShare(f"other processes cannot import the program, {_GUARD}") from None
    except RuntimeError:
        if current_process().name == _MAIN:
            raise
        # This is such a process, about to import the program that started it: to go on would
        # play the series here too.
        sys.exit(1)
    if any(troubles):
        raise CannotShare(f"other processes cannot load the bots: {max(troubles)}")


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(line: "Connection[None, None]") -> None:
    """Begin another process: ignore Ctrl-C, and end with the process that counts the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: "Connection[None, None]") -> None:
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)


def _trouble(packed: bytes) -> str:
    """Return why this process cannot load the bots; empty if it can."""
    _LOADS_BOTS.set()
    try:
        pickle.loads(packed)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        _LOADS_BOTS.clear()
    return ""


def _play_part(packed: bytes, numbers: range) -> list[Result]:
    series: Series = pickle.loads(packed)
    return list(results(series, numbers))
