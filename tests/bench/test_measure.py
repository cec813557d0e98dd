"""The shape of the code is measured, and what the measures read is read as it stands there."""

from pathlib import Path
from textwrap import dedent

import pytest

from measure import AIMS, EVERY, TITLES, unmet
from measure_changes import Stop, Touched, broken_hops, recipes, touched
from measure_source import Source, source_of
from tests.bench.trials import figures_of, said_by

PROMISED = {
    *("action_functions", "action_files", "action_layer_changes"),
    *("resume_functions", "resume_files"),
    *("server_lines", "server_modules"),
    *("function_median", "function_p90", "function_longest"),
}
"""The figures that others read."""

PAGE = """\
    # How to change it

    ## To add an ability
    1. `protos/gemwright/v1/game.proto`: its name
    2. `server/src/gemwright/engine/duel/abilities.py`: what it does, as
       `other.py` does
    3. `server/src/gemwright/pb/game_pb2.py`, by `make protos`
    4. `tests/engine/duel/test_abilities.py`
    5. `docs/rules/duel.md`

    Look at `server/src/gemwright/engine/duel/play.py` too.

    ## A word on tests
    1. `tests/conftest.py`

    ## To add a language
    1. `words/<language>.json`: all words; `terms.json` too, and `docs/<language>.md`
    """


def test_every_measure_is_taken() -> None:
    figures = figures_of("measure.py")
    assert figures.keys() >= PROMISED
    assert {name for name in figures if not name.startswith(EVERY)} <= TITLES.keys()
    assert all(figure > 0 for figure in figures.values())


def test_the_calls_of_an_action_are_listed_in_order() -> None:
    listed = said_by("measure.py", "--where")
    action, _, resume = listed.partition("A resumed watch:")
    assert action.startswith("An action:")
    for way in (action, resume):
        assert way.splitlines()[2].startswith("rpc ")


def test_a_figure_beyond_its_aim_or_without_a_value_is_told() -> None:
    figures = {**AIMS, "action_files": AIMS["action_files"] + 1}
    del figures["hops_to_a_rule"]
    told = "\n".join(unmet(figures))
    assert "files of an action: 36, not 35 at most" in told
    assert "hops from README to a rule: unknown, not 5 at most" in told
    assert "files to add an RPC" not in told


def test_the_lines_of_generated_code_do_not_count(tmp_path: Path) -> None:
    text = dedent("""\
        @cached
        def outer():
            def inner():
                pass

            return inner
        """)
    for folder in ("", "part", "pb", "part/pb"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "code.py").write_text(text, encoding="utf-8")
    assert source_of(tmp_path) == Source((6, 6), (5, 2, 5, 2))


def test_a_recipe_is_the_files_that_the_items_of_its_list_name() -> None:
    found = recipes(dedent(PAGE))
    assert found.keys() == {"an ability", "a language"}
    assert len(found["an ability"]) == 5
    assert found["a language"] == [
        "words/<language>.json",
        "words/terms.json",
        "docs/<language>.md",
    ]


def test_what_is_generated_or_a_test_or_prose_is_counted_apart(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/changing.md").write_text(dedent(PAGE), encoding="utf-8")
    assert touched(tmp_path)["ability"] == Touched(
        ("protos/gemwright/v1/game.proto", "server/src/gemwright/engine/duel/abilities.py"),
        ("tests/engine/duel/test_abilities.py",),
        ("docs/rules/duel.md",),
        ("server/src/gemwright/pb/game_pb2.py",),
        3,
    )


def test_a_file_for_each_language_is_counted_once_and_apart_as_many_times(tmp_path: Path) -> None:
    for path in ("docs/changing.md", "words/en.json", "words/fr.json"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(dedent(PAGE), encoding="utf-8")
    found = touched(tmp_path)["language"]
    assert found.written == ("words/<language>.json", "words/terms.json")
    assert found.every == 4


@pytest.mark.parametrize(
    ("second", "words", "broken"),
    [
        ("from gemwright.rpc import house", "", []),
        ("from gemwright.rpc.house import House", "", []),
        ("import gemwright.rpc.house", "", []),
        ("# see gemwright.rpc.house", "", ["app.py does not lead to rpc/house.py"]),
        ("found.call()", "found.call(", []),
        ("lost.call()", "found.call(", ["app.py does not lead to rpc/house.py"]),
    ],
)
def test_a_hop_is_there_if_the_file_names_the_next_one(
    tmp_path: Path, second: str, words: str, broken: list[str]
) -> None:
    server = tmp_path / "server/src/gemwright"
    (server / "rpc").mkdir(parents=True)
    (tmp_path / "README.md").write_text("Begin in `app.py`.", encoding="utf-8")
    (server / "app.py").write_text(second, encoding="utf-8")
    (server / "rpc/house.py").touch()
    way = (
        Stop("README.md"),
        Stop("server/src/gemwright/app.py", words),
        Stop("server/src/gemwright/rpc/house.py"),
    )
    told = [problem.replace("server/src/gemwright/", "") for problem in broken_hops(tmp_path, way)]
    assert told == broken


def test_a_hop_to_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    assert broken_hops(tmp_path, (Stop("README.md"),)) == ["README.md is not there"]
