"""What a seat of Duel can see, prepared for judging its actions: purses, wishes and threats."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from gemwright.bots.duel_worth import COST, gain_of, gain_of_royal, is_win, worth_of
from gemwright.bots.outlook import Outlook, Purse, Wish, kinds_in, lacking, shortfall
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, CardId
from gemwright.engine.duel.limits import TOKEN_LIMIT
from gemwright.engine.duel.views import PlayerView, View
from gemwright.engine.kinds import Kind


class Situation:
    """One view of the seat that must decide."""

    def __init__(self, view: View) -> None:
        assert view.private is not None
        self.table = view.table
        self.private = view.private
        self.me = view.table.players[view.private.seat]
        self.other = view.table.players[1 - view.private.seat]

    @cached_property
    def purse(self) -> Purse:
        """What I pay with."""
        return purse_of(self.me)

    @cached_property
    def wishes(self) -> list[Wish]:
        """Every card that I may buy some day."""
        cards = (*self.table.pyramid, *self.private.reserved, *self.table.counterfeiters)
        return [
            Wish(card, worth_of(self.me, card), COST[card]) for card in cards if card is not None
        ]

    @cached_property
    def outlook(self) -> Outlook:
        """What my tokens are worth for later purchases."""
        return Outlook(self.wishes, self.purse)

    @cached_property
    def room(self) -> int:
        """How many tokens I can add without discarding; negative if I must discard."""
        uncounted = self.me.tokens[Kind.GLASSWARE] if _is_glassware_free(self.me) else 0
        return TOKEN_LIMIT - sum(self.me.tokens) + uncounted

    @cached_property
    def kinds_on_board(self) -> list[Kind]:
        """Every token on the board by its kind, without gold."""
        return [kind for kind in self.table.board if kind is not None and kind != Kind.GOLD]

    @cached_property
    def stealable(self) -> list[Kind]:
        """The kinds the opponent can lose."""
        return [kind for kind in kinds_in(self.other.tokens) if kind != Kind.GOLD]

    def wins_with(self, card: CardId, colour: Kind | None) -> bool:
        """Whether buying this card wins."""
        return is_win(self.me, gain_of(card, colour), self.table.royals)

    def wins_with_royal(self, card: CardId) -> bool:
        """Whether taking this royal card wins."""
        return is_win(self.me, gain_of_royal(card), ())

    @cached_property
    def threats(self) -> tuple[CardId, ...]:
        """The face-up cards with which the opponent would win in the next turn."""
        purse = purse_of(self.other)
        return tuple(card for card in self._winning_cards if self._is_in_reach(card, purse))

    def ends_threats(self, kind: Kind) -> bool:
        """Whether the loss of one token of this kind prevents a win of the opponent next turn."""
        tokens = list(self.other.tokens)
        tokens[kind] -= 1
        purse = purse_of(self.other)._replace(tokens=tokens)
        return bool(self.threats) and not any(
            self._is_in_reach(card, purse) for card in self.threats
        )

    @cached_property
    def _winning_cards(self) -> list[CardId]:
        """The cards with which the opponent would win if it could pay for them."""
        known = [entry.card for entry in self.other.reserved]
        return [
            card
            for card in _present((*self.table.pyramid, *known, *self.table.counterfeiters))
            if any(
                is_win(self.other, gain_of(card, colour), self.table.royals)
                for colour in colours_of(self.other, card)
            )
        ]

    def _is_in_reach(self, card: CardId, purse: Purse) -> bool:
        """Whether the card can be paid for, using privileges too."""
        missing = lacking(COST[card], purse)
        if not 0 < missing <= self.other.privileges:
            return missing == 0
        return len(self.fetched(shortfall(COST[card], purse), missing)) == missing

    def kinds_at(self, cells: Iterable[int]) -> tuple[Kind, ...]:
        """The kinds of the tokens on these cells, in order."""
        board = self.table.board
        return tuple(sorted(kind for cell in cells if (kind := board[cell]) is not None))

    def fetched(self, short: Sequence[int], missing: int) -> list[Kind]:
        """This many tokens of the kinds that are lacking, or as many as the board has."""
        board = self.kinds_on_board
        there = [
            kind for kind in kinds_in(short) for _ in range(min(short[kind], board.count(kind)))
        ]
        return there[:missing]


def purse_of(player: PlayerView) -> Purse:
    """What a player pays with; glassware stands for the discounts it would buy."""
    has_discount = any("discount" in COUNTERFEITERS[card].ability for card in player.counterfeiters)
    jokers = player.tokens[Kind.GLASSWARE] if has_discount else 0
    return Purse(player.tokens, player.bonuses, jokers)


def _is_glassware_free(player: PlayerView) -> bool:
    """Whether glassware does not count towards the token limit (C-ABL-8)."""
    abilities = [COUNTERFEITERS[card].ability for card in player.counterfeiters]
    return "glassware_no_limit" in abilities


def colours_of(player: PlayerView, card: CardId) -> list[Kind | None]:
    """The colours in which a player may buy a card; `None` if no colour must be named."""
    if card in COUNTERFEITERS or not JEWELS[card].is_wild:
        return [None]
    return [colour for colour in Kind if colour < len(player.bonuses) and player.bonuses[colour]]


def _present(cards: Iterable[CardId | None]) -> list[CardId]:
    return [card for card in cards if card is not None]
