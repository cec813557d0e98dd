"""What is sent again, and what is not: the same bytes, after a pause, until patience ends."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import pairwise
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

import pytest
from google.protobuf.message import Message
from grpc import StatusCode

from gemwright.contract.errors import TABLE
from gemwright.contract.limits import Malformed
from gemwright.engine.refusals import Reason, Refusal
from gemwright.matches import faults
from gemwright.matches.store import StoreOutcomeUnknown, StoreUnavailable
from gemwright_client import Client
from gemwright_client.errors import (
    CLASS_OF_REASON,
    CallError,
    Facts,
    LimitExceeded,
    RefusedByNetwork,
    ReplyUnusable,
    Unavailable,
    Unreachable,
)
from gemwright_client.network.calls import ATTEMPT_S, Pause
from gemwright_client.pb import match_service_pb2 as matches
from gemwright_client.pb import matchmaker_service_pb2 as maker
from gemwright_client.pb.catalog_service_pb2 import ListGamesResponse
from gemwright_client.pb.game_pb2 import Action
from tests.client.scripted import Answer, Failing, Heard, Refusing, Silence, scripted
from tests.event_loop import on_event_loop

AGAIN: Final = (
    StatusCode.UNAVAILABLE,
    StatusCode.DEADLINE_EXCEEDED,
    StatusCode.CANCELLED,
    StatusCode.UNKNOWN,
    StatusCode.INTERNAL,
)
"""What a call ends with whose outcome nobody knows."""
PASSING: Final = (StatusCode.UNAVAILABLE.value[0], StatusCode.RESOURCE_EXHAUSTED.value[0])
"""What a server says that will not say so for ever."""
NEVER: Final = tuple(code for code in StatusCode if code not in (*AGAIN, StatusCode.OK))
MANY: Final = 1_000
SHORT: Final = 0.4
"""Seconds of patience for calls that fail in the end."""
ROUNDED: Final = 0.1
"""Seconds by which gRPC may lengthen a deadline on its way."""
ACTION: Final = Action(duel={"replenish": {}})
GAMES: Final = ListGamesResponse()
MADE: Final = maker.CreateMatchRequest()

Call: TypeAlias = Callable[[Client], Awaitable[object]]


class Write(NamedTuple):
    """A call that changes something."""

    call: Call
    request: type[Message]
    answer: Message


WRITES: Final[Mapping[str, Write]] = {
    "SubmitAction": Write(
        lambda client: client.match("m", 0).act(ACTION, expected_version=7),
        matches.SubmitActionRequest,
        matches.SubmitActionResponse(),
    ),
    "Resign": Write(
        lambda client: client.match("m", 0).resign(),
        matches.ResignRequest,
        matches.ResignResponse(),
    ),
    "CreateMatch": Write(
        lambda client: client.matches.create(MADE),
        maker.CreateMatchRequest,
        maker.CreateMatchResponse(),
    ),
    "BatchCreateMatches": Write(
        lambda client: client.matches.create_many([MADE, MADE]),
        maker.BatchCreateMatchesRequest,
        maker.BatchCreateMatchesResponse(),
    ),
}
"""Every call that carries a request id."""

FAULTS: Final[Mapping[type[Exception], Exception]] = {
    Malformed: Malformed("seat", "is none"),
    faults.InvalidField: faults.InvalidField(("seat", "is none")),
    faults.StaleVersion: faults.StaleVersion(8),
    faults.ActionRefused: faults.ActionRefused(Refusal(Reason.NOT_A_LINE, "D-TAKE-1", "", "")),
    faults.LimitExceeded: faults.LimitExceeded("too many", 1.0),
}
"""One of each that needs words."""


def ids_in(content: bytes, kind: type[Message]) -> list[str]:
    """The request ids of a call."""
    request = kind.FromString(content)
    if isinstance(request, maker.BatchCreateMatchesRequest):
        return [one.request_id for one in request.requests]
    (_, found) = next(pair for pair in request.ListFields() if pair[0].name == "request_id")
    return [found]


async def heard(
    answers: Sequence[Answer],
    *,
    name: str = "ListGames",
    call: Call = lambda client: client.catalogue.games(),
    patience: float = 30.0,
) -> tuple[list[Heard], CallError | None]:
    """What a server heard of one call that it answered so, and how the call failed, if it did."""
    before = matches.GetMatchResponse()
    script = {"GetMatch": [before], name: answers}
    async with scripted(script) as server, Client(server.address, patience=patience) as client:
        try:
            await call(client)
        except CallError as error:
            return server.calls(name), error
        return server.calls(name), None


@pytest.mark.parametrize("name", WRITES)
def test_a_call_that_changes_something_is_repeated_byte_by_byte_with_its_request_id(
    name: str,
) -> None:
    write = WRITES[name]
    lost = [Failing(code) for code in AGAIN]
    calls, error = on_event_loop(heard([*lost, write.answer], name=name, call=write.call))
    assert error is None
    assert len(calls) == len(lost) + 1
    assert len({one.content for one in calls}) == 1
    ids = ids_in(calls[0].content, write.request)
    assert all(ids)
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", WRITES)
def test_every_new_call_has_a_new_request_id(name: str) -> None:
    write = WRITES[name]

    async def twice(client: Client) -> None:
        await write.call(client)
        await write.call(client)

    calls, _ = on_event_loop(heard([write.answer], name=name, call=twice))
    first, second = (ids_in(one.content, write.request) for one in calls)
    assert not set(first) & set(second)


def batch_of(*codes: StatusCode) -> maker.BatchCreateMatchesResponse:
    """A batch whose matches came to this."""
    answer = maker.BatchCreateMatchesResponse()
    for code in codes:
        result = answer.results.add()
        if code is StatusCode.OK:
            result.created.SetInParent()
        else:
            result.failure.code = code.value[0]
    return answer


def test_of_a_batch_only_what_was_unavailable_is_asked_for_again_with_its_request_ids() -> None:
    codes = (
        StatusCode.UNAVAILABLE,
        StatusCode.INVALID_ARGUMENT,
        StatusCode.OK,
        StatusCode.UNAVAILABLE,
    )
    found: list[maker.CreateMatchResult] = []

    async def create(client: Client) -> None:
        found.extend(await client.matches.create_many([MADE] * len(codes)))

    answers: list[Answer] = [
        batch_of(*codes),
        Failing(),
        batch_of(StatusCode.OK, StatusCode.UNAVAILABLE),
        batch_of(StatusCode.OK),
    ]
    calls, error = on_event_loop(heard(answers, name="BatchCreateMatches", call=create))
    assert error is None
    ids = [ids_in(one.content, maker.BatchCreateMatchesRequest) for one in calls]
    first, fourth = ids[0][0], ids[0][3]
    assert ids[1:] == [[first, fourth], [first, fourth], [fourth]]
    assert [result.HasField("created") for result in found] == [True, False, True, True]


def test_of_a_batch_what_stays_unavailable_is_told_when_patience_ends() -> None:
    found: list[maker.CreateMatchResult] = []

    async def create(client: Client) -> None:
        found.extend(await client.matches.create_many([MADE, MADE]))

    for second in (batch_of(StatusCode.UNAVAILABLE), Refusing(faults.LimitExceeded("no", 1.0))):
        found.clear()
        answers: list[Answer] = [batch_of(StatusCode.OK, StatusCode.UNAVAILABLE), second]
        calls, error = on_event_loop(
            heard(answers, name="BatchCreateMatches", call=create, patience=SHORT)
        )
        assert error is None
        assert len(calls) >= 2
        assert [result.HasField("created") for result in found] == [True, False]


def test_a_request_id_of_the_caller_is_kept() -> None:
    request = maker.CreateMatchRequest(request_id="my-own")
    calls, _ = on_event_loop(
        heard(
            [Failing(), maker.CreateMatchResponse()],
            name="CreateMatch",
            call=lambda client: client.matches.create(request),
        )
    )
    assert [ids_in(one.content, maker.CreateMatchRequest) for one in calls] == [["my-own"]] * 2
    calls, _ = on_event_loop(
        heard(
            [Failing(), matches.ResignResponse()],
            name="Resign",
            call=lambda client: client.match("m", 0).resign(request_id="my-own"),
        )
    )
    assert [ids_in(one.content, matches.ResignRequest) for one in calls] == [["my-own"]] * 2


def test_a_request_of_the_caller_is_left_as_it_was() -> None:
    on_event_loop(
        heard(
            [maker.CreateMatchResponse()],
            name="CreateMatch",
            call=WRITES["CreateMatch"].call,
        )
    )
    assert not MADE.request_id


@pytest.mark.parametrize("code", AGAIN)
def test_what_the_network_loses_is_asked_for_again(code: StatusCode) -> None:
    calls, error = on_event_loop(heard([Failing(code), GAMES]))
    assert len(calls) == 2
    assert error is None


@pytest.mark.parametrize("code", NEVER)
def test_what_the_network_refuses_is_called_once(code: StatusCode) -> None:
    calls, error = on_event_loop(heard([Failing(code), GAMES]))
    assert len(calls) == 1
    assert type(error) is RefusedByNetwork
    assert error.code == code.name


@pytest.mark.parametrize("kind", TABLE, ids=lambda kind: kind.__name__)
def test_of_what_a_server_says_only_what_passes_is_asked_again(kind: type[Exception]) -> None:
    fault = FAULTS.get(kind) or kind()
    calls, error = on_event_loop(heard([Refusing(fault), GAMES], patience=5.0))
    does_pass = TABLE[kind].code in PASSING
    assert len(calls) == (2 if does_pass else 1)
    if error is not None:
        assert type(error) is CLASS_OF_REASON[error.reason]
        assert not isinstance(error, Unavailable)
    assert (error is None) == does_pass


def test_a_mistake_of_the_servers_is_called_once() -> None:
    calls, error = on_event_loop(heard([Refusing(ValueError("secret")), GAMES]))
    assert len(calls) == 1
    assert error is not None
    assert error.reason == "INTERNAL"
    assert "secret" not in str(error)


def test_after_a_limit_the_same_call_comes_again_no_sooner_than_the_server_says() -> None:
    limit, write = Refusing(faults.LimitExceeded("too many", 0.6)), WRITES["SubmitAction"]
    answers: list[Answer] = [limit, limit, write.answer]
    calls, error = on_event_loop(heard(answers, name="SubmitAction", call=write.call))
    assert error is None
    assert len({one.content for one in calls}) == 1
    assert [later.at - earlier.at >= 0.6 for earlier, later in pairwise(calls)] == [True, True]


def test_a_limit_that_lasts_longer_than_patience_is_told_at_once_and_says_when() -> None:
    began = monotonic()
    limit = Refusing(faults.LimitExceeded("too many", 60.0))
    calls, error = on_event_loop(heard([limit, GAMES], patience=5.0))
    assert monotonic() - began < 5.0
    assert len(calls) == 1
    assert isinstance(error, LimitExceeded)
    assert error.retry_after == 60.0


def test_patience_ends_with_the_last_error() -> None:
    began = monotonic()
    calls, error = on_event_loop(heard([Failing()], patience=3 * SHORT))
    assert isinstance(error, Unreachable)
    assert error.is_outcome_unknown
    assert len(calls) >= 2
    assert monotonic() - began < 3 * SHORT + ATTEMPT_S


def test_given_up_says_whether_the_outcome_is_known() -> None:
    for fault, is_unknown in ((StoreOutcomeUnknown(), True), (StoreUnavailable(), False)):
        _, error = on_event_loop(heard([Refusing(fault)], patience=SHORT))
        assert isinstance(error, Unavailable)
        assert error.is_outcome_unknown == is_unknown


def test_every_attempt_has_a_deadline_and_the_last_keeps_to_patience() -> None:
    calls, error = on_event_loop(heard([Silence()], patience=SHORT))
    assert isinstance(error, Unreachable)
    assert error.code == "DEADLINE_EXCEEDED"
    assert all(one.seconds is not None and one.seconds <= SHORT + ROUNDED for one in calls)
    calls, _ = on_event_loop(heard([GAMES]))
    assert calls[0].seconds is not None
    assert ATTEMPT_S - 1 < calls[0].seconds <= ATTEMPT_S + ROUNDED


def test_the_pauses_grow() -> None:
    calls, _ = on_event_loop(heard([Failing(), Failing(), Failing(), Failing(), GAMES]))
    gaps = [after.at - before.at for before, after in pairwise(calls)]
    for gap, least in zip(gaps, (0.05, 0.1, 0.2, 0.4), strict=True):
        assert least <= gap < 2 * least + 1  # a busy machine is late, never early


def test_a_pause_doubles_up_to_a_cap_with_chance_in_it() -> None:
    series = []
    for _ in range(MANY):
        pause = Pause()
        series.append([pause.seconds() for _ in range(12)])
    for number, drawn in enumerate(zip(*series, strict=True)):
        most = min(0.1 * 2**number, 10.0)
        assert all(most / 2 <= seconds <= most for seconds in drawn)
        assert len(set(drawn)) > MANY / 2
        assert max(drawn) - min(drawn) > most / 4


def test_a_pause_begins_anew_after_a_success() -> None:
    pause = Pause()
    for _ in range(5):
        pause.seconds()
    pause.reset()
    assert pause.seconds() <= 0.1


def test_a_pause_is_never_shorter_than_the_server_asks_and_not_the_same_for_all() -> None:
    error = Unavailable(Facts("STORE_UNAVAILABLE", "UNAVAILABLE", "", retry_after=2.0))
    drawn = [Pause().after(error) for _ in range(MANY)]
    assert all(2.0 <= seconds <= 3.0 for seconds in drawn)
    assert len(set(drawn)) > MANY / 2


def test_the_time_a_server_asks_for_is_waited() -> None:
    calls, _ = on_event_loop(heard([Refusing(faults.Draining()), GAMES]))
    first, second = calls
    assert second.at - first.at >= 1.0


async def test_the_next_server_is_asked_and_stays_until_it_fails_too() -> None:
    async with (
        scripted({"ListGames": [Failing(), GAMES]}) as first,
        scripted({"ListGames": [GAMES, GAMES, Failing(), GAMES]}) as second,
        Client(f"{first.address},{second.address}") as client,
    ):
        for _ in range(3):
            await client.catalogue.games()
        numbers = (len(first.heard), len(second.heard))
        assert numbers == (2, 3)


async def test_a_server_that_is_not_there_is_passed_over() -> None:
    async with scripted({"ListGames": [GAMES]}) as there:
        async with scripted({}) as gone:
            address = f"{gone.address},{there.address}"
        async with Client(address) as client:
            await asyncio.gather(*(client.catalogue.games() for _ in range(20)))
        assert len(there.heard) == 20


def test_an_answer_that_makes_no_sense_is_no_refusal() -> None:
    with pytest.raises(ReplyUnusable):
        on_event_loop(heard([b"\xff"]))
