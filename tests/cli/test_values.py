"""What can be typed for an option, and what it means."""

from datetime import timedelta

import pytest
import typer

from gemwright_client.cli.match_request import bank, per_move, per_turn, seat
from gemwright_client.cli.values import GameName, duration
from gemwright_client.pb.game_pb2 import Game
from gemwright_client.pb.matchmaker_service_pb2 import BUILT_IN_BOT_GREEDY, BUILT_IN_BOT_RANDOM
from gemwright_client.wording import game_key
from gemwright_client.words import LANGUAGES, words_of


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("500ms", timedelta(milliseconds=500)),
        ("0s", timedelta()),
        ("30s", timedelta(seconds=30)),
        ("1.5s", timedelta(seconds=1.5)),
        ("5m", timedelta(minutes=5)),
        ("2h", timedelta(hours=2)),
        ("3d", timedelta(days=3)),
    ],
)
def test_a_time_is_a_number_and_its_unit(text: str, time: timedelta) -> None:
    assert duration(text) == duration(f" {text} ") == duration(time) == time


@pytest.mark.parametrize(
    "text",
    ["", "5", "s", "-5s", "5 s", "5S", "1h30m", "1,5s", "1e3s", "soon", "٣s", "9" * 10 + "s"],
)
def test_anything_else_is_no_time(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="is no time, such as 30s, 5m, 2h or 3d"):
        duration(text)


def test_a_seat_is_a_name_a_bot_or_open() -> None:
    assert seat("ann").principal == "ann"
    assert seat("a.b_c:d@e-f").principal == "a.b_c:d@e-f"
    assert seat("open").WhichOneof("holder") == "open"
    assert seat("bot:greedy").bot == BUILT_IN_BOT_GREEDY
    assert seat("bot:random").bot == BUILT_IN_BOT_RANDOM


@pytest.mark.parametrize(
    "text", ["", "a b", "x" * 65, "ann\n", "ån", "bot:", "bot:x", "bot:Greedy"]
)
def test_anything_else_is_no_seat(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        seat(text)


def test_a_bank_has_an_increment_if_one_is_typed() -> None:
    whole = bank("10m+5s").bank
    assert (whole.initial.seconds, whole.increment.seconds) == (600, 5)
    assert not bank("10m").bank.HasField("increment")
    assert per_turn("90s").per_turn.limit.seconds == 90
    assert per_move("2d").per_move.days == per_move("48h").per_move.days == 2


@pytest.mark.parametrize("text", ["10m+", "+5s", "10m+5s+5s", "10m 5s"])
def test_anything_else_is_no_bank(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        bank(text)


@pytest.mark.parametrize("text", ["0d", "36h", "1s", "3"])
def test_days_are_whole(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        per_move(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_can_be_typed_and_has_a_name(language: str) -> None:
    numbers = {name.number for name in GameName}
    assert numbers == set(Game.values()) - {Game.GAME_UNSPECIFIED}
    for number in numbers:
        assert game_key(number) in words_of(language)


def test_a_game_that_is_newer_has_none() -> None:
    assert game_key(99) == game_key(Game.GAME_UNSPECIFIED) == ""
