"""How far one watcher of a match has got, and what it was told last: values only."""

from math import inf

from gemwright.runtime.entries import Entry
from gemwright.runtime.ids import Place, place_token
from gemwright.runtime.match import Match
from gemwright.runtime.ports import Clock


class Walk:
    """How far one watcher has got."""

    def __init__(self, match: Match, place: Place) -> None:
        self.match_id = match.match_id
        self.viewer = place.viewer
        self.at = (place.version, place.commit)
        self.is_over = match.status.is_over and self.at == match.place
        self.told_at = -inf
        """A watch that goes on hears at once that it does, if only by a heartbeat."""
        self.time_ms = match.time_ms if self.at == match.place else 0
        """Of the update it has got to; what is told later is not said to be earlier."""
        self.clock: Clock | None = None
        """The clocks as the viewer was told last."""
        self.credits = -1
        """Of the tail, when that was found to be so."""

    @property
    def token(self) -> str:
        """To be sent what comes after."""
        return place_token(Place(*self.at, self.viewer))

    def told_of(self, clock: Clock | None, now: float) -> None:
        """What a first sight says."""
        self.clock = clock
        self.told_at = now

    def told(self, entry: Entry, now: float) -> None:
        """One update further."""
        self.at = (entry.version, entry.commit)
        self.is_over = entry.status.is_over
        self.told_at = now
        self.time_ms = entry.time_ms
        self.clock = entry.clock
