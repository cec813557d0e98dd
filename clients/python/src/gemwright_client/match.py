"""A handle on one match: look at it, act in it, follow it."""

import uuid
from collections.abc import AsyncGenerator
from contextlib import aclosing

from gemwright_client.network.calls import Line
from gemwright_client.notation import match_legal
from gemwright_client.pb.game_pb2 import Action, Payment, View
from gemwright_client.pb.match_pb2 import MatchRecord, Update
from gemwright_client.pb.match_service_pb2 import (
    RESET_REASON_HISTORY_LOST,
    GetMatchRecordRequest,
    GetMatchRecordResponse,
    GetMatchRequest,
    GetMatchResponse,
    JoinMatchRequest,
    JoinMatchResponse,
    ListPaymentsRequest,
    ListPaymentsResponse,
    ListUpdatesRequest,
    ListUpdatesResponse,
    ResignRequest,
    ResignResponse,
    SubmitActionRequest,
    SubmitActionResponse,
    WatchMatchResponse,
)
from gemwright_client.watch import LAST_RESETS, Missed, SeenUpdates, Watch, lost


def new_request_id() -> str:
    """Make an id for a request; all its repetitions carry the same."""
    return uuid.uuid4().hex


class Match:
    """One match, from one seat: the one named, or else the first that the caller holds."""

    def __init__(self, line: Line, match: str, seat: int | None = None) -> None:
        self._line = line
        self._seat = seat
        self.id = match
        """The id of the match."""
        self._seen: GetMatchResponse | None = None

    async def get(self) -> GetMatchResponse:
        """Get the match as this seat may know it: match, view, legal actions, resume token."""
        request = GetMatchRequest(match=self.id, seat=self._seat)
        self._seen = await self._line.call("MatchService/GetMatch", request, GetMatchResponse)
        return self._seen

    async def view(self) -> View:
        """Get the position, as this seat may know it."""
        return (await self.get()).view

    async def legal_actions(self) -> list[Action]:
        """List everything this seat may do now; nothing unless it must act."""
        return list((await self.get()).legal_actions)

    async def act(
        self,
        action: Action | str,
        *,
        expected_version: int | None = None,
        request_id: str | None = None,
    ) -> Update:
        """Act, with a message or in notation; return what it did, as this seat sees it.

        The action is for the version that this handle saw last, or else for the current one.
        """
        answer = await self._submit(action, expected_version, request_id or new_request_id())
        return answer.update

    async def validate(self, action: Action | str, *, expected_version: int | None = None) -> None:
        """Raise what `act` would raise, without acting."""
        await self._submit(action, expected_version, None)

    async def _submit(
        self, action: Action | str, expected_version: int | None, request_id: str | None
    ) -> SubmitActionResponse:
        seen = self._seen or await self.get()
        if isinstance(action, str):
            action = match_legal(action, seen.legal_actions, seen.match.game)
        request = SubmitActionRequest(
            match=self.id,
            seat=self._seat_of(seen),
            expected_version=seen.match.version if expected_version is None else expected_version,
            request_id=request_id or "",
            action=action,
            validate_only=request_id is None,
        )
        answer = await self._line.call("MatchService/SubmitAction", request, SubmitActionResponse)
        if request_id is not None:
            self._seen = None  # the match has changed: the next action must look first
        return answer

    def _seat_of(self, seen: GetMatchResponse) -> int | None:
        """Return the seat that acts; with None, the server says that there is none."""
        if self._seat is not None:
            return self._seat
        return seen.viewer_seat if seen.HasField("viewer_seat") else None

    async def resign(self, *, request_id: str | None = None) -> Update:
        """Resign for this seat; return what that did."""
        seat = self._seat if self._seat is not None else self._seat_of(await self.get())
        request = ResignRequest(match=self.id, seat=seat, request_id=request_id or new_request_id())
        answer = await self._line.call("MatchService/Resign", request, ResignResponse)
        self._seen = None
        return answer.update

    async def join(self, join_token: str = "", *, entropy: bytes = b"") -> JoinMatchResponse:
        """Join the match: at the seat of a join token, or at the one kept for the caller."""
        request = JoinMatchRequest(
            match=self.id, join_token=join_token, entropy=entropy, seat=self._seat
        )
        return await self._line.call("MatchService/JoinMatch", request, JoinMatchResponse)

    async def payments(self, action: Action | str) -> AsyncGenerator[Payment, None]:
        """List every exact payment for a listed purchase, the default one first."""
        seen = self._seen or await self.get()
        if isinstance(action, str):
            action = match_legal(action, seen.legal_actions, seen.match.game)
        request = ListPaymentsRequest(match=self.id, seat=self._seat_of(seen), action=action)
        while True:
            page = await self._line.call("MatchService/ListPayments", request, ListPaymentsResponse)
            for payment in page.payments:
                yield payment
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def history(self, after: int = 0) -> AsyncGenerator[Update, None]:
        """List the updates after a version, up to now."""
        request = ListUpdatesRequest(
            match=self.id, seat=self._seat, after_version=after, page_size=1_000
        )
        while True:
            page = await self._line.call("MatchService/ListUpdates", request, ListUpdatesResponse)
            for update in page.updates:
                yield update
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def record(self) -> MatchRecord:
        """Get the whole record of the match, once it is over."""
        request = GetMatchRecordRequest(match=self.id)
        answer = await self._line.call(
            "MatchService/GetMatchRecord", request, GetMatchRecordResponse
        )
        return answer.record

    async def watch(self, resume_token: str = "") -> AsyncGenerator[WatchMatchResponse, None]:
        """Yield the messages of a watch, over any number of cuts: what a front end draws.

        A snapshot first, unless a token says where to go on; then updates and clocks; a reset is
        followed by another snapshot; the reveal is the last one.
        """
        watch = Watch(self._line, self.id, self._seat, resume_token)
        async with aclosing(watch.messages()) as messages:
            async for message in messages:
                yield message

    async def updates(self, after: int | None = None) -> AsyncGenerator[Update | Missed, None]:
        """Yield every update from now on, or after a version, to the end of the match, each once.

        Where they do not continue, a `Missed` says which of them were not seen.
        """
        log = SeenUpdates(self.history)
        reset = None
        async with aclosing(self.watch()) as messages:
            async for message in messages:
                match message.WhichOneof("message"):
                    case "update":
                        if log.takes(message.update):
                            yield message.update
                    case "reset":
                        if message.reset.reason in LAST_RESETS:
                            yield lost(message.reset.reason)
                        elif log.has_begun:  # else nothing was seen yet, and nothing missed
                            reset = message.reset.reason
                    case "snapshot" if reset is not None:
                        yield await log.missed(reset, message.snapshot.match)
                        reset = None
                    case "snapshot":
                        async with aclosing(self._before(log, message, after)) as before:
                            async for update in before:
                                yield update

    async def _before(
        self, log: SeenUpdates, message: WatchMatchResponse, after: int | None
    ) -> AsyncGenerator[Update | Missed, None]:
        """Yield the updates between `after` and the snapshot; or what the store has lost."""
        match = message.snapshot.match
        if after is None or after == match.version:
            log.begin(match)
            return
        log.begin_after(after)
        if after > match.version:
            yield await log.missed(RESET_REASON_HISTORY_LOST, match)
            return
        async for update in self.history(after):
            if update.version > match.version:
                break
            log.takes(update)
            yield update
