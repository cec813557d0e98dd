"""The public surface is what `surface.txt` says; whoever changes it sees what others call."""

import difflib
import importlib
from pathlib import Path

import gemwright_client
from tests.client.surfaces import GOLDEN, MODULES, surface


def test_the_public_surface_is_the_one_that_is_written_down() -> None:
    written = GOLDEN.read_text(encoding="utf-8").splitlines()
    changed = difflib.unified_diff(written, surface().splitlines(), "promised", "found", n=1)
    assert not "\n".join(changed), "meant? then: python -m tests.client.surfaces"


def test_everything_that_is_promised_is_there_and_sorted() -> None:
    for name in MODULES:
        module = importlib.import_module(name)
        promised = getattr(module, "__all__", [])
        assert all(hasattr(module, one) for one in promised)
        assert list(promised) == sorted(set(promised), key=_like_ruff)


def _like_ruff(name: str) -> tuple[int, str]:
    """Constants first, then classes, then functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_the_types_are_for_others_too() -> None:
    assert (Path(gemwright_client.__file__).parent / "py.typed").exists()
