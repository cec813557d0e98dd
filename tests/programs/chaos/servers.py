"""The servers of a run, and its bot hosts: how they are started and what they must log.

Two servers (or more) are in development mode: clients say `Bearer dev:<principal>` and own every
match together. One more has a file of keys whose owner has the same name: bot hosts, which need
keys, play the seats of bots through it. All are on one store, so every match is on all of them.
Each is reached through a door, which stays where it is over all restarts.
"""

import io
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final

import msgspec

from gemwright.commands import keys
from tests.programs.chaos.actor import Actor
from tests.programs.chaos.journal import Journal

PROGRAM: Final = "gemwright-server: "
OWNER: Final = "dev"
"""As development mode calls the owner of everything."""
READY: Final = "/ListGames\n"
"""The end of what a server prints when it serves."""
HEARTBEAT_S: Final = 2
SERVE: Final = (sys.executable, "-m", "gemwright")
WORDS: Final = (
    *("--listen", "127.0.0.1:0", "--http", "off", "--bots", "off", "--log-format", "json"),
    *("--heartbeat", f"{HEARTBEAT_S}s", "--grace", "3s", "--max-streams", "0", "--max-calls", "0"),
)

_MISTAKES: Final = frozenset(
    {
        *("call_failed", "create_failed", "reading_on_failed", "sweep_failed", "timer_failed"),
        *("timers_failed", "feed_failed", "inspection_failed", "keeper_failed", "bot_failed"),
        *("bot_host_failed", "bot_inbox_failed", "bot_mistaken"),
    }
)
_SECRETS: Final = re.compile(
    # The id of a match may have any four letters in it, and is no secret.
    r"bearer|dev:|gwk_|gwp_|join_token|resume_token|(?<![a-z2-7])(seed|salt)(?![a-z2-7]{8})"
    r"|traceback",
    re.IGNORECASE,
)


class _Line(msgspec.Struct):
    event: str
    level: str


_LINE: Final = msgspec.json.Decoder(_Line)


def address(started: Actor) -> str:
    """Where a server that was started listens."""
    found = re.search(r"listens on (\S+)\n", started.output)
    assert found, started.output
    return found[1]


def bot_host(name: str, folder: Path, door: str, keys: Path, journal: Journal) -> Actor:
    """A process that plays the seats of bots."""
    words = (*SERVE, "bots", "--server", door, "--keys", str(keys), "--log-format", "json")
    return Actor(name, lambda _: words, folder, journal, "plays at")


def make_keys(path: Path) -> None:
    """Make the file of keys of the server for bots; nobody needs the key itself."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        code = keys.main(["new", "--keys", str(path), "--owner", OWNER], {})
    assert code == 0


def unfit(log: Path) -> Iterator[str]:
    """What a log has that it must not: mistakes of ours, secrets, lines that are none."""
    if not log.exists():
        return
    for number, text in enumerate(log.read_text(encoding="utf-8").splitlines(), start=1):
        where = f"{log.name}:{number}"
        if text.startswith(PROGRAM):
            continue  # why it does not start, in words
        if found := _SECRETS.search(text):
            yield f"{where} has {found[0]!r}"
        try:
            line = _LINE.decode(text)
        except msgspec.DecodeError:
            yield f"{where} is no line of a log: {text[:200]}"
            continue
        if line.event in _MISTAKES or line.level in ("error", "critical"):
            yield f"{where}: {text[:500]}"
