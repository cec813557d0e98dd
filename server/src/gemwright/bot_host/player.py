"""One bot of one owner: it follows its inbox and plays wherever it must act.

The inbox says in which match, `GetMatch` gives the view, `SubmitAction` plays. A lease keeps other
hosts from reading the same match at the same time, but the move is made once even without it: the
requests of two hosts have the same id. Whatever fails is tried again after a pause, from the
beginning, and comes to the same request if nothing has changed.
"""

import asyncio
from contextlib import aclosing, suppress
from dataclasses import dataclass
from random import uniform
from typing import Final

import structlog
from google.rpc import code_pb2 as codes

from gemwright.bot_host.decision import Choose, chosen, submission
from gemwright.bot_host.transports import CallFailed, Transport
from gemwright.pb import inbox_service_pb2 as inbox
from gemwright.pb import match_service_pb2 as matches
from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING

_FIRST_S: Final = 0.1
_LONGEST_S: Final = 10.0


class Pause:
    """Grows with every failure in a row, by a random factor, so that many do not end together."""

    def __init__(self) -> None:
        self._next = _FIRST_S

    def after_failure(self) -> float:
        """Seconds to wait now."""
        now = self._next
        self._next = min(2 * now, _LONGEST_S)
        return uniform(now / 2, now)

    def reset(self) -> None:
        """Begin with the shortest pause again, after a success."""
        self._next = _FIRST_S


WATCH_INBOX: Final = "gemwright.v1.InboxService/WatchInbox"
LEASE_MATCH: Final = "gemwright.v1.InboxService/LeaseMatch"
GET_MATCH: Final = "gemwright.v1.MatchService/GetMatch"
SUBMIT_ACTION: Final = "gemwright.v1.MatchService/SubmitAction"

LEASE_S: Final = 3
"""How long a host has a match to itself; if the host dies, others take over after that."""
LOOK_AGAIN_S: Final = 30.0
"""How often every match is read again whose newest entry still asks for a move."""
REST_S: Final = 10.0
"""How long a bot rests at most before it checks whether another server has given it a seat. Bots of
hundreds of owners begin together, and must not check together."""
_LIVE: Final = (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)
_GONE: Final = ("MATCH_NOT_FOUND", "MATCH_OVER", "NOT_YOUR_SEAT", "MATCH_PRIVATE")
"""Reasons after which there is nothing to do in a match."""

log: Final = structlog.stdlib.get_logger(__name__)


class Bell:
    """Wakes a bot that was given a seat; the bot then reads its inbox."""

    def __init__(self) -> None:
        self.times = 0
        """How often it has been rung."""
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Wake everything that waits."""
        self.times += 1
        rung, self._rung = self._rung, asyncio.Event()
        rung.set()

    async def wait(self, times: int, seconds: float) -> None:
        """Wait until it has been rung more than `times` times, at most so many seconds."""
        if self.times == times:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._rung.wait()


class Bells:
    """A bell for each bot of each owner that is played here."""

    def __init__(self) -> None:
        self._bells: dict[tuple[str, str], Bell] = {}

    def of(self, owner: str, principal: str) -> Bell:
        """The bell of one bot."""
        return self._bells.setdefault((owner, principal), Bell())

    def ring(self, owner: str, principal: str) -> None:
        """Wake a bot, if it is played here."""
        bell = self._bells.get((owner, principal))
        if bell is not None:
            bell.ring()


@dataclass(frozen=True, slots=True)
class Asked:
    """The newest entry of a match, as far as it matters here."""

    version: int
    seat: int | None
    """The seat of the bot that must act."""


class Player:
    """Plays the seats of one bot in the matches of one owner."""

    def __init__(
        self,
        transport: Transport,
        choose: Choose,
        holder: str,
        room: asyncio.Semaphore,
        bell: Bell | None = None,
    ) -> None:
        self._bell = bell
        """With one, the bot follows no inbox while it has no match: following costs server time."""
        self._transport = transport
        self._choose = choose
        self._holder = holder
        self._room = room
        self._newest: dict[str, Asked] = {}
        self._seen: dict[str, int] = {}
        """The versions at which nothing is left to do."""
        self._mistaken: set[str] = set()
        """Matches in which a mistake of the bot has been logged."""
        self._attended: dict[str, asyncio.Task[None]] = {}
        self._group = asyncio.TaskGroup()

    async def run(self) -> None:
        """Play until cancelled."""
        async with self._group:
            self._group.create_task(self._look_again())
            await self._follow()

    async def _follow(self) -> None:
        """Follow the inbox, again whenever the stream is cut."""
        token, pause = "", Pause()
        while True:
            request = inbox.WatchInboxRequest(resume_token=token)
            rung = self._bell.times if self._bell else 0
            try:
                stream = self._transport.stream(WATCH_INBOX, request.SerializeToString())
                async with aclosing(stream) as messages:
                    async for content in messages:
                        message = inbox.WatchInboxResponse.FromString(content)
                        kept = "" if message.HasField("reset") else token
                        token = message.resume_token or kept
                        self._take(message)
                        pause.reset()
                        if self._may_rest(message):
                            break
                if self._bell is not None and not self._newest:
                    await self._bell.wait(rung, uniform(REST_S / 2, REST_S))
                    continue
            except CallFailed as failed:
                name = codes.Code.Name(failed.code)
                log.warning("bot_inbox_cut", code=name, reason=failed.reason)
                if failed.code == codes.INVALID_ARGUMENT:  # the token is not known there
                    token = ""
            except Exception:
                log.exception("bot_inbox_failed")
            await asyncio.sleep(pause.after_failure())

    def _may_rest(self, message: inbox.WatchInboxResponse) -> bool:
        """Whether the inbox is complete and has no match that can ask for a move."""
        is_settled = message.HasField("complete") or message.HasField("heartbeat")
        return is_settled and self._bell is not None and not self._newest

    def _take(self, message: inbox.WatchInboxResponse) -> None:
        if message.HasField("reset"):
            self._newest.clear()
            self._seen.clear()
        if not message.HasField("entry"):
            return
        entry = message.entry
        before = self._newest.get(entry.match)
        if before is not None and entry.version < before.version:
            return
        if entry.state not in _LIVE:
            self._forget(entry.match)
            return
        is_asked = entry.HasField("seat_to_act") and entry.seat_to_act in entry.seats
        self._newest[entry.match] = Asked(entry.version, entry.seat_to_act if is_asked else None)
        self._attend(entry.match)

    def _forget(self, match: str) -> None:
        self._newest.pop(match, None)
        self._seen.pop(match, None)
        self._mistaken.discard(match)

    async def _look_again(self) -> None:
        """Read settled matches again: a store that lost a move does not report it."""
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            self._seen.clear()
            for match in list(self._newest):
                self._attend(match)

    def _attend(self, match: str) -> None:
        if match not in self._attended and self._seat_asked(match) is not None:
            self._attended[match] = self._group.create_task(self._play(match))

    def _seat_asked(self, match: str) -> int | None:
        """The seat that must act, as far as is known; None if that is already done."""
        asked = self._newest.get(match)
        if asked is None or asked.version <= self._seen.get(match, -1):
            return None
        return asked.seat

    async def _play(self, match: str) -> None:
        """Act in a match as long as it asks for a move."""
        pause = Pause()
        try:
            while (seat := self._seat_asked(match)) is not None:
                try:
                    async with self._room:
                        is_ours = await self._act(match, seat)
                    pause.reset()
                    await asyncio.sleep(0 if is_ours else LEASE_S)
                except CallFailed as failed:
                    if failed.reason in _GONE:
                        self._forget(match)
                        return
                    log.info("bot_call_failed", match=match, code=failed.code, reason=failed.reason)
                    await asyncio.sleep(pause.after_failure())
                except Exception:
                    log.exception("bot_failed", match=match)
                    await asyncio.sleep(pause.after_failure())
        finally:
            del self._attended[match]

    async def _act(self, match: str, seat: int) -> bool:
        """Play one action, if one is asked for; return False if another host has the lease."""
        if not await self._is_leased(match):
            return False
        snapshot = await self._snapshot(match, seat)
        if snapshot.legal_actions:
            index, mistake = chosen(self._choose, snapshot)
            if mistake is not None and match not in self._mistaken:
                self._mistaken.add(match)
                log.error("bot_mistaken", match=match, seat=seat, exc_info=mistake)
            await self._submit(submission(snapshot, index))
        self._seen[match] = max(self._seen.get(match, -1), snapshot.match.version)
        return True

    async def _is_leased(self, match: str) -> bool:
        request = inbox.LeaseMatchRequest(match=match, holder=self._holder)
        request.ttl.FromSeconds(LEASE_S)
        content = await self._transport.unary(LEASE_MATCH, request.SerializeToString())
        return inbox.LeaseMatchResponse.FromString(content).is_granted

    async def _snapshot(self, match: str, seat: int) -> matches.GetMatchResponse:
        """The match as the seat that must act sees it, if the bot holds that seat."""
        snapshot = await self._get(match, seat)
        known = snapshot.match
        if known.HasField("seat_to_act") and known.seat_to_act != seat:
            if known.seats[known.seat_to_act].principal == known.seats[seat].principal:
                return await self._get(match, known.seat_to_act)
        return snapshot

    async def _get(self, match: str, seat: int) -> matches.GetMatchResponse:
        request = matches.GetMatchRequest(match=match, seat=seat)
        content = await self._transport.unary(GET_MATCH, request.SerializeToString())
        return matches.GetMatchResponse.FromString(content)

    async def _submit(self, request: matches.SubmitActionRequest) -> None:
        """Play; if another host has used the request id, the move is already made."""
        try:
            await self._transport.unary(SUBMIT_ACTION, request.SerializeToString())
        except CallFailed as failed:
            if failed.reason != "REQUEST_ID_REUSED":
                raise
