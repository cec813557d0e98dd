"""What is stored of a match comes back as it was, or is refused as unreadable."""

from dataclasses import dataclass

import pytest

from gemwright.contract.updates import update_bytes
from gemwright.engine import GAMES
from gemwright.engine.outcomes import Score, adjudicated
from gemwright.matches.archive import Archive, ArchivedUpdate
from gemwright.matches.charter import (
    Charter,
    Course,
    Holder,
    Roster,
    SeatPlan,
    check_rules,
    part_bytes,
    read_part,
)
from gemwright.matches.faults import MatchUnreadable
from gemwright.matches.replay import opening
from gemwright.matches.store import RawUpdate
from gemwright.matches.stored import MatchState
from gemwright.matches.updates import (
    EVERYBODY,
    ONLY,
    RECORD,
    Update,
    content_of,
    read_update,
)

CHARTER = Charter(
    match_id="a" * 24,
    owner="dev",
    game="duel",
    options=GAMES["duel"].Options().values,
    rules_version="1",
    seats=(SeatPlan("ann"), SeatPlan()),
    join_within_ms=1000,
    has_spectators=True,
    delay_ms=0,
    commitment=b"c" * 32,
    seed=b"s" * 32,
    salt=b"t" * 32,
    entropy=b"",
    is_unverifiable=False,
    rematch_of="",
    digest=b"d" * 32,
)
ROSTER: Roster = (Holder("ann", True, b"\xff\x00"), Holder("bob", True))


@dataclass(frozen=True, slots=True)
class OlderCourse:
    """What a server knows that was there before verdicts."""

    start_version: int = -1


def test_charter_and_roster_come_back_as_they_were() -> None:
    assert read_part(part_bytes(CHARTER), Charter) == CHARTER
    assert read_part(part_bytes(ROSTER), Roster) == ROSTER
    assert read_part(part_bytes(Course(3, 17, (1,))), Course) == Course(3, 17, (1,))


def test_a_verdict_is_kept_and_whoever_knows_of_none_reads_on() -> None:
    course = Course(3, 17, verdict=adjudicated((1,), (Score(3, 2, 1, ()), Score(0, 1, 0, ()))))
    assert read_part(part_bytes(course), Course) == course
    assert read_part(part_bytes(course), OlderCourse) == OlderCourse(3)


def test_no_secret_is_in_the_text_of_a_charter() -> None:
    text = repr(CHARTER)
    assert "ssss" not in text
    assert "tttt" not in text


def test_a_part_of_another_format_is_unreadable() -> None:
    with pytest.raises(MatchUnreadable):
        read_part(b"3" + part_bytes(CHARTER)[1:], Charter)


def test_other_rules_than_this_server_has_are_unreadable() -> None:
    data = part_bytes(CHARTER).replace(b'"rules_version":"1"', b'"rules_version":"2"')
    with pytest.raises(MatchUnreadable):
        check_rules(read_part(data, Charter))


def entry_of(*pieces: tuple[int, bytes]) -> Update:
    content = content_of("take c3", 0, MatchState.ACTIVE, pieces)
    return read_update(RawUpdate(4, b"commitid", 99, content))


def test_an_update_comes_back_from_the_log_as_it_was() -> None:
    entry = entry_of((EVERYBODY, b"a"), (ONLY[0], b"b"))
    assert entry == Update(
        4, b"commitid", 99, "take c3", 0, MatchState.ACTIVE, ((EVERYBODY, b"a"), (ONLY[0], b"b"))
    )


def test_a_viewer_sees_the_pieces_that_are_meant_for_it_in_their_order() -> None:
    entry = entry_of((EVERYBODY, b"a"), (ONLY[0] | RECORD, b"b"), (ONLY[1] | ONLY[None], b"c"))
    head = update_bytes(entry_of(), RECORD)
    assert update_bytes(entry, ONLY[0]) == head + b"ab"
    assert update_bytes(entry, ONLY[1]) == head + b"ac"
    assert update_bytes(entry, ONLY[None]) == head + b"ac"
    assert update_bytes(entry, RECORD) == head + b"ab"


@pytest.mark.parametrize("content", [b"", b"\x01", b"\x94\x02\xa0\xc0\xa6active", b"nonsense"])
def test_an_update_in_another_form_is_unreadable(content: bytes) -> None:
    with pytest.raises(MatchUnreadable):
        read_update(RawUpdate(1, bytes(8), 0, content))


def test_an_archive_plays_its_lines_to_the_position_the_match_had() -> None:
    game = GAMES["duel"]
    state = opening(CHARTER, ROSTER)
    line = game.action_text(game.legal_actions(state)[0])
    lines = ["join 1", line, f"resign {game.to_move(state)}"]
    done = tuple(ArchivedUpdate(5, b"commitid", text) for text in lines)
    archive = Archive.read(Archive(CHARTER, ROSTER, Course(1, 5), done).write())
    assert archive == Archive(CHARTER, ROSTER, Course(1, 5), done)
    final = archive.final_position()
    assert final is not None
    assert game.outcome(final) is not None


@pytest.mark.parametrize(
    ("last", "winners"), [("adjudicate 1", (1,)), ("adjudicate", ()), ("close abandoned", None)]
)
def test_a_verdict_is_found_again_that_another_server_did_not_put_into_the_archive(
    last: str, winners: tuple[int, ...] | None
) -> None:
    opened = opening(CHARTER, ROSTER)
    line = GAMES["duel"].action_text(GAMES["duel"].legal_actions(opened)[0])
    done = tuple(ArchivedUpdate(5, b"commitid", text) for text in (line, last))
    verdict = Archive(CHARTER, ROSTER, Course(0), done).verdict()
    assert (None if verdict is None else verdict.winners) == winners


def test_the_archive_of_a_match_never_dealt_has_no_position() -> None:
    done = (ArchivedUpdate(5, b"commitid", "close cancelled"),)
    assert Archive(CHARTER, ROSTER, Course(), done).final_position() is None
