"""Whether an answer, a log or a process is as it was promised to be."""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import grpc
from google.protobuf.message import DecodeError, Message
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from gemwright.pb.error_pb2 import ErrorReason
from tests.programs.fuzz.line import Answer
from tests.programs.fuzz.shots import TOO_LONG, Shot
from tests.programs.fuzz.world import Served, World

_CODES: Final = {code.value[0]: code.name for code in grpc.StatusCode}
_NEVER: Final = ("UNKNOWN", "INTERNAL", "DATA_LOSS")
_PAGE: Final = Path(__file__).parents[3] / "docs" / "protocol.md"
_ROW: Final = re.compile(r"^\| `([A-Z_]+)` \| `([A-Z_]+)` \|", re.MULTILINE)
CODE_OF: Final = dict(_ROW.findall(_PAGE.read_text(encoding="utf-8")))
"""The code of every reason, as the page for clients has it."""
_REASONS: Final = frozenset(ErrorReason.keys())
_UNCALLED_FOR: Final = ("INTERNAL", "STORE_UNAVAILABLE", "OUTCOME_UNKNOWN", "DRAINING")
"""Reasons that nobody has given cause for: the store is there, and no server stops."""
_ROOM: Final = 8_192
"""What the trailers of a call hold without fail."""
_STANDARD: Final = ("NOT_FOUND", "UNIMPLEMENTED")
"""What the standard services say in their own way."""
_MISTAKES: Final = (b"call_failed", b"create_failed", b"Traceback")


@dataclass
class Verdicts:
    """What was found wrong, and how everything ended."""

    found: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    by_method: Counter[str] = field(default_factory=Counter)
    by_sort: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By how a call was hostile, and how it ended."""

    def count(self, shot: Shot, end: str) -> None:
        """Note how a call ended."""
        self.ends[end] += 1
        self.by_sort[shot.sort, end] += 1
        if shot.method is not None:
            self.by_method[shot.method.path] += 1

    def complain(self, text: str) -> None:
        """Note something that must not be."""
        self.found.append(text)


def judge(world: World, shot: Shot, answer: Answer, verdicts: Verdicts) -> Sequence[Message]:
    """Look at how a call ended; what it was answered, if it was."""
    end, wrong, messages = _judged(world, shot, answer)
    verdicts.count(shot, end)
    for text in wrong:
        verdicts.complain(f"{text}\n  answer: {_said(answer)}\n  to: {shot}")
    return messages


def _judged(world: World, shot: Shot, answer: Answer) -> tuple[str, list[str], Sequence[Message]]:
    if answer.status == 0:
        messages, wrong = _read(shot, answer)
        return "OK", [*wrong, *_leaks(world.secrets, answer)], messages
    wrong = _leaks((*world.secrets, *world.told), answer)
    if answer.details:
        reason, more = _explained(answer)
        return reason, [*wrong, *more], ()
    if answer.status is None:
        end = "cut" if answer.reset is None else "reset"
        honest = [] if shot.message is None else ["an honest call had no end"]
        return end, [*wrong, *honest], ()
    code = _CODES.get(answer.status, str(answer.status))
    if shot.message is not None and not _may_be_bare(shot, code):
        wrong.append(f"{code} with no reason")
    return f"{code} of gRPC's own", wrong, ()


def _read(shot: Shot, answer: Answer) -> tuple[Sequence[Message], list[str]]:
    """The messages of an answer, which must be some."""
    if shot.method is None:
        return (), ["a call that is none was answered"]
    try:
        messages = [shot.method.answer.FromString(one) for one in answer.messages]
    except DecodeError:
        return (), ["an answer that is no message"]
    is_short = not messages and not shot.method.has_many_answers
    return messages, ["an answer without a message"] if is_short else []


def _explained(answer: Answer) -> tuple[str, list[str]]:
    """The reason of a refusal, and what is wrong with it."""
    status, info = Status.FromString(answer.details), ErrorInfo()
    if not any(detail.Unpack(info) for detail in status.details):
        return "no reason", ["a refusal without an ErrorInfo"]
    wrong = []
    code = _CODES[answer.status or 0]
    if f"ERROR_REASON_{info.reason}" not in _REASONS or info.domain != "gemwright":
        wrong.append("a reason that nobody knows")
    if status.code != answer.status or CODE_OF.get(info.reason) != code:
        wrong.append(f"{info.reason} with {code}, which the page says otherwise")
    if info.reason in _UNCALLED_FOR:
        wrong.append(f"{info.reason} without a cause")
    if len(answer.details) + len(answer.text) > _ROOM:
        wrong.append("more than trailers hold")
    return info.reason, wrong


def refusal_of(answer: Answer) -> str:
    """The reason of a refusal; OK where there is none so far."""
    if answer.details:
        return _explained(answer)[0]
    return _CODES[answer.status] if answer.status else "OK"


def _may_be_bare(shot: Shot, code: str) -> bool:
    """Whether gRPC, or a standard service, may have said so itself."""
    if code == "RESOURCE_EXHAUSTED":
        return len(shot.body) > TOO_LONG
    if shot.method is None or not shot.method.is_own:
        return code in _STANDARD
    return False


def _leaks(secrets: Sequence[bytes], answer: Answer) -> list[str]:
    told = b"\n".join((answer.text, answer.details, *answer.messages))
    return ["a secret was told"] if any(secret in told for secret in secrets) else []


def _said(answer: Answer) -> str:
    return f"{answer.http} {answer.status} {answer.text!r} {answer.details[:300]!r}"


class LogReader:
    """Reads on in the log of a server."""

    def __init__(self, served: Served) -> None:
        self._path = served.process.running.log
        self._at = 0

    def mistakes(self, secrets: Sequence[bytes]) -> Iterator[str]:
        """What is wrong with the lines that came since the last time."""
        with self._path.open("rb") as log:
            log.seek(self._at)
            content = log.read()
        content = content[: content.rfind(b"\n") + 1]
        self._at += len(content)
        return mistakes_in(content, secrets)


def mistakes_in(content: bytes, secrets: Sequence[bytes]) -> Iterator[str]:
    """What is wrong with some lines of a log."""
    if any(secret in content for secret in secrets):
        yield "a secret is in the log"
    for line in content.splitlines():
        try:
            read = json.loads(line)
        except ValueError:
            yield f"no line of the log: {line!r}"
            continue
        if read["level"] in ("error", "critical") or any(one in line for one in _MISTAKES):
            yield f"in the log: {line.decode()}"


@dataclass(frozen=True)
class Held:
    """What a process has in use."""

    memory_kb: int
    descriptors: int


def held_by(pid: int) -> Held:
    """What a process has in use now."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"^VmRSS:\s+(\d+) kB$", text, re.MULTILINE)
    assert found, text
    return Held(int(found[1]), len(os.listdir(f"/proc/{pid}/fd")))
