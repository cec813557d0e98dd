"""What the cards of Duel are worth to a seat, in hundredths of a point, and which of them win."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from gemwright.bots.outlook import Row
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, ROYALS, CardId
from gemwright.engine.duel.limits import (
    COLOUR_POINTS_TO_WIN,
    CROWNS_FOR_A_ROYAL,
    CROWNS_TO_WIN,
    POINTS_TO_WIN,
)
from gemwright.engine.duel.views import PlayerView
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import unpack

POINT: Final = 100
PRIVILEGE: Final = 60
TOKEN: Final = 35
"""A token that is spent or discarded."""
LOOSE_TOKEN: Final = 8
"""A token that no card in sight asks for."""
EXTRA_TURN: Final = 170

_CROWN: Final = 110
_ROYAL: Final = 220
_BONUS: Final = 220
_BONUS_LESS: Final = 20
_LEAST_BONUS: Final = 30
_COLOUR_SQUARE: Final = 5

_OF_ABILITY: Final = {
    "none": 0,
    "extra_turn": EXTRA_TURN,
    "take_matching": 60,
    "privilege": PRIVILEGE,
    "steal": 80,
    "reserve": 50,
    "win_9_points_one_color": 60,
    "win_9_crowns": 60,
    "take_up_to_4_of_one_kind": 110,
    "take_counterfeiter": 120,
    "take_2_random_from_bag": 60,
    "take_gold": 60,
    "take_3_of_choice": 130,
}
_OF_COUNTERFEITER: Final = {
    "discount_color": 120,
    "discount_single_3": 110,
    "discount_pearl": 90,
    "discount_any_1": 130,
    "privilege_two": 100,
    "better_take_matching": 70,
    "reserve_five": 40,
    "glassware_no_limit": 30,
    "two_crowns": 0,
    "buy_royal": 260,
    "extra_turn": 200,
    "steal": 40,
    "dig_three": 60,
}
_OF_ANOTHER: Final = 60
"""An ability that is not in these tables yet."""
_NINE_COLOUR_POINTS: Final = "win_9_points_one_color"
_NINE_CROWNS: Final = "win_9_crowns"

COST: Final[dict[CardId, Row]] = {
    **{card.id: unpack(card.cost) for card in JEWELS.values()},
    **{card.id: unpack(card.cost) for card in COUNTERFEITERS.values()},
}


class Gain(NamedTuple):
    """What a card adds towards a win; `abilities` are those of royal cards."""

    points: int
    crowns: int = 0
    colour: Kind | None = None
    abilities: tuple[str, ...] = ()


def gain_of(card: CardId, colour: Kind | None) -> Gain:
    """What a purchased card adds; a wild card adds it in the colour named for it."""
    if card in COUNTERFEITERS:
        return Gain(COUNTERFEITERS[card].points, COUNTERFEITERS[card].crowns)
    jewel = JEWELS[card]
    return Gain(jewel.points, jewel.crowns, jewel.bonus if colour is None else colour)


def gain_of_royal(card: CardId) -> Gain:
    """What a royal card adds."""
    return Gain(ROYALS[card].points, abilities=(ROYALS[card].ability,))


def royals_due(player: PlayerView, crowns: int) -> int:
    """How many royal cards this many more crowns bring (D-ROY-1)."""
    return sum(player.crowns < reached <= player.crowns + crowns for reached in CROWNS_FOR_A_ROYAL)


def is_win(player: PlayerView, gain: Gain, royals: Iterable[CardId | None]) -> bool:
    """Whether a player who gains this, and the royal cards it brings, has won (D-END-2)."""
    abilities = {*gain.abilities, *(ROYALS[card].ability for card in player.royals)}
    best = sorted((ROYALS[card].points for card in royals if card is not None), reverse=True)
    points = player.points + gain.points + sum(best[: royals_due(player, gain.crowns)])
    colour_points = list(player.colour_points)
    if gain.colour is not None:
        colour_points[gain.colour] += gain.points
    return (
        points >= POINTS_TO_WIN
        or player.crowns + gain.crowns >= CROWNS_TO_WIN - (_NINE_CROWNS in abilities)
        or max(colour_points) >= COLOUR_POINTS_TO_WIN - (_NINE_COLOUR_POINTS in abilities)
    )


def worth_of(player: PlayerView, card: CardId, colour: Kind | None = None) -> int:
    """What a jewel or counterfeiter card is worth to a player; a wild card in the given colour."""
    gain = gain_of(card, colour)
    worth = gain.points * POINT + gain.crowns * _CROWN
    worth += royals_due(player, gain.crowns) * _ROYAL
    if card in COUNTERFEITERS:
        return worth + _OF_COUNTERFEITER.get(COUNTERFEITERS[card].ability, _OF_ANOTHER)
    jewel = JEWELS[card]
    worth += _OF_ABILITY.get(jewel.ability, _OF_ANOTHER)
    if gain.colour is not None:
        worth += jewel.bonus_count * _worth_of_bonus(player, gain.colour)
        worth += _worth_of_colour_points(player, gain.colour, gain.points)
    elif jewel.is_wild:
        worth += _LEAST_BONUS
    return worth


def _worth_of_bonus(player: PlayerView, colour: Kind) -> int:
    """The first bonuses of a colour help most."""
    return max(_LEAST_BONUS, _BONUS - _BONUS_LESS * player.bonuses[colour])


def _worth_of_colour_points(player: PlayerView, colour: Kind, points: int) -> int:
    """Points in a colour that has many already are worth more: ten in one colour win."""
    now = player.colour_points[colour]
    return _COLOUR_SQUARE * ((now + points) ** 2 - now**2)


def worth_of_royal(card: CardId, can_steal: bool) -> int:
    """What a royal card is worth; a theft is worth nothing if there is nothing to steal."""
    royal = ROYALS[card]
    if royal.ability == "steal" and not can_steal:
        return royal.points * POINT
    return royal.points * POINT + _OF_ABILITY.get(royal.ability, _OF_ANOTHER)
