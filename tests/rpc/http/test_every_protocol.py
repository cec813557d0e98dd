"""One house behind every door: the same answers, the same streams and the same errors."""

from collections.abc import AsyncGenerator

import pytest

from gemwright.contract.errors import status_of
from gemwright.pb import catalog_service_pb2 as catalog
from gemwright.pb import match_service_pb2 as pb
from gemwright.pb import matchmaker_service_pb2 as made
from gemwright.rpc.calls import Call, Stream, Unary
from tests.rpc.http.served import PROTOCOLS, Ended, served, wire
from tests.rpc.serving import CATALOG, MATCHES, MATCHMAKER, duel_for_two
from tests.rpc.test_errors import ERRORS

ANN = {"authorization": "Bearer dev:ann"}
every_protocol = pytest.mark.parametrize("protocol", PROTOCOLS)


@every_protocol
async def test_a_match_is_made_played_and_watched(store_url: str, protocol: str) -> None:
    async with served(store_url) as service:
        calls = wire(protocol, service)
        request = duel_for_two(f"request-{protocol}")
        created = await calls.call(f"{MATCHMAKER}/CreateMatch", request, made.CreateMatchResponse)
        match = created.match.match
        seen = await calls.call(
            f"{MATCHES}/GetMatch", pb.GetMatchRequest(match=match), pb.GetMatchResponse, ANN
        )
        seat = seen.match.seat_to_act
        who = {"authorization": f"Bearer dev:{seen.match.seats[seat].principal}"}
        watch = calls.stream(
            f"{MATCHES}/WatchMatch",
            pb.WatchMatchRequest(match=match),
            pb.WatchMatchResponse,
            who,
        )
        first = await anext(watch)
        assert len(first.legal_actions) > 0
        act = pb.SubmitActionRequest(
            match=match,
            seat=seat,
            expected_version=0,
            request_id="an-action-of-ours",
            action=first.legal_actions[0],
        )
        answers = [
            await calls.call(f"{MATCHES}/SubmitAction", act, pb.SubmitActionResponse, who)
            for _ in range(2)
        ]
        assert answers[0].update.version == 1
        assert answers[0] == answers[1], "what has a request id is done once"
        second = await anext(watch)
        assert second.update == answers[0].update
        await watch.aclose()


@every_protocol
async def test_every_error_is_told_whole(store_url: str, protocol: str) -> None:
    failing = Failing()
    info = catalog.GetServerInfoRequest(), catalog.GetServerInfoResponse
    async with served(store_url, others=failing.calls()) as service:
        calls = wire(protocol, service)
        for error in (*ERRORS, KeyError("seed 00ff")):
            failing.error = error
            with pytest.raises(Ended) as ended:
                await calls.call(f"{CATALOG}/GetServerInfo", *info)
            assert ended.value.status == status_of(error, failing.trace)


@every_protocol
async def test_a_stream_ends_with_every_error_told_whole(store_url: str, protocol: str) -> None:
    failing = Failing()
    watch = pb.WatchMatchRequest(), pb.WatchMatchResponse
    async with served(store_url, others=failing.calls()) as service:
        calls = wire(protocol, service)
        for error in (*ERRORS, KeyError("seed 00ff")):
            failing.error = error
            messages = calls.stream(f"{MATCHES}/WatchMatch", *watch)
            assert (await anext(messages)).resume_token == "first"
            with pytest.raises(Ended) as ended:
                await anext(messages)
            assert ended.value.status == status_of(error, failing.trace)


class Failing:
    """Answers one call, and one stream after its first message, with an error."""

    def __init__(self) -> None:
        self.error: Exception = KeyError()
        self.trace = ""

    def calls(self) -> dict[str, dict[str, Unary | Stream]]:
        """Both, by service and name."""
        return {
            CATALOG: {"GetServerInfo": Unary(self._answer)},
            MATCHES: {"WatchMatch": Stream(self._answers)},
        }

    async def _answer(self, content: bytes, call: Call) -> bytes:
        self.trace = call.trace
        raise self.error

    async def _answers(self, content: bytes, call: Call) -> AsyncGenerator[bytes, None]:
        yield pb.WatchMatchResponse(resume_token="first").SerializeToString()
        self.trace = call.trace
        raise self.error
