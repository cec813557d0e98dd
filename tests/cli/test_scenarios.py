"""`gemwright scenarios`, and the scenarios that `match create` and `play` begin from."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gemwright.scenarios import scenarios
from gemwright_client.local import PrivateServer
from gemwright_client.pb.catalog_service_pb2 import ListScenariosResponse, Scenario
from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchResponse
from gemwright_client.words import words_of
from tests.cli.newer import newer
from tests.cli.typed import command, run, typed
from tests.client.catalogues import SCENARIOS

WORDS = words_of("en")
ANN = ("--token", "dev:ann")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of these tests."""
    with PrivateServer() as private:
        yield private.address


def test_every_scenario_is_listed_with_what_there_is_to_see_and_to_play(server: str) -> None:
    ended = typed("scenarios", server=server)
    assert (ended.code, ended.err) == (0, "")
    assert [line.split()[0] for line in ended.lines[1:]] == list(scenarios())
    claim = next(line for line in ended.lines if line.startswith("duel-win-by-claim "))
    assert SCENARIOS["en"]["duel-win-by-claim"] in claim
    assert claim.endswith("  claim")


def test_the_list_can_be_of_one_game_and_in_another_language(server: str) -> None:
    ended = typed("scenarios", "--game", "splendor", "--lang", "fr", server=server)
    assert ended.code == 0
    assert {line.split("-")[0] for line in ended.lines[1:]} == {"splendor"}
    assert SCENARIOS["fr"]["splendor-discard"] in ended.out


def test_in_json_every_line_is_a_scenario(server: str) -> None:
    found = typed("scenarios", "--json", server=server).messages(Scenario)
    assert [each.scenario for each in found] == list(scenarios())


def test_a_server_without_any_says_so() -> None:
    with newer({"CatalogService/ListScenarios": ListScenariosResponse()}) as other:
        ended = typed("scenarios", server=other)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == f"{WORDS('cli.no_scenarios')}\n"


def test_a_match_can_be_created_from_one(server: str) -> None:
    words = ("match", "create", "--scenario", "duel-steal")
    made = typed(*words, *ANN, "--json", server=server).message(CreateMatchResponse)
    assert made.match.seats[0].principal == "ann"
    ended = typed("match", "create", "--scenario", "duel-nothing", *ANN, server=server)
    assert (ended.code, ended.out) == (1, "")
    assert "scenario" in ended.err


def test_one_can_be_played(server: str) -> None:
    words = ("play", "--scenario", "duel-win-by-claim", *ANN, "--server", server)
    ended = run(command(*words), typed="claim\n")
    assert (ended.code, ended.err) == (0, "")
    assert words_of("en")["end.BLOCKING_CLAIM"] in ended.out


def test_one_can_be_played_without_a_server(tmp_path: Path) -> None:
    words = ("play", "--scenario", "duel-win-by-claim", "--data", str(tmp_path))
    ended = run(command(*words), typed="claim\n")
    assert (ended.code, ended.err) == (0, "")
    assert words_of("en")["end.BLOCKING_CLAIM"] in ended.out


@pytest.mark.parametrize("words", ["--game duel", "--seats 2", "--bot random", "--hot-seat"])
def test_what_a_scenario_says_itself_is_not_said_again(words: str) -> None:
    ended = typed("play", "--scenario", "duel-steal", *words.split())
    assert (ended.code, ended.out) == (2, "")
    assert WORDS("cli.scenario_alone") in ended.err
