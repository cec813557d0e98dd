"""Counting the action sequences of fixed positions, in the manner of chess programs' perft.

`python -m tests.engine.laws.perft` prints the counts anew for the positions in the file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from gemwright.engine import GAMES
from gemwright.engine.chance import Chance
from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.record import chance_of, read_record, replay

GOLDEN: Final = Path(__file__).parents[2] / "golden"
FILE: Final = GOLDEN / "perft.txt"


@dataclass(frozen=True, slots=True)
class Count:
    """One line of the file: a golden game, how far it is played, how deep is counted, how many."""

    game: str
    actions: int
    depth: int
    sequences: int

    def __str__(self) -> str:
        return f"{self.game} after {self.actions} depth {self.depth}: {self.sequences}"


def read_counts() -> Iterator[Count]:
    """The lines of the file."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            place, sequences = line.split(": ")
            game, _, actions, _, depth = place.split()
            yield Count(game, int(actions), int(depth), int(sequences))


def recount(line: Count) -> Count:
    """The same line with what is counted now."""
    record = read_record((GOLDEN / "games" / f"{line.game}.txt").read_text(encoding="utf-8"))
    state = replay(replace(record, lines=record.lines[: line.actions], result=None))
    sequences = count(GAMES[record.game], state, chance_of(record), line.depth)
    return replace(line, sequences=sequences)


def count(game: AnyGame, state: SomeState, chance: Chance, depth: int) -> int:
    """How many sequences of so many actions there are; one that ends the match early is one too."""
    actions = game.legal_actions(state)
    if not actions:
        return 1
    if depth == 1:
        return len(actions)
    found = 0
    for action in actions:
        seat = game.to_move(state)
        assert seat is not None
        after = state.copy()
        game.apply(after, seat, action, chance)
        found += count(game, after, chance, depth - 1)
    return found


if __name__ == "__main__":
    for counted in read_counts():
        print(recount(counted))
