"""Damaged games, positions and stored matches: each is told clearly, and harms no other."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gemwright.engine import GAMES
from gemwright.engine.reading import PositionError
from gemwright.engine.record import Record, RecordError, read_record, replay
from tests.cli.games import GAMES as GOLDEN
from tests.cli.typed import typed
from tests.engine.laws.games import chance_of
from tests.programs.fuzz.hostile_texts import damaged_text, damaged_value
from tests.programs.fuzz.judge import held_by
from tests.programs.fuzz.mutations import mutated
from tests.programs.fuzz.stored import Findings, spoil_and_read
from tests.programs.fuzz.world import world

FIRST_LINES: Final = 40
MOST_MEMORY_KB: Final = 400_000
MOVES: Final = 20
CLEAR_CODES: Final = (0, 1)


def games() -> list[str]:
    """The recorded games."""
    return [path.read_text(encoding="utf-8") for path in sorted(GOLDEN.glob("*.txt"))]


def beginnings() -> list[str]:
    """The first lines of each."""
    return ["\n".join(game.splitlines()[:FIRST_LINES]) for game in games()]


def positions() -> Iterator[tuple[str, object]]:
    """The recorded games at half time, as plain data."""
    for game in games():
        whole = read_record(game)
        half = Record(
            whole.game,
            whole.rules_version,
            whole.options,
            whole.lines[: len(whole.lines) // 2],
            seed=whole.seed,
            match_id=whole.match_id,
            entropy=whole.entropy,
            deals=whole.deals,
            position=whole.position,
        )
        yield whole.game, GAMES[whole.game].to_data(replay(half))


def read_and_replay(text: str) -> str:
    """Play a game from its text; what is wrong with it, if anything is."""
    try:
        replay(read_record(text))
    except RecordError as error:
        return str(error)
    return ""


def begin_and_play(name: str, data: object, rng: Random) -> PositionError | None:
    """Begin from a position and play on; what is wrong with it, if anything is."""
    game = GAMES[name]
    try:
        state = game.from_data(data)
    except PositionError as error:
        return error
    for _ in range(MOVES):
        seat = game.to_move(state)
        if seat is None:
            assert game.outcome(state) is not None
            break
        game.apply(state, seat, rng.choice(game.legal_actions(state)), chance_of(1))
    then = game.to_data(state)
    assert game.to_data(game.from_data(then)) == then
    return None


def test_a_damaged_game_is_refused_as_one_or_played() -> None:
    rng, others = Random(1), games()
    told = [
        read_and_replay(damaged_text(rng.choice(beginnings()), others, rng)) for _ in range(300)
    ]
    assert "" in told
    assert len(set(told)) > 50


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 4))
def test_many_damaged_games_are_refused_or_played(seed: int) -> None:
    rng, others = Random(seed), games()
    begun = beginnings()
    for _ in range(15_000):
        text = rng.choice(begun if rng.random() < 0.9 else others)
        read_and_replay(damaged_text(text, others, rng))


def test_a_damaged_position_is_refused_with_its_defect_or_can_be_played() -> None:
    rng, begun = Random(1), list(positions())
    found: set[str] = set()
    for _ in range(800):
        name, data = rng.choice(begun)
        defect = begin_and_play(name, damaged_value(data, rng), rng)
        found.add("" if defect is None else defect.defect)
    assert "" in found
    assert len(found) > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 4))
def test_many_damaged_positions_are_refused_or_can_be_played(seed: int) -> None:
    rng, begun = Random(seed), list(positions())
    for _ in range(8_000):
        name, data = rng.choice(begun)
        begin_and_play(name, damaged_value(data, rng), rng)


@pytest.mark.parametrize("deep", [b"[" * 100_000, b'{"a":' * 50_000])
@pytest.mark.parametrize("word", ["options", "position"])
def test_a_value_without_end_is_no_game(deep: bytes, word: str) -> None:
    with pytest.raises(RecordError, match="value"):
        read_record(f"gemwright game 1\ngame duel\nrules 1\n{word} {deep.decode()}\nactions\n")


@pytest.mark.parametrize("command", ["replay", "picture"])
def test_a_file_of_damaged_bytes_ends_a_command_with_a_line(tmp_path: Path, command: str) -> None:
    rng, path = Random(1), tmp_path / "game.txt"
    others = [text.encode() for text in beginnings()]
    codes = set()
    for _ in range(15):
        path.write_bytes(mutated(rng.choice(others), others, rng))
        ended = typed(command, str(path))
        codes.add(ended.code)
        assert ended.code in CLEAR_CODES, ended
        if ended.code:
            (line,) = ended.err.splitlines()
            assert line.startswith(f"gemwright: {path}")
            assert ended.out == ""
    assert 1 in codes


@pytest.mark.parametrize(
    "content",
    [b"", bytes(5_000_000), b"\xff\xfe" * 500, b"gemwright game 1\n" * 10_000, b"x" * 5_000_000],
)
def test_a_file_that_is_no_game_at_all_is_told_in_a_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    for command in ("replay", "picture"):
        ended = typed(command, str(path))
        (line,) = ended.err.splitlines()
        assert (ended.code, ended.out) == (1, "")
        assert len(line) < 1_000


def spoilt(folder: Path, trials: int, seed: int) -> Findings:
    """Matches in a store that are damaged one after the other, under a server that keeps none."""

    async def test() -> Findings:
        async with world(folder, Random(seed), cached=1) as made:
            found = await spoil_and_read(made, trials, Random(seed))
            assert held_by(made.servers[0].pid).memory_kb < MOST_MEMORY_KB
            return found

    found = asyncio.run(test())
    assert not found.wrong, f"seed {seed}, {len(found.wrong)} mistakes:\n" + "\n".join(
        found.wrong[:5]
    )
    return found


def test_a_damaged_match_is_called_unreadable_and_the_others_are_served(tmp_path: Path) -> None:
    found = spoilt(tmp_path, 40, seed=1)
    assert found.told["GetMatch MATCH_UNREADABLE"]
    assert found.told["GetMatch OK"]
    assert {name for name in found.told if name.startswith("ListMatches")} == {"ListMatches OK"}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 4))
def test_many_damaged_matches_are_called_unreadable(tmp_path: Path, seed: int) -> None:
    assert spoilt(tmp_path, 400, seed).told["GetMatch MATCH_UNREADABLE"]
