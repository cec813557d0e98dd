"""Answers lost after the store has taken a change: the retry gets them, from any server."""

from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest
from google.protobuf.message import Message

from gemwright.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Game,
)
from gemwright.pb.match_pb2 import MatchRecord, Update
from gemwright.pb.matchmaker_service_pb2 import (
    BatchCreateMatchesResponse,
    CreateMatchRequest,
)
from tests.service.callers import CallFailed, new_request_id
from tests.service.losses import (
    SEATED,
    Call,
    Loss,
    Move,
    Stage,
    lines_of,
    next_move,
    number_of_matches,
    stage,
    version_of,
)
from tests.service.players import seated, watching, with_open_seats
from tests.valkey import Valkey

pytestmark = pytest.mark.inside("nothing else may ask the store")

MOST_ANSWERS: Final = 3
"""Of Redis, for one call: each of them can be the one that is lost."""
GAMES = pytest.mark.parametrize(
    "game",
    [GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR],
    ids=["duel", "counterfeiters", "splendor"],
)


class Player:
    """Plays a match that is the same each time, with faults or without."""

    def __init__(self, game: Game, staged: Stage, faults: Random | None) -> None:
        self._game = game
        self._staged = staged
        self._faults = faults
        self._lines = lines_of(staged.hosts)
        self._ids = [0, 0]
        self.done: list[tuple[Move, Update]] = []

    async def play(self) -> MatchRecord:
        """A whole match; both seats use the same request ids, one after the other."""
        request = seated(self._game, SEATED)
        request.request_id, request.seed = "the-same-match", bytes(32)
        match = (await self._lines[0][0].create(request)).match.match
        rng = Random(1)
        while (await self._lines[0][0].get(match)).match.HasField("seat_to_act"):
            turn = len(self.done) % 2
            move = await next_move(match, self._lines[turn], rng, "")
            move = move._replace(request_id=f"request-{self._ids[move.seat]}")
            self._ids[move.seat] += 1
            self.done.append((move, await self._act(move, turn)))
            await self._ask_again()
        return await self._lines[1][1].record(match)

    async def _act(self, move: Move, turn: int) -> Update:
        """Act; with faults, the other server is asked for the answer that was lost."""
        if self._faults is None:
            return await move.at(self._lines[turn])
        loss = self._faults.choice(list(Loss))
        await self._staged.lose(turn, lambda at: move.at(self._lines[at]), loss)
        return await move.at(self._lines[1 - turn])

    async def _ask_again(self) -> None:
        """Now and then a call comes once more, long after the match has gone on."""
        if self._faults is not None:
            move, update = self._faults.choice(self.done)
            assert await move.at(self._faults.choice(self._lines)) == update


def without_times(record: MatchRecord) -> list[Update]:
    """What happened, without what no two matches share."""
    kept = [Update.FromString(update.SerializeToString()) for update in record.updates]
    for update in kept:
        update.ClearField("time")
        update.ClearField("commit_id")
    return kept


@GAMES
async def test_a_match_whose_every_answer_is_lost_is_the_match_played_without_faults(
    store_url: str, running_valkey: Valkey, tmp_path: Path, game: Game
) -> None:
    async def one(folder: Path, faults: Random | None) -> tuple[MatchRecord, Player]:
        with running_valkey.client() as client:
            client.flushall()
        folder.mkdir()
        async with stage(running_valkey, folder) as staged:
            player = Player(game, staged, faults)
            return await player.play(), player

    plain, _ = await one(tmp_path / "plain", None)
    faulty, player = await one(tmp_path / "faulty", Random(game))
    assert faulty.text == plain.text
    assert faulty.match.outcome == plain.match.outcome
    assert without_times(faulty) == without_times(plain)
    assert [update.version for _, update in player.done] == [
        update.version for update in faulty.updates
    ]
    assert [update.commit_id for _, update in player.done] == [
        update.commit_id for update in faulty.updates
    ]


class Prepared(NamedTuple):
    """A call that can be made, and what says how often it has changed something."""

    call: Call
    changes: Callable[[], Awaitable[int]]


async def submitting(staged: Stage) -> Prepared:
    lines = lines_of(staged.hosts)
    made = await lines[0][0].create(seated(GAME_DUEL, SEATED))
    match = made.match.match
    move = await next_move(match, lines[0], Random(1), new_request_id())
    return Prepared(lambda at: move.at(lines[at]), lambda: version_of(staged, match))


async def resigning(staged: Stage) -> Prepared:
    lines, request_id = lines_of(staged.hosts), new_request_id()
    match = (await lines[0][0].create(seated(GAME_DUEL, SEATED))).match.match
    return Prepared(
        lambda at: lines[at][1].resign(match, 1, request_id), lambda: version_of(staged, match)
    )


async def creating(staged: Stage) -> Prepared:
    lines, request = lines_of(staged.hosts), with_open_seats(GAME_SPLENDOR, 2)
    return Prepared(lambda at: lines[at][0].create(request), lambda: number_of_matches(staged))


async def creating_three(staged: Stage) -> Prepared:
    lines = lines_of(staged.hosts)
    requests = [with_open_seats(GAME_SPLENDOR, 2) for _ in range(2)]
    requests.append(CreateMatchRequest(request_id="no-game-named"))

    async def create(at: int) -> Message:
        results = await lines[at][0].create_batch(requests)
        assert [result.WhichOneof("result") for result in results] == ["created"] * 2 + ["failure"]
        return BatchCreateMatchesResponse(results=results)

    async def half_of_them() -> int:
        return await number_of_matches(staged) // 2

    return Prepared(create, half_of_them)


async def rematching(staged: Stage) -> Prepared:
    lines = lines_of(staged.hosts)
    match = (await lines[0][0].create(seated(GAME_DUEL, SEATED))).match.match
    await lines[1][0].cancel(match)
    request = CreateMatchRequest(request_id=new_request_id(), rematch_of=match)

    return Prepared(lambda at: lines[at][0].create(request), lambda: number_of_matches(staged))


async def joining(staged: Stage) -> Prepared:
    lines = lines_of(staged.hosts)
    made = await lines[0][0].create(with_open_seats(GAME_DUEL, 2))
    match, token = made.match.match, made.join_tokens[1].token
    return Prepared(
        lambda at: lines[at][1].join(match, token, b"dice"), lambda: version_of(staged, match)
    )


async def joining_last(staged: Stage) -> Prepared:
    lines = lines_of(staged.hosts)
    request = seated(GAME_DUEL, SEATED)
    request.seats[1].must_join = True
    match = (await lines[0][0].create(request)).match.match
    return Prepared(lambda at: lines[at][1].join(match), lambda: version_of(staged, match))


async def cancelling(staged: Stage) -> Prepared:
    lines = lines_of(staged.hosts)
    match = (await lines[0][0].create(seated(GAME_DUEL, SEATED))).match.match
    return Prepared(lambda at: lines[at][0].cancel(match), lambda: version_of(staged, match))


@pytest.mark.parametrize(
    "prepare",
    [
        submitting,
        resigning,
        creating,
        creating_three,
        rematching,
        joining,
        joining_last,
        cancelling,
    ],
)
async def test_a_call_without_an_answer_has_one_effect_and_one_answer_wherever_it_is_repeated(
    staged: Stage, prepare: Callable[[Stage], Awaitable[Prepared]]
) -> None:
    for loss, answers in product(Loss, range(MOST_ANSWERS)):
        prepared = await prepare(staged)
        before = await prepared.changes()
        await staged.lose(0, prepared.call, loss, answers)
        answer = await prepared.call(1)
        assert await prepared.changes() == before + 1
        for at in (0, 1):
            assert await prepared.call(at) == answer
        assert await prepared.changes() == before + 1


@pytest.mark.parametrize("prepare", [submitting, joining, creating])
async def test_a_change_that_nobody_can_know_of_is_said_to_be_unknown_and_can_be_repeated(
    staged: Stage, prepare: Callable[[Stage], Awaitable[Prepared]]
) -> None:
    prepared = await prepare(staged)
    staged.proxies[0].drop_replies_after(int(prepare is joining))
    staged.proxies[0].is_down = True
    with pytest.raises(CallFailed) as caught:
        await prepared.call(0)
    assert (caught.value.code, caught.value.reason) == ("UNAVAILABLE", "OUTCOME_UNKNOWN")
    staged.proxies[0].is_down = False
    assert await prepared.call(1) == await prepared.call(0)
    assert await prepared.changes() == 1


@pytest.mark.parametrize("loss", Loss)
async def test_who_watches_where_the_answer_was_lost_is_told_without_a_retry(
    staged: Stage, loss: Loss
) -> None:
    """The server itself has not heard that its commit was stored, and nobody else tells it."""
    lines = lines_of(staged.hosts)
    match = (await lines[0][0].create(seated(GAME_DUEL, SEATED))).match.match
    move = await next_move(match, lines[0], Random(1), "request-1")
    async with watching(staged.hosts[0].caller(), match) as watcher:
        await watcher.reached(0)
        await staged.lose(0, lambda at: move.at(lines[at]), loss)
        await watcher.reached(1)
