"""What more than one file of these tests begins with."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.service.losses import Stage, stage
from tests.valkey import Valkey


@pytest.fixture
def staged(
    store_url: str, running_valkey: Valkey, tmp_path: Path
) -> AbstractAsyncContextManager[Stage]:
    """Two servers whose answers can be lost, on an empty store."""
    return stage(running_valkey, tmp_path)
