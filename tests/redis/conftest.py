"""A Valkey for all tests of the store in one file that do nothing to it."""

from collections.abc import Iterator

import pytest

from tests.valkey import Valkey, valkey


@pytest.fixture(scope="module")
def running() -> Iterator[Valkey]:
    """A running Valkey, empty at the start of the file."""
    with valkey() as server:
        yield server


@pytest.fixture
def server(running: Valkey) -> Valkey:
    """The same one, emptied."""
    with running.client() as client:
        client.flushall()
    return running
