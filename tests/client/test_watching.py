"""Matches played and followed through the public client, at two real servers on one store.

The lines between are cut, held and closed, servers stop and go, the store loses what it has taken:
each action is done once, each update told once, and what was not seen is said.
"""

import asyncio
from contextlib import AsyncExitStack, aclosing
from random import Random
from typing import Final

import pytest

from gemwright.redis import keys
from gemwright_client import Client, Match, Missed
from gemwright_client.errors import (
    CallError,
    InvalidRequest,
    LimitExceeded,
    MatchNotFound,
    StaleVersion,
)
from gemwright_client.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Action,
    Game,
)
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, Update
from tests.client.tables import (
    Reader,
    clients,
    history,
    new_match,
    played,
    reading,
)
from tests.client.wires import Wire, wire
from tests.service.backups import Backup
from tests.service.servers import BRISK, PATIENT, Servers, servers_on
from tests.valkey import Store

FEW: Final = 12
LOST: Final = 8
CUTS: Final = 20
MOST_STREAMS: Final = 8
SPAN: Final = 4_000
"""Bytes from one cut to the next, at most."""


async def to_act(client: Client, match: str) -> tuple[Match, list[Action]]:
    """The seat that must act, held by this client, and what it may do."""
    handle = client.match(match, (await client.match(match).get()).match.seat_to_act)
    return handle, await handle.legal_actions()


def check_once_in_order(reader: Reader, log: list[Update]) -> None:
    """A reader has seen the log, each update once, and nothing was missed."""
    assert reader.said == log
    assert reader.versions == list(range(1, len(log) + 1))


def check_acts(answers: list[Update], log: list[Update], seat: int) -> None:
    """What acting has answered is what happened, once each, as this seat may know it."""
    assert [act(one, seat) for one in answers] == [act(one, seat) for one in log]


def act(update: Update, viewer: int) -> tuple[int, str, int, Action]:
    """Who did what; which of the cards that another seat dug up it kept is hidden."""
    action = Action()
    action.CopyFrom(update.move.action)
    if update.move.seat != viewer and action.duel.HasField("keep_dug"):
        action.duel.keep_dug.Clear()
    return update.version, update.commit_id, update.move.seat, action


async def keep_cutting(lines: list[Wire], rng: Random) -> None:
    """Cut the lines again and again, after some bytes or in the middle of nothing."""
    while True:
        for line in lines:
            if rng.random() < 0.3:
                line.cut()
            else:
                line.cut_after(rng.randrange(SPAN))
        await asyncio.sleep(rng.uniform(0.02, 0.15))


@pytest.mark.parametrize(
    ("game", "is_whole"),
    [
        pytest.param(GAME_DUEL, False, id="beginning"),
        pytest.param(GAME_DUEL, True, id="duel", marks=pytest.mark.long),
        pytest.param(GAME_DUEL_COUNTERFEITERS, True, id="counterfeiters", marks=pytest.mark.long),
        pytest.param(GAME_SPLENDOR, True, id="splendor", marks=pytest.mark.long),
    ],
)
@pytest.mark.servers(2)
async def test_a_match_over_lines_that_are_cut_at_many_points_is_played_once(
    servers: Servers, game: Game, is_whole: bool
) -> None:
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(wire(host.address)) for host in servers.hosts]
        address = ",".join(line.address for line in lines)
        players = await stack.enter_async_context(clients(address))
        match = await new_match(players[0], game=game)
        readers = [
            await stack.enter_async_context(reading(player.match(match, seat)))
            for seat, player in enumerate(players)
        ]
        cutting = asyncio.create_task(keep_cutting(lines, Random(game)))
        answers, rng = [], Random(game)
        while more := await played(players, match, rng, FEW):
            answers += more
            if not is_whole and sum(line.cuts for line in lines) >= CUTS:
                answers.append(await players[0].match(match).resign())
        cutting.cancel()
        for seat, reader in enumerate(readers):
            await reader.ended()
            log = await history(players[seat], match, seat)
            check_once_in_order(reader, log)
            check_acts(answers, log, seat)
        assert sum(line.cuts for line in lines) >= CUTS


@pytest.mark.parametrize("left", [0, 9, 50, 100])
async def test_an_answer_that_is_lost_on_its_way_is_fetched_and_not_made_again(
    store_url: str, left: int
) -> None:
    async with (
        servers_on(store_url, 2, PATIENT) as laid,
        wire(laid.hosts[0].address) as line,
        Client(f"{line.address},{laid.hosts[1].address}", "dev:ann") as ann,
    ):
        match = await new_match(ann, ["ann", "ann"])
        for version in range(1, 4):
            handle, actions = await to_act(ann, match)
            line.cut_after(left)
            assert (await handle.act(actions[0])).version == version
        line.cut_after(left)
        assert (await ann.match(match, 0).resign()).version == 4
        assert [one.version for one in await history(ann, match)] == [1, 2, 3, 4]
        assert line.cuts


@pytest.mark.servers(1, PATIENT)
async def test_a_creation_whose_answer_is_lost_makes_one_match(servers: Servers) -> None:
    async with wire(servers.hosts[0].address) as line, Client(line.address, "dev:ann") as ann:
        await ann.catalogue.games()
        line.cut_after(0)
        match = await new_match(ann)
        assert line.cuts == 1
        assert [one.match async for one in ann.matches.find()] == [match]
        line.cut_after(0)
        cancelled = await ann.matches.cancel(match)
        assert cancelled.state != MATCH_STATE_ACTIVE
        assert line.cuts == 2


async def test_a_line_that_is_held_is_given_up_for_the_other_server(store_url: str) -> None:
    async with (
        servers_on(store_url, 2, PATIENT) as laid,
        wire(laid.hosts[0].address) as line,
        Client(f"{line.address},{laid.hosts[1].address}", "dev:ann") as ann,
    ):
        match = await new_match(ann, ["ann", "ann"])
        handle, actions = await to_act(ann, match)
        line.hold()
        assert (await handle.act(actions[0])).version == 1
        line.release()
        assert [one.version for one in await history(ann, match)] == [1]


@pytest.mark.parametrize("grace", [5.0, 0.0], ids=["in-order", "without-a-word"])
@pytest.mark.servers(2, PATIENT)
async def test_a_server_that_stops_is_left_for_the_other(servers: Servers, grace: float) -> None:
    async with AsyncExitStack() as stack:
        address = ",".join(host.address for host in servers.hosts)
        players = await stack.enter_async_context(clients(address))
        match = await new_match(players[0])
        reader = await stack.enter_async_context(reading(players[1].match(match)))
        answers = await played(players, match, Random(1), FEW)
        await reader.reached(FEW)
        await servers.stop(servers.hosts[0], grace)
        answers += await played(players, match, Random(2), FEW)
        await reader.reached(2 * FEW)
        answers.append(await players[0].match(match).resign())
        await reader.ended()
        log = await history(players[1], match, 1)
        check_once_in_order(reader, log)
        check_acts(answers, log, seat=1)


@pytest.mark.servers(1, PATIENT)
async def test_a_server_that_comes_back_is_found_again(servers: Servers) -> None:
    async with wire(servers.hosts[0].address) as line, clients(line.address) as players:
        match = await new_match(players[0])
        async with reading(players[0].match(match)) as reader:
            await reader.until(lambda: line.connections >= 1, "a line")
            line.take_down()
            acting = asyncio.create_task(played(players, match, Random(1), 1))
            await asyncio.sleep(0.3)  # which is long enough for several attempts
            line.put_up()
            await acting
            await reader.reached(1)


@pytest.mark.parametrize("after", [None, 0, 5, FEW])
@pytest.mark.servers(1, PATIENT)
async def test_updates_begin_where_the_reader_says(servers: Servers, after: int | None) -> None:
    async with clients(servers.hosts[0].address) as players:
        match = await new_match(players[0])
        await played(players, match, Random(1), FEW)
        updates = players[0].match(match).updates(after)
        async with aclosing(updates):
            first = asyncio.ensure_future(anext(updates))
            if after in (None, FEW):
                await asyncio.sleep(0.1)
                assert not first.done()
                await played(players, match, Random(2), 1)
            told = await first
            assert isinstance(told, Update)
            assert told.version == (FEW if after is None else after) + 1


@pytest.mark.servers(1, PATIENT)
async def test_updates_after_what_is_no_version_are_refused(servers: Servers) -> None:
    async with Client(servers.hosts[0].address, "dev:ann") as ann:
        match = await new_match(ann)
        with pytest.raises(InvalidRequest):
            await anext(ann.match(match).updates(-1))
        with pytest.raises(MatchNotFound):
            await anext(ann.match("a" * 24).updates())
        with pytest.raises(InvalidRequest):
            await anext(ann.match("nonsense").updates())


@pytest.mark.servers(1, PATIENT)
async def test_a_match_that_is_over_is_told_to_its_end(servers: Servers) -> None:
    async with clients(servers.hosts[0].address) as players:
        match = await new_match(players[0])
        await played(players, match, Random(1), 3)
        await players[1].match(match).resign()
        told = [update async for update in players[0].match(match).updates(0)]
        assert told == await history(players[0], match, 0)
        assert [update async for update in players[0].match(match).updates()] == []


@pytest.mark.servers(1, BRISK)
async def test_who_reads_slowly_misses_nothing(servers: Servers) -> None:
    async with clients(servers.hosts[0].address) as players:
        match = await new_match(players[0])
        updates = players[0].match(match).updates(0)
        async with aclosing(updates):
            await played(players, match, Random(1), 1)
            told = [await anext(updates)]
            await played(players, match, Random(2), 60)
            await asyncio.sleep(2.5)  # more than two heartbeats
            log = await history(players[0], match, 0)
            while len(told) < len(log):
                told.append(await anext(updates))
            assert told == log


@pytest.mark.servers(2, PATIENT)
async def test_two_hundred_readers_are_each_told_all(servers: Servers) -> None:
    async with AsyncExitStack() as stack:
        address = ",".join(host.address for host in servers.hosts)
        players = await stack.enter_async_context(clients(address))
        match = await new_match(players[0])
        readers = [
            await stack.enter_async_context(reading(players[n % 2].match(match, n % 2)))
            for n in range(200)
        ]
        await played(players, match, Random(1), FEW)
        await players[0].match(match).resign()
        for reader in readers:
            await reader.ended()
        logs = [await history(player, match, seat) for seat, player in enumerate(players)]
        for number, reader in enumerate(readers):
            check_once_in_order(reader, logs[number % 2])


# --- What the store has lost


def told_of(reader: Reader, log: list[Update]) -> Missed:
    """The one reset of a reader; with what it names, the reader knows all of the log."""
    (missed,) = reader.missed
    place = reader.said.index(missed)
    before = [one for one in reader.said[:place] if isinstance(one, Update)]
    after = [one for one in reader.said[place:] if isinstance(one, Update)]
    common = missed.versions.start - 1
    assert missed.undone == range(common + 1, before[-1].version + 1)
    assert before[:common] == log[:common]
    assert after == log[missed.versions.stop - 1 :]
    for update in before[common : len(log)]:
        assert update.commit_id != log[update.version - 1].commit_id
    return missed


@pytest.mark.parametrize("moves", [0, 3, LOST, LOST + 4])
@pytest.mark.servers(2, BRISK)
async def test_what_the_store_has_lost_is_said_and_what_came_instead(
    servers: Servers, running_store: Store, moves: int
) -> None:
    async with clients(",".join(host.address for host in servers.hosts)) as players:
        match = await new_match(players[0])
        async with reading(players[1].match(match)) as reader:
            await played(players, match, Random(1), FEW)
            backup = Backup.of(running_store)
            await played(players, match, Random(2), LOST)
            await reader.reached(FEW + LOST)
            backup.restore(running_store)
            await played(players, match, Random(3), moves)
            await players[0].match(match).resign()
            await reader.ended()
            missed = told_of(reader, await history(players[1], match, 1))
            assert missed.reason == "HISTORY_LOST"
            assert missed.undone == range(FEW + 1, FEW + LOST + 1)


@pytest.mark.servers(1, PATIENT)
async def test_who_was_cut_off_while_the_store_lost_something_is_told_too(
    servers: Servers, running_store: Store
) -> None:
    async with (
        wire(servers.hosts[0].address) as line,
        clients(servers.hosts[0].address) as players,
        Client(line.address) as spectator,
    ):
        match = await new_match(players[0])
        async with reading(spectator.match(match)) as reader:
            await played(players, match, Random(1), FEW)
            backup = Backup.of(running_store)
            await played(players, match, Random(2), LOST)
            await reader.reached(FEW + LOST)
            line.take_down()
            backup.restore(running_store)
            await played(players, match, Random(3), 3)
            line.put_up()
            await reader.until(lambda: bool(reader.missed), "what was missed")
            await players[0].match(match).resign()
            await reader.ended()
            missed = told_of(reader, await history(spectator, match))
            assert missed.versions == range(FEW + 1, FEW + 4)


@pytest.mark.servers(1, PATIENT)
async def test_who_has_seen_more_than_there_is_any_more_is_told(
    servers: Servers, running_store: Store
) -> None:
    async with clients(servers.hosts[0].address) as players:
        match = await new_match(players[0])
        await played(players, match, Random(1), 3)
        async with reading(players[0].match(match), after=9) as reader:
            await reader.until(lambda: bool(reader.missed), "what was missed")
            await played(players, match, Random(2), 1)
            await reader.reached(4)
            assert reader.missed == [Missed("HISTORY_LOST", range(4, 4), range(4, 10))]


@pytest.mark.servers(1, BRISK)
async def test_a_match_that_is_gone_ends_its_updates(
    servers: Servers, running_store: Store
) -> None:
    async with clients(servers.hosts[0].address) as players:
        match = await new_match(players[0])
        async with reading(players[0].match(match)) as reader:
            await played(players, match, Random(1), 2)
            await reader.reached(2)
            tag = keys.tag_of(match)
            with running_store.holder_of(tag).client() as client:
                client.delete(
                    keys.match_key(tag, match.encode()),
                    keys.log_key(tag, match.encode()),
                    keys.requests_key(tag, match.encode()),
                )
            await reader.ended()
        assert reader.missed == [Missed("MATCH_EXPIRED", range(0), range(0))]


@pytest.mark.servers(2, PATIENT)
async def test_a_watch_goes_on_from_a_token_in_another_client(servers: Servers) -> None:
    async with (
        clients(servers.hosts[0].address) as players,
        Client(servers.hosts[1].address, "dev:ann") as elsewhere,
    ):
        match = await new_match(players[0])
        token = (await players[0].match(match).get()).resume_token
        answers = await played(players, match, Random(1), 3)
        told = []
        async with aclosing(elsewhere.match(match).watch(token)) as messages:
            async for message in messages:
                told.append(message.update.version)
                if len(told) == 3:
                    break
        assert told == [one.version for one in answers]


@pytest.mark.servers(1, PATIENT)
async def test_an_act_on_what_was_seen_before_is_stale_until_the_handle_looks_again(
    servers: Servers,
) -> None:
    async with Client(servers.hosts[0].address, "dev:ann") as ann:
        match = await new_match(ann, ["ann", "ann"])
        handle, actions = await to_act(ann, match)
        await played([ann, ann], match, Random(1), 1)
        for _ in range(2):
            with pytest.raises(StaleVersion) as caught:
                await handle.act(actions[0])
            assert caught.value.current_version == 1
        await handle.get()
        with pytest.raises(CallError, match="ACTION_REFUSED"):
            await handle.act(actions[0])
        assert [one.version for one in await history(ann, match)] == [1]


@pytest.mark.servers(0, PATIENT)
async def test_streams_that_are_closed_do_not_count_any_more(servers: Servers) -> None:
    host = await servers.start(words=("--max-streams", str(MOST_STREAMS)))
    async with Client(host.address, "dev:ann") as ann:
        match = ann.match(await new_match(ann))
        for _ in range(MOST_STREAMS):
            for opened in (match.watch(), ann.inbox.watch(), ann.matches.activity()):
                async with aclosing(opened) as stream:
                    await anext(stream)
        kept = [match.watch() for _ in range(MOST_STREAMS + 1)]
        with pytest.raises(LimitExceeded):
            await asyncio.gather(*(anext(one) for one in kept))
