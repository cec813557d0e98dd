"""Computing the next view of a match from the last one and the events seen since."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.splendor import events as ev
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES, CardId
from gemwright.engine.splendor.events import Event, PublicEvent
from gemwright.engine.splendor.views import PlayerView, Private, SeenReserve, Table, View

_NO_BONUSES = (0,) * len(GEMS)


def follow(view: View, events: Iterable[Event]) -> View:
    """The view after an update: the view before it and the events as this viewer saw them."""
    table, private = view.table, view.private
    for event in events:
        if not isinstance(event, ev.ReservedCardSeen):
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
        case ev.SeatForfeited(seat=private.seat):
            return replace(private, reserved=())
        case _:
            return private


def _after(table: Table, event: PublicEvent) -> Table:
    match event:
        case ev.GemsTaken(seat=seat, colours=colours):
            for colour in colours:
                table = _gains(table, seat, colour, 1)
            return _idle(table, passes=0)
        case ev.CardReserved():
            return _reserved(table, event)
        case ev.GoldTaken(seat=seat):
            return _gains(table, seat, Kind.GOLD, 1)
        case ev.TokensSpent(seat=seat, tokens=tokens):
            return _returns(table, seat, tokens)
        case ev.CardPurchased():
            return _purchased(table, event)
        case ev.SlotFilled(level=level, slot=slot, card=card):
            return _drawn(replace(table, face_up=_put(table.face_up, slot, card)), level)
        case ev.TurnPassed():
            return _idle(table, passes=table.passes + 1)
        case ev.TokenDiscarded(seat=seat, kind=kind):
            return _gains(table, seat, kind, -1)
        case ev.NobleReceived():
            return _noble(table, event)
        case ev.LastRoundBegun():
            return replace(table, is_last_round=True)
        case ev.TurnEnded():
            return table
        case ev.TurnStarted(seat=seat, number=number):
            return replace(table, seat=seat, turn=number)
        case ev.DecisionAsked(decision=decision):
            return replace(table, decision=decision)
        case ev.SeatForfeited(seat=seat):
            return _dropped_out(table, seat)
        case ev.MatchEnded(outcome=outcome):
            return replace(table, decision=None, outcome=outcome)
        case _:
            assert_never(event)


def _seat(table: Table, seat: int, player: PlayerView) -> Table:
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return replace(table, players=players)


def _idle(table: Table, passes: int) -> Table:
    return replace(table, passes=passes, idle_turns=table.idle_turns + 1)


def _added(counts: tuple[int, ...], kind: Kind, number: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + number, *counts[kind + 1 :])


def _put(
    row: tuple[CardId | None, ...], slot: int, card: CardId | None
) -> tuple[CardId | None, ...]:
    return (*row[:slot], card, *row[slot + 1 :])


def _gains(table: Table, seat: int, kind: Kind, number: int) -> Table:
    player = table.players[seat]
    table = replace(table, supply=_added(table.supply, kind, -number))
    return _seat(table, seat, replace(player, tokens=_added(player.tokens, kind, number)))


def _returns(table: Table, seat: int, tokens: tuple[int, ...]) -> Table:
    player = table.players[seat]
    left = tuple(has - spent for has, spent in zip(player.tokens, tokens, strict=True))
    supply = tuple(has + spent for has, spent in zip(table.supply, tokens, strict=True))
    return _seat(replace(table, supply=supply), seat, replace(player, tokens=left))


def _drawn(table: Table, level: int) -> Table:
    sizes = list(table.deck_sizes)
    sizes[level - 1] -= 1
    return replace(table, deck_sizes=tuple(sizes))


def _reserved(table: Table, event: ev.CardReserved) -> Table:
    player = table.players[event.seat]
    seen = SeenReserve(event.level, event.card)
    table = _seat(table, event.seat, replace(player, reserved=(*player.reserved, seen)))
    table = _idle(table, passes=0)
    if event.slot is None:
        return _drawn(table, event.level)
    return replace(table, face_up=_put(table.face_up, event.slot, None))


def _purchased(table: Table, event: ev.CardPurchased) -> Table:
    player, development = table.players[event.seat], DEVELOPMENTS[event.card]
    reserved, face_up = player.reserved, table.face_up
    if event.reserve_slot is not None:
        reserved = reserved[: event.reserve_slot] + reserved[event.reserve_slot + 1 :]
    if event.slot is not None:
        face_up = _put(face_up, event.slot, None)
    player = replace(
        player,
        cards=(*player.cards, event.card),
        reserved=reserved,
        bonuses=_added(player.bonuses, development.bonus, 1),
        points=player.points + development.points,
    )
    table = replace(table, face_up=face_up, passes=0, idle_turns=0)
    return _seat(table, event.seat, player)


def _noble(table: Table, event: ev.NobleReceived) -> Table:
    player, noble = table.players[event.seat], event.noble
    points = player.points + NOBLES[noble].points
    player = replace(player, nobles=(*player.nobles, noble), points=points)
    left = tuple(other for other in table.nobles if other != noble)
    return _seat(replace(table, nobles=left), event.seat, player)


def _dropped_out(table: Table, seat: int) -> Table:
    table = _returns(table, seat, table.players[seat].tokens)
    player = table.players[seat]
    purchased = tuple(SeenReserve(DEVELOPMENTS[card].level, card) for card in player.cards)
    table = replace(
        table,
        removed_cards=table.removed_cards + purchased + player.reserved,
        removed_nobles=table.removed_nobles + player.nobles,
        passes=0,
    )
    player = replace(
        player,
        cards=(),
        nobles=(),
        reserved=(),
        bonuses=_NO_BONUSES,
        points=0,
        dropped_out=1 + max(other.dropped_out for other in table.players),
    )
    return _seat(table, seat, player)
