"""One table of errors, complete both ways, with details that stay small."""

from typing import Final, TypeVar

import pytest
from google.protobuf.message import Message
from google.rpc import code_pb2
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RequestInfo, RetryInfo
from google.rpc.status_pb2 import Status

from gemwright.contract.errors import INTERNAL_TEXT, TABLE, failure_of, status_of
from gemwright.contract.limits import Malformed
from gemwright.engine.refusals import Reason, Refusal
from gemwright.matches import faults
from gemwright.matches.faults import Fault
from gemwright.matches.store import StoreOutcomeUnknown, StoreUnavailable
from gemwright.matches.watch.history import HistoryLost
from gemwright.pb import error_pb2 as pb
from gemwright.pb import refusal_pb2

DetailT = TypeVar("DetailT", bound=Message)
TRACE: Final = "0123456789abcdef"
ROOM_IN_TRAILERS: Final = 4096

REFUSAL: Final = Refusal(Reason.CELL_EMPTY, "D-TAKE-2", "cells[0]", "3")
ERRORS: Final[tuple[Exception, ...]] = (
    Malformed("action", "an action is expected"),
    faults.InvalidField(("seat", "it is required"), ("request_id", "too short")),
    faults.StaleVersion(12),
    faults.ActionRefused(REFUSAL),
    faults.CredentialsMissing(),
    faults.CredentialsInvalid(),
    faults.TokenExpired(),
    faults.ScopeMissing(),
    faults.NotYourSeat(),
    faults.MatchPrivate(),
    faults.JoinTokenInvalid(),
    faults.DevelopmentOnly(),
    faults.MatchNotFound(),
    faults.MatchWaiting(),
    faults.MatchOver(),
    faults.MatchNotOver(),
    faults.MatchUnreadable(),
    faults.RequestIdReused(),
    faults.SeedUsed(),
    faults.Draining(),
    faults.LimitExceeded("the limit is 7", 0.25),
    StoreUnavailable("Connection to /run/valkey.sock closed"),
    StoreOutcomeUnknown("Connection to /run/valkey.sock closed"),
    HistoryLost(),
)


def test_every_fault_is_in_the_table() -> None:
    others = {Malformed, StoreUnavailable, StoreOutcomeUnknown, HistoryLost}
    assert set(Fault.__subclasses__()) | others == set(TABLE)
    assert {type(error) for error in ERRORS} == set(TABLE)


def test_every_reason_has_a_fault() -> None:
    told = {kind.reason for kind in TABLE.values()} | {pb.ERROR_REASON_INTERNAL}
    every = set(pb.ErrorReason.values()) - {pb.ERROR_REASON_UNSPECIFIED}
    assert told == every


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_every_error_names_its_reason_and_the_code_the_contract_gives_it(error: Exception) -> None:
    status = status_of(error, TRACE)
    info = detail(status, ErrorInfo)
    kind = TABLE[type(error)]
    assert status.code == kind.code
    assert info.domain == "gemwright"
    assert pb.ErrorReason.Value(f"ERROR_REASON_{info.reason}") == kind.reason
    assert status.message
    assert status.ByteSize() < ROOM_IN_TRAILERS


def detail(status: Status, kind: type[DetailT]) -> DetailT:
    for packed in status.details:
        found = kind()
        if packed.Unpack(found):
            return found
    raise AssertionError(f"no {kind.__name__}")


def test_wrong_fields_are_listed_with_their_paths() -> None:
    error = faults.InvalidField(("seat", "it is required"), ("request_id", "too short"))
    found = detail(status_of(error, TRACE), BadRequest).field_violations
    assert [(one.field, one.description) for one in found] == list(error.violations)


def test_a_malformed_value_is_a_wrong_field() -> None:
    found = detail(status_of(Malformed("action.duel", "odd"), TRACE), BadRequest)
    assert [one.field for one in found.field_violations] == ["action.duel"]


def test_a_refusal_travels_with_its_rule() -> None:
    found = detail(status_of(faults.ActionRefused(REFUSAL), TRACE), refusal_pb2.Refusal)
    assert (found.reason, found.rule) == (refusal_pb2.REFUSAL_REASON_CELL_EMPTY, "D-TAKE-2")


def test_a_stale_version_tells_the_current_one() -> None:
    found = detail(status_of(faults.StaleVersion(12), TRACE), pb.StaleVersion)
    assert found.current_version == 12


@pytest.mark.parametrize(
    "error",
    [StoreUnavailable(), StoreOutcomeUnknown(), faults.Draining()],
    ids=lambda error: type(error).__name__,
)
def test_what_may_be_tried_again_tells_when(error: Exception) -> None:
    assert detail(status_of(error, TRACE), RetryInfo).retry_delay.ToSeconds() == 1


def test_a_limit_tells_how_long_it_takes_and_never_less() -> None:
    status = status_of(faults.LimitExceeded("the limit is 7", 0.0123), TRACE)
    assert detail(status, RetryInfo).retry_delay.ToMilliseconds() == 13
    assert status.message.startswith("the limit is 7 [")


def test_the_words_of_the_store_stay_here() -> None:
    for error in (StoreUnavailable("at 10.0.0.3:6379"), StoreOutcomeUnknown("at 10.0.0.3:6379")):
        assert b"10.0.0.3" not in status_of(error, TRACE).SerializeToString()


def test_a_mistake_of_the_servers_tells_only_the_trace_id() -> None:
    status = status_of(KeyError("seed 00ff"), TRACE)
    assert (status.code, status.message) == (code_pb2.INTERNAL, f"{INTERNAL_TEXT} [INTERNAL]")
    assert detail(status, RequestInfo).request_id == TRACE
    assert b"00ff" not in status.SerializeToString()


def test_a_fault_of_a_kind_nobody_listed_is_a_mistake_of_the_servers() -> None:
    class Unlisted(faults.MatchOver):
        pass

    assert status_of(Unlisted(), TRACE).code == code_pb2.INTERNAL


def test_details_stay_small_whatever_is_wrong() -> None:
    much = faults.InvalidField(*(("x" * 1000, "y" * 1000) for _ in range(1000)))
    status = status_of(much, TRACE)
    assert status.ByteSize() < ROOM_IN_TRAILERS
    assert len(detail(status, BadRequest).field_violations) == 16


def test_an_error_in_a_batch_is_the_same_error() -> None:
    failure = failure_of(faults.InvalidField(("seats", "too many")))
    assert failure == pb.Failure(
        code=code_pb2.INVALID_ARGUMENT,
        reason=pb.ERROR_REASON_INVALID_FIELD,
        message="seats: too many",
        violations=[pb.FieldViolation(field="seats", description="too many")],
    )
    unexpected = failure_of(RuntimeError("secret"))
    assert (unexpected.code, unexpected.message) == (code_pb2.INTERNAL, INTERNAL_TEXT)
