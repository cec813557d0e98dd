"""The driver of this library for the conformance suite: `python -m gemwright_client.conformance`.

It reads what to do and prints what it saw, as `clients/conformance/README.md` says. It repeats and
reorders nothing itself: that is what is tested.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Final, TypeAlias

from gemwright_client.client import Client
from gemwright_client.errors import CallError, Facts, StaleVersion
from gemwright_client.pb.game_pb2 import Event
from gemwright_client.pb.inbox_service_pb2 import InboxResetReason
from gemwright_client.pb.match_pb2 import MatchState, Update
from gemwright_client.pb.match_service_pb2 import ResetReason, WatchMatchResponse
from gemwright_client.pb.outcome_pb2 import EndReason

Line: TypeAlias = Mapping[str, object]


def _say(**line: object) -> None:
    print(json.dumps(line), flush=True)


class Task:
    """What the suite asks for, and the pipe to it."""

    def __init__(self, line: Line, lines: asyncio.StreamReader) -> None:
        self.do: Final = str(line["do"])
        self.address: Final = str(line["grpc"])
        self.match: Final = str(line.get("match", ""))
        self.seat: Final = _number(line, "seat")
        self.moves: Final = _number(line, "moves")
        self.times: Final = _number(line, "times")
        self._first: str | None = str(line["token"])
        self._lines = lines
        self._answers: asyncio.Queue[str] = asyncio.Queue()

    async def token(self) -> str:
        """Return the token; once it has expired, ask for another."""
        first, self._first = self._first, None
        if first is not None:
            return first
        _say(ask="token")
        return await self._answers.get()

    async def listen(self) -> None:
        """Take the suite's answers, to the end of standard input."""
        while line := await self._lines.readline():
            self._answers.put_nowait(json.loads(line)["token"])


def _number(line: Line, name: str) -> int:
    value = line.get(name, 0)
    return value if isinstance(value, int) else 0


async def _play(client: Client, task: Task) -> None:
    match, left = client.match(task.match, task.seat), task.moves
    last = ""
    async with aclosing(match.watch()) as messages:
        async for message in messages:
            last = message.WhichOneof("message") or ""
            _tell(message)
            if not (message.legal_actions and left):
                continue
            action, version = message.legal_actions[0], _version(message)
            if not await _attempt("SubmitAction", match.act(action, expected_version=version)):
                continue
            left -= 1
            if not left:
                await _attempt("Resign", match.resign())
    if last == "reveal":
        end = (await match.get()).match
        reasons = [_name(EndReason.Name, reason, "END_REASON_") for reason in end.outcome.reasons]
        state = _name(MatchState.Name, end.state, "MATCH_STATE_")
        _say(saw="over", state=state, winners=list(end.outcome.winners), reasons=reasons)


def _tell(message: WatchMatchResponse) -> None:
    match message.WhichOneof("message"):
        case "snapshot":
            seen = message.snapshot.match
            _say(saw="snapshot", version=seen.version, commit=seen.commit_id)
        case "update":
            update = message.update
            unknown = sum(map(_is_unknown, update.events))
            _say(
                saw="update",
                version=update.version,
                commit=update.commit_id,
                unknown_events=unknown,
            )
        case "reset":
            _say(saw="reset", reason=_name(ResetReason.Name, message.reset.reason, "RESET_REASON_"))


def _version(message: WatchMatchResponse) -> int:
    """Return the version that the legal actions of a message are for."""
    is_update = message.HasField("update")
    return message.update.version if is_update else message.snapshot.match.version


def _is_unknown(event: Event) -> bool:
    match event.WhichOneof("event"):
        case "duel":
            return event.duel.WhichOneof("event") is None
        case "splendor":
            return event.splendor.WhichOneof("event") is None
        case kind:
            return kind is None


async def _submit(client: Client, task: Task) -> None:
    match = client.match(task.match, task.seat)
    for _ in range(task.times):
        actions = await match.legal_actions()
        await _attempt("SubmitAction", match.act(actions[0]), is_last=False)


class _Refused(Exception):
    """There is nothing more to do."""


async def _attempt(name: str, call: Awaitable[Update], *, is_last: bool = True) -> bool:
    """Tell whether a call was applied; raises `_Refused` if it was refused for good."""
    try:
        update = await call
    except CallError as error:
        _say_refused(name, error.facts)
        if is_last and not isinstance(error, StaleVersion):
            raise _Refused from None
        return False
    _say(saw="applied", version=update.version, commit=update.commit_id)
    return True


def _say_refused(name: str, facts: Facts) -> None:
    details = {
        "refusal": facts.refusal,
        "rule": facts.rule,
        "field": facts.field,
        "current_version": facts.current_version,
    }
    found = {key: value for key, value in details.items() if value not in ("", None)}
    _say(saw="refused", call=name, reason=facts.reason, **found)


async def _inbox(client: Client, task: Task) -> None:
    matches: dict[str, int] = {}
    is_complete = False
    async with aclosing(client.inbox.watch()) as messages:
        async for message in messages:
            match message.WhichOneof("message"):
                case "reset":
                    matches, is_complete = {}, False
                    prefix = "INBOX_RESET_REASON_"
                    reason = _name(InboxResetReason.Name, message.reset.reason, prefix)
                    _say(saw="reset", reason=reason)
                case "entry":
                    before = matches.get(message.entry.match)
                    matches[message.entry.match] = message.entry.version
                    if is_complete and before != message.entry.version:
                        _say(saw="inbox", matches=matches)
                case "complete":
                    is_complete = True
                    _say(saw="inbox", matches=matches)


def _name(names: Callable[[int], str], value: int, prefix: str) -> str | int:
    """Return the name of a value without its prefix, or its number if it is unknown."""
    try:
        return names(value).removeprefix(prefix)
    except ValueError:
        return value


_TASKS: Final = {"play": _play, "submit": _submit, "inbox": _inbox}


async def _done(task: Task) -> None:
    async with Client(task.address, task.token) as client:
        try:
            await _TASKS[task.do](client, task)
        except _Refused:
            return
        except CallError as error:
            _say_refused("WatchInbox" if task.do == "inbox" else "WatchMatch", error.facts)


async def main() -> None:
    """Do what the first line of standard input asks for, until that input ends."""
    lines = asyncio.StreamReader()
    pipe, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    task = Task(json.loads(await lines.readline()), lines)
    doing, listening = asyncio.create_task(_done(task)), asyncio.create_task(task.listen())
    ended, going_on = await asyncio.wait([doing, listening], return_when="FIRST_COMPLETED")
    for one in going_on:
        one.cancel()
    await asyncio.wait([doing, listening])
    for one in ended:
        one.result()
    pipe.close()


if __name__ == "__main__":
    asyncio.run(main())
