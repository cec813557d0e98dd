"""Every numbered rule in docs/rules is cited by a test, and every citation names a rule."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"

RULE_LINE = re.compile(r"^- \*\*([A-Z]+-[A-Z]+-\d+)\*\*", re.MULTILINE)


def defined_ids(text: str) -> list[str]:
    return RULE_LINE.findall(text)


def cited_ids(source: str) -> Iterator[str]:
    """The ids in the `rule` markers of the tests in a module, of functions and of classes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name.lower().startswith("test"):
                for decorator in node.decorator_list:
                    yield from _ids_of_marker(decorator)


def _ids_of_marker(decorator: ast.expr) -> Iterator[str]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
        for argument in decorator.args:
            match argument:
                case ast.Constant(value=str(rule_id)):
                    yield rule_id
                case _:
                    yield ast.unparse(argument)  # no id, and so reported as unknown


def gaps(defined: set[str], cited: set[str]) -> list[str]:
    untested = [f"{rule_id} has no test" for rule_id in sorted(defined - cited)]
    return untested + [f"{rule_id} is cited, but no rule" for rule_id in sorted(cited - defined)]


def _all_defined_ids() -> list[str]:
    return [
        rule_id
        for path in sorted(RULES.glob("*.md"))
        for rule_id in defined_ids(path.read_text(encoding="utf-8"))
    ]


def test_every_rule_has_a_test_and_every_cited_id_is_a_rule() -> None:
    cited = {
        rule_id
        for path in TESTS.rglob("*.py")
        for rule_id in cited_ids(path.read_text(encoding="utf-8"))
    }
    found = gaps(set(_all_defined_ids()), cited)
    assert not found, "\n".join(found)


def test_no_rule_is_defined_twice() -> None:
    counts = Counter(_all_defined_ids())
    assert counts
    assert [rule_id for rule_id, count in counts.items() if count > 1] == []


def test_a_planted_gap_is_reported() -> None:
    rules = "- **D-TAKE-1** Take.\n- **C-ABL-10** Window.\nno rule: **D-TAKE-2** is cited\n"
    tests = (
        "@pytest.mark.rule('D-TAKE-1', 'S-OLD-1')\n"
        "def test_a(): ...\n"
        "class TestB:\n"
        "    @pytest.mark.rule(NAME)\n"
        "    async def test_c(self): ...\n"
        "@pytest.mark.rule('C-ABL-10')\n"
        "def helper(): ...\n"
    )
    assert gaps(set(defined_ids(rules)), set(cited_ids(tests))) == [
        "C-ABL-10 has no test",
        "NAME is cited, but no rule",
        "S-OLD-1 is cited, but no rule",
    ]


def test_a_full_cover_is_not_reported() -> None:
    tests = "@pytest.mark.rule('D-TAKE-1')\n@pytest.mark.rule('C-ABL-10')\ndef test_a(): ...\n"
    assert gaps({"D-TAKE-1", "C-ABL-10"}, set(cited_ids(tests))) == []
