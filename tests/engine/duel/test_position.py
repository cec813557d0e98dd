"""Positions as data: round trips, and each defect with its place."""

import json
from collections.abc import Iterator

import pytest

from gemwright.engine import GAMES, duel
from gemwright.engine.chance import Seeded
from gemwright.engine.duel.state import State
from gemwright.engine.kinds import Kind
from gemwright.engine.outcomes import Forfeit
from gemwright.engine.reading import Defect, PositionError
from tests.engine.duel.positions import EMPTY_BOARD, deck_of, play, position, texts

Path = tuple[str | int, ...]


class Removed:
    """Stands for a field that is taken away."""


REMOVED = Removed()


def start_of_a_turn() -> State:
    return position(
        board="w.o.. ..... ..r.. ..... k...p",
        tokens=({"white": 2, "gold": 1}, {"pearl": 1}),
        privileges=(2, 1),
        cards=(["D3-01", ("D3-12", "red"), "D1-30"], ["D2-04"]),
        royals=(["R-4"], []),
        reserved=(["D1-20", "D2-20"], ["D3-10"]),
        blind=["D1-20", "D3-10"],
    )


def asked_to_steal() -> State:
    state = position(tokens=({"blue": 4, "red": 3}, {"white": 1, "green": 1}), face_up=["D2-02"])
    play(state, "buy D2-02")
    return state


def asked_to_pick() -> State:
    state = position(
        board="w..w. ..... ..... ..... .....",
        tokens=({"red": 2, "black": 2}, {}),
        face_up=["D1-04"],
    )
    play(state, "buy D1-04")
    return state


def asked_for_a_royal() -> State:
    state = position(tokens=({"blue": 3}, {}), cards=(["D1-12", "D1-17"], []), face_up=["D1-02"])
    play(state, "buy D1-02")
    return state


def asked_to_discard() -> State:
    state = position(
        board="ggg.. ..... ..... ..... .....", tokens=({"white": 4, "blue": 4, "gold": 2}, {})
    )
    play(state, "take a1 b1 c1")
    return state


def may_claim() -> State:
    return position(
        tokens=({"gold": 3, "pearl": 2}, {}),
        blocking_turns=(3, 0),
        seat=1,
        turn={"can_claim": True},
    )


def after_options() -> State:
    state = position(board="wbgrk wbgrk wbgrk wbgrk ppoo.", privileges=(2, 1))
    play(state, "privilege a1", "replenish", replenish=[Kind.GOLD])
    return state


def in_an_extra_turn() -> State:
    state = position(tokens=({"blue": 2, "green": 2, "pearl": 1}, {}), face_up=["D1-03"])
    play(state, "buy D1-03")
    return state


def won() -> State:
    state = position(cards=(["D3-13", "D2-24", "D1-30", "D3-04", "D1-10", "D1-15"], []))
    play(state, "take c3")
    return state


def drawn() -> State:
    state = position(idle_turns=99)
    play(state, "take c3")
    return state


def claimed() -> State:
    state = may_claim()
    play(state, "claim")
    return state


def resigned_with_a_decision_pending() -> State:
    state = asked_to_steal()
    duel.forfeit(state, 1, Forfeit.RESIGNATION)
    return state


def dealt() -> State:
    options = duel.Options(first_seat=1, blocking_claim=False, no_progress_limit=None)
    return duel.new(options, Seeded(bytes(32)))


STATES = [
    *(start_of_a_turn, asked_to_steal, asked_to_pick, asked_for_a_royal, asked_to_discard),
    *(may_claim, after_options, in_an_extra_turn),
    *(won, drawn, claimed, resigned_with_a_decision_pending, dealt),
]


@pytest.mark.parametrize("build", STATES)
def test_a_position_comes_back_as_it_was(build: type[State]) -> None:
    state = build()
    data = duel.to_data(state)
    again = duel.from_data(json.loads(json.dumps(data)))
    assert duel.to_data(again) == data
    assert texts(again) == texts(state)
    assert duel.outcome(again) == duel.outcome(state)
    for viewer in (0, 1, None):
        assert duel.view(again, viewer) == duel.view(state, viewer)


def test_a_match_goes_on_from_a_loaded_position() -> None:
    state = asked_to_steal()
    again = duel.from_data(duel.to_data(state))
    assert play(again, "steal green", "take c3") == play(state, "steal green", "take c3")
    assert duel.to_data(again) == duel.to_data(state)


def test_a_loaded_position_does_not_share_its_data() -> None:
    data = duel.to_data(start_of_a_turn())
    before = json.dumps(data)
    play(duel.from_data(data), "take c3")
    assert json.dumps(data) == before


def test_what_a_position_holds_is_named_by_format_and_rules() -> None:
    data = duel.to_data(dealt())
    assert (data["format"], data["game"], data["rules_version"]) == (1, "duel", "1")


def changed(data: object, path: Path, value: object) -> object:
    """The data with another value in one place."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(data, dict):
        fields: dict[object, object] = dict(data)
        if value is REMOVED and not rest:
            del fields[step]
        else:
            fields[step] = changed(fields.get(step), rest, value)
        return fields
    assert isinstance(data, list)
    assert isinstance(step, int)
    return [*data[:step], changed(data[step], rest, value), *data[step + 1 :]]


def assert_defect(state: State, changes: dict[Path, object], defect: Defect, at: str) -> None:
    data: object = duel.to_data(state)
    duel.from_data(data)
    for path, value in changes.items():
        data = changed(data, path, value)
    with pytest.raises(PositionError) as raised:
        duel.from_data(data)
    assert (raised.value.defect, raised.value.path) == (defect, at)
    assert str(raised.value).endswith(f"({defect})")


@pytest.mark.parametrize("data", [None, [], 1, "duel"])
def test_a_position_is_an_object(data: object) -> None:
    with pytest.raises(PositionError) as raised:
        duel.from_data(data)
    assert raised.value.defect is Defect.WRONG_TYPE
    assert str(raised.value).startswith("position: ")


@pytest.mark.parametrize(
    ("path", "value", "at"),
    [
        (("format",), "1", "format"),
        (("game",), 3, "game"),
        (("rules_version",), 1, "rules_version"),
        (("options",), None, "options"),
        (("options", "blocking_claim"), 1, "options.blocking_claim"),
        (("options", "first_seat"), "0", "options.first_seat"),
        (("draws",), 1.0, "draws"),
        (("turn", "number"), True, "turn.number"),
        (("turn", "is_extra"), None, "turn.is_extra"),
        (("turn", "used"), "C-09", "turn.used"),
        (("board",), "w" * 25, "board"),
        (("board", 0), 7, "board[0]"),
        (("bag",), [], "bag"),
        (("bag", "white"), "2", "bag.white"),
        (("decks", 1), None, "decks[1]"),
        (("decks", 1, 0), None, "decks[1][0]"),
        (("pyramid", 0), 5, "pyramid[0]"),
        (("players",), {}, "players"),
        (("players", 1), None, "players[1]"),
        (("players", 0, "cards", 0), "D3-01", "players[0].cards[0]"),
        (("players", 0, "reserved", 0), "D1-20", "players[0].reserved[0]"),
        (("players", 0, "reserved", 0, "is_blind"), 1, "players[0].reserved[0].is_blind"),
        (("decision",), "turn", "decision"),
        (("decision", "card"), 4, "decision.card"),
        (("decision", "can_stop"), 0, "decision.can_stop"),
        (("outcome",), "won", "outcome"),
    ],
)
def test_a_value_of_another_type_is_told(path: Path, value: object, at: str) -> None:
    assert_defect(start_of_a_turn(), {path: value}, Defect.WRONG_TYPE, at)


@pytest.mark.parametrize(
    "path",
    [
        *((name,) for name in duel.to_data(start_of_a_turn())),
        ("turn", "seat"),
        ("turn", "used"),
        ("options", "first_seat"),
        ("decision", "again"),
    ],
)
def test_a_missing_field_is_told(path: Path) -> None:
    at = ".".join(map(str, path))
    assert_defect(start_of_a_turn(), {path: REMOVED}, Defect.MISSING_FIELD, at)


@pytest.mark.parametrize(
    ("path", "at"),
    [
        (("players", 1, "tokens"), "players[1].tokens"),
        (("players", 0, "cards", 0, "colour"), "players[0].cards[0].colour"),
        (("players", 0, "reserved", 1, "is_blind"), "players[0].reserved[1].is_blind"),
    ],
)
def test_a_missing_field_of_a_player_is_told(path: Path, at: str) -> None:
    assert_defect(start_of_a_turn(), {path: REMOVED}, Defect.MISSING_FIELD, at)


@pytest.mark.parametrize(
    ("path", "at"),
    [
        (("seed",), "seed"),
        (("options", "seats"), "options.seats"),
        (("turn", "clock"), "turn.clock"),
        (("bag", "emerald"), "bag.emerald"),
        (("players", 0, "name"), "players[0].name"),
        (("players", 0, "tokens", "any"), "players[0].tokens.any"),
        (("players", 0, "cards", 0, "points"), "players[0].cards[0].points"),
        (("players", 0, "reserved", 0, "level"), "players[0].reserved[0].level"),
        (("decision", "why"), "decision.why"),
    ],
)
def test_an_unexpected_field_is_told(path: Path, at: str) -> None:
    assert_defect(start_of_a_turn(), {path: 0}, Defect.UNEXPECTED_FIELD, at)


@pytest.mark.parametrize(
    ("path", "value", "at"),
    [
        (("format",), -1, "format"),
        (("options", "first_seat"), 2, "options.first_seat"),
        (("options", "no_progress_limit"), 0, "options.no_progress_limit"),
        (("options", "no_progress_limit"), 10_001, "options.no_progress_limit"),
        (("draws",), -1, "draws"),
        (("turn", "number"), 0, "turn.number"),
        (("turn", "seat"), 2, "turn.seat"),
        (("idle_turns",), -1, "idle_turns"),
        (("bag", "white"), -1, "bag.white"),
        (("bag", "white"), 32, "bag.white"),
        (("privileges",), 4, "privileges"),
        (("players", 0, "privileges"), -1, "players[0].privileges"),
        (("players", 0, "tokens", "white"), -1, "players[0].tokens.white"),
        (("players", 0, "royals_for_crowns"), 3, "players[0].royals_for_crowns"),
        (("players", 0, "blocking_turns"), -1, "players[0].blocking_turns"),
        (("decision", "seat"), -1, "decision.seat"),
        (("decision", "left"), 0, "decision.left"),
    ],
)
def test_a_number_out_of_range_is_told(path: Path, value: object, at: str) -> None:
    assert_defect(start_of_a_turn(), {path: value}, Defect.OUT_OF_RANGE, at)


@pytest.mark.parametrize(
    ("path", "value", "defect", "at"),
    [
        (("format",), 2, Defect.UNKNOWN_FORMAT, "format"),
        (("format",), 0, Defect.UNKNOWN_FORMAT, "format"),
        (("rules_version",), "2", Defect.UNKNOWN_RULES, "rules_version"),
        (("game",), "splendor", Defect.WRONG_GAME, "game"),
        (("board", 3), "emerald", Defect.UNKNOWN_NAME, "board[3]"),
        (("decision", "kind"), "jump", Defect.UNKNOWN_NAME, "decision.kind"),
        (("decision", "kinds"), ["any"], Defect.UNKNOWN_NAME, "decision.kinds[0]"),
        (
            ("players", 0, "cards", 1, "colour"),
            "any",
            Defect.UNKNOWN_NAME,
            "players[0].cards[1].colour",
        ),
        (("pyramid", 4), "D4-01", Defect.UNKNOWN_CARD, "pyramid[4]"),
        (("decks", 0, 0), "R-1", Defect.UNKNOWN_CARD, "decks[0][0]"),
        (("royals", 0), "R-13", Defect.UNKNOWN_CARD, "royals[0]"),
        (("turn", "used"), ["D1-01"], Defect.UNKNOWN_CARD, "turn.used[0]"),
        (
            ("players", 0, "cards", 0, "card"),
            "C-01",
            Defect.UNKNOWN_CARD,
            "players[0].cards[0].card",
        ),
        (("players", 0, "royals"), ["C-01"], Defect.UNKNOWN_CARD, "players[0].royals[0]"),
        (
            ("players", 0, "reserved", 0, "card"),
            "R-1",
            Defect.UNKNOWN_CARD,
            "players[0].reserved[0].card",
        ),
        (("decision", "card"), "X", Defect.UNKNOWN_CARD, "decision.card"),
    ],
)
def test_unknown_versions_names_and_cards_are_told(
    path: Path, value: object, defect: Defect, at: str
) -> None:
    assert_defect(start_of_a_turn(), {path: value}, defect, at)


@pytest.mark.parametrize(
    ("path", "value", "at"),
    [
        (("board",), [None] * 24, "board"),
        (("decks",), [[], []], "decks"),
        (("pyramid",), [None] * 11, "pyramid"),
        (("royals",), [None] * 5, "royals"),
        (("counterfeiters",), [None] * 3, "counterfeiters"),
        (("players",), [], "players"),
    ],
)
def test_a_wrong_number_of_slots_is_told(path: Path, value: object, at: str) -> None:
    assert_defect(start_of_a_turn(), {path: value}, Defect.SLOT_COUNT, at)


@pytest.mark.parametrize(
    ("path", "cards", "what"),
    [
        (("decks", 0), ["D1-20"], "jewel cards"),  # reserved
        (("decks", 2), ["D3-01"], "jewel cards"),  # purchased
        (("decks", 1), ["D2-01"], "jewel cards"),  # face up
        (("dug",), ["D1-01"], "jewel cards"),
        (("players", 1, "royals"), ["R-4"], "royal cards"),
        (("royal_deck",), ["R-1"], "royal cards"),
    ],
)
def test_a_card_in_two_places_is_told(path: Path, cards: list[str], what: str) -> None:
    state = start_of_a_turn()
    if path[0] == "decks":
        cards = [*deck_of(state, int(path[1]) + 1), *cards]
    assert_defect(state, {path: cards}, Defect.CARD_TWICE, what)


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        (("players", 0, "reserved"), [], "jewel cards"),
        (("players", 0, "royals"), [], "royal cards"),
        (("decks", 2), [], "jewel cards"),
        (("royals", 0), None, "royal cards"),
    ],
)
def test_a_card_that_is_nowhere_is_told(path: Path, value: object, what: str) -> None:
    assert_defect(start_of_a_turn(), {path: value}, Defect.CARD_MISSING, what)


@pytest.mark.parametrize(
    ("path", "value", "at"),
    [
        (("decks", 0, 2), "D2-06", "decks[0]"),
        (("pyramid", 0), "D3-02", "pyramid[0]"),
        (("royal_deck",), ["R-5"], "royal cards"),
        (("counterfeiter_deck",), ["C-01"], "counterfeiter cards"),
        (("players", 0, "counterfeiters"), ["C-13"], "counterfeiter cards"),
    ],
)
def test_a_card_where_it_cannot_be_is_told(path: Path, value: object, at: str) -> None:
    assert_defect(start_of_a_turn(), {path: value}, Defect.CARD_MISPLACED, at)


def test_a_slot_that_would_have_been_refilled_is_told() -> None:
    state = position(decks={1: ["D1-09"]})
    deck = [*deck_of(state, 1), "D1-01"]
    changes: dict[Path, object] = {("pyramid", 0): None, ("decks", 0): deck}
    assert_defect(state, changes, Defect.SLOT_NOT_FILLED, "pyramid[0]")


@pytest.mark.parametrize(
    "changes",
    [
        {("bag", "white"): 2},
        {("bag", "blue"): 3},
        {("bag", "glassware"): 1},
        {("board", 1): "gold"},
        {("board", 0): None},
        {("board", 0): "blue"},
        {("players", 1, "tokens"): {}},
        {("bag", "gold"): 0, ("bag", "blue"): 5},
    ],
)
def test_a_wrong_number_of_tokens_is_told(changes: dict[Path, object]) -> None:
    assert_defect(start_of_a_turn(), changes, Defect.TOKEN_COUNT, "board, bag and players")


def test_many_tokens_of_a_kind_do_not_pass_for_one_of_the_next_kind() -> None:
    """31 + 31 + 5 white tokens and 1 on the board, but a blue one too few."""
    changes: dict[Path, object] = {
        ("bag", "white"): 31,
        ("bag", "blue"): 3,
        ("players", 0, "tokens", "white"): 31,
        ("players", 1, "tokens", "white"): 5,
    }
    assert_defect(start_of_a_turn(), changes, Defect.TOKEN_COUNT, "board, bag and players")


@pytest.mark.parametrize("changes", [{("privileges",): 1}, {("players", 0, "privileges"): 1}])
def test_a_wrong_number_of_privileges_is_told(changes: dict[Path, object]) -> None:
    assert_defect(start_of_a_turn(), changes, Defect.PRIVILEGE_COUNT, "privileges")


def test_a_fourth_reserved_card_is_told() -> None:
    state = position(reserved=([], ["D3-08", "D3-09", "D3-10"]), decks={3: ["D3-11"]})
    cards = ("D3-08", "D3-09", "D3-10", "D3-11")
    changes: dict[Path, object] = {
        ("players", 1, "reserved"): [{"card": card, "is_blind": False} for card in cards],
        ("decks", 2): deck_of(state, 3)[1:],
    }
    assert_defect(state, changes, Defect.OVER_LIMIT, "players[1].reserved")


@pytest.mark.rule("D-END-1")
def test_an_eleventh_token_after_the_own_turn_is_told() -> None:
    state = position(tokens=({}, {"white": 4, "blue": 4, "green": 2}))
    changes: dict[Path, object] = {
        ("players", 1, "tokens", "green"): 3,
        ("board", 12): None,  # the green token that comes first lies in the centre
    }
    assert_defect(state, changes, Defect.OVER_LIMIT, "players[1].tokens")


@pytest.mark.parametrize(
    ("card", "colour"), [(0, "blue"), (0, None), (1, None), (1, "pearl"), (2, "white")]
)
def test_a_colour_that_a_card_cannot_have_is_told(card: int, colour: str | None) -> None:
    """D3-01 is white, D3-12 is wild, D1-30 has no bonus."""
    path: Path = ("players", 0, "cards", card, "colour")
    at = f"players[0].cards[{card}].colour"
    assert_defect(start_of_a_turn(), {path: colour}, Defect.WRONG_COLOUR, at)


OVER = duel.to_data(won())["outcome"]


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({("players", 0, "royals_for_crowns"): 2}, "players[0].royals_for_crowns"),
        ({("players", 0, "blocking_turns"): 1}, "players[0].blocking_turns"),
        ({("turn", "has_purchased"): True}, "turn.has_purchased"),
        ({("turn", "used"): ["C-09"]}, "turn.used"),
        ({("turn", "is_window_closed"): True}, "turn"),
        ({("turn", "can_claim"): True}, "turn.can_claim"),
        ({("idle_turns",): 100}, "idle_turns"),
        ({("options", "no_progress_limit"): 5, ("idle_turns",): 5}, "idle_turns"),
        ({("decision",): None}, "decision"),
        ({("outcome",): OVER}, "decision"),
        ({("decision", "seat"): 1}, "decision.seat"),
        ({("decision", "card"): "D2-04"}, "decision.card"),
        ({("decision", "left"): 2}, "decision"),
        ({("turn", "has_acted"): True}, "decision"),
        ({("decision", "kind"): "discard"}, "decision"),
        ({("decision", "kind"): "royal"}, "decision"),
        ({("decision", "kind"): "steal"}, "decision"),
        ({("decision", "kind"): "window"}, "decision"),
        ({("decision", "kind"): "take"}, "decision"),
        ({("decision", "kind"): "draw"}, "decision"),
    ],
)
def test_what_cannot_be_true_together_is_told(changes: dict[Path, object], at: str) -> None:
    assert_defect(start_of_a_turn(), changes, Defect.CONTRADICTION, at)


@pytest.mark.parametrize(
    ("build", "changes"),
    [
        (asked_to_steal, {("decision", "kinds"): ["white"]}),
        (asked_to_steal, {("decision", "kinds"): ["white", "green", "gold"]}),
        (asked_to_discard, {("decision", "left"): 2}),
        (asked_to_discard, {("decision", "kinds"): ["white"]}),
        (asked_for_a_royal, {("players", 0, "royals_for_crowns"): 1}),
        (asked_to_pick, {("decision", "card"): None}),
        (asked_to_pick, {("decision", "kinds"): ["blue"]}),
        (asked_to_pick, {("decision", "left"): 2}),
        (asked_to_pick, {("decision", "can_stop"): True}),
        (asked_to_steal, {("decision", "left"): 2}),
        (asked_to_steal, {("decision", "can_stop"): True}),
        (asked_to_steal, {("decision", "kind"): "reserve"}),
        (asked_for_a_royal, {("decision", "can_stop"): True}),
        (asked_for_a_royal, {("decision", "card"): "D1-02"}),
    ],
)
def test_a_decision_that_the_turn_cannot_have_come_to_is_told(
    build: type[State], changes: dict[Path, object]
) -> None:
    assert_defect(build(), changes, Defect.CONTRADICTION, "decision")


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({("outcome", "winners"): []}, "outcome"),
        ({("outcome", "winners"): [0, 1]}, "outcome"),
        ({("outcome", "ranks"): [2, 1]}, "outcome"),
        ({("outcome", "endings"): []}, "outcome"),
        ({("outcome", "endings"): ["last_round"]}, "outcome"),
        ({("outcome", "endings"): ["no_progress"]}, "outcome"),
        ({("outcome", "scores", 0, "points"): 99}, "outcome.scores"),
    ],
)
def test_an_outcome_that_does_not_fit_is_told(changes: dict[Path, object], at: str) -> None:
    assert_defect(won(), changes, Defect.CONTRADICTION, at)


@pytest.mark.parametrize(
    "turn",
    [
        {"has_used_privilege": True},
        {"has_replenished": True},
        {"is_extra": True},
    ],
)
def test_a_claim_is_open_as_the_first_thing_only(turn: dict[str, bool]) -> None:
    changes: dict[Path, object] = {("turn", name): value for name, value in turn.items()}
    assert_defect(may_claim(), changes, Defect.CONTRADICTION, "turn.can_claim")


def test_a_claim_is_not_open_where_it_is_switched_off() -> None:
    changes: dict[Path, object] = {("options", "blocking_claim"): False}
    assert_defect(may_claim(), changes, Defect.CONTRADICTION, "turn.can_claim")


@pytest.mark.parametrize(
    ("path", "value", "defect", "at"),
    [
        (("outcome", "winners"), [2], Defect.OUT_OF_RANGE, "outcome.winners[0]"),
        (("outcome", "ranks"), [1], Defect.CONTRADICTION, "outcome"),
        (("outcome", "ranks"), [0, 1], Defect.OUT_OF_RANGE, "outcome.ranks[0]"),
        (("outcome", "endings"), ["boredom"], Defect.UNKNOWN_NAME, "outcome.endings[0]"),
        (("outcome", "scores"), [], Defect.CONTRADICTION, "outcome"),
        (("outcome", "scores", 0, "points"), -1, Defect.OUT_OF_RANGE, "outcome.scores[0].points"),
        (
            ("outcome", "scores", 0, "nobles"),
            1,
            Defect.UNEXPECTED_FIELD,
            "outcome.scores[0].nobles",
        ),
        (
            ("outcome", "scores", 0, "colour_points"),
            [1],
            Defect.SLOT_COUNT,
            "outcome.scores[0].colour_points",
        ),
        (("outcome", "why"), 1, Defect.UNEXPECTED_FIELD, "outcome.why"),
        (("outcome", "winners"), REMOVED, Defect.MISSING_FIELD, "outcome.winners"),
    ],
)
def test_a_defect_of_an_outcome_is_told(path: Path, value: object, defect: Defect, at: str) -> None:
    assert_defect(won(), {path: value}, defect, at)


def test_a_position_with_no_token_on_the_board_is_fine() -> None:
    assert texts(position(board=EMPTY_BOARD)) == ["replenish"]


ODD_VALUES: list[object] = [
    *(None, True, -1, 0, 2, 40, 1.5, "x", [], {}, ["white"], ["D1-01"]),
    *("white", "gold", "D1-01", "R-1", "C-09", "take", "steal", "reserve", "dig", "discard"),
]


def places(data: object, path: Path = ()) -> Iterator[Path]:
    """Every place in the data but the depths of the decks."""
    yield path
    if path[:1] == ("decks",) and path[2:] not in ((), (0,)):
        return
    if isinstance(data, dict):
        for name in data:
            yield from places(data[name], (*path, name))
    if isinstance(data, list):
        for number, item in enumerate(data):
            yield from places(item, (*path, number))


@pytest.mark.parametrize("build", [start_of_a_turn, asked_to_steal, asked_for_a_royal])
def test_whatever_stands_in_a_place_is_told_or_can_be_played(build: type[State]) -> None:
    data = duel.to_data(build())
    loaded = 0
    for path in places(data):
        for value in ODD_VALUES:
            try:
                state = duel.from_data(changed(data, path, value))
            except PositionError:
                continue
            loaded += 1
            listed = duel.legal_actions(state)
            assert bool(listed) is (duel.outcome(state) is None), (path, value)
            for action in listed:
                assert duel.refusal(state, state.seat, action) is None, (path, value, action)
    assert loaded > 20


@pytest.mark.parametrize("game", GAMES)
def test_hostile_sizes_are_told(game: str) -> None:
    data = GAMES[game].to_data(GAMES[game].new(GAMES[game].Options(), Seeded(bytes(32))))
    with pytest.raises(PositionError) as raised:
        GAMES[game].from_data({**data, "draws": 10**5000})
    assert raised.value.defect is Defect.OUT_OF_RANGE
    with pytest.raises(PositionError) as raised:
        GAMES[game].from_data({**data, "decks": [["D1-01"] * 32_000] * 3})
    assert raised.value.defect is Defect.SLOT_COUNT
