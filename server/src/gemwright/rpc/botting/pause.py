"""How long to wait before something is tried again."""

from random import uniform
from typing import Final

_FIRST_S: Final = 0.1
_LONGEST_S: Final = 10.0


class Pause:
    """Grows with every failure in a row, with chance in it, so that many do not come together."""

    def __init__(self) -> None:
        self._next = _FIRST_S

    def after_failure(self) -> float:
        """Seconds to wait now."""
        now = self._next
        self._next = min(2 * now, _LONGEST_S)
        return uniform(now / 2, now)

    def reset(self) -> None:
        """It worked."""
        self._next = _FIRST_S
