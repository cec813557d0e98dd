"""Guessing the whole position from a view."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Final, cast

import pytest

from gemwright.bots import BOTS, Chooser
from gemwright.bots.match import chance_of
from gemwright.engine import GAMES
from gemwright.engine.game import SomeState
from gemwright.engine.outcomes import Forfeit
from gemwright_client.pb.game_pb2 import Action, View
from gemwright_client.rules import arena
from gemwright_client.rules.games import (
    engine_view,
    legal_messages,
    name_of_view,
    options_for,
    view_message,
)
from gemwright_client.rules.search import (
    Sampled,
    engine_action,
    guess,
    message,
    messages,
    rules_of,
)

TABLES: Final = (
    ("duel", 2),
    ("duel_counterfeiters", 2),
    ("splendor", 2),
    ("splendor", 3),
    ("splendor", 4),
)
ONE_IN: Final = 8
"""How many positions of a match are looked at."""
RARE: Final = 500
"""One in so many times a seat resigns."""


def positions(game: str, seats: int, matches: int) -> Iterator[SomeState]:
    """Positions of matches between greedy and random bots, some of which resign."""
    rules, rng = GAMES[game], Random(5)
    choosers = [
        cast(Chooser[object, object], bot.splendor if game == "splendor" else bot.duel)
        for bot in BOTS.values()
    ]
    for match in range(matches):
        chance = chance_of(match, seats)
        state = rules.new(options_for(game, seats), chance)
        while (seat := rules.to_move(state)) is not None:
            yield state
            if not rng.randrange(RARE):
                rules.forfeit(state, seat, Forfeit.RESIGNATION)
                continue
            choose = choosers[(seat + match) % 2]
            action = choose(rules.view(state, seat), rules.legal_actions(state), rng)
            rules.apply(state, seat, action, chance)
        yield state


def is_worth_a_look(rng: Random, view: View) -> bool:
    """Every position that is no plain turn, and some that are."""
    case = view.WhichOneof("game")
    table = view.duel.table if case == "duel" else view.splendor.table
    return table.decision.kind > 1 or not rng.randrange(ONE_IN)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_guess_looks_to_its_viewer_as_the_position_does(game: str, seats: int) -> None:
    rules, rng, looked = GAMES[game], Random(1), 0
    for state in positions(game, seats, matches=6):
        for viewer in (*range(seats), None):
            view = view_message(game, state, viewer)
            if not is_worth_a_look(rng, view):
                continue
            looked += 1
            guessed = guess(view, rng)
            assert view_message(game, guessed, viewer) == view
            assert rules.outcome(guessed) == rules.outcome(state)
            if viewer is not None and rules.to_move(state) == viewer:
                assert rules.legal_actions(guessed) == rules.legal_actions(state)
    assert looked > 150


@pytest.mark.parametrize("game", ["duel", "duel_counterfeiters"])
def test_a_guess_stands_where_the_turn_does(game: str) -> None:
    """What a view leaves unsaid of a turn, and decides what follows."""
    rng = Random(2)
    more = eager(matches=range(3)) if game == "duel_counterfeiters" else ()
    for state in chain(positions(game, 2, matches=6), more):
        view = view_message(game, state, rng.choice((0, 1, None)))
        if GAMES[game].outcome(state) is None and is_worth_a_look(rng, view):
            assert course(guess(view, rng)) == course(state)


def course(state: SomeState) -> tuple[object, ...]:
    """How far a turn is, and how many royal cards each seat has had for crowns."""
    data = GAMES["duel_counterfeiters"].to_data(state)
    players = cast(list[dict[str, object]], data["players"])
    return data["turn"], *(player["royals_for_crowns"] for player in players)


def eager(matches: Sequence[int]) -> Iterator[SomeState]:
    """Positions of matches whose seats use every ability of the end of a turn that they can."""
    rules = GAMES["duel_counterfeiters"]
    for match in matches:
        rng, chance = Random(match), chance_of(match, 2)
        state = rules.new(options_for("duel_counterfeiters", 2), chance)
        while (seat := rules.to_move(state)) is not None:
            yield state
            legal = rules.legal_actions(state)
            uses = [action for action in legal if rules.action_text(action).startswith("use")]
            rules.apply(state, seat, rng.choice(uses or legal), chance)


def test_cards_looked_at_are_known_to_the_seat_that_looks() -> None:
    game, rng, looked = "duel_counterfeiters", Random(6), 0
    for state in eager(matches=(23, 35, 168)):
        if not GAMES[game].to_data(state)["dug"]:
            continue
        looked += 1
        seat = GAMES[game].to_move(state)
        for viewer in (0, 1, None):
            view = view_message(game, state, viewer)
            guesses = [guess(view, rng) for _ in range(5)]
            dug = {str(GAMES[game].to_data(guessed)["dug"]) for guessed in guesses}
            assert (len(dug) == 1) == (viewer == seat)
            for guessed in guesses:
                assert view_message(game, guessed, viewer) == view
                assert course(guessed) == course(state)
                if viewer == seat:
                    legal = GAMES[game].legal_actions(guessed)
                    assert legal == GAMES[game].legal_actions(state)
    assert looked >= 3


@pytest.mark.parametrize("is_replenished", [False, True])
def test_a_claim_is_open_as_the_first_thing_of_a_turn(is_replenished: bool) -> None:
    rules = GAMES["duel"]
    data = rules.to_data(rules.new(options_for("duel", 2), chance_of(1, 2)))
    turn = cast(dict[str, object], data["turn"])
    board = cast(list[str | None], data["board"])
    players = cast(list[dict[str, object]], data["players"])
    seat = cast(int, turn["seat"])
    players[1 - seat] |= {"tokens": {"pearl": 2, "gold": 3}, "blocking_turns": 3}
    data["board"] = [None if kind in ("pearl", "gold") else kind for kind in board]
    data["turn"] = turn | {"can_claim": not is_replenished, "has_replenished": is_replenished}
    state = rules.from_data(data)
    guessed = guess(view_message("duel", state, seat), Random(1))
    assert course(guessed) == course(state)
    listed = [rules.action_text(action) for action in rules.legal_actions(guessed)]
    assert ("claim" in listed) is not is_replenished


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_guesses_differ_in_what_is_hidden(game: str, seats: int) -> None:
    rules, rng = GAMES[game], Random(3)
    state = next(positions(game, seats, matches=1))
    view = view_message(game, state, 0)
    assert name_of_view(view) == game
    assert rules_of(view) is rules
    decks = [rules.to_data(guess(view, rng))["decks"] for _ in range(4)]
    assert all(decks.count(deck) == 1 for deck in decks)
    assert rules.to_data(guess(view, Random(9))) == rules.to_data(guess(view, Random(9)))


def test_a_blind_reserve_is_known_to_its_owner_alone() -> None:
    """The owner's guesses have the card itself, others have any card of its level."""
    rules, rng = GAMES["splendor"], Random(4)
    chance = chance_of(1, 2)
    state = rules.new(options_for("splendor", 2), chance)
    owner = rules.to_move(state)
    assert owner is not None
    rules.apply(state, owner, rules.parse_action("reserve deck 2"), chance)
    found = [
        {reserve_of(guess(view_message("splendor", state, viewer), rng), owner) for _ in range(20)}
        for viewer in (owner, 1 - owner, None)
    ]
    assert found[0] == {reserve_of(state, owner)}
    assert len(found[1]) > 5
    assert len(found[2]) > 5
    assert all(card.startswith("S2-") for cards in found for card in cards)


def reserve_of(state: SomeState, seat: int) -> str:
    """The only card that a seat has in reserve."""
    players = cast(list[dict[str, object]], GAMES["splendor"].to_data(state)["players"])
    (entry,) = cast(list[dict[str, object]], players[seat]["reserved"])
    return str(entry["card"])


def test_actions_go_both_ways() -> None:
    for game, seats in TABLES:
        state = next(positions(game, seats, matches=1))
        view = view_message(game, state, 0)
        legal = GAMES[game].legal_actions(state)
        listed = legal_messages(game, state)
        assert [engine_action(action) for action in listed] == legal
        assert messages(view, legal) == listed
        assert message(view, legal[0]) == listed[0]


def test_a_view_of_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="the view of a game is expected"):
        guess(View(), Random(1))


def test_a_view_that_hides_more_than_there_is_is_refused() -> None:
    view = view_message("duel", next(positions("duel", 2, matches=1)), 0)
    assert engine_view(view) == GAMES["duel"].view(next(positions("duel", 2, matches=1)), 0)
    view.duel.table.pyramid[0] = view.duel.table.pyramid[1]
    with pytest.raises(ValueError, match="D1"):
        guess(view, Random(1))


@dataclass
class FlatMonteCarlo:
    """Plays each action on in a few guesses at random, and takes the one that goes best."""

    playouts: int = 3
    most_steps: int = 12

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Action:
        rng, rules = Random(1), rules_of(view)
        seat = view.duel.private.seat
        known, chance = guess(view, rng), Sampled(rng)

        def value(action: Action) -> int:
            total = 0
            for _ in range(self.playouts):
                state = rules.resample(known, seat, rng)
                rules.apply(state, seat, engine_action(action), chance)
                for _ in range(self.most_steps):
                    if (mover := rules.to_move(state)) is None:
                        break
                    rules.apply(state, mover, rng.choice(rules.legal_actions(state)), chance)
                mine, other = rules.scores(state)[seat], rules.scores(state)[1 - seat]
                total += mine.points - other.points
            return total

        return max(legal_actions, key=value)


@pytest.mark.long
def test_a_bot_that_searches_beats_chance() -> None:
    score = arena(FlatMonteCarlo, "random", games=20, processes=2)
    assert score.is_significant
    assert score.wins > score.losses
