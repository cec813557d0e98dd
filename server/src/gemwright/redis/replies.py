"""Turns the replies of the scripts into the values of `matches.stored` and `matches.store`.

Damage in a stored match is reported for that match, and for no other: a function that reads the
reply for one match is marked with `of_a_match`; whatever it cannot read is damage to that match.
"""

import struct
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from struct import Struct, error
from typing import Concatenate, Final, ParamSpec, TypeVar

from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.store import (
    Archived,
    CommitReply,
    Committed,
    Confirmation,
    Early,
    Gone,
    Late,
    LogPage,
    LogReply,
    Lost,
    RawUpdate,
    Repeated,
    Stale,
    StoreOutcomeUnknown,
)
from gemwright.matches.stored import (
    COMMIT_BYTES,
    NO_COMMIT,
    VERSION_BYTES,
    Clock,
    FeedLost,
    FeedPage,
    FeedReply,
    FeedTrimmed,
    InboxRow,
    InboxRows,
    Part,
    RawNotice,
    Stored,
    Timers,
)
from gemwright.redis.keys import is_id

MOST_VERSION: Final = 2 ** (8 * VERSION_BYTES) - 1
MOST_MS: Final = 253_402_300_799_999
"""The end of the year 9999: the wire has no later time."""
Rest = ParamSpec("Rest")
T = TypeVar("T")


class StrangeReply(Exception):
    """Redis sent a reply that none of our scripts sends."""


def of_a_match(
    read: Callable[Concatenate[object, Rest], T],
) -> Callable[Concatenate[object, Rest], T]:
    """The same reader; it raises `MatchUnreadable` for damaged data."""

    def reading(reply: object, /, *rest: Rest.args, **named: Rest.kwargs) -> T:
        try:
            return read(reply, *rest, **named)
        except (StrangeReply, ValueError, KeyError, IndexError, struct.error):
            raise MatchUnreadable from None

    return reading


def version_in(text: bytes) -> int:
    """A stored version; raises ValueError if it is none."""
    version = int(text)
    if not 0 <= version <= MOST_VERSION:
        raise ValueError("no version that anybody has stored")
    return version


def time_in(text: bytes) -> int:
    """A stored time in milliseconds; raises ValueError if it is none."""
    time_ms = int(text)
    if not 0 <= time_ms <= MOST_MS:
        raise ValueError("no time that anybody has stored")
    return time_ms


TIME_BYTES: Final = 8
_COMMIT_AT: Final = slice(TIME_BYTES, TIME_BYTES + COMMIT_BYTES)
"""Where in an update of the log its commit id is."""

_CLOCK: Final = Struct(">qbQ")
"""Credit, the seat whose clock runs (-1 for none), since when; then each seat's time left."""
_LEFT: Final = Struct(">Q")
_NOTICE: Final = Struct(">IQB")
"""Version, time, and the length of the clocks; then commit id, clocks and content."""

_PARTS: Final = [(part, part.encode()) for part in Part]


@of_a_match
def commit(reply: object) -> CommitReply:
    """Whether a change was stored, and if not, why."""
    match reply:
        case [1, bytes() as stamp, bytes() as clocks]:
            return Committed(int.from_bytes(stamp), _clock_after(clocks) if clocks else None)
        case [2, bytes() as seen]:
            return _repeated(seen)
        case [0, bytes() as version, bytes() as commit_id]:
            return Stale(version_in(version), _commit(commit_id))
        case [3]:
            return Late()
        case [4]:
            return Early()
        case None:
            return Gone()
    raise StrangeReply


def _clock_after(packed: bytes) -> Clock | None:
    """The clocks after a commit; if they are damaged, the commit is stored all the same."""
    try:
        return clock(packed)
    except (ValueError, error):
        raise StoreOutcomeUnknown from None


def clock(packed: bytes) -> Clock | None:
    """The clocks of a match, as the scripts pack them; None for a match without clocks."""
    if not packed:
        return None
    credit, running, since = _CLOCK.unpack_from(packed)
    left = tuple(ms for (ms,) in _LEFT.iter_unpack(packed[_CLOCK.size :]))
    if running >= len(left) or max(abs(credit), since, *left) > MOST_MS:
        raise ValueError("no clocks that anybody has stored")
    return Clock(credit, None if running < 0 else running, since, left)


def _commit(commit_id: bytes) -> bytes:
    """A stored commit id; raises ValueError if it is none."""
    if len(commit_id) != COMMIT_BYTES:
        raise ValueError("no commit id")
    return commit_id


def _repeated(seen: bytes) -> Repeated:
    version, _, digest = seen.partition(b":")
    return Repeated(version_in(version), digest)


@of_a_match
def confirmation(reply: object) -> Confirmation | None:
    """Where a match stands."""
    match reply:
        case [bytes() as version, bytes() as commit_id, int() as now, seen, bytes() as clocks]:
            repeated = _repeated(seen) if isinstance(seen, bytes) else None
            return Confirmation(
                version_in(version), _commit(commit_id), repeated, now, clock(clocks)
            )
        case None:
            return None
    raise StrangeReply


@of_a_match
def stored(reply: object) -> Stored | None:
    """A match and its parts."""
    match reply:
        case [int() as now, found, bytes() as credit]:
            flat = names(found)
            fields = dict(zip(flat[::2], flat[1::2], strict=True))
        case None:
            return None
        case _:
            raise StrangeReply
    return Stored(
        version=version_in(fields[b"v"]),
        commit=_commit(fields[b"c"]),
        time_ms=time_in(fields[b"t"]),
        created_ms=time_in(fields[b"n"]),
        state=fields[b"st"].decode(),
        parts={part: fields[name] for part, name in _PARTS if name in fields},
        now_ms=now,
        clock=clock(credit + fields.get(b"k", b"")),
    )


@of_a_match
def log_page(reply: object, after: int, commit_id: bytes | None) -> LogReply:
    """A page of the log after a version, which must have the commit id if one is given."""
    match reply:
        case [
            bytes() as version,
            bytes() as latest,
            int() as now,
            found,
            bytes() as birth,
            clocked,
        ]:
            raw = names(found)
        case 0:
            return Archived()
        case None:
            return Gone()
        case _:
            raise StrangeReply
    newest = version_in(version)
    if after > newest:
        return Lost()
    before = raw.pop(0)[_COMMIT_AT] if after else birth
    if commit_id is not None and commit_id != before:
        return Lost()
    read = _clocked_update if clocked else _update
    return LogPage(tuple(map(read, count(after + 1), raw)), newest, _commit(latest), now)


def _update(version: int, content: bytes) -> RawUpdate:
    time_ms, commit_id = int.from_bytes(content[:TIME_BYTES]), content[_COMMIT_AT]
    if time_ms > MOST_MS or len(commit_id) != COMMIT_BYTES:
        raise ValueError("no time and commit id of an update")
    return RawUpdate(version, commit_id, time_ms, content[_COMMIT_AT.stop :])


def _clocked_update(version: int, content: bytes) -> RawUpdate:
    """An update with the clocks after it, with their length before them."""
    update = _update(version, content)
    end = 1 + update.content[0]
    return replace(update, content=update.content[end:], clock=clock(update.content[1:end]))


def feed(reply: object) -> FeedReply:
    """A page of a feed."""
    match reply:
        case [bytes() as end, 0, list() as found]:
            return FeedPage(tuple(_placed(item) for item in found), end)
        case [bytes() as end, 1, _]:
            return FeedLost(end)
        case [bytes() as end, 2, _]:
            return FeedTrimmed(end)
    raise StrangeReply


def _placed(item: object) -> RawNotice:
    match item:
        case [bytes() as place, [b"n", bytes() as packed]]:
            return _notice(place, packed)
        case [bytes() as place, _]:
            return _unreadable(place)
    raise StrangeReply


def _notice(place: bytes, packed: bytes) -> RawNotice:
    """A notice; of a damaged one only its offset, so that readers can get past it."""
    try:
        return _whole_notice(place, packed)
    except (ValueError, error):
        return _unreadable(place)


def _unreadable(place: bytes) -> RawNotice:
    return RawNotice(place, 0, NO_COMMIT, 0, None, b"")


def _whole_notice(place: bytes, packed: bytes) -> RawNotice:
    version, time_ms, length = _NOTICE.unpack_from(packed)
    commit_end = _NOTICE.size + COMMIT_BYTES
    if version > MOST_VERSION or time_ms > MOST_MS:
        raise ValueError("no notice of an update")
    return RawNotice(
        place,
        version,
        _commit(packed[_NOTICE.size : commit_end]),
        time_ms,
        clock(packed[commit_end : commit_end + length]),
        packed[commit_end + length :],
    )


def inbox(reply: object) -> InboxRows:
    """The newest state of the matches of a principal."""
    match reply:
        case [bytes() as end, found]:
            flat = names(found)
        case _:
            raise StrangeReply
    rows = zip(flat[::4], flat[1::4], flat[2::4], flat[3::4], strict=True)
    return InboxRows(tuple(found for row in rows if (found := _inbox_row(*row))), end)


def _inbox_row(match_id: bytes, version: bytes, commit_id: bytes, packed: bytes) -> InboxRow | None:
    """The newest state of a match; None if it is damaged."""
    try:
        name, notice = match_id.decode(), _notice(b"", packed) if packed else None
        inbox_row = InboxRow(name, version_in(version), _commit(commit_id), notice)
    except ValueError:
        return None
    return inbox_row if is_id(name) else None


def timers(reply: object) -> Timers | None:
    """Clocks that have run out; None if no clock runs."""
    match reply:
        case [bytes() as credit, int() as wait, found]:
            return Timers(tuple(ids(names(found))), wait, int(credit))
        case None:
            return None
    raise StrangeReply


def ids(found: Iterable[bytes]) -> list[str]:
    """Ids of matches, without damaged ones."""
    return [name for raw in found if is_id(name := raw.decode(errors="replace"))]


def due(reply: object) -> list[tuple[float, str]]:
    """Ids of matches, with the times at which they were due."""
    flat = names(reply)
    decoded = [which.decode(errors="replace") for which in flat[::2]]
    rows = zip(decoded, flat[1::2], strict=True)
    return [(float(when), which) for which, when in rows if is_id(which)]


def names(reply: object) -> list[bytes]:
    """A list of texts."""
    match reply:
        case list():
            return [item for item in reply if isinstance(item, bytes)]
    raise StrangeReply
