"""`gemwright-server health`: what a container hears of its server, in a line and a code."""

import signal
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health, health_pb2_grpc
from grpc_health.v1.health_pb2 import HealthCheckResponse

from tests.app.certificates import authority, signed
from tests.app.process import PATIENCE, clean_environment, command, server

NOT_SERVING = HealthCheckResponse.NOT_SERVING


def asked(*words: str, listen: str = "") -> tuple[int, str, str]:
    """The exit code of the command and what it prints."""
    ended = subprocess.run(
        command("health", *words),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=clean_environment({"GEMWRIGHT_LISTEN": listen}),
    )
    return ended.returncode, ended.stdout, ended.stderr


def test_a_server_that_serves_is_healthy_until_it_is_gone(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        assert asked("--address", running.address) == (0, "serving\n", "")
        assert asked(listen=running.address) == (0, "serving\n", "")
        assert asked(listen=f"0.0.0.0:{port}") == (0, "serving\n", "")
        running.stop(signal.SIGKILL)
        code, out, complaint = asked("--address", running.address)
        assert (code, out) == (1, "")
        assert complaint == (
            f"gemwright-server: no answer from {running.address} (UNAVAILABLE): "
            "is it up, and are these the --tls options it needs?\n"
        )


def test_a_server_that_drains_is_not_healthy() -> None:
    with ThreadPoolExecutor() as pool:
        draining = grpc.server(pool)
        servicer = health.HealthServicer()
        servicer.set("", NOT_SERVING)
        health_pb2_grpc.add_HealthServicer_to_server(servicer, draining)
        port = draining.add_insecure_port("127.0.0.1:0")
        draining.start()
        try:
            assert asked("--address", f"127.0.0.1:{port}") == (1, "not serving\n", "")
        finally:
            draining.stop(None).wait()


def test_who_takes_the_connection_and_says_nothing_is_not_healthy() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        code, out, complaint = asked("--address", f"127.0.0.1:{silent.getsockname()[1]}")
        assert (code, out) == (1, "")
        assert "DEADLINE_EXCEEDED" in complaint or "UNAVAILABLE" in complaint


@pytest.mark.parametrize("flag", ["--tls-ca", "--tls-cert"])
def test_a_file_that_is_missing_is_named(flag: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing.pem"
    there = tmp_path / "there.pem"
    there.write_text("", encoding="ascii")
    code, out, complaint = asked("--tls-ca", str(there), flag, str(missing))
    assert (code, out) == (1, "")
    assert complaint == f"gemwright-server: {missing}: No such file or directory\n"


def test_a_word_it_does_not_know_is_refused_in_one_line() -> None:
    code, out, complaint = asked("--adress", "127.0.0.1:1")
    assert (code, out) == (2, "")
    assert complaint == "gemwright-server health: unrecognized arguments: --adress 127.0.0.1:1\n"


def test_a_server_with_mutual_tls_is_asked_with_certificates(tmp_path: Path) -> None:
    roots = authority(tmp_path, "roots")
    ours, theirs = signed(tmp_path, "client", roots), signed(tmp_path, "server", roots)
    words = ("--tls-cert", str(theirs.cert), "--tls-key", str(theirs.key))
    with server(tmp_path, *words, "--tls-client-ca", str(roots.cert)) as running:
        where = ("--address", running.address)
        trusting = (*where, "--tls-ca", str(roots.cert))
        shown = ("--tls-cert", str(ours.cert), "--tls-key", str(ours.key))
        assert asked(*trusting, *shown) == (0, "serving\n", "")
        for refused in (where, trusting, (*trusting, *shown, "--tls-name", "elsewhere.example")):
            code, out, complaint = asked(*refused)
            assert (code, out) == (1, "")
            assert "no answer" in complaint
            assert "--tls" in complaint
