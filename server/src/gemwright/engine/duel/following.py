"""Computing the next view of a match from the last one and the events seen since."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from gemwright.engine.duel import events as ev
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, ROYALS, CardId
from gemwright.engine.duel.events import Event, PublicEvent
from gemwright.engine.duel.state import OwnedCard
from gemwright.engine.duel.views import PlayerView, Private, SeenReserve, Table, View
from gemwright.engine.kinds import Kind


def follow(view: View, events: Iterable[Event]) -> View:
    """The view after an update, from the view before it and the events this viewer saw."""
    table, private = view.table, view.private
    for event in events:
        if not isinstance(event, ev.ReservedCardSeen | ev.DugCardsSeen):
            table = _after(table, event)
        if private is not None:
            private = _known_after(private, event)
    return View(table, private)


def _known_after(private: Private, event: Event) -> Private:
    match event:
        case ev.ReservedCardSeen(seat=private.seat, card=card):
            return replace(private, reserved=(*private.reserved, card))
        case ev.CardReserved(seat=private.seat, card=str(card)):
            return replace(private, reserved=(*private.reserved, card))
        case ev.CardPurchased(seat=private.seat, reserve_slot=int(slot)):
            left = private.reserved[:slot] + private.reserved[slot + 1 :]
            return replace(private, reserved=left)
        case ev.DugCardsSeen(seat=private.seat, cards=cards):
            return replace(private, dug=cards)
        case ev.DugCardsReturned(seat=private.seat):
            return replace(private, dug=())
        case _:
            return private


def _after(table: Table, event: PublicEvent) -> Table:
    match event:
        case ev.TokenTaken(seat=seat, cell=cell, kind=kind):
            return _with_cell(_gains(table, seat, kind, 1), cell, None)
        case ev.TokenStolen(seat=seat, loser=loser, kind=kind):
            return _gains(_gains(table, seat, kind, 1), loser, kind, -1)
        case ev.TokensSpent(seat=seat, tokens=tokens):
            return _spends(table, seat, tokens)
        case ev.TokenDiscarded(seat=seat, kind=kind):
            return _in_bag(_gains(table, seat, kind, -1), kind, 1)
        case ev.TokenDrawn(seat=seat, kind=kind):
            return _in_bag(_gains(table, seat, kind, 1), kind, -1)
        case ev.CellFilled(cell=cell, kind=kind):
            return _in_bag(_with_cell(table, cell, kind), kind, -1)
        case ev.BoardReplenished():
            return replace(table, has_replenished=True)
        case ev.PrivilegeTaken(seat=seat, loser=loser):
            return _privilege_taken(table, seat, loser)
        case ev.PrivilegeReturned(seat=seat, card=card):
            table = _privileges(table, seat, -1)
            used = table.has_used_privilege or card is None
            return replace(table, privileges=table.privileges + 1, has_used_privilege=used)
        case ev.CardReserved():
            return _reserved(table, event)
        case ev.CardPurchased():
            return _purchased(table, event)
        case ev.SlotFilled(level=level, slot=slot, card=card):
            table = replace(table, pyramid=_put(table.pyramid, slot, card))
            return _deck(table, level, -1)
        case ev.CounterfeiterGained():
            return _counterfeiter(table, event)
        case ev.CounterfeiterSlotFilled():
            return _counterfeiter_slot_filled(table, event)
        case ev.RoyalTaken():
            return _royal_taken(table, event)
        case ev.RoyalSlotFilled(slot=slot, card=card):
            row = _put(table.royals, slot, card)
            return replace(table, royals=row, royal_deck_size=table.royal_deck_size - 1)
        case ev.AbilityUsed(card=card):
            return replace(table, used=(*table.used, card))
        case ev.ExtraTurnGained():
            return replace(table, is_extra_turn_due=True)
        case ev.DeckDug(level=level, number=number):
            return replace(_deck(table, level, -number), dug_level=level)
        case ev.DugCardsReturned(level=level, number=number):
            return replace(_deck(table, level, number), dug_level=None)
        case ev.BlockingReset(seat=seat):
            return _seat(table, seat, replace(table.players[seat], blocking_turns=0))
        case ev.TurnEnded(idle_turns=idle_turns):
            return replace(table, idle_turns=idle_turns)
        case ev.TurnStarted():
            return _turn_started(table, event)
        case ev.DecisionAsked(decision=decision):
            return replace(table, decision=decision)
        case ev.MatchEnded(outcome=outcome):
            return replace(table, decision=None, outcome=outcome)
        case ev.DiscountUsed() | ev.TurnPassed() | ev.WinClaimed() | ev.SeatForfeited():
            return table
        case _:
            assert_never(event)


def _counterfeiter_slot_filled(table: Table, event: ev.CounterfeiterSlotFilled) -> Table:
    row = _put(table.counterfeiters, event.slot, event.card)
    left = table.counterfeiter_deck_size - 1
    return replace(table, counterfeiters=row, counterfeiter_deck_size=left)


def _royal_taken(table: Table, event: ev.RoyalTaken) -> Table:
    player = table.players[event.seat]
    points = player.points + ROYALS[event.card].points
    player = replace(player, royals=(*player.royals, event.card), points=points)
    left = _put(table.royals, event.slot, None)
    return _seat(replace(table, royals=left), event.seat, player)


def _seat(table: Table, seat: int, player: PlayerView) -> Table:
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return replace(table, players=players)


def _added(counts: tuple[int, ...], kind: Kind, number: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + number, *counts[kind + 1 :])


def _put(
    row: tuple[CardId | None, ...], slot: int, card: CardId | None
) -> tuple[CardId | None, ...]:
    return (*row[:slot], card, *row[slot + 1 :])


def _gains(table: Table, seat: int, kind: Kind, number: int) -> Table:
    player = table.players[seat]
    return _seat(table, seat, replace(player, tokens=_added(player.tokens, kind, number)))


def _in_bag(table: Table, kind: Kind, number: int) -> Table:
    return replace(table, bag=_added(table.bag, kind, number))


def _spends(table: Table, seat: int, tokens: tuple[int, ...]) -> Table:
    player = table.players[seat]
    left = tuple(has - spent for has, spent in zip(player.tokens, tokens, strict=True))
    bag = tuple(has + spent for has, spent in zip(table.bag, tokens, strict=True))
    return _seat(replace(table, bag=bag), seat, replace(player, tokens=left))


def _with_cell(table: Table, cell: int, kind: Kind | None) -> Table:
    return replace(table, board=(*table.board[:cell], kind, *table.board[cell + 1 :]))


def _deck(table: Table, level: int, number: int) -> Table:
    sizes = list(table.deck_sizes)
    sizes[level - 1] += number
    return replace(table, deck_sizes=tuple(sizes))


def _privileges(table: Table, seat: int, number: int) -> Table:
    player = table.players[seat]
    return _seat(table, seat, replace(player, privileges=player.privileges + number))


def _privilege_taken(table: Table, seat: int, loser: int | None) -> Table:
    table = _privileges(table, seat, 1)
    if loser is None:
        return replace(table, privileges=table.privileges - 1)
    return _privileges(table, loser, -1)


def _reserved(table: Table, event: ev.CardReserved) -> Table:
    player = table.players[event.seat]
    seen = SeenReserve(event.level, event.card)
    table = _seat(table, event.seat, replace(player, reserved=(*player.reserved, seen)))
    if event.slot is not None:
        return replace(table, pyramid=_put(table.pyramid, event.slot, None))
    return table if event.is_dug else _deck(table, event.level, -1)


def _purchased(table: Table, event: ev.CardPurchased) -> Table:
    player, jewel = table.players[event.seat], JEWELS[event.card]
    reserved, pyramid = player.reserved, table.pyramid
    if event.reserve_slot is not None:
        reserved = reserved[: event.reserve_slot] + reserved[event.reserve_slot + 1 :]
    if event.slot is not None:
        pyramid = _put(pyramid, event.slot, None)
    bonuses, colour_points = player.bonuses, player.colour_points
    if event.colour is not None:
        bonuses = _added(bonuses, event.colour, jewel.bonus_count)
        colour_points = _added(colour_points, event.colour, jewel.points)
    player = replace(
        player,
        cards=(*player.cards, OwnedCard(event.card, event.colour)),
        reserved=reserved,
        bonuses=bonuses,
        colour_points=colour_points,
        points=player.points + jewel.points,
        crowns=player.crowns + jewel.crowns,
    )
    return _seat(replace(table, pyramid=pyramid, has_purchased=True), event.seat, player)


def _counterfeiter(table: Table, event: ev.CounterfeiterGained) -> Table:
    player, card = table.players[event.seat], COUNTERFEITERS[event.card]
    player = replace(
        player,
        counterfeiters=(*player.counterfeiters, event.card),
        points=player.points + card.points,
        crowns=player.crowns + card.crowns,
    )
    row, size = table.counterfeiters, table.counterfeiter_deck_size
    table = replace(
        table,
        counterfeiters=row if event.slot is None else _put(row, event.slot, None),
        counterfeiter_deck_size=size - 1 if event.slot is None else size,
        has_purchased=table.has_purchased or event.is_purchase,
    )
    return _seat(table, event.seat, player)


def _turn_started(table: Table, event: ev.TurnStarted) -> Table:
    players = tuple(
        replace(player, blocking_turns=turns)
        for player, turns in zip(table.players, event.blocking_turns, strict=True)
    )
    return replace(
        table,
        players=players,
        seat=event.seat,
        turn=event.number,
        is_extra_turn=event.is_extra,
        has_used_privilege=False,
        has_replenished=False,
        has_purchased=False,
        is_extra_turn_due=False,
        used=(),
    )
