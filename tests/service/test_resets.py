"""When a watch cannot go on as it was, and what a spectator behind a delay learns by asking.

A token is no secret and no promise: whatever it says, nobody is told more than looking would tell.
"""

from contextlib import aclosing
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

import pytest

from gemwright.matches.ids import ResumePoint, resume_token
from gemwright.pb.error_pb2 import StaleVersion
from gemwright.pb.game_pb2 import GAME_DUEL
from gemwright.pb.match_service_pb2 import (
    RESET_REASON_HISTORY_LOST,
    RESET_REASON_IDENTITY_CHANGED,
    RESET_REASON_MATCH_EXPIRED,
    ListUpdatesRequest,
    ListUpdatesResponse,
    WatchMatchResponse,
)
from gemwright.redis import keys
from tests.service.callers import Caller, failure_of
from tests.service.players import choose, play_randomly, seated, watching
from tests.service.servers import BRISK, PATIENT, Host, Servers, servers_on
from tests.valkey import Store

NAMES: Final = ("ann", "bob")
DELAY_MS: Final = 60_000
LIST: Final = "/gemwright.v1.MatchService/ListUpdates"
SHOWN: Final = 5
HIDDEN: Final = 8
MANY: Final = 300
"""More updates than a server reads at once."""
NONSENSE: Final = b"nonsense"
ALL: Final = 10_000


async def begun(host: Host) -> tuple[str, list[Caller]]:
    """A match after a few moves, and its players."""
    players = [host.caller(name) for name in NAMES]
    match = (await players[0].create(seated(GAME_DUEL, NAMES))).match.match
    await play_randomly(match, players, Random(1), SHOWN)
    return match, players


async def take(
    caller: Caller, match: str, seat: int | None, token: str, number: int
) -> list[WatchMatchResponse]:
    """The first messages of a watch, or all of them if there are fewer; no heartbeats."""
    told: list[WatchMatchResponse] = []
    async with aclosing(caller.watch(match, seat, token)) as stream:
        async for message in stream:
            if not message.HasField("heartbeat"):
                told.append(message)
            if len(told) == number:
                break
    return told


# --- Somebody else's token


@pytest.mark.parametrize(("giver", "taker"), [(0, 1), (0, None), (None, 0), (1, 0)])
@pytest.mark.servers(2)
async def test_a_token_of_another_viewer_is_not_continued(
    servers: Servers, giver: int | None, taker: int | None
) -> None:
    match, players = await begun(servers.hosts[0])
    names = {0: "ann", 1: "bob", None: None}
    token = (await servers.hosts[0].caller(names[giver]).get(match, giver)).resume_token
    await play_randomly(match, players, Random(2), 3)
    for host in servers.hosts:
        caller = host.caller(names[taker])
        reset, snapshot = await take(caller, match, taker, token, 2)
        assert reset.reset.reason == RESET_REASON_IDENTITY_CHANGED
        assert not reset.resume_token
        seen = await caller.get(match, taker)
        assert snapshot.snapshot.match == seen.match
        assert snapshot.snapshot.view == seen.view
        assert snapshot.snapshot.HasField("viewer_seat") == (taker is not None)
        assert snapshot.resume_token == seen.resume_token


# --- The match goes while it is watched


def remove(store: Store, match: str) -> None:
    """Have the store lose all of a match, without a word to anybody."""
    tag, name = keys.tag_of(match), match.encode()
    with store.holder_of(tag).client() as client:
        assert client.delete(
            keys.match_key(tag, name), keys.log_key(tag, name), keys.requests_key(tag, name)
        )


@pytest.mark.parametrize("is_resumed", [False, True], ids=["new-watch", "resumed"])
@pytest.mark.parametrize("seat", [0, None], ids=["seat", "spectator"])
async def test_a_watch_ends_in_order_when_its_match_is_gone(
    store_url: str, running_store: Store, seat: int | None, *, is_resumed: bool
) -> None:
    limits = replace(BRISK, heartbeat_s=60.0)
    async with servers_on(store_url, 1, limits) as servers:
        match, players = await begun(servers.hosts[0])
        viewer = players[0] if seat == 0 else servers.hosts[0].caller()
        token = (await viewer.get(match, seat)).resume_token if is_resumed else ""
        told: list[WatchMatchResponse] = []
        if is_resumed:
            await play_randomly(match, players, Random(3), 1)
        async with aclosing(viewer.watch(match, seat, token)) as stream:
            told.append(await anext(stream))
            remove(running_store, match)
            told += [message async for message in stream]
        first, reset = told
        assert first.WhichOneof("message") == ("update" if is_resumed else "snapshot")
        assert reset.reset.reason == RESET_REASON_MATCH_EXPIRED
        assert not reset.resume_token
        assert (await failure_of(viewer.get(match, seat))).reason == "MATCH_NOT_FOUND"


# --- Behind a delay


class Delayed(NamedTuple):
    """A match of which spectators see `SHOWN` updates, and `HIDDEN` more were made."""

    match: str
    players: list[Caller]
    spectator: Caller
    commits: list[bytes]
    """Of every update."""


async def delayed(servers: Servers) -> Delayed:
    """Such a match, played at one server and looked at on another."""
    playing, watched = servers.hosts
    request = seated(GAME_DUEL, NAMES)
    request.spectators.delay.FromMilliseconds(DELAY_MS)
    players = [playing.caller(name) for name in NAMES]
    match = (await players[0].create(request)).match.match
    await play_randomly(match, players, Random(1), SHOWN)
    playing.move_clock(DELAY_MS // 2)
    await play_randomly(match, players, Random(2), HIDDEN)
    watched.move_clock(DELAY_MS + DELAY_MS // 4)
    spectator = watched.caller()
    seen, log = await spectator.get(match), await players[0].updates(match)
    assert seen.match.version == SHOWN
    assert len(log) == SHOWN + HIDDEN
    place = ResumePoint(SHOWN, bytes.fromhex(log[SHOWN - 1].commit_id), None)
    assert seen.resume_token == resume_token(place)
    return Delayed(match, players, spectator, [bytes.fromhex(one.commit_id) for one in log])


async def listed_after(caller: Caller, match: str, place: ResumePoint) -> ListUpdatesResponse:
    """A page of the history after a place that the caller says it knows."""
    request = ListUpdatesRequest(match=match, page_token=resume_token(place))
    return await caller.call(LIST, request, ListUpdatesResponse)


@pytest.mark.inside("moves the clock of a server")
@pytest.mark.parametrize("version", [1, SHOWN, SHOWN + 1, SHOWN + HIDDEN, SHOWN + HIDDEN + 1, 999])
@pytest.mark.servers(2, PATIENT)
async def test_a_forged_page_token_finds_out_nothing_behind_the_delay(
    servers: Servers, version: int
) -> None:
    scene = await delayed(servers)
    for forged in (NONSENSE, scene.commits[SHOWN - 1]):
        if scene.commits[version - 1 : version] == [forged] and version <= SHOWN:
            continue  # no forgery: that update can be seen
        place = ResumePoint(version, forged, None)
        failed = await failure_of(listed_after(scene.spectator, scene.match, place))
        assert (failed.code, failed.reason) == ("ABORTED", "STALE_VERSION")
        assert failed.detail(StaleVersion).current_version == SHOWN
        assert str(SHOWN + HIDDEN) not in failed.status.message


@pytest.mark.inside("moves the clock of a server")
@pytest.mark.parametrize("version", [SHOWN + 1, SHOWN + HIDDEN, SHOWN + HIDDEN + 1, 999])
@pytest.mark.servers(2, PATIENT)
async def test_a_forged_resume_token_finds_out_nothing_behind_the_delay(
    servers: Servers, version: int
) -> None:
    scene = await delayed(servers)
    # Moves in a row have one commit id, so it names the hidden updates as well.
    assert len(set(scene.commits)) == 1
    for forged in (scene.commits[0], NONSENSE):
        token = resume_token(ResumePoint(version, forged, None))
        reset, snapshot = await take(scene.spectator, scene.match, None, token, 2)
        assert reset.reset.reason == RESET_REASON_HISTORY_LOST
        assert snapshot.snapshot.match.version == SHOWN


@pytest.mark.inside("moves the clock of a server")
@pytest.mark.servers(2, PATIENT)
async def test_what_can_be_seen_is_continued_behind_the_delay(servers: Servers) -> None:
    scene = await delayed(servers)
    place = ResumePoint(2, scene.commits[1], None)
    page = await listed_after(scene.spectator, scene.match, place)
    assert [one.version for one in page.updates] == [3, 4, 5]
    assert not page.next_page_token
    told = await take(scene.spectator, scene.match, None, resume_token(place), 3)
    assert [one.update for one in told] == list(page.updates)


async def prolong(match: str, players: list[Caller], moves: int) -> None:
    """Play on from version 0 so that nobody gets nearer to the end: never buy."""
    rng = Random(5)
    for version in range(moves):
        seat = (await players[0].get(match)).match.seat_to_act
        actions = (await players[seat].get(match, seat)).legal_actions
        idle = [action for action in actions if "buy" not in str(action)]
        await players[seat].act(match, seat, version, choose(idle or list(actions), rng))


@pytest.mark.servers(2, PATIENT)
async def test_when_a_long_match_ends_spectators_get_all_that_their_delay_kept_from_them(
    servers: Servers,
) -> None:
    playing, watched = servers.hosts
    request = seated(GAME_DUEL, NAMES)
    request.spectators.delay.FromMilliseconds(DELAY_MS)
    request.options.duel.no_progress_limit = 0
    players = [playing.caller(name) for name in NAMES]
    match = (await players[0].create(request)).match.match
    spectator = watched.caller()
    token = (await spectator.get(match)).resume_token
    async with watching(spectator, match) as watcher:
        await watcher.reached(0)
        await prolong(match, players, MANY)
        assert watcher.version == 0
        await players[0].resign(match, 0)
        await watcher.ended()
        assert watcher.version == MANY + 1
        assert watcher.updates == await spectator.updates(match)
        assert not watcher.resets
    told = await take(spectator, match, None, token, ALL)
    versions = [one.update.version for one in told if one.HasField("update")]
    assert versions == list(range(1, MANY + 2))
    assert told[-1].reveal.seed
