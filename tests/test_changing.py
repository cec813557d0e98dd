"""The recipes of docs/changing.md: the files and commits that they name are there."""

import re
import shutil
import subprocess
from typing import Final, NamedTuple

import pytest

from gemwright_client.words import LANGUAGES
from tests.test_docs import ROOT

PAGE: Final = (ROOT / "docs/changing.md").read_text(encoding="utf-8")
FIRST_COMMIT: Final = "effabe1"
THINGS: Final = (
    "an ability",
    "an action",
    "an error reason",
    "a field of a view",
    "a setting",
    "a metric",
    "an RPC",
    "a command",
    "a language",
    "a game",
)


class Recipe(NamedTuple):
    """What to touch to add something, in order, and a commit that did so."""

    thing: str
    paths: tuple[str, ...]
    commit: str
    subject: str


def recipe(section: str) -> Recipe:
    """The recipe in the text after `## To add`."""
    thing, _, text = section.partition("\n")
    steps = re.findall(r"^(\d+)\. (.*)$", text, flags=re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1)), thing
    paths = [re.match(r"`([^` ]+)`: \S", step) for _, step in steps]
    examples = re.findall(r"^Example: commit ([0-9a-f]{7,40}), (.+)$", text, flags=re.MULTILINE)
    assert len(examples) == 1, f"{thing}: one example is expected"
    found = tuple(path[1] for path in paths if path is not None)
    assert len(found) == len(steps), f"{thing}: every step begins with a path"
    return Recipe(thing, found, *examples[0])


RECIPES: Final = [recipe(section) for section in PAGE.split("\n## To add ")[1:]]


def files_of(thing: str) -> set[str]:
    """The files of a recipe, one for each language, without the pages of prose."""
    (found,) = [one for one in RECIPES if one.thing == thing]
    return {
        path.replace("<language>", language)
        for path in found.paths
        if not path.endswith(".md")
        for language in LANGUAGES
    }


def test_every_recipe_is_there() -> None:
    assert [one.thing for one in RECIPES] == list(THINGS)


@pytest.mark.parametrize("one", RECIPES, ids=THINGS)
def test_a_recipe_names_files_that_exist(one: Recipe) -> None:
    assert one.paths
    for path in one.paths:
        known, mark, _ = path.partition("<")
        place = ROOT / (known if not mark else known.rpartition("/")[0])
        assert place.exists(), path


def git(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def history() -> None:
    """Skip where the sources came without their history, or without its beginning."""
    if shutil.which("git") is None or git("cat-file", "-e", FIRST_COMMIT).returncode:
        pytest.skip("the history is not here")


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize("one", RECIPES, ids=THINGS)
def test_a_recipe_names_a_commit_that_did_so(one: Recipe) -> None:
    assert git("log", "-1", "--format=%s", one.commit).stdout.strip() == one.subject
