"""Positions as data: what is written can be read, and what cannot be is refused."""

import json
from collections.abc import Callable
from random import Random
from typing import TypeAlias

import pytest

from gemwright.engine import splendor
from gemwright.engine.chance import Sampled
from gemwright.engine.outcomes import Forfeit
from gemwright.engine.reading import Defect, PositionError
from gemwright.engine.splendor.decisions import Decision, DecisionKind
from gemwright.engine.splendor.state import State
from tests.engine.splendor.positions import bonuses, play, position

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
Path: TypeAlias = tuple[str | int, ...]


def data_of(state: State) -> dict[str, Json]:
    """The data as JSON makes it, free to be changed."""
    value: dict[str, Json] = json.loads(json.dumps(splendor.to_data(state)))
    return value


def put(data: Json, path: Path, value: Json) -> None:
    """Set what stands at a path; a list grows by one where the path names its end."""
    *way, last = path
    for step in way:
        data = _item(data, step)
    if isinstance(data, dict) and isinstance(last, str):
        data[last] = value
    elif isinstance(data, list) and isinstance(last, int):
        data[last : last + 1] = [value]
    else:
        raise AssertionError(path)


def _item(data: Json, step: str | int) -> Json:
    if isinstance(data, dict) and isinstance(step, str):
        return data[step]
    if isinstance(data, list) and isinstance(step, int):
        return data[step]
    raise AssertionError(step)


def assert_defect(data: Json, defect: Defect, path: str) -> None:
    with pytest.raises(PositionError) as raised:
        splendor.from_data(data)
    assert (raised.value.defect, raised.value.path) == (defect, path)


def three_seats() -> State:
    return position(
        seats=3,
        seat=1,
        tokens={0: {"white": 2, "gold": 1}, 1: {"blue": 3}},
        cards={0: ["S1-01", "S3-20"], 1: ["S2-05"]},
        nobles={0: ["N-1"]},
        reserved={0: ["S1-30"], 1: ["S2-30", "S3-19"]},
        blind=["S2-30"],
    )


def discarding() -> State:
    state = position(tokens={0: {"white": 3, "blue": 3, "green": 3}})
    play(state, "take white red black")
    return state


def choosing_a_noble() -> State:
    state = position(cards={0: bonuses(white=4, blue=4, green=4)}, noble_row=["N-2", "N-3", "N-5"])
    play(state, "take white blue green")
    return state


def with_a_drop_out() -> State:
    state = three_seats()
    splendor.forfeit(state, 0, Forfeit.RESIGNATION)
    return state


def over() -> State:
    state = with_a_drop_out()
    splendor.forfeit(state, 2, Forfeit.TIMEOUT)
    return state


POSITIONS: list[Callable[[], State]] = [
    three_seats,
    discarding,
    choosing_a_noble,
    with_a_drop_out,
    over,
]


@pytest.mark.parametrize("build", POSITIONS)
def test_a_position_is_read_as_it_was_written(build: Callable[[], State]) -> None:
    state = build()
    again = splendor.from_data(data_of(state))
    assert splendor.to_data(again) == splendor.to_data(state)
    assert again.decision == state.decision
    assert again.outcome == state.outcome
    assert splendor.legal_actions(again) == splendor.legal_actions(state)
    for viewer in (0, 1, None):
        assert splendor.view(again, viewer) == splendor.view(state, viewer)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_of_a_match_is_read_as_it_was_written(seats: int) -> None:
    rng = Random(seats)
    state = splendor.new(splendor.Options(seats=seats), Sampled(rng))
    while (seat := splendor.to_move(state)) is not None:
        splendor.apply(state, seat, rng.choice(splendor.legal_actions(state)), Sampled(rng))
        assert splendor.to_data(splendor.from_data(data_of(state))) == splendor.to_data(state)


def test_options_are_read_as_their_values_are_written() -> None:
    options = splendor.Options(seats=3, first_seat=2, no_progress_limit=None)
    assert splendor.options_from_data(options.values) == options


def test_how_many_to_return_and_which_nobles_to_choose_follow_from_the_rest() -> None:
    assert data_of(discarding())["decision"] == "discard"
    assert splendor.from_data(data_of(discarding())).decision == Decision(
        DecisionKind.DISCARD, 0, left=2
    )
    assert splendor.from_data(data_of(choosing_a_noble())).decision == Decision(
        DecisionKind.NOBLE, 0, nobles=("N-2", "N-3")
    )


@pytest.mark.parametrize("value", [None, 7, "a position", []])
def test_what_is_no_object_is_refused(value: Json) -> None:
    assert_defect(value, Defect.WRONG_TYPE, "")


@pytest.mark.parametrize("name", list(splendor.to_data(three_seats())))
def test_a_missing_field_is_refused(name: str) -> None:
    data = data_of(three_seats())
    del data[name]
    assert_defect(data, Defect.MISSING_FIELD, name)


@pytest.mark.parametrize(
    ("path", "value", "defect", "where"),
    [
        (("format",), 2, Defect.UNKNOWN_FORMAT, "format"),
        (("game",), "duel", Defect.WRONG_GAME, "game"),
        (("rules_version",), "0", Defect.UNKNOWN_RULES, "rules_version"),
        (("board",), [], Defect.UNEXPECTED_FIELD, "board"),
        (("players", 1, "crowns"), 0, Defect.UNEXPECTED_FIELD, "players[1].crowns"),
        (("options", "seats"), 5, Defect.OUT_OF_RANGE, "options.seats"),
        (("options", "first_seat"), 3, Defect.OUT_OF_RANGE, "options.first_seat"),
        (("options", "no_progress_limit"), 0, Defect.OUT_OF_RANGE, "options.no_progress_limit"),
        (("seat",), 3, Defect.OUT_OF_RANGE, "seat"),
        (("turn",), 0, Defect.OUT_OF_RANGE, "turn"),
        (("is_last_round",), 0, Defect.WRONG_TYPE, "is_last_round"),
        (("decision",), "steal", Defect.UNKNOWN_NAME, "decision"),
        (("face_up", 3), "D1-01", Defect.UNKNOWN_CARD, "face_up[3]"),
        (("nobles", 0), "S1-01", Defect.UNKNOWN_CARD, "nobles[0]"),
        (
            ("players", 0, "reserved", 0, "card"),
            "?",
            Defect.UNKNOWN_CARD,
            "players[0].reserved[0].card",
        ),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_its_place(
    path: Path, value: Json, defect: Defect, where: str
) -> None:
    data = data_of(three_seats())
    put(data, path, value)
    assert_defect(data, defect, where)


@pytest.mark.rule("S-SET-1")
def test_a_card_in_two_places_is_refused() -> None:
    data = data_of(three_seats())
    put(data, ("players", 2, "cards", 0), "S1-40")
    assert_defect(data, Defect.CARD_TWICE, "development cards")


@pytest.mark.rule("S-SET-1")
def test_a_card_that_is_nowhere_is_refused() -> None:
    data = data_of(three_seats())
    put(data, ("players", 0, "cards"), [])
    assert_defect(data, Defect.CARD_MISSING, "development cards")


@pytest.mark.rule("S-SET-1")
@pytest.mark.parametrize(
    ("path", "where"), [(("face_up", 4), "face_up[4]"), (("decks", 1, 0), "decks[1]")]
)
def test_a_card_among_those_of_another_level_is_refused(path: Path, where: str) -> None:
    data = data_of(three_seats())
    put(data, path, "S1-01")
    assert_defect(data, Defect.CARD_MISPLACED, where)


@pytest.mark.rule("S-SET-1")
def test_another_number_of_decks_slots_or_players_is_refused() -> None:
    for name, where in (("decks", "decks"), ("face_up", "face_up"), ("players", "players")):
        data = data_of(three_seats())
        rows = data[name]
        assert isinstance(rows, list)
        rows.pop()
        assert_defect(data, Defect.SLOT_COUNT, where)


@pytest.mark.rule("S-SET-3")
def test_another_number_of_nobles_is_refused() -> None:
    data = data_of(three_seats())
    put(data, ("nobles", 3), "N-10")
    assert_defect(data, Defect.SLOT_COUNT, "nobles")


@pytest.mark.rule("S-SET-3")
def test_a_noble_in_two_places_is_refused() -> None:
    data = data_of(three_seats())
    put(data, ("nobles", 0), "N-1")
    assert_defect(data, Defect.CARD_TWICE, "nobles")


@pytest.mark.rule("S-CARD-1")
def test_an_empty_slot_whose_deck_has_cards_is_refused() -> None:
    data = data_of(position(face_up={1: ["S1-01", "S1-02", "S1-03", "S1-40"]}))
    put(data, ("face_up", 3), None)
    put(data, ("players", 0, "cards", 0), "S1-40")
    assert_defect(data, Defect.SLOT_NOT_FILLED, "face_up[3]")


@pytest.mark.rule("S-SET-2")
@pytest.mark.parametrize("kind", ["white", "gold", "pearl"])
def test_a_piece_too_many_is_refused(kind: str) -> None:
    data = data_of(three_seats())
    put(data, ("supply", kind), 5)
    put(data, ("players", 2, "tokens", kind), 1)
    assert_defect(data, Defect.TOKEN_COUNT, "supply")


@pytest.mark.rule("S-END-1")
def test_more_than_ten_pieces_are_refused_but_for_who_must_return_some() -> None:
    data = data_of(discarding())
    put(data, ("decision",), "turn")
    assert_defect(data, Defect.OVER_LIMIT, "players[0].tokens")
    data = data_of(discarding())
    put(data, ("seat",), 1)
    assert_defect(data, Defect.CONTRADICTION, "decision")


@pytest.mark.rule("S-END-1")
def test_a_match_may_end_while_somebody_must_return_pieces() -> None:
    state = discarding()
    splendor.forfeit(state, 1, Forfeit.TIMEOUT)
    assert splendor.to_data(splendor.from_data(data_of(state))) == splendor.to_data(state)


@pytest.mark.rule("S-RES-1")
def test_more_than_three_reserved_cards_are_refused() -> None:
    with pytest.raises(PositionError) as raised:
        position(reserved={0: ["S1-01", "S1-02", "S1-03", "S1-04"]})
    assert (raised.value.defect, raised.value.path) == (Defect.OVER_LIMIT, "players[0].reserved")


@pytest.mark.parametrize(
    ("build", "changes", "where"),
    [
        (
            three_seats,
            {"options": {"seats": 3, "first_seat": 2, "no_progress_limit": 9}},
            "first_seat",
        ),
        (three_seats, {"decision": "discard"}, "decision"),
        (three_seats, {"decision": "noble"}, "decision"),
        (three_seats, {"decision": None}, "decision"),
        (three_seats, {"passes": 1}, "passes"),
        (three_seats, {"passes": 3, "idle_turns": 3}, "passes"),
        (three_seats, {"idle_turns": 100}, "idle_turns"),
        (three_seats, {"is_last_round": True}, "is_last_round"),
        (three_seats, {"removed_nobles": ["N-2"], "nobles": ["N-3", "N-4"]}, "removed_cards"),
        (with_a_drop_out, {"seat": 0}, "seat"),
        (with_a_drop_out, {"is_last_round": True, "first_seat": 1}, "is_last_round"),
        (over, {"outcome": None, "decision": "turn"}, "seat"),
        (over, {"decision": "turn"}, "decision"),
    ],
)
def test_parts_that_contradict_each_other_are_refused(
    build: Callable[[], State], changes: dict[str, Json], where: str
) -> None:
    assert_defect({**data_of(build()), **changes}, Defect.CONTRADICTION, where)


@pytest.mark.rule("S-X-2")
def test_drop_outs_that_are_not_counted_in_order_are_refused() -> None:
    data = data_of(with_a_drop_out())
    put(data, ("players", 0, "dropped_out"), 2)
    assert_defect(data, Defect.CONTRADICTION, "players")


@pytest.mark.rule("S-X-2")
def test_a_drop_out_that_has_something_is_refused() -> None:
    data = data_of(three_seats())
    put(data, ("players", 0, "dropped_out"), 1)
    assert_defect(data, Defect.CONTRADICTION, "players[0]")


@pytest.mark.rule("S-END-2")
def test_fifteen_points_without_a_last_round_are_refused() -> None:
    state = position(seat=1, cards={0: ["S3-04", "S3-08", "S3-12"]}, extra={"is_last_round": True})
    data = data_of(state)
    put(data, ("is_last_round",), value=False)
    assert_defect(data, Defect.CONTRADICTION, "is_last_round")


@pytest.mark.rule("S-END-2")
def test_a_turn_of_who_already_had_fifteen_points_is_refused() -> None:
    state = position(seat=1, cards={0: ["S3-04", "S3-08", "S3-12"]}, extra={"is_last_round": True})
    data = data_of(state)
    put(data, ("seat",), 0)
    assert_defect(data, Defect.CONTRADICTION, "players")


@pytest.mark.rule("S-END-3")
@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("outcome", "endings"), ["last_round"], "outcome.endings"),
        (("outcome", "endings"), [], "outcome.endings"),
        (("outcome", "winners"), [0], "outcome"),
        (("outcome", "scores", 1, "points"), 20, "outcome"),
    ],
)
def test_an_outcome_that_the_position_does_not_give_is_refused(
    path: Path, value: Json, where: str
) -> None:
    data = data_of(over())
    put(data, path, value)
    assert_defect(data, Defect.CONTRADICTION, where)
