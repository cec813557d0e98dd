"""The window on a log: it tells what follows on a place, and nothing of another history."""

from gemwright.matches.charter import Course
from gemwright.matches.match import Match
from gemwright.matches.stored import MatchState
from gemwright.matches.updates import Update
from gemwright.matches.watch.tails import Tail
from tests.matches.test_stored_parts import CHARTER, ROSTER

ONE = b"history1"
OTHER = b"history2"


def entry(version: int, commit: bytes = ONE) -> Update:
    """An update of which only the place matters."""
    return Update(version, commit, version, "line", 0, MatchState.ACTIVE, ())


def tail(*versions: int) -> Tail:
    """A tail that begins at version 5 and has got these updates since."""
    match = Match(CHARTER, ROSTER, Course(0), 5, ONE, 5, 0, MatchState.ACTIVE, None, None)
    made = Tail(match)
    for version in versions:
        assert made.append((version - 1, ONE), [entry(version)])
    return made


def versions(entries: list[Update] | None) -> list[int] | None:
    """Which updates these are."""
    return None if entries is None else [one.version for one in entries]


def test_what_follows_on_a_place_is_everything_after_it() -> None:
    made = tail(6, 7, 8)
    assert versions(made.after((5, ONE))) == [6, 7, 8]
    assert versions(made.after((7, ONE))) == [8]
    assert versions(made.after((8, ONE))) == []


def test_a_place_before_or_behind_the_window_is_not_in_it() -> None:
    assert tail(6, 7).after((4, ONE)) is None
    assert tail(6, 7).after((8, ONE)) is None


def test_a_place_of_another_history_is_not_in_the_window_whatever_its_version() -> None:
    made = tail(6, 7, 8)
    for version in (5, 6, 7, 8):
        assert made.after((version, OTHER)) is None


def test_what_does_not_follow_on_the_end_is_not_added() -> None:
    made = tail(6, 7)
    for place in ((6, ONE), (8, ONE), (7, OTHER)):
        assert not made.append(place, [entry(place[0] + 1, OTHER)])
    assert versions(made.after((5, ONE))) == [6, 7]


def test_a_tail_that_is_doubted_tells_nothing() -> None:
    made = tail(6, 7)
    made.is_doubtful = True
    assert made.after((5, ONE)) is None
    assert made.after((7, ONE)) is None


def test_a_long_tail_forgets_its_beginning() -> None:
    made = tail(*range(6, 106))
    assert made.after((5, ONE)) is None
    last = made.after((100, ONE))
    assert versions(last) == [101, 102, 103, 104, 105]
