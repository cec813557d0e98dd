"""Watching one match over any number of cuts, and which of its updates a reader has seen."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from gemwright_client.network.calls import Line
from gemwright_client.network.streams import ResumedStream
from gemwright_client.pb.match_pb2 import Match, Update
from gemwright_client.pb.match_service_pb2 import (
    RESET_REASON_MATCH_EXPIRED,
    RESET_REASON_UNREADABLE,
    ResetReason,
    WatchMatchRequest,
    WatchMatchResponse,
)

_SILENT: Final = ("heartbeat", "going_away", None)
LAST_RESETS: Final = (RESET_REASON_MATCH_EXPIRED, RESET_REASON_UNREADABLE)
"""After these, nothing comes any more."""
_PREFIX: Final = "RESET_REASON_"


@dataclass(frozen=True, slots=True)
class Missed:
    """A gap in what was received: which updates were missed, and which were undone."""

    reason: str
    """The name of a `ResetReason` without its prefix; the number of one that is newer."""
    versions: range
    """The updates that will not be sent: their effects are in the match as it is now."""
    undone: range
    """The updates that were received, but that the store has lost since."""


class Watch:
    """One viewer's watch of a match, which can be resumed."""

    def __init__(self, line: Line, match: str, seat: int | None, resume_token: str = "") -> None:
        self._line = line
        self._match = match
        self._seat = seat
        self.resume_token = resume_token
        """Where to resume: `Match.watch` goes on from there, in another process too."""

    async def messages(self) -> AsyncGenerator[WatchMatchResponse, None]:
        """Yield what the server sends, except heartbeats, up to the reveal or a last reset."""
        following = ResumedStream(
            self._line, "MatchService/WatchMatch", WatchMatchResponse, self._request
        )
        async with aclosing(following.messages()) as stream:
            async for message in stream:
                self.resume_token = (
                    message.resume_token
                )  # empty in a reset, which a snapshot follows
                kind = message.WhichOneof("message")
                if kind not in _SILENT:
                    yield message
                if kind == "reveal" or message.reset.reason in LAST_RESETS:
                    return

    def _request(self) -> WatchMatchRequest:
        return WatchMatchRequest(match=self._match, seat=self._seat, resume_token=self.resume_token)


class SeenUpdates:
    """The updates that one reader has seen, and what is missed after a reset."""

    def __init__(self, history: Callable[[int], AsyncIterator[Update]]) -> None:
        self._history = history
        """Lists the updates after a version, as the server has them now."""
        self._commits: dict[int, str] = {}
        """The commit of each version that was seen, and of the one before the first."""

    @property
    def version(self) -> int:
        """The newest version that was seen; -1 before any."""
        return max(self._commits, default=-1)

    @property
    def has_begun(self) -> bool:
        """Whether anything was seen that can be continued."""
        return bool(self._commits)

    def begin(self, match: Match) -> None:
        """Begin after the match as it is."""
        self._commits = {match.version: match.commit_id}

    def begin_after(self, version: int) -> None:
        """Begin after a version whose commit is not known."""
        self._commits = {version: ""}

    def takes(self, update: Update) -> bool:
        """Note an update; tell whether it is new."""
        if self._commits.get(update.version) == update.commit_id:
            return False
        self._commits[update.version] = update.commit_id
        return True

    async def missed(self, reason: ResetReason, match: Match) -> Missed:
        """Return what this reader missed, and begin again with the match as it is now."""
        common, seen = await self._common(match), self.version
        self.begin(match)
        return Missed(
            _name_of(reason),
            versions=range(common + 1, match.version + 1),
            undone=range(common + 1, seen + 1),
        )

    async def _common(self, match: Match) -> int:
        """Return the newest version up to which the match is the same as what was seen."""
        if self._commits.get(match.version) == match.commit_id:
            return match.version
        first = min(self._commits)
        common = first
        async for update in self._history(first):
            if self._commits.get(update.version) != update.commit_id:
                break
            common = update.version
        return min(common, match.version)


def lost(reason: ResetReason) -> Missed:
    """Make the `Missed` of a reset after which nothing comes any more."""
    return Missed(_name_of(reason), range(0), range(0))


def _name_of(reason: ResetReason) -> str:
    """Return the name of a reason, or its number if it is unknown."""
    if reason not in ResetReason.values():
        return str(reason)
    return ResetReason.Name(reason).removeprefix(_PREFIX)
