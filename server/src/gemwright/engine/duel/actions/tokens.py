"""Tokens from elsewhere than the board: stolen, drawn from the bag, discarded, and replenishing."""

from dataclasses import dataclass
from typing import Final

from gemwright.engine.chance import Chance, Purpose
from gemwright.engine.duel.abilities import rule_of
from gemwright.engine.duel.board import ALL_CELLS
from gemwright.engine.duel.cards import SPIRAL
from gemwright.engine.duel.decisions import ANY_BUT_GOLD, Decision
from gemwright.engine.duel.events import BoardReplenished, CellFilled, Log, TokenDrawn
from gemwright.engine.duel.limits import MOST_DRAWN
from gemwright.engine.duel.moves import deal, discard, steal, take_privilege
from gemwright.engine.duel.state import State
from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.lanes import ONE, listed, total
from gemwright.engine.notation import Words
from gemwright.engine.refusals import Reason, Refusal


@dataclass(frozen=True, slots=True)
class Replenish:
    """Draw the bag onto the board (D-OPT-2)."""


@dataclass(frozen=True, slots=True)
class StealToken:
    """Take a token of this kind from the opponent."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class DrawTokens:
    """Draw so many tokens from the bag (C-ROY-5)."""

    number: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one token of this kind (D-END-1)."""

    kind: Kind


# Replenishing the board (D-OPT-2).

REPLENISH: Final = Replenish()


def refuse_replenish(state: State, decision: Decision, action: Replenish) -> Refusal | None:
    """Once a turn, not with an empty bag, not with a full board (D-OPT-2, C-GLA-4)."""
    if state.has_replenished:
        return Refusal(Reason.ALREADY_REPLENISHED, "D-OPT-2")
    if not state.bag:
        return Refusal(Reason.BAG_EMPTY, "D-OPT-2")
    if state.takeable | state.golds == ALL_CELLS:
        return Refusal(Reason.BOARD_FULL, "C-GLA-4")
    return None


def replenish(state: State, action: Replenish, chance: Chance, log: Log) -> None:
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


# A token from the opponent (D-ABL-4).

_STEAL: Final = tuple(StealToken(kind) for kind in KINDS)


def list_steals(state: State, decision: Decision) -> list[StealToken]:
    """Every kind that the opponent can lose (D-ABL-4)."""
    return [_STEAL[kind] for kind in decision.kinds]


def refuse_steal(state: State, decision: Decision, action: StealToken) -> Refusal | None:
    """A token that the opponent has, never gold (D-ABL-4)."""
    return refuse_kind(action.kind, decision.kinds, ANY_BUT_GOLD, rule_of(decision))


def refuse_kind(
    kind: Kind, offered: tuple[Kind, ...], allowed: tuple[Kind, ...], rule: str
) -> Refusal | None:
    """The kind must be among those offered: those allowed of which there are tokens."""
    if kind in offered:
        return None
    if kind not in KINDS:
        return Refusal(Reason.MALFORMED, rule, "kind", str(kind))
    reason = Reason.KIND_NOT_THERE if kind in allowed else Reason.KIND_NOT_ALLOWED
    return Refusal(reason, rule, "kind", kind.text)


def steal_token(state: State, action: StealToken, chance: Chance, log: Log) -> None:
    """The token comes from the opponent (D-ABL-4)."""
    steal(state, action.kind, log)


def steal_text(action: StealToken) -> str:
    """`steal red`."""
    return f"steal {action.kind.text}"


def read_steal(words: Words) -> StealToken:
    """The kind."""
    return StealToken(words.kind())


# Random tokens from the bag (C-ROY-5).

_DRAW: Final = tuple(DrawTokens(number) for number in range(MOST_DRAWN + 1))


def list_draws(state: State, decision: Decision) -> list[DrawTokens]:
    """Every number of tokens that may be drawn, none included (C-ROY-5)."""
    return [*_DRAW[: decision.left + 1]]


def refuse_draw(state: State, decision: Decision, action: DrawTokens) -> Refusal | None:
    """No, one or two tokens, no more than the bag holds (C-ROY-5)."""
    if 0 <= action.number <= decision.left:
        return None
    return Refusal(Reason.WRONG_NUMBER, "C-ROY-5", "number", str(action.number))


def draw_tokens(state: State, action: DrawTokens, chance: Chance, log: Log) -> None:
    """Draw random tokens from the bag, gold included (C-ROY-5)."""
    for kind in deal(state, chance, Purpose.DRAW_TOKENS, listed(state.bag), action.number):
        state.bag -= ONE[kind]
        state.players[state.seat].tokens += ONE[kind]
        if log is not None:
            log.append(TokenDrawn(state.seat, kind))


def draw_text(action: DrawTokens) -> str:
    """`draw 2`."""
    return f"draw {action.number}"


def read_draw(words: Words) -> DrawTokens:
    """The number."""
    return DrawTokens(words.number("a number of tokens"))


# Down to ten tokens (D-END-1).

_DISCARD: Final = tuple(Discard(kind) for kind in KINDS)
_ALL_BUT_GLASSWARE: Final = tuple(kind for kind in KINDS if kind is not Kind.GLASSWARE)


def list_discards(state: State, decision: Decision) -> list[Discard]:
    """Every kind of which the seat has a token that counts (D-END-1)."""
    return [_DISCARD[kind] for kind in decision.kinds]


def refuse_discard(state: State, decision: Decision, action: Discard) -> Refusal | None:
    """A token that the seat has, not glassware that does not count (D-END-1, C-ABL-8)."""
    if state.players[state.seat].standing.is_glassware_free:
        return refuse_kind(action.kind, decision.kinds, _ALL_BUT_GLASSWARE, "C-ABL-8")
    return refuse_kind(action.kind, decision.kinds, KINDS, "D-END-1")


def discard_token(state: State, action: Discard, chance: Chance, log: Log) -> None:
    """The token goes into the bag (D-END-1)."""
    discard(state, action.kind, log)


def discard_text(action: Discard) -> str:
    """`discard red`."""
    return f"discard {action.kind.text}"


def read_discard(words: Words) -> Discard:
    """The kind."""
    return Discard(words.kind())
