"""What `gemwright bot run` reports while a bot plays: results, and whether servers answer.

It follows the inbox on a stream of its own, beside the bot, and never acts.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing
from typing import Final, TextIO

from google.protobuf.json_format import MessageToDict

from gemwright_client.bots.runner import Tally
from gemwright_client.cli.failures import PROGRAM
from gemwright_client.cli.match_text import outcome_text, players_text, state_text
from gemwright_client.cli.output import remark, say_object
from gemwright_client.cli.reachability import AGAIN_S, Reachability
from gemwright_client.client import Client
from gemwright_client.errors import CallError, Unavailable
from gemwright_client.pb.inbox_service_pb2 import InboxEntry
from gemwright_client.pb.match_pb2 import Match, MatchState
from gemwright_client.words import Words

WON: Final = "won"
LOST: Final = "lost"
DRAWN: Final = "drawn"
ENDED: Final = "ended"
"""Over without a result, as when it is cancelled."""
_LIVE: Final = (MatchState.MATCH_STATE_WAITING, MatchState.MATCH_STATE_ACTIVE)


class Reporter:
    """Reports and counts the matches of a principal that end."""

    def __init__(
        self, server: str, words: Words, *, is_quiet: bool = False, data: TextIO | None = None
    ) -> None:
        """Report to `data` in JSON, or without it in text."""
        self._server = server
        self._words = words
        self._is_quiet = is_quiet
        self._data = data
        self._ready = asyncio.Event()
        self._is_complete = False
        """Whether the inbox has listed all matches, so that entries are news now."""
        self._live: dict[str, InboxEntry] = {}
        self._results: Counter[str] = Counter()

    @property
    def ended(self) -> int:
        """How many matches have ended."""
        return self._results.total()

    async def follow(self, client: Client, enough: int | None, stop: asyncio.Event) -> None:
        """Report what happens; set `stop` when enough matches have ended."""
        unseen: set[str] = set()
        """Matches from before a reset that were not listed again."""
        async with aclosing(client.inbox.watch()) as messages:
            async for message in messages:
                match message.WhichOneof("message"):
                    case "reset":
                        unseen = set(self._live)
                        self._is_complete = False
                    case "entry":
                        unseen.discard(message.entry.match)
                        await self._take(client, message.entry)
                    case "complete":
                        for match in unseen:
                            await self._conclude(client, self._live.pop(match))
                        if not self._ready.is_set():
                            number = len(self._live)
                            self._remark("cli.bot_ready", server=self._server, number=number)
                        self._is_complete = True
                        self._ready.set()
                if enough is not None and self.ended >= enough:
                    stop.set()

    async def probe(self, client: Client) -> None:
        """Report when servers stop answering, and when they answer again."""
        await self._ready.wait()
        await Reachability(client.catalogue.info, self._tell).keep_asking()

    def sum_up(self, tally: Tally) -> None:
        """Report what the bot has done in all."""
        counts = {name: self._results[name] for name in (WON, LOST, DRAWN)}
        done = {"ended": self.ended, "moves": tally.moves, "mistakes": tally.mistakes}
        self._remark("cli.bot_tally", **counts, **done)

    async def _take(self, client: Client, entry: InboxEntry) -> None:
        if entry.state in _LIVE:
            self._live[entry.match] = entry
        elif self._live.pop(entry.match, None) is not None or self._is_complete:
            await self._conclude(client, entry)

    async def _conclude(self, client: Client, entry: InboxEntry) -> None:
        """Report how a match ended; a match that the store has lost did not end."""
        match = await _ended(client, entry.match)
        if match is None:
            return
        result = result_of(match, entry.seats)
        self._results[result] += 1
        if self._data is not None:
            say_object(_data(match, entry, result), self._data)
        elif not self._is_quiet:
            outcome = outcome_text(match, self._words) or state_text(match, self._words)
            players = players_text(match, self._words)
            said = self._words(f"cli.bot_{result}")
            remark(f"{match.match}: {said} ({players}). {outcome}")

    def _tell(self, is_there: bool) -> None:
        self._remark("cli.back" if is_there else "cli.lost")

    def _remark(self, key: str, **values: object) -> None:
        if not self._is_quiet:
            remark(f"{PROGRAM}: {self._words(key, **values)}")


async def _ended(client: Client, match: str) -> Match | None:
    """Get a match that is over, once a server answers; None if it goes on or is gone."""
    while True:
        try:
            found = (await client.match(match).get()).match
            return None if found.state in _LIVE else found
        except Unavailable:
            await asyncio.sleep(AGAIN_S)
        except CallError:
            return None


def result_of(match: Match, seats: Sequence[int]) -> str:
    """Return how a match ended for the holder of these seats."""
    if not match.HasField("outcome"):
        return ENDED
    winners = match.outcome.winners
    if not winners or (len(winners) > 1 and set(winners) & set(seats)):
        return DRAWN
    return WON if winners[0] in seats else LOST


def _data(match: Match, entry: InboxEntry, result: str) -> dict[str, object]:
    known = MessageToDict(match)
    shown = {name: known.get(name) for name in ("match", "game", "state", "outcome")}
    return {**shown, "seats": list(entry.seats), "result": result}
