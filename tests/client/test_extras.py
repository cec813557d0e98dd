"""What is said where an extra is not installed, or not in the same version."""

import importlib.metadata
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from typing import Final

import pytest

from gemwright_client.errors import ExtraMissing, GemwrightError
from gemwright_client.extras import DISTRIBUTION, extra

EXTRAS: Final = ("cli", "engine", "server")
PLAIN: Final = """
import sys
class Forbidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {forbidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Forbidden())
"""

SERVING: Final = """
import asyncio
from gemwright_client.local import InProcessServer
asyncio.run(InProcessServer().__aenter__())
"""


def told_by(text: str, *forbidden: str) -> str:
    """What a program says that finds some packages not to be there."""
    words = [sys.executable, "-c", PLAIN.format(forbidden=forbidden) + text]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("name", EXTRAS)
def test_a_module_that_is_missing_says_what_to_install(name: str) -> None:
    with pytest.raises(ExtraMissing) as caught, extra(name):
        raise ModuleNotFoundError("No module named 'x'", name="x.y")
    assert (
        str(caught.value) == f"the package x.y is missing; pip install 'gemwright-client[{name}]'"
    )
    assert caught.value.extra == name
    assert isinstance(caught.value, ImportError)
    assert isinstance(caught.value, GemwrightError)


def test_a_mistake_of_our_own_is_not_hidden() -> None:
    with pytest.raises(ModuleNotFoundError) as caught, extra("cli"):
        raise ModuleNotFoundError("no", name="gemwright_client.no_such_module")
    assert not isinstance(caught.value, ExtraMissing)


@pytest.mark.parametrize("name", ["engine", "server"])
def test_another_version_of_the_server_is_not_used(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = {DISTRIBUTION: "1.2.3", "gemwright": "1.2.4"}
    monkeypatch.setattr("gemwright_client.extras.version", versions.__getitem__)
    with pytest.raises(ExtraMissing) as caught, extra(name):
        pytest.fail("it was used")
    assert "gemwright is 1.2.4, gemwright-client is 1.2.3" in str(caught.value)
    assert caught.value.extra == name


@pytest.mark.parametrize("name", ["engine", "server"])
def test_a_server_that_is_not_installed_is_missing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(distribution: str) -> str:
        if distribution == "gemwright":
            raise PackageNotFoundError
        return importlib.metadata.version(distribution)

    monkeypatch.setattr("gemwright_client.extras.version", version)
    with pytest.raises(ExtraMissing) as caught, extra(name):
        pytest.fail("it was used")
    assert f"[{name}]" in str(caught.value)


def test_the_library_needs_no_extra() -> None:
    text = "import gemwright_client; print(gemwright_client.Client.__name__)"
    forbidden = ("gemwright", "typer", "rich", "prompt_toolkit", "redis", "google.rpc")
    assert told_by(text, *forbidden) == "Client\n"


@pytest.mark.parametrize(
    ("text", "name", "forbidden"),
    [
        ("import gemwright_client.rules", "engine", "gemwright"),
        (SERVING, "server", "redis"),
    ],
    ids=["rules", "local"],
)
def test_the_first_use_says_what_to_install(text: str, name: str, forbidden: str) -> None:
    program = f"try:\n    exec({text!r})\nexcept ImportError as error:\n    print(error)\n"
    assert f"pip install 'gemwright-client[{name}]'" in told_by(program, forbidden)
