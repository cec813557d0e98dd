"""What a seat of Splendor can see, prepared for judging its actions: worths, wishes and threats.

Worths are in hundredths of a point.
"""

from functools import cached_property
from typing import Final

from gemwright.bots.outlook import Outlook, Purse, Row, Wish, lacking
from gemwright.engine.kinds import GEMS
from gemwright.engine.lanes import unpack
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES, CardId, NobleId
from gemwright.engine.splendor.limits import POINTS_FOR_THE_LAST_ROUND, TOKEN_LIMIT
from gemwright.engine.splendor.views import PlayerView, View

POINT: Final = 100
_BONUS: Final = 190
_BONUS_LESS: Final = 25
_LEAST_BONUS: Final = 30
_TOWARDS_A_NOBLE: Final = 320
"""The worth of a noble, divided among the bonuses that it still asks for."""

COST: Final[dict[CardId, Row]] = {card.id: unpack(card.cost) for card in DEVELOPMENTS.values()}
REQUIRED: Final[dict[NobleId, Row]] = {
    noble.id: unpack(noble.requires)[: len(GEMS)] for noble in NOBLES.values()
}


class Situation:
    """One view of the seat that must decide."""

    def __init__(self, view: View) -> None:
        assert view.private is not None
        self.table = view.table
        self.private = view.private
        self.me = view.table.players[view.private.seat]

    @cached_property
    def purse(self) -> Purse:
        """What I pay with."""
        return Purse(self.me.tokens, self.me.bonuses)

    @cached_property
    def wishes(self) -> list[Wish]:
        """Every card that I may buy some day."""
        return [
            Wish(card, self.worth_of(card), COST[card])
            for card in (*self.table.face_up, *self.private.reserved)
            if card is not None
        ]

    @cached_property
    def outlook(self) -> Outlook:
        """What my pieces are worth for later purchases."""
        return Outlook(self.wishes, self.purse)

    @cached_property
    def room(self) -> int:
        """How many pieces I can add without returning any."""
        return TOKEN_LIMIT - sum(self.me.tokens)

    def worth_of(self, card: CardId) -> int:
        """The worth of a card: its points, its bonus, and its bonus's use for nobles."""
        development = DEVELOPMENTS[card]
        colour, bonuses = development.bonus, self.me.bonuses
        worth = development.points * POINT
        worth += max(_LEAST_BONUS, _BONUS - _BONUS_LESS * bonuses[colour])
        for noble in self.table.nobles:
            if REQUIRED[noble][colour] > bonuses[colour]:
                worth += _TOWARDS_A_NOBLE // missing_bonuses(noble, bonuses)
        return worth

    def points_after(self, player: PlayerView, card: CardId) -> int:
        """The points of a player who buys a card, with the noble that it brings."""
        development = DEVELOPMENTS[card]
        bonuses = list(player.bonuses)
        bonuses[development.bonus] += 1
        nobles = [
            NOBLES[noble].points
            for noble in self.table.nobles
            if not missing_bonuses(noble, bonuses)
        ]
        return player.points + development.points + max(nobles, default=0)

    def is_ahead_with(self, card: CardId) -> bool:
        """Whether I am in front in the last round, or begin it in front, once I buy a card."""
        points = self.points_after(self.me, card)
        if not self.table.is_last_round and points < POINTS_FOR_THE_LAST_ROUND:
            return False
        mine = (points, -len(self.me.cards) - 1)
        return all(mine > (other.points, -len(other.cards)) for _, other in self._others)

    @cached_property
    def is_last_turn_of_round(self) -> bool:
        """Whether no other seat has a turn before the round is over."""
        return not any(self._plays_later(seat) for seat, _ in self._others)

    @cached_property
    def threats(self) -> tuple[CardId, ...]:
        """The face-up cards with which another seat would win or nearly win in its next turn."""
        rivals = [
            player
            for seat, player in self._others
            if not self.table.is_last_round or self._plays_later(seat)
        ]
        return tuple(
            card
            for card in self.table.face_up
            if card is not None and any(self._wins_with(rival, card) for rival in rivals)
        )

    def _wins_with(self, rival: PlayerView, card: CardId) -> bool:
        points = self.points_after(rival, card)
        return (
            points >= POINTS_FOR_THE_LAST_ROUND
            and points > self.me.points
            and not lacking(COST[card], Purse(rival.tokens, rival.bonuses))
        )

    @cached_property
    def _others(self) -> list[tuple[int, PlayerView]]:
        return [
            (seat, player)
            for seat, player in enumerate(self.table.players)
            if seat != self.private.seat and not player.dropped_out
        ]

    def _plays_later(self, seat: int) -> bool:
        """Whether a seat has its turn after mine in every round."""
        first, seats = self.table.first_seat, len(self.table.players)
        return (seat - first) % seats > (self.private.seat - first) % seats


def missing_bonuses(noble: NobleId, bonuses: Row) -> int:
    """How many bonuses a noble still asks for."""
    return sum(max(0, asked - has) for asked, has in zip(REQUIRED[noble], bonuses, strict=True))
