"""The commands that store a new match, and a change of a match."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gemwright.matches.stored import Change, ClockStart, ClockStep, Feed, NewMatch, Part
from gemwright.redis import keys, scripts

UPDATES_KEPT: Final = b"2000"
"""About how many notices of updates a bucket keeps; readers that miss more get a reset."""

_NO_CLOCK: Final = ClockStart("", 0, None)
_NO_STEP: Final = (b"-1", b"0", b"0")


def creation(new: NewMatch, offset: bytes, marks_kept: bytes) -> bytes:
    """The command that stores a match at version 0."""
    tag, match = keys.tag_of(new.match_id), new.match_id.encode()
    names = [
        *(keys.match_key(tag, match), keys.due_key(tag), keys.live_key(tag, new.owner)),
        *_shared_keys(tag),
        keys.owner_key(tag, new.owner),
        *[keys.principal_key(tag, new.owner, principal) for principal in new.principals],
    ]
    clock = new.clock or _NO_CLOCK
    words = (
        *(match, offset, b"%d" % new.due_in_ms, new.status.encode()),
        *(new.owner.encode(), new.commit, new.notice.content, b"%d" % new.notice.is_mark),
        *(UPDATES_KEPT, marks_kept, clock.control.encode(), b"%d" % clock.seats),
        *(_seat(clock.running), *_flat(new.parts)),
    )
    return scripts.CREATE.call(names, words)


def update(change: Change, offset: bytes, marks_kept: bytes) -> bytes:
    """The command that stores a change, unless the match has changed meanwhile."""
    request, forget, clock = change.request, change.forget_requests_in_ms, change.clock
    words = (
        *(offset, b"%d" % change.version, change.commit, change.new_commit),
        *(change.status.encode(), change.entry),
        *(keys.request_field(request), request.digest if request else b""),
        b"" if change.due_in_ms is None else b"%d" % change.due_in_ms,
        b"" if forget is None else b"%d" % forget,
        *(change.notice.content, b"1" if change.notice.is_mark else b"0"),
        *(_NO_STEP if clock is None else _step_words(clock)),
        *(keys.tag_of(change.match_id), b"%d" % len(change.principals)),
        *[principal.encode() for principal in change.principals],
        *_flat(change.parts),
    )
    return _update_head(change.match_id, marks_kept).call(words)


@lru_cache(maxsize=65536)
def _update_head(match_id: str, marks_kept: bytes) -> scripts.Head:
    tag, match = keys.tag_of(match_id), match_id.encode()
    names = (
        *(keys.match_key(tag, match), keys.log_key(tag, match)),
        *(keys.requests_key(tag, match), keys.due_key(tag)),
        *_shared_keys(tag),
    )
    return scripts.COMMIT.head(names, match, UPDATES_KEPT, marks_kept)


def _shared_keys(tag: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The keys that all matches of a bucket write to: feeds, timers and signs of life."""
    feeds = keys.feed_key(tag, Feed.UPDATES), keys.feed_key(tag, Feed.MARKS)
    return *feeds, keys.timers_key(tag), keys.alive_key(tag)


def _seat(seat: int | None) -> bytes:
    return b"-1" if seat is None else b"%d" % seat


@lru_cache
def _step_words(step: ClockStep) -> tuple[bytes, bytes, bytes]:
    return _seat(step.seat_to_act), b"%d" % step.has_turn_ended, b"%d" % step.is_timeout


def _flat(parts: Mapping[Part, bytes]) -> list[bytes]:
    return [word for name, content in parts.items() for word in (name.encode(), content)]
