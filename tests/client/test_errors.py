"""What a failed call is raised as: by the reason in its status, and by nothing else."""

import pickle
import re
from pathlib import Path

import pytest

from gemwright.contract.errors import status_of
from gemwright.engine.refusals import Reason
from gemwright.engine.refusals import Refusal as EngineRefusal
from gemwright.matches import faults
from gemwright.pb import error_pb2
from gemwright_client import errors, rules
from gemwright_client.errors import CLASS_OF_REASON, CallError
from gemwright_client.network.status import details_of, failed
from gemwright_client.pb.refusal_pb2 import Refusal

TRACE = "0123456789abcdef"
CLIENTS = Path(__file__).parents[2] / "clients"
KOTLIN = "kotlin/src/main/kotlin/gemwright/client/Failures.kt"


def raised(error: Exception) -> CallError:
    """What the client makes of a mistake as the server words it."""
    status = status_of(error, TRACE)
    return failed("UNKNOWN", status.message, details_of(status.SerializeToString()))


def classes() -> dict[str, type[errors.GemwrightError]]:
    """Every class of the library by its name; the command line has one of its own."""
    assert rules.BotFailed.__mro__[1] is errors.GemwrightError
    found = {}
    waiting = [errors.GemwrightError]
    while waiting:
        found[waiting[-1].__name__] = waiting[-1]
        waiting = waiting[:-1] + waiting[-1].__subclasses__()
    return {name: kind for name, kind in found.items() if ".cli." not in kind.__module__}


def test_every_reason_of_the_contract_has_its_class() -> None:
    names = [name.removeprefix("ERROR_REASON_") for name in error_pb2.ErrorReason.keys()[1:]]
    assert list(CLASS_OF_REASON) == names


def test_every_client_has_the_same_class_for_a_reason() -> None:
    ours = {reason: kind.__name__ for reason, kind in CLASS_OF_REASON.items()}
    web = (CLIENTS / "web/src/client/errors.ts").read_text(encoding="utf-8")
    assert dict(re.findall(r"^  ([A-Z_]+): (\w+),$", web, flags=re.MULTILINE)) == ours
    kotlin = (CLIENTS / KOTLIN).read_text(encoding="utf-8")
    branches = re.findall(r"((?:ErrorReason\.\w+,?\s+)+)-> (\w+)Exception\(", kotlin)
    theirs = {
        reason: kind
        for reasons, kind in branches
        for reason in re.findall(r"ERROR_REASON_(\w+)", reasons)
    }
    assert theirs.pop("UNSPECIFIED") == "ServerFault"
    assert theirs == ours


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    drawn = re.findall(r"^    (\W*)(\w+)", errors.__doc__ or "", flags=re.MULTILINE)
    parents: list[str] = []
    for branch, name in drawn:
        depth = len(branch) // 4
        parents[depth:] = [name]
        if depth:
            assert classes()[name].__bases__[0].__name__ == parents[depth - 1]
    assert {name for _, name in drawn} == set(classes())


def test_a_refusal_carries_reason_rule_field_and_value() -> None:
    refusal = EngineRefusal(Reason.NOT_A_LINE, "D-TAKE-1", "cells", "a1 e5")
    error = raised(faults.ActionRefused(refusal))
    assert isinstance(error, errors.ActionRefused)
    told = (error.reason, error.refusal, error.rule, error.field, error.value)
    assert told == ("ACTION_REFUSED", "NOT_A_LINE", "D-TAKE-1", "cells", "a1 e5")
    assert error.trace == TRACE


def test_a_stale_version_tells_the_current_one() -> None:
    error = raised(faults.StaleVersion(57))
    assert isinstance(error, errors.StaleVersion)
    assert error.current_version == 57


def test_a_limit_tells_when_to_try_again() -> None:
    error = raised(faults.LimitExceeded("too many", 1.25))
    assert isinstance(error, errors.LimitExceeded)
    assert error.retry_after == 1.25


def test_an_invalid_field_is_named() -> None:
    error = raised(faults.InvalidField(("match", "is expected"), ("seat", "is none")))
    assert isinstance(error, errors.InvalidRequest)
    assert error.violations == (("match", "is expected"), ("seat", "is none"))


def test_the_reason_decides_whatever_the_status_says() -> None:
    status = status_of(faults.StaleVersion(1), TRACE)
    for code in ("OK", "UNAVAILABLE", "NOT_FOUND"):
        error = failed(code, status.message, details_of(status.SerializeToString()))
        assert isinstance(error, errors.StaleVersion)


@pytest.mark.parametrize(
    "code", ["UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "UNKNOWN", "INTERNAL"]
)
def test_a_call_that_no_server_answered_has_an_unknown_outcome(code: str) -> None:
    error = failed(code, "Socket closed", {})
    assert isinstance(error, errors.Unreachable)
    assert error.is_outcome_unknown
    assert str(error) == f"Socket closed [{code}]"


@pytest.mark.parametrize("code", ["RESOURCE_EXHAUSTED", "UNIMPLEMENTED", "OUT_OF_RANGE"])
def test_what_grpc_refuses_by_itself_is_refused_for_good(code: str) -> None:
    assert type(failed(code, "no", {})) is errors.RefusedByNetwork


def test_a_reason_of_another_domain_says_nothing() -> None:
    assert type(failed("NOT_FOUND", "no", {"ErrorInfo": b"\n\x01X"})) is errors.RefusedByNetwork


@pytest.mark.parametrize("packed", [b"", b"\xff", b"\x1a\x02\n\x00", b"\x1a\x03\n\x01a"])
def test_a_status_that_cannot_be_read_is_none(packed: bytes) -> None:
    assert isinstance(failed("UNAVAILABLE", "x", details_of(packed)), errors.Unreachable)


def test_a_reason_newer_than_this_library_is_a_fault_of_the_server() -> None:
    status = status_of(faults.StaleVersion(1), TRACE)
    packed = status.SerializeToString().replace(b"STALE_VERSION", b"STALE_VERSIOM")
    error = failed("ABORTED", status.message, details_of(packed))
    assert type(error) is errors.ServerFault
    assert error.reason == "STALE_VERSIOM"


@pytest.mark.parametrize("detail", ["Refusal", "StaleVersion", "RetryInfo", "BadRequest"])
def test_a_detail_that_cannot_be_read_is_left_out(detail: str) -> None:
    status = status_of(faults.MatchOver(), TRACE)
    details = details_of(status.SerializeToString())
    error = failed("FAILED_PRECONDITION", status.message, {**details, detail: b"\xff"})
    assert type(error) is errors.WrongState
    assert (error.facts.refusal, error.facts.retry_after, error.facts.violations) == ("", None, ())


@pytest.mark.parametrize("fault", [faults.StaleVersion(3), faults.LimitExceeded("many", 2.0)])
def test_an_error_of_a_call_passes_from_process_to_process(fault: Exception) -> None:
    error = raised(fault)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert copy.facts == error.facts


def test_other_errors_pass_from_process_to_process_too() -> None:
    missing = errors.ExtraMissing("cli", "rich is missing")
    copy = pickle.loads(pickle.dumps(missing))
    assert (str(copy), copy.extra) == (str(missing), "cli")
    assert str(pickle.loads(pickle.dumps(errors.NotationError("no")))) == "no"


def test_a_refusal_newer_than_this_library_is_told_by_its_number() -> None:
    status = status_of(faults.ActionRefused(EngineRefusal(Reason.NOT_A_LINE, "D-1", "", "")), TRACE)
    details = details_of(status.SerializeToString())
    newer = b"\x08\x8fN" + Refusal(rule="D-NEW-1").SerializeToString()  # the reason 9999
    error = failed("FAILED_PRECONDITION", "no", {**details, "Refusal": newer})
    assert isinstance(error, errors.ActionRefused)
    assert (error.refusal, error.rule) == ("9999", "D-NEW-1")
