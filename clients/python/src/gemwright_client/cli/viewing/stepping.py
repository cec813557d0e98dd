"""A game from a file, step by step on a whole terminal."""

from collections.abc import Callable, Mapping
from typing import Final

import typer

from gemwright_client.board.lines import Line, plain, text
from gemwright_client.board.pen import Pen
from gemwright_client.cli.exits import INTERRUPTED
from gemwright_client.cli.matches import outcome_text
from gemwright_client.cli.play.styles import glyphs_of_environment
from gemwright_client.cli.records import cards_of_rules
from gemwright_client.cli.viewing.stage import Stage, has_stage
from gemwright_client.cli.viewing.steps import told_step, view_of
from gemwright_client.cli.viewing.table import Scenery, numbered, table
from gemwright_client.rules import Replay
from gemwright_client.words import Words

__all__ = ["Stepping", "has_stage", "step_through"]

_PAGE: Final = 10
_KEPT: Final = 60
"""So many earlier steps can be shown at most."""
_MOST_DIGITS: Final = 5


async def step_through(replay: Replay, at: int, seat: int | None, words: Words) -> None:
    """Show a game from a version on, until somebody has seen enough."""
    pen = Pen(words, glyphs_of_environment(), cards_of_rules(replay.game))
    stepping = Stepping(replay, at, seat, pen)
    stage = Stage(stepping.draw, stepping.keys, on_sign=stepping.press)
    await stage.run()
    if stage.is_interrupted:
        raise typer.Exit(INTERRUPTED)


class Stepping:
    """One visit to a game, at one of its versions."""

    def __init__(self, replay: Replay, at: int, seat: int | None, pen: Pen) -> None:
        self._replay = replay
        self._pen = pen
        self._seats = len(replay.match(at).seats)
        self._typed = ""
        self._complaint = ""
        self.at = at
        """The version that is shown."""
        self.seat = seat
        """Whose cards are shown; everybody's unless it is somebody's."""

    @property
    def keys(self) -> Mapping[str, Callable[[], None]]:
        """What the keys do that are no signs."""
        forth = dict.fromkeys(("right", "down", " ", "n", "j"), 1)
        back = dict.fromkeys(("left", "up", "p", "k"), -1)
        pages = {"pagedown": _PAGE, "pageup": -_PAGE}
        moves = {key: self._moving(steps) for key, steps in (forth | back | pages).items()}
        return {
            **moves,
            "home": lambda: self.go(self._replay.versions[0]),
            "end": lambda: self.go(self._replay.versions[-1]),
            "enter": self.enter,
            "backspace": self._erase,
            "escape": lambda: self.go(self.at),
            "s": self._turn,
        }

    def press(self, sign: str) -> None:
        """A digit of the version to go to."""
        if sign.isdecimal() and sign.isascii():
            self._complaint = ""
            self._typed = (self._typed + sign)[:_MOST_DIGITS]

    def enter(self) -> None:
        """Go to the version that was typed."""
        versions, typed = self._replay.versions, self._typed
        if not typed:
            return
        if int(typed) in versions:
            self.go(int(typed))
            return
        self._typed = ""
        self._complaint = self._pen.say("cli.no_such_version", first=versions[0], last=versions[-1])

    def go(self, version: int) -> None:
        """Show a version; what was typed is forgotten."""
        versions = self._replay.versions
        self.at = min(max(version, versions[0]), versions[-1])
        self._typed = self._complaint = ""

    def draw(self, width: int, height: int) -> list[Line]:
        """The whole screen."""
        replay, at = self._replay, self.at
        match = replay.match(at)
        scenery = Scenery(match, view_of(replay, at, self.seat), self._pen, self.seat)
        first = max(at - _KEPT, replay.versions[0])
        moves = [self._step(version) for version in range(first, at + 1)]
        return table(scenery, moves, [self._next, self._status], width, height)

    def _step(self, version: int) -> Line:
        line = numbered(version, told_step(self._replay, version, self._pen.words))
        return line if version == self.at else text(plain([line]), "dim")

    @property
    def _next(self) -> Line:
        """What comes next; after the last step, how it ended."""
        if self.at < self._replay.versions[-1]:
            said = told_step(self._replay, self.at + 1, self._pen.words)
            return (*text(self._pen.say("cli.replay_next"), "label"), *text("  "), *said)
        result = outcome_text(self._replay.match(self.at), self._pen.words)
        return text(result or self._pen.say("cli.replay_end"), "good")

    @property
    def _status(self) -> Line:
        say, last = self._pen.say, self._replay.versions[-1]
        if self._complaint:
            return text(self._complaint, "bad")
        if self._typed:
            return text(say("cli.replay_go", number=self._typed), "strong")
        whose = say("cli.replay_open")
        if self.seat is not None:
            whose = say("cli.replay_seat", number=self.seat + 1)
        return (
            *text(f"{self.at}/{last} {self._pen.glyphs.dot} {whose}", "strong"),
            *text(f"  {say('cli.replay_keys')}", "dim"),
        )

    def _moving(self, steps: int) -> Callable[[], None]:
        return lambda: self.go(self.at + steps)

    def _erase(self) -> None:
        self._typed = self._typed[:-1]

    def _turn(self) -> None:
        """Show the next seat's cards; after the last seat's, everybody's."""
        following = 0 if self.seat is None else self.seat + 1
        self.seat = following if following < self._seats else None
