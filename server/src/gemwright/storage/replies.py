"""What the scripts answer, as values of the ports."""

from dataclasses import replace
from struct import Struct
from typing import Final

from gemwright.runtime.ports import (
    COMMIT_BYTES,
    Archived,
    Asking,
    Askings,
    Clock,
    CommitReply,
    Committed,
    Early,
    Entries,
    FeedLost,
    FeedReply,
    FeedTrimmed,
    Gone,
    Late,
    LogReply,
    Lost,
    Part,
    RawEntry,
    RawNotice,
    Repeated,
    Stale,
    Standing,
    Stored,
    Stretch,
    Timers,
)

TIME_BYTES: Final = 8

_CLOCK: Final = Struct(">qbQ")
"""Credit, the seat whose clock runs (-1 for none), since when; then what each seat has left."""
_LEFT: Final = Struct(">Q")
_NOTICE: Final = Struct(">IQB")
"""Version, time, and the length of the clocks; then commit id, clocks and content."""

_PARTS: Final = [(part, part.encode()) for part in Part]


class StrangeReply(Exception):
    """Redis answered what no script of ours answers."""


def commit(reply: object) -> CommitReply:
    """What became of a change."""
    match reply:
        case [1, bytes() as stamp, bytes() as clocks]:
            return Committed(int.from_bytes(stamp), clock(clocks))
        case [2, bytes() as seen]:
            return _repeated(seen)
        case [0, bytes() as version, bytes() as commit_id]:
            return Stale(int(version), commit_id)
        case [3]:
            return Late()
        case [4]:
            return Early()
        case None:
            return Gone()
    raise StrangeReply


def clock(packed: bytes) -> Clock | None:
    """The clocks of a match as the scripts pack them; nothing for a match without."""
    if not packed:
        return None
    credit, running, since = _CLOCK.unpack_from(packed)
    left = _LEFT.iter_unpack(packed[_CLOCK.size :])
    return Clock(credit, None if running < 0 else running, since, tuple(ms for (ms,) in left))


def _repeated(seen: bytes) -> Repeated:
    version, _, digest = seen.partition(b":")
    return Repeated(int(version), digest)


def standing(reply: object) -> Standing | None:
    """Where a match stands."""
    match reply:
        case [bytes() as version, bytes() as commit_id, int() as now, seen, bytes() as clocks]:
            repeated = _repeated(seen) if isinstance(seen, bytes) else None
            return Standing(int(version), commit_id, repeated, now, clock(clocks))
        case None:
            return None
    raise StrangeReply


def stored(reply: object) -> Stored | None:
    """A match with its parts."""
    match reply:
        case [int() as now, found, bytes() as credit]:
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
        clock=clock(credit + fields.get(b"k", b"")),
    )


def entries(reply: object, after: int, commit_id: bytes | None) -> LogReply:
    """A stretch of the log after a version, which must have the commit id if one is given."""
    match reply:
        case [
            bytes() as version,
            bytes() as latest,
            int() as now,
            found,
            bytes() as birth,
            clocked,
        ]:
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
    read = _clocked_entry if clocked else _entry
    stretch = tuple(read(after + 1 + place, content) for place, content in enumerate(raw))
    return Entries(stretch, int(version), latest, now)


def _commit_of(content: bytes) -> bytes:
    return content[TIME_BYTES : TIME_BYTES + COMMIT_BYTES]


def _entry(version: int, content: bytes) -> RawEntry:
    time_ms = int.from_bytes(content[:TIME_BYTES])
    return RawEntry(version, _commit_of(content), time_ms, content[TIME_BYTES + COMMIT_BYTES :])


def _clocked_entry(version: int, content: bytes) -> RawEntry:
    """An entry with the clocks after it, and their length before them."""
    entry = _entry(version, content)
    end = 1 + entry.content[0]
    return replace(entry, content=entry.content[end:], clock=clock(entry.content[1:end]))


def feed(reply: object) -> FeedReply:
    """A stretch of a feed."""
    match reply:
        case [bytes() as end, 0, list() as found]:
            return Stretch(tuple(_placed(item) for item in found), end)
        case [bytes() as end, 1, _]:
            return FeedLost(end)
        case [bytes() as end, 2, _]:
            return FeedTrimmed(end)
    raise StrangeReply


def _placed(item: object) -> RawNotice:
    match item:
        case [bytes() as place, [b"n", bytes() as packed]]:
            return _notice(place, packed)
    raise StrangeReply


def _notice(place: bytes, packed: bytes) -> RawNotice:
    version, time_ms, length = _NOTICE.unpack_from(packed)
    commit_end = _NOTICE.size + COMMIT_BYTES
    return RawNotice(
        place,
        version,
        packed[_NOTICE.size : commit_end],
        time_ms,
        clock(packed[commit_end : commit_end + length]),
        packed[commit_end + length :],
    )


def inbox(reply: object) -> Askings:
    """What the matches of a principal ask of it."""
    match reply:
        case [bytes() as end, found]:
            flat = _list(found)
        case _:
            raise StrangeReply
    rows = zip(flat[::4], flat[1::4], flat[2::4], flat[3::4], strict=True)
    return Askings(
        tuple(
            Asking(
                match_id.decode(),
                int(version),
                commit_id,
                _notice(b"", packed) if packed else None,
            )
            for match_id, version, commit_id, packed in rows
        ),
        end,
    )


def timers(reply: object) -> Timers | None:
    """Clocks that have run out; nothing where none runs."""
    match reply:
        case [bytes() as credit, int() as wait, found]:
            return Timers(tuple(ids(found)), wait, int(credit))
        case None:
            return None
    raise StrangeReply


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
