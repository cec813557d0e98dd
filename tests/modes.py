"""On what the tests of the service run: read from the environment, here and nowhere else.

`GEMWRIGHT_TEST_STORE=cluster` puts their matches on a Redis Cluster of six processes, three of them
replicas. `GEMWRIGHT_TEST_WORKERS=2` makes each of their servers a supervisor with so many workers.
Without either, matches are on one Valkey and servers live in the process of the test.
`GEMWRIGHT_TEST_WHOLE=1` has tests try everything of which they otherwise try a part of each sort.
"""

import os
from collections.abc import Collection
from typing import Final

IS_CLUSTER: Final = os.environ.get("GEMWRIGHT_TEST_STORE") == "cluster"
WORKERS: Final = int(os.environ.get("GEMWRIGHT_TEST_WORKERS") or "0")
"""How many processes each server has; 0 if it has none of its own."""

IS_WHOLE: Final = os.environ.get("GEMWRIGHT_TEST_WHOLE") == "1"

SECRET: Final = bytes(range(32))
"""The secret of the deployment, from which match ids and join tokens are derived."""

INSIDE: Final = "inside"
"""The marker of tests that reach into a server, or count on what it never does by itself."""


def is_fit(fixtures: Collection[str], markers: Collection[str]) -> bool:
    """Whether a test is to run like this.

    One that does not ask for `store_url` would only repeat what it shows in every mode; one that
    asks for `running_valkey` needs a store that is one server.
    """
    if not IS_CLUSTER and not WORKERS:
        return True
    if "store_url" not in fixtures or (IS_CLUSTER and "running_valkey" in fixtures):
        return False
    return not (WORKERS and INSIDE in markers)
