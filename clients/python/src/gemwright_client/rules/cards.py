"""The cards of a game, as a server's catalogue lists them."""

from gemwright.contract.cards import card_messages
from gemwright_client.pb.catalog_service_pb2 import Card
from gemwright_client.pb.game_pb2 import Game
from gemwright_client.rules.games import game_name


def cards_of(game: Game) -> list[Card]:
    """Every card of a game of the contract."""
    made = card_messages(game_name(game))
    return [Card.FromString(card.SerializeToString()) for card in made]
