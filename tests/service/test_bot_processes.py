"""Hosts of bots as processes: killed at bad moments, several at once, and told what they need."""

import asyncio
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR
from gemwright.pb.match_pb2 import MATCH_STATE_FINISHED
from tests.app.process import PATIENCE, clean_environment, command, refused
from tests.auth.keyfiles import Keyfile, bearer, keyfile
from tests.service.botted import GREEDY, RANDOM, ended, match_of, moves_by_rule
from tests.service.callers import Caller
from tests.service.players import watching
from tests.service.processes import Process, processes, strict_valkey

GAMES = (GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR)


@contextmanager
def bots_process(folder: Path, server: Process, keys: Keyfile) -> Iterator[subprocess.Popen[str]]:
    """`gemwright-server bots` at work; killed in the end."""
    with (folder / "bots.log").open("a", encoding="utf-8") as log:
        process = subprocess.Popen(
            command("bots", "--server", server.address, "--keys", str(keys.path)),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=clean_environment(),
        )
    assert process.stdout is not None
    with process:
        try:
            assert f"plays at {server.address}" in process.stdout.readline()
            yield process
        finally:
            process.kill()


async def begun(caller: Caller, number: int) -> list[str]:
    """Matches between bots, of every game."""
    requests = [match_of(GAMES[n % len(GAMES)], [GREEDY, RANDOM]) for n in range(number)]
    return [(await caller.create(request)).match.match for request in requests]


async def check_ends(callers: Sequence[Caller], matches: Sequence[str]) -> None:
    """Every match is played to its end, every move once and as its rule says."""
    for match in matches:
        record = await ended(callers, match)
        assert record.match.state == MATCH_STATE_FINISHED
        assert moves_by_rule(record) == record.match.version


async def reached(caller: Caller, match: str, version: int) -> None:
    """Wait until a match has got that far."""
    async with watching(caller, match) as watcher:
        await watcher.reached(version)


def check_log(folder: Path) -> None:
    """The hosts made no mistake, and told no secret."""
    said = (folder / "bots.log").read_text(encoding="utf-8")
    assert '"event":"bots_began"' in said
    assert not re.search(r'"level":"error"|traceback|gwp_|bearer', said, re.IGNORECASE), said


def owned(server: Process, key: str) -> Caller:
    """A caller with an API key."""
    caller = server.caller()
    caller.metadata = bearer(key)
    return caller


@pytest.mark.long
async def test_hosts_that_are_killed_are_made_up_for_by_others(tmp_path: Path) -> None:
    keys = keyfile(tmp_path)
    owners = [keys.api_key("acme", "matchmaker"), keys.api_key("zenith", "matchmaker")]
    words = ("--keys", str(keys.path), "--bots", "off")
    with strict_valkey() as store, ExitStack() as stack:
        async with processes(tmp_path, 2, *words, store=store) as servers:
            hosts = [
                stack.enter_context(bots_process(tmp_path, server, keys)) for server in servers
            ]
            callers = [owned(servers[0], key) for key in owners]
            matches = [await begun(caller, 3) for caller in callers]
            await reached(callers[0], matches[0][-1], 10)
            hosts[0].kill()
            stack.enter_context(bots_process(tmp_path, servers[0], keys))
            await reached(callers[1], matches[1][-1], 20)
            hosts[1].kill()
            for caller, own in zip(callers, matches, strict=True):
                await check_ends([caller], own)
            check_log(tmp_path)


@pytest.mark.long
async def test_bots_in_servers_and_beside_them_survive_kills_of_the_servers(tmp_path: Path) -> None:
    keys = keyfile(tmp_path)
    key = keys.api_key("acme", "matchmaker")
    words = ("--keys", str(keys.path))
    with strict_valkey() as store, ExitStack() as stack:
        async with processes(tmp_path, 2, *words, store=store) as servers:
            stack.enter_context(bots_process(tmp_path, servers[1], keys))
            callers = [owned(server, key) for server in servers]
            matches = await begun(callers[0], 4)
            for number, killed in enumerate(servers):
                await reached(callers[1 - number], matches[number], 15)
                await killed.kill()
                await killed.start()
            await check_ends(callers, matches)
            check_log(tmp_path)


async def test_a_single_server_that_was_killed_goes_on_with_its_bots(tmp_path: Path) -> None:
    async with processes(tmp_path, 1, "--fsync", "always", store=None) as (server,):
        (match,) = await begun(server.caller(), 1)
        await reached(server.caller(), match, 5)
        await server.kill()
        await server.start()
        await check_ends([server.caller()], [match])
        assert "bots_began" in {line["event"] for line in server.log()}


async def test_a_host_that_is_told_to_stop_stops(tmp_path: Path) -> None:
    keys = keyfile(tmp_path)
    with strict_valkey() as store:
        async with processes(tmp_path, 1, "--keys", str(keys.path), store=store) as (server,):
            with bots_process(tmp_path, server, keys) as process:
                process.terminate()
                assert await asyncio.to_thread(process.wait, PATIENCE) == 0


async def test_a_server_without_bots_leaves_them_to_others(tmp_path: Path) -> None:
    with strict_valkey() as store:
        async with processes(tmp_path, 1, "--bots", "off", store=store) as (server,):
            assert "serving" in {line["event"] for line in server.log()}
            assert "bots_began" not in {line["event"] for line in server.log()}


def test_a_host_elsewhere_needs_keys() -> None:
    code, said = refused("bots")
    assert code == 2
    assert said == (
        "gemwright-server bots: --keys: it is needed; a server without keys plays its bots itself\n"
    )
    code, said = refused("bots", "--keys", "/nowhere/keys.json")
    assert code == 2
    assert "no such file" in said
    assert said.count("\n") == 1
