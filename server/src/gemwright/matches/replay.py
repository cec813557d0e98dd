"""Dealing a match and playing its history again, line by line, to any version.

`docs/fairness.md` specifies how a match is dealt. A line says an action in notation, or one
of `join`, `resign`, `timeout`, `adjudicate`, `close`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gemwright.engine import GAMES
from gemwright.engine.chance import Chance, Seeded
from gemwright.engine.fairness import draw_key
from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.outcomes import Forfeit
from gemwright.engine.record import ADJUDICATE, FORFEITS
from gemwright.matches.charter import Charter, Course, Roster


def chance_of(charter: Charter, roster: Roster) -> Chance:
    """The source of all draws of a match, once every seat has given its entropy or none."""
    entropies = [holder.entropy for holder in roster]
    return Seeded(draw_key(charter.seed, charter.match_id, charter.entropy, entropies))


def opening(charter: Charter, roster: Roster) -> SomeState:
    """The position a match begins with."""
    game = GAMES[charter.game]
    if charter.position is not None:
        return game.from_data(charter.position)
    return game.new(game.options_from_data(charter.options), chance_of(charter, roster))


JOIN = "join"
CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Step:
    """One update, replayed: who did what, and what it did."""

    version: int
    line: str
    seat: int | None
    action: object | None
    forfeit: Forfeit | None
    events: tuple[object, ...]
    position: SomeState | None
    """The position after it; None before the deal. The next step changes it: copy to keep it."""


def forfeit_line(seat: int, why: Forfeit) -> str:
    """The line of a forfeit."""
    word = next(word for word, reason in FORFEITS.items() if reason is why)
    return f"{word} {seat}"


def steps(
    charter: Charter,
    roster: Roster,
    course: Course,
    lines: Iterable[str],
    chance: Chance | None = None,
) -> Iterator[Step]:
    """Every update of a match, replayed from the beginning."""
    position: SomeState | None = None
    if course.start_version >= 0:
        chance = chance or chance_of(charter, roster)
    if course.start_version == 0:
        position = opening(charter, roster)
    for version, line in enumerate(lines, 1):
        step = _step(charter, position, version, line, chance)
        if version == course.start_version:
            position = opening(charter, roster)
            step = Step(version, line, step.seat, None, None, (), position)
        yield step


def _step(
    charter: Charter, position: SomeState | None, version: int, line: str, chance: Chance | None
) -> Step:
    word, _, rest = line.partition(" ")
    if word == JOIN:
        return Step(version, line, int(rest), None, None, (), position)
    if word in (ADJUDICATE, CLOSE):
        return Step(version, line, None, None, None, (), position)
    if position is None or chance is None:
        raise ValueError(f"update {version} comes before the deal")
    seat, action, forfeit, events = play(GAMES[charter.game], position, line, chance)
    return Step(version, line, seat, action, forfeit, events, position)


def play(
    game: AnyGame, position: SomeState, line: str, chance: Chance
) -> tuple[int, object | None, Forfeit | None, tuple[object, ...]]:
    """Play one line on a state; return the seat, its action or forfeit, and what happened."""
    word, _, rest = line.partition(" ")
    events: list[object] = []
    if word in FORFEITS:
        seat = int(rest)
        game.forfeit(position, seat, FORFEITS[word], events)
        return seat, None, FORFEITS[word], tuple(events)
    mover = game.to_move(position)
    if mover is None:
        raise ValueError(f"{line!r} comes after the end")
    action = game.parse_action(line)
    game.apply(position, mover, action, chance, events)
    return mover, action, None, tuple(events)
