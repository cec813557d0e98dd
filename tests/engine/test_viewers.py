"""A viewer that is none is refused before anything is shown to it."""

from random import Random

import pytest

from gemwright.engine import GAMES
from gemwright.engine.chance import Seeded
from gemwright.engine.reading import Defect, PositionError


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [-1, 2, 7, True])
def test_nobody_else_looks_at_a_match(game: str, viewer: int) -> None:
    state = GAMES[game].new(GAMES[game].Options(), Seeded(bytes(32)))
    with pytest.raises(ValueError, match="a viewer is a seat from 0 to 1 or None"):
        GAMES[game].view(state, viewer)
    with pytest.raises(ValueError, match="a viewer is a seat from 0 to 1 or None"):
        GAMES[game].resample(state, viewer, Random(1))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", GAMES)
def test_a_position_of_another_game_is_refused(game: str, other: str) -> None:
    data = GAMES[other].to_data(GAMES[other].new(GAMES[other].Options(), Seeded(bytes(32))))
    if game == other:
        assert GAMES[game].to_data(GAMES[game].from_data(data)) == data
        return
    with pytest.raises(PositionError) as raised:
        GAMES[game].from_data(data)
    assert raised.value.defect is Defect.WRONG_GAME
