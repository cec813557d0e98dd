"""A series shared among processes.

Processes are spawned, so that threads of this one do no harm, and import the bots by their names.
They never notice Ctrl-C in a terminal. They end, whatever their bots are at, when the pipe breaks
on which nothing is ever sent: when the series is over, or its process is gone.
"""

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from typing import Final

from gemwright_client.errors import GemwrightError
from gemwright_client.rules.score import Result
from gemwright_client.rules.series import Found, Series, results

_MOST_AT_ONCE: Final = 12
"""Games that a process plays before it tells of them."""
_MAIN: Final = "MainProcess"
_SHARES: Final = 4
"""Into how many parts the work of a process is cut at least."""
_GUARD: Final = "put the call under if __name__ == '__main__':"
_LOADS_BOTS: Final = Event()
"""Set in another process while it imports the bots."""


class CannotShare(Exception):
    """Other processes cannot play these bots."""


class ProcessDied(GemwrightError):
    """A process of the series ended by itself, as a crash in compiled code makes it."""


@contextmanager
def shared(series: Series, games: int, processes: int) -> Iterator[Found]:
    """The results of a series, in the order in which they come; raises `CannotShare` at first."""
    if _LOADS_BOTS.is_set():  # every process would start as many more, without end
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
        waiting = [pool.submit(_play, packed, part) for part in parts]
        for done in as_completed(waiting):
            yield from done.result()
    except BrokenProcessPool:
        raise ProcessDied("a process of the series ended by itself") from None


def _check_program() -> None:
    """A program that came from a pipe cannot be imported again."""
    path: str | None = getattr(sys.modules["__main__"], "__file__", None)
    if path is not None and not Path(path).exists():
        raise CannotShare(f"other processes cannot import {path}")


def _packed(series: Series) -> bytes:
    try:
        return pickle.dumps(series)
    except Exception as error:
        raise CannotShare(f"the bots cannot be pickled: {error}") from None


def _check(pool: ProcessPoolExecutor, packed: bytes, processes: int) -> None:
    """See whether the processes begin, and know the bots."""
    try:
        with _interrupts_ignored():  # what begins here ignores them too, until it plays
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
    """In another process: play on after Ctrl-C, but not when nobody counts the games any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: "Connection[None, None]") -> None:
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)


def _trouble(packed: bytes) -> str:
    """What stands in the way of playing; empty if nothing does."""
    _LOADS_BOTS.set()
    try:
        pickle.loads(packed)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        _LOADS_BOTS.clear()
    return ""


def _play(packed: bytes, numbers: range) -> list[Result]:
    series: Series = pickle.loads(packed)
    return list(results(series, numbers))
