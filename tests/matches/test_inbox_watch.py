"""What one watch of an inbox is to be sent: the newest of each match, and never an older one."""

import asyncio
from typing import Final

from gemwright.matches.feeds.inbox_watch import InboxWatch
from gemwright.matches.feeds.notices import ActivityKinds, Notice
from gemwright.matches.stored import MatchState

PLACES: Final = (b"5-0", b"6-0", b"7-0")


async def new_watch() -> InboxWatch:
    """A watch that was sent nothing; to make one takes an event loop."""
    return InboxWatch("owner", "ann")


def state(
    version: int, commit: bytes = b"commit-1", status: MatchState = MatchState.ACTIVE
) -> Notice:
    """A state of one match."""
    seats = (("ann", True), ("bob", True))
    return Notice(
        "match", version, commit, 0, "owner", "duel", status, ActivityKinds(0), seats, 0, None, None
    )


def sent(watch: InboxWatch) -> list[int]:
    """The versions that are sent in one round."""
    return [watch.newest(match).version for match in watch.take(list(PLACES))]


def test_of_states_in_any_order_the_newest_is_sent_once() -> None:
    watch = asyncio.run(new_watch())
    for version in (3, 5, 4, 5, 1):
        watch.offer(state(version))
    assert sent(watch) == [5]
    for version in (4, 5):
        watch.offer(state(version))
    assert sent(watch) == []
    watch.offer(state(6))
    assert sent(watch) == [6]
    assert not watch.is_lost


def test_what_comes_while_a_round_is_sent_is_not_sent_twice_and_not_too_late() -> None:
    watch = asyncio.run(new_watch())
    watch.offer(state(5))
    (match,) = watch.take(list(PLACES))
    watch.offer(state(4))
    assert match not in watch.pending
    watch.offer(state(6))
    assert watch.newest(match).version == 6
    assert sent(watch) == []


def test_another_update_of_the_same_number_means_that_one_was_lost() -> None:
    for has_sent in (True, False):
        watch = asyncio.run(new_watch())
        watch.offer(state(5))
        if has_sent:
            sent(watch)
        watch.offer(state(5, b"commit-2"))
        assert watch.is_lost
        watch.forget()
        watch.offer(state(5, b"commit-2"))
        assert sent(watch) == [5]
        assert not watch.is_lost


def test_what_is_offered_again_is_sent_again_unless_there_is_a_newer_state() -> None:
    watch = asyncio.run(new_watch())
    watch.offer(state(5))
    assert sent(watch) == [5]
    watch.offer_again(state(5))
    assert sent(watch) == [5]
    watch.offer(state(6))
    watch.offer_again(state(5))
    assert sent(watch) == [6]


def test_what_is_over_is_forgotten_only_when_nothing_older_can_come() -> None:
    watch = asyncio.run(new_watch())
    watch.expected[1] = b"9-0"
    watch.offer(state(5, status=MatchState.FINISHED))
    assert sent(watch) == [5]
    watch.offer(state(4))
    assert sent(watch) == []
    del watch.expected[1]
    watch.offer(state(6, status=MatchState.FINISHED))
    assert sent(watch) == [6]
    assert not watch.sent


def test_it_has_reached_what_the_matches_were_read_up_to_and_else_the_reader() -> None:
    watch = asyncio.run(new_watch())
    watch.expected[1] = b"9-0"
    watch.take(list(PLACES))
    assert watch.reached == (b"5-0", b"9-0", b"7-0")
    watch.expected.clear()
    watch.take(list(PLACES))
    assert watch.reached == PLACES
