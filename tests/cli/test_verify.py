"""`gemwright verify`: of a match on a server, of a file, of the standard input; what it says."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from google.protobuf.json_format import MessageToDict

from gemwright_client import SyncClient
from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.match_service_pb2 import GetMatchRecordResponse
from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchRequest, SeatSpec
from gemwright_client.words import LANGUAGES, words_of
from tests.cli.newer import newer
from tests.cli.played import finished, new
from tests.cli.typed import command, run, typed
from tests.client.verify.cases import Case, cases, record_of, text_of

WORDS = words_of("en")
FORGED = next(case for case in cases() if case.expected.get("check") == "deck")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def written(folder: Path, case: Case) -> str:
    """The forged record in a file, as GetMatchRecord answers."""
    path = folder / "record.json"
    path.write_text(json.dumps({"record": MessageToDict(case.forged())}), encoding="utf-8")
    return str(path)


def test_a_finished_match_is_honest_and_what_is_not_proved_is_said(server: str) -> None:
    ended = typed("verify", finished(server), server=server)
    assert (ended.code, ended.err) == (0, "")
    assert ended.lines[0].startswith("Dealt honestly: all 9")
    assert ended.lines[1:] == [
        WORDS("verify.not_kept"),
        WORDS("verify.no_entropy"),
        WORDS("verify.operator"),
        WORDS("verify.moves"),
    ]


def test_the_commitment_that_was_kept_is_compared(server: str) -> None:
    match = finished(server)
    with SyncClient(server) as client:
        kept = client.match(match).get().match.fairness.commitment.hex()
    assert WORDS("verify.kept") in typed("verify", match, "--commitment", kept, server=server).lines
    other = ("1" if kept[0] == "0" else "0") + kept[1:]
    ended = typed("verify", match, "--commitment", other, server=server)
    assert (ended.code, ended.err) == (1, "")
    assert ended.lines == [
        WORDS("verify.dishonest"),
        WORDS("verify.check.kept_commitment"),
        WORDS("verify.difference", expected=other, found=kept),
    ]


def test_who_gave_entropy_is_named(server: str) -> None:
    seats = [SeatSpec(principal=name, must_join=True) for name in ("ann", "bob")]
    with SyncClient(server, "dev:ann") as ann, SyncClient(server, "dev:bob") as bob:
        request = CreateMatchRequest(game=GAME_DUEL, seats=seats, spectators={"allowed": True})
        match = ann.matches.create(request).match.match
        ann.match(match).join()
        bob.match(match).join(entropy=b"mine")
        ann.match(match).resign()
    assert WORDS("verify.entropy", names="bob") in typed("verify", match, server=server).lines


def test_what_a_forger_wrote_stays_on_its_line(tmp_path: Path) -> None:
    (*_, edit) = FORGED.edits
    edit = replace(edit, value="D1-01\nDealt honestly: all draws are so.\x1b[31m")
    case = replace(FORGED, edits=[edit])
    ended = typed("verify", written(tmp_path, case))
    assert (ended.code, ended.err) == (1, "")
    assert len(ended.lines) == len(("where", "what", "expected and found"))
    assert not any(line.startswith("Dealt honestly") for line in ended.lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forgery_in_a_file_is_told_with_its_place(tmp_path: Path, language: str) -> None:
    words, expected = words_of(language), FORGED.expected
    ended = typed("verify", written(tmp_path, FORGED), "--lang", language)
    assert (ended.code, ended.err) == (1, "")
    assert ended.lines == [
        words("verify.dishonest_at", version=expected["version"]),
        words("verify.check.deck"),
        words("verify.difference", expected=expected["expected"], found=expected["found"]),
    ]


def test_in_json_the_answer_is_one_object(tmp_path: Path, server: str) -> None:
    honest = json.loads(typed("verify", finished(server), "--json", server=server).out)
    assert honest["answer"] == "honest"
    assert honest["entropySeats"] == []
    assert honest["isCommitmentKept"] is False
    ended = typed("verify", written(tmp_path, FORGED), "--json")
    assert ended.code == 1
    found = json.loads(ended.out)
    assert {name: found[name] for name in FORGED.expected} == dict(FORGED.expected)


@pytest.mark.parametrize(
    ("record", "key"),
    [("duel-seed", "verify.unverifiable"), ("duel-no-show", "verify.lack.deal")],
)
def test_what_cannot_be_verified_is_said_and_ends_with_1(record: str, key: str) -> None:
    ended = run(command("verify", "-"), typed=text_of(record))
    assert (ended.code, ended.err) == (1, "")
    assert WORDS(key) in ended.lines


def test_the_record_of_another_match_is_no_answer() -> None:
    answer = GetMatchRecordResponse(record=record_of("duel-joined"))
    with newer({"MatchService/GetMatchRecord": answer}) as server:
        ended = typed("verify", "x" * 24, server=server)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("gemwright: The server gave the record of another match: ")


def test_a_match_that_goes_on_has_no_record_yet(server: str) -> None:
    ended = typed("verify", new(server, spectators=True), server=server)
    assert (ended.code, ended.out) == (1, "")
    assert WORDS("error.MATCH_NOT_OVER") in ended.err


NO_RECORDS = ("", "{", "[]", "7", '{"updates": 7}', '{"match": {"match": 1}}', "[" * 9_999)


@pytest.mark.parametrize("content", NO_RECORDS)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(content, encoding="utf-8")
    ended = typed("verify", str(path))
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(f"gemwright: {path} is no record of a match: ")
    assert len(ended.err.splitlines()) == 1


def test_a_commitment_that_is_none_is_refused() -> None:
    ended = typed("verify", "x" * 24, "--commitment", "c0ffee")
    assert (ended.code, ended.out) == (2, "")
    assert "is no commitment" in ended.err
