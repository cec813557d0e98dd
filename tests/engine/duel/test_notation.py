"""Every action has a text and every text its action, or a clear error."""

import pytest

from gemwright.engine import duel
from gemwright.engine.duel import actions as act
from gemwright.engine.duel.actions import Action, Payment, Unit
from gemwright.engine.kinds import Kind
from gemwright.engine.notation import NotationError
from tests.engine.duel.positions import position

PAID = Payment((2, 0, 0, 0, 0, 0, 1, 0))
GLASS = Payment((0, 0, 0, 0, 0, 0, 0, 1))

FORMS: list[tuple[str, Action]] = [
    ("take c3", act.TakeTokens((12,))),
    ("take a1 b1", act.TakeTokens((0, 1))),
    ("take a1 b2 c3", act.TakeTokens((0, 6, 12))),
    ("take c1 b2 a3", act.TakeTokens((2, 6, 10))),
    ("privilege e1", act.UsePrivilege(4)),
    ("replenish", act.Replenish()),
    ("claim", act.Claim()),
    ("pass", act.Pass()),
    ("reserve D1-05 gold a5", act.ReserveCard("D1-05", 20)),
    ("reserve D3-13", act.ReserveCard("D3-13", None)),
    ("reserve deck 2 gold e5", act.ReserveFromDeck(2, 24)),
    ("reserve deck 3", act.ReserveFromDeck(3, None)),
    ("buy D2-07", act.BuyCard("D2-07")),
    ("buy D1-28 as red", act.BuyCard("D1-28", Kind.RED)),
    ("buy D2-07 pay 2 white 1 gold", act.BuyCard("D2-07", None, PAID)),
    ("buy D1-28 as red pay 2 white 1 gold", act.BuyCard("D1-28", Kind.RED, PAID)),
    ("buy D2-07 pay 0 white", act.BuyCard("D2-07", None, Payment((0,) * 8))),
    (
        "buy D2-07 pay 1 white 2 blue 3 green 4 red 5 black 6 pearl 7 gold 8 glassware",
        act.BuyCard("D2-07", None, Payment((1, 2, 3, 4, 5, 6, 7, 8))),
    ),
    (
        "buy D2-07 pay 1 glassware using C-02 blue C-08 white C-08 red",
        act.BuyCard(
            "D2-07",
            None,
            Payment(
                GLASS.tokens,
                (Unit("C-08", Kind.RED), Unit("C-08", Kind.WHITE), Unit("C-02", Kind.BLUE)),
            ),
        ),
    ),
    ("buy reserved 1", act.BuyReserved(0)),
    ("buy reserved 5 as black", act.BuyReserved(4, Kind.BLACK)),
    ("buy reserved 3 as black pay 2 white 1 gold", act.BuyReserved(2, Kind.BLACK, PAID)),
    ("buy C-03", act.BuyCounterfeiter("C-03")),
    ("buy C-03 pay 2 white 1 gold", act.BuyCounterfeiter("C-03", PAID)),
    ("pick d4", act.PickToken(18)),
    ("steal pearl", act.StealToken(Kind.PEARL)),
    ("royal R-12", act.TakeRoyal("R-12")),
    ("counterfeiter C-17", act.TakeCounterfeiter("C-17")),
    ("counterfeiter deck", act.TakeCounterfeiter(None)),
    ("draw 0", act.DrawTokens(0)),
    ("draw 2", act.DrawTokens(2)),
    ("use C-09 R-4", act.BuyRoyal("R-4")),
    ("use C-09 R-4 pay 1 glassware", act.BuyRoyal("R-4", GLASS)),
    ("use C-10", act.BuyExtraTurn()),
    ("use C-10 pay 1 glassware", act.BuyExtraTurn(GLASS)),
    ("use C-11 glassware", act.BuySteal(Kind.GLASSWARE)),
    ("use C-11 red pay 1 glassware", act.BuySteal(Kind.RED, GLASS)),
    ("use C-17 deck 2", act.Dig(2)),
    ("use C-17 deck 2 pay 1 glassware", act.Dig(2, GLASS)),
    ("keep 1", act.KeepDug(0)),
    ("keep 2 bottom 3 1", act.KeepDug(1, (2, 0))),
    ("keep", act.KeepDug(None)),
    ("discard gold", act.Discard(Kind.GOLD)),
    ("stop", act.Stop()),
    ("done", act.Done()),
]


@pytest.mark.parametrize(("line", "action"), FORMS)
def test_each_form_is_read_and_written(line: str, action: Action) -> None:
    assert duel.parse_action(line) == action
    assert duel.action_text(action) == line


def test_every_action_has_a_form() -> None:
    assert {type(action) for _, action in FORMS} == set(Action.__args__)


def test_white_space_does_not_matter() -> None:
    assert duel.parse_action("  take   c3\tc4 \n") == act.TakeTokens((12, 17))


def test_units_are_written_in_one_order() -> None:
    lines = (
        "buy D2-07 pay 2 glassware using C-08 red C-01 white",
        "buy D2-07 pay 2 glassware using C-01 white C-08 red",
    )
    assert duel.parse_action(lines[0]) == duel.parse_action(lines[1])


@pytest.mark.parametrize("seed_board", [None, "o...w ..... ..o.. ..... ....."])
def test_every_listed_action_is_written_and_read_back(seed_board: str | None) -> None:
    tokens = {"blue": 3, "gold": 1, "black": 4, "pearl": 1}
    state = position(
        board=seed_board,
        tokens=(tokens, {}),
        cards=(["D1-16", "D1-01"], []),
        privileges=(2, 0),
        face_up=["D1-02", "D1-28"],
        reserved=(["D1-27"], []),
    )
    listed = duel.legal_actions(state)
    assert len(listed) > 20
    for action in listed:
        assert duel.parse_action(duel.action_text(action)) == action


@pytest.mark.parametrize(
    ("line", "expected", "found"),
    [
        ("", "an action", None),
        ("   ", "an action", None),
        ("take", "a cell such as c3", None),
        ("take z9", "a cell such as c3", "z9"),
        ("take c3 c6", "a cell such as c3", "c6"),
        ("take C3", "a cell such as c3", "C3"),
        ("privilege", "a cell such as c3", None),
        ("privilege c3 c4", "the end of the line", "c4"),
        ("pick 12", "a cell such as c3", "12"),
        ("reserve", "a jewel card or 'deck'", None),
        ("reserve D4-01", "a jewel card or 'deck'", "D4-01"),
        ("reserve R-1", "a jewel card or 'deck'", "R-1"),
        ("reserve deck", "a level", None),
        ("reserve deck two", "a level", "two"),
        ("reserve deck -1", "a level", "-1"),
        ("reserve D1-01 gold", "a cell such as c3", None),
        ("reserve D1-01 silver a1", "the end of the line", "silver"),
        ("buy", "a card or 'reserved'", None),
        ("buy R-1", "a card or 'reserved'", "R-1"),
        ("buy reserved", "a reserve slot", None),
        ("buy reserved D1-01", "a reserve slot", "D1-01"),
        ("buy D1-28 as", "a kind of token", None),
        ("buy D1-28 as wild", "a kind of token", "wild"),
        ("buy C-01 as white", "the end of the line", "as"),
        ("buy D1-02 pay 3", "a kind of token", None),
        ("buy D1-02 pay 3 sapphire", "a kind of token", "sapphire"),
        ("buy D1-02 pay 100 white", "a number of tokens", "100"),
        ("buy D1-02 pay 1 gold as red", "the end of the line", "as"),
        ("buy D1-02 pay 1 gold using D1-01", "a counterfeiter card", "D1-01"),
        ("buy D1-02 pay 1 gold using C-01", "a kind of token", None),
        ("steal", "a kind of token", None),
        ("discard ruby", "a kind of token", "ruby"),
        ("royal", "a royal card", None),
        ("royal R-13", "a royal card", "R-13"),
        ("counterfeiter", "a counterfeiter card", None),
        ("counterfeiter D1-01", "a counterfeiter card", "D1-01"),
        ("draw", "a number of tokens", None),
        ("draw two", "a number of tokens", "two"),
        ("use", "C-09, C-10, C-11 or C-17", None),
        ("use C-12", "C-09, C-10, C-11 or C-17", "C-12"),
        ("use C-09", "a royal card", None),
        ("use C-11", "a kind of token", None),
        ("use C-17 deck", "a level", None),
        ("keep one", "the place of a card", "one"),
        ("keep 1 bottom", "the place of a card", None),
        ("keep 1 bottom 2 x", "the place of a card", "x"),
        ("keep 1 2", "the end of the line", "2"),
        ("pass now", "the end of the line", "now"),
        ("done 1", "the end of the line", "1"),
    ],
)
def test_an_error_says_what_is_expected_and_what_was_found(
    line: str, expected: str, found: str | None
) -> None:
    with pytest.raises(NotationError) as raised:
        duel.parse_action(line)
    what = "the line ends" if found is None else f"found {found!r}"
    assert str(raised.value) == f"{line!r}: {expected} is expected, {what}"


@pytest.mark.parametrize("line", ["jump c3", "Take c3", "D1-01"])
def test_an_unknown_action_is_told(line: str) -> None:
    with pytest.raises(NotationError) as raised:
        duel.parse_action(line)
    assert str(raised.value) == f"{line!r}: no action begins with {line.split()[0]!r}"


@pytest.mark.parametrize("line", ["buy reserved 0", "keep 0", "keep 1 bottom 0"])
def test_places_count_from_1(line: str) -> None:
    with pytest.raises(NotationError) as raised:
        duel.parse_action(line)
    assert str(raised.value) == f"{line!r}: places count from 1"
