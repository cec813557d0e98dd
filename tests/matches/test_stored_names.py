"""The names and shapes inside stored values, letter by letter as commit f6a5150 wrote them.

A server finds what others have written by these names, so a class or a field may be renamed only if
what is written stays. `tests/redis/test_stored_layout.py` does the same for what scripts write.
"""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from gemwright.engine import GAMES
from gemwright.engine.outcomes import EndReason, Forfeit, Score, adjudicated, outcome_to_data
from gemwright.engine.record import ADJUDICATE, FORFEITS, read_record, replay
from gemwright.matches.archive import Archive, ArchivedUpdate
from gemwright.matches.charter import Charter, Course, Holder, Roster, SeatPlan, part_bytes
from gemwright.matches.clocks import ClockKind, TimeControl
from gemwright.matches.feeds.cursor import feed_token
from gemwright.matches.feeds.notices import ActivityKinds, notice_of
from gemwright.matches.ids import (
    ResumePoint,
    digest,
    guest_principal,
    join_token,
    match_id,
    resume_token,
)
from gemwright.matches.match import Match
from gemwright.matches.replay import CLOSE, JOIN
from gemwright.matches.stored import Clock, Feed, MatchState, Part
from gemwright.matches.updates import EVERYBODY, ONLY, RECORD, content_of

CHARTER: Final = Charter(
    match_id="a" * 24,
    owner="dev",
    game="duel",
    options=GAMES["duel"].Options().values,
    rules_version="1",
    seats=(SeatPlan("ann"), SeatPlan("bob", must_join=True), SeatPlan()),
    join_within_ms=1000,
    has_spectators=True,
    delay_ms=0,
    commitment=b"c" * 32,
    seed=b"s" * 32,
    salt=b"t" * 32,
    entropy=b"e",
    is_unverifiable=False,
    rematch_of="",
    digest=b"d" * 8,
    position={"format": 1},
    time_control=TimeControl(ClockKind.BANK, 300_000, 2000),
)
ROSTER: Final[Roster] = (Holder("ann", True, b"\xff\x00"), Holder("", False))
VERDICT: Final = adjudicated((1,), (Score(3, 2, 1, (0, 1, 2, 0, 0)), Score(0, 1, 0, ())))
COURSE: Final = Course(3, 17, (1,), VERDICT)
DONE: Final = (
    ArchivedUpdate(5, b"commitid", "take c3", Clock(-5, 1, 1000, (60_000, 59_000))),
    ArchivedUpdate(6, b"commitid", "resign 1"),
)

STORED_CHARTER: Final = (
    b'{"match_id":"aaaaaaaaaaaaaaaaaaaaaaaa","owner":"dev","game":"duel","options":{"first_seat":null,'
    b'"blocking_claim":true,"no_progress_limit":100},"rules_version":"1","seats":[{"principal":"ann",'
    b'"must_join":false},{"principal":"bob","must_join":true},{"principal":null,"must_join":false}],'
    b'"join_within_ms":1000,"has_spectators":true,"delay_ms":0,'
    b'"commitment":"Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2M=",'
    b'"seed":"c3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3M=",'
    b'"salt":"dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHR0dHQ=","entropy":"ZQ==",'
    b'"is_unverifiable":false,"rematch_of":"","digest":"ZGRkZGRkZGQ=","position":{"format":1},'
    b'"time_control":{"kind":"b","first_ms":300000,"more_ms":2000}}'
)
STORED_ROSTER: Final = (
    b'[{"principal":"ann","is_filled":true,"entropy":"/wA="},'
    b'{"principal":"","is_filled":false,"entropy":""}]'
)
STORED_OUTCOME: Final = (
    b'{"winners":[1],"ranks":[2,1],"endings":["adjudication"],"scores":[{"points":3,"cards":2,'
    b'"crowns":1,"colour_points":[0,1,2,0,0]},{"points":0,"cards":1,"crowns":0,"colour_points":[]}]}'
)
STORED_COURSE: Final = (
    b'{"start_version":3,"started_ms":17,"absent":[1],"verdict":' + STORED_OUTCOME + b"}"
)
STORED_DONE: Final = (
    b'[{"after_ms":5,"commit":"Y29tbWl0aWQ=","line":"take c3","clock":{"credit_ms":-5,"running":1,'
    b'"since_ms":1000,"left_ms":[60000,59000]}},'
    b'{"after_ms":6,"commit":"Y29tbWl0aWQ=","line":"resign 1","clock":null}]'
)


def test_a_charter_is_stored_under_these_names() -> None:
    assert part_bytes(CHARTER, has_clocks=True) == b"2" + STORED_CHARTER
    assert part_bytes(CHARTER) == b"1" + STORED_CHARTER


def test_a_roster_is_stored_under_these_names() -> None:
    assert part_bytes(ROSTER) == b"1" + STORED_ROSTER


def test_a_course_is_stored_under_these_names() -> None:
    assert part_bytes(COURSE) == b"1" + STORED_COURSE


def test_an_archive_is_stored_under_these_names() -> None:
    written = Archive(CHARTER, ROSTER, COURSE, DONE, outcome_to_data(VERDICT)).write()
    assert zlib.decompress(written) == (
        b'2{"charter":%b,"roster":%b,"course":%b,"done":%b,"outcome":%b}'
        % (STORED_CHARTER, STORED_ROSTER, STORED_COURSE, STORED_DONE, STORED_OUTCOME)
    )


def test_an_update_is_stored_in_this_shape() -> None:
    pieces = ((EVERYBODY, b"a"), (ONLY[0] | RECORD, b"b"), (ONLY[None], b"s"))
    assert content_of("take c3", 1, MatchState.ACTIVE, pieces) == (
        b"\x95\x01\xa7take c3\x01\xa6active"
        b"\x93\x92\xcc\x9f\xc4\x01a\x92\xcc\x82\xc4\x01b\x92\x01\xc4\x01s"
    )


@pytest.mark.parametrize(
    ("state", "is_mark", "content"),
    [
        (MatchState.WAITING, False, b"\xa7waiting\x00\x92\x92\xa3ann\xc3\x92\xa0\xc2\xc0\xc0"),
        (
            MatchState.FINISHED,
            True,
            (
                b"\xa8finished\x04\x92\x92\xa3ann\xc3\x92\xa0\xc2\xc0\x94\x91\x01\x92\x02\x01\x91"
                b"\xacadjudication\x92\x94\x03\x02\x01\x95\x00\x01\x02\x00\x00\x94\x00\x01\x00\x90"
            ),
        ),
    ],
)
def test_a_notice_is_stored_in_this_shape(state: MatchState, is_mark: bool, content: bytes) -> None:
    match = Match(CHARTER, ROSTER, COURSE, 4, b"commitid", 99, 9, state, None, None)
    notice = notice_of(None, match)
    assert notice.content == b"\x99\x01\xb8aaaaaaaaaaaaaaaaaaaaaaaa\xa3dev\xa4duel" + content
    assert notice.is_mark == is_mark


@pytest.mark.parametrize(
    ("words", "stored"),
    [
        (
            MatchState,
            {
                "WAITING": "waiting",
                "ACTIVE": "active",
                "FINISHED": "finished",
                "CANCELLED": "cancelled",
                "NO_SHOW": "no_show",
                "ABANDONED": "abandoned",
            },
        ),
        (
            Part,
            {"CHARTER": "m", "ROSTER": "r", "POSITION": "s", "COURSE": "e", "ARCHIVE": "z"},
        ),
        (Feed, {"UPDATES": "updates", "MARKS": "marks"}),
        (ClockKind, {"PER_TURN": "t", "BANK": "b", "PER_MOVE": "d"}),
        (
            EndReason,
            {
                "POINTS": "points",
                "CROWNS": "crowns",
                "COLOUR_POINTS": "colour_points",
                "LAST_ROUND": "last_round",
                "ALL_PASSED": "all_passed",
                "NO_PROGRESS": "no_progress",
                "BLOCKING_CLAIM": "blocking_claim",
                "RESIGNATION": "resignation",
                "TIMEOUT": "timeout",
                "ADJUDICATION": "adjudication",
            },
        ),
        (ActivityKinds, {"READY": 1, "TURN": 2, "ENDED": 4}),
    ],
    ids=lambda case: getattr(case, "__name__", ""),
)
def test_a_word_is_stored_as_this(words: type[Enum], stored: Mapping[str, object]) -> None:
    assert {word.name: word.value for word in words} == stored


def test_a_line_of_the_log_begins_with_one_of_these_words_unless_it_is_an_action() -> None:
    assert (JOIN, CLOSE, ADJUDICATE) == ("join", "close", "adjudicate")
    assert FORFEITS == {"resign": Forfeit.RESIGNATION, "timeout": Forfeit.TIMEOUT}


SECRET: Final = bytes(range(32))


def test_ids_and_join_tokens_follow_from_the_secret_as_they_always_did() -> None:
    assert match_id(SECRET, "ann", "request-1") == "s3w2lrxavzrswrequwjbqbnr"
    assert join_token(SECRET, "a" * 24, 1) == "3hlwwfpg7ana3vcpdgjuhrzlla7uqwzj"
    assert guest_principal(SECRET, "a" * 24, 1) == "guest:qoogi4fgk5kt2ge3bqma6oyk"


def test_what_a_request_asked_for_has_this_digest() -> None:
    assert digest("act", "3", "take c3") == b"\xe9\xd8\xcc\xfc$\xee\xd7\x13"


@pytest.mark.parametrize(
    ("viewer", "token"),
    [(None, "_2NvbW1pdGlkAAA5"), (0, "AGNvbW1pdGlkAAA5"), (3, "A2NvbW1pdGlkAAA5")],
)
def test_a_resume_token_of_a_match_looks_like_this(viewer: int | None, token: str) -> None:
    assert resume_token(ResumePoint(57, b"commitid", viewer)) == token


def test_resume_tokens_of_inbox_and_activity_look_like_this() -> None:
    inbox = [b"0-0", b"1795000000000-0", b"1795000000123-7"]
    assert feed_token(("inbox", "owner", "ann"), inbox) == "UFiY-X6pDBiAvNnynjQAAvkBBw=="
    activity = [b"1795000000000-2", b"1795000000123-0"]
    whose = ("activity", "owner", Feed.MARKS, Feed.UPDATES)
    assert feed_token(whose, activity) == "HUhcX0znJ4qAvNnynjQDAvgB"


GOLDEN: Final = sorted((Path(__file__).parents[1] / "golden/games").glob("*.txt"))
DUEL_NAMES: Final = """
    bag.black bag.blue bag.gold bag.green bag.pearl bag.red bag.white
    board[]
    decision decision.again decision.can_stop decision.card decision.kind decision.kinds[]
    decision.left decision.seat
    decks[][] draws format game idle_turns
    options.blocking_claim options.first_seat options.no_progress_limit
    outcome outcome.endings[] outcome.ranks[] outcome.scores[].cards
    outcome.scores[].colour_points[] outcome.scores[].crowns outcome.scores[].points
    outcome.winners[]
    players[].blocking_turns players[].cards[].card players[].cards[].colour
    players[].privileges players[].reserved[].card players[].reserved[].is_blind
    players[].royals[] players[].royals_for_crowns
    players[].tokens.black players[].tokens.blue players[].tokens.gold players[].tokens.green
    players[].tokens.pearl players[].tokens.red players[].tokens.white
    privileges pyramid[] royals[] rules_version
    turn.can_claim turn.has_acted turn.has_purchased turn.has_replenished
    turn.has_used_privilege turn.is_extra turn.is_extra_turn_due turn.is_window_closed
    turn.number turn.seat
"""
COUNTERFEITERS_NAMES: Final = """
    bag.glassware counterfeiter_deck[] counterfeiters[] decision.again[]
    players[].counterfeiters[] players[].tokens.glassware royal_deck[] turn.used[]
"""
SPLENDOR_NAMES: Final = """
    decision decks[][] draws face_up[] first_seat format game idle_turns is_last_round nobles[]
    options.first_seat options.no_progress_limit options.seats
    outcome outcome.endings[] outcome.ranks[] outcome.scores[].cards outcome.scores[].crowns
    outcome.scores[].points outcome.winners[]
    passes
    players[].cards[] players[].dropped_out players[].nobles[] players[].reserved[].card
    players[].reserved[].is_blind
    players[].tokens.black players[].tokens.blue players[].tokens.gold players[].tokens.green
    players[].tokens.red players[].tokens.white
    removed_cards[].card removed_cards[].is_blind rules_version seat
    supply.black supply.blue supply.gold supply.green supply.red supply.white turn
"""


@cache
def positions() -> dict[str, list[object]]:
    """Every position of the golden games as it is stored, by the name of the game."""
    found: dict[str, list[object]] = {}
    for file in GOLDEN:
        record = read_record(file.read_text(encoding="utf-8"))
        for number in range(len(record.lines) + 1):
            state = replay(replace(record, lines=record.lines[:number], result=None))
            found.setdefault(record.game, []).append(GAMES[record.game].to_data(state))
    return found


def names(data: object, inside: str = "") -> Iterator[str]:
    """The path of every value that has no parts."""
    if isinstance(data, dict):
        for name, part in data.items():
            yield from names(part, f"{inside}.{name}" if inside else name)
    elif isinstance(data, list | tuple):
        for item in data:
            yield from names(item, f"{inside}[]")
    else:
        yield inside


@pytest.mark.parametrize(
    ("game", "stored"),
    [
        ("duel", DUEL_NAMES),
        ("duel_counterfeiters", DUEL_NAMES + COUNTERFEITERS_NAMES),
        ("splendor", SPLENDOR_NAMES),
    ],
)
def test_a_position_is_stored_under_these_names(game: str, stored: str) -> None:
    assert {name for data in positions()[game] for name in names(data)} == {*stored.split()}


@pytest.mark.parametrize(
    ("game", "stored"),
    [
        ("duel", "ac258e930d6b64edaa7bac772d191933"),
        ("duel_counterfeiters", "55377a1df65c400123b2abbdf8b02119"),
        ("splendor", "edb4f0c6e37b1973e0c6bc4eb9a20fe9"),
    ],
)
def test_the_positions_of_the_golden_games_are_stored_in_these_bytes(
    game: str, stored: str
) -> None:
    written = "".join(json.dumps(data) for data in positions()[game])
    assert hashlib.sha256(written.encode()).hexdigest()[:32] == stored
