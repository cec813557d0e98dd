"""A match of Duel behind a transport that fails as it is told: for what no real server does on cue.

That bots play well with real servers is shown elsewhere.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from random import Random

from gemwright.bot_host.decision import Choose
from gemwright.bot_host.player import Player
from gemwright.bot_host.transports import CallFailed
from gemwright.contract.games import action_bytes, action_from, view_message
from gemwright.engine import duel
from gemwright.engine.chance import Seeded
from gemwright.pb import inbox_service_pb2 as inbox
from gemwright.pb import match_service_pb2 as matches
from gemwright.pb.game_pb2 import GAME_DUEL, Action
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, Match, Seat

MATCH = "abcdefghijklmnopqrstuvwx"
UNAVAILABLE = 14


class Scripted:
    """A server with one match, in which the bot has every seat and makes so many moves."""

    def __init__(self, moves: int = 5) -> None:
        self._left = moves
        self._chance = Seeded(bytes(32))
        self.state = duel.new(duel.Options(), self._chance)
        self.version = 0
        self.failures: dict[str, list[CallFailed | None]] = {}
        """What the next calls of a method end with, after they have done what they do."""
        self.refusals: dict[str, list[CallFailed]] = {}
        """Likewise, without doing anything."""
        self.lease_denials = 0
        self.calls: list[str] = []
        self.submitted: list[bytes] = []
        self.tokens: list[str] = []
        self.streams: list[list[inbox.WatchInboxResponse | CallFailed]] = []
        """What the next streams of the inbox say; afterwards they follow the match."""
        self._moved = asyncio.Event()
        self.done = asyncio.Event()

    def entry(self, version: int | None = None) -> inbox.WatchInboxResponse:
        """What the inbox says of the match now, or of another version of it."""
        entry = inbox.InboxEntry(
            match=MATCH,
            game=GAME_DUEL,
            state=MATCH_STATE_ACTIVE,
            version=self.version if version is None else version,
            seats=[0, 1],
            seat_to_act=duel.to_move(self.state),
        )
        return inbox.WatchInboxResponse(entry=entry, resume_token=f"at-{self.version}")

    async def stream(self, method: str, content: bytes) -> AsyncGenerator[bytes, None]:
        """WatchInbox."""
        self.tokens.append(inbox.WatchInboxRequest.FromString(content).resume_token)
        for said in self.streams.pop(0) if self.streams else ():
            if isinstance(said, CallFailed):
                raise said
            yield said.SerializeToString()
        while True:
            self._moved.clear()
            yield self.entry().SerializeToString()
            await self._moved.wait()

    async def unary(self, method: str, content: bytes) -> bytes:
        """Every other call."""
        name = method.partition("/")[2]
        self.calls.append(name)
        if name == "SubmitAction":
            self.submitted.append(content)
        if refusals := self.refusals.get(name):
            raise refusals.pop(0)
        answer = self._answer(name, content)
        if failures := self.failures.get(name):
            failed = failures.pop(0)
            if failed is not None:
                raise failed
        return answer

    def _answer(self, name: str, content: bytes) -> bytes:
        if name == "LeaseMatch":
            self.lease_denials -= 1
            return inbox.LeaseMatchResponse(is_granted=self.lease_denials < 0).SerializeToString()
        if name == "GetMatch":
            request = matches.GetMatchRequest.FromString(content)
            return self._sight(request.seat).SerializeToString()
        self._submit(matches.SubmitActionRequest.FromString(content))
        return b""

    def _sight(self, seat: int) -> matches.GetMatchResponse:
        to_move = duel.to_move(self.state)
        actions = duel.legal_actions(self.state) if seat == to_move else []
        return matches.GetMatchResponse(
            match=Match(
                match=MATCH,
                game=GAME_DUEL,
                version=self.version,
                commit_id=f"commit-{self.version}",
                seats=[Seat(seat=n, principal="bot:any", is_filled=True) for n in range(2)],
                seat_to_act=to_move,
            ),
            view=view_message(duel.NAME, duel.view(self.state, seat)),
            legal_actions=[Action.FromString(action_bytes(duel.NAME, one)) for one in actions],
            viewer_seat=seat,
        )

    def _submit(self, request: matches.SubmitActionRequest) -> None:
        if request.expected_version != self.version:
            raise CallFailed(10, "STALE_VERSION", "")
        _, action = action_from(request.action, "action")
        # It says of no action of which game it is; here there is one game only.
        duel.apply(self.state, request.seat, action, self._chance)  # type: ignore[arg-type]
        self.version += 1
        self._left -= 1
        if self._left:
            self._moved.set()
        else:
            self.done.set()


def first(game: str, view: object, actions: object, rng: Random) -> object:
    """A bot that plays the first legal action."""
    assert isinstance(view, duel.View)
    assert isinstance(actions, list)
    return actions[0]


async def played(server: Scripted, choose: Choose = first) -> None:
    """Let a bot play until the server has all its moves."""
    player = Player(server, choose, "holder-1", asyncio.Semaphore(2))
    await run_until(player, server.done.wait)


async def run_until(player: Player, end: Callable[[], Coroutine[object, object, object]]) -> None:
    """Run a player until something has happened."""
    running = asyncio.create_task(player.run())
    waiting = asyncio.create_task(end())
    await asyncio.wait([running, waiting], return_when="FIRST_COMPLETED")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert waiting.done()
