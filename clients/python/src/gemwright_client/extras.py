"""What to raise where an extra of this distribution is not installed, or has another version."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from gemwright_client.errors import ExtraMissing

DISTRIBUTION: Final = "gemwright-client"
_SERVER: Final = "gemwright"


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Turn a failing import inside into one line that says what to install."""
    try:
        if name in ("engine", "server"):
            _check_version(name)
        yield
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing.startswith("gemwright_client"):
            raise
        raise ExtraMissing(name, f"the package {missing} is missing") from None


def _check_version(extra: str) -> None:
    """Check that both distributions have the same version: they are released together."""
    try:
        found = version(_SERVER)
    except PackageNotFoundError:
        raise ModuleNotFoundError(name=_SERVER) from None
    wanted = version(DISTRIBUTION)
    if found != wanted:
        raise ExtraMissing(extra, f"{_SERVER} is {found}, {DISTRIBUTION} is {wanted}")
