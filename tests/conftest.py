import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.valkey import Valkey, valkey

# The same examples on every run; no deadline, for a slow machine is not a failure.
settings.register_profile("gemwright", derandomize=True, deadline=None)
settings.load_profile("gemwright")

# Servers that are stopped on purpose are no news; grpc reads this when it is first imported.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")


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
