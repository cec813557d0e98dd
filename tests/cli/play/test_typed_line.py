"""What a line means: numbers, notation, half words; and that nothing one types does harm."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemwright_client.cli.play.choices import Choice, choices_of, payment_choices
from gemwright_client.cli.play.typed_line import (
    COMMANDS,
    chosen,
    completed,
    continuations,
    narrowed,
    purchase_before_pay,
    quoted,
    words_in,
    written,
)
from gemwright_client.notation import action_text, parse_action
from gemwright_client.pb.duel_action_pb2 import DuelPayment
from gemwright_client.pb.game_pb2 import GAME_DUEL, Payment
from gemwright_client.pb.token_pb2 import TokenCounts
from gemwright_client.rules.games import game_number
from tests.cli.play.decisions import Decision, decisions, one_of_each_sort, pen_of, sort_of
from tests.cli.play.decisions import whole_games as every_decision

EACH = pytest.mark.parametrize("decision", one_of_each_sort(), ids=sort_of)
STRANGE = (
    "",
    " ",
    "\t \u2003",
    ",",
    ",,,",
    "0",
    "-1",
    "1.5",
    "007",
    "99999999999999999999999999",
    "²",
    "٣",
    "\N{ROMAN NUMERAL EIGHT}",
    "\N{FULLWIDTH LATIN SMALL LETTER T}ake",
    "take",
    "take take take take",
    "TAKE İ",
    "\x00",
    "\x1b[2J\x1b]0;title\x07",
    "\ud800",
    "🂡 🂢",
    "e\u0301",
    "a" * 100_000,
    "take " + "a1 " * 5_000,
    "pay",
    "pay pay",
    "pay 1",
    "pay 1 white",
    "buy pay",
    "1 pay",
    "buy D2-07 pay",
    "buy D2-07 pay pay 1",
    "buy D2-07 pay -1 white",
    "buy D2-07 pay 1 1 1",
    "buy D2-07 pay 1 purple",
    "buy D2-07 pay 999999 white",
    "buy D2-07 pay 1 white using",
    "buy D2-07 pay 1 white using C-08",
    "? ?",
    "\\n",
    "'; drop table",
    "%s {} {name} $HOME",
)


def payments() -> list[Choice]:
    """A purchase with several exact payments, as the server lists them."""
    view = decisions("duel")[0].view
    (purchase,) = choices_of([parse_action("buy D2-07", GAME_DUEL)], view, pen_of("duel"))
    counts = (
        TokenCounts(white=2, blue=1),
        TokenCounts(white=1, blue=1, gold=1),
        TokenCounts(white=2, gold=1),
        TokenCounts(blue=1, gold=2),
    )
    return payment_choices(purchase, [Payment(duel=DuelPayment(tokens=it)) for it in counts])


def texts(choices: list[Choice]) -> list[str]:
    return [choice.text for choice in choices]


def beginnings(choices: list[Choice]) -> Iterator[str]:
    """Lines that somebody could be typing: every beginning of every notation."""
    found = {choice.text[:end] for choice in choices for end in range(len(choice.text) + 1)}
    return iter(sorted(found))


def sampled(choices: list[Choice], number: int) -> list[Choice]:
    return Random(number).sample(choices, min(number, len(choices)))


def test_every_number_is_its_choice_in_every_decision_of_whole_games() -> None:
    for decision in every_decision():
        choices = decision.choices()
        for choice in choices:
            assert chosen(choices, str(choice.number)) is choice


def test_every_notation_is_its_choice_in_every_decision_of_whole_games() -> None:
    for decision in every_decision():
        choices = decision.choices()
        for choice in sampled(choices, 6):
            assert chosen(choices, choice.text) is choice
            assert narrowed(choices, choice.text)[0] is choice


@EACH
def test_every_notation_is_its_choice_in_capitals_and_with_commas_too(decision: Decision) -> None:
    choices = decision.choices()
    for choice in choices:
        assert chosen(choices, choice.text) is choice
        assert chosen(choices, f"  {choice.text.upper().replace(' ', ', ')} ") is choice


@EACH
def test_what_is_taken_has_no_order(decision: Decision) -> None:
    choices = decision.choices()
    for choice in choices:
        verb, *rest = choice.text.split()
        if verb == "take":
            assert chosen(choices, " ".join([verb, *reversed(rest)])) is choice


@EACH
def test_the_order_of_other_words_counts_where_they_say_different_things(
    decision: Decision,
) -> None:
    choices = decision.choices()
    for choice in choices:
        if choice.verb == "keep":
            assert chosen(choices, choice.text) is choice


@EACH
def test_half_words_leave_exactly_what_they_begin(decision: Decision) -> None:
    choices = decision.choices()
    verbs = {choice.verb for choice in choices}
    for verb in verbs:
        for end in range(1, len(verb) + 1):
            begun = verb[:end]
            left = narrowed(choices, begun)
            for choice in choices:
                names = [*choice.text.lower().split(), *choice.names]
                assert (choice in left) == any(name.startswith(begun) for name in names)


@EACH
def test_every_word_of_a_choice_in_any_order_keeps_it(decision: Decision) -> None:
    choices, rng = decision.choices(), Random(1)
    for choice in sampled(choices, 20):
        words = choice.text.split()
        rng.shuffle(words)
        halves = [word[: rng.randint(1, len(word))] for word in words]
        if not halves[0].isdecimal() or len(halves) > 1:
            assert choice in narrowed(choices, " ".join(halves))


@EACH
def test_what_is_typed_on_never_leaves_more(decision: Decision) -> None:
    choices = decision.choices()
    for choice in sampled(choices, 20):
        words, before = choice.text.split(), choices
        for end in range(1, len(words) + 1):
            left = narrowed(choices, " ".join(words[:end]))
            if not words[0].isdecimal():
                assert set(texts(left)) <= set(texts(before))
            before = left


@EACH
def test_a_beginning_that_only_one_choice_has_chooses_it(decision: Decision) -> None:
    choices = decision.choices()
    for line in beginnings(sampled(choices, 10)):
        left, choice = narrowed(choices, line), chosen(choices, line)
        if len(left) == 1 and words_in(line):
            assert choice is left[0]
        elif choice is not None:
            assert sorted(words_in(line)) == sorted(words_in(choice.text))


def test_no_beginning_of_any_notation_raises() -> None:
    for decision in one_of_each_sort():
        choices, game = decision.choices(), game_number(decision.game)
        for line in beginnings(sampled(choices, 8)):
            assert narrowed(choices, line), line
            assert completed(choices, line).startswith(line[:1]) or not line
            purchase_before_pay(choices, line)
            written(choices, line, game)


@EACH
def test_completion_always_leads_to_something_that_can_be_chosen(decision: Decision) -> None:
    choices = decision.choices()
    for line in beginnings(sampled(choices, 8)):
        for word in continuations(choices, line):
            start = line if not line or line[-1].isspace() else line[: line.rfind(" ") + 1]
            typed = start + word
            assert narrowed(choices, typed) or typed in COMMANDS
        assert narrowed(choices, completed(choices, line)) or completed(choices, line) == line


@EACH
def test_whoever_only_presses_tab_and_takes_what_is_first_comes_to_a_choice(
    decision: Decision,
) -> None:
    choices = decision.choices()
    for verb in {choice.verb for choice in choices}:
        line = f"{verb} "
        while words := continuations(choices, line):
            line += f"{words[0]} "
        choice = chosen(choices, line)
        assert choice is not None
        assert words_in(choice.text) == words_in(line)


def test_completion_adds_what_is_certain() -> None:
    (decision, *_) = decisions("splendor")
    choices = decision.choices()
    assert completed(choices, "ta") == "take "
    assert completed(choices, "take whi") == "take white "
    assert completed(choices, "re") == "res", "resign or reserve"
    assert completed(choices, "rese") == "reserve "
    assert completed(choices, "reserve d") == "reserve deck "
    assert completed(choices, "reserve S1") == "reserve S1-"
    assert completed(choices, "reserve s1") == "reserve S1-"
    assert completed(choices, "nonsense") == "nonsense"
    assert completed(choices, "he") == "help "


def test_completion_goes_on_after_half_words() -> None:
    (decision, *_) = decisions("splendor")
    assert continuations(decision.choices(), "res de ") == ["1", "2", "3"]


def test_commands_come_first_and_only_as_the_first_word() -> None:
    choices = decisions("splendor")[0].choices()
    assert set(COMMANDS) <= set(continuations(choices, ""))
    assert not set(COMMANDS) & set(continuations(choices, "take "))


def test_colours_find_cells_and_cards() -> None:
    choices = decisions("duel")[0].choices()
    left = narrowed(choices, "take pearl")
    assert left
    assert all("pearl" in choice.names for choice in left)
    assert {choice.verb for choice in left} == {"take"}


def test_a_number_that_is_not_listed_is_nothing() -> None:
    choices = decisions("duel")[0].choices()
    for line in ("0", str(len(choices) + 1), "-1", "01", "1.0", "٣"):
        assert narrowed(choices, line) == []
        assert chosen(choices, line) is None


@pytest.mark.parametrize("line", STRANGE, ids=range(len(STRANGE)))
def test_nothing_strange_chooses_or_raises(line: str) -> None:
    for choices in (decisions("duel")[0].choices(), decisions("splendor")[0].choices(), []):
        assert chosen(choices, line) is None
        assert completed(choices, line).startswith(line)
        assert isinstance(continuations(choices, line), list)
        assert purchase_before_pay(choices, line) is None


@given(st.text(max_size=60))
def test_no_text_at_all_raises(line: str) -> None:
    choices = decisions("duel_counterfeiters")[0].choices()
    left, choice = narrowed(choices, line), chosen(choices, line)
    assert choice is None or choice in left
    assert narrowed(choices, completed(choices, line)) or completed(choices, line) == line
    assert quoted(line).isprintable()


def test_what_was_typed_is_shown_short_and_harmless() -> None:
    assert quoted("  take   c3 ") == "take c3"
    assert quoted("\x1b[2J a\x07b\u202ec") == "[2J a b c"
    assert len(quoted("x" * 10_000)) == 40
    assert quoted("x" * 40) == "x" * 40


def test_a_purchase_is_found_before_pay() -> None:
    decision = next(
        one for one in decisions("duel", "greedy") if any(it.verb == "buy" for it in one.choices())
    )
    choices = decision.choices()
    purchase = next(choice for choice in choices if choice.verb == "buy")
    assert purchase_before_pay(choices, f"{purchase.text} pay") is purchase
    assert purchase_before_pay(choices, f"{purchase.text} pay 2 white") is purchase
    assert purchase_before_pay(choices, f"{purchase.number} pay") is purchase
    assert purchase_before_pay(choices, purchase.text) is None
    assert purchase_before_pay(choices, "take pay") is None


def test_every_payment_is_chosen_by_its_words_and_by_its_number() -> None:
    choices = payments()
    for choice in choices:
        assert chosen(choices, choice.text) is choice
        assert chosen(choices, choice.text.partition(" pay ")[2]) is choice
        assert chosen(choices, str(choice.number)) is choice


def test_in_a_payment_a_number_stays_with_its_tokens() -> None:
    choices = payments()
    assert texts(narrowed(choices, "buy D2-07 pay 2 white")) == texts([choices[0], choices[2]])
    assert texts(narrowed(choices, "2 w 1 g")) == texts([choices[2]])
    assert narrowed(choices, "buy D2-07 pay 1 white 2 blue") == []
    assert chosen(choices, "pay 1 white 2 blue") is None
    assert texts(narrowed(choices, "gold")) == texts(choices[1:])


def test_payments_are_completed_in_their_order() -> None:
    choices = payments()
    assert continuations(choices, "buy D2-07 ") == ["pay"]
    assert continuations(choices, "buy D2-07 pay ") == ["2", "1"]
    assert continuations(choices, "buy D2-07 pay 2 ") == ["white"]
    assert continuations(choices, "buy D2-07 pay 2 white 1 ") == ["blue", "gold"]
    assert completed(choices, "buy D2-07 pay 1 w") == "buy D2-07 pay 1 white "
    for line in beginnings(choices):
        assert narrowed(choices, completed(choices, line)), line


def test_notation_that_is_not_listed_is_read_all_the_same() -> None:
    choices = decisions("duel")[0].choices()
    read = written(choices, "take a1 c3 e5", GAME_DUEL)
    assert read is not None
    assert action_text(read) == "take a1 c3 e5"
    assert written(choices, "take me home", GAME_DUEL) is None
