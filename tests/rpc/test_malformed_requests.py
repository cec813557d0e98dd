"""What could never be right is refused with the field that is wrong, and changes nothing."""

from typing import Final, NamedTuple, TypeAlias

import grpc
import pytest
from google.protobuf.descriptor import Descriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import code_pb2

from gemwright.pb import catalog_service_pb2 as catalog
from gemwright.pb import game_pb2 as game
from gemwright.pb import inbox_service_pb2 as inbox
from gemwright.pb import match_service_pb2 as pb
from gemwright.pb import matchmaker_service_pb2 as made
from gemwright.pb import operator_service_pb2 as operating
from gemwright.pb.clock_pb2 import TimeControl
from gemwright.pb.error_pb2 import ERROR_REASON_INVALID_FIELD
from gemwright.pb.match_pb2 import Spectators
from gemwright.pb.splendor_options_pb2 import SplendorOptions
from gemwright.rpc.stack import FILES
from tests.rpc.broken_fields import LONG, breakages
from tests.rpc.serving import (
    CATALOG,
    INBOX,
    MATCHES,
    MATCHMAKER,
    OPERATOR,
    Client,
    duel_for_two,
    ended,
)

Wish: TypeAlias = made.CreateMatchRequest
LEGAL_ONCE: Final = game.Action(duel={"take_tokens": {"cells": [0]}})
A_PURCHASE: Final = game.Action(duel={"buy_card": {"card": "D1-01"}})
NOT_SO: Final = {("JoinMatchRequest", "join_token", "é\n\0")}
"""A join token that is none is no wrong field: it opens no seat."""
EVERY_ROOM: Final = 4096


class Template(NamedTuple):
    """A request that is right, and the call it is for."""

    method: str
    request: Message


def templates(match: str) -> list[Template]:
    """A good request for every call that has fields."""
    act = pb.SubmitActionRequest(
        match=match, seat=0, expected_version=0, request_id="an-action-1", action=LEGAL_ONCE
    )
    resign = pb.ResignRequest(match=match, seat=0, request_id="resigning-1")
    leased = inbox.LeaseMatchRequest(match=match, holder="a-process", ttl=Duration(seconds=1))
    payments = pb.ListPaymentsRequest(match=match, seat=0, action=A_PURCHASE)
    return [
        Template(f"{MATCHES}/GetMatch", pb.GetMatchRequest(match=match)),
        Template(f"{MATCHES}/WatchMatch", pb.WatchMatchRequest(match=match)),
        Template(f"{MATCHES}/SubmitAction", act),
        Template(f"{MATCHES}/ListPayments", payments),
        Template(f"{MATCHES}/ListUpdates", pb.ListUpdatesRequest(match=match)),
        Template(f"{MATCHES}/JoinMatch", pb.JoinMatchRequest(match=match)),
        Template(f"{MATCHES}/Resign", resign),
        Template(f"{MATCHES}/GetMatchRecord", pb.GetMatchRecordRequest(match=match)),
        Template(f"{MATCHMAKER}/CreateMatch", duel_for_two("another-one")),
        Template(f"{MATCHMAKER}/ListMatches", made.ListMatchesRequest()),
        Template(f"{MATCHMAKER}/CancelMatch", made.CancelMatchRequest(match=match)),
        Template(f"{MATCHMAKER}/CreatePlayerToken", made.CreatePlayerTokenRequest(principal="ann")),
        Template(f"{MATCHMAKER}/WatchActivity", made.WatchActivityRequest()),
        Template(f"{INBOX}/WatchInbox", inbox.WatchInboxRequest()),
        Template(f"{INBOX}/LeaseMatch", leased),
        Template(f"{OPERATOR}/FindMatches", operating.FindMatchesRequest(owner="dev")),
        Template(f"{OPERATOR}/InspectMatch", operating.InspectMatchRequest(match=match, note="?")),
        Template(f"{OPERATOR}/EndMatch", operating.EndMatchRequest(match=match, note="?")),
        Template(
            f"{OPERATOR}/AdjudicateMatch",
            operating.AdjudicateMatchRequest(match=match, winners=[0], note="?"),
        ),
        Template(f"{CATALOG}/ListCards", catalog.ListCardsRequest(game=game.GAME_DUEL)),
        Template(f"{CATALOG}/ListScenarios", catalog.ListScenariosRequest()),
    ]


def test_there_is_a_template_for_every_call_with_fields() -> None:
    calls = {
        f"{service.full_name}/{method.name}"
        for file in FILES
        for service in file.services_by_name.values()
        for method in service.methods
        if method.input_type.fields
    }
    tried = {template.method for template in templates("")}
    assert calls - tried == {f"{MATCHMAKER}/BatchCreateMatches"}


async def a_match(client: Client) -> str:
    """A match that everybody may look at."""
    request = duel_for_two()
    request.spectators.CopyFrom(Spectators(allowed=True))
    return (await client.create(request)).match.match


async def standing(client: Client, match: str) -> tuple[bytes, int]:
    """What a refused call must not have changed."""
    every = await client.call(
        f"{MATCHMAKER}/ListMatches", made.ListMatchesRequest(), made.ListMatchesResponse
    )
    return (await client.get(match)).match.SerializeToString(), len(every.matches)


async def refused_field(client: Client, method: str, request: Message) -> list[str]:
    """The fields that the server finds wrong in a request."""
    if method.endswith("WatchMatch"):
        assert isinstance(request, pb.WatchMatchRequest)
        error = await ended(client.watch(request).read())
    else:
        error = await ended(client.call(method, request, made.CancelMatchResponse))
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT, (method, error)
    assert error.reason == "INVALID_FIELD"
    assert error.size < EVERY_ROOM
    assert LONG[:100] not in f"{error.text} {error.details}"
    return error.fields


@pytest.mark.parametrize("number", range(len(templates(""))))
async def test_a_broken_field_is_named_and_nothing_changes(client: Client, number: int) -> None:
    match = await a_match(client)
    before = await standing(client, match)
    method, template = templates(match)[number]
    kind = template.DESCRIPTOR
    assert isinstance(kind, Descriptor)
    for broken in breakages(kind):
        if (kind.name, broken.name, broken.value) in NOT_SO:
            continue
        fields = await refused_field(client, method, broken.of(template))
        top = broken.path[0].name
        named = [field for field in fields if field.partition("[")[0].startswith(top)]
        assert named, (method, broken.name, fields)
        assert len(broken.path) > 1 or top in fields or f"{top}[0]" in fields
    assert await standing(client, match) == before


@pytest.mark.parametrize(
    ("method", "left_out", "field"),
    [
        ("SubmitAction", "match", "match"),
        ("SubmitAction", "seat", "seat"),
        ("SubmitAction", "expected_version", "expected_version"),
        ("SubmitAction", "request_id", "request_id"),
        ("SubmitAction", "action", "action"),
        ("ListPayments", "seat", "seat"),
        ("ListPayments", "action", "action"),
        ("Resign", "seat", "seat"),
        ("Resign", "request_id", "request_id"),
        ("CreateMatch", "request_id", "request_id"),
        ("CreateMatch", "game", "game"),
        ("CreateMatch", "seats", "seats"),
        ("ListCards", "game", "game"),
        ("CancelMatch", "match", "match"),
        ("CreatePlayerToken", "principal", "principal"),
    ],
)
async def test_what_is_required_is_missed(
    client: Client, method: str, left_out: str, field: str
) -> None:
    match = await a_match(client)
    for full_name, request in templates(match):
        if full_name.endswith(f"/{method}"):
            request.ClearField(left_out)
            assert await refused_field(client, full_name, request) == [field]


def creating(changed: Wish, *left_out: str) -> Wish:
    """A request to create a match, with some fields changed and some left out."""
    request = duel_for_two("request-of-mine")
    for name in (*left_out, *(field.name for field, _ in changed.ListFields())):
        request.ClearField(name)
    request.MergeFrom(changed)
    return request


Length: TypeAlias = dict[str, int]


def timed(
    per_turn: dict[str, Length] | None = None,
    bank: dict[str, Length] | None = None,
    per_move: Length | None = None,
) -> Wish:
    """A request for a match with clocks like that."""
    control = TimeControl()
    if per_turn is not None:
        control.per_turn.CopyFrom(TimeControl.PerTurn(limit=Duration(**per_turn["limit"])))
    if bank is not None:
        control.bank.SetInParent()
        for name, length in bank.items():
            part = control.bank.initial if name == "initial" else control.bank.increment
            part.CopyFrom(Duration(**length))
    if per_move is not None:
        control.per_move.CopyFrom(TimeControl.PerMove(**per_move))
    return creating(Wish(time_control=control))


DAY: Final = 24 * 3600
MONTH: Final = 30 * DAY
BANK: Final = {"initial": {"seconds": 60}}
FOUR: Final = game.Options(splendor=SplendorOptions(seats=4))
PRINCIPAL: Final = made.SeatSpec(principal="ann")


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (creating(Wish(seats=[PRINCIPAL, made.SeatSpec()])), "seats[1]"),
        (creating(Wish(seats=[PRINCIPAL])), "seats"),
        (creating(Wish(seats=[PRINCIPAL] * 3)), "seats"),
        (creating(Wish(seats=[PRINCIPAL] * 5)), "seats"),
        (creating(Wish(seats=[PRINCIPAL] * 3, game=game.GAME_SPLENDOR, options=FOUR)), "seats"),
        (creating(Wish(seats=[PRINCIPAL, made.SeatSpec(principal="a b")])), "seats[1].principal"),
        (creating(Wish(options=game.Options())), "options"),
        (creating(Wish(options={"splendor": {}})), "options.splendor"),
        (creating(Wish(position=game.Position())), "position"),
        (creating(Wish(position={"splendor": {}})), "position.splendor"),
        (creating(Wish(position={"duel": {}}, options={"duel": {}})), "options"),
        (creating(Wish(join_timeout={"nanos": 999_000_000})), "join_timeout"),
        (creating(Wish(join_timeout={"seconds": 30 * 86400 + 1})), "join_timeout"),
        (creating(Wish(join_timeout={"seconds": 1, "nanos": -1})), "join_timeout"),
        (creating(Wish(entropy=b"x" * 33)), "entropy"),
        (creating(Wish(seed=b"x" * 31)), "seed"),
        (creating(Wish(time_control={})), "time_control"),
        (creating(Wish(time_control={"per_turn": {}})), "time_control.per_turn.limit"),
        (timed(per_turn={"limit": {}}), "time_control.per_turn.limit"),
        (timed(per_turn={"limit": {"nanos": 999_999_999}}), "time_control.per_turn.limit"),
        (timed(per_turn={"limit": {"seconds": -60}}), "time_control.per_turn.limit"),
        (timed(per_turn={"limit": {"seconds": MONTH + 1}}), "time_control.per_turn.limit"),
        (timed(per_turn={"limit": {"seconds": 60, "nanos": -1}}), "time_control.per_turn.limit"),
        (timed(per_turn={"limit": {"seconds": 1, "nanos": 10**9}}), "time_control.per_turn.limit"),
        (timed(bank={}), "time_control.bank.initial"),
        (timed(bank={"initial": {"seconds": 0}}), "time_control.bank.initial"),
        (timed(bank={"initial": {"seconds": MONTH + 1}}), "time_control.bank.initial"),
        (timed(bank=BANK | {"increment": {"seconds": -1}}), "time_control.bank.increment"),
        (timed(bank=BANK | {"increment": {"nanos": -1}}), "time_control.bank.increment"),
        (timed(bank=BANK | {"increment": {"seconds": DAY + 1}}), "time_control.bank.increment"),
        (timed(bank={"increment": {"seconds": 5}}), "time_control.bank.initial"),
        (timed(per_move={}), "time_control.per_move.days"),
        (timed(per_move={"days": -1}), "time_control.per_move.days"),
        (timed(per_move={"days": 31}), "time_control.per_move.days"),
        (creating(Wish(rematch_of="nothing")), "rematch_of"),
    ],
)  # fmt: skip
async def test_a_wish_for_a_match_that_cannot_be_is_refused(
    client: Client, request_: made.CreateMatchRequest, field: str
) -> None:
    fields = await refused_field(client, f"{MATCHMAKER}/CreateMatch", request_)
    assert field in fields
    every = await client.call(
        f"{MATCHMAKER}/ListMatches", made.ListMatchesRequest(), made.ListMatchesResponse
    )
    assert not every.matches


async def test_everything_that_is_wrong_is_told_at_once(client: Client) -> None:
    empty = pb.SubmitActionRequest()
    fields = await refused_field(client, f"{MATCHES}/SubmitAction", empty)
    assert fields == ["match", "seat", "expected_version", "request_id", "action"]


async def test_bytes_that_are_no_message_are_a_malformed_request(client: Client) -> None:
    for content in (b"\xff", b"\x0a\x02\xff\xfe"):
        call = client.call(f"{MATCHES}/GetMatch", content, pb.GetMatchResponse)
        error = await ended(call)
        assert error.code is grpc.StatusCode.INVALID_ARGUMENT
        assert error.reason == "INVALID_FIELD"


async def test_fields_that_nobody_knows_are_passed_over(client: Client) -> None:
    match = await a_match(client)
    content = pb.GetMatchRequest(match=match).SerializeToString() + b"\xfa\x3e\x01x"
    answer = await client.call(f"{MATCHES}/GetMatch", content, pb.GetMatchResponse)
    assert answer.match.match == match


async def test_a_bad_request_in_a_batch_fails_alone(client: Client) -> None:
    batch = made.BatchCreateMatchesRequest(
        requests=[
            duel_for_two("batch-one-1"),
            creating(Wish(), "seats"),
            duel_for_two("batch-3-"),
        ]
    )
    answer = await client.call(
        f"{MATCHMAKER}/BatchCreateMatches", batch, made.BatchCreateMatchesResponse
    )
    kinds = [result.WhichOneof("result") for result in answer.results]
    assert kinds == ["created", "failure", "created"]
    failure = answer.results[1].failure
    assert failure.code == code_pb2.INVALID_ARGUMENT
    assert failure.reason == ERROR_REASON_INVALID_FIELD
    assert [one.field for one in failure.violations] == ["seats"]


async def test_a_batch_that_is_too_long_is_refused_whole(client: Client) -> None:
    batch = made.BatchCreateMatchesRequest(
        requests=[duel_for_two(f"batch-{number:04}") for number in range(501)]
    )
    method = f"{MATCHMAKER}/BatchCreateMatches"
    assert await refused_field(client, method, batch) == ["requests"]


async def test_an_impossible_position_is_refused_with_its_place(client: Client) -> None:
    request = creating(Wish(position={"duel": {"board": [0] * 24}}))
    (field,) = await refused_field(client, f"{MATCHMAKER}/CreateMatch", request)
    assert field.startswith("position.duel.")


@pytest.mark.parametrize(
    "action",
    [
        game.Action(duel={"take_tokens": {"cells": [0]}}),
        game.Action(duel={"replenish": {}}),
        game.Action(splendor={"take_gems": {"colours": [1, 2, 3]}}),
    ],
)
async def test_only_what_is_paid_for_has_payments(client: Client, action: game.Action) -> None:
    match = (await client.create(duel_for_two())).match.match
    request = pb.ListPaymentsRequest(match=match, seat=0, action=action)
    call = client.call(f"{MATCHES}/ListPayments", request, pb.ListPaymentsResponse)
    assert (await ended(call)).fields == ["action"]
