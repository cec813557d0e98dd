"""What the options of every game have in common."""

from typing import Final

MOST_IDLE_TURNS: Final = 10_000
LIMITS: Final = range(1, MOST_IDLE_TURNS + 1)
"""The limits on turns without a purchase that a creator may choose."""


def check_number(name: str, value: int | None, allowed: range) -> None:
    """Refuse an option that is neither unset nor one of these numbers."""
    if value is not None and (isinstance(value, bool) or value not in allowed):
        first, last = allowed[0], allowed[-1]
        raise ValueError(f"{name} is a number from {first} to {last} or unset, not {value!r}")
