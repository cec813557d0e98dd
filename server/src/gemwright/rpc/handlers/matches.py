"""MatchService: read a match, watch it, act in it."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from itertools import accumulate, takewhile
from typing import Final

from gemwright.contract.fields import MOST_VERSION, Findings
from gemwright.contract.games import (
    action_from,
    paid_action_from,
    payment_message,
    position_message,
)
from gemwright.contract.matches import match_message, reveal_message
from gemwright.contract.updates import answer_bytes, update_bytes
from gemwright.contract.watch import snapshot_bytes, watch_bytes
from gemwright.contract.wire import bytes_field, repeated_field
from gemwright.matches.api import MatchHistory, Submission
from gemwright.matches.ids import ResumePoint, resume_token
from gemwright.matches.matches import Matches
from gemwright.matches.updates import ONLY, RECORD
from gemwright.pb import match_service_pb2 as pb
from gemwright.pb.match_pb2 import MatchRecord, Reveal
from gemwright.rpc.auth import Identity
from gemwright.rpc.calls import Call, Handlers, stream, unary

_MOST_ON_PAGE: Final = 1_000
_ON_PAGE: Final = 100
_PAGE_BYTES: Final = 512 * 1024
"""The size at which a page of updates ends early: clients limit the size of a message."""
_NO_ACTION: Final = ("", None)


class MatchHandlers:
    """The calls of MatchService."""

    def __init__(self, matches: Matches, identity: Identity) -> None:
        self._matches = matches
        self._identity = identity

    def calls(self) -> Handlers:
        """Every call by its name."""
        return {
            "GetMatch": unary(pb.GetMatchRequest, self._get),
            "WatchMatch": stream(pb.WatchMatchRequest, self._watch),
            "SubmitAction": unary(pb.SubmitActionRequest, self._submit),
            "ListPayments": unary(pb.ListPaymentsRequest, self._payments),
            "ListUpdates": unary(pb.ListUpdatesRequest, self._updates),
            "JoinMatch": unary(pb.JoinMatchRequest, self._join),
            "Resign": unary(pb.ResignRequest, self._resign),
            "GetMatchRecord": unary(pb.GetMatchRecordRequest, self._record),
        }

    async def _get(self, request: pb.GetMatchRequest, call: Call) -> bytes:
        found = Findings()
        match_id, seat = found.match_id(request.match), _seat(request, found)
        found.check()
        call.note(match_id, seat)
        return snapshot_bytes(await self._matches.watching.snapshot(call.caller, match_id, seat))

    async def _watch(
        self, request: pb.WatchMatchRequest, call: Call
    ) -> AsyncGenerator[bytes, None]:
        found = Findings()
        match_id, seat = found.match_id(request.match), _seat(request, found)
        token = found.resume_token(request.resume_token)
        found.check()
        call.note(match_id, seat)
        async with aclosing(
            self._matches.watching.watch(call.caller, match_id, seat, token)
        ) as watch:
            async for told in watch:
                yield watch_bytes(told)

    async def _submit(self, request: pb.SubmitActionRequest, call: Call) -> bytes:
        call.needs_principal()
        found = Findings()
        match_id = found.match_id(request.match)
        seat = found.required_seat(request.seat, is_set=request.HasField("seat"))
        is_set = request.HasField("expected_version")
        version = found.version(request.expected_version, is_set=is_set)
        if request.request_id or not request.validate_only:
            found.request_id(request.request_id)
        _, action = found.read(_NO_ACTION, partial(action_from, request.action, "action"))
        found.check()
        call.note(match_id, seat)
        submission = Submission(
            match_id, seat, version, request.request_id, action, request.validate_only
        )
        seen = await self._matches.playing.submit(call.caller, submission)
        return b"" if seen is None else answer_bytes(seen.update, seen.viewer)

    async def _payments(
        self, request: pb.ListPaymentsRequest, call: Call
    ) -> pb.ListPaymentsResponse:
        call.needs_principal()
        found = Findings()
        match_id = found.match_id(request.match)
        seat = found.required_seat(request.seat, is_set=request.HasField("seat"))
        family, action = found.read(_NO_ACTION, lambda: paid_action_from(request.action, "action"))
        most = found.page_size(request.page_size, _MOST_ON_PAGE, _ON_PAGE)
        version, offset = found.page_place(request.page_token, 2)
        found.check()
        call.note(match_id, seat)
        before = version if request.page_token else None
        page = await self._matches.playing.payments(
            call.caller, match_id, seat, action, offset, before, most
        )
        return pb.ListPaymentsResponse(
            payments=[payment_message(family, payment) for payment in page.payments],
            next_page_token=""
            if page.next_offset is None
            else f"{page.version}.{page.next_offset}",
            version=page.version,
        )

    async def _updates(self, request: pb.ListUpdatesRequest, call: Call) -> bytes:
        found = Findings()
        match_id, seat = found.match_id(request.match), _seat(request, found)
        after = found.number(request.after_version, "after_version", 0, MOST_VERSION)
        most = found.page_size(request.page_size, _MOST_ON_PAGE, _ON_PAGE)
        after, commit = found.page_of_history(request.page_token, after)
        found.check()
        call.note(match_id, seat)
        seen, has_more = await self._matches.watching.updates(
            call.caller, match_id, seat, after, commit, most
        )
        updates = [update_bytes(one.update, ONLY[one.viewer]) for one in seen]
        page = _fitting(updates)
        token = ""
        if has_more or len(page) < len(updates):
            last = seen[len(page) - 1]
            token = resume_token(ResumePoint(last.update.version, last.update.commit, last.viewer))
        return repeated_field(pb.ListUpdatesResponse.UPDATES_FIELD_NUMBER, page) + bytes_field(
            pb.ListUpdatesResponse.NEXT_PAGE_TOKEN_FIELD_NUMBER, token.encode()
        )

    async def _join(self, request: pb.JoinMatchRequest, call: Call) -> pb.JoinMatchResponse:
        is_guest = bool(request.join_token) and not call.caller.key_id and not call.caller.principal
        if not is_guest:
            call.needs_principal()
        found = Findings()
        match_id = found.match_id(request.match)
        token = found.short_text(request.join_token, "join_token")
        entropy = found.entropy(request.entropy)
        wanted = _seat(request, found)
        found.check()
        call.note(match_id)
        seat, match = await self._matches.seating.join(
            call.caller, match_id, wanted, token, entropy
        )
        call.note(match_id, seat)
        answer = pb.JoinMatchResponse(
            seat=seat, match=match_message(match, self._matches.time.now_ms())
        )
        if is_guest:
            made = self._identity.mint(match.charter.owner, match.roster[seat].principal)
            answer.player_token = made.text
            answer.player_token_expire_time.FromSeconds(made.expires_at)
        return answer

    async def _resign(self, request: pb.ResignRequest, call: Call) -> bytes:
        call.needs_principal()
        found = Findings()
        match_id = found.match_id(request.match)
        seat = found.required_seat(request.seat, is_set=request.HasField("seat"))
        request_id = found.request_id(request.request_id)
        found.check()
        call.note(match_id, seat)
        seen = await self._matches.playing.resign(call.caller, match_id, seat, request_id)
        return answer_bytes(seen.update, seen.viewer)

    async def _record(self, request: pb.GetMatchRecordRequest, call: Call) -> bytes:
        found = Findings()
        match_id = found.match_id(request.match)
        found.check()
        call.note(match_id)
        history = await self._matches.watching.record(call.caller, match_id)
        record = record_bytes(history, reveal_message(history.match))
        return bytes_field(pb.GetMatchRecordResponse.RECORD_FIELD_NUMBER, record)


def record_bytes(history: MatchHistory, reveal: Reveal) -> bytes:
    """A `MatchRecord`."""
    match = history.match
    position = match.charter.position
    head = MatchRecord(
        match=match_message(match, match.time_ms),
        reveal=reveal,
        opening=None if position is None else position_message(match.charter.game, position),
    )
    updates = [update_bytes(update, RECORD) for update in history.updates]
    return (
        head.SerializeToString()
        + repeated_field(MatchRecord.UPDATES_FIELD_NUMBER, updates)
        + bytes_field(MatchRecord.TEXT_FIELD_NUMBER, history.text.encode())
    )


def _seat(
    request: (
        pb.GetMatchRequest | pb.WatchMatchRequest | pb.ListUpdatesRequest | pb.JoinMatchRequest
    ),
    found: Findings,
) -> int | None:
    return found.seat(request.seat) if request.HasField("seat") else None


def _fitting(updates: list[bytes]) -> list[bytes]:
    """As many updates as one answer should hold, at least one."""
    sizes = accumulate(len(update) for update in updates[1:])
    number = 1 + sum(1 for _ in takewhile(lambda size: size < _PAGE_BYTES, sizes))
    return updates[:number]
