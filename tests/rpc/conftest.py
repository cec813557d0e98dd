"""A service and its client, for the tests of calls."""

from contextlib import AbstractAsyncContextManager

import pytest

from tests.rpc.serving import Client, serving


@pytest.fixture
def client(store_url: str) -> AbstractAsyncContextManager[Client]:
    """A service on an empty store, and a client of it."""
    return serving(store_url)
