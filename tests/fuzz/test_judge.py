"""The judges of a fuzz run can find fault: what must never be is told when it is planted."""

from pathlib import Path

import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from gemwright.pb.match_service_pb2 import GetMatchRequest, GetMatchResponse
from tests.programs.fuzz.contract import Method
from tests.programs.fuzz.judge import Verdicts, judge, mistakes_in
from tests.programs.fuzz.line import Answer
from tests.programs.fuzz.shots import Shot
from tests.programs.fuzz.standing import Accepted, Snapshot, Standing, complaints
from tests.programs.fuzz.world import World
from tests.valkey import Valkey

METHOD = Method("/gemwright.v1.MatchService/GetMatch", GetMatchRequest, GetMatchResponse, False)
SHOT = Shot("values", METHOD.path, METHOD, b"", b"\0\0\0\0\0", b"")
WORLD = World(Valkey(Path("nowhere")), (), (b"deployment",), (b"gwk_secret",))
NOBODY = Accepted(set(), set(), False)


def refusal(code: int, reason: str, domain: str = "gemwright", text: str = "") -> Answer:
    """A refusal with its details."""
    status = Status(code=code, message=text)
    if reason:
        status.details.add().Pack(ErrorInfo(reason=reason, domain=domain))
    return Answer(200, code, text.encode(), status.SerializeToString(), is_over=True)


def faults(answer: Answer) -> list[str]:
    """What is wrong with an answer."""
    verdicts = Verdicts()
    judge(WORLD, SHOT, answer, verdicts)
    return verdicts.found


def test_an_answer_and_a_refusal_as_promised_are_nothing_to_complain_of() -> None:
    assert not faults(Answer(200, 0, messages=[b""], is_over=True))
    assert not faults(refusal(3, "INVALID_FIELD"))


@pytest.mark.parametrize(
    "answer",
    [
        refusal(13, "INTERNAL"),
        refusal(14, "STORE_UNAVAILABLE"),
        refusal(3, ""),
        refusal(3, "NO_SUCH_REASON"),
        refusal(5, "INVALID_FIELD"),
        refusal(3, "INVALID_FIELD", domain="elsewhere"),
        refusal(3, "INVALID_FIELD", text="it was gwk_secret"),
        refusal(3, "INVALID_FIELD", text="x" * 9_000),
        Answer(200, 13, b"of grpc's own", is_over=True),
        Answer(200, 2, b"Unexpected exception", is_over=True),
        Answer(is_over=True),
        Answer(200, 0, is_over=True),
        Answer(200, 0, messages=[b"\xff"], is_over=True),
        Answer(200, 0, messages=[GetMatchResponse(resume_token="deployment").SerializeToString()]),
    ],
)
def test_what_no_call_may_end_with_is_told(answer: Answer) -> None:
    assert faults(answer)


@pytest.mark.parametrize(
    "line",
    [
        b'{"event":"call_failed","level":"error"}',
        b'{"event":"create_failed","level":"warning"}',
        b'{"event":"anything","level":"error"}',
        b'{"event":"said","level":"info","exception":"Traceback (most recent call last)"}',
        b'{"event":"said","level":"info","what":"gwk_secret"}',
        b"E0101 12:00:00 something of grpc's own",
    ],
)
def test_what_no_log_may_have_is_told(line: bytes) -> None:
    good = b'{"event":"call_ended","level":"info"}\n'
    assert not list(mistakes_in(good, WORLD.told))
    assert list(mistakes_in(good + line + b"\n", WORLD.told))


def stood(version: bytes = b"1", *, alone: bool = False, digest: bytes = b"one") -> Snapshot:
    """A store with a match."""
    standing = Standing(version, b"commitid", b"active", alone)
    return Snapshot({"aa": standing}, {b"{b000}m:aa": digest, b"{b000}o:dev": b"o"})


def test_a_change_that_nobody_was_allowed_to_make_is_told() -> None:
    assert not list(complaints(stood(), stood(), NOBODY))
    assert list(complaints(stood(), stood(b"2"), NOBODY))
    assert list(complaints(stood(), stood(digest=b"other"), NOBODY))
    assert list(complaints(stood(), Snapshot({}, {}), NOBODY))
    assert list(complaints(Snapshot({}, {}), stood(), NOBODY))


def test_a_change_that_was_accepted_or_comes_by_itself_is_not() -> None:
    changed = stood(b"2", digest=b"other")
    assert not list(complaints(stood(), changed, Accepted({"aa"}, set(), False)))
    assert not list(complaints(stood(alone=True), changed, NOBODY))
    assert not list(complaints(Snapshot({}, {}), stood(), Accepted(set(), {"aa"}, False)))
