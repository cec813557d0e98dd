"""A run in words, short enough to be read; `report.json` has it all."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tests.programs.chaos.run import Outcome

MOST_SHOWN: Final = 20
WIDTH: Final = 100
STORM: Final = "storm"
"""Begins the figures of what the storm did, which is told from what it did itself."""
CUTS: Final = " cut by "
REST: Final = "counted"


def report(name: str, outcome: Outcome) -> str:
    """What happened, what was counted, what was found."""
    return "\n".join(_lines(name, outcome))


def summary(outcomes: Sequence[Outcome]) -> str:
    """What happened in all storms together."""
    deeds, figures = Counter[str](), Counter[str]()
    for outcome in outcomes:
        deeds.update(outcome.deeds)
        figures.update({name: round(n) for name, n in outcome.figures.items() if CUTS in name})
    minutes = sum(outcome.seconds for outcome in outcomes) / 60
    return "\n".join(
        (
            f"\naltogether: {minutes:.1f} minutes",
            _wrapped("done", _deeds(deeds)),
            _wrapped("cuts", (f"{name} {number:,}" for name, number in figures.items())),
        )
    )


def _lines(name: str, outcome: Outcome) -> Iterator[str]:
    yield f"\n{name}: {outcome.seconds / 60:.1f} minutes"
    if outcome.deeds:
        yield _wrapped("done", _deeds(outcome.deeds))
    for group, entries in _grouped(outcome.figures).items():
        yield _wrapped(group, entries)
    if not outcome.findings:
        yield "  nothing was found"
        return
    yield f"  FOUND ({len(outcome.findings)}):"
    for finding in outcome.findings[:MOST_SHOWN]:
        yield f"    {finding}"
    if len(outcome.findings) > MOST_SHOWN:
        yield f"    and {len(outcome.findings) - MOST_SHOWN} more"


def _deeds(deeds: Mapping[str, int]) -> Iterator[str]:
    return (f"{deed} {times:,}" for deed, times in deeds.items())


def _grouped(figures: Mapping[str, float]) -> dict[str, list[str]]:
    """The figures by what they begin with."""
    grouped: dict[str, list[str]] = {}
    for name, value in figures.items():
        group, colon, rest = name.partition(": ")
        if group != STORM:
            entries = grouped.setdefault(group if colon else REST, [])
            entries.append(f"{rest if colon else name} {value:,.10g}")
    return grouped


def _wrapped(group: str, entries: Iterable[str]) -> str:
    text = f"{group}: {'; '.join(entries)}"
    return textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="      ")
