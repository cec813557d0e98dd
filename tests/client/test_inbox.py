"""Inbox, activity and leases through the public client, at real servers that come and go."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from datetime import timedelta
from random import Random
from typing import Final

import pytest

from gemwright_client import Client
from gemwright_client.errors import NotAllowed
from gemwright_client.pb.inbox_service_pb2 import InboxEntry
from gemwright_client.pb.match_pb2 import MATCH_STATE_FINISHED
from gemwright_client.pb.matchmaker_service_pb2 import ACTIVITY_KIND_MATCH_ENDED
from tests.client.tables import clients, new_match, played, request_for
from tests.client.wires import wire
from tests.service.servers import BRISK, PATIENT, Servers
from tests.valkey import PATIENCE
from tests.waiting import until_told

MATCHES: Final = 12


class Map:
    """The matches of a principal as its inbox tells them, and the ends its owner hears of."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.entries: dict[str, InboxEntry] = {}
        self.is_complete = False
        self.resets = 0
        self.ended: list[str] = []
        self._changed = asyncio.Event()

    async def follow(self) -> None:
        """Take what the inbox tells; an entry must be newer than the one before."""
        async with aclosing(self._client.inbox.watch()) as messages:
            async for message in messages:
                match message.WhichOneof("message"):
                    case "entry":
                        before = self.entries.get(message.entry.match)
                        assert before is None or before.version <= message.entry.version
                        assert before != message.entry
                        self.entries[message.entry.match] = message.entry
                    case "complete":
                        self.is_complete = True
                    case "reset":
                        self.entries.clear()
                        self.resets += 1
                self._changed.set()

    async def listen(self) -> None:
        """Take what the activity tells."""
        kinds = [ACTIVITY_KIND_MATCH_ENDED]
        async with aclosing(self._client.matches.activity(kinds=kinds)) as messages:
            async for message in messages:
                if message.HasField("activity"):
                    self.ended.append(message.activity.match)
                self._changed.set()

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something is so of what was told."""
        await until_told(self._changed, holds, what)


@asynccontextmanager
async def followed(client: Client) -> AsyncIterator[Map]:
    """A map that is kept."""
    kept = Map(client)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(kept.follow()), group.create_task(kept.listen())]
        await kept.until(lambda: kept.is_complete, "all matches")
        yield kept
        for task in tasks:
            task.cancel()


async def listed(client: Client) -> dict[str, int]:
    """The version of every match, as the owner finds them."""
    return {one.match: one.version async for one in client.matches.find()}


@pytest.mark.parametrize("how", ["cuts", "stops", "kills"])
@pytest.mark.servers(2, BRISK)
async def test_an_inbox_is_what_is_listed_and_every_end_is_heard_of(
    servers: Servers, how: str
) -> None:
    async with AsyncExitStack() as stack:
        steady = await servers.start()
        lines = [await stack.enter_async_context(wire(one.address)) for one in servers.hosts]
        players = await stack.enter_async_context(clients(steady.address))
        far = Client(",".join(line.address for line in lines), "dev:ann", patience=PATIENCE)
        ann = await stack.enter_async_context(far)
        names = [await new_match(players[0]) for _ in range(MATCHES)]
        async with followed(ann) as kept:
            await played(players, names[0], Random(1), 1)
            for number, name in enumerate(names[1:], 1):
                await played(players, name, Random(number), number % 5)
                if number % 3 == 0:
                    await players[1].match(name).resign()
                if how == "cuts":
                    lines[number % 2].cut()
                    lines[(number + 1) % 2].cut_after(500)
                elif number == MATCHES // 2:
                    await servers.stop(servers.hosts[0], 5.0 if how == "stops" else 0.0)
            found = await listed(players[0])
            await kept.until(
                lambda: {name: one.version for name, one in kept.entries.items()} == found,
                "the map is what is listed",
            )
            over = {one.match async for one in players[0].matches.find(state=MATCH_STATE_FINISHED)}
            assert len(over) >= 3
            await kept.until(lambda: set(kept.ended) >= over, "every end")
            assert set(kept.ended) == over
            assert kept.resets == 0


@pytest.mark.servers(2, PATIENT)
async def test_an_inbox_goes_on_from_a_token_in_another_client(servers: Servers) -> None:
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(Client(host.address, "dev:ann"))
            for host in servers.hosts
        ]
        names = [await new_match(first) for _ in range(3)]
        token = ""
        async with aclosing(first.inbox.watch()) as messages:
            async for message in messages:
                token = message.resume_token or token
                if message.HasField("complete"):
                    break
        await first.match(names[1]).resign()
        told = []
        async with aclosing(second.inbox.watch(token)) as messages:
            async for message in messages:
                if message.HasField("complete"):
                    break
                told.append((message.entry.match, message.entry.version))
        assert told[-1] == (names[1], 1)
        assert len(told) < 3 or dict(told)[names[1]] == 1


@pytest.mark.servers(2, PATIENT)
async def test_activity_goes_on_from_a_token_in_another_client(servers: Servers) -> None:
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(Client(host.address, "dev:ann"))
            for host in servers.hosts
        ]
        async with aclosing(first.matches.activity()) as messages:
            token = (await anext(messages)).resume_token
        assert token
        match = await new_match(first)
        await first.match(match).resign()
        kinds = [ACTIVITY_KIND_MATCH_ENDED]
        async with aclosing(second.matches.activity(kinds=kinds, resume_token=token)) as again:
            async for message in again:
                if message.HasField("activity"):
                    assert message.activity.match == match
                    break


@pytest.mark.servers(2, PATIENT)
async def test_one_of_several_holders_has_the_lease(servers: Servers) -> None:
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(Client(host.address, "dev:ann"))
            for host in servers.hosts
        ]
        match = (await first.matches.create(request_for())).match.match
        minute = timedelta(minutes=1)
        assert await first.inbox.lease(match, "process-1", minute)
        assert not await second.inbox.lease(match, "process-2", minute)
        assert await second.inbox.lease(match, "process-1", minute)
        async with Client(servers.hosts[0].address, "dev:cleo") as cleo:
            with pytest.raises(NotAllowed):
                await cleo.inbox.lease(match, "process-3", minute)
