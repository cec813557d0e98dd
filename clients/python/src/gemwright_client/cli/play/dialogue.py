"""The dialogue with a player: the choices, the messages, and what an entered line does.

The screen and the line mode show the same dialogue. It knows no terminal.
"""

from collections.abc import Callable
from typing import Final

from gemwright_client.board.lines import Line, Style, text
from gemwright_client.board.pen import Pen
from gemwright_client.board.update_text import update_line
from gemwright_client.cli.match_text import result_text
from gemwright_client.cli.play.choices import Choice
from gemwright_client.cli.play.explanations import (
    about,
    decision_text,
    is_turn_open,
    possible,
    refusal_text,
    summary,
)
from gemwright_client.cli.play.help_page import help_page
from gemwright_client.cli.play.live_match import LiveMatch, Moment, News
from gemwright_client.cli.play.typed_line import (
    Menu,
    chosen,
    completed,
    continuations,
    narrowed,
    purchase_before_pay,
    quoted,
    unlisted,
    words_in,
    written,
)
from gemwright_client.errors import GemwrightError
from gemwright_client.pb.game_pb2 import Action
from gemwright_client.pb.match_pb2 import MATCH_STATE_WAITING
from gemwright_client.wording import seat_name

_QUESTION: Final = "?"
_LEAVING: Final = (["quit"], ["exit"])


class Dialogue:
    """What a player sees and says of a match, in words."""

    def __init__(self, live: LiveMatch, pen: Pen) -> None:
        self.live = live
        """The match that is played."""
        self.pen = pen
        self.page: list[Line] | None = None
        """A page to read instead of the board."""
        self.is_closed = False
        """Whether the player has left."""
        self._message: Line = ()
        self._is_news = False
        self._resigning: Moment | None = None
        """The moment at which the player was asked whether to resign."""
        self._revealed: int | None = None
        self._menu = Menu(live, pen)
        self.on_change: Callable[[], None] = lambda: None
        """Called when something else is to be shown."""
        live.on_news = self._hear
        live.on_change = lambda: self.on_change()

    @property
    def is_hidden(self) -> bool:
        """Whether the cards are hidden until the next player at the keyboard presses a key."""
        live = self.live
        return len(live.seats) > 1 and not live.has_ended and live.seat != self._revealed

    @property
    def choices(self) -> list[Choice]:
        """The choices there are now."""
        return self._menu.choices

    def shown(self, line: str) -> list[Choice]:
        """List the choices that a half-typed line leaves."""
        return narrowed(self._menu.choices_for(line), line) if not self.is_hidden else []

    def chosen(self, line: str) -> Choice | None:
        """Return the choice that a line stands for, if there is one."""
        return None if self._is_unlisted(line) else chosen(self._menu.choices_for(line), line)

    def continuations(self, line: str) -> list[str]:
        """List the words that could come next."""
        return continuations(self._menu.choices_for(line), line) if not self.is_hidden else []

    def completed(self, line: str) -> str:
        """Complete the word that is being typed, as far as that is certain."""
        return completed(self._menu.choices_for(line), line) if not self.is_hidden else line

    def moves(self, number: int) -> list[Line]:
        """Write the newest moves."""
        live = self.live
        updates = list(live.moves)[-number:] if number else []
        lines = [update_line(update, live.match, self.pen.words) for update in updates]
        return [line for line in lines if line]

    @property
    def status(self) -> Line:
        """The line that says what is going on now."""
        live = self.live
        if live.failure is not None:
            return text(self.reason(live.failure), "bad")
        if live.is_over:
            return self._situation
        if live.is_lost:
            return text(self.pen.say("cli.lost"), "bad")
        if live.is_busy:
            return text(self.pen.say("cli.under_way"), "dim")
        return self._message or self._situation

    @property
    def _situation(self) -> Line:
        live, pen = self.live, self.pen
        if live.is_over:
            return text(f"{result_text(live.match, pen)} {pen.say('cli.over')}", "good")
        if live.match.state == MATCH_STATE_WAITING:
            return text(pen.say("cli.waiting"), "dim")
        if self.is_hidden:
            return text(pen.say("cli.pass_keyboard", name=self.name(live.seat)), "strong")
        if not live.is_my_turn:
            return text(pen.say("cli.turn_of", name=self.name(live.match.seat_to_act)), "dim")
        decision = decision_text(live.seen.view, pen)
        return (*text(decision, "strong"), *text(f"  {summary(self.choices, pen)}", "dim"))

    def name(self, seat: int) -> str:
        """Name the player of a seat."""
        return self.pen.glyphs.text(seat_name(self.live.match, seat, self.pen.words))

    def reason(self, error: GemwrightError) -> str:
        """Explain an error in a sentence."""
        return refusal_text(error, self.pen, is_turn=is_turn_open(self.live.seen.view))

    def reveal(self) -> None:
        """Show the cards of the player whose turn it is."""
        self._revealed = self.live.seat
        self.say("")

    def say(self, message: str, style: Style = "strong") -> None:
        """Show a message until there is another one."""
        self._message, self._is_news = text(message, style) if message else (), False
        self.on_change()

    def offer_to_mend(self) -> None:
        """Say that a refused line, which stays where it was typed, can be corrected."""
        for said in self._message:
            if said.style == "bad":
                self.say(f"{said.text} {self.pen.say('cli.mend')}", "bad")

    def close(self) -> None:
        """End the dialogue: the player leaves."""
        self.is_closed = True
        self.on_change()

    def undo(self) -> None:
        """Go back to the whole list, without a page, a message or a question."""
        self.page, self._resigning = None, None
        self._menu.pay([])
        self.say("")

    async def look_up(self, line: str) -> None:
        """Get the payments that a half-typed line is about, unless they are known."""
        purchase = purchase_before_pay(self.choices, line)
        if purchase is not None and self.live.is_my_turn:
            await self._payments_of(purchase)

    async def enter(self, line: str) -> str:
        """Do what a line says; return what of it is left to edit."""
        words = words_in(line)
        has_read, self.page = self.page is not None, None
        self._message, self._is_news = (), False
        if self.is_hidden and words not in _LEAVING:
            self.reveal()
            return ""
        if has_read and not words:
            self.on_change()
            return ""
        if words != ["resign"]:
            self._resigning = None
        if line.lstrip().startswith(_QUESTION):
            return await self._explain(line.strip().removeprefix(_QUESTION).strip())
        if len(words) == 1 and await self._command(words[0]):
            return ""
        return await self._play_line(line)

    async def _command(self, word: str) -> bool:
        """Do what a command says; return False for any other word."""
        match word:
            case "quit" | "exit":
                self.close()
            case "help":
                self._show(help_page(self.pen, self.live.match.match))
            case "moves":
                self._show(self.moves(len(self.live.moves))[::-1])
            case "undo":
                self.undo()
            case "resign":
                await self._resign()
            case _:
                return False
        return True

    async def _explain(self, line: str) -> str:
        live = self.live
        if live.failure is not None:
            return ""
        if line:
            self._show(await about(live, self.choices, line, self.pen))
        elif live.is_my_turn:
            self._show(await possible(live, self.choices, self.pen))
        else:
            self._show([self._situation, *help_page(self.pen, live.match.match)])
        return ""

    async def _resign(self) -> None:
        if self.live.has_ended or self.live.is_busy:
            self.on_change()
        elif self._resigning == self.live.moment:
            self._resigning = None
            try:
                await self.live.resign()
                self.say("")
            except GemwrightError as error:
                self.say(self.reason(error), "bad")
        else:
            self._resigning = self.live.moment
            self.say(self.pen.say("cli.resign_twice"), "bad")

    async def _play_line(self, line: str) -> str:
        if self.live.is_busy or not self.live.is_my_turn:
            if words_in(line) and not self.live.has_ended:
                self.say(self.pen.say("cli.not_yet", text=quoted(line)), "bad")
            return ""
        purchase = None if self._menu.is_paying else purchase_before_pay(self.choices, line)
        if purchase is not None and words_in(line)[-1] == "pay":
            payments = await self._payments_of(purchase)
            if not payments:
                return line
            self._menu.pay(payments)
            self.say(self.pen.say("cli.payments"))
            return ""
        if purchase is not None:
            await self._payments_of(purchase)
        return await self._choose(line)

    async def _choose(self, line: str) -> str:
        choices = self._menu.choices_for(line)
        choice = self.chosen(line)
        if choice is None and not words_in(line) and len(choices) == 1:
            choice = choices[0]
        if choice is not None:
            return await self._play(choice.action, line)
        left = narrowed(choices, line)
        if not left or self._is_unlisted(line):
            return await self._try(line)
        if words_in(line):
            self.say(self.pen.say("cli.several", number=len(left)))
        return line

    def _is_unlisted(self, line: str) -> bool:
        """Tell whether a line is an action in notation that is not listed."""
        known = (*self._menu.choices_for(line), *self.choices)
        return unlisted(known, line, self.live.match.game) is not None

    async def _try(self, line: str) -> str:
        """Try an action that is not listed, such as another payment; the server may refuse it."""
        action = written(self.choices, line, self.live.match.game)
        if action is None:
            self.say(self._not_understood(line), "bad")
            return line
        try:
            await self.live.validate(action)
        except GemwrightError as error:
            self.say(self.reason(error), "bad")
            return line
        return await self._play(action, line)

    def _not_understood(self, line: str) -> str:
        """Say that a line is no move, and for a number, how long the list is."""
        said = self.pen.say("cli.not_understood", text=quoted(line))
        if not line.strip().isdecimal():
            return said
        listed = f"1-{len(self._menu.choices_for(line))}"
        return f"{said} {self.pen.say('cli.can_play', number=listed)}."

    async def _play(self, action: Action, line: str) -> str:
        self.say("")
        try:
            await self.live.act(action)
        except GemwrightError as error:
            self.say(self.reason(error), "bad")
            return line
        return ""

    async def _payments_of(self, purchase: Choice) -> list[Choice]:
        try:
            payments = await self._menu.payments_of(purchase)
        except GemwrightError as error:
            self.say(self.reason(error), "bad")
            return []
        self.on_change()
        return payments

    def _show(self, page: list[Line]) -> None:
        self.page = page
        self.on_change()

    def _hear(self, news: News) -> None:
        """Say what a player should hear of; what comes together is said together."""
        said = self.pen.say(news.key, **news.values)
        before = self._message[0].text if self._is_news else ""
        if said in before:
            return
        said = f"{before} {said}".strip()
        self.say(said, "bad" if news.is_bad else "good")
        self._is_news = True
