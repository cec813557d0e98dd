"""Tokens with a place for every bucket: they come back as they were, and nothing else is taken."""

import base64
from random import Random

import pytest

from gemwright.matches.feeds.cursor import feed_token, read_feed_token

WHOSE = ("inbox", "owner", "ann")


def some_places(rng: Random) -> list[bytes]:
    """Places as a store has them after a while."""
    times = [rng.choice([0, 1_795_000_000_000 + rng.randrange(10**9)]) for _ in range(64)]
    return [b"%d-%d" % (ms, rng.choice([0, 0, 1, 300]) if ms else 0) for ms in times]


@pytest.mark.parametrize("seed", range(20))
def test_places_come_back_as_they_were(seed: int) -> None:
    places = some_places(Random(seed))
    token = feed_token(WHOSE, places)
    assert read_feed_token(token, WHOSE) == (True, places)
    assert len(token) < 600


def test_the_places_of_new_feeds_take_hardly_any_room() -> None:
    token = feed_token(WHOSE, [b"0-0"] * 64)
    assert read_feed_token(token, WHOSE) == (True, [b"0-0"] * 64)
    assert len(token) <= 100


def test_a_token_says_for_whom_it_was_made() -> None:
    places = some_places(Random(1))
    token = feed_token(WHOSE, places)
    for other in (("inbox", "owner", "bob"), ("inbox", "another", "ann"), ("activity", "owner")):
        assert read_feed_token(token, other) == (False, places)


@pytest.mark.parametrize("token", ["", "a", "AAAA", "é", "A" * 5000, "A" * 16, "=" * 8, "_-" * 20])
def test_other_texts_are_no_tokens(token: str) -> None:
    found = read_feed_token(token, WHOSE)
    assert found is None or len(found[1]) != 64


def test_a_token_with_a_byte_more_or_less_or_another_is_none_or_of_other_places() -> None:
    places = some_places(Random(2))
    content = base64.urlsafe_b64decode(feed_token(WHOSE, places))
    for number in range(8, len(content)):
        for changed in (
            content[:number],
            content[:number] + b"\xff" + content[number:],
            content[:number] + b"\x80" * 12 + content[number:],
        ):
            found = read_feed_token(base64.urlsafe_b64encode(changed).decode(), WHOSE)
            assert found is None or found[1] != places


def test_places_beyond_what_a_store_can_have_are_refused() -> None:
    for place in (b"%d-0" % (2**48 + 1), b"5-%d" % (2**32 + 1)):
        assert read_feed_token(feed_token(WHOSE, [b"5-0"] * 63 + [place]), WHOSE) is None
