"""A client process of a chaos run: `python -m tests.programs.chaos.clients ROLE --folder RUN ...`.

It keeps the journal `journals/NAME.jsonl` in the folder of the run, with DONE lines about itself:

    begin            it works from here on, and SIGTERM will end it in order
    end              it has ended in order
    complete         a follower (`whom`) has all, at the end of its match or of the run
    gave up: REASON  a follower was refused for good, as a spectator of a private match is
    tear             it has cut one of its own connections, to the server `whom`

SIGTERM ends it: with 0, or with 1 and a line on stderr for each thing that could not be completed.
"""

import argparse
import asyncio
import signal
import sys
from pathlib import Path
from random import Random
from typing import Final

import uvloop

from tests.programs.chaos.clients.feeds import feeds
from tests.programs.chaos.clients.matchmaker import matchmaker
from tests.programs.chaos.clients.players import players
from tests.programs.chaos.clients.servers import Servers
from tests.programs.chaos.clients.shift import Shift
from tests.programs.chaos.clients.watchers import watchers
from tests.programs.chaos.clients.work import Role, Settings, Work
from tests.programs.chaos.journal import Journal, Kind

_ROLES: Final[dict[str, tuple[Role, int]]] = {
    "matchmaker": (matchmaker, 1),
    "players": (players, 2),
    "watchers": (watchers, 4),
    "feeds": (feeds, 2),
}
"""What they do, and how many connections to each server they need for it."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.programs.chaos.clients")
    parser.add_argument("role", choices=_ROLES)
    parser.add_argument("--folder", type=Path, required=True, help="of the run")
    parser.add_argument("--name", required=True, help="of this process, new with every start")
    parser.add_argument("--servers", required=True, help="their addresses, with commas")
    parser.add_argument("--seed", default="0", help="repeats the choices")
    Settings.add_to(parser)
    return parser.parse_args()


async def _run(said: argparse.Namespace, journal: Journal) -> list[str]:
    """Work until SIGTERM; what could not be completed."""
    settings = Settings.of(said)
    shift = Shift(settings.patience)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, shift.end)
    rng = Random(f"{said.seed} {said.name}")
    role, lines = _ROLES[said.role]
    servers = Servers(said.servers.split(","), journal, rng, shift, lines)
    journal.write(Kind.DONE, what="begin", whom=said.name)
    complaints = await role(Work(said.name, journal, servers, shift, rng, settings))
    journal.write(Kind.DONE, what="end", whom=said.name)
    await servers.close()
    return complaints


def main() -> int:
    """The exit code."""
    said = _arguments()
    journal = Journal(said.folder / "journals" / f"{said.name}.jsonl")
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            complaints = runner.run(_run(said, journal))
    finally:
        journal.close()
    for complaint in complaints:
        print(f"{said.name}: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
