"""Positions of real matches between bots, as a client gets them: a match, a view, the cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from gemwright.bots import BOTS
from gemwright.bots.match import chance_of, play, rngs_of
from gemwright.contract.cards import card_messages
from gemwright.contract.games import MESSAGE_GAMES, view_message
from gemwright.engine import duel, duel_counterfeiters, splendor
from gemwright_client.board import Cards
from gemwright_client.pb import catalog_service_pb2, clock_pb2, game_pb2, match_pb2

NAMES = ("ann", "bot:greedy", "guest:k3j9x0aa17qq", "a-very-long-name@example.org")


@dataclass(frozen=True)
class Position:
    """A match at a moment, and what each viewer knows of it."""

    game: str
    step: int
    match: match_pb2.Match
    views: dict[int | None, game_pb2.View]

    @property
    def cards(self) -> Cards:
        return cards_of(self.game)


@cache
def cards_of(game: str) -> Cards:
    """The cards as the catalogue lists them, in the client's messages."""
    response = catalog_service_pb2.ListCardsResponse()
    for card in card_messages(game):
        response.cards.add().MergeFromString(card.SerializeToString())
    return Cards(response)


@cache
def positions(game: str, seats: int, seed: int) -> Sequence[Position]:
    """Every position of a seeded match between greedy bots, the deal first, the end last."""
    return tuple(_positions(game, seats, seed))


def _positions(game: str, seats: int, seed: int) -> Iterator[Position]:
    if game == splendor.NAME:
        yield from _splendor(seats, seed)
    else:
        yield from _duel(game, seed)


def _duel(game: str, seed: int) -> Iterator[Position]:
    rules = duel if game == duel.NAME else duel_counterfeiters
    chance = chance_of(seed, 2)
    state = rules.new(duel.Options(), chance)
    bots = [BOTS["greedy"].duel] * 2

    def here(step: int) -> Position:
        views = {viewer: view_message(game, rules.view(state, viewer)) for viewer in (None, 0, 1)}
        return _position(game, step, views, rules.to_move(state), 2)

    yield here(0)
    for step, _ in enumerate(play(rules, state, bots, chance, rngs_of(seed, 2)), 1):
        yield here(step)


def _splendor(seats: int, seed: int) -> Iterator[Position]:
    chance = chance_of(seed, seats)
    state = splendor.new(splendor.Options(seats=seats), chance)
    bots = [BOTS["greedy"].splendor] * seats

    def here(step: int) -> Position:
        viewers = (None, *range(seats))
        views = {each: view_message("splendor", splendor.view(state, each)) for each in viewers}
        return _position("splendor", step, views, splendor.to_move(state), seats)

    yield here(0)
    for step, _ in enumerate(play(splendor, state, bots, chance, rngs_of(seed, seats)), 1):
        yield here(step)


def _position(
    game: str, step: int, views: Mapping[int | None, Message], to_act: int | None, seats: int
) -> Position:
    read = {viewer: _read(view) for viewer, view in views.items()}
    match = match_of(game, seats)
    match.version = step
    if to_act is None:
        match.state = match_pb2.MATCH_STATE_FINISHED
    else:
        match.seat_to_act = to_act
        match.clocks.seats[to_act].is_running = True
    return Position(game, step, match, read)


def match_of(game: str, seats: int) -> match_pb2.Match:
    """A match that is played, with clocks."""
    match = match_pb2.Match(
        match="abcdefghijklmnopqrstuvwx",
        game=game_pb2.Game.Name(int(MESSAGE_GAMES[game])),
        state=match_pb2.MATCH_STATE_ACTIVE,
        time_control=clock_pb2.TimeControl(
            bank=clock_pb2.TimeControl.Bank(initial=Duration(seconds=900))
        ),
    )
    for seat in range(seats):
        match.seats.add(seat=seat, principal=NAMES[seat], is_filled=True)
        match.clocks.seats.add(remaining=Duration(seconds=754 - 250 * seat))
    return match


def _read(view: Message) -> game_pb2.View:
    message = game_pb2.View()
    message.MergeFromString(view.SerializeToString())
    return message
