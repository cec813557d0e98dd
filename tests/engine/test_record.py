"""Games as text files: what is read, what is refused, and with which words."""

from dataclasses import replace
from random import Random

import pytest

from gemwright.engine import GAMES, duel
from gemwright.engine.chance import Sampled
from gemwright.engine.record import Noting, Record, RecordError, read_record, replay, write_record

GAME = """\
# A game that is over before it began.
gemwright game 1
game duel
rules 1
options {"blocking_claim":true,"first_seat":1,"no_progress_limit":null}
match a-match
seed 0101010101010101010101010101010101010101010101010101010101010101
entropy - ab12 -
actions
take c3   # the centre
resign 0
result seat 1 wins by resignation (0 : 0)
"""


def test_a_game_is_dealt_from_its_seed_and_played() -> None:
    state = replay(read_record(GAME))
    outcome = GAMES["duel"].outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_a_timeout_is_a_line_too() -> None:
    timeout = GAME.replace("resign 0", "timeout 0").replace("resignation", "timeout")
    assert replay(read_record(timeout)) is not None


def test_an_adjudication_is_the_last_line() -> None:
    decided = GAME.replace("resign 0", "adjudicate 1").replace("resignation", "adjudication")
    assert GAMES["duel"].outcome(replay(read_record(decided))) is None
    drawn = GAME.replace("resign 0", "adjudicate").replace(
        "seat 1 wins by resignation", "draw by adjudication"
    )
    assert GAMES["duel"].to_move(replay(read_record(drawn))) is not None


def test_a_game_can_begin_from_a_position_with_scripted_draws() -> None:
    begun = replay(read_record(GAME.partition("take")[0]))
    position = GAMES["duel"].to_data(begun)
    record = Record("duel", duel.RULES_VERSION, {}, ("take c3",), position=position)
    assert read_record(write_record(record)) == record
    assert replay(record) is not None


def test_deals_name_what_comes_and_may_leave_the_rest_of_a_deck_open() -> None:
    board = "white " * 4 + "blue " * 4 + "green " * 4 + "red " * 4 + "black " * 4
    text = (
        "gemwright game 1\ngame duel\nrules 1\n"
        'options {"blocking_claim":true,"first_seat":null,"no_progress_limit":100}\n'
        "deal first_seat 1\n"
        "deal deck_1 D1-30 D1-29\n"
        f"deal board {board} pearl pearl gold gold gold\n"
        "actions\n"
    )
    data = GAMES["duel"].to_data(replay(read_record(text)))
    pyramid = data["pyramid"]
    assert isinstance(pyramid, list)
    assert pyramid[:3] == ["D1-30", "D1-29", "D1-01"]
    assert GAMES["duel"].to_move(replay(read_record(text))) == 1


def test_a_record_does_not_show_its_seed_by_accident() -> None:
    assert "0101" not in repr(read_record(GAME))
    with pytest.raises(RecordError) as raised:
        read_record(GAME.replace("seed ", "seed="))
    assert "01010101" not in str(raised.value)


@pytest.mark.parametrize("match_id", ["a#b", " a ", "a\nresult x", "a  b"])
def test_a_match_id_that_would_not_be_read_again_is_not_written(match_id: str) -> None:
    with pytest.raises(RecordError, match="a match id in a file"):
        write_record(replace(read_record(GAME), match_id=match_id))


def test_a_deep_value_is_refused_in_words() -> None:
    text = GAME.replace('options {"', "options " + "[" * 100_000 + '{"')
    with pytest.raises(RecordError, match="a value cannot be read"):
        read_record(text)


def test_any_game_can_be_noted_while_it_is_played() -> None:
    game = GAMES["duel_counterfeiters"]
    chance, rng, lines = Noting(Sampled(Random(1))), Random(2), list[str]()
    state = game.new(game.Options(), chance)
    while (seat := game.to_move(state)) is not None:
        action = rng.choice(game.legal_actions(state))
        lines.append(game.action_text(action))
        game.apply(state, seat, action, chance)
    record = Record(
        game.NAME,
        game.RULES_VERSION,
        dict(game.Options().values),
        tuple(lines),
        deals=tuple(chance.deals),
    )
    assert game.to_data(replay(read_record(write_record(record)))) == game.to_data(state)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("gemwright game 1", "gemwright game 2", "line 1: 'gemwright game 1' is expected"),
        ("game duel\n", "game chess\n", "'chess' is none of duel"),
        ("game duel\n", "", "the line 'game' is missing"),
        ("rules 1\n", "", "the line 'rules' is missing"),
        ("rules 1\n", "rules 9\n", "rules 9 are not known, only 1"),
        ("rules 1\n", "rules 1\nrules 1\n", "line 5: 'rules' stands twice"),
        ("match a", "mtach a", "line 6: 'mtach' is not known here"),
        ("seed 01", "seed 0x", "a value cannot be read"),
        ("seed 01", "seed ", "a seed has 32 bytes, not 31"),
        ("entropy - ab12", "entropy - " + "ab" * 33, "entropy has at most 32 bytes"),
        ("entropy - ab12 -", "entropy - ab12", "entropy has 3 parts, the creator's and each"),
        ("entropy - ab12 -\n", "", "entropy has 3 parts, the creator's and each seat's, not 0"),
        ("\nseed 01", "\n# seed 01", "must say how the game was dealt"),
        ("options {", "options [{", "a value cannot be read"),
        ('"first_seat":1', '"first_seat":7', "7 is not between 0 and 1"),
        ('"first_seat":1', '"first_set":1', "first_seat: this field is missing"),
        ("actions\n", "", "'take' is not known here"),
        ("actions\n", "deal board white\nactions\n", "not both"),
        ("actions\n", "deal bord white\nactions\n", "line 9: 'bord' is not a valid Purpose"),
        ("take c3", "take c9", "action 1, 'take c9': 'take c9': a cell such as c3 is expected"),
        ("take c3", "take a1 c3", "action 1, 'take a1 c3': not_a_line (D-TAKE-1)"),
        ("resign 0", "resign 5", "action 2, 'resign 5': malformed"),
        ("resign 0", "resign x", "action 2, 'resign x': malformed"),
        ("resign 0\n", "resign 0\ntake c3\n", "match_over"),
        ("resign 0\n", "resign 0\nadjudicate 1\n", "'adjudicate 1' comes after the end"),
        ("resign 0\n", "adjudicate 1\nresign 0\n", "action 2, 'adjudicate 1'"),
        ("resign 0", "adjudicate 2", "names a seat twice, or one that the match does not have"),
        ("resign 0", "adjudicate 1 1", "names a seat twice, or one that the match does not have"),
        ("resign 0", "adjudicate one", "invalid literal"),
        ("resign 0", "adjudicate 0", "the result is 'seat 0 wins by adjudication (0 : 0)'"),
        ("resign 0\n", "", "the result is 'not over', the file says"),
        ("wins by", "wins with", "the result is 'seat 1 wins by resignation (0 : 0)'"),
        ("(0 : 0)\n", "(0 : 0)\ntake c3\n", "nothing comes after the result"),
    ],
)
def test_a_file_that_cannot_be_played_is_refused_in_words(old: str, new: str, words: str) -> None:
    assert old in GAME
    with pytest.raises(RecordError) as raised:
        replay(read_record(GAME.replace(old, new, 1)))
    assert words in str(raised.value)
