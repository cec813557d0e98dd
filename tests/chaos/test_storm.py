"""The storm itself: its plan, its doors, its processes, what it makes of logs and of growth."""

import asyncio
import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from tests.programs.chaos.__main__ import PARTS, amounts_of, has_power, main, parser, parts_of
from tests.programs.chaos.actor import Actor, Failed
from tests.programs.chaos.doors import Doors
from tests.programs.chaos.growth import growth
from tests.programs.chaos.journal import Journal, lines
from tests.programs.chaos.plan import CLUSTER, LASTS, SINGLE, Amounts, Deed, plan
from tests.programs.chaos.servers import unfit
from tests.valkey import eventually

PATIENCE = 30.0
WRONG = [
    "--mode triple",
    "--seed ten",
    "--minutes 0",
    "--calm 30",
    "--kills-of-servers -1",
    "--kills-of-store many",
    "--storm",
]


def test_the_same_seed_makes_the_same_plan() -> None:
    assert list(plan(7, SINGLE)) == list(plan(7, SINGLE))
    assert list(plan(7, SINGLE)) != list(plan(8, SINGLE))


@pytest.mark.parametrize("amounts", [SINGLE, CLUSTER, SINGLE.scaled(0.1)])
def test_a_plan_has_every_deed_as_often_as_is_wanted(amounts: Amounts) -> None:
    steps = list(plan(1, amounts))
    assert Counter(step.deed for step in steps) == dict(amounts.deeds)
    for step in steps:
        least, most = LASTS.get(step.deed, (0.0, 0.0))
        assert least <= step.lasts <= most
        assert step.among(3) in range(3)


def test_every_part_is_chosen_in_its_turn() -> None:
    places = [step.among(3) for step in plan(1, SINGLE) if step.deed is Deed.KILL_SERVER]
    assert all(places.count(place) > len(places) / 6 for place in range(3))


def test_a_full_run_does_as_much_as_is_promised() -> None:
    asked = parser().parse_args([])
    done = Counter[Deed]()
    for part in PARTS:
        done.update(amounts_of(asked, part).deeds)
    assert done[Deed.KILL_SERVER] >= 300
    assert done[Deed.KILL_STORE] >= 100
    assert done[Deed.KILL_PRIMARY] + done[Deed.STOP_PRIMARY] >= 20


def test_a_short_run_does_some_of_everything() -> None:
    asked = parser().parse_args(["--short"])
    assert all(min(amounts_of(asked, part).deeds.values()) > 0 for part in PARTS)


def test_a_short_run_takes_one_store_of_each_kind_by_its_seed() -> None:
    asked = parser().parse_args(["--short"])
    assert [part.name for part in parts_of(asked, 0)] == ["single-everysec", "cluster"]
    assert [part.name for part in parts_of(asked, 1)] == ["single-always", "cluster"]
    assert parts_of(parser().parse_args([]), 1) == list(PARTS)


def test_losses_of_power_can_be_had_alone_and_left_out() -> None:
    alone = parser().parse_args(["--mode", "power", "--short"])
    assert parts_of(alone, 1) == []
    assert has_power(alone)
    for words in (["--losses", "0"], ["--mode", "single"], ["--calm", "30m"]):
        assert not has_power(parser().parse_args(words))


def test_without_strace_a_run_says_so_before_it_begins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["--short"]) == 2
    assert "install the package strace" in capsys.readouterr().err


def test_amounts_that_are_given_hold() -> None:
    asked = parser().parse_args(["--kills-of-servers", "9", "--fail-overs", "5", "--cuts", "0"])
    single, _, cluster = (amounts_of(asked, part).deeds for part in PARTS)
    assert single[Deed.KILL_SERVER] == cluster[Deed.KILL_SERVER] == 9
    assert cluster[Deed.KILL_PRIMARY] + cluster[Deed.STOP_PRIMARY] == 5
    assert single[Deed.CUT_DOOR] == 0
    assert Deed.KILL_PRIMARY not in single


@pytest.mark.parametrize("words", WRONG)
def test_arguments_that_are_wrong_are_refused(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        parser().parse_args(words.split())
    assert refused.value.code == 2
    assert words.split()[0] in capsys.readouterr().err


def test_a_folder_that_holds_something_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes").write_text("mine", encoding="utf-8")
    assert main(["--folder", str(tmp_path)]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["notes"]


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say back what is said, until nothing is."""
    while said := await reader.read(100):
        writer.write(said)
    writer.close()


class Caller:
    """A connection through a door."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def says(self, text: bytes) -> bytes:
        """Say something; the answer, nothing if the connection is gone."""
        try:
            self.writer.write(text)
            return await self.reader.read(100)
        except ConnectionError:
            return b""

    async def leave(self) -> None:
        """Hang up, unless it was hung up on."""
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


class House:
    """A door with somebody behind it who says everything back."""

    def __init__(self, doors: Doors, stack: AsyncExitStack) -> None:
        self.doors = doors
        self._stack = stack

    async def do(self, what: str, about: str = "") -> int:
        """Do something at the door."""
        return await self.doors.do(0, what, about)

    async def caller(self) -> Caller:
        """Somebody comes to the door."""
        host, _, port = self.doors.addresses[0].rpartition(":")
        caller = Caller(*await asyncio.open_connection(host, int(port)))
        self._stack.push_async_callback(caller.leave)
        return caller


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    """One, for a while."""
    async with AsyncExitStack() as stack:
        journal = stack.enter_context(closing(Journal(folder / "storm.jsonl")))
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        await stack.enter_async_context(server)
        host, port = server.sockets[0].getsockname()
        doors = Doors(1, journal)
        stack.push_async_callback(doors.close)
        await doors.start()
        await doors.do(0, "lead", f"{host}:{port}")
        async with asyncio.timeout(PATIENCE):
            yield House(doors, stack)


async def test_a_door_hands_on_and_cuts(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        first, second = await here.caller(), await here.caller()
        assert await first.says(b"one") == b"one"
        assert await second.says(b"two") == b"two"
        assert await here.do("cut one", "0.9") == 1
        gone = [await caller.says(b"three") for caller in (first, second)]
        assert sorted(gone) == [b"", b"three"]
        assert await here.do("cut") == 1
        assert await first.says(b"four") == await second.says(b"four") == b""
        assert await (await here.caller()).says(b"five") == b"five"


async def test_a_closed_door_lets_nobody_in_until_it_opens(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.do("close")
        assert await (await here.caller()).says(b"one") == b""
        await here.do("open")
        assert await (await here.caller()).says(b"two") == b"two"


async def test_a_held_door_keeps_what_it_gets_until_it_opens(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        caller = await here.caller()
        assert await caller.says(b"one") == b"one"
        await here.do("hold")
        answer = asyncio.create_task(caller.says(b"two"))
        await asyncio.sleep(0.2)
        assert not answer.done()
        await here.do("open")
        assert await answer == b"two"


async def test_what_is_done_to_doors_is_told_in_the_journal(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.do("cut")
    told = [(line.what, line.whom) for line in lines(tmp_path / "storm.jsonl")]
    assert told == [("lead", "door 1"), ("cut", "door 1")]


@contextmanager
def actor(folder: Path, program: str) -> Iterator[Actor]:
    """A process that runs a few words of Python, and says when it is ready."""
    with closing(Journal(folder / "storm.jsonl")) as journal:
        words = (sys.executable, "-c", program)
        yield Actor("players 1", lambda _: words, folder, journal, "ready")


async def test_a_process_is_killed_and_started_again(tmp_path: Path) -> None:
    program = "import signal; print('ready', flush=True); signal.pause()"
    with actor(tmp_path, program) as one:
        await one.start()
        before = one.pid
        await one.kill()
        assert one.code == -signal.SIGKILL
        await one.start()
        assert one.is_running
        assert one.pid != before
        assert await one.end() == -signal.SIGTERM
        assert one.number == 1
    told = [line.what for line in lines(tmp_path / "storm.jsonl")]
    assert told == ["start", "started", "kill", "start", "started", "drain"]


async def test_a_process_that_is_stopped_goes_on_after_that(tmp_path: Path) -> None:
    program = "import signal; print('ready', flush=True); signal.pause()"
    with actor(tmp_path, program) as one:
        await one.start()
        stopping = asyncio.create_task(one.stop_for(0.5))
        await asyncio.to_thread(eventually, lambda: state(one.pid) == "T", "it is stopped")
        await stopping
        assert state(one.pid) in "RS"
        await one.kill()


def state(pid: int) -> str:
    """What a process does, as the system says."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]


async def test_a_process_that_ends_when_it_begins_is_named(tmp_path: Path) -> None:
    complaint = "players 1 ended with code 3"
    with actor(tmp_path, "raise SystemExit(3)") as one, pytest.raises(Failed, match=complaint):
        await one.start()


def logged(**said: str) -> str:
    """A line of a log."""
    return json.dumps({"event": "serving", "level": "info"} | said)


def test_a_log_of_what_may_happen_is_fit(tmp_path: Path) -> None:
    log = tmp_path / "server-1.log"
    log.write_text(
        "\n".join(
            [
                logged(),
                logged(event="redis_call_failed", level="warning"),
                "gemwright-server: redis://127.0.0.1:1 does not answer",
                "",
            ]
        ),
        encoding="utf-8",
    )
    assert list(unfit(log)) == []


@pytest.mark.parametrize(
    "line",
    [
        logged(event="call_failed", level="error"),
        logged(event="feed_failed", level="warning"),
        logged(level="critical"),
        logged(token="gwp_0123"),
        logged(exception="Traceback (most recent call last)"),
        "Segmentation fault",
        '"not an object"',
    ],
)
def test_a_log_with_a_mistake_or_a_secret_is_not(tmp_path: Path, line: str) -> None:
    log = tmp_path / "server-1.log"
    log.write_text(f"{logged()}\n{line}\n", encoding="utf-8")
    assert any(found.startswith("server-1.log:2") for found in unfit(log))


def test_what_only_goes_up_and_down_has_not_grown() -> None:
    rng = Random(1)
    samples = [(2.0 * n, 80.0 + rng.uniform(-1, 1)) for n in range(500)]
    assert abs(growth(samples).total) < 0.3


def test_what_leaks_has_grown_though_some_samples_lie_far_off() -> None:
    rng = Random(1)
    samples = [
        (2.0 * n, 80.0 + n / 100 + rng.uniform(-1, 1) + 50 * (n % 50 == 0)) for n in range(500)
    ]
    found = growth(samples)
    assert found.total == pytest.approx(5.0, abs=0.6)
    assert found.a_minute == pytest.approx(0.3, abs=0.05)


def test_small_memos_remember_little_and_one_without_a_bound_all() -> None:
    program = (
        "from tests.programs.chaos.small_memos import MOST, keep_memos_small; keep_memos_small()\n"
        "from functools import cache, lru_cache\n"
        "large, usual, plain = lru_cache(10_000)(abs), lru_cache()(abs), lru_cache(abs)\n"
        "small, endless = lru_cache(8)(abs), cache(abs)\n"
        "every = (large, usual, plain, small, endless)\n"
        "for number in range(200): [memo(number) for memo in every]\n"
        "print([memo.cache_info().currsize for memo in every], MOST)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert said.stdout.decode() == "[64, 64, 64, 8, 200] 64\n"


def test_tables_of_the_rules_remember_little_too() -> None:
    program = (
        "from tests.programs.chaos.small_memos import MOST, keep_memos_small, keep_tables_small\n"
        "keep_memos_small(); keep_tables_small()\n"
        "from gemwright.engine.duel.actions import take\n"
        "from gemwright.engine.splendor.actions.course import discards_of\n"
        "from gemwright.engine.splendor.actions.take import takes_from\n"
        "from random import Random; rng = Random(1)\n"
        "for _ in range(5_000): take.list_takes(rng.getrandbits(25))\n"
        "print(max(map(len, (take._ROW_1, take._ROW_2, take._ROW_3, take._ROW_4))) <= MOST)\n"
        "print(takes_from.cache_info().maxsize == discards_of.cache_info().maxsize == MOST)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert said.stdout.decode() == "True\nTrue\n"


def test_one_sample_does_not_grow() -> None:
    with pytest.raises(ValueError, match="one sample"):
        growth([(0.0, 1.0)])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_told_to_end_leaves_no_process_behind(tmp_path: Path, number: int) -> None:
    words = ("-m", "tests.programs.chaos", "--mode", "single", "--folder", str(tmp_path / "run"))
    with subprocess.Popen([sys.executable, *words], text=True, stderr=subprocess.PIPE) as running:
        eventually(lambda: (tmp_path / "run/single-everysec/clients").exists(), "clients begin")
        running.send_signal(number)
        _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert said.startswith("interrupted; everything is kept in ")
    eventually(lambda: not named(str(tmp_path)), "all processes are gone")


def named(text: str) -> list[int]:
    """The processes whose command says something."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if text in (place / "cmdline").read_text(encoding="utf-8"):
                found.append(int(place.name))
    return found
