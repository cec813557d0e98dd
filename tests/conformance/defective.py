"""The driver of the Python client with one defect, which its first argument names.

Each is what a client may well get wrong, so that the suite can be seen to find it.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from gemwright_client import conformance, inbox, match, watch
from gemwright_client.network import calls, streams
from gemwright_client.pb.game_pb2 import Action
from gemwright_client.pb.inbox_service_pb2 import InboxEntry
from gemwright_client.pb.match_pb2 import Update
from gemwright_client.pb.match_service_pb2 import WatchMatchResponse

AnswerT = TypeVar("AnswerT", bound=Message)


class _Never(Exception):
    """Never raised, and so never caught."""


def one_id_for_all() -> None:
    """Every intention has the same request id."""
    match.new_request_id = lambda: "the-one-and-only"


def invents_actions() -> None:
    """It submits what was not listed."""
    act = match.Match.act

    async def invented(self: match.Match, action: Action, *, expected_version: int) -> Update:
        return await act(self, Action(duel={"replenish": {}}), expected_version=expected_version)

    match.Match.act = invented  # type: ignore[assignment,method-assign]


def gives_up_at_limits() -> None:
    """A limit is a refusal like others."""
    calls.LimitExceeded = _Never  # type: ignore[attr-defined,assignment]


def leaves_with_the_server() -> None:
    """Where a server goes away, it ends."""
    tell = conformance._tell

    def ending(message: WatchMatchResponse) -> None:
        if message.HasField("going_away"):
            os._exit(0)
        tell(message)

    conformance._tell = ending
    watch._SILENT = ()  # type: ignore[misc,assignment]


def stays_to_the_end() -> None:
    """Where a server goes away, it waits until it is gone."""
    streams._GOING_AWAY = "no such message"  # type: ignore[misc]


def knows_all_fields() -> None:
    """A field that it does not know is a mistake of the server's."""
    read = calls._read

    def strict(answer: type[AnswerT], content: bytes) -> AnswerT:
        message = read(answer, content)
        if len(UnknownFieldSet(message)):
            raise ValueError("a field that nobody knows")
        return message

    calls._read = strict


def bears_silence() -> None:
    """It waits for as long as a stream is open."""
    streams._SILENCES = 1000  # type: ignore[misc]


def never_pauses() -> None:
    """It tries again at once."""
    calls.Pause.seconds = lambda self: 0.0  # type: ignore[method-assign]


def goes_by_numbers() -> None:
    """After a reset it takes an update for old whose number it has seen."""
    tell, seen = conformance._tell, [-1]

    def once(message: WatchMatchResponse) -> None:
        if message.HasField("update"):
            if message.update.version <= seen[0]:
                return
            seen[0] = message.update.version
        tell(message)

    conformance._tell = once


def asks_twice() -> None:
    """It asks for two credentials where one will do."""
    token = conformance.Task.token

    async def twice(self: conformance.Task) -> str:
        if self._first is None:
            await token(self)
        return await token(self)

    conformance.Task.token = twice  # type: ignore[method-assign]


def forgets_its_place() -> None:
    """Every watch begins at the beginning."""
    request = watch.Watch._request

    def anew(self: watch.Watch) -> Message:
        self.resume_token = ""
        return request(self)

    watch.Watch._request = anew  # type: ignore[method-assign,assignment]


def believes_every_entry() -> None:
    """Whatever the inbox says last is the newest."""
    inbox.Newest.takes = lambda self, entry: True  # type: ignore[method-assign]


def tells_every_wake_up() -> None:
    """An entry that says nothing new is told like one that does."""
    takes = inbox.Newest.takes

    def again(self: inbox.Newest, entry: InboxEntry) -> bool:
        is_new = takes(self, entry)
        if not is_new and entry == self._entries[entry.match]:
            conformance._say(saw="inbox", matches=_newest(self))
        return is_new

    inbox.Newest.takes = again  # type: ignore[method-assign]


def answers_with_another_update() -> None:
    """Whoever acts is told of a commit that never was."""
    act = match.Match.act

    async def other(self: match.Match, action: Action, *, expected_version: int) -> Update:
        update = await act(self, action, expected_version=expected_version)
        return Update(version=update.version, commit_id="0" * len(update.commit_id))

    match.Match.act = other  # type: ignore[assignment,method-assign]


def remembers_over_a_reset() -> None:
    """What it knew before a reset is no news after it."""
    known = inbox.Newest()
    inbox.Newest = lambda: known  # type: ignore[assignment,misc]


def _newest(known: inbox.Newest) -> dict[str, int]:
    return {match: entry.version for match, entry in known._entries.items()}


DEFECTS: Final[Mapping[str, Callable[[], None]]] = {
    defect.__name__: defect
    for defect in (
        one_id_for_all,
        invents_actions,
        gives_up_at_limits,
        leaves_with_the_server,
        stays_to_the_end,
        knows_all_fields,
        bears_silence,
        never_pauses,
        goes_by_numbers,
        asks_twice,
        forgets_its_place,
        believes_every_entry,
        tells_every_wake_up,
        remembers_over_a_reset,
        answers_with_another_update,
    )
}


if __name__ == "__main__":
    DEFECTS[sys.argv[1]]()
    asyncio.run(conformance.main())
