"""What each viewer sees: views, projected events, and following a match by them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from gemwright.engine import splendor
from gemwright.engine.chance import Sampled
from gemwright.engine.outcomes import Forfeit
from gemwright.engine.splendor.actions import ReserveFromDeck
from gemwright.engine.splendor.events import Event, ReservedCardSeen
from gemwright.engine.splendor.state import State
from gemwright.engine.splendor.views import Private
from tests.engine.splendor.positions import play, position

CARD = re.compile(r"S[123]-\d\d")


def random_match(seed: int, seats: int) -> Iterator[tuple[State, State, list[Event]]]:
    """A match by random play: the position before and after each update, and its events.

    Reservations are preferred, for they are what hides cards; now and then a seat drops out.
    """
    rng = Random(seed)
    chance = Sampled(rng)
    state = splendor.new(splendor.Options(seats=seats), chance)
    while (seat := splendor.to_move(state)) is not None:
        before, log = state.copy(), list[Event]()
        if rng.random() < 0.01:
            splendor.forfeit(state, rng.choice(state.standing()), Forfeit.TIMEOUT, log)
        else:
            actions = splendor.legal_actions(state)
            blind = [action for action in actions if isinstance(action, ReserveFromDeck)]
            action = rng.choice(blind if blind and rng.random() < 0.5 else actions)
            splendor.apply(state, seat, action, chance, log)
        yield before, state, log


def hidden_cards(state: State, viewer: int | None) -> set[str]:
    """What this viewer may not see."""
    hidden = {card for deck in state.decks for card in deck}
    hidden |= {entry.card for entry in state.removed_cards if entry.is_blind}
    for seat, player in enumerate(state.players):
        if seat != viewer:
            hidden |= {entry.card for entry in player.reserved if entry.is_blind}
    return hidden


@pytest.mark.rule("S-PUB-1")
def test_pieces_cards_nobles_scores_supply_and_sizes_are_public() -> None:
    state = position(
        tokens={1: {"white": 2, "gold": 1}},
        cards={1: ["S1-08", "S1-16"]},
        nobles={1: ["N-1"]},
        reserved={1: ["S3-01"]},
        blind=["S3-01"],
    )
    table = splendor.view(state, 0).table
    seen = table.players[1]
    assert seen.tokens == (2, 0, 0, 0, 0, 0, 1, 0)
    assert seen.cards == ("S1-08", "S1-16")
    assert seen.bonuses == (0, 1, 0, 0, 1)
    assert seen.nobles == ("N-1",)
    assert seen.points == 5
    assert len(seen.reserved) == 1
    assert table.supply == (2, 4, 4, 4, 4, 0, 4, 0)
    assert table.face_up == tuple(state.face_up)
    assert table.deck_sizes == (34, 26, 15)


@pytest.mark.rule("S-PUB-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_public_part_is_the_same_for_every_viewer(seats: int) -> None:
    for _, state, _ in random_match(seats, seats):
        spectator = splendor.view(state, None)
        assert spectator.private is None
        for seat in range(seats):
            assert replace(splendor.view(state, seat), private=None) == spectator


@pytest.mark.rule("S-RES-2")
def test_the_private_part_is_the_own_reserve() -> None:
    state = position(reserved={1: ["S3-01", "S1-20"]}, blind=["S3-01"])
    assert splendor.view(state, 1).private == Private(1, ("S3-01", "S1-20"))
    assert splendor.view(state, 0).private == Private(0, ())


@pytest.mark.rule("S-RES-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_view_and_no_event_names_a_hidden_card(seats: int) -> None:
    for _, state, log in random_match(10 + seats, seats):
        for viewer in (*range(seats), None):
            hidden = hidden_cards(state, viewer)
            seen = (splendor.view(state, viewer), splendor.project(log, viewer))
            assert not hidden & set(CARD.findall(repr(seen)))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_following_the_events_seen_gives_the_new_view_exactly(seats: int, seed: int) -> None:
    for before, state, log in random_match(seed, seats):
        for viewer in (*range(seats), None):
            followed = splendor.follow(splendor.view(before, viewer), splendor.project(log, viewer))
            assert followed == splendor.view(state, viewer)


@pytest.mark.rule("S-RES-2")
def test_the_event_that_names_a_blind_card_reaches_its_owner_alone() -> None:
    state = position()
    log = play(state, "reserve deck 1")
    private = [event for event in log if isinstance(event, ReservedCardSeen)]
    public = tuple(event for event in log if event not in private)
    assert len(private) == 1
    assert splendor.project(log, 0) == tuple(log)
    assert splendor.project(log, 1) == splendor.project(log, None) == public


def test_an_action_is_seen_by_everybody_as_it_is() -> None:
    action = ReserveFromDeck(2)
    assert all(splendor.seen_action(action, 0, viewer) is action for viewer in (0, 1, None))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_resampled_position_looks_the_same_and_holds_the_same_cards(seats: int) -> None:
    rng = Random(seats)
    for turn, (_, state, _) in enumerate(random_match(20 + seats, seats)):
        if turn % 10 == 0:
            for viewer in (*range(seats), None):
                twin = splendor.resample(state, viewer, rng)
                assert splendor.view(twin, viewer) == splendor.view(state, viewer)
                splendor.from_data(splendor.to_data(twin))


def test_resampling_moves_every_hidden_card_and_leaves_the_position_itself_alone() -> None:
    state = position(
        seats=3,
        reserved={0: ["S1-40", "S1-39"], 1: ["S1-38"]},
        blind=["S1-40", "S1-38"],
        removed=["S1-37"],
        dropped_out={2: 1},
    )
    before = splendor.to_data(state)
    rng = Random(1)
    twins = [splendor.resample(state, 1, rng) for _ in range(200)]
    assert splendor.to_data(state) == before
    assert len({twin.players[0].reserved[0].card for twin in twins}) > 20
    assert {twin.players[0].reserved[1].card for twin in twins} == {"S1-39"}
    assert {twin.players[1].reserved[0].card for twin in twins} == {"S1-38"}
    assert {twin.removed_cards[0].card for twin in twins} == {"S1-37"}
    assert len({twin.decks[2] for twin in twins}) == len(twins)
