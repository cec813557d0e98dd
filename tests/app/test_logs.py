"""Logs: JSON lines on standard error, whoever speaks."""

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.app.process import server
from tests.programs.fuzz.hpack import Shown
from tests.programs.fuzz.line import connected, head, prefixed

SPEAKER = """\
import logging, sys, warnings
import structlog
from gemwright.process.logs import set_up_logs

set_up_logs(sys.argv[1], sys.argv[2])
log = structlog.stdlib.get_logger("gemwright")
log.debug("counted", number=1)
log.info("match_created", match="m1")
log.warning("doubted")
logging.getLogger("grpc").info("chatter of grpc")
cygrpc = logging.getLogger("grpc._cython.cygrpc")
cygrpc.error("Invalid encoding on b'Bearer of a secret \\xff'")
cygrpc.error("ExecuteBatchError raised in core by servicer method [/a/b]")
logging.getLogger("redis").error("loss of redis")
try:
    raise ValueError("told in full")
except ValueError:
    log.exception("failed")
"""


def told_by(program: str, *words: str, code: int = 0) -> list[str]:
    """The lines that a program logs; it says nothing else, and ends with that code."""
    spoken = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=False
    )
    assert (spoken.stdout, spoken.returncode) == ("", code), spoken.stderr
    return spoken.stderr.splitlines()


def said(level: str, format: str) -> list[str]:
    return told_by(SPEAKER, level, format)


@pytest.mark.parametrize(
    ("level", "events"),
    [
        ("debug", ["counted", "match_created", "doubted", "loss of redis", "failed"]),
        ("info", ["match_created", "doubted", "loss of redis", "failed"]),
        ("warning", ["doubted", "loss of redis", "failed"]),
        ("error", ["loss of redis", "failed"]),
    ],
)
def test_an_event_of_the_level_or_above_is_a_line_of_json(level: str, events: list[str]) -> None:
    lines = [json.loads(line) for line in said(level, "auto")]
    assert [line["event"] for line in lines] == events
    assert all(datetime.fromisoformat(line["timestamp"]).tzinfo == UTC for line in lines)
    assert {line["level"] for line in lines} <= {"debug", "info", "warning", "error"}


def test_a_caller_cannot_have_the_log_repeat_what_it_sends(tmp_path: Path) -> None:
    """Neither as an error with a traceback, nor in lines of grpc's own that are no JSON."""
    secret = b"Bearer gwp_nearly-a-token"

    async def call(address: str, metadata: Shown) -> None:
        async with connected(address) as line:
            asked = line.call(
                head("/gemwright.v1.CatalogService/ListGames", metadata), prefixed(b"")
            )
            await asked.ended()

    with server(tmp_path) as running:
        for metadata in (
            ((b"authorization", secret + b"\xff"),),
            ((b"x-odd", secret + b"\xff"),),
            ((b"grpc-timeout", secret),),
            ((b"grpc-previous-rpc-attempts", b"none"),),
        ):
            asyncio.run(call(running.address, metadata))
        asyncio.run(call(running.address, ()))
        assert running.stop() == 0
        log = running.log.read_bytes()
    lines = [json.loads(line) for line in log.splitlines()]
    assert {line["level"] for line in lines} <= {"info", "warning"}
    assert "OK" in [line.get("code") for line in lines]
    assert secret not in log


def test_fields_and_exceptions_are_part_of_their_line() -> None:
    created, *_, failed = (json.loads(line) for line in said("info", "json"))
    assert created["match"] == "m1"
    assert "ValueError: told in full" in failed["exception"]


def test_a_console_gets_lines_for_people() -> None:
    first = said("info", "console")[0]
    assert "match_created" in first
    assert "match=m1" in first
    assert not first.startswith("{")


@pytest.mark.parametrize("format", ["json", "console"])
def test_logs_that_nobody_takes_any_more_keep_nobody_from_working(format: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        spoken = subprocess.run(
            [sys.executable, "-c", SPEAKER + "print('went on')", "info", format],
            stdout=subprocess.PIPE,
            stderr=writer,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert spoken.stdout == "went on\n"


def test_a_mistake_on_a_console_is_told_without_the_values_of_variables(tmp_path: Path) -> None:
    """Also beside a library that structlog has them shown by, unless it is told not to."""
    rich = tmp_path / "rich"
    rich.mkdir()
    (rich / "__init__.py").touch()
    (rich / "console.py").write_text("def Console(file, **_): print('a secret', file=file)")
    (rich / "traceback.py").write_text("class Traceback: pass")
    spoken = subprocess.run(
        [sys.executable, "-c", SPEAKER, "info", "console"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert "a secret" not in spoken.stderr
    assert "ValueError: told in full" in spoken.stderr
    assert spoken.returncode == 0


def test_every_line_of_a_worker_has_its_number() -> None:
    numbered = SPEAKER.replace("sys.argv[2])", "sys.argv[2], worker=3)")
    lines = [json.loads(line) for line in told_by(numbered, "info", "json")]
    assert len(lines) > 3
    assert {line["worker"] for line in lines} == {3}


CHATTERBOX = """\
import asyncio, structlog
from gemwright.process.logs import set_up_logs

async def main():
    for number in range(500):
        log.info("spoken", number=number, filler="x" * 150)
    await asyncio.sleep(0.1)

set_up_logs("info", "json", worker=1)
log = structlog.stdlib.get_logger()
asyncio.run(main())
"""


def test_lines_are_written_in_portions_that_do_not_mix_in_a_pipe_of_several() -> None:
    reading, writing = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with (
        reading,
        subprocess.Popen([sys.executable, "-c", CHATTERBOX], stderr=writing.fileno()) as speaker,
    ):
        writing.close()
        portions = list(iter(lambda: reading.recv(1 << 20), b""))
    assert speaker.returncode == 0
    assert all(portion.endswith(b"\n") for portion in portions)
    assert max(map(len, portions)) <= select.PIPE_BUF
    lines = [json.loads(line) for portion in portions for line in portion.splitlines()]
    assert [line["number"] for line in lines] == list(range(500))
    assert len(portions) < len(lines) / 10


STRANGE = """\
import asyncio, structlog, sys
from gemwright.process.logs import set_up_logs

async def main():
    log.info("before")
    log.info("found", file="caf\\udce9", files=["caf\\udce9"], **{"caf\\udce9": 1})
    log.info("after")

set_up_logs("info", sys.argv[1])
log = structlog.stdlib.get_logger()
asyncio.run(main())
"""


@pytest.mark.parametrize("format", ["json", "console"])
def test_what_is_no_text_is_written_as_far_as_it_is_and_no_other_line_is_lost(format: str) -> None:
    before, found, after = told_by(STRANGE, format)
    assert "before" in before
    assert "udce9" in found
    assert "after" in after


WITNESS = """\
import asyncio, structlog, time
from gemwright.process.logs import set_up_logs

async def main():
    for _ in range(9):
        log.info("seen", before=time.time_ns() // 1000)

set_up_logs("info", "json")
log = structlog.stdlib.get_logger()
asyncio.run(main())
"""


def test_a_line_that_is_written_with_others_has_the_time_of_what_it_tells() -> None:
    lines = [json.loads(line) for line in told_by(WITNESS)]
    told = [datetime.fromisoformat(line["timestamp"]) for line in lines]
    before = [
        datetime.fromtimestamp(0, UTC) + timedelta(microseconds=line["before"]) for line in lines
    ]
    assert len(lines) == 9
    assert all(at <= then for at, then in zip(before, told, strict=True))
    assert all(then <= at for then, at in zip(told[:-1], before[1:], strict=True))


STALLED = """\
import asyncio, structlog, sys
from gemwright.process.logs import set_up_logs

async def main():
    for _ in range(30_000):
        log.info("early")
    print("went on", flush=True)
    sys.stdin.readline()
    for _ in range(100):
        log.info("late")
        await asyncio.sleep(0.01)

set_up_logs("info", "json")
log = structlog.stdlib.get_logger()
asyncio.run(main())
"""


def test_a_reader_who_takes_nothing_keeps_nobody_waiting_and_is_told_what_was_lost() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STALLED],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as speaker:
        try:
            assert speaker.stdout is not None
            assert select.select([speaker.stdout], [], [], 60)[0], "it waits for its reader"
            _, spoken = speaker.communicate(b"\n")
        finally:
            speaker.kill()
    lines = [json.loads(line) for line in spoken.splitlines()]
    lost = sum(line["lines"] for line in lines if line["event"] == "log_lines_lost")
    heard = [line["event"] for line in lines if line["event"] != "log_lines_lost"]
    assert lost > 0
    assert len(heard) + lost == 30_100


def test_where_nobody_ever_reads_a_process_ends_all_the_same() -> None:
    reader, writer = os.pipe()
    try:
        ended = subprocess.run(
            [sys.executable, "-c", STALLED], input=b"\n", stderr=writer, timeout=60, check=False
        )
    finally:
        os.close(reader)
        os.close(writer)
    assert ended.returncode == 0


SHORT_OF_ROOM = """\
import resource, structlog
from gemwright.process.logs import set_up_logs

set_up_logs("info", "json")
log = structlog.stdlib.get_logger()
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most))
for number in range(50):
    log.warning("said", number=number)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
for number in range(50, 53):
    log.warning("said", number=number)
"""


def test_lines_that_had_no_room_are_written_where_there_is_some_again(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        subprocess.run([sys.executable, "-c", SHORT_OF_ROOM], stderr=log, check=True)
    lines = (tmp_path / "log").read_bytes().splitlines()
    assert [json.loads(line)["number"] for line in lines] == list(range(53))


SEVERAL = """\
import asyncio, logging, structlog
from gemwright.process.logs import set_up_logs

async def main():
    log.info("1")
    log.info("2")
    logging.getLogger("foreign").warning("%d", 3)
    log.info("4")
    logging.getLogger("foreign").log(25, "5")
    try:
        raise ValueError("told in full")
    except ValueError:
        log.info("6", exc_info=True)

set_up_logs("info", "json")
log = structlog.stdlib.get_logger()
asyncio.run(main())
"""


def test_lines_come_in_the_order_of_events_whoever_speaks() -> None:
    lines = [json.loads(line) for line in told_by(SEVERAL)]
    assert [line["event"] for line in lines] == list("123456")
    assert [line["level"] for line in lines] == [*["info"] * 2, "warning", *["info"] * 3]
    assert "ValueError: told in full" in lines[-1]["exception"]


IMPATIENT = """\
import asyncio, os, signal, structlog
from gemwright.process.logs import set_up_logs
from gemwright.process.run import run

async def work(stop):
    stop.drain_from_now_on()
    log.info("1")
    os.kill(os.getpid(), signal.SIGTERM)
    await stop.asked.wait()
    for word in "23":
        log.info(word)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.Event().wait()

set_up_logs("info", "json")
log = structlog.stdlib.get_logger()
run(work)
"""


def test_the_last_lines_are_written_also_by_a_process_that_ends_at_once() -> None:
    lines = told_by(IMPATIENT, code=128 + signal.SIGTERM)
    assert [json.loads(line)["event"] for line in lines] == list("123")
