"""Decisions of whole games between bots, as a client meets them: a view, and all that is legal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from gemwright.bots import BOTS
from gemwright.bots.match import chance_of, play, rngs_of
from gemwright.contract.games import position_message
from gemwright.engine import GAMES, duel, duel_counterfeiters, splendor
from gemwright.engine.game import SomeState
from gemwright_client.board.glyphs import ASCII, Glyphs
from gemwright_client.board.pen import Pen
from gemwright_client.cli.play.choices import Choice, choices_of
from gemwright_client.pb.game_pb2 import Action, Position, View
from gemwright_client.rules.games import legal_messages, options_for, view_message
from gemwright_client.words import words_of
from tests.client.board.positions import cards_of

NAMES: Final = (duel.NAME, duel_counterfeiters.NAME, splendor.NAME)
_GAMES: Final = (
    *((game, bot, 1, 2) for game in NAMES for bot in ("random", "greedy")),
    (duel_counterfeiters.NAME, "random", 27, 2),  # somebody looks at the cards of a deck
    (splendor.NAME, "greedy", 5, 4),  # two nobles visit at once
)


@dataclass(frozen=True)
class Decision:
    """A moment at which a seat has to choose."""

    game: str
    view: View
    legal: Sequence[Action]
    state: SomeState
    seat: int
    """Whose decision it is."""

    @property
    def position(self) -> Position:
        """It as a match can begin with it."""
        data = GAMES[self.game].to_data(self.state)
        return Position.FromString(position_message(self.game, data).SerializeToString())

    def choices(self, pen: Pen | None = None) -> list[Choice]:
        """The list that is shown."""
        return choices_of(self.legal, self.view, pen or pen_of(self.game))


def pen_of(game: str, language: str = "en", glyphs: Glyphs = ASCII) -> Pen:
    """What a board of the game is drawn with."""
    return Pen(words_of(language), glyphs, cards_of(game))


@cache
def decisions(
    game: str, bot: str = "random", seed: int = 1, seats: int = 2
) -> tuple[Decision, ...]:
    """Every decision of a seeded match between bots of one sort."""
    return tuple(_decisions(game, bot, seed, seats))


def _decisions(game: str, bot: str, seed: int, seats: int) -> Iterator[Decision]:
    rules = GAMES[game]
    chance = chance_of(seed, seats)
    state = rules.new(options_for(game, seats), chance)
    players = [getattr(BOTS[bot], "splendor" if game == splendor.NAME else "duel")] * seats
    steps = play(rules, state, players, chance, rngs_of(seed, seats))
    while (seat := rules.to_move(state)) is not None:
        data = rules.to_data(state)
        view, legal = view_message(game, state, seat), legal_messages(game, state)
        yield Decision(game, view, legal, rules.from_data(data), seat)
        next(steps)


def whole_games() -> tuple[Decision, ...]:
    """Every decision of some games, in which there is every sort of decision."""
    return tuple(decision for game in _GAMES for decision in decisions(*game))


def sort_of(decision: Decision) -> str:
    """What is to be decided, by the contract's number."""
    view = decision.view
    if view.WhichOneof("game") == "splendor":
        return f"splendor {view.splendor.table.decision.kind}"
    return f"{decision.game} {view.duel.table.decision.kind}"


@cache
def one_of_each_sort() -> tuple[Decision, ...]:
    """The decision with the most choices of every sort."""
    found: dict[str, Decision] = {}
    for decision in whole_games():
        sort = sort_of(decision)
        if sort not in found or len(decision.legal) > len(found[sort].legal):
            found[sort] = decision
    return tuple(found.values())
