"""The keys of a server: read at its start, and again when their file changes."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Final

from gemwright.auth.keyfile import read_keys, stamp_of
from gemwright.auth.keys import Keys, KeysRefused

LOOK_EVERY: Final = 1.0
"""Seconds between two looks at the file."""


class Keyring:
    """The keys of a file; raises `KeysRefused` at the start, and later keeps the keys it has.

    It checks the file when it is asked, at most once a second: without calls it needs no keys.
    """

    def __init__(self, path: Path, complain: Callable[[str], None]) -> None:
        self._path = path
        self._complain = complain
        self._seen = stamp_of(path)
        self._looked_at = monotonic()
        self.generation = 0
        """How often the keys have changed so far."""
        self.keys: Keys = read_keys(path)

    def look(self) -> int:
        """Check whether the file has changed; return the generation of the keys."""
        now = monotonic()
        if now >= self._looked_at + LOOK_EVERY:
            self._looked_at = now
            self._read_if_changed()
        return self.generation

    def _read_if_changed(self) -> None:
        stamp = stamp_of(self._path)
        if stamp == self._seen:
            return
        self._seen = stamp
        try:
            keys = read_keys(self._path)
        except KeysRefused as refused:
            self._complain(str(refused))
            return
        if keys != self.keys:
            self.keys = keys
            self.generation += 1
