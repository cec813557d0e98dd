"""A match watched on a whole terminal: the board as it is now, until the end."""

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
from gemwright_client.cli.failures import INTERRUPTED
from gemwright_client.cli.match_text import result_text
from gemwright_client.cli.play.live_match import LiveMatch, News
from gemwright_client.cli.terminal import FullScreen, glyphs_of_environment, print_lines
from gemwright_client.cli.viewing.layout import ShownMatch, numbered, screen_lines, shown_board
from gemwright_client.client import Client
from gemwright_client.match import Match
from gemwright_client.pb.match_pb2 import MATCH_STATE_WAITING
from gemwright_client.pb.match_service_pb2 import GetMatchResponse
from gemwright_client.words import Words

_NOBODY: Final = -1
"""The seat of a spectator, who never acts: no match has it."""
_NEWS_S: Final = 10.0
"""How long news is shown."""
_BELOW: Final = 4
"""Rows left free under the last board, for the result and the shell's prompt."""


async def show(
    handle: Match, client: Client, probe: Callable[[], Awaitable[object]], words: Words
) -> None:
    """Show a match until it is over or the spectator leaves; then leave its end on the terminal."""
    seen = await handle.get()
    cards = Cards(await client.catalogue.cards(seen.match.game))
    spectator = Spectator(handle, seen, probe, Pen(words, glyphs_of_environment(), cards))
    if not spectator.is_over:
        await spectator.run()
    if spectator.is_over:
        spectator.leave()


class Spectator:
    """Watches a match that others play."""

    def __init__(
        self,
        handle: Match,
        seen: GetMatchResponse,
        probe: Callable[[], Awaitable[object]],
        pen: Pen,
    ) -> None:
        self._live = LiveMatch({_NOBODY: handle}, seen, probe)
        self._live.on_news = self.hear
        self._live.on_change = self._changed
        self._pen = pen
        self._news: list[News] = []
        self._news_at = monotonic()
        self._screen = FullScreen(self._draw, {})

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._live.is_over

    async def run(self) -> None:
        """Show the match until it is over or the spectator leaves."""
        following = asyncio.create_task(self._follow())
        try:
            await self._screen.run(self._is_ticking)
        finally:
            following.cancel()
            await asyncio.wait({following})
        if not following.cancelled():
            following.result()
        if self._screen.is_interrupted:
            raise typer.Exit(INTERRUPTED)

    def leave(self) -> None:
        """Leave the last board and the result on the terminal."""
        size = get_terminal_size()
        lines = shown_board(self._shown, size.columns, max(size.lines - _BELOW, 0))
        result = text(result_text(self._live.match, self._pen), "good")
        print_lines([in_letters(line, self._pen.glyphs) for line in (*lines, BLANK, result)])

    async def _follow(self) -> None:
        live = self._live
        try:
            await live.follow()
            if live.failure is not None:
                raise live.failure
        finally:
            self._screen.close()

    @property
    def _shown(self) -> ShownMatch:
        live, seen = self._live, self._live.seen
        seat = seen.viewer_seat if seen.HasField("viewer_seat") else None
        return ShownMatch(seen.match, seen.view, self._pen, seat, live.elapsed)

    def _draw(self, width: int, height: int) -> list[Line]:
        live, words = self._live, self._pen.words
        made = ((each.version, update_line(each, live.match, words)) for each in live.moves)
        moves = [numbered(version, line) for version, line in made if line]
        return screen_lines(self._shown, moves, [self.status], width, height)

    @property
    def status(self) -> Line:
        """The line under the board: what the board itself does not say."""
        say = self._pen.say
        if self._live.is_lost:
            return text(say("cli.lost"), "bad")
        if self._has_news:
            said = " ".join(say(news.key, **news.values) for news in self._news)
            return text(said, "bad" if any(news.is_bad for news in self._news) else "good")
        if self._live.match.state == MATCH_STATE_WAITING:
            return text(f"{say('cli.waiting')} {say('cli.watching')}", "dim")
        return text(say("cli.watching"), "dim")

    @property
    def _has_news(self) -> bool:
        return bool(self._news) and monotonic() - self._news_at < _NEWS_S

    def _is_ticking(self) -> bool:
        """Whether the screen changes by time alone."""
        clocks = self._live.match.clocks.seats
        return bool(self._news) or any(clock.is_running for clock in clocks)

    def hear(self, news: News) -> None:
        """Show news to the spectator; repeated news is shown once."""
        if not self._has_news:
            self._news.clear()
        if news not in self._news[-1:]:
            self._news.append(news)
        self._news_at = monotonic()
        self._changed()

    def _changed(self) -> None:
        self._screen.redraw()
