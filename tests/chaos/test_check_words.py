"""How the check words what the rules core says, and what it takes for a secret."""

from collections.abc import Iterator
from random import Random

import pytest

from gemwright.contract import games as convert
from gemwright.engine import GAMES
from gemwright.engine.chance import Sampled
from gemwright.engine.game import AnyGame, SomeState
from gemwright_client.pb.game_pb2 import Action
from gemwright_client.pb.match_pb2 import Update
from gemwright_client.rules.games import options_for
from tests.programs.chaos.check.secrecy import named_cards, secret_cards, seen_by
from tests.programs.chaos.check.wording import event_message, position_message, view_message

MOVES = 80
UNSEEN = ("reserve deck", "use C-17")
"""Actions after which a seat knows what the others do not; taken wherever they are possible."""


def played(name: str, seed: int) -> Iterator[tuple[SomeState, list[object], object, int]]:
    """The positions of a random game, each with the events, the action and the seat before it."""
    game: AnyGame = GAMES[name]
    rng = Random(seed)
    chance = Sampled(rng)
    state = game.new(options_for(name, 2), chance)
    for _ in range(MOVES):
        seat = game.to_move(state)
        if seat is None:
            return
        actions = game.legal_actions(state)
        unseen = [one for one in actions if game.action_text(one).startswith(UNSEEN)]
        action = rng.choice(unseen or actions)
        log: list[object] = []
        game.apply(state, seat, action, chance, log)
        yield state, log, action, seat


@pytest.mark.parametrize("name", GAMES)
def test_the_check_words_everything_as_the_server_does(name: str) -> None:
    game = GAMES[name]
    words = 0
    for state, log, _, _ in played(name, 1):
        for viewer in (None, 0, 1):
            mine = view_message(name, game.view(state, viewer)).SerializeToString()
            view = convert.view_message(name, game.view(state, viewer))
            assert mine == view.SerializeToString(), viewer
        for event in log:
            mine = event_message(name, event).SerializeToString(deterministic=True)
            assert mine == convert.event_bytes(name, event)
            words += 1
        data = game.to_data(state)
        position = convert.position_message(name, data)
        assert position_message(name, data).SerializeToString() == position.SerializeToString()
    assert words > MOVES


@pytest.mark.parametrize("name", GAMES)
def test_no_view_and_no_event_names_a_card_that_is_secret(name: str) -> None:
    game = GAMES[name]
    is_told_apart = False
    for state, log, action, seat in played(name, 2):
        everything = Update()
        everything.move.seat = seat
        everything.move.action.CopyFrom(Action.FromString(convert.action_bytes(name, action)))
        everything.events.extend(event_message(name, event) for event in log)
        for viewer in (None, 0, 1):
            secret = secret_cards(name, state, viewer)
            view = view_message(name, game.view(state, viewer))
            seen = seen_by(viewer, everything, None)
            assert not secret & named_cards(view.SerializeToString())
            assert not secret & named_cards(seen.SerializeToString())
            is_told_apart |= bool(secret & named_cards(everything.SerializeToString()))
            position = position_message(name, game.to_data(state)).SerializeToString()
            assert secret <= named_cards(position)
            assert secret
    assert is_told_apart
