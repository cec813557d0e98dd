"""The cards of each game as the catalogue lists them."""

from typing import Final

from gemwright.engine.duel.cards import (
    COUNTERFEITERS,
    JEWELS,
    ROYALS,
    CounterfeiterCard,
    JewelCard,
    RoyalCard,
)
from gemwright.engine.duel.setup import COMPONENTS
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import unpack
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES, Development, Noble
from gemwright.pb.catalog_service_pb2 import (
    CARD_SORT_COUNTERFEITER,
    CARD_SORT_JEWEL,
    CARD_SORT_NOBLE,
    CARD_SORT_ROYAL,
    Card,
)
from gemwright.pb.token_pb2 import TokenKind
from gemwright.rpc.convert.tokens import counts, token_kind

_NO_ABILITY: Final = "none"


def card_messages(game: str) -> list[Card]:
    """Every card of a game, those of the decks first."""
    if game not in COMPONENTS:
        developments = [_development(card) for card in DEVELOPMENTS.values()]
        return developments + [_noble(noble) for noble in NOBLES.values()]
    box = COMPONENTS[game]
    return [
        *(_jewel(card) for card in JEWELS.values()),
        *(_royal(ROYALS[card]) for card in box.royals),
        *(_counterfeiter(COUNTERFEITERS[card]) for card in box.counterfeiters),
    ]


def _jewel(card: JewelCard) -> Card:
    return Card(
        card=card.id,
        sort=CARD_SORT_JEWEL,
        level=card.level,
        points=card.points,
        crowns=card.crowns,
        bonus=_bonus(card.bonus),
        bonus_count=card.bonus_count,
        is_wild=card.is_wild,
        cost=counts(unpack(card.cost)),
        abilities=_abilities(card.ability),
    )


def _royal(card: RoyalCard) -> Card:
    return Card(
        card=card.id, sort=CARD_SORT_ROYAL, points=card.points, abilities=_abilities(card.ability)
    )


def _counterfeiter(card: CounterfeiterCard) -> Card:
    """The colour of one that has a colour is that of its discount: it gives no bonus."""
    return Card(
        card=card.id,
        sort=CARD_SORT_COUNTERFEITER,
        points=card.points,
        crowns=card.crowns,
        bonus=_bonus(card.colour),
        cost=counts(unpack(card.cost)),
        abilities=_abilities(card.ability),
    )


def _development(card: Development) -> Card:
    return Card(
        card=card.id,
        sort=CARD_SORT_JEWEL,
        level=card.level,
        points=card.points,
        bonus=_bonus(card.bonus),
        bonus_count=1,
        cost=counts(unpack(card.cost)),
    )


def _noble(noble: Noble) -> Card:
    return Card(
        card=noble.id,
        sort=CARD_SORT_NOBLE,
        points=noble.points,
        cost=counts(unpack(noble.requires)),
    )


def _bonus(kind: Kind | None) -> TokenKind | None:
    return None if kind is None else token_kind(kind)


def _abilities(ability: str) -> list[str]:
    return [] if ability == _NO_ABILITY else [ability]
