"""A match watched without a screen: its updates as text, or the messages as JSON."""

import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing

from gemwright_client.board.lines import plain
from gemwright_client.board.update_text import update_line
from gemwright_client.cli.match_text import outcome_text, state_text
from gemwright_client.cli.output import remark, say, say_json
from gemwright_client.cli.reachability import Reachability
from gemwright_client.match import Match
from gemwright_client.pb.match_pb2 import Match as MatchMessage
from gemwright_client.pb.match_pb2 import Update
from gemwright_client.pb.match_service_pb2 import WatchMatchResponse
from gemwright_client.watch import Missed
from gemwright_client.words import Words


async def tell(handle: Match, after: int | None, words: Words, reachability: Reachability) -> None:
    """Print each update on a line, to the end of the match."""
    match = (await handle.get()).match
    async with reachability.kept(), aclosing(handle.updates(after)) as updates:
        async for update in updates:
            reachability.heard()
            if isinstance(update, Missed):
                _tell_missed(update, words)
                continue
            _seat(match, update)
            line = plain([update_line(update, match, words)])
            if line:
                say(f"{update.version:4}  {line}")
                _flush()
    ended = (await handle.get()).match
    say(outcome_text(ended, words) or state_text(ended, words))


async def tell_json(handle: Match, after: int | None, reachability: Reachability) -> None:
    """Print each message of the watch on a line, to the end of the match."""
    is_complete = False
    async with reachability.kept(), aclosing(_messages(handle, after)) as messages:
        async for message in messages:
            reachability.heard()
            is_complete = message.HasField("reveal")
            say_json(message)
            _flush()
    if not is_complete:
        await handle.get()  # raises why there is nothing more to see


async def _messages(handle: Match, after: int | None) -> AsyncGenerator[WatchMatchResponse, None]:
    """Yield the messages of the watch, and before its snapshot the updates that led to it."""
    async with aclosing(handle.watch()) as messages:
        async for message in messages:
            if after is not None:  # the first message is a snapshot
                last, first, after = message.snapshot.match.version, after, None
                async for update in _updates(handle, first, last):
                    yield WatchMatchResponse(update=update)
            yield message


async def _updates(handle: Match, after: int, last: int) -> AsyncGenerator[Update, None]:
    """Yield the updates after a version, up to another."""
    async with aclosing(handle.history(after)) as updates:
        async for update in updates:
            if update.version > last:
                return
            yield update


def _flush() -> None:
    """Flush the standard output, unless it is closed."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _seat(match: MatchMessage, update: Update) -> None:
    """Give a seat the name of who joined it."""
    if update.HasField("join"):
        match.seats[update.join.seat].principal = update.join.principal


def _tell_missed(missed: Missed, words: Words) -> None:
    remark(words(f"reset.{missed.reason}"))
    if missed.versions:
        first, last = missed.versions.start, missed.versions.stop - 1
        remark(words("cli.not_seen", first=first, last=last))
