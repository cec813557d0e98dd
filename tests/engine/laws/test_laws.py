"""Laws of every game, on every position of thousands of random matches.

A quarter of the matches are always played; the longer tests play the others.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemwright.engine.chance import Chance
from gemwright.engine.game import SomeState
from gemwright.engine.kinds import KIND_OF_TEXT
from gemwright.engine.refusals import Reason, Refused
from tests.engine.laws.games import (
    TABLES,
    Table,
    chance_of,
    choose,
    has_payment,
    may_forfeit,
    positions,
    random_play,
    with_payment,
)
from tests.engine.laws.unlisted import any_action

MATCHES = 2_000
BATCHES = 8
SHORT_BATCHES = 2
MOST_LISTED = 1_000
UNLISTED = 150

tables = pytest.mark.parametrize("table", TABLES, ids=str)
marks_of = {batch: [pytest.mark.long] * (batch >= SHORT_BATCHES) for batch in range(BATCHES)}
batches = pytest.mark.parametrize(
    "batch", [pytest.param(batch, marks=marks) for batch, marks in marks_of.items()]
)


@dataclass(frozen=True, slots=True)
class Match:
    """A random match that was played to its end, and one position from somewhere in it."""

    position: SomeState
    chance: Chance
    pieces: list[Counter[str]]
    most_listed: int


@dataclass(frozen=True, slots=True)
class Sample:
    """A part of the matches of a game; all parts together are `MATCHES`."""

    table: Table
    batch: int
    matches: list[Match]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((table, batch), marks=marks, id=f"{table}-{batch}")
        for table in TABLES
        for batch, marks in marks_of.items()
    ],
)
def sample(request: pytest.FixtureRequest) -> Sample:
    """Matches played once for all laws."""
    table, batch = request.param
    return Sample(table, batch, [match(table, seed) for seed in range(batch, MATCHES, BATCHES)])


def match(table: Table, seed: int) -> Match:
    """Play one match to its end."""
    rng, game = Random(seed), table.game
    kept, counts, most = list[tuple[SomeState, Chance]](), list[Counter[str]](), 0
    last: SomeState | None = None
    for number, (state, chance, _) in enumerate(random_play(table, seed)):
        last, most = state, max(most, len(game.legal_actions(state)))
        if number % 20 == 0:
            counts.append(Counter(pieces(game.to_data(state))))
        # The position kept is the last one drawn: each has the same chance of being that.
        if rng.randrange(number + 1) == 0:
            kept.append((state.copy(), chance))
    assert last is not None
    assert game.outcome(last) is not None
    counts.append(Counter(pieces(game.to_data(last))))
    return Match(*kept[-1], counts, most)


def pieces(data: object, key: str = "") -> Iterator[str]:
    """Every card id and every token of a position, each as often as it stands there."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name in KIND_OF_TEXT and isinstance(value, int):
                yield from [name] * value
            elif name not in ("decision", "turn", "outcome", "colour", "options"):
                yield from pieces(value, str(name))
    elif isinstance(data, list | tuple):
        for item in data:
            yield from pieces(item, key)
    elif isinstance(data, str) and key not in ("game", "rules_version"):
        yield data


def test_every_match_keeps_its_pieces_and_ends(sample: Sample) -> None:
    for one in sample.matches:
        first, *later = one.pieces
        assert all(counts == first for counts in later)


def test_no_position_lists_more_than_a_thousand_actions(sample: Sample) -> None:
    assert all(one.most_listed <= MOST_LISTED for one in sample.matches)


def test_what_is_listed_is_accepted_and_changes_only_the_copy(sample: Sample) -> None:
    game = sample.table.game
    for one in sample.matches:
        state = one.position
        seat, before = seat_of(sample.table, state), game.to_data(state)
        listed = game.legal_actions(state)
        assert len(set(map(game.action_text, listed))) == len(listed)
        for action in listed:
            assert game.refusal(state, seat, action) is None
            game.apply(state.copy(), seat, action, one.chance)
        assert game.to_data(state) == before


def test_what_is_not_listed_is_refused_and_changes_nothing(sample: Sample) -> None:
    game, rng = sample.table.game, Random(sample.batch)
    for one in sample.matches:
        state = one.position
        seat, before = seat_of(sample.table, state), game.to_data(state)
        accepted = all_accepted(sample.table, state)
        for _ in range(UNLISTED):
            action = any_action(game.NAME, rng)
            refused = game.refusal(state, seat, action)
            assert (refused is None) == (action in accepted), repr(action)
            if refused is not None:
                assert refused.rule
                with pytest.raises(Refused):
                    game.apply(state, seat, action, one.chance)
        assert game.to_data(state) == before


def test_every_payment_of_a_listed_purchase_is_accepted(sample: Sample) -> None:
    table, game = sample.table, sample.table.game
    for one in sample.matches:
        state, chance = one.position, one.chance
        for action in filter(has_payment, game.legal_actions(state)):
            after_default = played(table, state, action, chance)
            for number, payment in enumerate(islice(game.payments(state, action), 100)):
                after = played(table, state, with_payment(action, payment), chance)
                assert (after == after_default) == (number == 0)


def test_positions_and_notation_round_trip(sample: Sample) -> None:
    game = sample.table.game
    for one in sample.matches:
        data = game.to_data(one.position)
        again = game.from_data(json.loads(json.dumps(data)))
        assert game.to_data(again) == data
        listed = game.legal_actions(one.position)
        assert game.legal_actions(again) == listed
        assert [game.parse_action(game.action_text(action)) for action in listed] == listed


@tables
def test_only_the_seat_to_move_is_heard(table: Table) -> None:
    game = table.game
    for seed in range(20):
        for state, chance, action in positions(table, seed, 5):
            before = game.to_data(state)
            for stranger in (-1, *set(range(table.seats + 1)) - {game.to_move(state)}):
                with pytest.raises(Refused) as raised:
                    game.apply(state, stranger, action, chance)
                assert raised.value.refusal.reason is Reason.NOT_YOUR_TURN
            assert game.to_data(state) == before


@tables
@batches
def test_views_follow_from_the_events_each_viewer_sees(table: Table, batch: int) -> None:
    game = table.game
    for seed in range(batch, MATCHES // 8, BATCHES):
        chance, rng = chance_of(seed), Random(seed)
        state = table.new(chance)
        views = {viewer: game.view(state, viewer) for viewer in table.viewers}
        while actions := game.legal_actions(state):
            log: list[object] = []
            if not may_forfeit(table, state, rng, log):
                game.apply(state, seat_of(table, state), choose(actions, rng), chance, log)
            for viewer, old in views.items():
                views[viewer] = game.follow(old, game.project(log, viewer))
                assert views[viewer] == game.view(state, viewer)


@tables
def test_what_is_hidden_from_anybody_is_said_to_be_private(table: Table) -> None:
    game = table.game
    hidden: set[type] = set()
    for seed in range(MATCHES // 8):
        chance, rng = chance_of(seed), Random(seed)
        state = table.new(chance)
        while actions := game.legal_actions(state):
            seat, action = seat_of(table, state), choose(actions, rng)
            log: list[object] = []
            game.apply(state, seat, action, chance, log)
            for viewer in table.viewers:
                hidden |= {type(event) for event in {*log} - {*game.project(log, viewer)}}
                if game.seen_action(action, seat, viewer) != action:
                    hidden.add(type(action))
    assert hidden
    assert hidden <= game.PRIVATE


@tables
def test_producing_no_events_changes_nothing_else(table: Table) -> None:
    game = table.game
    for seed in range(50):
        for state, chance, action in positions(table, seed, 10):
            silent, told = state.copy(), state.copy()
            game.apply(silent, seat_of(table, state), action, chance)
            game.apply(told, seat_of(table, state), action, chance, [])
            assert game.to_data(silent) == game.to_data(told)


@settings(max_examples=60)
@given(st.data())
@tables
def test_laws_hold_wherever_play_may_lead(table: Table, data: st.DataObject) -> None:
    game, chance = table.game, chance_of(data.draw(st.integers(0, 2**64), "seed"))
    state = table.new(chance)
    views = {viewer: game.view(state, viewer) for viewer in table.viewers}
    for _ in range(data.draw(st.integers(1, 80), "length")):
        actions = game.legal_actions(state)
        if not actions:
            break
        action = actions[data.draw(st.integers(0, len(actions) - 1), "action")]
        log: list[object] = []
        game.apply(state, seat_of(table, state), action, chance, log)
        assert game.parse_action(game.action_text(action)) == action
        for viewer, old in views.items():
            views[viewer] = game.follow(old, game.project(log, viewer))
            assert views[viewer] == game.view(state, viewer)
    again = game.from_data(game.to_data(state))
    assert game.to_data(again) == game.to_data(state)
    assert (game.to_move(state) is None) == (game.outcome(state) is not None)


def seat_of(table: Table, state: SomeState) -> int:
    """The seat to move in a match that is not over."""
    seat = table.game.to_move(state)
    assert seat is not None
    return seat


def played(
    table: Table, state: SomeState, action: object, chance: Chance
) -> tuple[dict[str, object], list[object]]:
    """The position after an action and its events, leaving this one as it is."""
    copy, log = state.copy(), list[object]()
    table.game.apply(copy, seat_of(table, state), action, chance, log)
    return table.game.to_data(copy), log


def all_accepted(table: Table, state: SomeState) -> set[object]:
    """What is listed, and listed purchases with each of their payments stated."""
    listed = table.game.legal_actions(state)
    return set(listed) | {
        with_payment(action, payment)
        for action in filter(has_payment, listed)
        for payment in table.game.payments(state, action)
    }
