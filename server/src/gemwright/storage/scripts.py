"""The Lua scripts, and commands in the form in which they are sent.

What a script takes and answers stands at its top, in `lua/`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "lua"


def packed(words: Sequence[bytes]) -> bytes:
    """A command as it goes over the wire."""
    return b"*%d\r\n" % len(words) + b"".join([b"$%d\r\n%b\r\n" % (len(w), w) for w in words])


@dataclass(frozen=True, slots=True)
class Script:
    """A script that Redis knows by the hash of its text."""

    text: bytes
    sha: bytes

    def call(self, keys: Sequence[bytes], arguments: Sequence[bytes]) -> bytes:
        """The command that runs it."""
        return packed((b"EVALSHA", self.sha, b"%d" % len(keys), *keys, *arguments))


def _script(name: str) -> Script:
    text = (FOLDER / f"{name}.lua").read_bytes()
    return Script(text, sha1(text, usedforsecurity=False).hexdigest().encode())


CREATE: Final = _script("create")
LOAD: Final = _script("load")
COMMIT: Final = _script("commit")
CONFIRM: Final = _script("confirm")
READ: Final = _script("read")
ARCHIVE: Final = _script("archive")
REMOVE: Final = _script("remove")
DUE: Final = _script("due")
POSTPONE: Final = _script("postpone")

SCRIPTS: Final = (CREATE, LOAD, COMMIT, CONFIRM, READ, ARCHIVE, REMOVE, DUE, POSTPONE)
LOAD_ALL: Final = b"".join([packed((b"SCRIPT", b"LOAD", script.text)) for script in SCRIPTS])
"""Makes all of them known; a Redis that still loads its data refuses."""
