"""A match that cannot be read: that is said of it, and it keeps nobody else from anything.

A newer server has written it, or something has spoilt it. Nothing of it is guessed at, and the
server and every other match go on.
"""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest
import redis

from gemwright.matches.archive import Archive, ArchivedUpdate
from gemwright.matches.charter import Charter, Course, Roster, read_part
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR
from gemwright.pb.match_pb2 import MATCH_STATE_FINISHED, MATCH_STATE_NO_SHOW, MATCH_STATE_WAITING
from gemwright.pb.match_service_pb2 import RESET_REASON_UNREADABLE
from gemwright.pb.matchmaker_service_pb2 import ListMatchesRequest
from gemwright.redis import keys
from tests.service.backups import Backup
from tests.service.callers import Caller, failure_of
from tests.service.players import play_randomly, seated, watching, with_open_seats
from tests.service.servers import BRISK, PATIENT, Host, Servers, servers_on
from tests.valkey import Store, valkey
from tests.waiting import until

NAMES: Final = ("ann", "bob")
MINUTE_MS: Final = 60_000
Spoil = Callable[[redis.Redis, bytes], object]
"""Makes the stored hash of a match unreadable."""


def unknown_status(client: redis.Redis, key: bytes) -> object:
    return client.hset(key, "st", "adjourned")


def endless_version(client: redis.Redis, key: bytes) -> object:
    return client.hset(key, "v", "9" * 12)


def garbled_time(client: redis.Redis, key: bytes) -> object:
    return client.hset(key, "t", b"\xff")


def cut_commit(client: redis.Redis, key: bytes) -> object:
    return client.hset(key, "c", b"short")


def newer_position(client: redis.Redis, key: bytes) -> object:
    return newer(client, key, "s")


def newer_charter(client: redis.Redis, key: bytes) -> object:
    return newer(client, key, "m")


def newer_roster(client: redis.Redis, key: bytes) -> object:
    return newer(client, key, "r")


def newer(client: redis.Redis, key: bytes, part: str) -> object:
    """Another format number before a part."""
    content = part_of(client, key, part)
    assert content[:1] == b"1"
    return client.hset(key, part, b"9" + content[1:])


def part_of(client: redis.Redis, key: bytes, part: str) -> bytes:
    """A part as it is stored."""
    content = client.hget(key, part)
    assert isinstance(content, bytes)
    return content


def cut_position(client: redis.Redis, key: bytes) -> object:
    content = part_of(client, key, "s")
    return client.hset(key, "s", content[: len(content) // 2])


def misnamed_option(client: redis.Redis, key: bytes) -> object:
    content = part_of(client, key, "m")
    assert content.count(b"no_progress_limit") == 1
    return client.hset(key, "m", content.replace(b"no_progress_limit", b"no_pros_limit"))


def corrupt_archive(client: redis.Redis, key: bytes) -> object:
    return client.hset(key, "z", b"no archive at all")


def cut_archive(client: redis.Redis, key: bytes) -> object:
    content = archive_of(client, key, "resign 0")
    return client.hset(key, "z", content[:-9])


def unplayable_archive(client: redis.Redis, key: bytes) -> object:
    return client.hset(key, "z", archive_of(client, key, "take nothing whatsoever"))


def archive_out_of_turn(client: redis.Redis, key: bytes) -> object:
    return client.hset(key, "z", archive_of(client, key, "resign 0", "resign 1"))


def archive_of(client: redis.Redis, key: bytes, *lines: str) -> bytes:
    """An archive of a match with these updates."""
    return Archive(
        read_part(part_of(client, key, "m"), Charter),
        read_part(part_of(client, key, "r"), Roster),
        read_part(part_of(client, key, "e"), Course),
        tuple(ArchivedUpdate(1, b"archived", line) for line in lines),
    ).write()


NUMBERS: Final = (endless_version, garbled_time, cut_commit)
LIVE: Final = (
    *(unknown_status, newer_position, newer_charter, newer_roster, cut_position, misnamed_option),
    *NUMBERS,
)
OVER: Final = (
    *(unknown_status, newer_roster, corrupt_archive, cut_archive),
    *(unplayable_archive, archive_out_of_turn, endless_version),
)
spoils = pytest.mark.parametrize(
    ("spoil", "is_over"),
    [*((one, False) for one in LIVE), *((one, True) for one in OVER)],
    ids=[*(one.__name__ for one in LIVE), *(f"{one.__name__}-over" for one in OVER)],
)


@dataclass(frozen=True)
class Spoilt:
    """A match that cannot be read, and a token from when it could."""

    match: str
    token: str


async def spoilt(host: Host, store: Store, spoil: Spoil, *, is_over: bool) -> Spoilt:
    """A match that only a server which held it before can still read."""
    ann = host.caller("ann")
    match = (await ann.create(seated(GAME_DUEL, NAMES))).match.match
    token = (await ann.get(match)).resume_token
    if is_over:
        await ann.resign(match, 0)
    tag = keys.tag_of(match)
    with store.holder_of(tag).client() as client:
        spoil(client, keys.match_key(tag, match.encode()))
    return Spoilt(match, token)


def make_due(store: Store, match: str) -> None:
    """Have servers look after a match before any other."""
    tag = keys.tag_of(match)
    with store.holder_of(tag).client() as client:
        client.zadd(keys.due_key(tag), {match: 0})


async def until_state(caller: Caller, match: str, state: int) -> None:
    """Wait until a match has a state."""

    async def has_state() -> bool:
        return await caller.state(match) == state

    await until(has_state, f"state {state}")


@spoils
@pytest.mark.servers(1, PATIENT)
async def test_it_is_said_of_a_match_that_it_cannot_be_read(
    servers: Servers, running_store: Store, spoil: Spoil, *, is_over: bool
) -> None:
    bad = await spoilt(servers.hosts[0], running_store, spoil, is_over=is_over)
    ann = (await servers.start()).caller("ann")
    for call in (
        ann.get(bad.match),
        anext(ann.watch(bad.match, 0)),
        ann.updates(bad.match),
        ann.record(bad.match),
        ann.resign(bad.match, 0),
        ann.cancel(bad.match),
    ):
        failed = await failure_of(call)
        wanted = ("FAILED_PRECONDITION", "MATCH_UNREADABLE")
        assert (failed.code, failed.reason) == wanted
    told = [message async for message in ann.watch(bad.match, 0, bad.token)]
    assert [one.reset.reason for one in told] == [RESET_REASON_UNREADABLE]


def newer_entry(client: redis.Redis, match: str) -> None:
    """Another format number in the newest entry of the log, after its time and commit id."""
    log = keys.log_key(keys.tag_of(match), match.encode())
    entry = client.lindex(log, -1)
    assert isinstance(entry, bytes)
    assert entry[17:18] == b"\x01"
    client.rpop(log)
    client.rpush(log, entry[:17] + b"\x02" + entry[18:])


@pytest.mark.servers(1, PATIENT)
async def test_a_history_in_a_newer_form_is_not_continued(
    servers: Servers, running_store: Store
) -> None:
    callers = [servers.hosts[0].caller(name) for name in NAMES]
    match = (await callers[0].create(seated(GAME_DUEL, NAMES))).match.match
    token = (await callers[0].get(match)).resume_token
    await play_randomly(match, callers, Random(1), 3)
    with running_store.holder_of(keys.tag_of(match)).client() as client:
        newer_entry(client, match)
    ann = (await servers.start()).caller("ann")
    assert (await failure_of(ann.updates(match))).reason == "MATCH_UNREADABLE"
    told = [message async for message in ann.watch(match, 0, token)]
    assert [one.reset.reason for one in told] == [RESET_REASON_UNREADABLE]


@pytest.mark.servers(2, BRISK, wake_ups=False)
async def test_a_watch_ends_in_order_when_a_newer_server_plays_on(
    servers: Servers, running_store: Store
) -> None:
    newer, older = servers.hosts
    callers = [newer.caller(name) for name in NAMES]
    match = (await callers[0].create(seated(GAME_DUEL, NAMES))).match.match
    before = Backup.of(running_store)
    await play_randomly(match, callers, Random(1), 1)
    with running_store.holder_of(keys.tag_of(match)).client() as client:
        newer_entry(client, match)
        newer_position(client, keys.match_key(keys.tag_of(match), match.encode()))
    after = Backup.of(running_store)
    before.restore(running_store)
    async with aclosing(older.caller("ann").watch(match, 0)) as stream:
        assert (await anext(stream)).snapshot.match.version == 0
        after.restore(running_store)
        told = [one async for one in stream if not one.HasField("heartbeat")]
    assert [one.reset.reason for one in told] == [RESET_REASON_UNREADABLE]
    # Other matches are still followed there.
    other = (await callers[0].create(seated(GAME_DUEL, NAMES))).match.match
    async with watching(older.caller("ann"), other, 0) as watcher:
        await watcher.reached(0)
        await play_randomly(other, callers, Random(2), 3)
        await watcher.reached(3)


@pytest.mark.servers(1, BRISK)
async def test_a_watch_of_a_match_whose_log_is_gone_ends_in_order(
    servers: Servers, running_store: Store
) -> None:
    callers = [servers.hosts[0].caller(name) for name in NAMES]
    match = (await callers[0].create(seated(GAME_DUEL, NAMES))).match.match
    await play_randomly(match, callers, Random(1), 3)
    async with watching(callers[0], match, 0) as watcher:
        await watcher.reached(3)
        tag = keys.tag_of(match)
        with running_store.holder_of(tag).client() as client:
            client.delete(keys.log_key(tag, match.encode()))
        await watcher.until(lambda: bool(watcher.resets), "it is told")
    assert watcher.resets[0] == RESET_REASON_UNREADABLE


# A list plays nothing again: whether an archive can be is found out by who looks closer.
LISTED: Final = (unplayable_archive, archive_out_of_turn)


@spoils
@pytest.mark.servers(1, PATIENT)
async def test_lists_leave_out_what_cannot_be_read(
    servers: Servers, running_store: Store, spoil: Spoil, *, is_over: bool
) -> None:
    (host,) = servers.hosts
    good = {(await host.caller().create(seated(GAME_DUEL, NAMES))).match.match}
    bad = await spoilt(host, running_store, spoil, is_over=is_over)
    good.add((await host.caller().create(seated(GAME_SPLENDOR, NAMES))).match.match)
    stranger = (await servers.start()).caller()
    for request in (
        ListMatchesRequest(),
        ListMatchesRequest(principal="ann"),
        ListMatchesRequest(page_size=1),
    ):
        listed = [one.match for one in await stranger.matches(request)]
        assert good <= set(listed)
        assert len(listed) == len(good) + (spoil in LISTED)
        assert (bad.match in listed) == (spoil in LISTED)


@pytest.mark.inside("moves the clock of a server")
@spoils
@pytest.mark.servers(1, PATIENT)
async def test_the_sweeper_looks_after_the_others(
    servers: Servers, running_store: Store, spoil: Spoil, *, is_over: bool
) -> None:
    (host,) = servers.hosts
    request = with_open_seats(GAME_SPLENDOR, 2)
    request.join_timeout.FromSeconds(60)
    waiting = (await host.caller().create(request)).match.match
    bad = await spoilt(host, running_store, spoil, is_over=is_over)
    make_due(running_store, bad.match)
    sweeper = await servers.start(limits=BRISK, clock_ahead_ms=2 * MINUTE_MS)
    caller = sweeper.caller("ann")
    await until_state(caller, waiting, MATCH_STATE_NO_SHOW)
    assert (await failure_of(caller.get(bad.match))).reason == "MATCH_UNREADABLE"
    # It was looked at, and is left for later: it does not come first for ever.
    tag = keys.tag_of(bad.match)
    with running_store.holder_of(tag).client() as client:

        async def is_put_off() -> bool:
            return bool(client.zscore(keys.due_key(tag), bad.match))

        await until(is_put_off, "the match is put off")
    assert (await caller.create(seated(GAME_DUEL, NAMES))).match.match


async def test_a_no_show_that_cannot_be_written_keeps_no_finished_match_from_being_archived() -> (
    None
):
    """What is archived is what makes room."""
    with valkey("--appendfsync", "no") as store:
        async with servers_on(store.url, 1, PATIENT) as servers:
            ann = servers.hosts[0].caller("ann")
            waiting, finished = [], []
            for _ in range(3):
                request = with_open_seats(GAME_SPLENDOR, 2)
                request.join_timeout.FromSeconds(1)
                waiting.append((await ann.create(request)).match.match)
            for _ in range(3):
                finished.append((await ann.create(seated(GAME_DUEL, NAMES))).match.match)
                await ann.resign(finished[-1], 0)
            logs = [keys.log_key(keys.tag_of(one), one.encode()) for one in finished]
            with store.client() as client:
                client.config_set("maxmemory", 1)
                created = ann.create(seated(GAME_DUEL, NAMES))
                assert (await failure_of(created)).reason == "STORE_UNAVAILABLE"
                sweeper = await servers.start(limits=BRISK)
                caller = sweeper.caller("ann")
                sweeper.move_clock(5 * MINUTE_MS)

                async def are_archived() -> bool:
                    return not client.exists(*logs)

                await until(are_archived, "the matches are archived")
                for match in waiting:
                    assert await caller.state(match) == MATCH_STATE_WAITING
                client.config_set("maxmemory", 0)
            for match in waiting:
                await until_state(caller, match, MATCH_STATE_NO_SHOW)
            for match in finished:
                assert await caller.state(match) == MATCH_STATE_FINISHED
