"""The scores decide (S-END-3): who won, and who ranks where."""

from gemwright.engine.outcome import Ending, Outcome, Score
from gemwright.engine.splendor.state import Player, State


def outcome_of(state: State, endings: tuple[Ending, ...]) -> Outcome:
    """How the match ended: shared victory for equals, drop-outs last (S-END-3, S-X-2)."""
    standards = [_standard(player) for player in state.players]
    ranks = tuple(1 + sum(other > own for other in standards) for own in standards)
    return Outcome(
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
        ranks=ranks,
        endings=endings,
        scores=scores(state),
    )


def scores(state: State) -> tuple[Score, ...]:
    """What each seat has, or had at the end."""
    return tuple(Score(player.points, len(player.cards), 0, ()) for player in state.players)


def _standard(player: Player) -> tuple[bool, int, int]:
    """What seats are compared by, the better one greater."""
    if player.dropped_out:
        return False, player.dropped_out, 0
    return True, player.points, -len(player.cards)
