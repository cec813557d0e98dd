"""The command line as it is typed: in this process, or as a process of its own.

    ended = typed("match", "list", server=address)
    assert (ended.code, ended.err) == (0, "")

Nothing of this environment's settings or language is there, unless a test says so.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Final, TypeVar
from unittest.mock import patch

from google.protobuf.json_format import Parse
from google.protobuf.message import Message

from gemwright_client.__main__ import main

PATIENCE: Final = 60.0
_NOT_INHERITED: Final = ("GEMWRIGHT_", "LC_", "LANG", "PYTHONIOENCODING", "PYTHONUTF8", "NO_COLOR")
_WIDE: Final = "200"

MessageT = TypeVar("MessageT", bound=Message)


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command has done."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What it has printed."""
        return self.out.splitlines()

    def messages(self, kind: type[MessageT]) -> list[MessageT]:
        """What it has printed with `--json`; each line must be such a message, and no more."""
        return [Parse(line, kind()) for line in self.lines]

    def message(self, kind: type[MessageT]) -> MessageT:
        """Likewise, of the only line."""
        (message,) = self.messages(kind)
        return message


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """This environment, in English, without settings, and so wide that no line is broken."""
    found = os.environ.items()
    kept = {name: value for name, value in found if not name.startswith(_NOT_INHERITED)}
    return kept | {"LANG": "C.UTF-8", "COLUMNS": _WIDE} | dict(more or {})


def typed(
    *words: str,
    server: str = "",
    more: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
) -> Ended:
    """Run a command in this process; `more` is added to the environment."""
    named = {"GEMWRIGHT_SERVER": server} if server else {}
    out, err = BytesIO(), BytesIO()
    with (
        patch.dict(os.environ, environment({**named, **(more or {})}), clear=True),
        redirect_stdout(_text(out, encoding)) as stdout,
        redirect_stderr(_text(err, encoding)) as stderr,
    ):
        code = main(words)
        stdout.flush()
        stderr.flush()
    return Ended(code, out.getvalue().decode(encoding), err.getvalue().decode(encoding))


def _text(content: BytesIO, encoding: str) -> TextIOWrapper:
    return TextIOWrapper(content, encoding=encoding, errors="strict", write_through=True)


def command(*words: str) -> list[str]:
    """The words that start the command line as a process."""
    return [sys.executable, "-m", "gemwright_client", *words]


def run(
    words: Sequence[str], *, more: Mapping[str, str] | None = None, typed: str | None = None
) -> Ended:
    """Run a process to its end; `typed` is what its standard input has."""
    ended = subprocess.run(
        words,
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
        env=environment(more),
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def run_line(
    line: str, folder: Path, *, more: Mapping[str, str] | None = None, typed: str | None = None
) -> Ended:
    """Type a line into a shell that knows `gemwright`; what it keeps is in a folder."""
    program = folder / "bin" / "gemwright"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec {shlex.join(command())} "$@"\n', encoding="ascii")
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    kept = {"PATH": path, "XDG_DATA_HOME": str(folder / "kept")}
    return run(["sh", "-c", line], more={**kept, **(more or {})}, typed=typed)
