"""The time of the store, as this process estimates it: to sleep by and to show."""

import time

_MS = 1000


class StoreTime:
    """Follows the times that replies of the store carry."""

    def __init__(self) -> None:
        self._ahead_ms = int(time.time() * _MS) - self._monotonic_ms()

    @staticmethod
    def _monotonic_ms() -> int:
        return int(time.monotonic() * _MS)

    def note(self, store_ms: int) -> int:
        """Take over a time that the store has told just now."""
        self._ahead_ms = store_ms - self._monotonic_ms()
        return store_ms

    def now_ms(self) -> int:
        """The time of the store, about."""
        return self._monotonic_ms() + self._ahead_ms
