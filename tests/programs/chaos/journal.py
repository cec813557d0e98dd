"""What the clients of a chaos run did and heard: a file of lines for each process that took part.

A line is on its way to the disk before the call that it tells of is sent, so a journal outlives the
process that kept it. The checker reads these files and nothing of the product's.
"""

import base64
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import IO, Self


class Kind(StrEnum):
    """What a line tells of."""

    CALLED = "called"
    """A call with one answer is about to be sent; `message` is the request."""
    ANSWERED = "answered"
    """It was answered: `code` and `reason`, and with the code OK the response as `message`."""
    OPENED = "opened"
    """A stream is about to be opened; `message` is the request."""
    HEARD = "heard"
    """A stream has told something; `message` is the response."""
    ENDED = "ended"
    """A stream is over: `code` and `reason`, `OK` if the server ended it, `CUT` if we did."""
    DONE = "done"
    """Somebody did something to a part of the run; `what` says what, `whom` to which part."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line. Which fields are set says its kind."""

    kind: Kind
    at: float = 0.0
    """Seconds on the clock of this machine that never jumps: the same in all its processes."""
    call: int = 0
    """The number of the call or stream in this journal, from 1."""
    method: str = ""
    """As in `SubmitAction`."""
    principal: str = ""
    """Who calls; empty without a credential."""
    follower: str = ""
    """Who follows, over all streams that were opened to resume each other."""
    address: str = ""
    """The server that was called."""
    code: str = ""
    reason: str = ""
    what: str = ""
    whom: str = ""
    message: bytes = b""

    def text(self) -> str:
        """The line as it stands in the file: JSON, what is not set left out."""
        said = {name: value for name, value in asdict(self).items() if value}
        if self.message:
            said["message"] = base64.b64encode(self.message).decode()
        return json.dumps(said)

    @classmethod
    def of(cls, text: str) -> Self:
        """The line that a text is; ValueError if it is none."""
        said = json.loads(text)
        if not isinstance(said, dict) or said.keys() - {field.name for field in fields(cls)}:
            raise ValueError(f"no line of a journal: {text}")
        said["kind"] = Kind(said["kind"])
        said["message"] = base64.b64decode(said.get("message", ""), validate=True)
        return cls(**said)


class Journal:
    """A journal being kept by one process; each line is handed to the kernel at once."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = path.open("ab", buffering=0)
        self._calls = 0

    def number(self) -> int:
        """A number for one more call or stream."""
        self._calls += 1
        return self._calls

    def write(
        self,
        kind: Kind,
        call: int = 0,
        *,
        method: str = "",
        principal: str = "",
        follower: str = "",
        address: str = "",
        code: str = "",
        reason: str = "",
        what: str = "",
        whom: str = "",
        message: bytes = b"",
    ) -> None:
        """Add a line, dated now."""
        line = Line(
            kind,
            time.monotonic(),
            call,
            method,
            principal,
            follower,
            address,
            code,
            reason,
            what,
            whom,
            message,
        )
        self._file.write(line.text().encode() + b"\n")

    def close(self) -> None:
        """Keep it no longer."""
        self._file.close()


def lines(path: Path) -> Iterator[Line]:
    """What a journal says; a last line that a killed process could not finish is left out."""
    with path.open("rb") as file:
        for raw in file:
            if raw.endswith(b"\n"):
                yield Line.of(raw.decode())
