"""One seeded match between bots: each gets the view of its seat and the legal actions, no more."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Generic

from gemwright.engine.chance import Chance, Seeded
from gemwright.engine.fairness import draw_key
from gemwright.engine.game import (
    ActionT,
    EventT,
    Game,
    OptionsT,
    PaidT,
    PaymentT,
    StateT,
    ViewT,
)

MATCH_ID: Final = "bots"


@dataclass(frozen=True, slots=True)
class Step(Generic[ActionT, EventT]):
    """What one bot did, and what came of it."""

    seat: int
    action: ActionT
    events: tuple[EventT, ...]


def play(
    game: Game[OptionsT, StateT, ActionT, PaidT, PaymentT, EventT, ViewT],
    state: StateT,
    bots: Sequence[Callable[[ViewT, Sequence[ActionT], Random], ActionT]],
    chance: Chance,
    rngs: Sequence[Random],
) -> Iterator[Step[ActionT, EventT]]:
    """Play on until the match is over, with one bot and one generator for each seat."""
    while (seat := game.to_move(state)) is not None:
        action = bots[seat](game.view(state, seat), game.legal_actions(state), rngs[seat])
        events: list[EventT] = []
        game.apply(state, seat, action, chance, events)
        yield Step(seat, action, tuple(events))


def secret_seed(seed: int) -> bytes:
    """The seed of a match, as `docs/fairness.md` means it, from a small number."""
    return hashlib.sha256(f"gemwright/bots/seed/{seed}".encode()).digest()


def chance_of(seed: int, seats: int) -> Chance:
    """The deal that a small number stands for, the same on every machine; nobody adds entropy."""
    return Seeded(draw_key(secret_seed(seed), MATCH_ID, b"", [b""] * seats))


def rngs_of(seed: int, seats: int) -> list[Random]:
    """A generator for each seat, so that no bot's draws depend on another's."""
    return [Random(_number(f"gemwright/bots/seat/{seed}/{seat}")) for seat in range(seats)]


def _number(label: str) -> int:
    return int.from_bytes(hashlib.sha256(label.encode()).digest(), "big")
