"""Values of random matches of every game, and digests of what they are on the wire.

The digests in `tests/golden/contract.json` were taken from encoders that were written by hand,
class by class; whatever derives the bytes today has to give the same.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from gemwright.contract.games import (
    action_bytes,
    event_bytes,
    options_message,
    payment_message,
    position_message,
    view_message,
)
from gemwright.engine import duel, duel_counterfeiters, splendor
from gemwright.engine.duel import actions as act
from gemwright.engine.duel import events as fact
from gemwright.engine.game import SomeState
from gemwright.engine.outcomes import Forfeit
from gemwright.engine.splendor.actions import BuyCard, Pass
from gemwright.engine.splendor.events import SeatForfeited
from tests.engine.laws.games import TABLES, Table, has_payment, random_play, with_payment

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "contract.json"
SEEDS: Final = 6
_MOST_PAYMENTS: Final = 12
_EVERY: Final = 5
"""Of so many positions one is written down whole; they are long."""

FREE: Final = (0,) * 8
RARE_ACTIONS: Final = (
    act.Claim(),
    act.Pass(),
    act.Done(),
    act.HIDDEN_CHOICE,
    act.BuyRoyal("R-1"),
    act.BuyRoyal("R-5", act.Payment((0, 0, 0, 0, 0, 0, 1, 2))),
    act.BuyReserved(0, None, act.Payment(FREE)),
    act.TakeCounterfeiter(None),
)
RARE_EVENTS: Final = (
    fact.TurnPassed(1),
    fact.BlockingReset(0),
    fact.WinClaimed(1),
    fact.RoyalSlotFilled(3, "R-5"),
    fact.CounterfeiterGained(0, "C-01", None, is_purchase=False),
    *(fact.SeatForfeited(seat, why) for seat in range(2) for why in Forfeit),
)
RARE: Final[dict[str, tuple[tuple[object, ...], tuple[object, ...]]]] = {
    duel.NAME: (RARE_ACTIONS, RARE_EVENTS),
    duel_counterfeiters.NAME: (RARE_ACTIONS, RARE_EVENTS),
    splendor.NAME: (
        (Pass(), BuyCard("S1-01", splendor.Payment(FREE))),
        tuple(SeatForfeited(seat, why) for seat in range(4) for why in Forfeit),
    ),
}
"""Actions and events that random matches seldom or never bring."""

Digests: TypeAlias = dict[str, dict[str, list[int | str]]]


class Sample(NamedTuple):
    """A value of a game and what the contract makes of it."""

    game: str
    sort: str
    """`action`, `event`, `payment`, `view`, `position` or `options`."""
    value: object

    @property
    def content(self) -> bytes:
        """The value on the wire."""
        return _ENCODERS[self.sort](self.game, self.value)


_ENCODERS: Final[dict[str, Callable[[str, object], bytes]]] = {
    "action": action_bytes,
    "event": event_bytes,
    "payment": lambda game, value: payment_message(game, value).SerializeToString(),
    "view": lambda game, value: view_message(game, value).SerializeToString(),
    "position": lambda game, value: position_message(game, value).SerializeToString(),
    "options": lambda game, value: options_message(
        game, json.loads(str(value))
    ).SerializeToString(),
}


@cache
def samples() -> tuple[Sample, ...]:
    """What happens in the matches, every hashable value once, in the order in which it came."""
    found: dict[tuple[str, str, object], Sample] = {}
    for game, (actions, events) in RARE.items():
        rare = [Sample(game, "action", action) for action in actions]
        rare += [Sample(game, "event", event) for event in events]
        found |= {(game, sample.sort, sample.value): sample for sample in rare}
    for table in TABLES:
        for seed in range(SEEDS):
            for sample in _of_match(table, seed):
                key = repr(sample.value) if sample.sort == "position" else sample.value
                found.setdefault((sample.game, sample.sort, key), sample)
    return tuple(found.values())


def _of_match(table: Table, seed: int) -> Iterator[Sample]:
    game, name = table.game, table.game.NAME
    for number, (state, chance, played) in enumerate(random_play(table, seed)):
        for action in game.legal_actions(state):
            yield Sample(name, "action", action)
        if has_payment(played):
            for payment in islice(game.payments(state, played), _MOST_PAYMENTS):
                yield Sample(name, "payment", payment)
                yield Sample(name, "action", with_payment(played, payment))
        yield from _looked_at(table, state, number)
        seat, log = game.to_move(state), list[object]()
        assert seat is not None
        after = state.copy()
        game.apply(after, seat, played, chance, log)
        for event in log:
            yield Sample(name, "event", event)
        if game.to_move(after) is None:
            yield from _looked_at(table, after, 0)


def _looked_at(table: Table, state: SomeState, number: int) -> Iterator[Sample]:
    game, name = table.game, table.game.NAME
    for viewer in table.viewers:
        yield Sample(name, "view", game.view(state, viewer))
    if number % _EVERY == 0:
        data = game.to_data(state)
        yield Sample(name, "position", data)
        yield Sample(name, "options", json.dumps(data["options"]))


def digests() -> Digests:
    """For each game and class how many values there are, and a digest of all their bytes."""
    told: Digests = {}
    by_class: dict[tuple[str, str], list[bytes]] = {}
    for sample in samples():
        label = f"{sample.sort} {type(sample.value).__name__}"
        by_class.setdefault((sample.game, label), []).append(sample.content)
    for (game, label), contents in sorted(by_class.items()):
        whole = b"".join([len(one).to_bytes(4, "big") + one for one in contents])
        told.setdefault(game, {})[label] = [len(contents), hashlib.sha256(whole).hexdigest()]
    return told


if __name__ == "__main__":
    print(json.dumps(digests(), indent=1))
