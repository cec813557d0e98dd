"""What a turn offers in all, passing where that is nothing, and what its end may ask for."""

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from gemwright.engine.chance import Chance
from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import ONE, WITHOUT_GOLD, Lanes, count, held
from gemwright.engine.notation import NotationError, Words
from gemwright.engine.refusals import Reason, Refusal
from gemwright.engine.splendor.actions.buy import Purchase, list_purchases
from gemwright.engine.splendor.actions.reserve import Reservation, list_reservations
from gemwright.engine.splendor.actions.take import TakeGems, kinds_text, takes_from
from gemwright.engine.splendor.cards import NOBLES, NobleId
from gemwright.engine.splendor.decisions import Decision
from gemwright.engine.splendor.events import Log, TokenDiscarded, TurnPassed
from gemwright.engine.splendor.moves import receive_noble
from gemwright.engine.splendor.state import Player, State


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing where nothing is possible (S-PASS-1)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Return one piece of this kind to the supply (S-END-1)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class TakeNoble:
    """Choose this noble among several (S-NOB-1)."""

    noble: NobleId


PASS: Final = Pass()
TurnAction: TypeAlias = TakeGems | Reservation | Purchase | Pass


def list_turn(state: State, decision: Decision) -> list[TurnAction]:
    """Take, reserve or purchase; a pass where nothing of it is possible (S-PASS-1)."""
    return _list_possible(state, state.players[decision.seat]) or [PASS]


def _list_possible(state: State, me: Player) -> list[TurnAction]:
    takes = takes_from(state.supply & WITHOUT_GOLD).values()
    return [*takes, *list_reservations(state, me), *list_purchases(state, me)]


def refuse_pass(state: State, decision: Decision, action: Pass) -> Refusal | None:
    """Passing is legal only where nothing else is (S-PASS-1)."""
    if _list_possible(state, state.players[decision.seat]):
        return Refusal(Reason.PASS_NOT_ALLOWED, "S-PASS-1")
    return None


def pass_turn(state: State, action: Pass, chance: Chance, log: Log) -> None:
    """The seat does nothing (S-PASS-1)."""
    state.passes += 1
    state.idle_turns += 1
    if log is not None:
        log.append(TurnPassed(state.seat))


# Down to ten pieces (S-END-1).

DISCARDS: Final = {kind: Discard(kind) for kind in (*GEMS, Kind.GOLD)}


def list_discards(state: State, decision: Decision) -> list[Discard]:
    """One discard for each kind of piece that the seat has (S-END-1)."""
    return [*discards_of(state.players[decision.seat].tokens)]


@cache
def discards_of(tokens: Lanes) -> tuple[Discard, ...]:
    """One discard for each kind of these pieces (S-END-1)."""
    return tuple(DISCARDS[kind] for kind in held(tokens))


def refuse_discard(state: State, decision: Decision, action: Discard) -> Refusal | None:
    """A piece that the seat has (S-END-1)."""
    kind = action.kind
    if kind not in DISCARDS:
        return Refusal(Reason.MALFORMED, "S-END-1", "kind", kinds_text((kind,)))
    if not count(state.players[decision.seat].tokens, kind):
        return Refusal(Reason.KIND_NOT_THERE, "S-END-1", "kind", kind.text)
    return None


def discard(state: State, action: Discard, chance: Chance, log: Log) -> None:
    """A piece goes back to the supply (S-END-1)."""
    state.players[state.seat].tokens -= ONE[action.kind]
    state.supply += ONE[action.kind]
    if log is not None:
        log.append(TokenDiscarded(state.seat, action.kind))


def discard_text(action: Discard) -> str:
    """`discard red`."""
    return f"discard {action.kind.text}"


def read_discard(words: Words) -> Discard:
    """The kind."""
    return Discard(words.kind())


# One of several nobles (S-NOB-1).

_TAKE_NOBLE: Final = {noble: TakeNoble(noble) for noble in NOBLES}


def list_nobles(state: State, decision: Decision) -> list[TakeNoble]:
    """Every noble whose requirement is met (S-NOB-1)."""
    return [_TAKE_NOBLE[noble] for noble in decision.nobles]


def refuse_noble(state: State, decision: Decision, action: TakeNoble) -> Refusal | None:
    """A noble whose requirement is met (S-NOB-1)."""
    noble = action.noble
    if noble in decision.nobles:
        return None
    if noble not in NOBLES:
        return Refusal(Reason.MALFORMED, "S-NOB-1", "noble", noble)
    if noble not in state.nobles:
        return Refusal(Reason.CARD_NOT_AVAILABLE, "S-NOB-1", "noble", noble)
    return Refusal(Reason.NOBLE_NOT_EARNED, "S-NOB-1", "noble", noble)


def take_noble(state: State, action: TakeNoble, chance: Chance, log: Log) -> None:
    """The noble comes to the seat (S-NOB-1)."""
    receive_noble(state, action.noble, log)


def noble_text(action: TakeNoble) -> str:
    """`noble N-3`."""
    return f"noble {action.noble}"


def read_noble(words: Words) -> TakeNoble:
    """The noble."""
    noble = words.word("a noble")
    if noble not in NOBLES:
        raise NotationError(f"{noble!r} is no noble")
    return TakeNoble(noble)
