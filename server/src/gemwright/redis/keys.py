"""The name of every key and channel, in one place.

All keys of a match share the hash tag of its bucket, so that one script can change them together
on a cluster too. The keys of the deployment, its format and secret, are named in `inspection`.
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
    """The bucket of a match, from the first two characters of its id; ValueError for no id."""
    try:
        return _BUCKET_OF[match_id[:2]]
    except KeyError:
        raise ValueError("no id of a match") from None


def is_id(match_id: str) -> bool:
    """Whether this could be the id of a match: whether there is a bucket for it."""
    return match_id[:2] in _BUCKET_OF and match_id.isascii()


def tag_of(match_id: str) -> bytes:
    """The hash tag of a match's bucket, with which its keys begin; ValueError for no id."""
    try:
        return _TAGS[match_id[:2]]
    except KeyError:
        raise ValueError("no id of a match") from None


def bucket_tag(bucket: int) -> bytes:
    """The hash tag of a bucket."""
    return b"{b%03d}" % bucket


def match_key(tag: bytes, match_id: bytes) -> bytes:
    """The hash of a match; `docs/architecture.md` lists its fields."""
    return b"%bm:%b" % (tag, match_id)


def log_key(tag: bytes, match_id: bytes) -> bytes:
    """The list of a match's updates; the update with version n has index n - 1."""
    return b"%bl:%b" % (tag, match_id)


def requests_key(tag: bytes, match_id: bytes) -> bytes:
    """The hash of a match's request ids and the versions they made."""
    return b"%bq:%b" % (tag, match_id)


def request_field(request: RequestKey) -> bytes:
    """The field of a request in that hash."""
    return b"%d:%b" % (request.seat, request.request_id.encode())


def due_key(tag: bytes) -> bytes:
    """The sorted set of a bucket's matches by the time at which to look at them."""
    return tag + b"due"


def feed_key(tag: bytes, feed: Feed) -> bytes:
    """The stream of a bucket's notices."""
    return tag + feed.encode()


def timers_key(tag: bytes) -> bytes:
    """The sorted set of a bucket's running clocks by deadline, in playing time."""
    return tag + b"timers"


def alive_key(tag: bytes) -> bytes:
    """The hash with the last sign of life in a bucket (s), and the credit of its clocks (c)."""
    return tag + b"alive"


def live_key(tag: bytes, owner: str) -> bytes:
    """The set of an owner's matches in a bucket that are not over."""
    return b"%blive:%b" % (tag, owner.encode())


def lease_key(tag: bytes, match_id: bytes, principal: str) -> bytes:
    """The process that has leased a match for a principal."""
    return b"%bh:%b:%b" % (tag, match_id, principal.encode())


def owner_key(tag: bytes, owner: str) -> bytes:
    """The sorted set of an owner's matches in a bucket; all scores are 0, so it sorts by id."""
    return b"%bo:%b" % (tag, owner.encode())


def principals_prefix(tag: bytes) -> bytes:
    """How the keys of principals begin; a script adds the rest for those that join."""
    return tag + b"p:"


def principal_key(tag: bytes, owner: str, principal: str) -> bytes:
    """The sorted set of a principal's matches with an owner; the length separates the names."""
    name = owner.encode()
    return b"%b%d:%b:%b" % (principals_prefix(tag), len(name), name, principal.encode())


def seed_key(digest: str) -> bytes:
    """The match that uses a seed, by the seed's SHA-256 in hex."""
    return b"gemwright:seed:" + digest.encode()


def wake_channel(tag: bytes) -> bytes:
    """The channel of a bucket's wake-ups on a cluster, on the primary of the bucket."""
    return tag + b"wake"


def settled_key(tag: bytes) -> bytes:
    """Written so that a batch that wrote nothing has a write to wait for."""
    return tag + b"settled"
