"""Games that are over, played again position by position."""

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gemwright.contract.games import view_message
from gemwright.engine import GAMES
from gemwright.engine.record import read_record, write_record
from gemwright.engine.record import replay as play_through
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR
from gemwright.pb.game_pb2 import Game as ServerGame
from gemwright.pb.match_service_pb2 import GetMatchResponse
from gemwright_client.errors import GemwrightError, RecordUnusable
from gemwright_client.pb.game_pb2 import Game, View
from gemwright_client.pb.match_pb2 import (
    MATCH_STATE_ACTIVE,
    MATCH_STATE_CANCELLED,
    MATCH_STATE_FINISHED,
    Match,
    MatchRecord,
)
from gemwright_client.pb.outcome_pb2 import END_REASON_ADJUDICATION, END_REASON_RESIGNATION
from gemwright_client.rules import one_game
from gemwright_client.rules.replay import MOST_CHARACTERS, MOST_LINES, Replay, Step
from tests.cli.games import DUEL, SHORT
from tests.service.callers import Caller
from tests.service.players import choose, seated, with_open_seats
from tests.service.servers import PATIENT, Host, Servers

FILES: Final = sorted(DUEL.parent.glob("*.txt"))
DIGGING: Final = 1
"""The game of a series between random bots in which one of them looks at the cards of a deck."""


def all_views(replay: Replay, versions: Sequence[int]) -> dict[int, bytes]:
    return {version: replay.at(version).SerializeToString() for version in versions}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_last_position_of_a_file_is_the_one_the_engine_comes_to(path: Path) -> None:
    record = read_record(path.read_text())
    replay = Replay.of_text(path.read_text())
    game, state = GAMES[record.game], play_through(record)
    last = replay.versions[-1]
    assert last == len(record.lines)
    for viewer in (None, *range(len(state.players))):
        expected = view_message(record.game, game.view(state, viewer))
        assert replay.at(last, viewer).SerializeToString() == expected.SerializeToString()
    assert replay.match(last).outcome == outcome_of(replay.at(last))


def outcome_of(view: View) -> object:
    return view.duel.table.outcome if view.HasField("duel") else view.splendor.table.outcome


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_steps_lead_from_each_position_to_the_next(path: Path) -> None:
    replay = Replay.of_text(path.read_text())
    assert replay.action(replay.versions[0]) is None
    for version in replay.versions[1:]:
        step, before = replay.action(version), replay.match(version - 1)
        assert step is not None
        assert before.seat_to_act == step.seat or step.text.startswith(("resign", "timeout"))
        assert replay.at(version) != replay.at(version - 1)


def test_backwards_is_the_same_as_forwards() -> None:
    replay = Replay.of_text(DUEL.read_text())
    forwards = all_views(replay, replay.versions)
    assert all_views(replay, replay.versions[::-1]) == forwards
    assert len(set(forwards.values())) == len(forwards)


def test_any_step_is_quick() -> None:
    replay = Replay.of_text((DUEL.parent / "duel_counterfeiters-4.txt").read_text())
    begun = time.perf_counter()
    for version in replay.versions[::-1]:
        replay.at(version, 0)
        replay.match(version)
    assert time.perf_counter() - begun < 0.020 * len(replay.versions)


def test_a_file_tells_what_a_board_needs() -> None:
    replay = Replay.of_text(SHORT, ["ann"])
    first = replay.match(0)
    assert (first.match, Game.Name(first.game), first.version) == ("a-match", "GAME_DUEL", 0)
    assert first.state == MATCH_STATE_ACTIVE
    assert first.seat_to_act == 1
    assert [seat.principal for seat in first.seats] == ["ann", "seat 1"]
    assert all(seat.is_filled for seat in first.seats)
    assert replay.options.duel.first_seat == 1
    assert replay.options.duel.no_progress_limit == 0
    assert replay.options == first.options
    assert replay.game == first.game
    assert replay.action(1) == Step(1, "take c3")
    assert list(replay.versions) == [0, 1, 2]


def test_a_file_of_a_position_tells_its_options() -> None:
    record = read_record((DUEL.parent / "splendor-3-1.txt").read_text())
    game = GAMES["splendor"]
    position = game.to_data(play_through(record))
    text = write_record(type(record)("splendor", "1", {}, (), position=position))
    replay = Replay.of_text(text)
    assert replay.options.splendor.seats == len(replay.match(0).seats) == 3
    assert replay.match(0).state == MATCH_STATE_FINISHED


@pytest.mark.parametrize("word", ["resign", "timeout"])
def test_who_leaves_a_game_ends_it(word: str) -> None:
    replay = Replay.of_text(SHORT + f"{word} 1\n")
    assert replay.action(3) == Step(1, f"{word} 1")
    assert not replay.match(2).HasField("outcome")
    last = replay.match(3)
    assert last.state == MATCH_STATE_FINISHED
    assert list(last.outcome.winners) == [0]
    assert not last.HasField("seat_to_act")


def test_an_operator_may_have_decided_a_game() -> None:
    replay = Replay.of_text(SHORT + "adjudicate 1\n")
    assert replay.action(3) == Step(None, "adjudicate 1")
    assert replay.at(3) == replay.at(2)
    assert replay.match(2).seat_to_act == 1
    last = replay.match(3)
    assert list(last.outcome.winners) == [1]
    assert list(last.outcome.reasons) == [END_REASON_ADJUDICATION]
    assert not last.HasField("seat_to_act")
    assert not list(Replay.of_text(SHORT + "adjudicate\n").match(3).outcome.winners)


def test_a_position_can_be_shown_with_everything_open() -> None:
    hidden = 0
    for path in FILES:
        replay = Replay.of_text(path.read_text())
        for version in replay.versions:
            hidden += sum(cards.count("") for cards in reserves(replay.at(version)))
            for seat, cards in enumerate(reserves(replay.open_at(version))):
                own = replay.at(version, seat)
                private = own.duel.private if own.HasField("duel") else own.splendor.private
                assert cards == list(private.reserved)
    assert hidden


def reserves(view: View) -> list[list[str]]:
    if view.HasField("duel"):
        return [[entry.card for entry in it.reserved] for it in view.duel.table.players]
    return [[entry.card for entry in it.reserved] for it in view.splendor.table.players]


def test_the_cards_that_a_seat_looks_at_are_open_too() -> None:
    text = one_game("random", "random", number=DIGGING, game="duel_counterfeiters").record
    replay = Replay.of_text(text)
    lines = read_record(text).lines
    kept = next(place for place, line in enumerate(lines) if line.startswith("keep"))
    assert not replay.at(kept).duel.HasField("private")
    seat = replay.match(kept).seat_to_act
    assert len(replay.open_at(kept).duel.private.dug) == 3
    assert replay.open_at(kept).duel.private == replay.at(kept, seat).duel.private
    assert not replay.open_at(kept + 1).duel.HasField("private")


def test_versions_and_seats_that_there_are_not_are_refused() -> None:
    replay = Replay.of_text(SHORT)
    for version in (-1, 3):
        for look in (replay.at, replay.open_at, replay.action, replay.match):
            with pytest.raises(IndexError, match="versions are 0 to 2"):
                look(version)
    with pytest.raises(IndexError, match="from 0 to 1"):
        replay.at(0, 2)


BROKEN: Final = {
    "nothing": ("", "line 1"),
    "no-game": ("a letter to a friend", "line 1"),
    "word": (SHORT.replace("match a-match", "mach a-match"), "line 5: 'mach' is not known"),
    "seed": (SHORT.replace("seed 01", "seed zz"), "cannot be read"),
    "short-seed": (SHORT.replace("seed 0101", "seed "), "a seed has 32 bytes"),
    "options": (SHORT.replace('"first_seat":1', '"first_seat":7'), "first_seat"),
    "json": (SHORT.replace("options {", "options {{"), "cannot be read"),
    "nested": (SHORT.replace("options {", "options " + "[" * 99999), "cannot be read"),
    "rules": (SHORT.replace("rules 1", "rules 9"), "rules 9 are not known"),
    "game": (SHORT.replace("game duel", "game chess"), "'chess' is none of"),
    "action": (SHORT.replace("take a1 a2", "take a1 e5"), "action 2, 'take a1 e5': not_a_line"),
    "notation": (SHORT.replace("take a1 a2", "grab a1"), "action 2, 'grab a1'"),
    "seat": (SHORT + "resign 2\n", "action 3, 'resign 2'"),
    "after": (SHORT + "resign 1\ntake b1\n", "action 4, 'take b1'"),
    "result": (SHORT + "result seat 0 wins by points (9 : 1)\n", "the result is 'not over'"),
    "entropy": (SHORT.replace("entropy - - -", "entropy -"), "entropy has 3 parts"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_with_what_is_wrong(name: str) -> None:
    text, wrong = BROKEN[name]
    with pytest.raises(RecordUnusable, match=wrong) as refused:
        Replay.of_text(text)
    assert isinstance(refused.value, GemwrightError)


def test_a_file_without_end_is_refused_before_it_is_played() -> None:
    with pytest.raises(RecordUnusable, match="lines"):
        Replay.of_text(SHORT + "pass\n" * MOST_LINES)
    with pytest.raises(RecordUnusable, match="characters"):
        Replay.of_text(SHORT + "#" * MOST_CHARACTERS)


def test_whatever_is_done_to_a_file_it_is_played_or_refused() -> None:
    rng, refused = Random(7), 0
    texts = [path.read_text() for path in FILES if path.stem in ("duel-1", "splendor-2-1")]
    texts.append((FILES[0].parent / "foreign-1.txt").read_text())
    for _ in range(150):
        text = damaged(rng.choice(texts), rng)
        try:
            Replay.of_text(text)
        except RecordUnusable:
            refused += 1
    assert refused


def damaged(text: str, rng: Random) -> str:
    """A text with a part lost, doubled or overwritten."""
    first = rng.randrange(len(text))
    last = min(first + rng.randrange(1, 40), len(text))
    part = rng.choice(["", text[first:last] * 2, "\x00", "9" * 5000, "[{", "²", "-1", "\n"])
    return text[:first] + part + text[last:]


async def sights_of(
    host: Host, match: str, callers: Sequence[Caller], rng: Random, most: int
) -> dict[int, GetMatchResponse]:
    """Play on at random, with what a spectator saw of every version."""
    sight = await host.caller().get(match)
    seen = {sight.match.version: sight}
    while sight.match.HasField("seat_to_act") and len(seen) <= most:
        seat, version = sight.match.seat_to_act, sight.match.version
        legal = (await callers[seat].get(match, seat)).legal_actions
        await callers[seat].act(match, seat, version, choose(legal, rng))
        sight = await host.caller().get(match)
        seen[sight.match.version] = sight
    return seen


async def record_of(caller: Caller, match: str) -> MatchRecord:
    return MatchRecord.FromString((await caller.record(match)).SerializeToString())


def compare(replay: Replay, seen: dict[int, GetMatchResponse]) -> None:
    """Every version is what the spectator saw, as far as a record tells."""
    assert set(seen) <= set(replay.versions)
    for version, sight in seen.items():
        assert replay.at(version).SerializeToString() == sight.view.SerializeToString()
        then = Match.FromString(sight.match.SerializeToString())
        found = replay.match(version)
        if not version:  # a record does not name the creation
            then.ClearField("commit_id")
            found.ClearField("commit_id")
        assert found == then


@pytest.mark.parametrize("game", [GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR])
@pytest.mark.servers(1, PATIENT)
async def test_a_match_that_was_joined_begins_with_the_version_of_the_deal(
    servers: Servers, game: ServerGame
) -> None:
    host = servers.hosts[0]
    made = await host.caller().create(with_open_seats(game, 2))
    match, names = made.match.match, ("ann", "bob")
    callers = [host.caller(name) for name in names]
    for seat, caller in enumerate(callers):
        await caller.join(match, made.join_tokens[seat].token)
    seen = await sights_of(host, match, callers, Random(game), 24)
    await callers[1].resign(match, 1)
    replay = Replay.of_record(await record_of(callers[0], match))
    assert replay.versions == range(2, max(seen) + 2)
    assert replay.action(2) is None
    compare(replay, seen)
    last = replay.versions[-1]
    assert replay.action(last) == Step(1, "resign 1")
    assert list(replay.match(last).outcome.reasons) == [END_REASON_RESIGNATION]
    assert replay.match(last).HasField("end_time")
    assert [seat.principal for seat in replay.match(2).seats] == list(names)


@pytest.mark.servers(1, PATIENT)
async def test_a_match_dealt_at_once_begins_with_version_0(servers: Servers) -> None:
    host = servers.hosts[0]
    callers = [host.caller(name) for name in ("ann", "bob", "cleo")]
    made = await host.caller().create(seated(GAME_SPLENDOR, ("ann", "bob", "cleo")))
    match = made.match.match
    seen = await sights_of(host, match, callers, Random(3), 9)
    await callers[0].resign(match, 0)
    await callers[2].resign(match, 2)
    replay = Replay.of_record(await record_of(callers[0], match))
    assert replay.versions == range(max(seen) + 3)
    compare(replay, seen)
    assert replay.match(max(seen) + 1).state == MATCH_STATE_ACTIVE


@pytest.mark.servers(1, PATIENT)
async def test_what_closes_a_match_is_its_last_version(servers: Servers) -> None:
    host = servers.hosts[0]
    callers = [host.caller(name) for name in ("ann", "bob")]
    made = await host.caller().create(seated(GAME_DUEL, ("ann", "bob")))
    match = made.match.match
    seen = await sights_of(host, match, callers, Random(3), 4)
    await host.caller().cancel(match)
    replay = Replay.of_record(await record_of(callers[0], match))
    compare(replay, seen)
    last = max(seen) + 1
    assert replay.versions == range(last + 1)
    assert replay.action(last) == Step(None, "close")
    assert replay.at(last) == replay.at(last - 1)
    assert replay.match(last).state == MATCH_STATE_CANCELLED
    assert not replay.match(last).HasField("outcome")


@pytest.mark.servers(1, PATIENT)
async def test_a_match_abandoned_before_the_deal_cannot_be_played_again(servers: Servers) -> None:
    host = servers.hosts[0]
    made = await host.caller().create(with_open_seats(GAME_DUEL, 2))
    match = made.match.match
    await host.caller("ann").join(match, made.join_tokens[0].token)
    await host.caller().cancel(match)
    record = await record_of(host.caller("ann"), match)
    with pytest.raises(RecordUnusable, match="never dealt: CANCELLED"):
        Replay.of_record(record)


def test_a_record_of_two_matches_is_refused() -> None:
    record = MatchRecord(text=SHORT, match=Match(match="a-match", version=5))
    with pytest.raises(RecordUnusable, match="different matches"):
        Replay.of_record(record)
