"""One real Valkey for all tests of a process, empty at the start of each test."""

from collections.abc import Iterator

import pytest

from tests.valkey import Valkey, valkey


@pytest.fixture(scope="session")
def running_valkey() -> Iterator[Valkey]:
    """A Valkey that lives as long as the tests of this process."""
    with valkey("--appendfsync", "no") as server:
        yield server


@pytest.fixture
def store_url(running_valkey: Valkey) -> str:
    """Where an empty store is."""
    with running_valkey.client() as client:
        client.flushall()
    return running_valkey.url
