"""docs/operations.md, compared with the code; its backups are taken in service/test_backup.py."""

import ast
import re
import shlex
import subprocess
from collections.abc import Iterator
from configparser import ConfigParser
from dataclasses import fields
from pathlib import Path
from typing import Final

from gemwright.process.metrics import WORKER_DEATHS, Metrics
from gemwright.process.workers import KILL_AFTER
from gemwright.redis.embedded import STOP_PATIENCE
from gemwright.settings import PROGRAM, Settings, Spelling, read_settings
from tests.app.process import PATIENCE, clean_environment, command
from tests.deploy.test_compose import COMPOSE
from tests.test_docs import ROOT, blocks, table

OPERATIONS: Final = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
PERFORMANCE: Final = (ROOT / "docs/performance.md").read_text(encoding="utf-8")
SOURCE: Final = ROOT / "server/src/gemwright"
ALARMING: Final = ("warning", "error", "exception", "critical")


def names_in(header: str) -> list[str]:
    """The names in the first column of a table, where a row may have several."""
    return [name.strip("` ") for row in table(OPERATIONS, header) for name in row[0].split(",")]


def test_it_has_every_setting_with_its_default() -> None:
    expected = []
    for one in fields(Settings):
        spelling: Spelling = one.metadata["spelling"]
        if spelling.group:
            expected.append([f"--{one.name.replace('_', '-')}", spelling.default])
    assert [row[:2] for row in table(OPERATIONS, "setting | default")] == expected
    assert "`GEMWRIGHT_REDIS_PASSWORD`" in OPERATIONS


def test_it_has_every_metric() -> None:
    counted = [
        f"{metric.name}_total" if metric.type == "counter" else metric.name
        for metric in Metrics().registry.collect()
    ]
    assert sorted(names_in("metric")) == sorted([*counted, f"{WORKER_DEATHS}_total"])


def alarms() -> Iterator[str]:
    """Every event that is logged as a warning or worse."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="log"), attr=level),
                    args=[ast.Constant(value=str(event)), *_],
                ) if level in ALARMING:
                    yield event
                case ast.Dict(
                    keys=[ast.Constant(value="event"), *_],
                    values=[ast.Constant(value=str(event)), *_],
                ):
                    yield event


def test_it_explains_every_alarm() -> None:
    assert sorted(names_in("event")) == sorted(set(alarms()))


def test_the_commands_for_keys_do_as_they_are_told(tmp_path: Path) -> None:
    (block,) = blocks(OPERATIONS, "console keys")
    printed = []
    for line in block.splitlines():
        program, *words = shlex.split(line)
        assert program == PROGRAM
        done = subprocess.run(
            command(*words),
            cwd=tmp_path,
            env=clean_environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout)
    demo, staff, _, listed = printed
    file = (tmp_path / "keys.json").read_text(encoding="utf-8")
    for key in (demo.strip(), staff.strip()):
        assert len(key.split()) == 1
        assert key not in file
    assert re.search(r"demo +matchmaker", listed)
    assert re.search(r"staff +operator", listed)


def test_systemd_gives_the_server_the_time_that_it_may_take() -> None:
    (block,) = blocks(OPERATIONS, "ini")
    unit = ConfigParser()
    unit.read_string(block)
    program, *words = unit["Service"]["ExecStart"].split()
    assert Path(program).name == PROGRAM
    settings = read_settings(words, {})
    patience = float(unit["Service"]["TimeoutStopSec"].removesuffix("s"))
    assert patience > settings.grace + KILL_AFTER + STOP_PATIENCE
    assert unit["Service"]["KillMode"] == "mixed", "Valkey must outlive the draining"


def test_compose_has_the_services_that_it_names() -> None:
    told = re.findall(r"docker compose (?:run|up)(?: --[\w-]+)+ (\w[\w-]*)", OPERATIONS)
    assert told == ["keys", "server-1"]
    assert set(told) <= set(COMPOSE.services)


def test_figures_that_were_measured_are_those_of_the_page_on_performance() -> None:
    rows = {row[0]: row[1] for row in table(OPERATIONS, "what | figure")}
    for ours, theirs in (
        ("Redis: a live match, without its log", "a live match after 30 updates, without its log"),
        ("Redis: a finished match, its request ids forgotten", "a finished match"),
        ("server: an idle stream", "server memory of an idle stream"),
    ):
        assert re.search(rf"{theirs}.* \| {re.escape(rows[ours])} \|", PERFORMANCE)
