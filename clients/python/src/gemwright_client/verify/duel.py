"""Applying the events of Duel and The Counterfeiters to a table."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import Final

from gemwright_client.pb.duel_action_pb2 import DuelAction
from gemwright_client.pb.duel_event_pb2 import DuelEvent
from gemwright_client.pb.duel_view_pb2 import DuelTable
from gemwright_client.pb.token_pb2 import TokenCounts
from gemwright_client.verify.table import KINDS, SPIRAL, Table, in_kind_order, kind_text
from gemwright_client.verify.verdict import (
    NOTHING,
    Check,
    Differs,
    Unreadable,
    agree,
    checked,
    listed,
)

_MOST_DUG: Final = 3
_TOO_MANY: Final = 100
"""More tokens of one kind than there can be: a false number must not exhaust the memory."""


class DuelFold:
    """Applies events to a table, and keeps what an update has yet to mention."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._awaited: deque[str] = deque()
        self._drawn = 0

    def event(self, event: DuelEvent, move: DuelAction) -> None:
        """Apply an event of a move."""
        match event.WhichOneof("event"):
            case "token_taken":
                self._take(event.token_taken)
            case "token_stolen":
                self._steal(event.token_stolen)
            case "tokens_spent":
                self._give(event.tokens_spent.seat, _counts(event.tokens_spent.tokens))
            case "token_discarded":
                self._give(event.token_discarded.seat, {kind_text(event.token_discarded.kind): 1})
            case "board_replenished":
                self._replenish()
            case "cell_filled":
                self._fill_cell(event.cell_filled)
            case "token_drawn":
                self._draw(event.token_drawn)
            case "turn_ended":
                self._table.end_turn()
            case _:
                self._card_event(event, move)

    def _card_event(self, event: DuelEvent, move: DuelAction) -> None:
        """Apply an event about cards; ignore those that do not depend on chance."""
        match event.WhichOneof("event"):
            case "card_reserved":
                self._reserve(event.card_reserved, move.keep_dug)
            case "reserved_card_seen":
                seen = event.reserved_card_seen
                self._table.check_reserved(seen.seat, seen.card)
            case "card_purchased":
                self._table.purchase(event.card_purchased)
            case "slot_filled":
                self._table.fill_slot(event.slot_filled.slot, event.slot_filled.card)
            case "counterfeiter_gained":
                self._gain_counterfeiter(event.counterfeiter_gained)
            case "counterfeiter_slot_filled":
                filled = event.counterfeiter_slot_filled
                self._table.counterfeiters.fill(filled.slot, filled.card)
            case "royal_taken":
                self._table.royals.take(event.royal_taken.slot, event.royal_taken.card)
            case "royal_slot_filled":
                royal = event.royal_slot_filled
                self._table.royals.fill(royal.slot, royal.card)
            case "deck_dug":
                self._dig(event.deck_dug)
            case "dug_cards_seen":
                agree(Check.DECK, listed(self._table.dug), listed(event.dug_cards_seen.cards))
            case "dug_cards_returned":
                self._return_dug(event.dug_cards_returned, move.keep_dug)
            case (
                "discount_used"
                | "privilege_taken"
                | "privilege_returned"
                | "ability_used"
                | "extra_turn_gained"
                | "turn_passed"
                | "blocking_reset"
                | "turn_started"
                | "decision_asked"
                | "win_claimed"
                | "seat_forfeited"
                | "match_ended"
            ):
                pass
            case _:
                raise Unreadable

    def end(self, move: DuelAction) -> None:
        """Check that nothing is missing in an update."""
        self.await_nothing()
        agree(Check.BAG, str(_not_negative(move.draw_tokens.number)), str(self._drawn))
        self._drawn = 0

    def await_nothing(self) -> None:
        """Check that no token of a replenishment is missing."""
        if self._awaited:
            agree(Check.BAG, self._awaited[0], NOTHING)

    def _tokens(self, seat: int) -> Counter[str]:
        return self._table.tokens[checked(seat, len(self._table.tokens))]

    def _take(self, taken: DuelEvent.TokenTaken) -> None:
        board, kind = self._table.board, kind_text(taken.kind)
        agree(Check.CELL, board[checked(taken.cell, len(board))], kind)
        board[taken.cell] = NOTHING
        self._tokens(taken.seat)[kind] += 1

    def _steal(self, stolen: DuelEvent.TokenStolen) -> None:
        kind = kind_text(stolen.kind)
        self._lose(stolen.loser, {kind: 1})
        self._tokens(stolen.seat)[kind] += 1

    def _give(self, seat: int, given: Mapping[str, int]) -> None:
        self._lose(seat, given)
        self._table.bag.update(given)

    def _lose(self, seat: int, lost: Mapping[str, int]) -> None:
        mine = self._tokens(seat)
        for kind, number in lost.items():
            if number > mine[kind]:
                raise Differs(Check.TOKENS, str(mine[kind]), str(number))
        mine.subtract(lost)

    def _replenish(self) -> None:
        for cell in SPIRAL:
            if self._table.board[cell] == NOTHING:
                token = self._table.draw("replenish")
                if token == NOTHING:
                    return
                self._awaited.append(_on_cell(cell, token))

    def _fill_cell(self, filled: DuelEvent.CellFilled) -> None:
        checked(filled.cell, len(self._table.board))
        kind = kind_text(filled.kind)
        expected = self._awaited.popleft() if self._awaited else NOTHING
        agree(Check.BAG, expected, _on_cell(filled.cell, kind))
        self._table.board[filled.cell] = kind

    def _draw(self, drawn: DuelEvent.TokenDrawn) -> None:
        kind = kind_text(drawn.kind)
        agree(Check.BAG, self._table.draw("draw_tokens"), kind)
        self._tokens(drawn.seat)[kind] += 1
        self._drawn += 1

    def _reserve(self, reserved: DuelEvent.CardReserved, kept: DuelAction.KeepDug) -> None:
        table, seat = self._table, reserved.seat
        if reserved.HasField("slot"):
            table.reserve_from_slot(seat, reserved.slot, reserved.card)
        elif reserved.is_dug:
            table.reserve(seat, table.dug[_places(table.dug, kept)[0]])
        else:
            table.reserve_unseen(seat, reserved.level)

    def _gain_counterfeiter(self, gained: DuelEvent.CounterfeiterGained) -> None:
        row = self._table.counterfeiters
        if gained.HasField("slot"):
            row.take(gained.slot, gained.card)
        else:
            agree(Check.DECK, row.top, gained.card)
            row.take_top()

    def _dig(self, dug: DuelEvent.DeckDug) -> None:
        deck = self._table.level(dug.level).deck
        size = min(_MOST_DUG, len(deck))
        agree(Check.DECK, str(size), str(_not_negative(dug.number)))
        self._table.dug = deck[:size]
        self._table.dug_level = dug.level
        del deck[:size]

    def _return_dug(self, returned: DuelEvent.DugCardsReturned, kept: DuelAction.KeepDug) -> None:
        dug, deck = self._table.dug, self._table.level(returned.level).deck
        agree(Check.DECK, str(self._table.dug_level), str(returned.level))
        places = _places(dug, kept)[1:]
        agree(Check.DECK, str(len(places)), str(_not_negative(returned.number)))
        deck += [dug[place] for place in places]
        self._table.dug = []


def opening(table: Table, shown: DuelTable) -> Iterator[tuple[str, str]]:
    """Pair what was dealt with what is shown, field by field."""
    pyramid = [card for row in table.levels for card in row.slots]
    crooks, royals = table.counterfeiters, table.royals
    yield str(table.first_seat), str(shown.seat)
    yield listed(table.board), listed(map(kind_text, shown.board))
    yield listed(in_kind_order(table.bag)), listed(in_kind_order(_counts(shown.bag)))
    yield listed(pyramid), listed(shown.pyramid)
    yield listed(str(len(row.deck)) for row in table.levels), listed(map(str, shown.deck_sizes))
    yield listed(royals.slots), listed(shown.royals)
    yield str(len(royals.deck)), str(shown.royal_deck_size)
    yield listed(crooks.slots), listed(shown.counterfeiters)
    yield str(len(crooks.deck)), str(shown.counterfeiter_deck_size)


def _places(dug: list[str], kept: DuelAction.KeepDug) -> list[int]:
    """List the place of the card that is kept, then those of the others in their new order."""
    places = [kept.keep, *kept.bottom]
    if not kept.HasField("keep") or sorted(places) != list(range(len(dug))):
        raise Unreadable
    return places


def _counts(tokens: TokenCounts) -> dict[str, int]:
    numbers = (
        *(tokens.white, tokens.blue, tokens.green, tokens.red, tokens.black),
        *(tokens.pearl, tokens.gold, tokens.glassware),
    )
    return dict(zip(KINDS, (checked(number, _TOO_MANY) for number in numbers), strict=True))


def _not_negative(number: int) -> int:
    """Check that a number is not negative."""
    if number < 0:
        raise Unreadable
    return number


def _on_cell(cell: int, kind: str) -> str:
    return f"{cell} {kind}"
