"""Whether something grows: a line through samples that go up and down, and what it comes to.

The line is that of Theil and Sen, which a few samples far off do not turn. How far samples lie from
it is the noise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import Final

MOST_POINTS: Final = 200
"""More samples are averaged to so many: the line needs the slope of each pair."""
MINUTE: Final = 60.0


@dataclass(frozen=True, slots=True)
class Growth:
    """How something has grown, in its own unit."""

    first: float
    """Where the line begins."""
    last: float
    """Where it ends."""
    a_minute: float
    noise: float
    """How far half of the samples lie from the line at most."""

    @property
    def total(self) -> float:
        """From the beginning to the end."""
        return self.last - self.first


def growth(samples: Sequence[tuple[float, float]]) -> Growth:
    """The growth over samples, each a time in seconds and a number."""
    points = _fewer(samples)
    slope = median((b[1] - a[1]) / (b[0] - a[0]) for a, b in combinations(points, 2))
    level = median(value - slope * at for at, value in points)
    noise = median(abs(value - slope * at - level) for at, value in points)
    begin, end = points[0][0], points[-1][0]
    return Growth(level + slope * begin, level + slope * end, slope * MINUTE, noise)


def _fewer(samples: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The samples, averaged by so many neighbours that there are few enough."""
    if len(samples) < 2:
        raise ValueError("one sample does not grow")
    step = -(-len(samples) // MOST_POINTS)
    groups = [samples[place : place + step] for place in range(0, len(samples), step)]
    return [
        (sum(at for at, _ in group) / len(group), sum(value for _, value in group) / len(group))
        for group in groups
    ]
