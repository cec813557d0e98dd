"""An ability is an entry in a table, a card that has it and its words: one is added to a copy.

It asks a decision that there is already. After that the server deals it, lists it, tells it and
plays it, its bots too, and no other file is touched.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from filecmp import dircmp
from pathlib import Path
from typing import Final

import pytest

from gemwright_client.words import LANGUAGES
from tests.test_changing import files_of

ROOT: Final = Path(__file__).parents[1]
SERVER: Final = "server/src/gemwright"
CLIENT: Final = "clients/python/src/gemwright_client"
DUEL: Final = f"{SERVER}/engine/duel"
LAST_ENTRY: Final = "    # Counterfeiter cards.\n"
ENTRY: Final = '    "dowry": Ability("D-ABL-2", on_gain=_take_gold),\n'
TRY: Final = """
from gemwright_client import SyncClient
from gemwright_client.__main__ import main
from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import GAME_DUEL
from gemwright_client.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    CreateMatchRequest,
    SeatSpec,
)

BOT = SeatSpec(bot=BUILT_IN_BOT_GREEDY)
with PrivateServer() as server, SyncClient(server.address, "dev:ann") as client:
    catalogue = client.catalogue.cards(GAME_DUEL, "fr")
    having = [card.card for card in catalogue.cards if "dowry" in card.abilities]
    terms = {term.key: term.text for term in catalogue.terms}
    print(len(having), terms["ability.dowry"], terms["short.dowry"], sep="|")
    request = CreateMatchRequest(game=GAME_DUEL, seats=[BOT, BOT])
    request.spectators.allowed = True
    match = client.match(client.matches.create(request).match.match)
    asked = [
        event.duel.decision_asked.decision.card
        for update in match.updates(after=0)
        for event in update.events
        if event.duel.HasField("decision_asked")
    ]
    print(sum(card in having for card in asked))
    main(["cards", "duel", having[0], "--server", server.address])
main(["arena", "greedy", "random", "--games", "2", "--processes", "1"])
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, in which the cards of level 1 without an ability have a new one."""
    top = tmp_path_factory.mktemp("copy")
    for folder in (SERVER, CLIENT):
        shutil.copytree(ROOT / folder, top / folder, symlinks=True)
    cards = json.loads((top / DUEL / "duel.json").read_text(encoding="utf-8"))
    for card in cards["jewel_cards"]:
        if card["level"] == 1 and card["ability"] == "none":
            card["ability"] = "dowry"
    (top / DUEL / "duel.json").write_text(json.dumps(cards), encoding="utf-8")
    abilities = top / DUEL / "abilities.py"
    before, mark, after = abilities.read_text(encoding="utf-8").partition(LAST_ENTRY)
    assert mark
    abilities.write_text(f"{before}{ENTRY}{mark}{after}", encoding="utf-8")
    for language in LANGUAGES:
        path = top / SERVER / "words" / f"{language}.json"
        words = json.loads(path.read_text(encoding="utf-8"))
        words["terms"] |= {"ability.dowry": f"{language} Take 1 gold.", "short.dowry": "Dowry"}
        path.write_text(json.dumps(words), encoding="utf-8")
    return top


def changed(found: "dircmp[str]", folder: str) -> Iterator[str]:
    """The files that differ, or are in one of two folders only."""
    assert not found.funny_files
    yield from (f"{folder}/{name}" for name in (*found.diff_files, *found.right_only))
    for name, inner in found.subdirs.items():
        yield from changed(inner, f"{folder}/{name}")


def test_the_recipe_names_what_was_touched(copy: Path) -> None:
    touched = {
        path
        for folder in (SERVER, CLIENT)
        for path in changed(
            dircmp(ROOT / folder, copy / folder, ignore=["__pycache__", "terms", "pb"]), folder
        )
    }
    named = {path.replace("counterfeiters.json", "duel.json") for path in files_of("an ability")}
    assert touched == named


def test_it_is_listed_told_and_played(copy: Path) -> None:
    sources = [str(copy / folder) for folder in (Path(SERVER).parent, Path(CLIENT).parent)]
    ended = subprocess.run(
        [sys.executable, "-P", "-c", TRY],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sources), "LANG": "en"},
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    listed, asked, *told = ended.stdout.splitlines()
    number, text, short = listed.split("|")
    assert int(number) > 1
    assert (text, short) == ("fr Take 1 gold.", "Dowry")
    assert int(asked) > 0
    assert any("en Take 1 gold." in line for line in told)
