"""Pictures of matches: what must be on them, and that nothing lies outside them."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, cast
from xml.etree import ElementTree

import pytest

from gemwright.contract.cards import card_messages
from gemwright.engine.record import read_record
from gemwright_client.board import Cards
from gemwright_client.board.cards import KINDS, counts_of
from gemwright_client.pb.catalog_service_pb2 import Card, ListCardsResponse
from gemwright_client.pb.duel_view_pb2 import DuelDecisionKind
from gemwright_client.pb.game_pb2 import Game, View
from gemwright_client.pb.match_pb2 import MATCH_STATE_WAITING, Match, MatchState, Seat
from gemwright_client.pb.outcome_pb2 import EndReason
from gemwright_client.pb.splendor_decision_pb2 import SplendorDecisionKind
from gemwright_client.pb.token_pb2 import TOKEN_KIND_BLACK, TokenCounts, TokenKind
from gemwright_client.picture import picture
from gemwright_client.picture.gems import draw_gem
from gemwright_client.picture.svg import Drawing, fitted, text_width
from gemwright_client.rules.replay import Replay
from gemwright_client.words import LANGUAGES, words_of

GAMES: Final = Path(__file__).parents[1] / "golden" / "games"
FILES: Final = (
    "duel-1",
    "duel-4",
    "foreign-1",
    "duel_counterfeiters-2",
    "duel_counterfeiters-4",
    "splendor-2-1",
    "splendor-3-1",
    "splendor-4-1",
    "splendor-4-3",
)
NEWER: Final = 99
"""A number that no enum of this version has."""
NAMES: Final = ("ann", "bot:greedy", "cleo", "dan")
LONG: Final = "a-principal-with-the-longest-name-that-is-allowed-of-64-letters.W"
SVG: Final = "{http://www.w3.org/2000/svg}"
SHAPES: Final = {f"{SVG}{name}" for name in ("rect", "circle", "polygon", "text", "title", "desc")}


@cache
def replay_of(name: str) -> Replay:
    return Replay.of_text((GAMES / f"{name}.txt").read_text(), NAMES)


@cache
def cards_of(name: str) -> Mapping[str, Card]:
    game = read_record((GAMES / f"{name}.txt").read_text()).game
    cards = [Card.FromString(card.SerializeToString()) for card in card_messages(game)]
    return {card.card: card for card in cards}


def drawn(name: str, version: int, *, lang: str = "en", is_open: bool = True) -> str:
    replay = replay_of(name)
    view = replay.open_at(version) if is_open else replay.at(version)
    return picture(replay.match(version), view, cards_of(name), words_of(lang))


def moments(name: str) -> list[int]:
    versions = replay_of(name).versions
    return [
        versions[0],
        versions[len(versions) // 3],
        versions[len(versions) * 2 // 3],
        versions[-1],
    ]


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def extent(element: ElementTree.Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is drawn."""
    match element.tag.removeprefix(SVG):
        case "rect":
            x, y = float(element.get("x", "0")), float(element.get("y", "0"))
            return x, y, x + float(element.attrib["width"]), y + float(element.attrib["height"])
        case "circle":
            x, y, radius = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
            return x - radius, y - radius, x + radius, y + radius
        case "polygon":
            points = [point.split(",") for point in element.attrib["points"].split()]
            across, down = [float(x) for x, _ in points], [float(y) for _, y in points]
            return min(across), min(down), max(across), max(down)
        case _:
            return text_extent(element)


def text_extent(element: ElementTree.Element) -> tuple[float, float, float, float]:
    x, y, size = (float(element.attrib[name]) for name in ("x", "y", "font-size"))
    width = text_width(element.text or "", size, is_bold="font-weight" in element.attrib)
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[element.attrib["text-anchor"]]
    return left, y - size, left + width, y + size * 0.25


def check(svg: str) -> None:
    """It is a picture that needs nothing else, and all of it can be seen."""
    root = ElementTree.fromstring(svg)
    left, top, width, height = (float(number) for number in root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert float(root.attrib["height"]) == pytest.approx(
        float(root.attrib["width"]) * height / width, abs=1
    )
    for element in root:
        assert element.tag in SHAPES
        assert not any("href" in name or "url(" in value for name, value in element.attrib.items())
        if element.tag.removeprefix(SVG) in ("title", "desc") or element.get("width") == "100%":
            continue
        box = extent(element)
        assert box[0] >= 0, ElementTree.tostring(element)
        assert box[1] >= 0, ElementTree.tostring(element)
        assert box[2] <= width, ElementTree.tostring(element)
        assert box[3] <= height, ElementTree.tostring(element)


def ids_in(view: View) -> Iterator[str]:
    """Every card that a view names."""
    duel, splendor = view.duel.table, view.splendor.table
    yield from (*duel.pyramid, *duel.royals, *duel.counterfeiters, *view.duel.private.dug)
    for player in duel.players:
        yield from (owned.card for owned in player.cards)
        yield from (*player.royals, *player.counterfeiters)
        yield from (entry.card for entry in player.reserved)
    yield from (*splendor.face_up, *splendor.nobles, *splendor.removed_nobles)
    yield from (entry.card for entry in splendor.removed_cards)
    for seat in splendor.players:
        yield from (*seat.cards, *seat.nobles)
        yield from (entry.card for entry in seat.reserved)


def counts_in(view: View) -> list[TokenCounts]:
    """Every number of tokens that a view names, in the order of a picture."""
    if view.HasField("duel"):
        return [view.duel.table.bag, *(player.tokens for player in view.duel.table.players)]
    table = view.splendor.table
    return [table.supply, *(player.tokens for player in table.players)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_a_picture_is_whole_at_any_time_in_any_language(name: str, lang: str) -> None:
    for version in moments(name):
        for is_open in (True, False):
            check(drawn(name, version, lang=lang, is_open=is_open))


@pytest.mark.parametrize("name", FILES)
def test_every_card_of_the_view_is_there_once(name: str) -> None:
    for version in moments(name):
        found = texts(drawn(name, version))
        shown = sorted(text for text in found if text in cards_of(name))
        assert shown == sorted(card for card in ids_in(replay_of(name).open_at(version)) if card)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_every_number_of_tokens_is_there_beside_its_letter(name: str, lang: str) -> None:
    words = words_of(lang)
    for version in moments(name):
        found = " ".join(texts(drawn(name, version, lang=lang)))
        view = replay_of(name).open_at(version)
        kinds = [kind for kind in KINDS if is_in_game(kind, name)]
        place = 0
        for counts in counts_in(view):
            row = " ".join(f"{words(f'mark.{kind}')} {counts_of(counts)[kind]}" for kind in kinds)
            place = found.index(row, place) + len(row)


def is_in_game(kind: str, name: str) -> bool:
    if kind == "glassware":
        return "counterfeiters" in name
    return kind != "pearl" or "splendor" not in name


def test_a_card_says_what_it_costs_and_does() -> None:
    view = replay_of("duel-1").at(0)
    view.duel.table.pyramid[:] = ["D3-01", *[""] * 11]
    view.duel.table.royals[:] = [""] * 4
    card = Card(card="D3-01", level=3, points=4, crowns=2, bonus=TOKEN_KIND_BLACK)
    card.cost.white, card.cost.pearl, card.abilities[:] = 6, 1, ["steal"]
    svg = picture(replay_of("duel-1").match(0), view, {"D3-01": card}, words_of("en"))
    found = texts(svg)
    place = found.index("4")
    assert found[place : place + 8] == ["4", "K", "steal", "W", "6", "P", "1", "D3-01"]
    crown = [
        len(it.attrib["points"].split()) for it in ElementTree.fromstring(svg).iter(f"{SVG}polygon")
    ]
    assert crown.count(7) == 2 + len(view.duel.table.players)


def test_nothing_is_shown_that_the_view_does_not_say() -> None:
    replay = replay_of("splendor-4-1")
    version = next(it for it in replay.versions if any(c == "" for c in reserved_in(replay.at(it))))
    known = set(ids_in(replay.at(version)))
    secret = set(ids_in(replay.open_at(version))) - known
    assert secret
    assert not secret & set(texts(drawn("splendor-4-1", version, is_open=False)))
    assert "?" in texts(drawn("splendor-4-1", version, is_open=False))


def reserved_in(view: View) -> list[str]:
    return [entry.card for player in view.splendor.table.players for entry in player.reserved]


@pytest.mark.parametrize("name", ["splendor-4-1", "duel_counterfeiters-4"])
def test_a_seat_sees_its_own_reserve(name: str) -> None:
    replay = replay_of(name)
    for version in moments(name):
        for seat in range(len(replay.match(version).seats)):
            view = replay.at(version, seat)
            private = view.duel.private if view.HasField("duel") else view.splendor.private
            svg = picture(
                replay.match(version), view, cards_of(name), words_of("en"), viewer_seat=seat
            )
            check(svg)
            assert set(private.reserved) <= set(texts(svg))


def test_who_looks_at_cards_of_a_deck_sees_them() -> None:
    name, words = "duel_counterfeiters-4", words_of("en")
    view = replay_of(name).at(9, 0)
    view.duel.table.dug_level = 3
    caption = f"{words('picture.dug')}: {words('level')} 3"
    hidden = picture(replay_of(name).match(9), view, cards_of(name), words)
    view.duel.private.dug[:] = ["D3-01", "D3-02", "D3-13"]
    shown = picture(replay_of(name).match(9), view, cards_of(name), words)
    check(shown)
    assert caption in texts(hidden)
    assert caption in texts(shown)
    assert len(texts(shown)) > len(texts(hidden))
    assert {"D3-01", "D3-02", "D3-13"} <= set(texts(shown))


def test_the_head_says_what_it_is_and_whose_turn() -> None:
    match = replay_of("duel-1").match(0)
    name = ("ann", "greedy")[match.seat_to_act]
    root = ElementTree.fromstring(drawn("duel-1", 0))
    title, story = root.findtext(f"{SVG}title") or "", root.findtext(f"{SVG}desc") or ""
    assert title.startswith("Duel · bots · version 0 · ")
    assert f"{name}: {words_of('en')('decision.duel.TURN')}" in title
    assert "ann: 0 Prestige points, 0 cards." in story
    assert "greedy: 0 Prestige points, 0 cards." in story
    assert root.attrib["aria-labelledby"] == "title story"


def test_the_end_says_who_won_and_why() -> None:
    last = replay_of("duel-1").versions[-1]
    for lang in LANGUAGES:
        words = words_of(lang)
        found = texts(drawn("duel-1", last, lang=lang))
        assert f"{words('wins', name='ann')} · {words('end.POINTS')}" in found
    match = replay_of("duel-1").match(last)
    match.outcome.winners[:] = [0, 1]
    view = replay_of("duel-1").at(last)
    assert "ann, greedy win together" in picture(match, view, {}, words_of("en"))
    del match.outcome.winners[:]
    assert "A draw" in picture(match, view, {}, words_of("en"))


@pytest.mark.parametrize("name", ["duel-4", "duel_counterfeiters-4", "splendor-3-1"])
def test_cards_that_are_not_known_are_there_by_their_ids(name: str) -> None:
    replay = replay_of(name)
    for version in moments(name):
        view = replay.open_at(version)
        svg = picture(replay.match(version), view, {}, words_of("fr"))
        check(svg)
        assert {card for card in ids_in(view) if card} <= set(texts(svg))


@pytest.mark.parametrize("name", ["duel-4", "duel_counterfeiters-4", "splendor-3-1"])
def test_what_is_newer_than_this_library_is_drawn_as_well_as_can_be(name: str) -> None:
    replay = replay_of(name)
    for version in moments(name):
        match, view = replay.match(version), replay.open_at(version)
        match.game, match.state = cast(Game, NEWER), cast(MatchState, NEWER)
        match.outcome.reasons.append(cast(EndReason, NEWER))
        if view.HasField("duel"):
            view.duel.table.board[3] = cast(TokenKind, NEWER)
        check(picture(match, view, strange_cards(view), words_of("en")))
        match.ClearField("outcome")
        match.seat_to_act = 1
        if view.HasField("duel"):
            view.duel.table.decision.kind = cast(DuelDecisionKind, NEWER)
        else:
            view.splendor.table.decision.kind = cast(SplendorDecisionKind, NEWER)
        svg = picture(match, view, strange_cards(view), words_of("en"))
        check(svg)
        assert "teleport" in texts(svg)


def strange_cards(view: View) -> dict[str, Card]:
    cards = {}
    for card_id in filter(None, ids_in(view)):
        card = Card(card=card_id, abilities=["teleport"], level=7, crowns=9, points=123)
        card.bonus, card.bonus_count = cast(TokenKind, NEWER), 9
        card.cost.CopyFrom(TokenCounts(**dict.fromkeys(KINDS, 12)))
        cards[card_id] = card
    return cards


def test_names_are_text_and_nothing_else() -> None:
    replay = replay_of("splendor-3-1")
    match = replay.match(0)
    match.match = "</title><script>"
    names = ("<&\"'>\x00\ud7ff\ufffe", LONG, "宝石" * 30)
    for seat, name in zip(match.seats, names, strict=True):
        seat.principal = name
    svg = picture(match, replay.at(0), cards_of("splendor-3-1"), words_of("en"))
    check(svg)
    assert "<&\"'>\ufffd\ud7ff\ufffd" in texts(svg)
    assert "<script>" not in svg
    assert any(text.endswith("…") and LONG.startswith(text[:-1]) for text in texts(svg))


def test_a_match_without_a_view_shows_who_is_there() -> None:
    match = Match(match="soon", game="GAME_SPLENDOR", state=MATCH_STATE_WAITING)
    match.seats.extend([Seat(seat=0, principal="ann", is_filled=True), Seat(seat=1)])
    svg = picture(match, View(), {}, words_of("en"), viewer_seat=0)
    check(svg)
    words = words_of("en")
    for text in ("ann (you)", words("has_come"), words("has_not_come"), "Waiting for players"):
        assert text in texts(svg)


def test_the_same_match_makes_the_same_bytes() -> None:
    assert drawn("duel-4", 40) == drawn("duel-4", 40)
    assert drawn("duel-4", 40) != drawn("duel-4", 41)


def test_a_picture_is_as_wide_as_asked_for() -> None:
    replay = replay_of("duel-1")
    for width in (300, 1200, 4000):
        svg = picture(replay.match(0), replay.at(0), {}, words_of("en"), width=width)
        assert ElementTree.fromstring(svg).attrib["width"] == str(width)
        check(svg)


def test_it_takes_the_cards_of_a_board() -> None:
    listed = Cards(ListCardsResponse(cards=cards_of("duel-1").values()))
    replay = replay_of("duel-1")
    svg = picture(replay.match(5), replay.open_at(5), listed, words_of("en"))
    assert svg == drawn("duel-1", 5)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_has_a_shape_and_a_letter_of_its_own(lang: str) -> None:
    shapes, letters = set(), set()
    for kind in KINDS:
        drawing = Drawing()
        draw_gem(drawing, words_of(lang), kind, 50, 50, 20)
        shape, letter = ElementTree.fromstring(drawing.document(100, 100, 100, "", "", "#fff"))[-2:]
        shapes.add(shape.get("points", shape.tag))
        letters.add(letter.text)
    assert len(shapes) == len(letters) == len(KINDS)


def test_a_text_is_cut_where_it_must_be() -> None:
    assert fitted("short", 10, 100) == "short"
    assert fitted("much too long for this", 10, 60) == "much too…"
    assert fitted("anything", 10, 1) == "…"
