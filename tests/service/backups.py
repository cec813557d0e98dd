"""A copy of all a store holds, to be put back under running servers: lost writes, at will."""

from dataclasses import dataclass
from typing import Self

from tests.valkey import Valkey


@dataclass(frozen=True)
class Kept:
    """One key as it was: its content, and how long it was to live on (0 for ever)."""

    name: bytes
    content: bytes
    left_ms: int


@dataclass(frozen=True)
class Backup:
    """What a store held at one moment."""

    keys: tuple[Kept, ...]

    @classmethod
    def of(cls, store: Valkey) -> Self:
        """A copy of what the store holds now."""
        with store.client() as client:
            names = list(client.scan_iter())
            return cls(
                tuple(Kept(name, client.dump(name), max(client.pttl(name), 0)) for name in names)
            )

    def restore(self, store: Valkey) -> None:
        """Make the store what it was, in one moment: whatever came later is lost."""
        with store.client() as client:
            kept = {key.name for key in self.keys}
            pipeline = client.pipeline(transaction=True)
            for name in client.scan_iter():
                if name not in kept:
                    pipeline.delete(name)
            for key in self.keys:
                pipeline.restore(key.name, key.left_ms, key.content, replace=True)
            pipeline.execute()
