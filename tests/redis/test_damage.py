"""What scripts answer of a damaged match: it is called unreadable, and others are read."""

import msgspec
import pytest

from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.feeds.notices import read_notice
from gemwright.matches.store import Committed, StoreOutcomeUnknown
from gemwright.matches.stored import FeedPage, RawNotice
from gemwright.redis import replies

COMMIT = b"commitid"
FIELDS = {b"v": b"3", b"c": COMMIT, b"t": b"5", b"n": b"4", b"st": b"active", b"m": b"1{}"}
ENTRY = (5).to_bytes(8) + COMMIT + b"content"
NOTICE = (3).to_bytes(4) + (5).to_bytes(8) + b"\0" + COMMIT + b"content"


def loaded(**changed: bytes | None) -> object:
    """What is answered of a match whose hash has other values."""
    fields = FIELDS | {name.encode(): value for name, value in changed.items()}
    flat = [item for pair in fields.items() if pair[1] is not None for item in pair]
    return [7, flat, b"" if b"k" not in fields else bytes(8)]


def test_a_match_that_is_whole_is_read() -> None:
    found = replies.stored(loaded())
    assert found is not None
    assert (found.version, found.commit, found.time_ms) == (3, COMMIT, 5)


@pytest.mark.parametrize(
    "changed",
    [
        {"v": b""},
        {"v": b"-1"},
        {"v": b"16777216"},  # more than a resume token has room for
        {"v": b"9" * 12},
        {"v": b"1" * 5_000},
        {"v": None},
        {"c": b"short"},
        {"c": None},
        {"t": b"\xff"},
        {"t": b"9" * 20},
        {"n": None},
        {"st": b"\xff"},
        {"k": b"short"},
        {"k": b"\x05" + bytes(8 + 16)},
        {"k": b"\x00" + b"\xff" * 24},
    ],
)
def test_a_match_with_a_damaged_value_is_unreadable(changed: dict[str, bytes | None]) -> None:
    with pytest.raises(MatchUnreadable):
        replies.stored(loaded(**changed))


@pytest.mark.parametrize(
    "update", [b"", ENTRY[:12], b"\xff" * 16 + b"content"], ids=["empty", "cut", "late"]
)
def test_a_log_with_a_damaged_update_is_unreadable(update: bytes) -> None:
    whole = replies.log_page([b"1", COMMIT, 7, [ENTRY], COMMIT, 0], 0, None)
    assert not isinstance(whole, MatchUnreadable)
    with pytest.raises(MatchUnreadable):
        replies.log_page([b"1", COMMIT, 7, [update], COMMIT, 0], 0, None)


def test_a_log_that_is_shorter_than_its_match_is_unreadable() -> None:
    with pytest.raises(MatchUnreadable):
        replies.log_page([b"3", COMMIT, 7, [], COMMIT, 0], 2, COMMIT)


def test_of_a_damaged_notice_only_the_place_is_told() -> None:
    odd = [b"", b"\xff" * 40, NOTICE[:10]]
    rows = [[b"%d-0" % n, [b"n", packed]] for n, packed in enumerate([NOTICE, *odd])]
    reply = replies.feed([b"9-0", 0, [*rows, [b"8-0", [b"other", b"fields"]]]])
    assert isinstance(reply, FeedPage)
    assert [one.place for one in reply.notices] == [b"0-0", b"1-0", b"2-0", b"3-0", b"8-0"]
    assert reply.notices[0].version == 3
    for notice in reply.notices[1:]:
        with pytest.raises(MatchUnreadable):
            read_notice(notice)


def test_a_notice_that_names_no_match_is_unreadable() -> None:
    content = [1, "a" * 24, "dev", "duel", "active", 0, [], None, None]
    told = read_notice(RawNotice(b"1-0", 3, COMMIT, 5, None, msgspec.msgpack.encode(content)))
    assert told.match_id == "a" * 24
    content[1] = "!" + "a" * 23
    with pytest.raises(MatchUnreadable):
        read_notice(RawNotice(b"1-0", 3, COMMIT, 5, None, msgspec.msgpack.encode(content)))


def test_a_commit_after_which_the_clocks_cannot_be_read_is_not_called_refused() -> None:
    assert replies.commit([1, bytes(8), b""]) == Committed(0, None)
    for clocks in (b"short", b"\x00" + b"\xff" * 24):
        with pytest.raises(StoreOutcomeUnknown):
            replies.commit([1, bytes(8), clocks])


def test_an_inbox_leaves_out_what_is_damaged() -> None:
    rows = [b"aamatch", b"3", COMMIT, NOTICE, b"bbmatch", b"x", COMMIT, NOTICE]
    rows += [b"\xff", b"3", COMMIT, b"", b"ccmatch", b"3", b"short", b""]
    assert [one.match_id for one in replies.inbox([b"9-0", rows]).found] == ["aamatch"]


def test_names_that_are_no_ids_are_not_looked_at_again_and_again() -> None:
    assert replies.due([b"\xff\xff", b"1", b"aamatch", b"2"]) == [(2.0, "aamatch")]
    timers = replies.timers([b"0", 5, [b"\xff", b"", b"aamatch"]])
    assert timers is not None
    assert timers.due == ("aamatch",)
