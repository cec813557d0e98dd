"""Streams of a server that says what a test has written: taken up again, given up, hung up."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from time import monotonic
from typing import Final

import pytest
from google.protobuf.message import Message
from grpc import StatusCode

from gemwright.matches import faults
from gemwright_client import Client, Missed
from gemwright_client.errors import (
    CallError,
    MatchNotFound,
    NotAllowed,
    RefusedByNetwork,
    Unreachable,
)
from gemwright_client.pb.catalog_service_pb2 import GetServerInfoResponse
from gemwright_client.pb.inbox_service_pb2 import WatchInboxResponse
from gemwright_client.pb.match_pb2 import MATCH_STATE_ACTIVE, Update
from gemwright_client.pb.match_service_pb2 import (
    RESET_REASON_HISTORY_LOST,
    RESET_REASON_MATCH_EXPIRED,
    RESET_REASON_UNREADABLE,
    ResetReason,
    WatchMatchRequest,
    WatchMatchResponse,
)
from gemwright_client.pb.matchmaker_service_pb2 import WatchActivityRequest, WatchActivityResponse
from tests.client.scripted import Answer, Failing, Refusing, Script, Scripted, Silence, scripted
from tests.event_loop import on_event_loop
from tests.waiting import until

SHORT: Final = 0.4
"""Seconds of patience."""
HEARTBEATS: Final = GetServerInfoResponse(limits={"heartbeat_seconds": 1})
SOON: Final = 20.0
NEVER: Final = tuple(
    code
    for code in StatusCode
    if code.name
    not in ("OK", "UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "UNKNOWN", "INTERNAL")
)

Stream = Sequence[Answer]


def snapshot(version: int) -> WatchMatchResponse:
    """The match at a version."""
    match = {"match": "m", "version": version, "commit_id": f"c{version}"}
    return WatchMatchResponse(snapshot={"match": match}, resume_token=f"t{version}")


def update(version: int) -> WatchMatchResponse:
    """The update to a version."""
    told = {"version": version, "commit_id": f"c{version}"}
    return WatchMatchResponse(update=told, resume_token=f"t{version}")


def reset(reason: ResetReason) -> WatchMatchResponse:
    """What cannot be continued."""
    return WatchMatchResponse(reset={"reason": reason})


HEARTBEAT: Final = WatchMatchResponse(heartbeat={}, resume_token="t-heartbeat")
GOING_AWAY: Final = WatchMatchResponse(going_away={}, resume_token="t-going")
REVEAL: Final = WatchMatchResponse(reveal={}, resume_token="t-end")


async def read(
    streams: Sequence[Stream], *, patience: float = 30.0, heartbeat: Message | None = None
) -> tuple[list[int | Missed], Scripted, CallError | None]:
    """What a reader of a match is told, whom a server answers with one stream after the other."""
    told: list[int | Missed] = []
    info = [heartbeat or GetServerInfoResponse(limits={"heartbeat_seconds": 60})]
    script: Script = {"GetServerInfo": info, "WatchMatch": streams}
    async with scripted(script) as server, Client(server.address, patience=patience) as client:
        try:
            async for one in client.match("m").updates():
                told.append(one.version if isinstance(one, Update) else one)
        except CallError as error:
            return told, server, error
        return told, server, None


async def watched_for(seconds: float, streams: Sequence[Stream]) -> Scripted:
    """What somebody asks for who has watched a match for a while."""
    info = [GetServerInfoResponse(limits={"heartbeat_seconds": 60})]
    script: Script = {"GetServerInfo": info, "WatchMatch": streams}
    async with scripted(script) as server, Client(server.address) as client:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), aclosing(client.match("m").updates()) as updates:
                async for one in updates:
                    raise AssertionError(one)
        return server


def tokens(server: Scripted) -> list[str]:
    """Where each watch began."""
    asked = [WatchMatchRequest.FromString(one.content) for one in server.calls("WatchMatch")]
    return [one.resume_token for one in asked]


def test_a_stream_that_breaks_is_taken_up_where_it_broke() -> None:
    streams: list[Stream] = [
        [snapshot(3), update(4), Failing()],
        [update(5), update(6), Failing(StatusCode.UNKNOWN)],
        [Failing(StatusCode.CANCELLED)],
        [Failing(StatusCode.INTERNAL)],
        [update(7), REVEAL],
    ]
    told, server, error = on_event_loop(read(streams))
    assert error is None
    assert told == [4, 5, 6, 7]
    assert tokens(server) == ["", "t4", "t6", "t6", "t6"]


@pytest.mark.parametrize("stream", [[GOING_AWAY], [snapshot(3), GOING_AWAY], [snapshot(3)]])
def test_a_server_that_sends_everybody_away_is_asked_ever_less_often(stream: Stream) -> None:
    server = on_event_loop(watched_for(1.5, [stream]))
    assert 3 <= len(server.calls("WatchMatch")) <= 8


def test_a_reset_before_anything_was_seen_is_no_news() -> None:
    streams: list[Stream] = [[reset(RESET_REASON_HISTORY_LOST), snapshot(3), update(4), REVEAL]]
    told, _, error = on_event_loop(read(streams))
    assert error is None
    assert told == [4]


def test_a_reset_for_a_reason_that_is_newer_is_told_by_its_number() -> None:
    newer = WatchMatchResponse()
    newer.reset.reason = 77  # type: ignore[assignment]
    streams: list[Stream] = [[snapshot(3), update(4), newer, snapshot(4), REVEAL]]
    told, _, error = on_event_loop(read(streams))
    assert error is None
    assert told == [4, Missed("77", range(5, 5), range(5, 5))]


def test_an_update_that_comes_again_is_told_once() -> None:
    streams: list[Stream] = [
        [snapshot(3), update(4), update(5), Failing()],
        [update(4), update(5), update(5), update(6), Failing()],
        [update(6), update(3), update(7), REVEAL],
    ]
    told, _, _ = on_event_loop(read(streams))
    assert told == [4, 5, 6, 7]


def test_signs_of_life_are_told_to_nobody_but_say_where_to_go_on() -> None:
    streams: list[Stream] = [[snapshot(3), HEARTBEAT, Failing()], [HEARTBEAT, update(4), REVEAL]]
    told, server, _ = on_event_loop(read(streams))
    assert told == [4]
    assert tokens(server) == ["", "t-heartbeat"]


def test_messages_newer_than_this_library_are_passed_over() -> None:
    streams: list[Stream] = [
        [snapshot(3), WatchMatchResponse(resume_token="t-new"), Failing()],
        [update(4), REVEAL],
    ]
    told, server, _ = on_event_loop(read(streams))
    assert told == [4]
    assert tokens(server) == ["", "t-new"]


def test_a_stream_that_just_ends_was_cut() -> None:
    """A proxy may end it like that; the last message of a match is known."""
    told, _, error = on_event_loop(read([[snapshot(3), update(4)], [], [update(5), REVEAL]]))
    assert error is None
    assert told == [4, 5]


def test_nothing_is_asked_after_the_reveal() -> None:
    told, server, error = on_event_loop(read([[snapshot(3), REVEAL, Failing()]]))
    assert (told, error) == ([], None)
    assert len(server.calls("WatchMatch")) == 1


def test_a_server_that_goes_away_is_left_at_once() -> None:
    began = monotonic()
    told, server, _ = on_event_loop(
        read([[snapshot(3), GOING_AWAY, Silence()], [update(4), REVEAL]])
    )
    assert told == [4]
    assert tokens(server) == ["", "t-going"]
    assert monotonic() - began < SOON


@pytest.mark.parametrize("reason", [RESET_REASON_MATCH_EXPIRED, RESET_REASON_UNREADABLE])
@pytest.mark.parametrize("after", [[], [Failing()], [Silence()]], ids=["end", "cut", "silence"])
def test_after_a_last_reset_nothing_is_asked(reason: ResetReason, after: Stream) -> None:
    told, server, error = on_event_loop(read([[snapshot(3), update(4), reset(reason), *after]]))
    assert error is None
    name = ResetReason.Name(reason).removeprefix("RESET_REASON_")
    assert told == [4, Missed(name, range(0), range(0))]
    assert len(server.calls("WatchMatch")) == 1


def test_a_silent_stream_is_a_cut_one() -> None:
    streams: list[Stream] = [[snapshot(3), Silence()], [update(4), REVEAL]]
    began = monotonic()
    told, server, _ = on_event_loop(read(streams, heartbeat=HEARTBEATS))
    assert told == [4]
    assert tokens(server) == ["", "t3"]
    assert 2 <= monotonic() - began < SOON  # after two heartbeats


async def test_a_reader_who_takes_long_is_no_silent_stream() -> None:
    script: Script = {
        "GetServerInfo": [HEARTBEATS],
        "WatchMatch": [[snapshot(3), update(4), update(5), REVEAL]],
    }
    async with scripted(script) as server, Client(server.address) as client:
        told = []
        async for one in client.match("m").updates():
            told.append(one)
            await asyncio.sleep(2.2)  # longer than a stream may be silent
        assert len(told) == 2
        assert len(server.calls("WatchMatch")) == 1


def test_a_stream_that_has_never_begun_is_given_up_like_a_call() -> None:
    _, server, error = on_event_loop(read([[Failing()]], patience=3 * SHORT))
    assert isinstance(error, Unreachable)
    assert len(server.calls("WatchMatch")) >= 2


def test_a_stream_that_has_begun_is_taken_up_for_as_long_as_it_takes() -> None:
    streams: list[Stream] = [[snapshot(3), Failing()], *[[Failing()]] * 4, [update(4), REVEAL]]
    began = monotonic()
    told, server, error = on_event_loop(read(streams, patience=SHORT))
    assert error is None
    assert told == [4]
    assert len(server.calls("WatchMatch")) == len(streams)
    assert monotonic() - began > SHORT


@pytest.mark.parametrize("code", NEVER)
def test_what_is_refused_for_good_ends_a_stream(code: StatusCode) -> None:
    told, server, error = on_event_loop(read([[snapshot(3), update(4), Failing(code)]]))
    assert told == [4]
    assert type(error) is RefusedByNetwork
    assert len(server.calls("WatchMatch")) == 1


@pytest.mark.parametrize(
    ("fault", "kind"),
    [(faults.MatchPrivate(), NotAllowed), (faults.MatchNotFound(), MatchNotFound)],
    ids=["private", "not-found"],
)
def test_what_a_server_refuses_ends_a_stream(fault: Exception, kind: type[CallError]) -> None:
    _, server, error = on_event_loop(read([[Refusing(fault)]]))
    assert type(error) is kind
    assert len(server.calls("WatchMatch")) == 1


def test_a_limit_ends_a_stream_that_has_not_begun_and_delays_one_that_has() -> None:
    limit = Refusing(faults.LimitExceeded("too many", 0.3))
    _, server, error = on_event_loop(read([[limit]]))
    assert error is not None
    assert error.reason == "LIMIT_EXCEEDED"
    assert len(server.calls("WatchMatch")) == 1
    told, server, error = on_event_loop(read([[snapshot(3), limit], [update(4), REVEAL]]))
    assert (told, error) == ([4], None)
    first, second = server.calls("WatchMatch")
    assert second.at - first.at >= 0.3


# --- Hanging up


@pytest.mark.parametrize("how", ["closed", "cancelled", "left", "client closed"])
async def test_no_call_is_left_open(how: str) -> None:
    script: Script = {
        "WatchMatch": [[snapshot(3), update(4), Silence()]],
        "WatchInbox": [[WatchInboxResponse(complete={}), Silence()]],
        "WatchActivity": [[WatchActivityResponse(activity={}), Silence()]],
    }
    async with scripted(script) as server, Client(server.address) as client:
        watch = client.match("m").watch()
        await anext(watch)
        streams: list[AsyncGenerator[object, None]] = [
            watch,
            client.match("m").updates(),
            client.inbox.watch(),
            client.matches.activity(),
        ]
        del watch
        waiting = []
        for number, stream in enumerate(streams):
            await anext(stream)
            if how != "left":
                waiting.append(asyncio.ensure_future(anext(streams[number])))
        await until(lambda: server.open_streams == len(streams), "all are open")
        if how == "client closed":
            await client.close()
            failed = await asyncio.gather(*waiting, return_exceptions=True)
            assert [str(one) for one in failed if isinstance(one, Unreachable)] == [
                "the client is closed [CANCELLED]"
            ] * len(streams)
        elif how != "left":
            await asyncio.sleep(0)
            for task in waiting:
                task.cancel()
            await asyncio.wait(waiting)
        if how == "closed":
            for stream in streams:
                await stream.aclose()
        del stream
        waiting.clear()
        streams.clear()
        await until(lambda: server.open_streams == 0, "all are hung up")


async def test_whoever_closes_the_client_does_not_wait_for_a_pause() -> None:
    slow = Refusing(faults.LimitExceeded("too many", 60.0))
    script: Script = {
        "ListGames": [Refusing(faults.Draining())],
        "WatchMatch": [[snapshot(3), slow]],
    }
    async with scripted(script) as server, Client(server.address) as client:
        calling = asyncio.ensure_future(client.catalogue.games())
        reading = asyncio.ensure_future(anext(client.match("m").updates()))
        await until(lambda: bool(server.calls("ListGames") and server.calls("WatchMatch")), "calls")
        await asyncio.sleep(0.1)
        began = monotonic()
        await client.close()
        failed = await asyncio.gather(calling, reading, return_exceptions=True)
        assert monotonic() - began < SOON
        assert all(isinstance(one, Unreachable) for one in failed)


async def test_activity_goes_on_after_the_newest_token_and_tells_every_repetition() -> None:
    happened = WatchActivityResponse(activity={"match": "m", "version": 1})
    later = WatchActivityResponse(activity={"match": "m", "version": 2}, resume_token="t2")
    beat = WatchActivityResponse(heartbeat={}, resume_token="t1")
    going = WatchActivityResponse(going_away={}, resume_token="t3")
    streams: list[Stream] = [
        [beat, happened, Failing()],
        [happened, later, happened, going],
        [happened, Silence()],
    ]
    told = []
    async with (
        scripted({"WatchActivity": streams}) as server,
        Client(server.address) as client,
        aclosing(client.matches.activity(resume_token="t0")) as stream,
    ):
        async for message in stream:
            told.append(message)
            if len(told) == 6:
                break
        asked = [one.content for one in server.calls("WatchActivity")]
    assert told == [beat, happened, happened, later, happened, happened]
    names = [WatchActivityRequest.FromString(one).resume_token for one in asked]
    assert names == ["t0", "t1", "t3"]


async def test_an_inbox_tells_of_each_match_only_what_is_newer() -> None:
    def entry(match: str, version: int, token: str = "") -> WatchInboxResponse:
        told = {"match": match, "version": version, "state": MATCH_STATE_ACTIVE}
        return WatchInboxResponse(entry=told, resume_token=token)

    complete = WatchInboxResponse(complete={}, resume_token="t1")
    anew = WatchInboxResponse(reset={})
    streams: list[Stream] = [
        [entry("a", 1), entry("b", 5), complete, entry("a", 2), Failing()],
        [entry("a", 1), entry("a", 2), entry("b", 4), entry("b", 6), Failing()],
        [anew, entry("a", 1), entry("b", 1, "t2"), Failing()],
        [entry("a", 2), Silence()],
    ]
    told = []
    async with (
        scripted({"WatchInbox": streams}) as server,
        Client(server.address) as client,
        aclosing(client.inbox.watch()) as stream,
    ):
        async for message in stream:
            told.append(message)
            if len(told) == 9:
                break
    named = [(one.entry.match, one.entry.version) for one in told if one.HasField("entry")]
    assert named[:4] == [("a", 1), ("b", 5), ("a", 2), ("b", 6)]
    assert named[4:] == [("a", 1), ("b", 1), ("a", 2)]
    kinds = [one.WhichOneof("message") for one in told]
    assert kinds.count("reset") == kinds.count("complete") == 1
