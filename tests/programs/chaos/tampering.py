"""Changes what a run has left behind, to see what the check makes of it.

A change is made in a copy: in one journal, in the dump, or of one update wherever it is told of.
"""

import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from google.protobuf.message import Message

from gemwright.pb.match_pb2 import Update
from gemwright.pb.match_service_pb2 import (
    GetMatchRecordResponse,
    ListUpdatesResponse,
    ResignResponse,
    SubmitActionResponse,
    WatchMatchResponse,
)
from gemwright.pb.operator_service_pb2 import InspectMatchResponse
from tests.programs.chaos.journal import Kind, Line, lines

MessageT = TypeVar("MessageT", bound=Message)
Change: TypeAlias = Callable[[Line], Iterable[Line]]
"""What becomes of a line: itself, another one, several or none."""

_SAID: Final[Mapping[tuple[Kind, str], type[Message]]] = {
    (Kind.ANSWERED, "SubmitAction"): SubmitActionResponse,
    (Kind.ANSWERED, "Resign"): ResignResponse,
    (Kind.ANSWERED, "ListUpdates"): ListUpdatesResponse,
    (Kind.ANSWERED, "InspectMatch"): InspectMatchResponse,
    (Kind.ANSWERED, "GetMatchRecord"): GetMatchRecordResponse,
    (Kind.HEARD, "WatchMatch"): WatchMatchResponse,
}


class Copy:
    """A copy of a run, to be changed."""

    def __init__(self, run: Path, folder: Path) -> None:
        self.folder = folder / "run"
        shutil.copytree(run, self.folder)

    def rewrite(self, journal: str, change: Change) -> None:
        """Change the lines of a journal, named as in `watchers-1-0` or `dump/api`."""
        path = self._path(journal)
        text = [one.text() for line in list(lines(path)) for one in change(line)]
        path.write_text("".join(f"{line}\n" for line in text), encoding="utf-8")

    def rewrite_store(self, match: str, change: Callable[[dict[str, int]], None]) -> None:
        """Change the request ids of a match, as they lie in the store."""
        path = self.folder / "dump" / "store.jsonl"
        stored = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for one in stored:
            if one["match"] == match:
                change(one["requests"])
        path.write_text("".join(f"{json.dumps(one)}\n" for one in stored), encoding="utf-8")

    def said(
        self,
        journal: str,
        method: str,
        kind: type[MessageT],
        change: Callable[[MessageT], bool],
        principal: str | None = None,
    ) -> int:
        """Change what was answered or told; how often the change says that it was one."""
        calls: dict[int, Line] = {}
        changed = 0

        def changed_line(line: Line) -> Iterable[Line]:
            nonlocal changed
            if line.kind in (Kind.CALLED, Kind.OPENED):
                calls[line.call] = line
            elif line.message and calls[line.call].method == method:
                if principal in (None, calls[line.call].principal):
                    message = kind.FromString(line.message)
                    if change(message):
                        changed += 1
                        return [replace(line, message=message.SerializeToString())]
            return [line]

        self.rewrite(journal, changed_line)
        return changed

    def everywhere(self, match: str, version: int, change: Callable[[Update], object]) -> None:
        """Change an update in all that was told of it, by whomever and to whomever."""
        for path in [*(self.folder / "journals").glob("*.jsonl"), self.folder / "dump/api.jsonl"]:
            altering = partial(_altered, {}, match, version, change)
            journal = f"dump/{path.stem}" if path.parent.name == "dump" else path.stem
            self.rewrite(journal, altering)

    def _path(self, journal: str) -> Path:
        folder = self.folder if "/" in journal else self.folder / "journals"
        return folder / f"{journal}.jsonl"


def _altered(
    of_call: dict[int, Line],
    match: str,
    version: int,
    change: Callable[[Update], object],
    line: Line,
) -> list[Line]:
    """A line in which the update, if it is told of there, is another one."""
    if line.kind in (Kind.CALLED, Kind.OPENED):
        of_call[line.call] = line
    opened = of_call.get(line.call)
    kind = _SAID.get((line.kind, opened.method)) if opened is not None else None
    if opened is None or kind is None or not line.message or match.encode() not in opened.message:
        return [line]
    message = kind.FromString(line.message)
    for update in updates_of(message):
        if update.version == version:
            change(update)
    return [replace(line, message=message.SerializeToString())]


def updates_of(message: Message) -> list[Update]:
    """The updates that a message has, to be changed in place."""
    match message:
        case SubmitActionResponse() | ResignResponse():
            return [message.update]
        case WatchMatchResponse():
            return [message.update] if message.HasField("update") else []
        case ListUpdatesResponse():
            return list(message.updates)
        case InspectMatchResponse() | GetMatchRecordResponse():
            return list(message.record.updates)
        case _:
            return []
