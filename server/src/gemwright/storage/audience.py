"""Whether any other process listens for wake-ups: telling nobody but oneself is work for nothing.

Redis says how many received what was published. A process that begins to listen says so, and once
in a while everybody tells anyway, so that a mistake here does not last.
"""

import math
from typing import Final

TELL_AGAIN: Final = 1.0
"""Seconds after which it is tried whether somebody listens by now."""


class Audience:
    """What is known of the other listeners."""

    def __init__(self) -> None:
        self.has_others = True
        """Whether other processes listen, as far as is known."""
        self._told_at = -math.inf
        self.is_listening = False
        """Whether this process listens itself, and so counts among those that received."""

    def is_worth_telling(self, now: float) -> bool:
        """Whether to publish now."""
        if not self.has_others and now < self._told_at + TELL_AGAIN:
            return False
        self._told_at = now
        return True

    def counted(self, received: int) -> None:
        """So many have received what was published."""
        self.has_others = received > self.is_listening

    def heard_another(self) -> None:
        """Another process has said something."""
        self.has_others = True
