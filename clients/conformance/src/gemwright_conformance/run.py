"""Playing one case: a client is started, given its task, and observed until it ends."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from secrets import token_hex
from typing import Final

from gemwright_conformance.cases import Case
from gemwright_conformance.checks.inbox import state
from gemwright_conformance.driver import Account, Driver, Line, started
from gemwright_conformance.evidence import Evidence
from gemwright_conformance.journal import Journal
from gemwright_conformance.layer import Course, Layer
from gemwright_conformance.scene import CaseScene
from gemwright_conformance.table import Table, laid
from gemwright_conformance.venue import Venue, opened

_INBOX_TABLES: Final = 3
_INBOX_ROUNDS: Final = 6
_READ_S: Final = 3.0
"""How long to wait until the client has reported one change of a match."""


class Slot:
    """The case that is played now; all calls belong to it."""

    scene: CaseScene
    course: Course


@dataclass(frozen=True, slots=True)
class Suite:
    """The server, and a client that is started for each case."""

    venue: Venue
    slot: Slot
    command: Sequence[str]
    patience: float
    """How many seconds a case may take."""

    async def played(self, case: Case) -> Evidence:
        """Play a case and return its evidence."""
        tables = await self._lay(case)
        scene = self.slot.scene = CaseScene(self.venue, tables)
        self.slot.course = _course(case, scene.journal)
        async with started(self.command, lambda: scene.token) as driver:
            driver.tell(self._task(case, scene, tables[0]))
            if case.task == "inbox":
                await self._change(tables[1:], driver, scene.journal)
                await driver.end(self.patience)
            else:
                async with tables[0].played():
                    await driver.end(self.patience)
        self.venue.wires.put_up()  # a client that gave up did not wait for that
        seen = await tables[0].players[0].get()
        return Evidence(case.end, scene.journal, driver.account, seen.match)

    async def _lay(self, case: Case) -> list[Table]:
        number = _INBOX_TABLES if case.task == "inbox" else 1
        name = f"client-{token_hex(4)}"
        return [
            await laid(self.venue.services, case.game, name, case.rivals) for _ in range(number)
        ]

    def _task(self, case: Case, scene: CaseScene, table: Table) -> Line:
        """The task for the client."""
        task: dict[str, object] = {
            "do": case.task,
            "grpc": str(self.venue.grpc),
            "http": f"http://{self.venue.http}",
            "token": scene.token,
        }
        match case.task:
            case "play":
                task |= {"match": table.match, "seat": 0, "moves": case.moves}
            case "submit":
                task |= {"match": table.match, "seat": 0, "times": case.moves}
        return task

    async def _change(self, tables: Sequence[Table], driver: Driver, journal: Journal) -> None:
        """Play on at some tables until the client has reported everything."""
        await driver.until(lambda account: bool(account.lines("inbox")), self.patience)
        for _ in range(_INBOX_ROUNDS):
            for table in tables:
                version = await table.go_on()
                knows = partial(_knows, table.match, version)
                await driver.until(knows, _READ_S)
        await driver.until(lambda account: _map(account) == state(journal), self.patience)
        driver.say_no_more()


def _map(account: Account) -> object:
    """The newest map that the client has reported."""
    lines = account.lines("inbox")
    return lines[-1].line.get("matches") if lines else None


def _knows(match: str, version: int, account: Account) -> bool:
    """Whether the client has reported a match as it is now."""
    told = _map(account)
    return isinstance(told, dict) and told.get(match) == version


def _course(case: Case, journal: Journal) -> Course:
    change = case.change
    if change is None:
        return Course(case.calls, case.streams)
    return Course(
        case.calls, case.streams, lambda method, content: change(method, content, journal)
    )


@asynccontextmanager
async def suite(command: Sequence[str], patience: float) -> AsyncIterator[Suite]:
    """Start a server that goes wrong, for a client."""
    slot = Slot()
    layer = Layer(lambda: slot.scene, lambda: slot.course)
    async with opened(layer) as venue:
        yield Suite(venue, slot, command, patience)
