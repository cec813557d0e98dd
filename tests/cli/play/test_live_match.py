"""Following a match: over cuts and resets, with moves under way, to any of its ends."""

import asyncio

import pytest

from gemwright_client.cli.failures import NOT_ALLOWED, Failed
from gemwright_client.client import Client
from gemwright_client.errors import MatchNotFound, NotAllowed, Unavailable
from gemwright_client.notation import action_text
from gemwright_client.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_CANCELLED,
    MATCH_STATE_WAITING,
)
from gemwright_client.pb.match_service_pb2 import (
    RESET_REASON_HISTORY_LOST,
    WatchMatchResponse,
)
from tests.cli.play.seats import OPEN, Seat, created, new, sitting, updates
from tests.client.wires import Wire, wire
from tests.service.servers import Servers


def versions(seat: Seat) -> list[int]:
    return [update.version for update in seat.live.moves]


def taking(seat: Seat) -> str:
    """A move after which it is the other one's turn."""
    return next(text for text in seat.texts if text.startswith("take"))


async def lost(seat: Seat) -> None:
    """Wait until somebody notices that the servers are gone."""
    await seat.until(lambda: seat.live.is_lost, "the loss")


async def found(seat: Seat) -> None:
    """Wait until somebody notices that they are back."""
    await seat.until(lambda: not seat.live.is_lost, "the connection")


async def moved(address: str, match: str, token: str = "dev:bob") -> str:
    """Somebody else takes tokens, behind everybody's back."""
    async with Client(address, token) as client:
        handle = client.match(match)
        while not (actions := await handle.legal_actions()):
            await asyncio.sleep(0.02)
        await handle.act(next(it for it in actions if action_text(it).startswith("take")))
    return token


async def test_the_opponents_moves_come_by_themselves_each_once(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match) as ann, sitting(address, match, "dev:bob") as bob:
        for mover in (ann, bob) * 3:
            await mover.until_turn()
            await mover.enter(taking(mover))
        await ann.until(lambda: versions(ann) == list(range(1, 7)), "the moves")
        assert versions(bob) == list(range(1, 7))


async def test_who_comes_later_has_the_moves_before_at_once(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    await moved(address, match, "dev:ann")
    await moved(address, match)
    async with sitting(address, match) as ann:
        assert versions(ann) == [1, 2]
        await ann.enter(taking(ann))
        assert versions(ann) == [1, 2, 3]


async def test_a_move_made_before_the_watch_has_begun_is_told_once(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match) as ann:
        await ann.enter(taking(ann))
        await moved(address, match)
        await ann.until(lambda: ann.version == 2, "the answer")
        assert versions(ann) == [1, 2]


async def test_a_lost_connection_is_noticed_and_so_is_its_return(servers: Servers) -> None:
    async with wire(servers.hosts[0].address) as line:
        match = await new(servers.hosts[0].address)
        async with sitting(line.address, match, patience=0.3) as ann:
            line.take_down()
            asking = asyncio.create_task(ann.enter("take c3 c2"))
            await lost(ann)
            assert ann.status == "The connection is lost; trying again..."
            with pytest.raises(Unavailable):  # by then the watch has been given up, too
                await ann.client.match(match).get()
            line.put_up()
            await found(ann)
            await asking
            assert ann.live.failure is None


async def test_moves_made_while_the_connection_was_lost_are_there_afterwards(
    servers: Servers,
) -> None:
    async with wire(servers.hosts[0].address) as line:
        address = servers.hosts[0].address
        match = await new(address)
        async with sitting(line.address, match, "dev:bob", patience=0.3) as bob:
            line.take_down()
            await moved(address, match, "dev:ann")
            line.put_up()
            await bob.until_turn()
            assert versions(bob) == [1]


async def _under_way(ann: Seat, line: Wire, address: str, match: str) -> None:
    """Make a move of which the answer is lost together with the connection."""
    line.hold()
    entering = asyncio.create_task(ann.enter(taking(ann)))
    while await updates(address, match) != [1]:
        await asyncio.sleep(0.02)
    line.take_down()
    await lost(ann)
    assert ann.live.is_busy
    assert await ann.enter("take c3") == "", "one move at a time"
    line.put_up()
    assert await entering == ""


async def test_a_move_under_way_while_the_connection_is_cut_takes_effect_exactly_once(
    servers: Servers,
) -> None:
    async with wire(servers.hosts[0].address) as line:
        address = servers.hosts[0].address
        match = await new(address)
        async with sitting(line.address, match, patience=0.3) as ann:
            await _under_way(ann, line, address, match)
            assert ann.version == 1
            assert versions(ann) == [1]
            assert not ann.live.is_busy
        assert await updates(address, match) == [1]


@pytest.mark.servers(2)
async def test_another_server_on_the_same_store_goes_on(servers: Servers) -> None:
    first, second = servers.hosts
    both = f"{first.address},{second.address}"
    match = await new(second.address)
    async with sitting(both, match) as ann:
        await servers.stop(first, 0)
        await ann.enter(taking(ann))
        assert ann.version == 1
        await moved(second.address, match)
        await ann.until(lambda: ann.version == 2, "the answer")
        assert ann.live.failure is None


async def test_a_reset_says_what_was_not_shown(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match) as ann:
        await ann.enter(taking(ann))
        await ann.until(lambda: versions(ann) == [1], "the move")
        news: list[str] = []
        ann.live.on_news = lambda one: news.append(one.key)
        reset = WatchMatchResponse()
        reset.reset.reason = RESET_REASON_HISTORY_LOST
        await ann.live._take(reset)
        snapshot = WatchMatchResponse()
        snapshot.snapshot.match.CopyFrom(ann.live.match)
        snapshot.snapshot.match.version = 7
        snapshot.snapshot.match.commit_id = "another"
        await ann.live._take(snapshot)
        assert news == ["reset.HISTORY_LOST", "cli.not_seen"]
        assert versions(ann) == [1], "the moves there are"


async def test_an_opponent_who_resigns_ends_the_match_at_once(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match) as ann:
        async with Client(address, "dev:bob") as bob:
            await bob.match(match).resign()
        await ann.until(lambda: ann.live.has_ended, "the end")
        assert ann.status.startswith("ann wins. ")
        assert not ann.live.is_my_turn
        assert "resigned" in ann.told


async def test_a_match_that_is_cancelled_ends_at_once(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match) as ann:
        async with Client(address, "dev:maker") as maker:
            await maker.matches.cancel(match)
        await ann.until(lambda: ann.live.has_ended, "the end")
        assert ann.live.match.state == MATCH_STATE_CANCELLED
        assert ann.live.failure is None
        assert "ancelled" in ann.status


async def test_a_finished_match_can_be_opened_and_has_its_moves(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    await moved(address, match, "dev:ann")
    async with Client(address, "dev:bob") as bob:
        await bob.match(match).resign()
    async with sitting(address, match) as ann:
        await ann.until(lambda: len(versions(ann)) == 2, "the moves")
        assert ann.live.has_ended
        assert ann.status.startswith("ann wins. ")


async def test_who_has_no_seat_is_told_so(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    with pytest.raises((Failed, NotAllowed)) as raised:
        async with sitting(address, match, "dev:eve"):
            raise AssertionError("eve sits")
    if isinstance(raised.value, Failed):
        assert (raised.value.key, raised.value.code) == ("cli.no_seat", NOT_ALLOWED)


async def test_a_match_that_nobody_knows_is_not_found(servers: Servers) -> None:
    with pytest.raises(MatchNotFound):
        async with sitting(servers.hosts[0].address, "a" * 24):
            raise AssertionError("there is a match")


async def test_one_waits_for_the_others_and_then_it_begins(servers: Servers) -> None:
    address = servers.hosts[0].address
    made = await created(address, "duel", ("ann", OPEN))
    async with sitting(address, made.match.match) as ann:
        assert ann.live.match.state == MATCH_STATE_WAITING
        assert ann.status == "Waiting for the other players..."
        await ann.enter("take c3")
        await ann.enter("?")
        async with Client(address) as guest:
            await guest.match(made.match.match).join(made.join_tokens[0].token)
        await ann.until(lambda: ann.live.match.state == MATCH_STATE_ACTIVE, "the beginning")
        assert "Waiting" not in ann.status


async def test_all_seats_that_are_kept_for_somebody_are_taken(servers: Servers) -> None:
    address = servers.hosts[0].address
    made = await created(address, "splendor", ("ann!", "bob", "ann!"))
    assert made.match.state == MATCH_STATE_WAITING
    async with sitting(address, made.match.match) as ann:
        assert sorted(ann.live.seats) == [0, 2]
        await ann.until(lambda: ann.live.match.state == MATCH_STATE_ACTIVE, "the beginning")
