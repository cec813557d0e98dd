"""The name of every key and channel, on one screen.

All keys of a match share the hash tag of its bucket, so that one script can change them together
on a cluster too. What is not of one match (format and secret of the deployment) is named where it
is used, `inspection`.
"""

from typing import Final

from gemwright.matches.stored import Feed, RequestKey

BUCKETS: Final = 64
ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"

WAKE_CHANNEL: Final = b"gemwright:wake"

_BUCKET_OF: Final = {
    first + second: (32 * high + low) % BUCKETS
    for high, first in enumerate(ALPHABET)
    for low, second in enumerate(ALPHABET)
}
_TAGS: Final = {start: b"{b%03d}" % bucket for start, bucket in _BUCKET_OF.items()}


def bucket_of(match_id: str) -> int:
    """The bucket of a match, which its first two characters tell; ValueError if they do not."""
    try:
        return _BUCKET_OF[match_id[:2]]
    except KeyError:
        raise ValueError("no id of a match") from None


def is_id(match_id: str) -> bool:
    """Whether there is a bucket for it, and so perhaps a match."""
    return match_id[:2] in _BUCKET_OF and match_id.isascii()


def tag_of(match_id: str) -> bytes:
    """The hash tag of a match's bucket, with which its keys begin; ValueError if it has none."""
    try:
        return _TAGS[match_id[:2]]
    except KeyError:
        raise ValueError("no id of a match") from None


def bucket_tag(bucket: int) -> bytes:
    """The hash tag of a bucket."""
    return b"{b%03d}" % bucket


def match_key(tag: bytes, match_id: bytes) -> bytes:
    """The hash with where a match stands (v, c, t, b, n, st, o), its last notice (w) and where that
    stands (f), its clocks (k) and their control (tc), and its parts."""
    return b"%bm:%b" % (tag, match_id)


def log_key(tag: bytes, match_id: bytes) -> bytes:
    """The list of a match's updates; that of version n has index n - 1."""
    return b"%bl:%b" % (tag, match_id)


def requests_key(tag: bytes, match_id: bytes) -> bytes:
    """The hash of a match's request ids and the versions they made."""
    return b"%bq:%b" % (tag, match_id)


def request_field(request: RequestKey | None) -> bytes:
    """Where a request stands in that hash."""
    return b"%d:%b" % (request.seat, request.request_id.encode()) if request else b""


def due_key(tag: bytes) -> bytes:
    """The sorted set of a bucket's matches by the time at which to look at them."""
    return tag + b"due"


def feed_key(tag: bytes, feed: Feed) -> bytes:
    """The stream of a bucket's notices."""
    return tag + feed.encode()


def timers_key(tag: bytes) -> bytes:
    """The sorted set of a bucket's matches whose clock runs by their deadline, in playing time."""
    return tag + b"timers"


def alive_key(tag: bytes) -> bytes:
    """The hash with when a server last looked at the bucket's clocks (s), and their credit (c)."""
    return tag + b"alive"


def live_key(tag: bytes, owner: str) -> bytes:
    """The set of an owner's matches in a bucket that are not over."""
    return b"%blive:%b" % (tag, owner.encode())


def lease_key(tag: bytes, match_id: bytes, principal: str) -> bytes:
    """Which process plays a match alone for a principal."""
    return b"%bh:%b:%b" % (tag, match_id, principal.encode())


def owner_key(tag: bytes, owner: str) -> bytes:
    """The sorted set of an owner's matches in a bucket, all with score 0: by id."""
    return b"%bo:%b" % (tag, owner.encode())


def principals_prefix(tag: bytes) -> bytes:
    """How the keys of principals begin; a script adds the rest for those who join."""
    return tag + b"p:"


def principal_key(tag: bytes, owner: str, principal: str) -> bytes:
    """The sorted set of a principal's matches with an owner; the length keeps the names apart."""
    name = owner.encode()
    return b"%b%d:%b:%b" % (principals_prefix(tag), len(name), name, principal.encode())


def seed_key(digest: str) -> bytes:
    """Which match a seed serves, by the seed's SHA-256 in hex."""
    return b"gemwright:seed:" + digest.encode()


def wake_channel(tag: bytes) -> bytes:
    """A bucket's wake-ups on a cluster: a channel that lives on the primary of the bucket."""
    return tag + b"wake"


def settled_key(tag: bytes) -> bytes:
    """Written only to have something to wait for where a batch wrote nothing itself."""
    return tag + b"settled"
