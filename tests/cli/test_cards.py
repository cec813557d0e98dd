"""`gemwright cards`: every sort of search, in every language, with a server and without."""

from collections.abc import Callable, Iterator, Mapping

import pytest

from gemwright_client.local import PrivateServer
from gemwright_client.pb.catalog_service_pb2 import CARD_SORT_NOBLE, Card, ListCardsResponse
from gemwright_client.pb.token_pb2 import TOKEN_KIND_RED
from tests.cli.listeners import nobody
from tests.cli.newer import newer
from tests.cli.terminal import Terminal, gemwright
from tests.cli.typed import Ended, typed


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def found(server: str, *words: str) -> list[Card]:
    """The cards that a search finds."""
    return ended(server, *words, "--json").messages(Card)


def ended(server: str, *words: str) -> Ended:
    """A search that went well."""
    done = typed("cards", *words, server=server)
    assert (done.code, done.err) == (0, "")
    return done


def ids(cards: list[Card]) -> list[str]:
    """What they are called."""
    return [card.card for card in cards]


def test_without_words_there_are_all_cards_of_duel(server: str) -> None:
    everything = found(server)
    assert len(everything) == 71
    assert everything == found(server, "duel")
    table = ended(server).lines
    assert " ".join(table[0].split()) == "card sort level bonus points crowns cost ability"
    assert [line.split()[0] for line in table[1:]] == ids(everything)


def test_a_column_that_no_card_fills_is_left_out(server: str) -> None:
    nobles = ended(server, "splendor", "noble").lines
    assert nobles[0].split() == ["card", "sort", "points", "cost"]
    assert nobles[1].split() == ["N-1", "Noble", "3", "4", "green,", "4", "red"]


@pytest.mark.parametrize(("game", "number"), [("counterfeiters", 96), ("splendor", 100)])
def test_a_game_may_be_named_anywhere(server: str, game: str, number: int) -> None:
    assert len(found(server, game)) == number
    assert found(server, "red", game) == found(server, game, "red")


def test_a_colour_finds_its_bonus(server: str) -> None:
    cards = found(server, "red")
    assert cards
    assert all(card.bonus == TOKEN_KIND_RED for card in cards)
    assert found(server, "Red") == cards


def test_pearl_finds_what_costs_one(server: str) -> None:
    cards = found(server, "pearl")
    assert cards
    assert all(card.cost.pearl for card in cards)
    assert any(card.cost.glassware for card in found(server, "counterfeiters", "glassware"))


COMPARED: Mapping[str, Callable[[Card], bool]] = {
    "level:2": lambda card: card.level == 2,
    "level=2": lambda card: card.level == 2,
    "points>=4": lambda card: card.points >= 4,
    "points<1": lambda card: card.points < 1,
    "points>4": lambda card: card.points > 4,
    "RED<=1": lambda card: card.cost.red <= 1,
    "red>2": lambda card: card.cost.red > 2,
}


@pytest.mark.parametrize(("word", "is_fit"), COMPARED.items())
def test_numbers_compare(server: str, word: str, is_fit: Callable[[Card], bool]) -> None:
    everything = found(server, "splendor")
    assert found(server, "splendor", word) == [card for card in everything if is_fit(card)]


def test_crowns_are_numbers_too(server: str) -> None:
    assert {card.crowns for card in found(server, "crowns:1")} == {1}


def test_the_cost_is_that_of_all_tokens(server: str) -> None:
    (card,) = found(server, "splendor", "level:1", "cost=3", "white:3")
    assert (card.cost.white, card.cost.blue) == (3, 0)


def test_every_word_must_fit(server: str) -> None:
    assert ids(found(server, "red", "level:3", "points>3")) == ["D3-08"]


def test_other_words_are_looked_for_in_ids_sorts_and_abilities(server: str) -> None:
    assert ids(found(server, "d1-01")) == ["D1-01"]
    assert {card.sort for card in found(server, "splendor", "NOBLE")} == {CARD_SORT_NOBLE}
    again = found(server, "another turn")
    assert again == found(server, "extra_turn")
    assert all("extra_turn" in card.abilities for card in again)
    assert all(card.is_wild for card in found(server, "any colour"))


@pytest.mark.parametrize(
    ("language", "words", "heading"),
    [
        ("fr", ("rouge", "niveau:3", "points>3"), "carte"),
        ("fr", ("red", "level:3", "points>3"), "carte"),
        ("fr", ("ROUGE", "couronnes=0", "coût:10"), "carte"),
        ("es", ("rojo", "nivel:3", "puntos>3"), "carta"),
        ("es", ("rojo", "coronas:0", "coste:10"), "carta"),
    ],
)
def test_searches_are_in_the_language_of_the_user_too(
    server: str, language: str, words: tuple[str, ...], heading: str
) -> None:
    lines = ended(server, *words, "--lang", language).lines
    assert lines[0].startswith(f"{heading} ")
    assert [line.split()[0] for line in lines[1:]] == ["D3-08"]


@pytest.mark.parametrize("word", ["cost<", "cost<=x", "level<=-1", "a:b:1", "foo<3", "level:100"])
def test_a_comparison_that_is_none_is_refused(word: str) -> None:
    done = typed("cards", word, server=nobody())
    assert (done.code, done.out) == (2, "")
    assert f"'{word.partition('<3')[0]}' is no " in done.err


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_search_that_finds_nothing_says_so_and_ends_with_1(
    server: str, more: tuple[str, ...]
) -> None:
    done = typed("cards", "red", "crowns>9", *more, server=server)
    assert (done.code, done.out) == (1, "")
    assert done.err == "No card fits: duel red crowns>9\n"


def test_without_a_server_the_rules_have_the_cards(server: str) -> None:
    away = nobody()
    for game in ("duel", "counterfeiters", "splendor"):
        done = typed("cards", game, "--json", server=away)
        assert done.code == 0
        assert done.messages(Card) == found(server, game)
        assert done.err == (
            f"No server answers at {away}; these are the cards of the rules installed here.\n"
        )


def test_a_card_of_a_newer_server_is_shown_as_far_as_it_is_known() -> None:
    # Numbers that this contract has no names for: a newer server's, which the stubs do not allow.
    card = Card(card="X-1", sort=9, level=4, bonus=99, abilities=["fly"])  # type: ignore[arg-type]
    with newer({"CatalogService/ListCards": ListCardsResponse(cards=[card])}) as address:
        assert ended(address).lines[1].split() == ["X-1", "?", "4", "fly"]
        assert found(address) == [card]


def test_a_terminal_has_the_whole_table_within_its_width(server: str) -> None:
    words = gemwright("cards", "level:1", "red", "--server", server)
    with Terminal(words, rows=60, environment={"COLUMNS": "80"}) as terminal:
        assert terminal.ended() == 0
        shown = terminal.left
    assert "\nD1-18  " in shown
    assert "Take another" in shown
    assert max(map(len, shown.splitlines())) <= 80
