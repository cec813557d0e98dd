"""Playing an action: the judge first, then what the action does, then the course of the turn."""

from typing import assert_never

from gemwright.engine.chance import Chance, Purpose
from gemwright.engine.duel import actions as act
from gemwright.engine.duel.abilities import (
    CARD_OF_USE,
    WINDOWS,
    ask_for_second_card,
    ask_for_second_token,
    ask_to_take,
    gain_counterfeiter,
    gain_royal,
    on_gain,
    take_again,
)
from gemwright.engine.duel.actions import AbilityUse, Action, Payment
from gemwright.engine.duel.cards import JEWELS, SPIRAL, CardId
from gemwright.engine.duel.decisions import Decision, DecisionKind
from gemwright.engine.duel.events import (
    AbilityUsed,
    BoardReplenished,
    CardPurchased,
    CellFilled,
    CounterfeiterGained,
    DecisionAsked,
    DeckDug,
    DiscountUsed,
    DugCardsReturned,
    DugCardsSeen,
    Log,
    RoyalTaken,
    SeatForfeited,
    TokenDrawn,
    TurnPassed,
    WinClaimed,
)
from gemwright.engine.duel.judge import refusal
from gemwright.engine.duel.judge_answers import price_of_use
from gemwright.engine.duel.moves import (
    deal,
    discard,
    fill_royal_slot,
    own_jewel,
    reserve_blind,
    reserve_from_deck,
    reserve_from_pyramid,
    reset_blocking,
    return_privilege,
    set_deck,
    spend,
    steal,
    take_from_cell,
    take_privilege,
    with_slot,
)
from gemwright.engine.duel.purchase import default_payment, price_of
from gemwright.engine.duel.state import MOST_DUG, SEATS, State
from gemwright.engine.duel.turn import finish, settle
from gemwright.engine.kinds import Kind
from gemwright.engine.lanes import ONE, Lanes, listed, pack_row, total
from gemwright.engine.outcomes import Ending, Forfeit
from gemwright.engine.payment import least_gold
from gemwright.engine.refusals import Reason, Refusal, Refused


def apply(state: State, seat: int, action: Action, chance: Chance, log: Log = None) -> None:
    """Play one action; refused, it raises `Refused` and nothing has changed."""
    refused = refusal(state, seat, action)
    if refused is not None:
        raise Refused(refused)
    asked = _perform(state, action, chance, log)
    state.can_claim = False
    if state.outcome is None:
        state.decision = asked or settle(state, log)
        if state.decision is not None and log is not None:
            log.append(DecisionAsked(state.decision))


def forfeit(state: State, seat: int, why: Forfeit, log: Log = None) -> None:
    """A seat resigns or runs out of time, whoever is to move: the other one wins."""
    if state.outcome is not None:
        raise Refused(Refusal(Reason.MATCH_OVER, "D-END-3"))
    if seat not in range(SEATS):
        raise Refused(Refusal(Reason.MALFORMED, "D-END-3", "seat", str(seat)))
    why = Forfeit(why)
    if log is not None:
        log.append(SeatForfeited(seat, why))
    finish(state, 1 - seat, (Ending(why.value),), log)


def _perform(state: State, action: Action, chance: Chance, log: Log) -> Decision | None:
    """What an action does, and the decision that it asks for, if any."""
    match action:
        case act.TakeTokens(cells=cells):
            _take_tokens(state, cells, log)
        case act.Discard(kind=kind):
            discard(state, kind, log)
        case act.BuyCard(card=card, colour=colour, payment=payment):
            slot = state.pyramid.index(card)
            state.pyramid[slot] = None
            return _purchase(state, card, colour, payment, slot, None, log)
        case act.BuyReserved(slot=slot, colour=colour, payment=payment):
            return _buy_reserved(state, slot, colour, payment, log)
        case act.ReserveCard() | act.ReserveFromDeck():
            return _reserve(state, action, log)
        case act.UsePrivilege(cell=cell):
            return _use_privilege(state, cell, log)
        case act.Replenish():
            _replenish(state, chance, log)
        case act.PickToken(cell=cell):
            return _pick_token(state, cell, log)
        case act.StealToken(kind=kind):
            steal(state, kind, log)
        case act.TakeRoyal(card=card):
            state.players[state.seat].royals_for_crowns += 1
            _own_royal(state, card, log)
            return on_gain(state, card, log)
        case act.BuyCounterfeiter(card=card, payment=payment):
            _buy_counterfeiter(state, card, payment, log)
        case act.TakeCounterfeiter(card=card):
            _take_counterfeiter(state, card, log)
        case act.DrawTokens(number=number):
            _draw_tokens(state, number, chance, log)
        case act.BuyRoyal() | act.BuyExtraTurn() | act.BuySteal() | act.Dig():
            return _use_ability(state, action, log)
        case act.KeepDug(keep=keep, bottom=bottom):
            assert keep is not None
            _keep_dug(state, keep, bottom, log)
        case act.Claim():
            _claim(state, log)
        case act.Pass():
            state.has_acted = True
            if log is not None:
                log.append(TurnPassed(state.seat))
        case act.Stop():
            pass
        case act.Done():
            state.is_window_closed = True
        case _:
            assert_never(action)
    return None


def _take_tokens(state: State, cells: tuple[int, ...], log: Log) -> None:
    """Three of one colour or two pearls give the opponent a privilege (D-TAKE-2, C-GLA-1)."""
    state.has_acted = True
    kinds = [take_from_cell(state, cell, log) for cell in cells]
    has_three_alike = len(kinds) == 3 and kinds[0] is kinds[1] is kinds[2]
    if has_three_alike or kinds.count(Kind.PEARL) == 2:
        take_privilege(state, 1 - state.seat, log)


def _use_privilege(state: State, cell: int, log: Log) -> Decision | None:
    """Return a privilege, take a token (D-OPT-1); the first in a turn may take 2 (C-ABL-5)."""
    return_privilege(state, None, log)
    take_from_cell(state, cell, log)
    is_first = not state.has_used_privilege
    state.has_used_privilege = True
    return ask_for_second_token(state) if is_first else None


def _replenish(state: State, chance: Chance, log: Log) -> None:
    """Draw the bag onto the empty cells along the spiral; the opponent takes a privilege."""
    empty = [cell for cell in SPIRAL if state.board[cell] is None]
    number = min(len(empty), total(state.bag))
    drawn = deal(state, chance, Purpose.REPLENISH, listed(state.bag), number)
    state.has_replenished = True
    if log is not None:
        log.append(BoardReplenished(state.seat))
    for cell, kind in zip(empty, drawn, strict=False):
        state.put_token(cell, kind)
        state.bag -= ONE[kind]
        if log is not None:
            log.append(CellFilled(cell, kind))
    take_privilege(state, 1 - state.seat, log)


def _reserve(
    state: State, action: act.ReserveCard | act.ReserveFromDeck, log: Log
) -> Decision | None:
    """Take the gold if one is named, reserve the card, and a second one where C-15 allows it."""
    if action.gold is not None:
        state.has_acted = True
        take_from_cell(state, action.gold, log)
    if isinstance(action, act.ReserveCard):
        reserve_from_pyramid(state, action.card, log)
    else:
        reserve_from_deck(state, action.level, log)
    return None if action.gold is None else ask_for_second_card(state)


def _buy_reserved(
    state: State, slot: int, colour: Kind | None, payment: Payment | None, log: Log
) -> Decision | None:
    me = state.players[state.seat]
    card = me.reserved[slot].card
    me.reserved = me.reserved[:slot] + me.reserved[slot + 1 :]
    return _purchase(state, card, colour, payment, None, slot, log)


def _purchase(
    state: State,
    card: CardId,
    colour: Kind | None,
    payment: Payment | None,
    slot: int | None,
    reserve_slot: int | None,
    log: Log,
) -> Decision | None:
    """Pay, own the card, then let it act; a wild card's colour is fixed before that (D-ABL-5)."""
    _pay_for_card(state, card, payment, log)
    counts_as = JEWELS[card].bonus if colour is None else colour
    if log is not None:
        log.append(CardPurchased(state.seat, card, slot, reserve_slot, counts_as))
    own_jewel(state.players[state.seat], card, counts_as)
    return on_gain(state, card, log)


def _pay_for_card(state: State, card: CardId, payment: Payment | None, log: Log) -> None:
    """Spend the stated payment or the default one (D-BUY-2); a purchase is progress (D-X-2)."""
    me = state.players[state.seat]
    if payment is None:
        default = default_payment(me, price_of(me, card))
        assert default is not None
        tokens, units = default
    else:
        tokens, units = pack_row(payment.tokens), payment.units
    if log is not None:
        log.extend(DiscountUsed(state.seat, unit.card, unit.kind) for unit in units)
    spend(state, card, tokens, log)
    state.has_acted = state.has_purchased = True
    reset_blocking(state, state.seat, log)


def _buy_counterfeiter(state: State, card: CardId, payment: Payment | None, log: Log) -> None:
    """Purchase a counterfeiter card; its slot stays empty until the end of the turn (C-BUY-1)."""
    _pay_for_card(state, card, payment, log)
    _own_counterfeiter(state, card, log, is_purchase=True)


def _take_counterfeiter(state: State, card: CardId | None, log: Log) -> None:
    """Take a face-up counterfeiter card at no cost, or the top of the deck (C-ROY-4)."""
    if card is None:
        card, *rest = state.counterfeiter_deck
        state.counterfeiter_deck = tuple(rest)
    _own_counterfeiter(state, card, log, is_purchase=False)


def _own_counterfeiter(state: State, card: CardId, log: Log, *, is_purchase: bool) -> None:
    slot = state.counterfeiters.index(card) if card in state.counterfeiters else None
    if slot is not None:
        state.counterfeiters = with_slot(state.counterfeiters, slot, None)
    gain_counterfeiter(state.players[state.seat], card)
    if log is not None:
        log.append(CounterfeiterGained(state.seat, card, slot, is_purchase))


def _own_royal(state: State, card: CardId, log: Log) -> int:
    """A face-up royal card comes to the player (D-ROY-1); the slot it left."""
    slot = state.royals.index(card)
    state.royals = with_slot(state.royals, slot, None)
    gain_royal(state.players[state.seat], card)
    if log is not None:
        log.append(RoyalTaken(state.seat, card, slot))
    return slot


def _pick_token(state: State, cell: int, log: Log) -> Decision | None:
    """Take a token as a card allows, and ask for the next one while more may follow."""
    asked = state.decision
    assert asked is not None
    kind = take_from_cell(state, cell, log)
    following = asked.after_taking(kind)
    return None if following is None else ask_to_take(state, following)


def _draw_tokens(state: State, number: int, chance: Chance, log: Log) -> None:
    """Draw random tokens from the bag, gold included (C-ROY-5)."""
    for kind in deal(state, chance, Purpose.DRAW_TOKENS, listed(state.bag), number):
        state.bag -= ONE[kind]
        state.players[state.seat].tokens += ONE[kind]
        if log is not None:
            log.append(TokenDrawn(state.seat, kind))


def _use_ability(state: State, use: AbilityUse, log: Log) -> Decision | None:
    """Pay for an ability of the window, then use it (C-ABL-10)."""
    card = CARD_OF_USE[type(use)]
    price = _price_paid(state, use)
    state.used = (*state.used, card)
    if log is not None:
        log.append(AbilityUsed(state.seat, card))
    spend(state, card, price, log)
    for _ in range(WINDOWS[card].privileges):
        return_privilege(state, card, log)
    match use:
        case act.BuyRoyal(card=royal):
            slot = _own_royal(state, royal, log)
            fill_royal_slot(state, slot, log)
            return on_gain(state, royal, log)
        case act.BuyExtraTurn():
            take_again(state, card, log)
        case act.BuySteal(kind=kind):
            steal(state, kind, log)
        case act.Dig(level=level):
            return _dig(state, card, level, log)
        case _:
            assert_never(use)
    return None


def _price_paid(state: State, use: AbilityUse) -> Lanes:
    """The stated payment, or glassware first and then gold (C-GLA-3)."""
    if use.payment is not None:
        return pack_row(use.payment.tokens)
    me = state.players[state.seat]
    default = least_gold(price_of_use(me, use), me.tokens)
    assert default is not None
    return default


def _dig(state: State, card: CardId, level: int, log: Log) -> Decision:
    """Look at the top cards of a deck, which do not count in it meanwhile (C-ABL-10)."""
    deck = state.decks[level - 1]
    state.dug = deck[:MOST_DUG]
    set_deck(state, level, deck[MOST_DUG:])
    if log is not None:
        log.append(DeckDug(state.seat, level, len(state.dug)))
        log.append(DugCardsSeen(state.seat, state.dug))
    return Decision(DecisionKind.DIG, state.seat, card, left=len(state.dug))


def _keep_dug(state: State, keep: int, bottom: tuple[int, ...], log: Log) -> None:
    """Reserve one of the cards looked at, the others go to the bottom as ordered (C-ABL-10)."""
    dug, state.dug = state.dug, ()
    level = JEWELS[dug[keep]].level
    set_deck(state, level, state.decks[level - 1] + tuple(dug[place] for place in bottom))
    reserve_blind(state, dug[keep], log, is_dug=True)
    if log is not None:
        log.append(DugCardsReturned(state.seat, level, len(bottom)))


def _claim(state: State, log: Log) -> None:
    """Win over a blocking opponent (D-X-1)."""
    if log is not None:
        log.append(WinClaimed(state.seat))
    finish(state, state.seat, (Ending.BLOCKING_CLAIM,), log)
