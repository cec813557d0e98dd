"""What the README says is run here."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    """The commands a reader is told to type."""
    lines = [line for block in blocks("console") for line in block.splitlines()]
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


PRINTED = ("NOT_YOUR_TURN", "of 20 random games won", "gemwright game")


@pytest.mark.parametrize(("code", "printed"), [*zip(blocks("python"), PRINTED, strict=True)])
def test_the_code_in_the_readme_runs(code: str, printed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert printed in run.stdout


@pytest.mark.parametrize("command", commands())
def test_the_commands_in_the_readme_run(command: str) -> None:
    words = command.split()
    if words[0] == "make":
        # Running the tests inside the tests would never end; that the target exists is seen here.
        words = ["make", "--dry-run", "--always-make", *words[1:]]
    else:
        assert words[0] == ".venv/bin/python"
        words = [sys.executable, *words[1:]]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_points_to_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    paths = re.findall(r"`((?:docs|tests|server|bench)/[\w./-]*)`", text)
    for link in links:
        assert (document.parent / link).exists(), link
    for path in paths:
        assert (ROOT / path).exists(), path
