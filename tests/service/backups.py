"""A copy of all a store holds, to be put back under running servers: lost writes, at will."""

from dataclasses import dataclass
from typing import Self

from tests.valkey import Store, Valkey


@dataclass(frozen=True)
class Kept:
    """One key as it was: its content, and how long it was to live on (0 for ever)."""

    name: bytes
    content: bytes
    left_ms: int


@dataclass(frozen=True)
class Backup:
    """What a store held at one moment, each of its servers for itself."""

    keys: tuple[tuple[Kept, ...], ...]

    @classmethod
    def of(cls, store: Store) -> Self:
        """A copy of what the store holds now."""
        return cls(tuple(map(_content, store.nodes)))

    def restore(self, store: Store) -> None:
        """Make each server what it was, in one moment: whatever came later is lost."""
        for node, keys in zip(store.nodes, self.keys, strict=True):
            _restore(node, keys)


def _content(node: Valkey) -> tuple[Kept, ...]:
    with node.client() as client:
        names = list(client.scan_iter())
        return tuple(Kept(name, client.dump(name), max(client.pttl(name), 0)) for name in names)


def _restore(node: Valkey, keys: tuple[Kept, ...]) -> None:
    with node.client() as client:
        kept = {key.name for key in keys}
        pipeline = client.pipeline(transaction=True)
        for name in client.scan_iter():
            if name not in kept:
                pipeline.delete(name)
        for key in keys:
            pipeline.restore(key.name, key.left_ms, key.content, replace=True)
        pipeline.execute()
