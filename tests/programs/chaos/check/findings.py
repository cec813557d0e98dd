"""What a check found: which promise was broken, in which match, and how; and what was counted."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

KEPT: Final = 50
"""Findings of one promise that are kept in words; all are counted."""


class Promise(StrEnum):
    """What the service promises, as far as a run can prove it."""

    ACKNOWLEDGED = "ACKNOWLEDGED"
    """What was answered stands in the log at that version, with that effect; what was refused does
    not."""
    ONCE = "ONCE"
    """A request id is applied once, and answered the same each time."""
    REPLAY = "REPLAY"
    """The rules core makes of the set-up and the log what the service says."""
    WATCHED = "WATCHED"
    """What a follower was told is the log, in order, once each, to its end."""
    LEAK = "LEAK"
    """Nobody was told more than may be known."""
    TIMER = "TIMER"
    """Clocks run out once, never early, and outages are not charged."""
    FEED = "FEED"
    """Every end of a match was delivered, and a repetition can be told."""
    HEALTH = "HEALTH"
    """After the storm memory, descriptors and threads are back where they were."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A promise that was broken."""

    promise: Promise
    match: str
    """Empty where it is of no match."""
    text: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.promise, self.match, self.text)))


class Findings:
    """All that was found, and the figures of the run."""

    def __init__(self) -> None:
        self.counts: Counter[Promise] = Counter()
        """How often each promise was broken."""
        self.figures: dict[str, float] = {}
        """What was counted and measured, in the order in which it is printed."""
        self._kept: dict[Promise, list[Finding]] = {promise: [] for promise in Promise}

    def __iter__(self) -> Iterator[Finding]:
        return (finding for kept in self._kept.values() for finding in kept)

    def add(self, promise: Promise, match: str, text: str) -> None:
        """A promise was broken."""
        self.counts[promise] += 1
        if self.counts[promise] <= KEPT:
            self._kept[promise].append(Finding(promise, match, text))

    def count(self, name: str, by: float = 1) -> None:
        """One more of something."""
        self.figures[name] = self.figures.get(name, 0) + by

    def data(self) -> dict[str, object]:
        """All of it as JSON can hold it."""
        return {
            "counts": {str(promise): self.counts[promise] for promise in Promise},
            "findings": [
                {"promise": str(one.promise), "match": one.match, "text": one.text} for one in self
            ],
            "figures": self.figures,
        }
