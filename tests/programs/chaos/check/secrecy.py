"""What is nobody's business, said without the engine's own views.

A card is secret from a viewer while it lies in a deck, in the reserve of another seat that took it
unseen, or among the cards that another seat is looking at. Whatever a viewer is told must not name
a card that is secret when it is told.
"""

import re
from collections.abc import Iterator
from typing import Final, cast

from gemwright.engine import splendor
from gemwright.engine.duel.state import State as DuelState
from gemwright.engine.game import SomeState
from gemwright_client.pb.game_pb2 import Event, View
from gemwright_client.pb.match_pb2 import Update
from tests.programs.chaos.check.wording import FAMILIES

Viewer = int | None
"""A seat, or a spectator."""

_NAMED: Final = re.compile(rb"(?=([\x03-\x05])([DSCR][0-9-]{2,4}))")
"""What may be the id of a card, after its length."""


def named_cards(content: bytes) -> set[str]:
    """The ids of cards that stand in the bytes of a message."""
    found = set()
    for match in _NAMED.finditer(content):
        length = match[1][0]
        if len(match[2]) >= length:
            found.add(match[2][:length].decode())
    return found


def secret_cards(game: str, state: SomeState, viewer: Viewer) -> set[str]:
    """The ids of the cards that this viewer may not know."""
    if FAMILIES[game] == "splendor":
        return set(_secret_in_splendor(cast(splendor.State, state), viewer))
    return set(_secret_in_duel(cast(DuelState, state), viewer))


def _secret_in_duel(state: DuelState, viewer: Viewer) -> Iterator[str]:
    for deck in (*state.decks, state.royal_deck, state.counterfeiter_deck):
        yield from deck
    if viewer != state.seat:
        yield from state.dug
    for seat, player in enumerate(state.players):
        if seat != viewer:
            yield from (entry.card for entry in player.reserved if entry.is_blind)


def _secret_in_splendor(state: splendor.State, viewer: Viewer) -> Iterator[str]:
    for deck in state.decks:
        yield from deck
    for seat, player in enumerate(state.players):
        if seat != viewer:
            yield from (entry.card for entry in player.reserved if entry.is_blind)
    yield from (entry.card for entry in state.removed_cards if entry.is_blind)


def seen_by(viewer: Viewer, update: Update, opening: View | None) -> Update:
    """An update that holds everything, as one viewer may see it; at the deal that is `opening`."""
    seen = Update()
    seen.CopyFrom(update)
    if any(not is_for(viewer, event) for event in update.events):
        del seen.events[:]
        seen.events.extend(event for event in update.events if is_for(viewer, event))
    for event in seen.events:
        if event.HasField("match_dealt"):
            assert opening is not None
            event.match_dealt.view.CopyFrom(opening)
    if update.move.seat != viewer and update.move.action.duel.HasField("keep_dug"):
        seen.move.action.duel.keep_dug.Clear()
    return seen


def is_for(viewer: Viewer, event: Event) -> bool:
    """Whether an event may reach a viewer: the private ones name their seat."""
    if event.HasField("duel"):
        if event.duel.HasField("reserved_card_seen"):
            return event.duel.reserved_card_seen.seat == viewer
        if event.duel.HasField("dug_cards_seen"):
            return event.duel.dug_cards_seen.seat == viewer
    elif event.HasField("splendor") and event.splendor.HasField("reserved_card_seen"):
        return event.splendor.reserved_card_seen.seat == viewer
    return True
