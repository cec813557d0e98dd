"""What a call costs: one script for a move and one for a look, on a server that has the match."""

from collections.abc import Awaitable
from typing import Final

import pytest

from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR, Action, Game
from tests.service.callers import Caller, failure_of
from tests.service.clockwork import BLIND
from tests.service.players import seated
from tests.service.servers import Servers
from tests.valkey import Store, Valkey

pytestmark = pytest.mark.inside("nothing else may ask the store")

NAMES: Final = ("ann", "bob")
MOVES: Final = 12


def scripts_run(store: Store, command: str = "evalsha") -> int:
    """How many scripts the store has run so far, or how often they used a command."""
    return sum(_counted(node, command) for node in store.nodes)


def _counted(node: Valkey, command: str) -> int:
    with node.client() as client:
        stats = client.info("commandstats").get(f"cmdstat_{command}", {})
        return int(stats.get("calls", 0)) if isinstance(stats, dict) else 0


async def cost(store: Store, call: Awaitable[object]) -> int:
    """How many scripts a call has the store run."""
    before = scripts_run(store)
    await call
    return scripts_run(store) - before


async def to_act(callers: list[Caller], match: str) -> tuple[int, int, Action]:
    """The seat to act, the version, and something it may do."""
    seat = (await callers[0].get(match)).match.seat_to_act
    sight = await callers[seat].get(match, seat)
    return seat, sight.match.version, sight.legal_actions[-1]


@pytest.mark.parametrize(
    "game",
    [GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR],
    ids=["duel", "counterfeiters", "splendor"],
)
@pytest.mark.servers(2, BLIND, wake_ups=False)
async def test_a_move_and_a_look_are_one_script_each_where_the_match_is_held(
    servers: Servers, running_store: Store, game: Game
) -> None:
    callers, elsewhere = [[host.caller(name) for name in NAMES] for host in servers.hosts]
    match = (await callers[0].create(seated(game, NAMES))).match.match
    for _ in range(MOVES):
        seat, version, action = await to_act(elsewhere, match)
        move = callers[seat].act(match, seat, version, action)
        assert await cost(running_store, move) == 1
    loads = scripts_run(running_store, "hgetall")
    for caller in callers:
        assert await cost(running_store, caller.get(match)) == 1
        assert (await caller.get(match)).match.version == MOVES
    assert scripts_run(running_store, "hgetall") == loads


@pytest.mark.servers(1, BLIND)
async def test_a_refusal_costs_one_question_to_the_store(
    servers: Servers, running_store: Store
) -> None:
    callers = [servers.hosts[0].caller(name) for name in NAMES]
    match = (await callers[0].create(seated(GAME_DUEL, NAMES))).match.match
    seat, version, action = await to_act(callers, match)
    other = 1 - seat
    for refused, reason in (
        (callers[seat].act(match, seat, version + 1, action), "STALE_VERSION"),
        (callers[other].act(match, other, version, action), "ACTION_REFUSED"),
        (callers[other].act(match, seat, version, action), "NOT_YOUR_SEAT"),
    ):
        before = scripts_run(running_store)
        assert (await failure_of(refused)).reason == reason
        assert scripts_run(running_store) - before == 1
    checked = callers[seat].act(match, seat, version, action, validate_only=True)
    assert await cost(running_store, checked) == 1


@pytest.mark.servers(2, BLIND, wake_ups=False)
async def test_a_move_on_what_others_have_played_on_costs_what_it_takes_to_catch_up(
    servers: Servers, running_store: Store
) -> None:
    near, far = [[host.caller(name) for name in NAMES] for host in servers.hosts]
    match = (await near[0].create(seated(GAME_DUEL, NAMES))).match.match
    await far[0].get(match)
    seat, version, action = await to_act(near, match)
    await near[seat].act(match, seat, version, action)
    # What is held there is behind: the store is asked, and then the match is loaded.
    assert await cost(running_store, far[0].get(match)) == 2
    seat, version, action = await to_act(near, match)
    assert await cost(running_store, far[seat].act(match, seat, version, action)) == 1
