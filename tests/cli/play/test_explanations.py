"""The answers to `?`: what is possible, what is not and why, at every sort of decision."""

from typing import Final

import pytest

from gemwright_client.cli.play.explanations import (
    decision_text,
    refusal_text,
    summary,
)
from gemwright_client.errors import (
    ActionRefused,
    CallError,
    Facts,
    GemwrightError,
    NotAllowed,
    Unavailable,
    Unreachable,
)
from gemwright_client.pb.game_pb2 import View
from gemwright_client.pb.refusal_pb2 import RefusalReason
from gemwright_client.wording import decision_key
from gemwright_client.words import LANGUAGES
from tests.cli.play.decisions import Decision, one_of_each_sort, pen_of, sort_of, whole_games
from tests.cli.play.seats import at, new, sitting
from tests.client.catalogues import CATALOGUES
from tests.event_loop import on_event_loop
from tests.service.servers import Servers, servers_on

EACH = pytest.mark.parametrize("decision", one_of_each_sort(), ids=sort_of)
REASONS: Final = [name.removeprefix("REFUSAL_REASON_") for name in RefusalReason.keys()[1:]]


def decision_of(sort: str) -> Decision:
    return next(one for one in one_of_each_sort() if sort_of(one) == sort)


def asked(url: str, decision: Decision, line: str, language: str = "en") -> str:
    """What somebody reads who has asked at a decision."""

    async def test() -> str:
        async with servers_on(url) as servers:
            address = servers.hosts[0].address
            match = await at(address, decision)
            async with sitting(address, match, language=language) as ann:
                before = ann.version
                assert await ann.enter(line) == ""
                assert ann.version == before, "asking costs nothing"
                return ann.page

    return on_event_loop(test())


@EACH
def test_a_question_says_what_is_to_be_decided_and_what_is_possible(
    store_url: str, decision: Decision
) -> None:
    page = asked(store_url, decision, "?")
    pen = pen_of(decision.game)
    assert page.startswith(decision_text(decision.view, pen))
    choices = decision.choices()
    for verb in {choice.verb for choice in choices}:
        number = sum(choice.verb == verb for choice in choices)
        first = next(choice.text for choice in choices if choice.verb == verb)
        assert any(
            line.split()[:2] == [verb, str(number)] and f"such as {first}" in line
            for line in page.splitlines()
        )
    assert "is no move" not in page


@EACH
def test_there_are_words_for_every_decision_in_every_language(decision: Decision) -> None:
    said = {decision_text(decision.view, pen_of(decision.game, it)) for it in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all(said)


def test_before_the_deal_there_is_nothing_to_decide() -> None:
    assert decision_key(View()) == ""
    assert decision_text(View(), pen_of("duel")) == ""


def test_at_a_turn_it_is_said_why_other_actions_are_not_possible(store_url: str) -> None:
    first = next(one for one in whole_games() if one.game == "duel")
    page = asked(store_url, first, "?")
    impossible = page.partition("Not possible now:")[2]
    assert "replenish" in impossible
    assert "[D-OPT-2]" in impossible
    assert "claim" in impossible
    assert "pass" in impossible
    assert "\ntake" not in impossible


def test_after_the_turn_only_what_is_asked_is_talked_about(store_url: str) -> None:
    page = asked(store_url, decision_of("duel 10"), "?")
    assert "Not possible now" not in page


def test_a_summary_counts_the_choices_of_each_sort() -> None:
    choices = decision_of("splendor 2").choices()
    assert summary(choices, pen_of("splendor")) == f"discard {len(choices)}"
    assert summary(choices[:1], pen_of("splendor")) == "discard"
    assert summary((), pen_of("splendor")) == ""


def with_card(decision: Decision, verb: str) -> str:
    return next(
        choice.text.split()[1]
        for choice in decision.choices()
        if choice.verb == verb and "-" in choice.text
    )


@pytest.mark.parametrize("sort", ["duel 1", "splendor 1"])
def test_of_a_card_that_can_be_bought_it_is_said_how(store_url: str, sort: str) -> None:
    game = sort.split()[0]
    decision = next(
        one
        for one in whole_games()
        if sort_of(one) == sort
        and any(it.text.startswith("buy " + ("D", "S")[game == "splendor"]) for it in one.choices())
    )
    card = with_card(decision, "buy")
    page = asked(store_url, decision, f"? {card}")
    assert page.startswith(card)
    assert "cost" in page.splitlines()[0]
    assert f"buy {card}" in page
    assert "You lack" not in page
    assert f"buy {card}: " not in page, "it is possible, so nobody is asked"


def test_of_a_card_that_is_too_dear_it_is_said_what_is_missing(store_url: str) -> None:
    first = next(one for one in whole_games() if one.game == "duel")
    card = first.view.duel.table.pyramid[-1]
    page = asked(store_url, first, f"? {card.lower()}")
    assert "You lack" in page
    assert f"buy {card}: Your bonuses and tokens do not pay for this" in page
    assert "[D-BUY-2]" in page


def test_of_a_card_that_lies_elsewhere_it_is_said_that_it_does(store_url: str) -> None:
    first = next(one for one in whole_games() if one.game == "duel")
    card = next(
        it
        for it in ("D2-05", "D2-06", "D2-07", "D2-08", "D2-09")
        if it not in first.view.duel.table.pyramid
    )
    page = asked(store_url, first, f"? {card}")
    assert f"buy {card}: This card is not face up now" in page
    assert f"reserve {card} gold" in page


def test_of_a_reserved_card_it_is_said_whether_it_can_be_bought(store_url: str) -> None:
    decision = next(
        one
        for one in whole_games()
        if sort_of(one) == "duel 1"
        and one.view.duel.private.reserved
        and not any("reserved" in choice.text for choice in one.choices())
    )
    card = decision.view.duel.private.reserved[0]
    page = asked(store_url, decision, f"? {card}")
    assert "buy reserved 1: " in page
    assert "[D-" in page


@pytest.mark.parametrize(
    ("sort", "card", "verb"),
    [
        ("duel 1", "R-1", "royal"),
        ("splendor 1", "", "noble"),
        ("duel_counterfeiters 1", "C-09", "buy"),
    ],
)
def test_of_other_cards_only_what_one_does_with_them_is_tried(
    store_url: str, sort: str, card: str, verb: str
) -> None:
    decision = decision_of(sort)
    card = card or decision.view.splendor.table.nobles[0]
    page = asked(store_url, decision, f"? {card}")
    assert page.startswith(card)
    assert "is no move" not in page
    assert f"{verb} {card}" in page
    assert f"reserve {card}" not in page


def test_what_a_card_does_is_said_in_words(store_url: str) -> None:
    first = next(one for one in whole_games() if one.game == "duel")
    cards = pen_of("duel").cards
    card = next(it for it in first.view.duel.table.pyramid if it and cards[it].abilities)
    page = asked(store_url, first, f"? {card}")
    assert pen_of("duel").say(f"ability.{cards[card].abilities[0]}") in page


def test_a_listed_move_is_said_to_be_possible(store_url: str) -> None:
    decision = decision_of("duel 1")
    text = decision.choices()[0].text
    page = asked(store_url, decision, f"? {text}")
    assert page.startswith("Possible now: ")
    assert text in page.splitlines()[1]


JUDGED: Final = (
    ("duel 1", "take a1 c2", "These cells are not next to each other", "[D-TAKE-"),
    ("duel 1", "pick a1", "The rules do not allow this now", "[D-"),
    ("duel 1", "royal R-1", "The rules do not allow this now", "[D-OPT-1]"),
    ("duel 1", "buy D3-99", "No position allows this", ""),
    ("splendor 1", "take white white gold", "No position allows this", ""),
    ("splendor 1", "noble N-1", "The rules do not allow this now", "[S-"),
    ("duel 10", "take a1", "Something else is to be decided now", "[D-"),
)


@pytest.mark.parametrize(("sort", "line", "why", "rule"), JUDGED)
def test_a_move_that_is_not_possible_is_judged_by_the_rules(
    store_url: str, sort: str, line: str, why: str, rule: str
) -> None:
    page = asked(store_url, decision_of(sort), f"? {line}")
    assert page.startswith(f"{line}: {why}")
    assert rule in page


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_a_turn_nothing_is_said_to_be_asked(servers: Servers, language: str) -> None:
    """Pins that neither a move that is played nor one asked about sends anybody looking."""
    address = servers.hosts[0].address
    async with sitting(address, await new(address), language=language) as ann:
        pen = ann.dialogue.pen
        assert await ann.enter("royal R-1") == "royal R-1"
        assert ann.status == f"{pen.say('error.ACTION_REFUSED')} [D-OPT-1]"
        await ann.enter("? R-1")
        assert ann.status not in ann.page
        assert f"royal R-1: {pen.say('error.ACTION_REFUSED')} [D-OPT-1]" in ann.page


def test_the_rules_judge_in_every_language(store_url: str) -> None:
    line = "? take a1 c2"
    said = {asked(store_url, decision_of("duel 1"), line, language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all(page.startswith("take a1 c2: ") and "[D-TAKE-" in page for page in said)


@pytest.mark.parametrize("line", ["nonsense", "D9-99", "take me home", "\x1b[2J", "é" * 500])
def test_what_is_no_move_and_no_card_is_told_so_shortly(store_url: str, line: str) -> None:
    page = asked(store_url, decision_of("duel 1"), f"?{line}")
    assert page.count("\n") == 0
    assert "is no move; type ? to see what is possible." in page
    assert page.isprintable()
    assert len(page) < 120


async def test_asked_when_it_is_not_ones_turn_the_desk_says_whose_it_is(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match, "dev:bob") as bob:
        await bob.enter("?")
        assert bob.page.startswith("It is the turn of ann.")
        await bob.enter("? take c3")
        assert "Another player is to decide" in bob.page
        await bob.enter("? D1-05")
        assert bob.page.startswith("D1-05")
        assert "buy D1-05" not in bob.page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_every_refusal_is_a_sentence_with_its_rule(reason: str, language: str) -> None:
    error = ActionRefused(Facts("ACTION_REFUSED", "X", "text", refusal=reason, rule="D-TAKE-2"))
    said = refusal_text(error, pen_of("duel", language))
    texts = CATALOGUES[language]
    assert pen_of("duel", language).glyphs.text(texts[f"refusal.{reason}"]) in said
    assert said.endswith("[D-TAKE-2]")
    assert said[0].isupper()


def facts(reason: str, text: str = "a text") -> Facts:
    return Facts(reason, "UNAVAILABLE", text)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ActionRefused(Facts("ACTION_REFUSED", "X", "t", refusal="PASS_NOT_ALLOWED")),
            "You may pass only when nothing else is possible; choose one of the other actions.",
        ),
        (
            ActionRefused(Facts("ACTION_REFUSED", "X", "t", refusal="NEWER", rule="D-9")),
            "The rules do not allow this now; choose another action.",
        ),
        (
            NotAllowed(facts("NOT_YOUR_SEAT")),
            "This seat is not yours; use the token of the one who holds it.",
        ),
        (
            Unavailable(facts("STORE_UNAVAILABLE")),
            "The server cannot save anything right now, and nothing has changed; try again later.",
        ),
        (Unreachable(facts("")), "No server answers; try again when the connection is back."),
        (CallError(facts("NEWER", "too new\x1b[2J")), "too new [2J [NEWER]"),
        (GemwrightError("what it is"), "what it is"),
    ],
)
def test_every_error_is_a_sentence(error: GemwrightError, said: str) -> None:
    assert refusal_text(error, pen_of("duel")) == said
