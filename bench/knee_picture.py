"""A picture of the knee: moves a second against the 99th percentile of their times, as SVG.

The scale of the times is logarithmic, because they span two powers of ten. There are colours for a
light and for a dark background; the page that shows the picture chooses.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 56, 52
_LABELS: Final = {"one": (-8, -8, "end"), "two": (7, 14, "start")}
"""Where the number of callers is written at a dot: left of one curve, right of the other."""
_SIZES: Final = (1, 2, 5)
_MOST_TICKS: Final = 8

STYLE: Final = """\
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.small { font-size: 11px }
.title { font-size: 15px; font-weight: 600 }
.ground { fill: #ffffff }
.grid { stroke: #d8dee4 }
.axis { stroke: #57606a }
.one { stroke: #0969da } .two { stroke: #bc4c00 }
text.one { fill: #0969da; stroke: none } text.two { fill: #bc4c00; stroke: none }
circle.one { fill: #0969da } circle.two { fill: #bc4c00 }
path { fill: none; stroke-width: 2 }
.told { stroke-dasharray: 2 4; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.ground { fill: #0d1117 }
.grid { stroke: #30363d }
.axis { stroke: #8b949e }
.one { stroke: #58a6ff } .two { stroke: #ffa657 }
text.one { fill: #58a6ff } text.two { fill: #ffa657 }
circle.one { fill: #58a6ff } circle.two { fill: #ffa657 }
}
"""


@dataclass(frozen=True, slots=True)
class Dot:
    """One measurement of a curve."""

    callers: int
    moves_per_s: float
    answer_ms: float
    told_ms: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The measurements of one server, from few callers to many."""

    kind: str
    """The style in which it is drawn: `one` or `two`."""
    name: str
    knee: int
    """The number of callers at which it bends."""
    dots: Sequence[Dot]


class Scales:
    """Where a measurement lies in the picture."""

    def __init__(self, curves: Sequence[Curve]) -> None:
        dots = [dot for curve in curves for dot in curve.dots]
        times = [time for dot in dots for time in (dot.answer_ms, dot.told_ms)]
        self.step = _round_step(max(dot.moves_per_s for dot in dots) / _MOST_TICKS)
        self.most = self.step * math.ceil(max(dot.moves_per_s for dot in dots) / self.step)
        self.ticks = list(_times_around(min(times), max(times)))

    def x(self, moves_per_s: float) -> float:
        """The distance from the left."""
        return LEFT + (WIDTH - LEFT - RIGHT) * moves_per_s / self.most

    def y(self, ms: float) -> float:
        """The distance from the top."""
        low, high = math.log(self.ticks[0]), math.log(self.ticks[-1])
        part = (math.log(ms) - low) / (high - low)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part


def _round_step(least: float) -> float:
    """The smallest 1, 2 or 5 times a power of ten that is not less than this."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(size * power for size in (*_SIZES, 10) if size * power >= least)


def _times_around(least: float, most: float) -> Iterator[float]:
    """The steps 1, 2, 5, 10 ... from below the least time to above the longest."""
    ticks = [size * 10.0**power for power in range(-3, 6) for size in _SIZES]
    first = max(place for place, tick in enumerate(ticks) if tick < 0.9 * least)
    last = min(place for place, tick in enumerate(ticks) if tick >= most)
    yield from ticks[first : max(last, first + 1) + 1]


def picture(curves: Sequence[Curve]) -> str:
    """The whole picture."""
    scales = Scales(curves)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            "<title>Moves a second against the 99th percentile of their times</title>",
            f"<style>\n{STYLE}</style>",
            f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
            *_axes(scales),
            *_legend(curves),
            *(line for curve in curves for line in _curve(curve, scales)),
            "</svg>\n",
        ]
    )


def _axes(scales: Scales) -> Iterator[str]:
    left, right, bottom = LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM
    for tick in scales.ticks:
        y = scales.y(tick)
        yield f'<line class="grid" x1="{left}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}"/>'
        yield _text(left - 8, y + 4, f"{tick:g} ms", "small", "end")
    for number in range(round(scales.most / scales.step) + 1):
        moves = number * scales.step
        x = scales.x(moves)
        yield f'<line class="axis" x1="{x:.1f}" y1="{bottom}" x2="{x:.1f}" y2="{bottom + 5}"/>'
        yield _text(x, bottom + 19, f"{moves:,.0f}", "small", "middle")
    yield f'<line class="axis" x1="{left}" y1="{bottom}" x2="{right}" y2="{bottom}"/>'
    yield _text((left + right) / 2, HEIGHT - 12, "moves a second", "", "middle")
    yield _text(right, HEIGHT - 12, "numbers: callers; large: the knee", "small", "end")


def _legend(curves: Sequence[Curve]) -> Iterator[str]:
    yield _text(LEFT, 22, "99 % of the moves are faster than this", "title", "start")
    x = LEFT
    for curve in curves:
        for name, more in (("answered", ""), ("other seat told", " told")):
            yield f'<path class="{curve.kind}{more}" d="M{x} 40h26"/>'
            words = f"{curve.name}, {name}"
            yield _text(x + 32, 44, words, "small", "start")
            x += 46 + 6 * len(words)


def _curve(curve: Curve, scales: Scales) -> Iterator[str]:
    answers = [(scales.x(dot.moves_per_s), scales.y(dot.answer_ms)) for dot in curve.dots]
    told = [(scales.x(dot.moves_per_s), scales.y(dot.told_ms)) for dot in curve.dots]
    yield f'<path class="{curve.kind}" d="{_path(answers)}"/>'
    yield f'<path class="{curve.kind} told" d="{_path(told)}"/>'
    for dot, (x, y) in zip(curve.dots, answers, strict=True):
        size = 6 if dot.callers == curve.knee else 3
        yield f'<circle class="{curve.kind}" cx="{x:.1f}" cy="{y:.1f}" r="{size}"/>'
        right, down, anchor = _LABELS[curve.kind]
        yield _text(x + right, y + down, str(dot.callers), f"small {curve.kind}", anchor)


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)


def _text(x: float, y: float, words: str, kind: str, anchor: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'
