"""A game from a file, step by step on a terminal; and each step as an update."""

from collections.abc import Callable, Mapping
from typing import Final

import typer

from gemwright_client.board.lines import Line, plain, text
from gemwright_client.board.pen import Pen
from gemwright_client.board.update_text import update_line
from gemwright_client.cli.failures import INTERRUPTED
from gemwright_client.cli.match_text import outcome_text
from gemwright_client.cli.records import cards_of_rules
from gemwright_client.cli.terminal import FullScreen, glyphs_of_environment
from gemwright_client.cli.viewing.layout import ShownMatch, numbered, screen_lines
from gemwright_client.notation import parse_action
from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.match_pb2 import Forfeit, Move, Update
from gemwright_client.pb.outcome_pb2 import (
    FORFEIT_REASON_RESIGNATION,
    FORFEIT_REASON_TIMEOUT,
    ForfeitReason,
)
from gemwright_client.rules import Replay
from gemwright_client.words import Words

_PAGE: Final = 10
_KEPT: Final = 60
"""The most earlier steps that are shown."""
_MOST_DIGITS: Final = 5
_FORFEITS: Final[dict[str, ForfeitReason]] = {
    "resign": FORFEIT_REASON_RESIGNATION,
    "timeout": FORFEIT_REASON_TIMEOUT,
}
_ADJUDICATE: Final = "adjudicate"


async def step_through(replay: Replay, at: int, seat: int | None, words: Words) -> None:
    """Show a game from a version on, until somebody has seen enough."""
    pen = Pen(words, glyphs_of_environment(), cards_of_rules(replay.game))
    screen = ReplayScreen(replay, at, seat, pen)
    terminal = FullScreen(screen.draw, screen.keys, on_sign=screen.press)
    await terminal.run()
    if terminal.is_interrupted:
        raise typer.Exit(INTERRUPTED)


class ReplayScreen:
    """The screen of a replay, at one version of the game."""

    def __init__(self, replay: Replay, at: int, seat: int | None, pen: Pen) -> None:
        self._replay = replay
        self._pen = pen
        self._seats = len(replay.match(at).seats)
        self._typed = ""
        self._complaint = ""
        self.at = at
        """The version that is shown."""
        self.seat = seat
        """The seat whose cards are shown; None for all."""

    @property
    def keys(self) -> Mapping[str, Callable[[], None]]:
        """What the special keys do."""
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
        """Take a digit of the version to go to."""
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
        """Show a version, and forget what was typed."""
        versions = self._replay.versions
        self.at = min(max(version, versions[0]), versions[-1])
        self._typed = self._complaint = ""

    def draw(self, width: int, height: int) -> list[Line]:
        """The whole screen."""
        replay, at = self._replay, self.at
        match = replay.match(at)
        shown = ShownMatch(match, view_of(replay, at, self.seat), self._pen, self.seat)
        first = max(at - _KEPT, replay.versions[0])
        moves = [self._step(version) for version in range(first, at + 1)]
        return screen_lines(shown, moves, [self._next, self._status], width, height)

    def _step(self, version: int) -> Line:
        line = numbered(version, step_line(self._replay, version, self._pen.words))
        return line if version == self.at else text(plain([line]), "dim")

    @property
    def _next(self) -> Line:
        """The next step; after the last one, how the game ended."""
        if self.at < self._replay.versions[-1]:
            said = step_line(self._replay, self.at + 1, self._pen.words)
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


def update_of(replay: Replay, version: int) -> Update | None:
    """Return what made a version as an update without events; None for the deal."""
    step = replay.action(version)
    if step is None:
        return None
    update = Update(version=version)
    word = step.text.partition(" ")[0]
    if word == _ADJUDICATE:
        update.adjudication.winners.extend(replay.match(version).outcome.winners)
    elif step.seat is not None and word in _FORFEITS:
        update.forfeit.CopyFrom(Forfeit(seat=step.seat, reason=_FORFEITS[word]))
    elif step.seat is not None:
        action = parse_action(step.text, replay.game)
        update.move.CopyFrom(Move(seat=step.seat, action=action))
    return update


def step_line(replay: Replay, version: int, words: Words) -> Line:
    """Write what made a version, in one line."""
    update = update_of(replay, version)
    if update is None:
        return text(words("event.dealt"))
    return update_line(update, replay.match(version), words)


def view_of(replay: Replay, version: int, seat: int | None) -> View:
    """Return the position as a seat saw it, or with all cards open."""
    return replay.open_at(version) if seat is None else replay.at(version, seat)
