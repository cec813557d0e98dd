"""Cards by id, and the kinds of token by name: how a board reads the contract's numbers."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from gemwright_client.pb.catalog_service_pb2 import CARD_SORT_JEWEL, Card, ListCardsResponse
from gemwright_client.pb.token_pb2 import ColourCounts, TokenCounts

Kind: TypeAlias = Literal["white", "blue", "green", "red", "black", "pearl", "gold", "glassware"]

COLOURS: Final[tuple[Kind, ...]] = ("white", "blue", "green", "red", "black")
KINDS: Final[tuple[Kind, ...]] = (*COLOURS, "pearl", "gold", "glassware")
LEVELS: Final = ("", "I", "II", "III")


class Cards:
    """The cards of a game by id; an unknown card is one without cost, points or abilities."""

    def __init__(self, response: ListCardsResponse) -> None:
        self._cards: Mapping[str, Card] = {card.card: card for card in response.cards}

    def __getitem__(self, card: str) -> Card:
        return self._cards.get(card) or Card(card=card, sort=CARD_SORT_JEWEL)

    def __contains__(self, card: str) -> bool:
        return card in self._cards


def kind_of(value: int) -> Kind | None:
    """Return the kind for a number of the contract; None for no kind and for an unknown one."""
    return KINDS[value - 1] if 1 <= value <= len(KINDS) else None


def level_name(level: int) -> str:
    """Name a level as it is printed on the back of its cards."""
    return LEVELS[level] if 0 <= level < len(LEVELS) else str(level)


def counts_of(tokens: TokenCounts) -> dict[Kind, int]:
    """Count the tokens of each kind."""
    return {
        "white": tokens.white,
        "blue": tokens.blue,
        "green": tokens.green,
        "red": tokens.red,
        "black": tokens.black,
        "pearl": tokens.pearl,
        "gold": tokens.gold,
        "glassware": tokens.glassware,
    }


def colours_of(colours: ColourCounts) -> dict[Kind, int]:
    """Count each colour."""
    return {
        "white": colours.white,
        "blue": colours.blue,
        "green": colours.green,
        "red": colours.red,
        "black": colours.black,
    }


def only(counts: Mapping[Kind, int], kinds: Iterable[Kind]) -> dict[Kind, int]:
    """Keep the counts of these kinds only."""
    return {kind: counts[kind] for kind in kinds}
