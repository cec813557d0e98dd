"""What operators can measure: which figures there are, that they are right and tell no secret."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.process.metrics import FOLDER_VARIABLE, LiveMatches, Metrics, measured
from gemwright.process.orders import WORKER_MODULE, Order, read_report
from tests.app.process import PATIENCE, ServerProcess, clean_environment, server
from tests.app.test_server import events, only_line
from tests.app.test_workers import close, connections, served, started
from tests.event_loop import on_event_loop
from tests.service.callers import CallFailed, failure_of
from tests.service.players import play_randomly, seated
from tests.test_layers import SOURCES
from tests.valkey import eventually
from tests.waiting import until

METRICS = ("--metrics", "127.0.0.1:0")
MATCHES = "gemwright.v1.MatchService/"
NAMES = {
    "gemwright_calls_total": {"method", "code"},
    "gemwright_call_duration_seconds_count": {"method"},
    "gemwright_open_streams": {"method"},
    "gemwright_watch_resumes_total": set[str](),
    "gemwright_watch_resets_total": {"reason"},
    "gemwright_commit_conflicts_total": set[str](),
    "gemwright_unknown_outcomes_total": set[str](),
    "gemwright_timer_lateness_seconds_count": set[str](),
    "gemwright_live_matches": {"owner"},
    "gemwright_event_loop_delay_seconds_count": set[str](),
    "gemwright_gc_pause_seconds_count": {"generation"},
    "gemwright_gc_collections_total": {"generation"},
    "gemwright_build_info": {"version", "python"},
}
"""Every figure and its labels."""

Samples = Mapping[str, Mapping[tuple[str, ...], float]]


def samples(text: str) -> dict[str, dict[tuple[str, ...], float]]:
    """The figures in a text, by their names and the values of their labels."""
    found: dict[str, dict[tuple[str, ...], float]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = tuple(sample.labels[name] for name in sorted(sample.labels))
            found.setdefault(sample.name, {})[labels] = sample.value
    return found


def told(metrics: Metrics) -> dict[str, dict[tuple[str, ...], float]]:
    return samples(generate_latest(metrics.registry).decode())


def asked(running: ServerProcess) -> str:
    """What Prometheus gets."""
    (line,) = [line for line in running.welcome.splitlines() if line.startswith("  metrics")]
    with urllib.request.urlopen(line.split()[1], timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain")
        text: str = answer.read().decode()
    return text


def test_every_figure_is_told_with_its_labels() -> None:
    metrics = Metrics()
    metrics.ended("A/B", "OK", 0.003)
    metrics.opened("A/Watch")
    metrics.resumed()
    metrics.reset("HISTORY_LOST")
    metrics.conflicted()
    metrics.outcome_unknown()
    metrics.timer_fired(250)
    metrics.live_matches.labels("shop").set(3)
    metrics.delayed(0.01)
    metrics.collected(2, 0.1)
    families = {
        sample.name: set(sample.labels)
        for family in text_string_to_metric_families(generate_latest(metrics.registry).decode())
        for sample in family.samples
    }
    assert families.items() >= NAMES.items()
    found = told(metrics)
    assert found["gemwright_calls_total"] == {("OK", "A/B"): 1}
    assert found["gemwright_watch_resets_total"] == {("HISTORY_LOST",): 1}
    assert found["gemwright_timer_lateness_seconds_sum"] == {(): 0.25}
    assert found["gemwright_live_matches"] == {("shop",): 3}


def test_a_stream_is_counted_but_has_no_duration() -> None:
    metrics = Metrics()
    metrics.opened("A/Watch")
    metrics.opened("A/Watch")
    metrics.closed("A/Watch")
    metrics.ended("A/Watch", "CANCELLED", None)
    found = told(metrics)
    assert found["gemwright_open_streams"] == {("A/Watch",): 1}
    assert found["gemwright_calls_total"] == {("CANCELLED", "A/Watch"): 1}
    assert "gemwright_call_duration_seconds_count" not in found


def test_a_late_event_loop_and_garbage_collections_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gemwright.process.metrics.TICK", 0.01)

    async def test() -> None:
        async with measured() as metrics:
            await asyncio.sleep(0)
            before = told(metrics)["gemwright_gc_collections_total"][("2",)]
            gc.collect()
            time.sleep(0.1)  # what is to be noticed: nothing else runs in this loop meanwhile
            late = "gemwright_event_loop_delay_seconds_sum"
            await until(lambda: told(metrics)[late][()] > 0.05, "a late event loop")
            found = told(metrics)
            assert found["gemwright_gc_collections_total"][("2",)] > before
            assert found["gemwright_gc_pause_seconds_sum"][("2",)] > 0

    callbacks = list(gc.callbacks)
    on_event_loop(test())
    assert gc.callbacks == callbacks


async def test_live_matches_are_those_of_the_last_count() -> None:
    counts: list[dict[str, int]] = [{"shop": 2, "club": 1}, {"shop": 3}]
    metrics = Metrics()

    async def count() -> Mapping[str, int]:
        return counts.pop(0)

    live = LiveMatches(metrics, count)
    await live.look()
    assert told(metrics)["gemwright_live_matches"] == {("shop",): 2, ("club",): 1}
    await live.look()
    assert told(metrics)["gemwright_live_matches"] == {("shop",): 3, ("club",): 0}
    await live.look()  # the store is away: the list is empty
    assert told(metrics)["gemwright_live_matches"] == {("shop",): 3, ("club",): 0}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of one process."""
    with server(tmp_path_factory.mktemp("alone"), *METRICS) as running:
        yield running


async def play_some(address: str, moves: int) -> str:
    """Create a match and make moves in it over many connections; its id."""
    ann, bob = connections(address, "ann"), connections(address, "bob")
    match = (await ann[0].create(seated(GAME_DUEL, ["ann", "bob"]))).match.match
    for number in range(moves):
        await play_randomly(match, [ann[number % 16], bob[number % 16]], Random(1), most=1)
    failed = await failure_of(ann[0].get("no-match"))
    assert isinstance(failed, CallFailed)
    await close([*ann, *bob])
    return match


def test_calls_are_counted_and_nothing_secret_is_told(alone: ServerProcess) -> None:
    before = samples(asked(alone)).get("gemwright_calls_total", {})
    match = on_event_loop(play_some(alone.address, 20))
    text = asked(alone)
    found = samples(text)
    calls = found["gemwright_calls_total"]
    assert calls["OK", MATCHES + "SubmitAction"] == 20 + before.get(
        ("OK", MATCHES + "SubmitAction"), 0
    )
    assert any(code != "OK" for code, _ in calls)
    assert found["gemwright_call_duration_seconds_count"][MATCHES + "SubmitAction",] >= 20
    assert found["gemwright_event_loop_delay_seconds_count"][()] >= 0
    assert found["gemwright_live_matches"].keys() == {("dev",)}
    for word in (match, "ann", "bob"):
        assert word not in text


def test_a_metrics_port_that_is_taken_is_told_in_one_line(
    alone: ServerProcess, tmp_path: Path
) -> None:
    (line,) = [line for line in alone.welcome.splitlines() if line.startswith("  metrics")]
    address = line.removeprefix("  metrics  http://").removesuffix("/metrics")
    for words in ((), ("--workers", "2")):
        said = only_line(
            ("--listen", "127.0.0.1:0", "--data", str(tmp_path), "--metrics", address, *words)
        )
        assert said.endswith(
            f"cannot listen on {address}: address already in use; choose another with --metrics"
        )


def test_the_figures_of_workers_are_added_up_and_outlive_them(tmp_path: Path) -> None:
    async def watch(running: ServerProcess, match: str) -> None:
        callers = connections(running.address, "ann")
        streams = [caller.watch(match, 0) for caller in callers]
        for stream in streams:
            assert (await anext(stream)).HasField("snapshot")
        assert samples(asked(running))["gemwright_open_streams"] == {
            (MATCHES + "WatchMatch",): len(callers)
        }
        killed = started(events(running))[1]
        os.kill(killed, signal.SIGKILL)
        await asyncio.to_thread(
            eventually, lambda: started(events(running))[1] != killed, "it is back"
        )
        left = samples(asked(running))["gemwright_open_streams"]
        assert 0 < left[MATCHES + "WatchMatch",] < len(callers)
        await close(callers)

    with served(tmp_path, *METRICS) as running:
        match = on_event_loop(play_some(running.address, 20))
        workers = {line["worker"] for line in events(running) if line["event"] == "call_ended"}
        assert (
            samples(asked(running))["gemwright_calls_total"]["OK", MATCHES + "SubmitAction"] == 20
        )
        on_event_loop(watch(running, match))
        found = samples(asked(running))
        assert found["gemwright_calls_total"]["OK", MATCHES + "SubmitAction"] == 20
        assert found["gemwright_call_duration_seconds_count"][MATCHES + "SubmitAction",] == 20
        assert set(found["gemwright_build_info"].values()) == {1}
        assert found["gemwright_worker_deaths_total"] == {(): 1}
        eventually(lambda: workers == {1, 2}, "both have answered")
        assert running.stop() == 0


def test_a_worker_whose_folder_of_figures_is_gone_says_so_in_one_line(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-P", "-m", WORKER_MODULE, "--workers", "2", "--metrics", "127.0.0.1:0"],
        input=Order(1, 0, None, None).line(),
        capture_output=True,
        check=False,
        timeout=60,
        env=clean_environment({FOLDER_VARIABLE: str(tmp_path / "gone")}),
    )
    assert ended.returncode == 1
    report = read_report(ended.stdout)
    assert report is not None
    assert report.refused.endswith("no such file or directory")
    assert b"Traceback" not in ended.stderr


def test_one_module_alone_imports_the_client_of_prometheus() -> None:
    found = [
        path.name
        for path in SOURCES["gemwright"].rglob("*.py")
        if "prometheus_client" in path.read_text(encoding="utf-8")
    ]
    assert found == ["metrics.py"]
