"""Every ability of every card, in one table.

Cards have effects at a few moments only, and an ability has a part for each: when the card is
gained, during a purchase, at the end of the turn, and permanently (`Standing`). A gained ability
either acts at once or asks its owner for a decision, which is answered in `actions/`. `turn.py`
never names an ability.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from gemwright.engine.duel.cards import (
    COUNTERFEITERS,
    JEWELS,
    ROYALS,
    CardId,
    CounterfeiterCard,
)
from gemwright.engine.duel.decisions import ANY_BUT_GOLD, Decision, DecisionKind
from gemwright.engine.duel.events import ExtraTurnGained, Log
from gemwright.engine.duel.limits import LOWERED_THRESHOLD, MOST_DRAWN, MOST_RESERVED
from gemwright.engine.duel.moves import own_counterfeiter, own_royal, take_privilege
from gemwright.engine.duel.state import Player, Standing, State
from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import held, total

OnGain: TypeAlias = Callable[[State, CardId, Log], Decision | None]


OF_THE_CARD: Final[tuple[Kind, ...]] = ()
"""Stands for the colour that a counterfeiter card itself names (C-ABL-1)."""


@dataclass(frozen=True, slots=True)
class Discount:
    """What an ability offers during a purchase: units of this price and effect (C-BUY-3)."""

    lowers: int
    kinds: tuple[Kind, ...]
    most: int
    glassware: int = 1


@dataclass(frozen=True, slots=True)
class WindowUse:
    """What an ability costs in the window at the end of the turn (C-ABL-10).

    What it does there is an action: `actions/window.py`.
    """

    glassware: Callable[[Player], int]
    privileges: int = 0


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability, with a part for each moment at which it matters; `rule` describes it."""

    rule: str
    on_gain: OnGain | None = None
    standing: Callable[[Standing], Standing] | None = None
    discount: Discount | None = None
    window: WindowUse | None = None


def take_again(state: State, card: CardId, log: Log) -> None:
    """Another turn after this one; a second one adds nothing (D-ABL-1)."""
    if not state.is_extra_turn_due:
        state.is_extra_turn_due = True
        if log is not None:
            log.append(ExtraTurnGained(state.seat, card))


def _take_privilege(state: State, card: CardId, log: Log) -> None:
    """Take a privilege (D-ABL-3)."""
    take_privilege(state, state.seat, log)


def kinds_on_board(state: State) -> set[Kind | None]:
    """The kinds of which a token lies on the board."""
    return set(state.board)


def stealable(state: State) -> tuple[Kind, ...]:
    """What the opponent can lose: never gold (D-ABL-4, C-ROY-8)."""
    return tuple(
        kind for kind in held(state.players[1 - state.seat].tokens) if kind in ANY_BUT_GOLD
    )


def has_card_to_reserve(state: State) -> bool:
    """Whether any card is there to be reserved (D-RES-1)."""
    return any(state.pyramid) or any(state.decks)


def ask_to_take(state: State, decision: Decision) -> Decision | None:
    """Ask for a token of the board, unless there is none of the kinds to choose from."""
    return decision if kinds_on_board(state) & set(decision.kinds) else None


def _take_matching(state: State, card: CardId, log: Log) -> Decision | None:
    """Take a token of the card's colour (D-ABL-2), or what C-16 allows instead (C-ABL-6)."""
    me = state.players[state.seat]
    colour = me.cards[-1].colour
    assert colour is not None
    if not me.standing.has_better_matching:
        return ask_to_take(state, Decision(DecisionKind.TAKE, state.seat, card, (colour,)))
    choice = Decision(
        DecisionKind.TAKE,
        state.seat,
        card,
        kinds=ANY_BUT_GOLD,
        left=2,
        again=(colour,),
        can_stop=colour not in kinds_on_board(state),
    )
    return ask_to_take(state, choice)


def _steal(state: State, card: CardId, log: Log) -> Decision | None:
    """Take a token from the opponent (D-ABL-4)."""
    kinds = stealable(state)
    return Decision(DecisionKind.STEAL, state.seat, card, kinds) if kinds else None


def _reserve(state: State, card: CardId, log: Log) -> Decision | None:
    """Reserve a card without gold (C-ROY-1)."""
    if state.players[state.seat].has_free_reserve() and has_card_to_reserve(state):
        return Decision(DecisionKind.RESERVE, state.seat, card)
    return None


def _take_up_to_4_of_one_kind(state: State, card: CardId, log: Log) -> Decision | None:
    """Take up to 4 tokens of one kind (C-ROY-3)."""
    choice = Decision(
        DecisionKind.TAKE, state.seat, card, ANY_BUT_GOLD, 4, again=ANY_BUT_GOLD, can_stop=True
    )
    return ask_to_take(state, choice)


def _take_counterfeiter(state: State, card: CardId, log: Log) -> Decision | None:
    """Take a counterfeiter card at no cost (C-ROY-4)."""
    if any(state.counterfeiters) or state.counterfeiter_deck:
        return Decision(DecisionKind.COUNTERFEITER, state.seat, card)
    return None


def _take_2_random(state: State, card: CardId, log: Log) -> Decision | None:
    """Draw up to 2 tokens from the bag (C-ROY-5)."""
    most = min(MOST_DRAWN, total(state.bag))
    return Decision(DecisionKind.DRAW, state.seat, card, left=most) if most else None


def _take_gold(state: State, card: CardId, log: Log) -> Decision | None:
    """Take a gold (C-ROY-6)."""
    return ask_to_take(state, Decision(DecisionKind.TAKE, state.seat, card, (Kind.GOLD,)))


def _take_3_of_choice(state: State, card: CardId, log: Log) -> Decision | None:
    """Take up to 3 tokens (C-ROY-7)."""
    choice = Decision(DecisionKind.TAKE, state.seat, card, ANY_BUT_GOLD, 3, can_stop=True)
    return ask_to_take(state, choice)


def _royal_price(player: Player) -> int:
    """1 glassware, and 1 more for each royal card already owned (C-ABL-10)."""
    return 1 + len(player.royals)


def _one(player: Player) -> int:
    return 1


def _two(player: Player) -> int:
    return 2


def _card_with(ability: str) -> CardId:
    return next(card.id for card in COUNTERFEITERS.values() if card.ability == ability)


ABILITIES: Final[dict[str, Ability]] = {
    "none": Ability("D-RES-4"),
    # Jewel and royal cards act when they are gained; counterfeiter cards never do.
    "extra_turn": Ability(
        "D-ABL-1",
        on_gain=take_again,
        window=WindowUse(_one, privileges=1),
    ),
    "take_matching": Ability("D-ABL-2", on_gain=_take_matching),
    "privilege": Ability("D-ABL-3", on_gain=_take_privilege),
    "steal": Ability(
        "D-ABL-4",
        on_gain=_steal,
        window=WindowUse(_one, privileges=1),
    ),
    "reserve": Ability("C-ROY-1", on_gain=_reserve),
    "win_9_points_one_color": Ability(
        "C-ROY-2", standing=lambda now: replace(now, colour_points_to_win=LOWERED_THRESHOLD)
    ),
    "win_9_crowns": Ability(
        "C-ROY-2", standing=lambda now: replace(now, crowns_to_win=LOWERED_THRESHOLD)
    ),
    "take_up_to_4_of_one_kind": Ability("C-ROY-3", on_gain=_take_up_to_4_of_one_kind),
    "take_counterfeiter": Ability("C-ROY-4", on_gain=_take_counterfeiter),
    "take_2_random_from_bag": Ability("C-ROY-5", on_gain=_take_2_random),
    "take_gold": Ability("C-ROY-6", on_gain=_take_gold),
    "take_3_of_choice": Ability("C-ROY-7", on_gain=_take_3_of_choice),
    # Counterfeiter cards.
    "discount_color": Ability("C-ABL-1", discount=Discount(2, OF_THE_CARD, most=2)),
    "discount_single_3": Ability("C-ABL-2", discount=Discount(3, GEMS, most=1, glassware=2)),
    "discount_pearl": Ability("C-ABL-3", discount=Discount(1, (Kind.PEARL,), most=1)),
    "discount_any_1": Ability("C-ABL-4", discount=Discount(1, GEMS, most=2)),
    "privilege_two": Ability(
        "C-ABL-5", standing=lambda now: replace(now, tokens_for_first_privilege=2)
    ),
    "better_take_matching": Ability(
        "C-ABL-6", standing=lambda now: replace(now, has_better_matching=True)
    ),
    "reserve_five": Ability(
        "C-ABL-7",
        standing=lambda now: replace(now, reserve_limit=MOST_RESERVED, cards_for_one_gold=2),
    ),
    "glassware_no_limit": Ability(
        "C-ABL-8", standing=lambda now: replace(now, is_glassware_free=True)
    ),
    "two_crowns": Ability("C-ABL-9"),
    "buy_royal": Ability("C-ABL-10", window=WindowUse(_royal_price)),
    "dig_three": Ability("C-ABL-10", window=WindowUse(_two)),
}

ABILITY_OF: Final = {
    **{card.id: ABILITIES[card.ability] for card in JEWELS.values()},
    **{card.id: ABILITIES[card.ability] for card in ROYALS.values()},
    **{card.id: ABILITIES[card.ability] for card in COUNTERFEITERS.values()},
}


def _discount_of(card: CounterfeiterCard) -> Discount | None:
    discount = ABILITIES[card.ability].discount
    if discount is not None and card.colour is not None:
        return replace(discount, kinds=(card.colour,))
    return discount


DISCOUNTS: Final = {
    card.id: discount
    for card in COUNTERFEITERS.values()
    if (discount := _discount_of(card)) is not None
}
"""The discount of every card that has one, with the kinds it can lower."""

WINDOWS: Final = {
    card.id: window
    for card in COUNTERFEITERS.values()
    if (window := ABILITIES[card.ability].window) is not None
}
"""What every card that has a part in the window costs there."""

_RULES: Final = {
    DecisionKind.TURN: "D-OPT-1",
    DecisionKind.ROYAL: "D-ROY-1",
    DecisionKind.WINDOW: "C-ABL-10",
    DecisionKind.DISCARD: "D-END-1",
}


def rule_of(decision: Decision) -> str:
    """The rule that asks for a decision: its card's, or that of the course of the turn."""
    return _RULES[decision.kind] if decision.card is None else ABILITY_OF[decision.card].rule


PRIVILEGE_TWO: Final = _card_with("privilege_two")
RESERVE_FIVE: Final = _card_with("reserve_five")
"""The cards that ask for a second token, and for a second card."""


def ask_for_second_token(state: State) -> Decision | None:
    """The first privilege of a turn may take a second token with C-13 (C-ABL-5)."""
    more = state.players[state.seat].standing.tokens_for_first_privilege - 1
    if not more:
        return None
    second = Decision(
        DecisionKind.TAKE, state.seat, PRIVILEGE_TWO, ANY_BUT_GOLD, left=more, can_stop=True
    )
    return ask_to_take(state, second)


def ask_for_second_card(state: State) -> Decision | None:
    """The gold of a reservation may be good for a second card with C-15 (C-ABL-7)."""
    me = state.players[state.seat]
    has_more = me.standing.cards_for_one_gold > 1
    if has_more and me.has_free_reserve() and has_card_to_reserve(state):
        return Decision(DecisionKind.RESERVE, state.seat, RESERVE_FIVE, can_stop=True)
    return None


def gain_counterfeiter(player: Player, card: CardId) -> None:
    """A counterfeiter card and all it changes for good come to a player."""
    own_counterfeiter(player, card)
    _change_standing(player, card)
    now = player.standing
    if card in DISCOUNTS:
        player.standing = replace(now, discounts=tuple(sorted((*now.discounts, card))))
    if card in WINDOWS:
        player.standing = replace(now, window=(*now.window, card))


def gain_royal(player: Player, card: CardId) -> None:
    """A royal card and all it changes for good come to a player."""
    own_royal(player, card)
    _change_standing(player, card)


def _change_standing(player: Player, card: CardId) -> None:
    change = ABILITY_OF[card].standing
    if change is not None:
        player.standing = change(player.standing)


def on_gain(state: State, card: CardId, log: Log) -> Decision | None:
    """Let a jewel or royal card that was just gained act, or ask its owner (D-ABL-1 and on)."""
    act = ABILITY_OF[card].on_gain
    return act(state, card, log) if act is not None else None
