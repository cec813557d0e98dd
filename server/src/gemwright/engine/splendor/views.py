"""What one viewer may know of a position and of an update: the only module that hides things.

A view has a public part, the same for everybody, which has no field for a secret, and a private
part for the viewing seat. Cards reserved face up are public: what was public stays known. Legal
actions are not part of a view; they are sent beside it, only to the seat that must act.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from gemwright.engine.game import check_viewer
from gemwright.engine.kinds import GEMS
from gemwright.engine.lanes import unpack
from gemwright.engine.outcomes import Outcome
from gemwright.engine.splendor.actions import Action
from gemwright.engine.splendor.cards import DEVELOPMENTS, LEVELS, CardId, NobleId
from gemwright.engine.splendor.decisions import Decision
from gemwright.engine.splendor.events import Event, ReservedCardSeen
from gemwright.engine.splendor.state import Options, Player, ReservedCard, State

PRIVATE: Final[frozenset[type]] = frozenset((ReservedCardSeen,))
"""The events that some viewers may not see in full."""


@dataclass(frozen=True, slots=True)
class SeenReserve:
    """A reserved card as everybody sees it: from a deck it has a level and no name (S-RES-2)."""

    level: int
    card: CardId | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What one seat has (S-PUB-1); figures by colour are in the order of the kinds.

    `dropped_out` is 0 for a seat in the game, 1 for the first that dropped out, and so on.
    """

    tokens: tuple[int, ...]
    cards: tuple[CardId, ...]
    nobles: tuple[NobleId, ...]
    reserved: tuple[SeenReserve, ...]
    bonuses: tuple[int, ...]
    points: int
    dropped_out: int


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody knows (S-PUB-1). Slots are in order, empty ones unset."""

    options: Options
    first_seat: int
    players: tuple[PlayerView, ...]
    seat: int
    turn: int
    supply: tuple[int, ...]
    deck_sizes: tuple[int, ...]
    face_up: tuple[CardId | None, ...]
    nobles: tuple[NobleId, ...]
    removed_cards: tuple[SeenReserve, ...]
    removed_nobles: tuple[NobleId, ...]
    passes: int
    idle_turns: int
    is_last_round: bool
    decision: Decision | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Private:
    """What a seat alone knows: its reserve."""

    seat: int
    reserved: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A position as one viewer may know it; a spectator has no private part."""

    table: Table
    private: Private | None


def view(state: State, viewer: int | None) -> View:
    """The view of a seat, or of a spectator if the viewer is None."""
    check_viewer(viewer, len(state.players))
    return View(_table(state), None if viewer is None else _private(state, viewer))


def _private(state: State, seat: int) -> Private:
    return Private(seat, tuple(card for card, _ in state.players[seat].reserved))


def _table(state: State) -> Table:
    return Table(
        options=state.options,
        first_seat=state.first_seat,
        players=tuple(_player(player) for player in state.players),
        seat=state.seat,
        turn=state.turn,
        supply=unpack(state.supply),
        deck_sizes=tuple(len(deck) for deck in state.decks),
        face_up=tuple(state.face_up),
        nobles=state.nobles,
        removed_cards=tuple(_seen(entry) for entry in state.removed_cards),
        removed_nobles=state.removed_nobles,
        passes=state.passes,
        idle_turns=state.idle_turns,
        is_last_round=state.is_last_round,
        decision=state.decision,
        outcome=state.outcome,
    )


def _player(player: Player) -> PlayerView:
    return PlayerView(
        tokens=unpack(player.tokens),
        cards=player.cards,
        nobles=player.nobles,
        reserved=tuple(_seen(entry) for entry in player.reserved),
        bonuses=unpack(player.bonuses)[: len(GEMS)],
        points=player.points,
        dropped_out=player.dropped_out,
    )


def _seen(entry: ReservedCard) -> SeenReserve:
    level = DEVELOPMENTS[entry.card].level
    return SeenReserve(level, None if entry.is_blind else entry.card)


def project(events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """The events of an update as a viewer sees them: private ones reach only their seat."""
    return tuple(
        [
            event
            for event in events
            if not isinstance(event, ReservedCardSeen) or event.seat == viewer
        ]
    )


def seen_action(action: Action, seat: int, viewer: int | None) -> Action:
    """A seat's action as a viewer sees it: no action of Splendor names anything secret."""
    return action


def resample(state: State, viewer: int | None, rng: Random) -> State:
    """A random position that this viewer cannot tell from this one.

    For search, and for the proof that a view does not depend on what it hides.
    """
    check_viewer(viewer, len(state.players))
    twin = state.copy()
    for level in LEVELS:
        _redeal(twin, level, viewer, rng)
    return twin


def _redeal(state: State, level: int, viewer: int | None, rng: Random) -> None:
    """Deal a level's cards that the viewer does not know again, to the places they can be in."""
    rows = [player.reserved for seat, player in enumerate(state.players) if seat != viewer]
    hidden = list(state.decks[level - 1])
    for row in (*rows, state.removed_cards):
        hidden += [entry.card for entry in row if _is_hidden(entry, level)]
    rng.shuffle(hidden)
    for seat, player in enumerate(state.players):
        if seat != viewer:
            player.reserved = _redealt(player.reserved, level, hidden)
    state.removed_cards = _redealt(state.removed_cards, level, hidden)
    state.decks[level - 1] = tuple(hidden)


def _redealt(
    row: tuple[ReservedCard, ...], level: int, hidden: list[CardId]
) -> tuple[ReservedCard, ...]:
    return tuple(
        ReservedCard(hidden.pop(), is_blind=True) if _is_hidden(entry, level) else entry
        for entry in row
    )


def _is_hidden(entry: ReservedCard, level: int) -> bool:
    return entry.is_blind and DEVELOPMENTS[entry.card].level == level
