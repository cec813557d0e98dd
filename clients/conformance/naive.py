"""A client as one writes it on a quiet afternoon: what is wrong with it, the suite must find.

It plays well as long as nothing happens. What fails it sends again at once, with a new request id;
a stream that breaks it opens again from the beginning; every message is news to it, and everything
that comes is something it knows; it has no deadlines, and one credential. It is here to fail: copy
`gemwright_client.conformance` instead.
"""

import json
import sys
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, TypeVar

import grpc
from google.protobuf.message import Message

from gemwright_client.pb.game_pb2 import Event
from gemwright_client.pb.inbox_service_pb2 import (
    InboxResetReason,
    WatchInboxRequest,
    WatchInboxResponse,
)
from gemwright_client.pb.match_pb2 import MatchState
from gemwright_client.pb.match_service_pb2 import (
    GetMatchRequest,
    GetMatchResponse,
    ResetReason,
    ResignRequest,
    ResignResponse,
    SubmitActionRequest,
    SubmitActionResponse,
    WatchMatchRequest,
    WatchMatchResponse,
)
from gemwright_client.pb.outcome_pb2 import EndReason

AnswerT = TypeVar("AnswerT", bound=Message)
_TRIES: Final = 5
_SILENT: Final = ("heartbeat", "going_away", "clocks", "reveal")


def say(**line: object) -> None:
    """Write a line."""
    print(json.dumps(line), flush=True)


class Failed(Exception):
    """A call that failed as often as it was tried."""


class Naive:
    """The client."""

    def __init__(self, address: str, token: str) -> None:
        self._channel = grpc.insecure_channel(address)
        self._metadata = (("authorization", f"Bearer {token}"),)

    def call(self, method: str, request: Message, answer: type[AnswerT]) -> AnswerT:
        """A call, made a few times, each time with another id."""
        code = ""
        for _ in range(_TRIES):
            if isinstance(request, SubmitActionRequest | ResignRequest):
                request.request_id = uuid.uuid4().hex
            called: grpc.UnaryUnaryMultiCallable[Message, AnswerT] = self._channel.unary_unary(
                f"/gemwright.v1.MatchService/{method}",
                request_serializer=lambda message: message.SerializeToString(),
                response_deserializer=answer.FromString,
            )
            try:
                return called(request, metadata=self._metadata)
            except grpc.RpcError as error:
                code = error.code().name
        say(saw="refused", call=method, reason=code)
        raise Failed

    def stream(self, method: str, request: Message, answer: type[AnswerT]) -> Iterator[AnswerT]:
        """The messages of a stream, from the beginning whenever it has ended."""
        for _ in range(_TRIES):
            opened: grpc.UnaryStreamMultiCallable[Message, AnswerT] = self._channel.unary_stream(
                f"/gemwright.v1.{method}",
                request_serializer=lambda message: message.SerializeToString(),
                response_deserializer=answer.FromString,
            )
            try:
                yield from opened(request, metadata=self._metadata)
            except grpc.RpcError:
                continue
        raise Failed


def play(client: Naive, match: str, seat: int, moves: int) -> None:
    """Play a match."""
    request = WatchMatchRequest(match=match, seat=seat)
    for message in client.stream("MatchService/WatchMatch", request, WatchMatchResponse):
        version = tell(message)
        if message.legal_actions and moves:
            act(
                client,
                SubmitActionRequest(
                    match=match,
                    seat=seat,
                    expected_version=version,
                    action=message.legal_actions[0],
                ),
            )
            moves -= 1
            if not moves:
                resign(client, ResignRequest(match=match, seat=seat))
        if message.HasField("reveal"):
            say_over(client, match)
            return


def act(client: Naive, request: SubmitActionRequest) -> None:
    """Submit an action."""
    say_applied(client.call("SubmitAction", request, SubmitActionResponse))


def resign(client: Naive, request: ResignRequest) -> None:
    """Give up."""
    say_applied(client.call("Resign", request, ResignResponse))


def tell(message: WatchMatchResponse) -> int:
    """Say what came; the version of the match after it."""
    kind = message.WhichOneof("message")
    if kind == "snapshot":
        seen = message.snapshot.match
        say(saw="snapshot", version=seen.version, commit=seen.commit_id)
        return seen.version
    if kind == "update":
        update = message.update
        for event in update.events:
            animate(event)
        say(saw="update", version=update.version, commit=update.commit_id, unknown_events=0)
        return update.version
    if kind == "reset":
        say(saw="reset", reason=ResetReason.Name(message.reset.reason)[13:])
    elif kind not in _SILENT:
        raise ValueError(f"what is {kind}?")
    return 0


def animate(event: Event) -> None:
    """Draw an event."""
    kind = event.duel.WhichOneof("event") if event.HasField("duel") else event.WhichOneof("event")
    if kind is None:
        raise ValueError("an event that is none")


def say_applied(answer: SubmitActionResponse | ResignResponse) -> None:
    """Say what an action did."""
    say(saw="applied", version=answer.update.version, commit=answer.update.commit_id)


def say_over(client: Naive, match: str) -> None:
    """Say how the match ended."""
    seen = client.call("GetMatch", GetMatchRequest(match=match), GetMatchResponse).match
    reasons = [EndReason.Name(reason)[11:] for reason in seen.outcome.reasons]
    state = MatchState.Name(seen.state)[12:]
    say(saw="over", state=state, winners=list(seen.outcome.winners), reasons=reasons)


def submit(client: Naive, match: str, seat: int, times: int) -> None:
    """Try the first action, again and again."""
    for _ in range(times):
        request = GetMatchRequest(match=match, seat=seat)
        seen = client.call("GetMatch", request, GetMatchResponse)
        version, action = seen.match.version, seen.legal_actions[0]
        with suppress(Failed):
            act(
                client,
                SubmitActionRequest(
                    match=match, seat=seat, expected_version=version, action=action
                ),
            )


def inbox(client: Naive) -> None:
    """Keep a map of all matches."""
    matches: dict[str, int] = {}
    for message in client.stream(
        "InboxService/WatchInbox", WatchInboxRequest(), WatchInboxResponse
    ):
        if message.HasField("entry"):
            matches[message.entry.match] = message.entry.version
        elif message.HasField("reset"):
            say(saw="reset", reason=InboxResetReason.Name(message.reset.reason)[19:])
        say(saw="inbox", matches=matches)


def main() -> None:
    """Do what the first line says."""
    task = json.loads(sys.stdin.readline())
    client = Naive(task["grpc"], task["token"])
    match task["do"]:
        case "play":
            play(client, task["match"], task["seat"], task["moves"])
        case "submit":
            submit(client, task["match"], task["seat"], task["times"])
        case "inbox":
            inbox(client)


if __name__ == "__main__":
    main()
