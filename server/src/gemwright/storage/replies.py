"""What the scripts answer, as values of the ports."""

from typing import Final

from gemwright.runtime.ports import (
    COMMIT_BYTES,
    Archived,
    CommitReply,
    Committed,
    Entries,
    Gone,
    LogReply,
    Lost,
    Part,
    RawEntry,
    Repeated,
    Stale,
    Standing,
    Stored,
)

TIME_BYTES: Final = 8

_PARTS: Final = [(part, part.encode()) for part in Part]


class StrangeReply(Exception):
    """Redis answered what no script of ours answers."""


def commit(reply: object) -> CommitReply:
    """What became of a change."""
    match reply:
        case [1, bytes() as stamp]:
            return Committed(int.from_bytes(stamp))
        case [2, bytes() as seen]:
            return _repeated(seen)
        case [0, bytes() as version, bytes() as commit_id]:
            return Stale(int(version), commit_id)
        case None:
            return Gone()
    raise StrangeReply


def _repeated(seen: bytes) -> Repeated:
    version, _, digest = seen.partition(b":")
    return Repeated(int(version), digest)


def standing(reply: object) -> Standing | None:
    """Where a match stands."""
    match reply:
        case [bytes() as version, bytes() as commit_id, int() as now, seen]:
            repeated = _repeated(seen) if isinstance(seen, bytes) else None
            return Standing(int(version), commit_id, repeated, now)
        case None:
            return None
    raise StrangeReply


def stored(reply: object) -> Stored | None:
    """A match with its parts."""
    match reply:
        case [int() as now, found]:
            flat = _list(found)
            fields = dict(zip(flat[::2], flat[1::2], strict=True))
        case None:
            return None
        case _:
            raise StrangeReply
    time_ms = int(fields[b"t"])
    return Stored(
        version=int(fields[b"v"]),
        commit=fields[b"c"],
        time_ms=time_ms,
        created_ms=int(fields[b"n"]),
        status=fields[b"st"].decode(),
        parts={part: fields[name] for part, name in _PARTS if name in fields},
        now_ms=now,
    )


def entries(reply: object, after: int, commit_id: bytes | None) -> LogReply:
    """A stretch of the log after a version, which must have the commit id if one is given."""
    match reply:
        case [bytes() as version, bytes() as latest, int() as now, found, bytes() as birth]:
            raw = _list(found)
        case 0:
            return Archived()
        case None:
            return Gone()
        case _:
            raise StrangeReply
    if after > int(version):
        return Lost()
    before = _commit_of(raw.pop(0)) if after else birth
    if commit_id is not None and commit_id != before:
        return Lost()
    stretch = tuple(_entry(after + 1 + place, content) for place, content in enumerate(raw))
    return Entries(stretch, int(version), latest, now)


def _commit_of(content: bytes) -> bytes:
    return content[TIME_BYTES : TIME_BYTES + COMMIT_BYTES]


def _entry(version: int, content: bytes) -> RawEntry:
    time_ms = int.from_bytes(content[:TIME_BYTES])
    return RawEntry(version, _commit_of(content), time_ms, content[TIME_BYTES + COMMIT_BYTES :])


def ids(reply: object) -> list[str]:
    """Ids of matches."""
    return [match_id.decode() for match_id in _list(reply)]


def due(reply: object) -> list[tuple[float, str]]:
    """Ids of matches with the times they were due."""
    flat = _list(reply)
    return [
        (float(when), which.decode()) for which, when in zip(flat[::2], flat[1::2], strict=True)
    ]


def _list(reply: object) -> list[bytes]:
    match reply:
        case list():
            return [item for item in reply if isinstance(item, bytes)]
    raise StrangeReply
