"""The records and forgeries of `tests/vectors`, as any verifier is tested with them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from google.protobuf.json_format import Parse, ParseDict

from gemwright_client.pb.match_pb2 import MatchRecord, Update
from gemwright_client.verify import Dishonest, Honest, Incomplete, Unverifiable, Verdict
from tests.programs.vectors.forge import ENDING, RECORDS, VERDICTS, read

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

NAMES: Final = sorted(path.name.removesuffix(ENDING) for path in RECORDS.glob(f"*{ENDING}"))


@dataclass(frozen=True)
class Edit:
    """One change of a record's JSON."""

    path: Sequence[str | int]
    value: Json


@dataclass(frozen=True)
class Case:
    """A record with some changes, and the answer to it."""

    record: str
    what: str
    edits: Sequence[Edit]
    kept_commitment: bytes | None
    expected: Mapping[str, Json]

    def __str__(self) -> str:
        return f"{self.record}: {self.what}"

    def forged(self) -> MatchRecord:
        """The record as it was changed."""
        record = json.loads(text_of(self.record))
        for edit in self.edits:
            _change(record, edit)
        updates = record.pop("updates", [])
        message = ParseDict(record, MatchRecord(), ignore_unknown_fields=True)
        message.updates.extend(_parsed(json.dumps(update)) for update in updates)
        return message


@cache
def _parsed(update: str) -> Update:
    """An update; most are in many cases."""
    return Parse(update, Update(), ignore_unknown_fields=True)


def cases() -> Iterator[Case]:
    """All that are written down."""
    for told in json.loads(VERDICTS.read_text(encoding="utf-8")):
        kept = told.get("kept_commitment")
        yield Case(
            told["record"],
            told["what"],
            [Edit(**edit) for edit in told["edits"]],
            bytes.fromhex(kept) if kept else None,
            told["expected"],
        )


@cache
def text_of(name: str) -> str:
    """A record in JSON."""
    return read(RECORDS / f"{name}{ENDING}")


def record_of(name: str) -> MatchRecord:
    """A record."""
    return Parse(text_of(name), MatchRecord())


def told(verdict: Verdict) -> dict[str, Json]:
    """An answer as the vectors have it."""
    match verdict:
        case Honest(draws):
            return {"answer": "honest", "draws": draws}
        case Dishonest():
            return {
                "answer": "dishonest",
                "check": str(verdict.check),
                "version": verdict.version,
                "event": verdict.event,
                "expected": verdict.expected,
                "found": verdict.found,
            }
        case Unverifiable():
            return {"answer": "unverifiable"}
        case Incomplete():
            return {"answer": "incomplete"}


def _change(record: Json, edit: Edit) -> None:
    *way, last = edit.path
    at = record
    for step in way:
        at = _within(at, step)
    if isinstance(at, dict) and isinstance(last, str):
        if edit.value is None:
            at.pop(last, None)
        else:
            at[last] = edit.value
    elif isinstance(at, list) and isinstance(last, int):
        if edit.value is None:
            del at[last]
        else:
            at[last] = edit.value
    else:
        raise AssertionError(edit)


def _within(at: Json, step: str | int) -> Json:
    """A member of it; what is not there, for it is empty, is there from now on."""
    if isinstance(at, dict) and isinstance(step, str):
        return at.setdefault(step, {})
    if isinstance(at, list) and isinstance(step, int):
        return at[step]
    raise AssertionError(step)
