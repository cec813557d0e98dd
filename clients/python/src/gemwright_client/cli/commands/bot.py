"""`gemwright bot run`: a bot at every match of its principal."""

import asyncio
import logging
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Final

import typer

from gemwright_client.bots.runner import Tally, run_bot
from gemwright_client.cli.bot_report import Reporter
from gemwright_client.cli.bot_source import Loaded, bot_of, error_line, folder_of, made
from gemwright_client.cli.failures import INTERRUPTED, PROGRAM, USAGE, Failed
from gemwright_client.cli.options import AsJson, Manner, Service
from gemwright_client.cli.output import printable, prints_are_remarks

_LIBRARY: Final = "gemwright_client"
_STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


async def run(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="MODULE:CLASS",
            help="The bot: its module, looked for here first, or its file; and its class.",
            show_default=False,
        ),
    ],
    service: Service,
    manner: Manner,
    processes: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="NUMBER",
            help="So many processes think, each with a copy of the bot; 0 for threads.",
        ),
    ] = 0,
    matches: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="NUMBER",
            help="Stop once so many matches have ended.",
            show_default=False,
        ),
    ] = None,
    is_quiet: Annotated[bool, typer.Option("--quiet", help="Tell of mistakes only.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play every match of the token's principal with a bot, until it is stopped.

    It comes back after every cut. A mistake of the bot's is told, and its match looked at again
    after a pause. How each match ended is told on the standard error, with --json on the standard
    output, and what the bot prints on the other. SIGTERM and Ctrl-C stop it in order: it ends with
    0 after the one, with 130 after the other.

    Example: gemwright bot run mybot:MyBot --token dev:mybot
    """
    if service.credential() is None:
        raise Failed("cli.bot_no_token", code=USAGE)
    tally = Tally()
    with prints_are_remarks() if as_json else nullcontext() as data:
        loaded = bot_of(bot)
        player = loaded if processes else made(loaded)
        reporter = Reporter(service.server, manner.words, is_quiet=is_quiet, data=data)
        with _mistakes_told(folder_of(player), is_debug=manner.debug), _stopping() as stopping:
            stop, received = stopping
            await _play(player, service, reporter, tally, processes, matches, stop)
    reporter.sum_up(tally)
    if signal.SIGINT in received:
        raise typer.Exit(INTERRUPTED)


async def _play(
    bot: Loaded,
    service: Service,
    reporter: Reporter,
    tally: Tally,
    processes: int,
    enough: int | None,
    stop: asyncio.Event,
) -> None:
    """Run the bot, and the reporter beside it, until told to stop."""
    try:
        async with service.client() as client, asyncio.TaskGroup() as group:
            looking = [
                group.create_task(reporter.follow(client, enough, stop)),
                group.create_task(reporter.probe(client)),
            ]
            await run_bot(
                bot,
                service.server,
                service.credential(),
                tls=service.tls(),
                processes=processes,
                stop=stop,
                tally=tally,
            )
            for task in looking:
                task.cancel()
    except ExceptionGroup as several:
        raise _first(several) from several


def _first(error: Exception) -> Exception:
    """Return one of several errors: both streams fail for the same reason."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


@contextmanager
def _stopping() -> Iterator[tuple[asyncio.Event, list[int]]]:
    """Give an event that a stop signal sets, and the signals received; a second one interrupts."""
    stop, received = asyncio.Event(), list[int]()
    loop = asyncio.get_running_loop()

    def receive(number: int) -> None:
        received.append(number)
        stop.set()
        loop.remove_signal_handler(number)

    for number in _STOPPING:
        loop.add_signal_handler(number, receive, number)
    try:
        yield stop, received
    finally:
        for number in _STOPPING:
            loop.remove_signal_handler(number)


@contextmanager
def _mistakes_told(folder: Path, *, is_debug: bool) -> Iterator[None]:
    """Print the library's warnings on the standard error, a line each."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_Lines(folder, is_debug=is_debug))
    log = logging.getLogger(_LIBRARY)
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


class _Lines(logging.Formatter):
    """Formats a log record as a line; an exception with the place in the bot's folder."""

    def __init__(self, folder: Path, *, is_debug: bool) -> None:
        super().__init__()
        self._folder = folder
        self._is_debug = is_debug

    def format(self, record: logging.LogRecord) -> str:
        line, trace = record.getMessage(), ""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line = f"{line}: {error_line(error, self._folder)}"
            trace = "".join(traceback.format_exception(error)) if self._is_debug else ""
        return f"{trace}{PROGRAM}: {printable(line)}"
