"""WatchActivity: what happens in the matches of an owner, at least once, on whatever servers."""

import asyncio
from collections import Counter
from contextlib import aclosing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gemwright.matches.api import GoingAway, Heartbeat
from gemwright.matches.feeds.cursor import FeedBreak, FeedReset
from gemwright.matches.feeds.notices import ActivityKinds
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_CANCELLED,
    MATCH_STATE_FINISHED,
)
from gemwright.pb.matchmaker_service_pb2 import (
    ACTIVITY_KIND_MATCH_ENDED,
    ACTIVITY_KIND_MATCH_READY,
    ACTIVITY_KIND_TURN_CHANGED,
    ACTIVITY_RESET_REASON_HISTORY_LOST,
    ACTIVITY_RESET_REASON_TOKEN_TOO_OLD,
    ActivityKind,
    WatchActivityResponse,
)
from gemwright.redis import keys
from tests.service.backups import Backup
from tests.service.callers import Caller, failure_of
from tests.service.clockwork import clocked, per_turn
from tests.service.inboxes import Activities, activity_of, watch_activity
from tests.service.players import play_randomly, seated, with_open_seats
from tests.service.push_service import BEGUN, OVER, YOUR_TURN, PushService
from tests.service.rating_service import RatingService
from tests.service.servers import BRISK, PATIENT, Host, Servers, servers_on
from tests.valkey import PATIENCE, Store, Valkey

SEATED: Final = ("ann", "bob")
READY: Final = ACTIVITY_KIND_MATCH_READY
TURN: Final = ACTIVITY_KIND_TURN_CHANGED
ENDED: Final = ACTIVITY_KIND_MATCH_ENDED


def players(host: Host) -> list[Caller]:
    """Those who play."""
    return [host.caller(name) for name in SEATED]


async def new_match(caller: Caller) -> str:
    """A match that begins at once."""
    return (await caller.create(seated(GAME_DUEL, SEATED))).match.match


async def turns_of(caller: Caller, match: str) -> list[int]:
    """After which updates another seat had to act, the deal included."""
    log = await caller.updates(match)
    movers = [update.move.seat for update in log if update.HasField("move")]
    sight = (await caller.get(match)).match
    movers.append(sight.seat_to_act if sight.HasField("seat_to_act") else movers[-1])
    changed = [n for n in range(1, len(movers)) if movers[n] != movers[n - 1]]
    return [0, *changed]


def check(told: Activities, kind: ActivityKind, match: str, versions: list[int]) -> None:
    """A kind of activity was told of a match at exactly these versions."""
    assert told.versions(kind, match) == versions


@pytest.mark.servers(2, PATIENT)
async def test_every_kind_is_told_where_it_happened(servers: Servers) -> None:
    ann, bob = players(servers.hosts[0])
    async with activity_of(servers.hosts[1].caller("maker")) as told:
        await told.begun()
        match = await new_match(ann)
        version = await play_randomly(match, [ann, bob], Random(1))
        await told.told(ENDED, match, version)
        check(told, ENDED, match, [version])
        check(told, READY, match, [0])
        turns = await turns_of(ann, match)
        await told.until(lambda: told.versions(TURN, match) == turns, "every turn")
        assert not told.resets
        assert not told.repeated


@pytest.mark.servers(1, PATIENT)
async def test_an_activity_says_all_that_is_needed(servers: Servers) -> None:
    (host,) = servers.hosts
    ann, bob = players(host)
    async with activity_of(host.caller("maker")) as told:
        await told.begun()
        match = (await clocked(host, per_turn())).match
        known = (await ann.get(match)).match
        ready = await told.told(READY, match, 0)
        assert ready.commit_id == known.commit_id
        assert ready.game == GAME_DUEL
        assert ready.state == MATCH_STATE_ACTIVE
        assert list(ready.seats) == list(known.seats)
        assert ready.seat_to_act == known.seat_to_act
        assert ready.time == known.start_time
        assert ready.deadline == known.clocks.deadline
        await bob.resign(match, 1)
        known = (await ann.get(match)).match
        ended = await told.told(ENDED, match, 1)
        assert ended.state == MATCH_STATE_FINISHED
        assert ended.outcome == known.outcome
        assert ended.time == known.end_time
        assert not ended.HasField("seat_to_act")
        assert not ended.HasField("deadline")


@pytest.mark.servers(1, PATIENT)
async def test_a_match_is_ready_with_its_last_seat_and_may_end_without_a_winner(
    servers: Servers,
) -> None:
    ann, bob = players(servers.hosts[0])
    async with activity_of(ann) as told:
        await told.begun()
        made = await ann.create(with_open_seats(GAME_DUEL, 2))
        match = made.match.match
        for caller, token in zip((ann, bob), made.join_tokens, strict=True):
            await caller.join(match, token.token)
        await told.told(READY, match, 2)
        await ann.cancel(match)
        ended = await told.told(ENDED, match, 3)
        assert ended.state == MATCH_STATE_CANCELLED
        assert not ended.HasField("outcome")
        check(told, READY, match, [2])
        check(told, ENDED, match, [3])


@pytest.mark.parametrize("kind", [READY, TURN, ENDED])
@pytest.mark.servers(1, PATIENT)
async def test_only_the_kinds_that_were_asked_for_are_told(
    servers: Servers, kind: ActivityKind
) -> None:
    ann, bob = players(servers.hosts[0])
    async with activity_of(ann, [kind]) as told, activity_of(ann) as every:
        await told.begun()
        await every.begun()
        match = await new_match(ann)
        version = await play_randomly(match, [ann, bob], Random(1), 4)
        await ann.resign(match, 0)
        last = await new_match(ann)
        await ann.resign(last, 0)
        await every.told(ENDED, match, version + 1)
        for one in (READY, TURN, ENDED):
            await every.told(one, last, 1 if one == ENDED else 0)
        await told.told(kind, last, 1 if kind == ENDED else 0)
        wanted = {name for name in every.happened if name.kind == kind}
        await told.until(lambda: set(told.happened) == wanted, "all of its kind")


@pytest.mark.servers(1, PATIENT)
async def test_a_wrong_kind_and_a_wrong_token_are_wrong_fields(servers: Servers) -> None:
    ann = servers.hosts[0].caller("ann")
    for stream in (
        watch_activity(ann, kinds=[ActivityKind.ACTIVITY_KIND_UNSPECIFIED]),
        watch_activity(ann, kinds=[ActivityKind.ACTIVITY_KIND_MATCH_READY] * 17),
        watch_activity(ann, token="AAAA"),
    ):
        assert (await failure_of(anext(stream))).reason == "INVALID_FIELD"


@pytest.mark.inside(why="calls the runtime for other owners")
@pytest.mark.servers(1, replace(PATIENT, heartbeat_s=0.2))
async def test_owners_hear_of_their_own_matches_only(servers: Servers) -> None:
    (host,) = servers.hosts
    every = ActivityKinds.READY | ActivityKinds.TURN | ActivityKinds.ENDED
    async with (
        aclosing(host.runtime.activity.watch("another", every, "")) as watch,
        activity_of(host.caller("maker")) as told,
    ):
        await told.begun()
        assert isinstance(await anext(watch), Heartbeat)
        ann, _ = players(host)
        match = await new_match(ann)
        await told.told(READY, match, 0)
        pacing = await anext(watch)
        assert isinstance(pacing, Heartbeat)
    async with aclosing(host.runtime.activity.watch("dev", every, pacing.token)) as watch:
        assert await anext(watch) == FeedReset(FeedBreak.TOKEN_TOO_OLD)
        assert isinstance(await anext(watch), Heartbeat)


async def cut_after(caller: Caller, token: str, number: int) -> list[WatchActivityResponse]:
    """So many messages of a watch."""
    async with aclosing(watch_activity(caller, token)) as messages:
        return [await anext(messages) for _ in range(number)]


@pytest.mark.servers(2, BRISK)
async def test_a_resumed_watch_misses_nothing_and_resets_nothing(servers: Servers) -> None:
    ann, bob = players(servers.hosts[0])
    (pacing,) = await cut_after(ann, "", 1)
    assert pacing.HasField("heartbeat")
    match = await new_match(ann)
    version = await play_randomly(match, [ann, bob], Random(1))
    log = await turns_of(ann, match)
    told = Activities([servers.hosts[1].caller("maker")])
    told.token = pacing.resume_token
    following = asyncio.create_task(told.run())
    await told.told(ENDED, match, version)
    await told.until(lambda: told.versions(TURN, match) == log, "every turn")
    check(told, READY, match, [0])
    assert not told.resets
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following


@pytest.mark.servers(2, BRISK)
async def test_a_stream_that_is_cut_again_and_again_tells_every_end(servers: Servers) -> None:
    callers = [host.caller("maker") for host in servers.hosts]
    async with activity_of(callers, [ENDED]) as told:
        await told.begun()
        ended = []
        for number in range(4):
            ann, _ = players(servers.hosts[-1])
            ended += [await new_match(ann) for _ in range(5)]
            await asyncio.gather(*(ann.resign(match, 0) for match in ended[-5:]))
            told.callers.append((await servers.start()).caller("maker"))
            await servers.stop(servers.hosts[0], grace=5 * (number % 2))
        for match in ended:
            await told.told(ENDED, match, 1)
            check(told, ENDED, match, [1])
        assert told.cuts
        assert not told.resets


@pytest.mark.servers(2, BRISK, wake_ups=False)
async def test_without_wake_ups_everything_comes_all_the_same(servers: Servers) -> None:
    ann, _ = players(servers.hosts[0])
    async with activity_of(servers.hosts[1].caller("maker")) as told:
        await told.begun()
        match = await new_match(ann)
        await ann.resign(match, 0)
        await told.told(READY, match, 0)
        await told.told(ENDED, match, 1)


@pytest.mark.servers(2, PATIENT)
async def test_a_server_that_stops_says_where_to_go_on(servers: Servers) -> None:
    ann, _ = players(servers.hosts[1])
    async with aclosing(watch_activity(servers.hosts[0].caller("maker"))) as stream:
        await anext(stream)
        stopping = asyncio.create_task(servers.hosts[0].stop())
        going = await anext(stream)
        assert going.HasField("going_away")
    match = await new_match(ann)
    pacing, first = await cut_after(servers.hosts[1].caller(), going.resume_token, 2)
    assert pacing.HasField("heartbeat"), "at once, whether anything happened or not"
    assert pacing.resume_token == going.resume_token
    assert first.activity.match == match
    await stopping
    servers.hosts.pop(0)


@pytest.mark.inside(why="reads the runtime slowly, which a socket would hide")
async def test_a_server_that_stops_while_a_slow_client_reads_says_so_with_the_next_word(
    store_url: str,
) -> None:
    beats = 2.0
    async with servers_on(store_url, 1, replace(PATIENT, heartbeat_s=beats)) as servers:
        runtime = servers.hosts[0].runtime
        async with aclosing(runtime.activity.watch("dev", ActivityKinds.READY, "")) as told:
            await anext(told)
            assert isinstance(await anext(told), Heartbeat)
            runtime.drain()
            async with asyncio.timeout(0.9 * beats):
                assert isinstance(await anext(told), GoingAway)


@pytest.mark.servers(2, BRISK)
async def test_a_store_that_loses_updates_resets_and_tells_all_that_is_left(
    servers: Servers, running_valkey: Valkey
) -> None:
    ann, _ = players(servers.hosts[0])
    async with activity_of(servers.hosts[1].caller("maker")) as told:
        await told.begun()
        names = [await new_match(ann) for _ in range(4)]
        await ann.resign(names[0], 0)
        await told.told(ENDED, names[0], 1)
        backup = Backup.of(running_valkey)
        await ann.resign(names[1], 0)
        lost = await told.told(ENDED, names[1], 1)
        backup.restore(running_valkey)
        await ann.resign(names[1], 0)
        await told.until(lambda: bool(told.resets), "the reset")
        assert set(told.resets) == {ACTIVITY_RESET_REASON_HISTORY_LOST}

        def ends() -> set[str]:
            return {name.commit_id for name in told.happened if name.match == names[1]}

        again = (await ann.get(names[1])).match.commit_id
        assert again != lost.commit_id
        await told.until(lambda: again in ends(), "the second end")
        await ann.resign(names[2], 0)
        await told.told(ENDED, names[2], 1)


def trim(store: Store, match: str, feed: str) -> None:
    """Keep nothing of a feed of a bucket but the last."""
    tag = keys.tag_of(match)
    with store.holder_of(tag).client() as client:
        client.xtrim(tag + feed.encode(), maxlen=1, approximate=False)


@pytest.mark.servers(1, PATIENT)
async def test_what_was_trimmed_is_said_to_be_missing_and_the_rest_is_told(
    servers: Servers, running_store: Store
) -> None:
    ann, bob = players(servers.hosts[0])
    (pacing,) = await cut_after(ann, "", 1)
    match = await new_match(ann)
    version = await play_randomly(match, [ann, bob], Random(1), 8)
    await ann.resign(match, 0)
    for feed in ("updates", "marks"):
        trim(running_store, match, feed)
    other = await new_match(ann)
    async with activity_of(ann, token=pacing.resume_token) as told:
        await told.told(ENDED, match, version + 1)
        await told.told(READY, other, 0)
        await told.told(TURN, other, 0)
        assert set(told.resets) == {ACTIVITY_RESET_REASON_TOKEN_TOO_OLD}
        check(told, READY, match, [])
        check(told, TURN, match, [])


@pytest.mark.servers(2, BRISK)
async def test_a_push_service_is_a_page_of_code(servers: Servers) -> None:
    sent: list[tuple[str, str, str]] = []
    push = PushService(lambda *words: sent.append(words))
    running = asyncio.create_task(push.run([host.caller("x") for host in servers.hosts]))
    while not push.is_ready:
        await asyncio.sleep(0.01)
    ann, bob = players(servers.hosts[1])
    match = await new_match(ann)
    await play_randomly(match, [ann, bob], Random(1), 3)
    await servers.stop(servers.hosts[0])
    version = await play_randomly(match, [ann, bob], Random(2), 3)
    assert version == 6
    turns = await turns_of(ann, match)
    await bob.resign(match, 1)
    wanted = Counter({YOUR_TURN: len(turns), BEGUN: 2, OVER: 2})
    async with asyncio.timeout(PATIENCE):
        while Counter(text for _, _, text in sent) != wanted:
            await asyncio.sleep(0.01)
    first, *_, resigned = (await ann.record(match)).updates
    told = [principal for principal, _, text in sent if text == YOUR_TURN]
    assert told == [SEATED[(first.move.seat + n) % 2] for n in range(len(turns))]
    assert resigned.version == 7
    assert {name for name, _, text in sent if text == OVER} == set(SEATED)
    await end(running)


async def end(running: asyncio.Task[None]) -> None:
    """Stop a service."""
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_a_rating_service_is_a_page_of_code_and_counts_every_match_once(
    store_url: str, tmp_path: Path
) -> None:
    async with servers_on(store_url, 2, BRISK) as laid:
        file, servers = tmp_path / "ratings.json", [host.caller("x") for host in laid.hosts]
        ended: list[str] = []
        service = RatingService(file)
        for life in range(3):
            service = RatingService(file)
            running = asyncio.create_task(service.run(servers))
            while not service.token:
                await asyncio.sleep(0.01)
            ann, _ = players(laid.hosts[0])
            for _ in range(4):
                match = await new_match(ann)
                await ann.resign(match, 0)
                ended.append(match)
            if life == 2:
                async with asyncio.timeout(PATIENCE):
                    while len(service.counted) < len(ended):
                        await asyncio.sleep(0.01)
            await end(running)  # at any moment: what was not kept is told again
        assert sorted(service.counted) == sorted(ended)
        wins = 1500.0
        for _ in ended:
            expected = 1 / (1 + 10 ** ((3000 - 2 * wins) / 400))
            wins += 32 * (1 - expected)
        assert service.ratings["bob"] == pytest.approx(wins)
        assert service.ratings["ann"] == pytest.approx(3000 - wins)
