"""Chance: played by seed, by script, or sampled. The vectors are in the games' tests."""

from collections import Counter
from random import Random

import pytest

from gemwright.engine.chance import Purpose, Sampled, Scripted, ScriptError, Seeded, draw_index

KEY = bytes(range(32))
POOL = list("abcdefghij")


def test_seeded_draws_are_single_draws_without_replacement() -> None:
    left = list(POOL)
    expected = []
    for counter in range(40, 50):
        index, _ = draw_index(KEY, "board", counter, len(left))
        expected.append(left.pop(index))
    assert Seeded(KEY).deal(Purpose.BOARD, 40, POOL, 10) == expected
    assert Seeded(KEY).deal(Purpose.BOARD, 40, POOL, 4) == expected[:4]


def test_the_pool_is_left_as_it_was() -> None:
    pool = list(POOL)
    for chance in (Seeded(KEY), Sampled(Random(1)), Scripted({Purpose.BOARD: POOL[:3]})):
        chance.deal(Purpose.BOARD, 0, pool, 3)
        assert pool == POOL


def test_key_purpose_and_counter_each_change_the_draws() -> None:
    deals = {
        tuple(Seeded(key).deal(purpose, counter, POOL, 10))
        for key in (KEY, bytes(32))
        for purpose in (Purpose.BOARD, Purpose.REPLENISH)
        for counter in (0, 1, 256)
    }
    assert len(deals) == 12


def test_nothing_tells_the_key() -> None:
    chance = Seeded(KEY)
    for text in (repr(chance), str(chance), f"{chance}", repr([chance])):
        assert "secret" in text
        assert KEY.hex() not in text
        assert repr(KEY)[2:-1] not in text


def test_drawing_nothing_draws_nothing() -> None:
    assert Seeded(KEY).deal(Purpose.DRAW_TOKENS, 0, POOL, 0) == []
    assert Scripted({}).deal(Purpose.DRAW_TOKENS, 0, POOL, 0) == []


@pytest.mark.parametrize("size", [2, 3, 5, 7, 29, 67])
def test_every_index_comes_about_equally_often(size: int) -> None:
    draws = 200 * size
    counts = Counter(draw_index(KEY, "board", counter, size)[0] for counter in range(draws))
    assert set(counts) == set(range(size))
    assert max(counts.values()) < 300
    assert min(counts.values()) > 100


@pytest.mark.parametrize("size", [0, -1, 257])
def test_a_pool_has_1_to_256_items(size: int) -> None:
    with pytest.raises(ValueError, match="1 to 256 items"):
        draw_index(KEY, "board", 0, size)


def test_a_pool_must_hold_as_many_as_are_drawn() -> None:
    with pytest.raises(ValueError, match="1 to 256 items"):
        Seeded(KEY).deal(Purpose.BOARD, 0, POOL, 11)


def test_sampled_draws_hang_on_the_generator_alone() -> None:
    first = Sampled(Random(7)).deal(Purpose.BOARD, 0, POOL, 10)
    assert Sampled(Random(7)).deal(Purpose.DECK_1, 99, POOL, 10) == first
    assert Sampled(Random(8)).deal(Purpose.BOARD, 0, POOL, 10) != first
    assert sorted(first) == POOL


def test_a_script_says_what_comes_purpose_by_purpose() -> None:
    chance = Scripted({Purpose.REPLENISH: ["c", "a", "b"], Purpose.DRAW_TOKENS: ["j"]})
    assert chance.deal(Purpose.REPLENISH, 0, POOL, 2) == ["c", "a"]
    assert chance.deal(Purpose.DRAW_TOKENS, 0, POOL, 1) == ["j"]
    assert chance.deal(Purpose.REPLENISH, 0, POOL, 1) == ["b"]


def test_a_script_that_ends_too_early_is_an_error() -> None:
    chance = Scripted({Purpose.REPLENISH: ["c"]})
    with pytest.raises(ScriptError, match="replenish: 2 needed, the script has 1 left"):
        chance.deal(Purpose.REPLENISH, 0, POOL, 2)
    with pytest.raises(ScriptError, match="board: 1 needed, the script has 0 left"):
        chance.deal(Purpose.BOARD, 0, POOL, 1)


def test_a_script_cannot_draw_what_is_not_there() -> None:
    with pytest.raises(ScriptError, match="replenish: z cannot come"):
        Scripted({Purpose.REPLENISH: ["z"]}).deal(Purpose.REPLENISH, 0, POOL, 1)
    with pytest.raises(ScriptError, match="replenish: a cannot come"):
        Scripted({Purpose.REPLENISH: ["a", "a"]}).deal(Purpose.REPLENISH, 0, POOL, 2)
    twice = Scripted({Purpose.REPLENISH: ["a", "a"]})
    assert twice.deal(Purpose.REPLENISH, 0, ["a", "b", "a"], 2) == ["a", "a"]


def test_a_script_may_name_the_top_of_a_deck_only() -> None:
    chance = Scripted({Purpose.DECK_2: ["e", "b"]})
    assert chance.deal(Purpose.DECK_2, 0, POOL, 10) == list("ebacdfghij")
    assert chance.deal(Purpose.DECK_3, 0, POOL, 10) == POOL


def test_a_script_does_not_change_what_it_was_made_of() -> None:
    script = {Purpose.REPLENISH: ["a", "b"]}
    Scripted(script).deal(Purpose.REPLENISH, 0, POOL, 2)
    assert script == {Purpose.REPLENISH: ["a", "b"]}
