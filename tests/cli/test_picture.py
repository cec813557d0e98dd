"""`gemwright picture`: boards as SVG, of matches and of files."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from gemwright_client.local import PrivateServer
from tests.cli.games import COUNTERFEITERS, DUEL, ONE_OF_EACH, SHORT, SPLENDOR, actions, written
from tests.cli.listeners import nobody
from tests.cli.played import act, finished, new
from tests.cli.terminal import Terminal, gemwright
from tests.cli.typed import Ended, command, run, typed
from tests.cli.watching import EVE

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def picture(*words: str | Path, server: str = "", token: str = EVE) -> Ended:
    return typed("picture", *map(str, words), "--token", token, server=server)


def drawn(ended: Ended) -> Element:
    """The picture that was printed."""
    assert (ended.code, ended.err) == (0, "")
    return fromstring(ended.out)


def said(image: Element) -> str:
    """What a picture says, its title first."""
    return "\n".join(text.text or "" for text in image.iter() if text.text)


def refused(ended: Ended) -> tuple[int, str]:
    """The exit code and the first line of a refusal."""
    assert ended.out == ""
    return ended.code, ended.err.splitlines()[0]


def test_a_match_that_is_played_is_drawn_as_it_is_now(server: str) -> None:
    match = new(server, spectators=True, rounds=1)
    before = picture(match, server=server)
    assert f"{match} · version 1 · bob: " in said(drawn(before))
    assert picture(match, "--at", "1", server=server).out == before.out
    act(server, match)
    assert "version 2 · ann: " in said(drawn(picture(match, server=server)))


@pytest.mark.parametrize("version", ["0", "3"])
def test_other_versions_of_a_match_that_is_played_cannot_be_drawn(
    server: str, version: str
) -> None:
    match = new(server, spectators=True, rounds=2)
    assert refused(picture(match, "--at", version, server=server)) == (
        1,
        "gemwright: The match is at version 2; others can be drawn once it is over.",
    )


def test_every_version_of_a_match_that_is_over_can_be_drawn(server: str) -> None:
    match = finished(server)
    shown = [drawn(picture(match, "--at", str(at), server=server)) for at in range(4)]
    assert "version 0 · ann: " in said(shown[0])
    assert "version 1 · bob: " in said(shown[1])
    assert "version 2 · ann: " in said(shown[2])
    assert "version 3 · ann wins" in said(shown[3])
    assert picture(match, server=server).out == picture(match, "--at", "3", server=server).out
    assert refused(picture(match, "--at", "4", server=server)) == (
        2,
        "gemwright: This game has the versions 0 to 3.",
    )


def test_a_player_sees_their_own_seat(server: str) -> None:
    match = new(server)
    assert "bob (you)" in said(drawn(picture(match, server=server, token="dev:bob")))
    ended = picture(match, "--seat", "2", server=server, token="dev:bob")
    assert "bob (you)" in said(drawn(ended))
    assert refused(picture(match, "--seat", "1", server=server, token="dev:bob"))[0] == 4


def test_a_match_that_waits_shows_who_has_come(server: str) -> None:
    made = typed(
        *("match", "create", "--game", "duel", "--seat", "ann", "--seat", "open"),
        *("--spectators", "--token", "dev:boss"),
        server=server,
    )
    match = made.lines[0].split()[1]
    assert "ann" in said(drawn(picture(match, server=server)))


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.stem)
def test_any_version_of_a_file_can_be_drawn_without_a_server(path: Path) -> None:
    last = len(actions(path))
    for version in (0, 1, last // 2, last - 1, last):
        assert f"version {version} · " in said(drawn(picture(path, "--at", str(version))))
    newest = picture(path)
    assert newest.out == picture(path, "--at", str(last)).out
    assert " wins · " in said(drawn(newest))


def test_a_file_is_drawn_with_all_cards_open_or_those_of_a_seat() -> None:
    every, own = picture(SPLENDOR, "--at", "30"), picture(SPLENDOR, "--at", "30", "--seat", "3")
    assert "(you)" not in said(drawn(every))
    assert "seat 3 (you)" in said(drawn(own))


def test_a_game_comes_through_a_pipe_too() -> None:
    ended = run(command("picture", "-", "--at", "1"), typed=SHORT)
    assert "a-match · version 1 · seat 1: " in said(drawn(ended))


def test_a_picture_is_as_wide_as_one_likes_and_needs_nothing_else() -> None:
    narrow, wide = (drawn(picture(DUEL, "--width", width)) for width in ("600", "2400"))
    assert (narrow.get("width"), wide.get("width")) == ("600", "2400")
    heights = [float(image.get("height", "")) for image in (narrow, wide)]
    assert heights[1] / heights[0] == pytest.approx(4, rel=0.01)
    links = {"href", "src", "{http://www.w3.org/1999/xlink}href", "style"}
    for element in wide.iter():
        assert element.tag.removeprefix(SVG) not in ("image", "use", "style", "script")
        assert links.isdisjoint(element.keys())


@pytest.mark.parametrize("width", ["0", "199", "10001", "wide"])
def test_a_width_that_no_picture_can_have_is_wrong_usage(width: str) -> None:
    assert refused(picture(DUEL, "--width", width))[0] == 2


def test_it_speaks_the_language_that_one_wants() -> None:
    assert "place 2 (vous)" in said(drawn(picture(DUEL, "--seat", "2", "--lang", "fr")))


def test_a_picture_goes_into_the_file_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    ended = picture(COUNTERFEITERS, "--output", path)
    assert (ended.code, ended.out, ended.err) == (0, "", f"Written: {path}\n")
    assert path.read_text(encoding="utf-8") == picture(COUNTERFEITERS).out


def test_a_file_that_is_there_is_kept_unless_one_insists(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    path.write_text("mine")
    assert refused(picture(DUEL, "-o", path)) == (
        1,
        f"gemwright: {path} is there already; --force writes over it.",
    )
    assert path.read_text() == "mine"
    assert picture(DUEL, "-o", path, "--force").code == 0
    assert path.read_text(encoding="utf-8") == picture(DUEL).out


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "board.svg"
    assert refused(picture(DUEL, "-o", path)) == (
        1,
        f"gemwright: The file {path} cannot be written: No such file or directory",
    )
    assert refused(picture(DUEL, "-o", tmp_path, "--force"))[1].endswith("Is a directory")


def test_on_a_terminal_a_picture_becomes_a_file_beside_one(server: str, tmp_path: Path) -> None:
    match = finished(server)
    call = gemwright("picture", match, "--at", "2", "--server", server, "--token", EVE)
    with Terminal(call, folder=tmp_path) as terminal:
        assert terminal.ended() == 0
        assert terminal.left == f"Written: {match}-2.svg"
    with Terminal(gemwright("picture", str(DUEL), "--at", "3"), folder=tmp_path) as terminal:
        assert terminal.ended() == 0
    assert {path.name for path in tmp_path.iterdir()} == {"duel-1-3.svg", f"{match}-2.svg"}
    assert f"{match} · version 2 · " in said(fromstring((tmp_path / f"{match}-2.svg").read_text()))


def test_on_a_terminal_a_dash_prints_the_picture(tmp_path: Path) -> None:
    call = gemwright("picture", str(DUEL), "--output", "-")
    with Terminal(call, folder=tmp_path, rows=2_000) as terminal:
        assert terminal.ended() == 0
        assert terminal.left.endswith("</svg>")
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_drawn_is_refused(server: str, tmp_path: Path) -> None:
    broken = written(tmp_path, "gemwright game 1\ngame duel\nhello\n")
    assert refused(picture(broken)) == (
        1,
        f"gemwright: {broken} cannot be replayed: line 3: 'hello' is not known here",
    )
    assert refused(picture(tmp_path / "missing.txt"))[1].endswith("No such file or directory")
    assert refused(picture("missing.txt"))[1].endswith("No such file or directory")
    assert refused(picture(tmp_path))[1].endswith("Is a directory")
    assert refused(picture(DUEL, "--at", "999"))[0] == 2
    assert refused(picture(DUEL, "--seat", "3")) == (2, "gemwright: The game has 2 seats.")
    assert refused(picture("a" * 24, server=server))[0] == 5
    assert refused(picture(new(server), server=server))[0] == 4
    assert refused(picture("a" * 24, "--patience", "200ms", server=nobody()))[0] == 3
