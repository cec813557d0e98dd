"""How a match is dealt: its chance and its opening, as `docs/fairness.md` specifies them."""

from gemwright.engine import GAMES
from gemwright.engine.chance import Chance, Seeded
from gemwright.engine.fairness import draw_key
from gemwright.engine.game import SomeState
from gemwright.runtime.charter import Charter, Roster


def chance_of(charter: Charter, roster: Roster) -> Chance:
    """Where all draws of a match come from, once every seat has given its entropy or none."""
    entropies = [holder.entropy for holder in roster]
    return Seeded(draw_key(charter.seed, charter.match_id, charter.entropy, entropies))


def opening(charter: Charter, roster: Roster) -> SomeState:
    """The position a match begins with."""
    game = GAMES[charter.game]
    if charter.position is not None:
        return game.from_data(charter.position)
    return game.new(game.options_from_data(charter.options), chance_of(charter, roster))
