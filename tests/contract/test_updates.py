"""Updates and watches joined from bytes are what building the messages in the plain way gives."""

from dataclasses import replace

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from gemwright.contract.games import action_bytes, event_bytes, view_message
from gemwright.contract.matches import STATES, match_message
from gemwright.contract.updates import WireUpdateEncoder, answer_bytes, update_bytes
from gemwright.contract.watch import (
    RESET_REASONS,
    snapshot_bytes,
    watch_bytes,
)
from gemwright.engine import GAMES
from gemwright.engine.duel.actions import Pass
from gemwright.engine.duel.events import DugCardsSeen, TurnPassed
from gemwright.engine.outcomes import Forfeit
from gemwright.matches.api import (
    GoingAway,
    Heartbeat,
    Reset,
    ResetReason,
    Reveal,
    Snapshot,
    WatchedUpdate,
)
from gemwright.matches.match import Match
from gemwright.matches.stored import MatchState
from gemwright.matches.updates import EVERYBODY, ONLY, RECORD, Piece, Update
from gemwright.pb import game_pb2, match_pb2
from gemwright.pb import match_service_pb2 as pb
from gemwright.pb.outcome_pb2 import FORFEIT_REASON_RESIGNATION, FORFEIT_REASON_TIMEOUT
from tests.rpc.rpc_matches import BEGAN_MS, COMMIT, NAMES, STEP_MS, joined, played, waiting

VIEWERS = (None, 0, 1)


def time_of(time_ms: int) -> Timestamp:
    stamp = Timestamp()
    stamp.FromMilliseconds(time_ms)
    return stamp


def plain_action(name: str, action: object) -> game_pb2.Action:
    return game_pb2.Action.FromString(action_bytes(name, action))


def plain_update(
    match: Match, entry: Update, action: object, events: tuple[object, ...], viewer: int | None
) -> match_pb2.Update:
    """The update of a move built field by field, as the engine projects it for the viewer."""
    assert entry.seat is not None
    name, game = match.charter.game, match.game
    seen = game.seen_action(action, entry.seat, viewer)
    return match_pb2.Update(
        version=entry.version,
        commit_id=COMMIT.hex(),
        time=time_of(entry.time_ms),
        move=match_pb2.Move(seat=entry.seat, action=plain_action(name, seen)),
        events=[
            game_pb2.Event.FromString(event_bytes(name, event))
            for event in game.project(events, viewer)
        ],
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_move_is_the_update_that_the_viewer_may_see(name: str) -> None:
    for match, entry, action, events in played(name):
        for viewer in VIEWERS:
            expected = plain_update(match, entry, action, events, viewer)
            assert update_bytes(entry, ONLY[viewer]) == expected.SerializeToString()


@pytest.mark.parametrize("name", NAMES)
def test_the_record_has_every_event_and_the_whole_action(name: str) -> None:
    for match, entry, action, events in played(name):
        update = match_pb2.Update.FromString(update_bytes(entry, RECORD))
        assert update.move.action == plain_action(match.charter.game, action)
        assert len(update.events) == len(events)


@pytest.mark.parametrize("name", NAMES)
def test_a_join_that_deals_shows_each_viewer_its_own_opening(name: str) -> None:
    match, entry = joined(name)
    assert match.position is not None
    for viewer in VIEWERS:
        view = view_message(name, match.game.view(match.position, viewer))
        expected = match_pb2.Update(
            version=1,
            commit_id=COMMIT.hex(),
            time=time_of(BEGAN_MS + STEP_MS),
            join=match_pb2.Join(seat=1, principal="bob", entropy=b"from bob"),
            events=[game_pb2.Event(match_dealt=game_pb2.MatchDealt(view=view))],
        )
        assert update_bytes(entry, ONLY[viewer]) == expected.SerializeToString()


def caused_by(pieces: tuple[Piece, ...]) -> match_pb2.Update:
    entry = Update(9, COMMIT, BEGAN_MS, "", None, MatchState.ACTIVE, pieces)
    return match_pb2.Update.FromString(update_bytes(entry, ONLY[None]))


def test_leaving_says_which_seat_and_why() -> None:
    encoder = WireUpdateEncoder()
    resigned = caused_by(encoder.forfeited(GAMES["duel"], 2, 0, Forfeit.RESIGNATION, ())).forfeit
    assert (resigned.seat, resigned.reason) == (0, FORFEIT_REASON_RESIGNATION)
    late = caused_by(encoder.forfeited(GAMES["splendor"], 4, 3, Forfeit.TIMEOUT, ())).forfeit
    assert (late.seat, late.reason) == (3, FORFEIT_REASON_TIMEOUT)


def test_neighbouring_pieces_for_the_same_viewers_are_put_together() -> None:
    game = GAMES["duel"]
    events = [TurnPassed(0), TurnPassed(1), DugCardsSeen(0, ("D1-01",)), TurnPassed(0)]
    cause, seen, rest = WireUpdateEncoder().acted(game, 2, 0, Pass(), events)
    assert [viewers for viewers, _ in (cause, seen, rest)] == [
        EVERYBODY,
        ONLY[0] | RECORD,
        EVERYBODY,
    ]
    assert caused_by((cause, rest)).move.seat == 0
    assert len(caused_by((cause, rest)).events) == 3


def test_closing_says_which_state_and_who_was_missing() -> None:
    close = caused_by(WireUpdateEncoder().closed(MatchState.NO_SHOW, (0, 2))).close
    assert close.state == match_pb2.MATCH_STATE_NO_SHOW
    assert list(close.absent_seats) == [0, 2]


def test_an_adjudication_says_who_won() -> None:
    assert list(caused_by(WireUpdateEncoder().adjudicated((0, 2))).adjudication.winners) == [0, 2]
    drawn = caused_by(WireUpdateEncoder().adjudicated(()))
    assert drawn.WhichOneof("cause") == "adjudication"


def test_every_state_and_every_reset_has_its_word() -> None:
    assert set(STATES) == set(MatchState)
    assert set(STATES.values()) == set(match_pb2.MatchState.values()) - {0}
    assert set(RESET_REASONS) == set(ResetReason)
    assert set(RESET_REASONS.values()) == set(pb.ResetReason.values()) - {0}


@pytest.mark.parametrize("name", NAMES)
def test_news_are_the_update_the_legal_actions_and_a_token(name: str) -> None:
    for match, entry, action, events in played(name):
        for viewer in VIEWERS:
            legal = match.legal_actions(viewer)
            news = WatchedUpdate(entry, viewer, tuple(legal), name, "token")
            expected = pb.WatchMatchResponse(
                update=plain_update(match, entry, action, events, viewer),
                legal_actions=[plain_action(name, one) for one in legal],
                resume_token="token",
            )
            assert watch_bytes(news) == expected.SerializeToString()


def test_news_are_made_once_for_all_who_look_alike() -> None:
    _, entry = joined("duel")
    news = WatchedUpdate(entry, None, (), "duel", "token")
    assert watch_bytes(news) is watch_bytes(news)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_snapshot_and_the_answer_to_get_say_the_same(name: str, viewer: int | None) -> None:
    match, _ = joined(name)
    assert match.position is not None
    sight = Snapshot(match, viewer, "token", 0)
    snapshot = pb.WatchMatchResponse.FromString(watch_bytes(sight))
    answer = pb.GetMatchResponse.FromString(snapshot_bytes(sight))
    assert snapshot.snapshot.match == answer.match == match_message(match, 0)
    view = view_message(name, match.game.view(match.position, viewer))
    assert snapshot.snapshot.view == answer.view == view
    legal = [plain_action(name, one) for one in match.legal_actions(viewer)]
    assert list(snapshot.legal_actions) == list(answer.legal_actions) == legal
    assert bool(legal) == (viewer == match.seat_to_act)
    assert answer.HasField("viewer_seat") == (viewer is not None)
    assert snapshot.snapshot.HasField("viewer_seat") == (viewer is not None)
    assert snapshot.resume_token == answer.resume_token == "token"
    assert not answer.HasField("reveal")


def test_before_the_deal_there_is_no_view() -> None:
    answer = pb.GetMatchResponse.FromString(snapshot_bytes(Snapshot(waiting("duel"), None, "t", 0)))
    assert not answer.HasField("view")


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_of_a_match_that_is_over_has_the_secrets_and_no_actions(name: str) -> None:
    *_, (match, _, _, _) = played(name)
    answer = pb.GetMatchResponse.FromString(snapshot_bytes(Snapshot(match, 0, "t", 0)))
    assert (answer.reveal.seed, answer.reveal.salt) == (match.charter.seed, match.charter.salt)
    assert not answer.legal_actions


def test_an_answer_to_an_action_is_the_update_of_its_seat() -> None:
    _, entry = joined("splendor")
    answer = pb.SubmitActionResponse.FromString(answer_bytes(entry, 1))
    assert answer == pb.SubmitActionResponse(
        update=match_pb2.Update.FromString(update_bytes(entry, ONLY[1]))
    )
    assert pb.ResignResponse.FromString(answer_bytes(entry, 1)).update == answer.update


def test_the_small_messages_of_a_watch() -> None:
    *_, (over, _, _, _) = played("splendor")
    told = (
        (
            Heartbeat(BEGAN_MS, "t"),
            pb.WatchMatchResponse(heartbeat=pb.Heartbeat(time=time_of(BEGAN_MS)), resume_token="t"),
        ),
        (
            Reset(ResetReason.HISTORY_LOST),
            pb.WatchMatchResponse(reset=pb.Reset(reason=pb.RESET_REASON_HISTORY_LOST)),
        ),
        (
            GoingAway("t"),
            pb.WatchMatchResponse(going_away=pb.GoingAway(), resume_token="t"),
        ),
        (
            Reveal(over, "t"),
            pb.WatchMatchResponse(
                reveal=match_pb2.Reveal(seed=over.charter.seed, salt=over.charter.salt),
                resume_token="t",
            ),
        ),
    )
    for one, expected in told:
        assert pb.WatchMatchResponse.FromString(watch_bytes(one)) == expected


def test_secrets_are_not_worded_while_a_match_runs() -> None:
    match, _ = joined("duel")
    with pytest.raises(ValueError, match="not over"):
        watch_bytes(Reveal(match, "t"))


def test_no_byte_of_the_secrets_is_in_anything_about_a_match_that_runs() -> None:
    match, entry = joined("duel_counterfeiters")
    for viewer in VIEWERS:
        sight = Snapshot(match, viewer, "t", 0)
        for content in (
            snapshot_bytes(sight),
            watch_bytes(sight),
            update_bytes(entry, ONLY[viewer]),
        ):
            assert match.charter.seed not in content
            assert match.charter.salt not in content


def test_a_commit_id_is_shown_in_hex() -> None:
    match = waiting("duel")
    assert match_message(match, 0).commit_id == "0000000000000000"
    dealt = replace(match, version=1, commit=COMMIT)
    assert match_message(dealt, 0).commit_id == "00ff1122aa334455"
