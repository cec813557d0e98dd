"""WatchInbox: the state of every match of a principal on one stream, on whatever servers."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from gemwright.matches.api import Caller as RuntimeCaller
from gemwright.matches.feeds import inbox as runtime
from gemwright.matches.feeds.notices import Notice
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR
from gemwright.pb.inbox_service_pb2 import (
    INBOX_RESET_REASON_HISTORY_LOST,
    INBOX_RESET_REASON_TOKEN_TOO_OLD,
    InboxEntry,
    WatchInboxResponse,
)
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING, Match
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, ListMatchesRequest, SeatSpec
from gemwright.redis import keys
from tests.service.backups import Backup
from tests.service.callers import Caller, failure_of
from tests.service.clockwork import MINUTE, PUNCTUAL, Bucket, clocked, per_turn
from tests.service.inboxes import Inbox, inbox_of, lease, watch_inbox
from tests.service.players import play_randomly, seated, with_open_seats
from tests.service.servers import BRISK, PATIENT, Host, Servers, servers_on
from tests.service.stalls import silent
from tests.valkey import PATIENCE, Store, Valkey, valkey

SEATED: Final = ("ann", "bob")
OUTAGE: Final = 20_000
DAY: Final = 24 * 60 * MINUTE


def entry_of(match: Match, principal: str) -> InboxEntry:
    """What an inbox must say of a match."""
    return InboxEntry(
        match=match.match,
        game=match.game,
        state=match.state,
        version=match.version,
        commit_id=match.commit_id,
        seats=[seat.seat for seat in match.seats if seat.principal == principal],
        seat_to_act=match.seat_to_act if match.HasField("seat_to_act") else None,
        deadline=match.clocks.deadline if match.clocks.HasField("deadline") else None,
    )


async def matches_of(caller: Caller) -> dict[str, InboxEntry]:
    """The inbox of a principal as ListMatches has it."""
    principal = caller.principal or ""
    found = await caller.matches(ListMatchesRequest(principal=principal, page_size=500))
    return {match.match: entry_of(match, principal) for match in found}


async def same_as_listed(inbox: Inbox, caller: Caller) -> None:
    """Wait until the map is what ListMatches says."""
    listed = await matches_of(caller)
    await inbox.until(lambda: inbox.entries == listed, "the map is what ListMatches says")


async def new_match(caller: Caller) -> str:
    """A match of ann's that begins at once."""
    return (await caller.create(seated(GAME_DUEL, SEATED))).match.match


def players(host: Host) -> list[Caller]:
    """Those who play."""
    return [host.caller(name) for name in SEATED]


async def first_round(caller: Caller, token: str = "") -> list[WatchInboxResponse]:
    """What a watch says up to where it is complete."""
    said: list[WatchInboxResponse] = []
    async with aclosing(watch_inbox(caller, token)) as stream:
        async for message in stream:
            said.append(message)
            if message.HasField("complete"):
                return said
    raise AssertionError("the stream has ended")


@pytest.mark.servers(2, PATIENT)
async def test_a_new_inbox_has_every_match_and_then_each_change(servers: Servers) -> None:
    ann, bob = servers.hosts[0].caller("ann"), servers.hosts[1].caller("bob")
    first = await new_match(ann)
    async with inbox_of(ann) as inbox:
        await inbox.completed()
        assert inbox.entries == await matches_of(ann)
        second = (await bob.create(seated(GAME_SPLENDOR, SEATED))).match.match
        await inbox.reached(second, 0)
        assert inbox.entries == await matches_of(ann)
        version = await play_randomly(first, [ann, bob], Random(1), 10)
        await inbox.reached(first, version)
        assert inbox.entries == await matches_of(ann)
        await bob.resign(first, 1)
        await inbox.reached(first, version + 1)
        assert inbox.entries == await matches_of(ann)
        assert inbox.completes == 1


@pytest.mark.servers(1, PATIENT)
async def test_a_match_is_there_from_when_the_principal_is_named(servers: Servers) -> None:
    ann, bob = players(servers.hosts[0])
    async with inbox_of(ann) as inbox:
        await inbox.completed()
        opened = await bob.create(with_open_seats(GAME_DUEL, 2))
        kept = CreateMatchRequest(
            game=GAME_DUEL,
            seats=[SeatSpec(principal="bob"), SeatSpec(principal="ann", must_join=True)],
        )
        waiting = (await bob.create(kept)).match.match
        await inbox.reached(waiting, 0)
        assert inbox.entries[waiting].state == MATCH_STATE_WAITING
        assert inbox.entries[waiting].seats == [1]
        assert list(inbox.entries) == [waiting]
        await ann.join(waiting)
        await ann.join(opened.match.match, opened.join_tokens[0].token)
        await inbox.reached(opened.match.match, 1)
        await inbox.reached(waiting, 1)
        assert inbox.entries[waiting].state == MATCH_STATE_ACTIVE
        assert inbox.entries[opened.match.match].seats == [0]
        await same_as_listed(inbox, ann)


@pytest.mark.servers(2, PATIENT)
async def test_a_resumed_inbox_has_what_changed_and_nothing_else(servers: Servers) -> None:
    one, other = players(servers.hosts[0]), players(servers.hosts[1])
    names = [await new_match(one[0]) for _ in range(12)]
    token = (await first_round(one[0]))[-1].resume_token
    await play_randomly(names[3], one, Random(1), 4)
    await other[0].resign(names[5], 0)
    made = await new_match(other[1])
    *entries, complete = await first_round(other[0], token)
    assert {one.entry.match for one in entries} == {names[3], names[5], made}
    listed = await matches_of(one[0])
    assert all(one.entry == listed[one.entry.match] for one in entries)
    again = await first_round(one[0], complete.resume_token)
    assert [message.WhichOneof("message") for message in again] == ["complete"]


@pytest.mark.inside(why="moves a server's clock")
@pytest.mark.servers(1, replace(PATIENT, archive_after_ms=10))
async def test_what_ended_long_ago_is_told_only_to_who_has_not_heard_of_the_end(
    servers: Servers,
) -> None:
    (host,) = servers.hosts
    ann, _ = players(host)
    ended, left = await new_match(ann), await new_match(ann)
    token = (await first_round(ann))[-1].resume_token
    await ann.resign(ended, 0)
    fresh = await first_round(ann)
    assert {one.entry.match for one in fresh[:-1]} == {ended, left}
    await first_round(ann, token)
    host.move_clock(2 * DAY)
    await ann.get(left)  # which tells the server the time
    fresh = await first_round(ann)
    assert [one.entry.match for one in fresh[:-1]] == [left]
    resumed = await first_round(ann, token)
    assert [one.entry.match for one in resumed[:-1]] == [ended]


@pytest.mark.servers(2, PATIENT)
async def test_a_stream_that_moves_from_server_to_server_is_never_begun_anew(
    servers: Servers,
) -> None:
    ann, bob = players(servers.hosts[1])
    match = await new_match(ann)
    async with inbox_of([servers.hosts[0].caller("ann"), ann]) as inbox:
        await inbox.completed()
        version = await play_randomly(match, [ann, bob], Random(1), 3)
        await inbox.reached(match, version)
        await servers.stop(servers.hosts[0])
        version = await play_randomly(match, [ann, bob], Random(2), 3)
        await inbox.reached(match, version)
        await same_as_listed(inbox, ann)
        kinds = [message.WhichOneof("message") for message in inbox.messages]
        assert kinds.count("going_away") == 1
        going = inbox.messages[kinds.index("going_away")]
        assert going.resume_token
        assert not inbox.resets


@pytest.mark.servers(2, BRISK, wake_ups=False)
async def test_without_wake_ups_everything_comes_all_the_same(servers: Servers) -> None:
    ann, bob = players(servers.hosts[1])
    async with inbox_of(servers.hosts[0].caller("ann")) as inbox:
        await inbox.completed()
        match = await new_match(ann)
        version = await play_randomly(match, [ann, bob], Random(1), 5)
        await inbox.reached(match, version)
        await same_as_listed(inbox, ann)


@pytest.mark.servers(1, BRISK)
async def test_a_quiet_inbox_lives_and_its_tokens_are_good(servers: Servers) -> None:
    ann, bob = players(servers.hosts[0])
    match = await new_match(ann)
    async with aclosing(watch_inbox(ann)) as stream:
        said = [await anext(stream) for _ in range(3)]
    kinds = [message.WhichOneof("message") for message in said]
    assert kinds == ["entry", "complete", "heartbeat"]
    assert said[-1].heartbeat.time.seconds
    await play_randomly(match, [ann, bob], Random(1), 2)
    told, _ = await first_round(ann, said[-1].resume_token)
    assert told.entry.version == 2


@pytest.mark.servers(1, PATIENT)
async def test_many_moves_on_end_share_a_token_and_the_last_of_them_gets_one(
    servers: Servers,
) -> None:
    ann, bob = players(servers.hosts[0])
    match = await new_match(ann)
    async with inbox_of(ann) as inbox:
        await inbox.completed()
        version = await play_randomly(match, [ann, bob], Random(1), 8)
        await inbox.reached(match, version)
        before = inbox.token
        if inbox.messages[-1].resume_token == "":
            await inbox.until(lambda: inbox.token != before, "a token by a heartbeat")
        (complete,) = await first_round(ann, inbox.token)
        assert complete.HasField("complete")


@pytest.mark.parametrize("token", ["x", "AAAA", "A" * 8192, "é"])
@pytest.mark.servers(1, PATIENT)
async def test_a_token_that_is_none_is_a_wrong_field(servers: Servers, token: str) -> None:
    ann = servers.hosts[0].caller("ann")
    failed = await failure_of(anext(watch_inbox(ann, token)))
    assert failed.reason == "INVALID_FIELD"


@pytest.mark.servers(1, PATIENT)
async def test_a_token_of_somebody_else_begins_anew(servers: Servers) -> None:
    ann, bob = players(servers.hosts[0])
    await new_match(ann)
    token = (await first_round(bob))[-1].resume_token
    reset, entry, _ = await first_round(ann, token)
    assert reset.reset.reason == INBOX_RESET_REASON_TOKEN_TOO_OLD
    assert entry.entry.seats == [0]


@pytest.mark.servers(1, PATIENT)
async def test_an_inbox_needs_a_principal(servers: Servers) -> None:
    failed = await failure_of(anext(watch_inbox(servers.hosts[0].caller())))
    assert failed.reason == "CREDENTIALS_MISSING"


@pytest.mark.inside(why="calls the runtime as another owner's")
@pytest.mark.servers(1, replace(PATIENT, heartbeat_s=0.2))
async def test_a_principal_of_another_owner_sees_nothing(servers: Servers) -> None:
    (host,) = servers.hosts
    ann, bob = players(host)
    match = await new_match(ann)
    stranger = RuntimeCaller(principal="ann", owner="another")
    async with aclosing(host.runtime.inboxes.watch(stranger, "")) as watch:
        assert isinstance(await anext(watch), runtime.InboxComplete)
        await play_randomly(match, [ann, bob], Random(1), 3)
        assert not isinstance(await anext(watch), runtime.InboxEntry)


@pytest.mark.inside(why="reads at its own pace")
@pytest.mark.servers(1, PATIENT)
async def test_a_slow_reader_gets_the_newest_only(servers: Servers) -> None:
    (host,) = servers.hosts
    ann, bob = players(host)
    first, second = await new_match(ann), await new_match(ann)
    slow = host.runtime.inboxes.watch(RuntimeCaller(principal="ann", owner="dev"), "")
    async with aclosing(slow), inbox_of(ann) as quick:
        begun = {(await entry(slow)).match_id for _ in range(2)}
        assert begun == {first, second}
        assert isinstance(await anext(slow), runtime.InboxComplete)
        for number in range(3):
            for match in (first, second):
                version = await play_randomly(match, [ann, bob], Random(number), 4)
                await quick.reached(match, version)
        told = [await entry(slow) for _ in range(2)]
        assert {(one.match_id, one.version) for one in told} == {(first, 12), (second, 12)}


async def entry(watch: AsyncGenerator[runtime.InboxMessage, None]) -> Notice:
    """The next thing told, which is the state of a match."""
    async with asyncio.timeout(PATIENCE):
        told = await anext(watch)
    assert isinstance(told, runtime.InboxEntry)
    return told.told


@pytest.mark.servers(1, PUNCTUAL)
async def test_a_deadline_is_told_and_moves_with_an_outage(
    servers: Servers, running_store: Store
) -> None:
    (host,) = servers.hosts
    ann = host.caller("ann")
    match = (await clocked(host, per_turn())).match
    without = await new_match(ann)
    async with inbox_of(ann) as inbox:
        await inbox.completed()
        before = inbox.entries[match]
        assert not inbox.entries[without].HasField("deadline")
        assert before == entry_of((await ann.get(match)).match, "ann")
        bucket = Bucket(running_store, match)
        bucket.unattended(OUTAGE)
        await inbox.until(lambda: inbox.entries[match] != before, "another deadline")
        after = inbox.entries[match]
        assert after == entry_of((await ann.get(match)).match, "ann")
        assert after.version == before.version
        moved = after.deadline.ToMilliseconds() - before.deadline.ToMilliseconds()
        assert moved == bucket.credit()
    fresh = await first_round(ann)
    assert after in [one.entry for one in fresh]


@pytest.mark.servers(1, PATIENT)
async def test_what_an_older_server_changed_is_told_from_the_match_itself(
    servers: Servers, running_store: Store
) -> None:
    ann, bob = players(servers.hosts[0])
    match = await new_match(ann)
    await play_randomly(match, [ann, bob], Random(1), 3)
    tag = keys.tag_of(match)
    with running_store.holder_of(tag).client() as client:
        client.hdel(keys.match_key(tag, match.encode()), "w", "f")
    told, _ = await first_round(ann)
    assert {match: told.entry} == await matches_of(ann)


@pytest.mark.parametrize("is_woken", [True, False])
async def test_a_store_that_loses_twenty_updates_begins_the_inbox_anew(
    store_url: str, running_valkey: Valkey, is_woken: bool
) -> None:
    limits = PATIENT if is_woken else BRISK
    async with servers_on(store_url, 2, limits, wake_ups=is_woken) as servers:
        ann, bob = players(servers.hosts[0])
        names = [await new_match(ann) for _ in range(4)]
        async with inbox_of(servers.hosts[1].caller("ann")) as inbox:
            await inbox.completed()
            await play_randomly(names[0], [ann, bob], Random(1), 5)
            backup = Backup.of(running_valkey)
            for match in names[:2]:
                version = await play_randomly(match, [ann, bob], Random(2), 20)
                await inbox.reached(match, version)
            backup.restore(running_valkey)
            for match in names[:2]:
                await play_randomly(match, [ann, bob], Random(3), 1)
            await inbox.until(lambda: bool(inbox.resets), "the reset")
            await same_as_listed(inbox, ann)
            assert inbox.resets == [INBOX_RESET_REASON_HISTORY_LOST] * len(inbox.resets)
            version = await play_randomly(names[1], [ann, bob], Random(4), 3)
            await inbox.reached(names[1], version)
            await same_as_listed(inbox, ann)


@pytest.mark.servers(1, PATIENT)
async def test_who_was_away_when_the_store_lost_updates_is_told_so(
    servers: Servers, running_valkey: Valkey
) -> None:
    ann, bob = players(servers.hosts[0])
    match = await new_match(ann)
    kept = (await first_round(ann))[-1].resume_token
    backup = Backup.of(running_valkey)
    await play_randomly(match, [ann, bob], Random(1), 20)
    lost = (await first_round(ann))[-1].resume_token
    backup.restore(running_valkey)
    await play_randomly(match, [ann, bob], Random(1), 20)
    reset, told, _ = await first_round(ann, lost)
    assert reset.reset.reason == INBOX_RESET_REASON_HISTORY_LOST
    assert {match: told.entry} == await matches_of(ann)
    told, _ = await first_round(ann, kept)
    assert {match: told.entry} == await matches_of(ann)


def trim(store: Store, match: str) -> None:
    """Keep nothing of the updates of a bucket but the last."""
    tag = keys.tag_of(match)
    with store.holder_of(tag).client() as client:
        client.xtrim(tag + b"updates", maxlen=1, approximate=False)


@pytest.mark.servers(1, PATIENT)
async def test_who_was_away_for_too_long_is_sent_everything(
    servers: Servers, running_store: Store
) -> None:
    ann, bob = players(servers.hosts[0])
    names = [await new_match(ann) for _ in range(3)]
    token = (await first_round(ann))[-1].resume_token
    await play_randomly(names[1], [ann, bob], Random(1), 3)
    trim(running_store, names[1])
    reset, *entries, _ = await first_round(ann, token)
    assert reset.reset.reason == INBOX_RESET_REASON_TOKEN_TOO_OLD
    assert {one.entry.match: one.entry for one in entries} == await matches_of(ann)


async def test_a_server_that_was_too_slow_for_the_feeds_reads_the_matches_again(
    store_url: str, running_store: Store
) -> None:
    limits = replace(PATIENT, poll_s=2.0)
    async with servers_on(store_url, 0, limits) as servers:
        ann, bob = players(await servers.start(wake_ups=False))
        names = [await new_match(ann) for _ in range(3)]
        async with inbox_of((await servers.start(wake_ups=False)).caller("ann")) as inbox:
            await inbox.completed()
            for match in names[:2]:
                await play_randomly(match, [ann, bob], Random(1), 6)
                trim(running_store, match)
            await same_as_listed(inbox, ann)
            assert not inbox.resets
            assert not inbox.cuts


async def test_a_store_that_is_silent_stops_no_inbox() -> None:
    with valkey() as store:
        async with servers_on(store.url, 2, BRISK) as servers:
            ann, bob = players(servers.hosts[0])
            match = await new_match(ann)
            async with inbox_of(servers.hosts[1].caller("ann")) as inbox:
                await inbox.completed()
                with silent(store):
                    failed = await failure_of(anext(watch_inbox(servers.hosts[1].caller("ann"))))
                    assert failed.reason == "STORE_UNAVAILABLE"
                    before = len(inbox.messages)
                    await inbox.until(lambda: len(inbox.messages) > before + 1, "heartbeats")
                version = await play_randomly(match, [ann, bob], Random(1), 2)
                await inbox.reached(match, version)
                await same_as_listed(inbox, ann)
                assert not inbox.cuts
                assert not inbox.resets


@pytest.mark.servers(2, PATIENT)
async def test_one_of_several_processes_of_a_principal_gets_a_match_to_itself(
    servers: Servers,
) -> None:
    ann, other = servers.hosts[0].caller("ann"), servers.hosts[1].caller("ann")
    match = await new_match(ann)
    assert await lease(ann, match, "process-1", 60)
    assert not await lease(other, match, "process-2", 60)
    assert await lease(other, match, "process-1", 1)
    assert await lease(servers.hosts[0].caller("bob"), match, "process-2", 60)
    failed = await failure_of(lease(servers.hosts[0].caller("cleo"), match, "process-3", 60))
    assert failed.reason == "NOT_YOUR_SEAT"
    async with asyncio.timeout(PATIENCE):
        while not await lease(other, match, "process-2", 60):
            await asyncio.sleep(0.05)
