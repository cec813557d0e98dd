"""The life of the process: it starts, it answers, it stops in order, and Valkey with it."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
import redis
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from tests.app.process import PATIENCE, ServerProcess, clean_environment, command, refused, server
from tests.valkey import eventually, is_alive, valkey

SECRET = "hush-hush"


def health(address: str) -> int:
    with grpc.insecure_channel(address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
        return int(answer.status)


def services(address: str) -> set[str]:
    with grpc.insecure_channel(address) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        (answer,) = stub.ServerReflectionInfo(iter([request]), timeout=PATIENCE)
        return {service.name for service in answer.list_services_response.service}


def events(running: ServerProcess) -> list[dict[str, object]]:
    return [json.loads(line) for line in running.log.read_text(encoding="utf-8").splitlines()]


def client_of(running: ServerProcess) -> redis.Redis:
    """A client of the Valkey the server runs."""
    (started,) = (event for event in events(running) if event["event"] == "valkey_started")
    return redis.Redis.from_url(str(started["url"]))


def valkey_of(running: ServerProcess) -> int:
    with client_of(running) as client:
        return int(client.info("server")["process_id"])


def test_it_starts_without_anything_and_answers(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        assert health(running.address) == health_pb2.HealthCheckResponse.SERVING
        assert services(running.address) >= {
            "grpc.health.v1.Health",
            "grpc.reflection.v1alpha.ServerReflection",
        }


def test_it_says_what_to_do_next(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        for said in (
            "believes Bearer dev:<principal>",
            f"{tmp_path / 'data'} (on disk within a second)",
            "buf curl --protocol grpc --http2-prior-knowledge",
            f"http://{running.address}/gemwright.v1.CatalogService/ListGames",
        ):
            assert said in running.welcome
        assert max(map(len, running.welcome.splitlines()[3:])) <= 80


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_in_order_and_the_data_stay(tmp_path: Path, number: int) -> None:
    with server(tmp_path) as running:
        process = valkey_of(running)
        with client_of(running) as client:
            client.set("key", "kept")
        assert running.stop(number) == 0
        assert not is_alive(process)
        assert [event["event"] for event in events(running)][-2:] == ["stopping", "stopped"]
    running.log.unlink()
    with server(tmp_path) as running, client_of(running) as client:
        assert client.get("key") == b"kept"


def test_valkey_goes_when_the_server_is_killed(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        process = valkey_of(running)
        running.stop(signal.SIGKILL)
        eventually(lambda: not is_alive(process), "Valkey is gone")


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    with server(tmp_path, "--grace", "60s") as running:
        process = valkey_of(running)
        os.kill(process, signal.SIGSTOP)  # nothing can stop in order now
        try:
            running.process.terminate()
            eventually(lambda: "stopping" in running.log.read_text(encoding="utf-8"), "it stops")
            begun = time.monotonic()
            assert running.stop() == 128 + signal.SIGTERM
            assert time.monotonic() - begun < 20
        finally:
            os.kill(process, signal.SIGCONT)
        eventually(lambda: not is_alive(process), "Valkey is gone")


def test_it_stops_when_its_valkey_dies(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        os.kill(valkey_of(running), signal.SIGKILL)
        assert running.process.wait(PATIENCE) == 1
        assert {"event": "valkey_died", "code": 128 + signal.SIGKILL, "level": "error"}.items() <= (
            next(event for event in events(running) if event["event"] == "valkey_died").items()
        )


@pytest.fixture
def silent_port() -> Iterator[socket.socket]:
    """Somebody who takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        found.settimeout(PATIENCE)
        yield found


def test_a_signal_ends_a_start_that_waits(silent_port: socket.socket) -> None:
    words = ("--listen", "127.0.0.1:0", "--redis", f"redis://127.0.0.1:{port_of(silent_port)}")
    with subprocess.Popen(
        command(*words), env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        connected, _ = silent_port.accept()
        with connected:
            connected.settimeout(PATIENCE)
            assert connected.recv(1)  # it asked and now waits for the answer
            process.terminate()
            assert process.wait(PATIENCE) == 0
            assert process.communicate() == (b"", b"")


def test_a_redis_of_ones_own_is_used_and_left_running(tmp_path: Path) -> None:
    with valkey() as store:
        with server(tmp_path, "--redis", store.url) as running:
            assert store.url in running.welcome
            assert health(running.address) == health_pb2.HealthCheckResponse.SERVING
            assert running.stop() == 0
        assert not (tmp_path / "data").exists()
        with store.client() as client:
            assert client.get("gemwright:format") == b"1"


def test_no_password_is_printed_or_logged(tmp_path: Path) -> None:
    with valkey("--requirepass", SECRET) as store:
        url = store.url.replace("unix://", f"unix://:{SECRET}@")
        with server(tmp_path, "--redis", url, "--log-level", "debug") as running:
            assert store.url in running.welcome
            assert running.stop() == 0
            assert SECRET not in running.welcome + running.log.read_text(encoding="utf-8")


def port_of(taken: socket.socket) -> int:
    port: int = taken.getsockname()[1]
    return port


def only_line(words: tuple[str, ...], environment: dict[str, str] | None = None) -> str:
    """What a server that cannot start says."""
    code, said = refused(*words, environment=environment)
    (line,) = said.splitlines()
    assert code == 1
    return line


def test_a_taken_port_is_told_in_one_line(tmp_path: Path, silent_port: socket.socket) -> None:
    address = f"127.0.0.1:{port_of(silent_port)}"
    said = only_line(("--listen", address, "--data", str(tmp_path)))
    assert said == (
        f"gemwright-server: cannot listen on {address}: address already in use; "
        "choose another with --listen"
    )


def test_the_port_of_another_server_is_taken_too(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        said = only_line(("--listen", running.address, "--data", str(tmp_path / "other")))
        assert "address already in use" in said


def test_a_folder_in_use_is_told_in_one_line(tmp_path: Path) -> None:
    with server(tmp_path):
        said = only_line(("--listen", "127.0.0.1:0", "--data", str(tmp_path / "data")))
        assert f"{tmp_path / 'data'} is in use by another server" in said


def test_a_redis_that_is_not_there_is_told_in_one_line() -> None:
    url = f"redis://:{SECRET}@127.0.0.1:1/0"
    for words, environment in (
        (("--listen", "127.0.0.1:0", "--redis", url), {}),
        (("--listen", "127.0.0.1:0"), {"GEMWRIGHT_REDIS": url}),
    ):
        said = only_line(words, environment)
        assert said.startswith("gemwright-server: redis://127.0.0.1:1/0 does not answer")
        assert SECRET not in said


def test_a_redis_that_evicts_is_told_in_one_line() -> None:
    with valkey("--maxmemory-policy", "allkeys-lru") as store:
        words = ("--listen", "127.0.0.1:0", "--redis", store.url)
        assert "set it to noeviction, or start with --allow-eviction" in only_line(words)


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.1:7373"])
def test_an_address_others_can_reach_needs_keys(address: str, tmp_path: Path) -> None:
    said = only_line(("--listen", address, "--data", str(tmp_path / "data")))
    assert "make them with gemwright-server keys new --keys FILE --owner NAME" in said
    assert not (tmp_path / "data").exists()


WITHOUT_EXTRA = """\
import sys
sys.modules["uvloop"] = None
from gemwright.__main__ import main
sys.exit(main())
"""


def test_an_installation_without_the_server_says_what_to_install() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRA], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        "gemwright-server: uvloop is missing; pip install 'gemwright[server]'\n"
    )
