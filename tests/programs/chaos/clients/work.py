"""What every client process of a chaos run has, whatever its role is."""

import argparse
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tests.programs.chaos.clients.servers import Servers
from tests.programs.chaos.clients.shift import Shift
from tests.programs.chaos.journal import Journal

OWNER = "owner"
"""Who makes the matches, and is told of all of them. In development mode everybody is."""


@dataclass(frozen=True)
class Settings:
    """What the command line says of the work."""

    principals: tuple[str, ...]
    """The players that there are; for the role of the players, those it plays."""
    matches: int
    """So many are kept alive."""
    pace: float
    """So many turns a second at most."""
    cuts: float
    """So many of its own streams a process cuts in a second."""
    tears: float
    """So many of its own connections a process tears in a second."""
    silence: float
    """A stream that says nothing for so many seconds is dead."""
    patience: float
    """When told to end, everything has to be complete within so many seconds."""

    @classmethod
    def add_to(cls, parser: argparse.ArgumentParser) -> None:
        """Say what can be set."""
        players = ",".join(f"p{number}" for number in range(32))
        parser.add_argument("--principals", default=players, help="the players, with commas")
        parser.add_argument("--matches", type=int, default=30, help="matches kept alive")
        parser.add_argument("--pace", type=float, default=60.0, help="turns a second at most")
        parser.add_argument("--cuts", type=float, default=8.0, help="streams cut a second")
        parser.add_argument("--tears", type=float, default=0.3, help="connections torn a second")
        parser.add_argument("--silence", type=float, default=32.0, help="seconds")
        parser.add_argument("--patience", type=float, default=60.0, help="seconds after SIGTERM")

    @classmethod
    def of(cls, said: argparse.Namespace) -> "Settings":
        """What was said."""
        return cls(
            tuple(said.principals.split(",")),
            said.matches,
            said.pace,
            said.cuts,
            said.tears,
            said.silence,
            said.patience,
        )


@dataclass(frozen=True)
class Work:
    """What a role works with."""

    name: str
    journal: Journal
    servers: Servers
    shift: Shift
    rng: Random
    settings: Settings

    def chance(self, share: float) -> bool:
        """Whether it happens, in such a share of the cases."""
        return self.rng.random() < share

    def new_id(self) -> str:
        """A request id that nobody has used: the name is new with every start."""
        return f"{self.name}-{self.rng.getrandbits(64):016x}"


Role: TypeAlias = Callable[[Work], Awaitable[list[str]]]
"""Works until the shift is over and ends in order; what could not be brought to an end."""
