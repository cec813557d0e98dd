"""What one viewer may know of a position and of an update: the only module that hides things.

A view has a public part, the same for everybody, which has no field for a secret, and a private
part for the viewing seat. A card reserved face up stays public: what was public stays known.
Legal actions are not part of a view; they are sent beside it, only to the seat that must act.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from gemwright.engine.duel.actions import HIDDEN_CHOICE, Action, KeepDug
from gemwright.engine.duel.cards import JEWELS, LEVELS, CardId
from gemwright.engine.duel.decisions import Decision
from gemwright.engine.duel.events import DugCardsSeen, Event, ReservedCardSeen
from gemwright.engine.duel.limits import PLAYERS
from gemwright.engine.duel.state import Options, OwnedCard, Player, ReservedCard, State
from gemwright.engine.game import check_viewer
from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import unpack
from gemwright.engine.outcomes import Outcome

_PRIVATE_EVENTS: Final = (ReservedCardSeen, DugCardsSeen)
PRIVATE: Final[frozenset[type]] = frozenset((*_PRIVATE_EVENTS, KeepDug))
"""The events and actions that some viewers may not see in full."""


@dataclass(frozen=True, slots=True)
class SeenReserve:
    """A reserved card as everybody sees it: from a deck it has a level and no name (D-RES-2)."""

    level: int
    card: CardId | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What one seat has (D-PUB-1); figures by colour are in the order of the kinds."""

    tokens: tuple[int, ...]
    privileges: int
    cards: tuple[OwnedCard, ...]
    royals: tuple[CardId, ...]
    counterfeiters: tuple[CardId, ...]
    reserved: tuple[SeenReserve, ...]
    bonuses: tuple[int, ...]
    points: int
    crowns: int
    colour_points: tuple[int, ...]
    blocking_turns: int


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody knows (D-PUB-1, C-PUB-1).

    The pyramid is one row of twelve slots, level 1 first (`PYRAMID_SLOTS`); an empty slot is unset.
    `turn` counts from 1, extra turns too; `used` are the cards used in this turn's window; `bag`
    and tokens are one number for each kind, in the order of `Kind`.
    """

    game: str
    options: Options
    players: tuple[PlayerView, ...]
    seat: int
    turn: int
    is_extra_turn: bool
    board: tuple[Kind | None, ...]
    bag: tuple[int, ...]
    privileges: int
    pyramid: tuple[CardId | None, ...]
    deck_sizes: tuple[int, ...]
    royals: tuple[CardId | None, ...]
    royal_deck_size: int
    counterfeiters: tuple[CardId | None, ...]
    counterfeiter_deck_size: int
    dug_level: int | None
    """The level of the cards that are being looked at (C-ABL-10)."""
    has_used_privilege: bool
    has_replenished: bool
    has_purchased: bool
    is_extra_turn_due: bool
    used: tuple[CardId, ...]
    idle_turns: int
    decision: Decision | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Private:
    """What a seat alone knows: its reserve, and the cards it is looking at, the top one first."""

    seat: int
    reserved: tuple[CardId, ...]
    dug: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A position as one viewer may know it; a spectator has no private part."""

    table: Table
    private: Private | None


def view(state: State, viewer: int | None) -> View:
    """The view of a seat, or of a spectator if the viewer is None."""
    check_viewer(viewer, PLAYERS)
    return View(_table(state), None if viewer is None else _private(state, viewer))


def _private(state: State, seat: int) -> Private:
    reserved = tuple(entry.card for entry in state.players[seat].reserved)
    return Private(seat, reserved, state.dug if seat == state.seat else ())


def _table(state: State) -> Table:
    return Table(
        game=state.game,
        options=state.options,
        players=tuple(_player(player) for player in state.players),
        seat=state.seat,
        turn=state.turn,
        is_extra_turn=state.is_extra_turn,
        board=tuple(state.board),
        bag=unpack(state.bag),
        privileges=state.privileges,
        pyramid=tuple(state.pyramid),
        deck_sizes=tuple(len(deck) for deck in state.decks),
        royals=state.royals,
        royal_deck_size=len(state.royal_deck),
        counterfeiters=state.counterfeiters,
        counterfeiter_deck_size=len(state.counterfeiter_deck),
        dug_level=JEWELS[state.dug[0]].level if state.dug else None,
        has_used_privilege=state.has_used_privilege,
        has_replenished=state.has_replenished,
        has_purchased=state.has_purchased,
        is_extra_turn_due=state.is_extra_turn_due,
        used=state.used,
        idle_turns=state.idle_turns,
        decision=state.decision,
        outcome=state.outcome,
    )


def _player(player: Player) -> PlayerView:
    return PlayerView(
        tokens=unpack(player.tokens),
        privileges=player.privileges,
        cards=player.cards,
        royals=player.royals,
        counterfeiters=player.counterfeiters,
        reserved=tuple(
            SeenReserve(JEWELS[entry.card].level, None if entry.is_blind else entry.card)
            for entry in player.reserved
        ),
        bonuses=unpack(player.bonuses)[: len(GEMS)],
        points=player.points,
        crowns=player.crowns,
        colour_points=unpack(player.colour_points)[: len(GEMS)],
        blocking_turns=player.blocking_turns,
    )


def project(events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """The events of an update as a viewer sees them: private ones reach only their seat."""
    return tuple(
        [
            event
            for event in events
            if not isinstance(event, _PRIVATE_EVENTS) or event.seat == viewer
        ]
    )


def seen_action(action: Action, seat: int, viewer: int | None) -> Action:
    """A seat's action as a viewer sees it: only the seat sees which card it kept of a dig."""
    if isinstance(action, KeepDug) and seat != viewer:
        return HIDDEN_CHOICE
    return action


def resample(state: State, viewer: int | None, rng: Random) -> State:
    """A random position that this viewer cannot tell from this one.

    For search, and for the proof that a view does not depend on what it hides. What is no longer in
    a view (which cards a dig put at the bottom) is not kept either.
    """
    check_viewer(viewer, PLAYERS)
    twin = state.copy()
    for level in LEVELS:
        _redeal(twin, level, viewer, rng)
    twin.royal_deck = tuple(rng.sample(twin.royal_deck, len(twin.royal_deck)))
    twin.counterfeiter_deck = tuple(
        rng.sample(twin.counterfeiter_deck, len(twin.counterfeiter_deck))
    )
    return twin


def _redeal(state: State, level: int, viewer: int | None, rng: Random) -> None:
    """Deal a level's cards that the viewer does not know again, to the places they can be in."""
    is_dug_hidden = viewer != state.seat and any(JEWELS[card].level == level for card in state.dug)
    hidden = list(state.decks[level - 1]) + [*state.dug] * is_dug_hidden
    for seat, player in enumerate(state.players):
        hidden += [
            entry.card for entry in player.reserved if _is_hidden(entry, seat, viewer, level)
        ]
    rng.shuffle(hidden)
    for seat, player in enumerate(state.players):
        player.reserved = tuple(
            ReservedCard(hidden.pop(), is_blind=True)
            if _is_hidden(entry, seat, viewer, level)
            else entry
            for entry in player.reserved
        )
    if is_dug_hidden:
        state.dug = tuple(hidden.pop() for _ in state.dug)
    state.decks = (*state.decks[: level - 1], tuple(hidden), *state.decks[level:])


def _is_hidden(entry: ReservedCard, seat: int, viewer: int | None, level: int) -> bool:
    return entry.is_blind and seat != viewer and JEWELS[entry.card].level == level
