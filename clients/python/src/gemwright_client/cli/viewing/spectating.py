"""A match that is watched on a whole terminal: the board as it is now, until it is over."""

import asyncio
from collections.abc import Awaitable, Callable
from shutil import get_terminal_size
from time import monotonic
from typing import Final

import typer

from gemwright_client.board.cards import Cards
from gemwright_client.board.lines import BLANK, Line, in_letters, text
from gemwright_client.board.pen import Pen
from gemwright_client.board.update_text import update_line
from gemwright_client.cli.exits import INTERRUPTED
from gemwright_client.cli.play.ending import result_text
from gemwright_client.cli.play.session import News, Session
from gemwright_client.cli.play.styles import glyphs_of_environment
from gemwright_client.cli.viewing.stage import Stage, has_stage, print_lines
from gemwright_client.cli.viewing.table import Scenery, board, numbered, table
from gemwright_client.client import Client
from gemwright_client.match import Match
from gemwright_client.pb.match_pb2 import MATCH_STATE_WAITING
from gemwright_client.pb.match_service_pb2 import GetMatchResponse
from gemwright_client.words import Words

__all__ = ["Spectating", "has_stage", "show"]

_NOBODY: Final = -1
"""The seat of a session that never acts: no match has it."""
_NEWS_S: Final = 10.0
"""So long what a spectator should hear of is shown."""
_BELOW: Final = 4
"""Rows that stay free under the board that is left behind: for the result, and for a prompt."""


async def show(
    handle: Match, client: Client, probe: Callable[[], Awaitable[object]], words: Words
) -> None:
    """Show a match until it is over or the spectator leaves; then leave its end on the terminal."""
    seen = await handle.get()
    cards = Cards(await client.catalogue.cards(seen.match.game))
    visit = Spectating(handle, seen, probe, Pen(words, glyphs_of_environment(), cards))
    if not visit.is_over:
        await visit.run()
    if visit.is_over:
        visit.leave()


class Spectating:
    """One visit to a match that others play."""

    def __init__(
        self,
        handle: Match,
        seen: GetMatchResponse,
        probe: Callable[[], Awaitable[object]],
        pen: Pen,
    ) -> None:
        self._session = Session({_NOBODY: handle}, seen, probe)
        self._session.on_news = self.hear
        self._session.on_change = self._changed
        self._pen = pen
        self._news: list[News] = []
        self._news_at = monotonic()
        self._stage = Stage(self._draw, {})

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._session.is_over

    async def run(self) -> None:
        """Show the match until it is over or the spectator leaves."""
        following = asyncio.create_task(self._follow())
        try:
            await self._stage.run(self._is_ticking)
        finally:
            following.cancel()
            await asyncio.wait({following})
        if not following.cancelled():
            following.result()
        if self._stage.is_interrupted:
            raise typer.Exit(INTERRUPTED)

    def leave(self) -> None:
        """Leave the last board and the result on the terminal."""
        size = get_terminal_size()
        lines = board(self._scenery, size.columns, max(size.lines - _BELOW, 0))
        result = text(result_text(self._session.match, self._pen), "good")
        print_lines([in_letters(line, self._pen.glyphs) for line in (*lines, BLANK, result)])

    async def _follow(self) -> None:
        session = self._session
        try:
            await session.follow()
            if session.failure is not None:
                raise session.failure
        finally:
            self._stage.close()

    @property
    def _scenery(self) -> Scenery:
        session, seen = self._session, self._session.seen
        seat = seen.viewer_seat if seen.HasField("viewer_seat") else None
        return Scenery(seen.match, seen.view, self._pen, seat, session.elapsed)

    def _draw(self, width: int, height: int) -> list[Line]:
        session, words = self._session, self._pen.words
        made = ((each.version, update_line(each, session.match, words)) for each in session.moves)
        moves = [numbered(version, line) for version, line in made if line]
        return table(self._scenery, moves, [self.status], width, height)

    @property
    def status(self) -> Line:
        """What is going on, but for what the board says itself."""
        say = self._pen.say
        if self._session.is_lost:
            return text(say("cli.lost"), "bad")
        if self._has_news:
            said = " ".join(say(news.key, **news.values) for news in self._news)
            return text(said, "bad" if any(news.is_bad for news in self._news) else "good")
        if self._session.match.state == MATCH_STATE_WAITING:
            return text(f"{say('cli.waiting')} {say('cli.watching')}", "dim")
        return text(say("cli.watching"), "dim")

    @property
    def _has_news(self) -> bool:
        return bool(self._news) and monotonic() - self._news_at < _NEWS_S

    def _is_ticking(self) -> bool:
        """Whether the screen changes by time alone."""
        clocks = self._session.match.clocks.seats
        return bool(self._news) or any(clock.is_running for clock in clocks)

    def hear(self, news: News) -> None:
        """Tell the spectator something; what is the same again is told once."""
        if not self._has_news:
            self._news.clear()
        if news not in self._news[-1:]:
            self._news.append(news)
        self._news_at = monotonic()
        self._changed()

    def _changed(self) -> None:
        self._stage.redraw()
