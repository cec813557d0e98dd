"""The small changes that make up every action, each with its event.

Nothing here checks whether a change is allowed: `actions/` has done so.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from gemwright.engine.chance import Chance, Purpose
from gemwright.engine.duel.board import Cell
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, ROYALS, CardId
from gemwright.engine.duel.events import (
    BlockingReset,
    CardReserved,
    CounterfeiterSlotFilled,
    Log,
    MatchEnded,
    PrivilegeReturned,
    PrivilegeTaken,
    ReservedCardSeen,
    RoyalSlotFilled,
    SlotFilled,
    TokenDiscarded,
    TokensSpent,
    TokenStolen,
    TokenTaken,
)
from gemwright.engine.duel.limits import ALL_GOLD, ALL_PEARLS, LEVEL_OF_SLOT, PLAYERS, PRIVILEGES
from gemwright.engine.duel.state import OwnedCard, Player, ReservedCard, State
from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import ONE, Lanes, is_within, unpack
from gemwright.engine.outcomes import EndReason, Outcome, Score

Item = TypeVar("Item")

GOLD_AND_PEARLS: Final[Lanes] = ALL_GOLD * ONE[Kind.GOLD] + ALL_PEARLS * ONE[Kind.PEARL]


def deal(
    state: State, chance: Chance, purpose: Purpose, pool: Sequence[Item], number: int
) -> list[Item]:
    """Draw from a pool and count the draws."""
    dealt = chance.deal(purpose, state.draws, pool, number)
    state.draws += number
    return dealt


def take_from_cell(state: State, cell: Cell, log: Log) -> Kind:
    """The token of a cell goes to the seat whose turn it is."""
    kind = state.board[cell]
    assert kind is not None
    state.board[cell] = None
    if kind is Kind.GOLD:
        state.golds ^= 1 << cell
    else:
        state.takeable ^= 1 << cell
    state.players[state.seat].tokens += ONE[kind]
    if log is not None:
        log.append(TokenTaken(state.seat, cell, kind))
    return kind


def spend(state: State, card: CardId, tokens: Lanes, log: Log) -> None:
    """Tokens go from the seat whose turn it is into the bag, before any effect."""
    if not tokens:
        return
    me = state.players[state.seat]
    me.tokens -= tokens
    state.bag += tokens
    if log is not None:
        log.append(TokensSpent(state.seat, card, unpack(tokens)))


def steal(state: State, kind: Kind, log: Log) -> None:
    """A token goes from the opponent to the seat whose turn it is."""
    loser = 1 - state.seat
    state.players[state.seat].tokens += ONE[kind]
    state.players[loser].tokens -= ONE[kind]
    if log is not None:
        log.append(TokenStolen(state.seat, loser, kind))
    note_loss(state, loser, kind, log)


def discard(state: State, kind: Kind, log: Log) -> None:
    """A token goes from the seat whose turn it is into the bag (D-END-1)."""
    state.players[state.seat].tokens -= ONE[kind]
    state.bag += ONE[kind]
    if log is not None:
        log.append(TokenDiscarded(state.seat, kind))
    note_loss(state, state.seat, kind, log)


def holds_gold_and_pearls(player: Player) -> bool:
    """Whether a player holds all gold and both pearls (D-X-1)."""
    return is_within(GOLD_AND_PEARLS, player.tokens)


def note_loss(state: State, seat: int, kind: Kind, log: Log) -> None:
    """A discard or a theft of one of the five resets the count of blocking turns (D-X-1)."""
    if kind in (Kind.GOLD, Kind.PEARL):
        reset_blocking(state, seat, log)


def reset_blocking(state: State, seat: int, log: Log) -> None:
    """Count this seat's blocking turns from 0 again (D-X-1)."""
    if state.players[seat].blocking_turns:
        state.players[seat].blocking_turns = 0
        if log is not None:
            log.append(BlockingReset(seat))


def take_privilege(state: State, seat: int, log: Log) -> None:
    """A privilege comes from the table, else from the opponent, else nothing happens (D-OPT-3)."""
    me, other = state.players[seat], state.players[1 - seat]
    if me.privileges == PRIVILEGES:
        return
    loser = None if state.privileges else 1 - seat
    if loser is None:
        state.privileges -= 1
    else:
        other.privileges -= 1
    me.privileges += 1
    if log is not None:
        log.append(PrivilegeTaken(seat, loser))


def return_privilege(state: State, card: CardId | None, log: Log) -> None:
    """The seat whose turn it is puts a privilege back on the table."""
    state.players[state.seat].privileges -= 1
    state.privileges += 1
    if log is not None:
        log.append(PrivilegeReturned(state.seat, card))


def reserve_from_pyramid(state: State, card: CardId, log: Log) -> None:
    """A face-up card goes into the reserve and is replaced at once (D-RES-1, D-RES-3)."""
    slot = state.pyramid.index(card)
    state.players[state.seat].reserved += (ReservedCard(card, is_blind=False),)
    state.pyramid[slot] = None
    if log is not None:
        log.append(CardReserved(state.seat, JEWELS[card].level, slot, card))
    fill_slot(state, slot, log)


def reserve_from_deck(state: State, level: int, log: Log) -> None:
    """The top card of a deck goes into the reserve, seen by its owner alone (D-RES-2)."""
    reserve_blind(state, take_top(state, level), log, is_dug=False)


def reserve_blind(state: State, card: CardId, log: Log, *, is_dug: bool) -> None:
    """A card that only its owner knows goes into the reserve (D-RES-2)."""
    state.players[state.seat].reserved += (ReservedCard(card, is_blind=True),)
    if log is not None:
        log.append(CardReserved(state.seat, JEWELS[card].level, is_dug=is_dug))
        log.append(ReservedCardSeen(state.seat, card))


def take_top(state: State, level: int) -> CardId:
    """Take the top card off a level's deck."""
    deck = state.decks[level - 1]
    set_deck(state, level, deck[1:])
    return deck[0]


def set_deck(state: State, level: int, deck: tuple[CardId, ...]) -> None:
    """Replace a level's deck."""
    state.decks = (*state.decks[: level - 1], deck, *state.decks[level:])


def fill_slot(state: State, slot: int, log: Log) -> None:
    """Turn up the next card of the level in a slot; an empty deck leaves it empty (D-RES-3)."""
    level = LEVEL_OF_SLOT[slot]
    if state.decks[level - 1]:
        card = take_top(state, level)
        state.pyramid[slot] = card
        if log is not None:
            log.append(SlotFilled(level, slot, card))


def fill_pyramid(state: State, log: Log) -> None:
    """Refill the slots that purchases left empty (D-BUY-4)."""
    for slot, card in enumerate(state.pyramid):
        if card is None:
            fill_slot(state, slot, log)


def fill_counterfeiters(state: State, log: Log) -> None:
    """Refill the free slots of the counterfeiter row in slot order (C-BUY-1)."""
    for slot, card in enumerate(state.counterfeiters):
        if card is None and state.counterfeiter_deck:
            top, *rest = state.counterfeiter_deck
            state.counterfeiters = with_slot(state.counterfeiters, slot, top)
            state.counterfeiter_deck = tuple(rest)
            if log is not None:
                log.append(CounterfeiterSlotFilled(slot, top))


def fill_royal_slot(state: State, slot: int, log: Log) -> None:
    """Turn up the next royal card (C-ABL-10)."""
    if state.royal_deck:
        top, *rest = state.royal_deck
        state.royals = with_slot(state.royals, slot, top)
        state.royal_deck = tuple(rest)
        if log is not None:
            log.append(RoyalSlotFilled(slot, top))


def with_slot(
    row: tuple[CardId | None, ...], slot: int, card: CardId | None
) -> tuple[CardId | None, ...]:
    """The row with another card, or none, in one slot."""
    return (*row[:slot], card, *row[slot + 1 :])


def own_jewel(player: Player, card: CardId, colour: Kind | None) -> None:
    """A purchased card counts for its owner from now on (D-RES-4, D-BUY-3)."""
    jewel = JEWELS[card]
    player.cards += (OwnedCard(card, colour),)
    player.points += jewel.points
    player.crowns += jewel.crowns
    if colour is not None:
        player.bonuses += jewel.bonus_count * ONE[colour]
        player.colour_points += jewel.points * ONE[colour]


def own_royal(player: Player, card: CardId) -> None:
    """A royal card counts for points, never for a colour (D-ROY-2)."""
    player.royals += (card,)
    player.points += ROYALS[card].points


def own_counterfeiter(player: Player, card: CardId) -> None:
    """A counterfeiter card counts for its points and crowns; it has no bonus (C-BUY-1)."""
    player.counterfeiters += (card,)
    player.points += COUNTERFEITERS[card].points
    player.crowns += COUNTERFEITERS[card].crowns


def finish(state: State, winner: int | None, endings: tuple[EndReason, ...], log: Log) -> None:
    """The match is over at once (D-END-3)."""
    state.outcome = Outcome(
        winners=() if winner is None else (winner,),
        ranks=ranks_of(winner),
        endings=endings,
        scores=scores(state),
    )
    state.decision = None
    state.can_claim = False
    if log is not None:
        log.append(MatchEnded(state.outcome))


def ranks_of(winner: int | None) -> tuple[int, ...]:
    """The winner first, both first in a draw."""
    return tuple(1 if winner in (None, seat) else 2 for seat in range(PLAYERS))


def scores(state: State) -> tuple[Score, ...]:
    """What each seat has, or had at the end."""
    return tuple(score(player) for player in state.players)


def score(player: Player) -> Score:
    """What a seat has at the end."""
    colour_points = unpack(player.colour_points)[: len(GEMS)]
    return Score(player.points, len(player.cards), player.crowns, colour_points)
