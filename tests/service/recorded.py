"""Recorded positions: the same ones on every run, of matches between three kinds of players.

Some play at random, some greedily, and some block, which is the only way to a claim. Of what comes
up again and again as much is taken as of what is rare.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Final, TypeAlias, cast

from gemwright.bots import BOTS
from gemwright.engine import duel, splendor
from gemwright.engine.duel import actions as act
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.game import SomeState
from gemwright.engine.kinds import Kind
from gemwright.engine.splendor import actions as splendor_act
from gemwright.engine.splendor.limits import RESERVE_LIMIT
from tests.engine.laws.games import (
    COUNTERFEITERS,
    DUEL,
    SPLENDOR,
    Table,
    chance_of,
    random_play,
)

GAMES: Final[dict[str, tuple[Table, ...]]] = {
    "duel": (DUEL,),
    "duel_counterfeiters": (COUNTERFEITERS,),
    "splendor": SPLENDOR,
}
"""What each game is played at."""
POSITIONS: Final = 200
MATCHES: Final = 120
"""Of each game; a third of them by each kind of players."""
TURN: Final = "turn"
"""The phase in which most can be done, and most refused."""

Player: TypeAlias = Callable[[object, Sequence[object], Random], object]
Phase: TypeAlias = frozenset[str]


@dataclass(frozen=True)
class Recorded:
    """One position."""

    table: Table
    state: SomeState
    phase: Phase
    """What is pending, and what is so of the turn."""

    @property
    def seat(self) -> int:
        """The seat to act."""
        seat = self.table.game.to_move(self.state)
        assert seat is not None
        return seat


@cache
def recorded(game: str) -> tuple[Recorded, ...]:
    """The positions of a game: turns and answers by turns, each from all their phases."""
    by_phase: dict[Phase, list[Recorded]] = {}
    for one in _played(game):
        by_phase.setdefault(one.phase, []).append(one)
    rng = Random(POSITIONS)
    turns = _in_turn([found for phase, found in by_phase.items() if TURN in phase], rng)
    answers = _in_turn([found for phase, found in by_phase.items() if TURN not in phase], rng)
    return tuple(islice(chain.from_iterable(zip(turns, answers, strict=False)), POSITIONS))


def _in_turn(phases: list[list[Recorded]], rng: Random) -> Iterator[Recorded]:
    """One position of each phase, then another of each that has more, and so on."""
    for found in phases:
        rng.shuffle(found)
    while phases:
        rng.shuffle(phases)
        yield from [found.pop() for found in phases]
        phases = [found for found in phases if found]


def phase_of(state: SomeState) -> Phase:
    """What is pending in a position, and what is so of its turn."""
    match state:
        case duel.State(decision=duel_decision) if duel_decision is not None:
            pending = _pending_of_duel(duel_decision)
            said = {
                "replenished": state.has_replenished,
                "used a privilege": state.has_used_privilege,
                "may claim": state.can_claim,
                "extra turn": state.is_extra_turn,
                "reserve is full": not state.players[duel_decision.seat].has_free_reserve(),
            }
        case splendor.State(decision=decision) if decision is not None:
            pending = [str(decision.kind), f"{decision.kind} of {decision.left}"]
            reserved = state.players[decision.seat].reserved
            said = {
                f"{len(state.players)} seats": True,
                "last round": state.is_last_round,
                "somebody dropped out": any(player.dropped_out for player in state.players),
                "reserve is full": len(reserved) == RESERVE_LIMIT,
            }
        case _:
            raise AssertionError("the position is over")
    return frozenset([*pending, *(name for name, is_so in said.items() if is_so)])


def _pending_of_duel(decision: Decision) -> list[str]:
    """The kind of a decision, and with it the card that asks and whether to stop is an answer."""
    kind = str(decision.kind)
    cards = [f"{kind} for {decision.card}"] if decision.card else []
    return [kind, *cards, *(["can stop"] if decision.can_stop else [])]


def _played(game: str) -> Iterator[Recorded]:
    """Every position of the matches, those that are over left out."""
    tables = GAMES[game]
    for seed in range(MATCHES):
        table, players = tables[seed // 3 % len(tables)], seed % 3
        states = (
            (state for state, _, _ in random_play(table, seed))
            if players == 0
            else _match(table, seed, greedy_in(game) if players == 1 else blocking)
        )
        yield from (Recorded(table, state.copy(), phase_of(state)) for state in states)


def _match(table: Table, seed: int, first: Player) -> Iterator[SomeState]:
    """A match of one player against players at random."""
    game, chance, rng = table.game, chance_of(seed), Random(seed)
    state = table.new(chance)
    while (seat := game.to_move(state)) is not None:
        yield state
        actions = game.legal_actions(state)
        chosen = rng.choice(actions) if seat else first(game.view(state, seat), actions, rng)
        game.apply(state, seat, chosen, chance)


def greedy_in(game: str) -> Player:
    """The bot that the server plays."""
    return cast(Player, BOTS["greedy"].splendor if game == "splendor" else BOTS["greedy"].duel)


def blocking(view: object, actions: Sequence[object], rng: Random) -> object:
    """Reserve for gold, keep gold and pearls, and buy nothing."""
    return max(actions, key=lambda action: (_blocks(action), rng.random()))


def _blocks(action: object) -> int:
    match action:
        case act.ReserveCard() | act.ReserveFromDeck() | splendor_act.ReserveCard():
            return 2
        case act.BuyCard() | act.BuyReserved():
            return -1
        case act.Discard(kind=kind):
            return -1 if kind in (Kind.GOLD, Kind.PEARL) else 0
        case _:
            return 0
