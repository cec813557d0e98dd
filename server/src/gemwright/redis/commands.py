"""The Lua scripts, and the commands that run them, in the bytes in which they are sent.

Each script in `lua/` says at its top what it takes and answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha1
from itertools import chain
from pathlib import Path
from typing import Final

from gemwright.matches.stored import Change, ClockStart, ClockStep, Feed, NewMatch
from gemwright.redis import keys

FOLDER: Final = Path(__file__).parent / "lua"


def packed(words: Sequence[bytes]) -> bytes:
    """A command in the bytes of the Redis protocol."""
    return b"*%d\r\n" % len(words) + _packed_words(words)


def _packed_words(words: Sequence[bytes]) -> bytes:
    return (
        b"$%d\r\n%b\r\n"
        * len(words)
        % tuple(chain.from_iterable(zip(map(len, words), words, strict=True)))
    )


@dataclass(frozen=True, slots=True)
class Script:
    """A script that Redis knows by the hash of its text."""

    text: bytes
    sha: bytes

    def call(self, keys: Sequence[bytes], arguments: Sequence[bytes]) -> bytes:
        """The command that runs the script."""
        return packed((b"EVALSHA", self.sha, b"%d" % len(keys), *keys, *arguments))

    def head(self, keys: Sequence[bytes], *arguments: bytes) -> "Head":
        """The part of the command that is the same in every call."""
        words = (b"EVALSHA", self.sha, b"%d" % len(keys), *keys, *arguments)
        return Head(len(words), _packed_words(words))


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a script's calls for one match, packed once."""

    number: int
    content: bytes

    def call(self, arguments: Sequence[bytes]) -> bytes:
        """The command with the rest of its arguments."""
        number = b"*%d\r\n" % (self.number + len(arguments))
        return number + self.content + _packed_words(arguments)


def _script(*names: str) -> Script:
    """The script made of several files, in this order."""
    text = b"".join([(FOLDER / f"{name}.lua").read_bytes() for name in names])
    return Script(text, sha1(text, usedforsecurity=False).hexdigest().encode())


_CLOCKS: Final = "playing_time"
CREATE: Final = _script(_CLOCKS, "create")
LOAD: Final = _script(_CLOCKS, "load")
COMMIT: Final = _script(_CLOCKS, "commit")
CONFIRM: Final = _script(_CLOCKS, "confirm")
READ: Final = _script("read")
ARCHIVE: Final = _script("archive")
REMOVE: Final = _script("remove")
DUE: Final = _script("due")
POSTPONE: Final = _script("postpone")
TIMERS: Final = _script(_CLOCKS, "timers")
FEED: Final = _script("feed")
INBOX: Final = _script("inbox")
LEASE: Final = _script("lease")

SCRIPTS: Final = (
    *(CREATE, LOAD, COMMIT, CONFIRM, READ, ARCHIVE, REMOVE, DUE, POSTPONE),
    *(TIMERS, FEED, INBOX, LEASE),
)
LOAD_ALL: Final = b"".join([packed((b"SCRIPT", b"LOAD", script.text)) for script in SCRIPTS])
"""Loads all of them; a Redis that is still loading its data refuses."""


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
        *(match, offset, b"%d" % new.due_in_ms, new.state.encode()),
        *(new.owner.encode(), new.commit, new.notice.content, b"%d" % new.notice.is_mark),
        *(UPDATES_KEPT, marks_kept, clock.control.encode(), b"%d" % clock.seats),
        _seat(clock.running),
        *chain.from_iterable(zip(map(str.encode, new.parts), new.parts.values(), strict=True)),
    )
    return CREATE.call(names, words)


def update(change: Change, offset: bytes, marks_kept: bytes) -> bytes:
    """The command that stores a change, unless the match has changed meanwhile."""
    request, forget, clock = change.request, change.forget_requests_in_ms, change.clock
    words = (
        *(offset, b"%d" % change.version, change.commit, change.new_commit),
        *(change.state.encode(), change.update),
        *((keys.request_field(request), request.digest) if request else (b"", b"")),
        b"" if change.due_in_ms is None else b"%d" % change.due_in_ms,
        b"" if forget is None else b"%d" % forget,
        *(change.notice.content, b"1" if change.notice.is_mark else b"0"),
        *(_NO_STEP if clock is None else _step_words(clock)),
        *(keys.tag_of(change.match_id), b"%d" % len(change.principals)),
        *map(str.encode, change.principals),
        *chain.from_iterable(
            zip(map(str.encode, change.parts), change.parts.values(), strict=True)
        ),
    )
    return _update_head(change.match_id, marks_kept).call(words)


@lru_cache(maxsize=65536)
def _update_head(match_id: str, marks_kept: bytes) -> Head:
    tag, match = keys.tag_of(match_id), match_id.encode()
    names = (
        *(keys.match_key(tag, match), keys.log_key(tag, match)),
        *(keys.requests_key(tag, match), keys.due_key(tag)),
        *_shared_keys(tag),
    )
    return COMMIT.head(names, match, UPDATES_KEPT, marks_kept)


def _shared_keys(tag: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The keys that all matches of a bucket write to: feeds, timers and signs of life."""
    feeds = keys.feed_key(tag, Feed.UPDATES), keys.feed_key(tag, Feed.MARKS)
    return *feeds, keys.timers_key(tag), keys.alive_key(tag)


def _seat(seat: int | None) -> bytes:
    return b"-1" if seat is None else b"%d" % seat


@lru_cache
def _step_words(step: ClockStep) -> tuple[bytes, bytes, bytes]:
    return _seat(step.seat_to_act), b"%d" % step.has_turn_ended, b"%d" % step.is_timeout
