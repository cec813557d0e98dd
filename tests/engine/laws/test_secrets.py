"""Non-interference: what a viewer may not know changes nothing that the viewer can see.

A third of the matches are always played; the longer tests play the others.
"""

from random import Random

import pytest

from gemwright.engine.game import SomeState
from tests.engine.laws.games import TABLES, Table, chance_of, has_payment, positions
from tests.engine.laws.hidden import cards_named, hidden_cards, twin
from tests.engine.laws.unlisted import any_action

MATCHES = 150
POSITIONS = 12
ATTEMPTS = 25

tables = pytest.mark.parametrize("table", TABLES, ids=str)
matches = pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(MATCHES // 3), id="some"),
        pytest.param(range(MATCHES // 3, MATCHES), id="others", marks=pytest.mark.long),
    ],
)
secrets = pytest.mark.rule("D-RES-2", "D-MUST-2", "S-RES-2", "C-ABL-10")


@secrets
@tables
@matches
def test_views_lists_and_refusals_do_not_depend_on_secrets(table: Table, seeds: range) -> None:
    game = table.game
    for seed in seeds:
        rng = Random(seed)
        for state, _, _ in positions(table, seed, POSITIONS):
            data = game.to_data(state)
            for viewer in table.viewers:
                other = game.from_data(twin(data, viewer, set(), rng))
                assert game.view(other, viewer) == game.view(state, viewer)
                if viewer is None:
                    continue
                assert choices(table, other, viewer) == choices(table, state, viewer)
                for _ in range(ATTEMPTS):
                    action = any_action(game.NAME, rng)
                    refused = game.refusal(state, viewer, action)
                    assert game.refusal(other, viewer, action) == refused


def choices(table: Table, state: SomeState, viewer: int) -> list[object]:
    """What a seat is told it may do: nothing while another seat is to move."""
    game = table.game
    if game.to_move(state) != viewer:
        return []
    listed = game.legal_actions(state)
    return [(one, *game.payments(state, one)) if has_payment(one) else one for one in listed]


@secrets
@tables
@matches
def test_updates_do_not_depend_on_secrets(table: Table, seeds: range) -> None:
    game, compared = table.game, 0
    for seed in seeds:
        rng = Random(seed)
        for state, chance, action in positions(table, seed, POSITIONS):
            seat = game.to_move(state)
            assert seat is not None
            data = game.to_data(state)
            after, log = state.copy(), list[object]()
            game.apply(after, seat, action, chance, log)
            for viewer in table.viewers:
                seen = game.project(log, viewer)
                # What the update tells the viewer is no secret any more.
                other = game.from_data(twin(data, viewer, cards_named(seen), rng))
                if game.refusal(other, seat, action) is not None:
                    continue  # a secret may decide what its owner can do; the owner knows it
                other_log: list[object] = []
                draws = game.to_data(after)["draws"] != data["draws"]
                other_chance = chance if draws else chance_of(MATCHES + seed)
                game.apply(other, seat, action, other_chance, other_log)
                assert game.project(other_log, viewer) == seen
                assert game.view(other, viewer) == game.view(after, viewer)
                compared += game.to_data(other) != game.to_data(after)
    assert compared > len(seeds) * POSITIONS


@secrets
@tables
@matches
def test_no_secret_is_named_in_what_a_viewer_gets(table: Table, seeds: range) -> None:
    game = table.game
    for seed in seeds:
        for state, chance, action in positions(table, seed, POSITIONS):
            seat = game.to_move(state)
            assert seat is not None
            log: list[object] = []
            game.apply(state, seat, action, chance, log)
            for viewer in table.viewers:
                hidden = set(hidden_cards(game.to_data(state), viewer))
                shown = (
                    game.view(state, viewer),
                    game.project(log, viewer),
                    game.seen_action(action, seat, viewer),
                )
                assert not hidden & cards_named(shown)


@secrets
@tables
@matches
def test_resampling_keeps_what_the_viewer_knows_and_changes_the_rest(
    table: Table, seeds: range
) -> None:
    game, changed = table.game, 0
    for seed in seeds:
        rng = Random(seed)
        for state, _, _ in positions(table, seed, 4):
            for viewer in table.viewers:
                other = game.resample(state, viewer, rng)
                assert game.view(other, viewer) == game.view(state, viewer)
                assert game.to_data(game.from_data(game.to_data(other))) == game.to_data(other)
                changed += game.to_data(other) != game.to_data(state)
    assert changed > len(seeds)
