"""`gemwright play` with lines instead of a terminal: what is typed beforehand, or in answer."""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Final

from tests.cli.typed import command

PATIENCE: Final = 120.0
_ENTRY: Final = re.compile(r"(?:^|  ) *(\d+) ([a-z]\S*(?: \S+)*)")
_NOT_INHERITED: Final = ("GEMWRIGHT_", "LC_", "LANG", "XDG_")


def environment(home: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """This environment for somebody with a home of their own, and some more."""
    found = os.environ.items()
    kept = {name: value for name, value in found if not name.startswith(_NOT_INHERITED)}
    kept |= {"HOME": str(home), "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
    return kept | dict(more or {})


def said(
    home: Path, *words: str, lines: str | bytes = "", more: Mapping[str, str] | None = None
) -> tuple[int, str, str]:
    """Run a command on lines; its exit code, and what it says on both streams."""
    typed = lines.encode() if isinstance(lines, str) else lines
    ended = subprocess.run(
        command(*words),
        input=typed,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env=environment(home, more),
    )
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


class Script:
    """Somebody who reads what `gemwright play` prints, and answers with lines."""

    def __init__(self, home: Path, *words: str) -> None:
        self._process = subprocess.Popen(
            command("play", *words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment(home),
        )
        self.printed: list[str] = []
        """Every line there was."""

    @property
    def _input(self) -> IO[str]:
        assert self._process.stdin is not None
        return self._process.stdin

    def __enter__(self) -> "Script":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        with self._process:
            pass

    def read_to(self, *starts: str) -> str:
        """Read on to a line that begins in one of these ways; that line, or nothing at the end."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.printed.append(line.rstrip("\n"))
            if line.startswith(starts):
                return self.printed[-1]
        return ""

    def enter(self, line: str) -> None:
        """Type a line."""
        self._input.write(f"{line}\n")
        self._input.flush()

    def leave(self) -> None:
        """Type nothing more."""
        self._input.close()

    def ended(self) -> int:
        """Read to the end; the exit code."""
        self.read_to("\0")
        return self._process.wait(PATIENCE)


def numbers(lines: Sequence[str]) -> list[int]:
    """The numbers of the newest list among some lines."""
    found: list[int] = []
    for line in lines:
        for number, _ in _ENTRY.findall(line):
            found = [1] if number == "1" else [*found, int(number)]
    return found


def first_of(lines: Sequence[str]) -> str:
    """The first entry of the newest list among some lines."""
    found = [text for line in lines for number, text in _ENTRY.findall(line) if number == "1"]
    return found[-1] if found else ""
