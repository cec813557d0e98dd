"""The check and the dump share no code with what they check, not even by a detour."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_layers import imports

PROGRAM = Path(__file__).parents[1] / "programs" / "chaos"
MODULES = [*sorted((PROGRAM / "check").glob("*.py")), PROGRAM / "dump.py"]
ALLOWED = (
    "gemwright.engine",
    "gemwright.pb",
    "gemwright_client.notation",
    "gemwright_client.pb",
)
"""What they may have of the product: rules, messages, and a notation that knows no rule."""
REFUSED = ("gemwright.app", "gemwright.rpc", "gemwright.matches", "gemwright.redis")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_the_check_imports_only_rules_messages_and_notation(path: Path) -> None:
    found = imports(ast.parse(path.read_text(encoding="utf-8")), "tests.programs.chaos.check")
    ours = [one for one in found if one.lies_in(("gemwright", "gemwright_client"))]
    assert [one for one in ours if not one.lies_in(ALLOWED)] == []


@pytest.mark.parametrize(
    "module", ["tests.programs.chaos.check.__main__", "tests.programs.chaos.dump"]
)
def test_nothing_of_the_server_is_loaded_by_a_detour(module: str) -> None:
    program = f"import sys, {module}; print(*sys.modules, sep='\\n')"
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert module in loaded
    assert [name for name in loaded if name.startswith(REFUSED)] == []
