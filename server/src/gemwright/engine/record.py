"""A whole game as a text file that a person can read, write and play again.

    gemwright game 1
    game duel
    rules 1
    options {"blocking_claim":true,"first_seat":null,"no_progress_limit":100}
    match a-match
    seed 0f1e…
    entropy - ab12 -
    actions
    take c3 c4 c5
    resign 1
    result seat 0 wins by resignation (12 : 9)

A line `adjudicate 0 2` can only be the last: an operator decided that these seats win; without a
seat it is a draw. The deal is given in one of three ways: `seed` (with `match` and the public
`entropy` of the creator and of every seat, `-` for none, as in `docs/fairness.md`); lines
`deal PURPOSE ITEM ITEM …` that name the items drawn; or `position` with the position to begin from
(and `deal` lines for later draws). `#` begins a comment. The seed makes a file secret until the
match has ended.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from gemwright.engine import GAMES
from gemwright.engine.chance import Chance, Item, Purpose, Scripted, Seeded
from gemwright.engine.fairness import draw_key
from gemwright.engine.game import AnyGame, SomeState
from gemwright.engine.kinds import KIND_OF_TEXT, Kind
from gemwright.engine.outcomes import Forfeit, Outcome, adjudicated
from gemwright.engine.refusals import Refused

HEADER: Final = "gemwright game 1"
_SHOWN: Final = 10
"""How much of an unknown word an error repeats, for the word may be a mistyped seed."""
FORFEITS: Final = {"resign": Forfeit.RESIGNATION, "timeout": Forfeit.TIMEOUT}
"""Lines that are not actions: `resign 1` and `timeout 0` name the seat that leaves."""
ADJUDICATE: Final = "adjudicate"


class RecordError(ValueError):
    """A file that is not a record, or a record that cannot be replayed."""


@dataclass(frozen=True, slots=True)
class Record:
    """The content of a file; `lines` are actions in notation, and forfeits."""

    game: str
    rules_version: str
    options: object
    lines: tuple[str, ...]
    result: str | None = None
    seed: bytes | None = field(default=None, repr=False)
    match_id: str = ""
    entropy: tuple[bytes, ...] = ()
    deals: Sequence[tuple[Purpose, tuple[str, ...]]] = field(default=(), repr=False)
    position: object | None = field(default=None, repr=False)


def outcome_text(outcome: Outcome) -> str:
    """The outcome in one line, as in `seat 0 wins by points, crowns (21 : 12)`."""
    seats = " and ".join(str(seat) for seat in outcome.winners)
    match len(outcome.winners):
        case 0:
            who = "draw"
        case 1:
            who = f"seat {seats} wins"
        case _:
            who = f"seats {seats} share the win"
    points = " : ".join(str(score.points) for score in outcome.scores)
    return f"{who} by {', '.join(outcome.endings)} ({points})"


def adjudication_line(winners: Sequence[int]) -> str:
    """The line that names the winners of an adjudication."""
    return " ".join([ADJUDICATE, *map(str, winners)])


def adjudicated_winners(line: str) -> tuple[int, ...]:
    """The seats that an adjudication line names."""
    return tuple(int(word) for word in line.split()[1:])


def write_record(record: Record) -> str:
    """The text file of a game."""
    lines = [HEADER, f"game {record.game}", f"rules {record.rules_version}"]
    if record.position is None:
        lines.append(f"options {json.dumps(record.options, sort_keys=True, separators=(',', ':'))}")
    else:
        lines.append(f"position {json.dumps(record.position, separators=(',', ':'))}")
    if record.seed is not None:
        if record.match_id != " ".join(record.match_id.split()) or "#" in record.match_id:
            raise RecordError("a match id in a file is one line without '#' and needless spaces")
        lines += [f"match {record.match_id}", f"seed {record.seed.hex()}"]
        lines.append(" ".join(["entropy", *(part.hex() or "-" for part in record.entropy)]))
    lines += [f"deal {purpose} {' '.join(items)}" for purpose, items in record.deals]
    lines += ["actions", *record.lines]
    if record.result is not None:
        lines.append(f"result {record.result}")
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """The game in a text file; raises `RecordError` with the number of the line."""
    lines = _lines(text)
    if not lines or lines[0][1] != HEADER:
        raise RecordError(f"line 1: {HEADER!r} is expected")
    parts = _Parts()
    for number, line in lines[1:]:
        try:
            parts.read(line)
        except ValueError as error:
            raise RecordError(f"line {number}: {error}") from None
    return parts.record()


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines that are not empty or comments, with their numbers."""
    bare = (line.split("#", 1)[0].strip() for line in text.removeprefix("\ufeff").splitlines())
    return [(number, line) for number, line in enumerate(bare, 1) if line]


class Noting:
    """Chance that notes in `deals` what it deals, so that any game can be recorded."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.deals: list[tuple[Purpose, tuple[str, ...]]] = []

    def deal(self, purpose: Purpose, counter: int, pool: Sequence[Item], number: int) -> list[Item]:
        """Deal with the wrapped chance and note the items."""
        dealt = self._chance.deal(purpose, counter, pool, number)
        texts = (item.text if isinstance(item, Kind) else str(item) for item in dealt)
        self.deals.append((purpose, tuple(texts)))
        return dealt


class _Parts:
    """The parts of a file read so far."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}
        self._deals: list[tuple[Purpose, tuple[str, ...]]] = []
        self._lines: list[str] = []
        self._has_actions = False

    def read(self, line: str) -> None:
        """Read one line."""
        word, _, rest = line.partition(" ")
        if "result" in self._values:
            raise ValueError("nothing comes after the result")
        if self._has_actions and word != "result":
            self._lines.append(line)
        elif word == "actions" and not rest:
            self._has_actions = True
        elif word == "deal":
            purpose, _, items = rest.partition(" ")
            self._deals.append((Purpose(purpose), tuple(items.split())))
        elif word in self._values:
            raise ValueError(f"{word!r} stands twice")
        elif word in ("game", "rules", "options", "position", "match", "seed", "entropy", "result"):
            self._values[word] = rest.strip()
        else:
            raise ValueError(f"{word[:_SHOWN]!r} is not known here")

    def record(self) -> Record:
        """The record, once every line has been read."""
        for name in ("game", "rules"):
            if name not in self._values:
                raise RecordError(f"the line {name!r} is missing")
        if not self._has_actions:
            raise RecordError("the line 'actions' is missing")
        try:
            return self._record()
        except (ValueError, RecursionError) as error:
            raise RecordError(f"a value cannot be read: {error}") from None

    def _record(self) -> Record:
        values = self._values
        entropy = values.get("entropy", "").split()
        return Record(
            game=values["game"],
            rules_version=values["rules"],
            options=json.loads(values.get("options", "{}")),
            lines=tuple(self._lines),
            result=values.get("result"),
            seed=bytes.fromhex(values["seed"]) if "seed" in values else None,
            match_id=values.get("match", ""),
            entropy=tuple(b"" if part == "-" else bytes.fromhex(part) for part in entropy),
            deals=tuple(self._deals),
            position=json.loads(values["position"]) if "position" in values else None,
        )


def replay(record: Record) -> SomeState:
    """Play a game from its set-up to its last line and check its result, if it has one."""
    game = GAMES.get(record.game)
    if game is None:
        raise RecordError(f"{record.game!r} is none of {', '.join(GAMES)}")
    if record.rules_version != game.RULES_VERSION:
        raise RecordError(f"rules {record.rules_version} are not known, only {game.RULES_VERSION}")
    try:
        chance = chance_of(record)
        state = _set_up(game, record, chance)
        _check_entropy(game, record, state)
        *lines, last = record.lines or ("",)
        is_adjudicated = last.partition(" ")[0] == ADJUDICATE
        for number, line in enumerate(lines if is_adjudicated else record.lines, 1):
            _play_line(game, state, number, line, chance)
        outcome = game.outcome(state)
        if is_adjudicated:
            outcome = _adjudicated(game, state, last)
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(str(error)) from error
    found = "not over" if outcome is None else outcome_text(outcome)
    if record.result not in (None, found):
        raise RecordError(f"the result is {found!r}, the file says {record.result!r}")
    return state


def chance_of(record: Record) -> Chance:
    """The chance that a record describes."""
    if record.seed is not None:
        if record.deals or record.position is not None:
            raise RecordError("a game has a seed, or deals and a position, not both")
        creator, *seats = record.entropy or (b"",)
        return Seeded(draw_key(record.seed, record.match_id, creator, seats))
    if not record.deals and record.position is None:
        raise RecordError("a seed, deals or a position must say how the game was dealt")
    script: dict[Purpose, list[object]] = {}
    for purpose, items in record.deals:
        script.setdefault(purpose, []).extend(_item(purpose, item) for item in items)
    return Scripted(script)


def _item(purpose: Purpose, text: str) -> object:
    """Read a seat, a kind of token or a card, depending on the purpose."""
    if purpose is Purpose.FIRST_SEAT:
        return int(text) if text.isdecimal() else text
    return KIND_OF_TEXT.get(text, text)


def _set_up(game: AnyGame, record: Record, chance: Chance) -> SomeState:
    if record.position is not None:
        return game.from_data(record.position)
    return game.new(game.options_from_data(record.options), chance)


def _check_entropy(game: AnyGame, record: Record, state: SomeState) -> None:
    """Check that there is an entry for the creator and for every seat, even without entropy."""
    parts, wanted = len(record.entropy), 1 + len(state.players)
    if record.seed is not None and parts != wanted:
        raise RecordError(f"entropy has {wanted} parts, the creator's and each seat's, not {parts}")


def _adjudicated(game: AnyGame, state: SomeState, line: str) -> Outcome:
    """The outcome that an adjudication line decides."""
    if game.to_move(state) is None:
        raise RecordError(f"{line!r} comes after the end")
    winners = adjudicated_winners(line)
    if len(set(winners)) < len(winners) or not set(winners) <= set(range(len(state.players))):
        raise RecordError(f"{line!r} names a seat twice, or one that the match does not have")
    return adjudicated(winners, game.scores(state))


def _play_line(game: AnyGame, state: SomeState, number: int, line: str, chance: Chance) -> None:
    try:
        word, _, rest = line.partition(" ")
        if word in FORFEITS:
            game.forfeit(state, int(rest) if rest.isdecimal() else -1, FORFEITS[word])
            return
        seat = game.to_move(state)
        action = game.parse_action(line)
        game.apply(state, -1 if seat is None else seat, action, chance)
    except (Refused, ValueError) as error:
        raise RecordError(f"action {number}, {line!r}: {error}") from error
