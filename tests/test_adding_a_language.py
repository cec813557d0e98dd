"""A language is three new files and no code: one is added to a copy of the sources.

After that `make web` builds the table anew, of which a test with Node does what concerns it.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.client.catalogues import COMMAND_LINE, SCENARIOS, TABLE, TERMS
from tests.test_changing import RECIPES

ROOT: Final = Path(__file__).parents[1]
SERVER: Final = "server/src/gemwright"
CLIENT: Final = "clients/python/src/gemwright_client"
WEB: Final = "clients/web"
TRY: Final = """
import json
from gemwright_client import SyncClient
from gemwright_client.__main__ import main
from gemwright_client.local import PrivateServer
from gemwright_client.pb.game_pb2 import Game

with PrivateServer() as server, SyncClient(server.address) as client:
    terms = client.catalogue.cards(Game.GAME_DUEL, "xx").terms
    scenarios = client.catalogue.scenarios("xx")
    print(json.dumps({term.key: term.text for term in terms}))
    print(json.dumps({one.scenario: one.text for one in scenarios}))
    main(["cards", "duel", "D1-04", "--lang", "xx", "--server", server.address])
"""


def marked(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts as they are in the new language."""
    return {key: f"xx {text}" for key, text in texts.items()}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, with a file more in each folder of words."""
    top = tmp_path_factory.mktemp("copy")
    for folder in (SERVER, CLIENT, f"{WEB}/src/table"):
        shutil.copytree(ROOT / folder, top / folder, symlinks=True)
    for script in (ROOT / WEB).glob("*.mjs"):
        shutil.copy(script, top / WEB)
    table = marked(TABLE["en"])
    server = {
        "name": "Xhosa",
        "english_name": "Xhosa",
        "terms": marked(TERMS["en"]),
        "scenarios": marked(SCENARIOS["en"]),
    }
    write(top / SERVER / "words", server)
    write(top / CLIENT / "words", marked(COMMAND_LINE["en"]))
    write(top / WEB / "src/table/words", table)
    write(top / SERVER / "web/words", table)  # as make web does
    return top


def write(folder: Path, texts: Mapping[str, object]) -> None:
    (folder / "xx.json").write_text(json.dumps(texts), encoding="utf-8")


def test_the_recipe_names_what_was_added() -> None:
    (recipe,) = [one for one in RECIPES if one.thing == "a language"]
    folders = (f"{SERVER}/words", f"{CLIENT}/words", f"{WEB}/src/table/words")
    named = {path for path in recipe.paths if not path.endswith(".md")}
    assert named == {f"{folder}/<language>.json" for folder in folders}


def test_the_server_and_the_command_line_speak_it(copy: Path) -> None:
    sources = [str(copy / folder) for folder in (Path(SERVER).parent, Path(CLIENT).parent)]
    ended = subprocess.run(
        [sys.executable, "-P", "-c", TRY],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sources)},
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    terms, scenarios, headings, *_ = ended.stdout.splitlines()
    assert json.loads(terms) == marked(TERMS["en"] | TABLE["en"])
    assert json.loads(scenarios) == marked(SCENARIOS["en"])
    assert headings.startswith(f"xx {COMMAND_LINE['en']['cli.heading_card']}")


@pytest.mark.clients
def test_the_table_lists_it(copy: Path) -> None:
    script = copy / WEB / "languages.mjs"
    assert subprocess.run(["node", script, "--check"], check=False).returncode == 1
    subprocess.run(["node", script], check=True)
    listed = (copy / WEB / "src/table/language/languages.ts").read_text(encoding="utf-8")
    assert listed.splitlines()[-2] == '  xx: "Xhosa",'
