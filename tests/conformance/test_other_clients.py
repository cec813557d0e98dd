"""The clients in other languages, judged like any other; each is built by its own suite before."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.app.process import clean_environment
from tests.test_docs import ROOT

PATIENCE: Final = 900.0
DRIVERS: Final = {
    "web": ("node", "clients/web/dist-test/conformance/driver.js"),
    "kotlin": ("clients/kotlin/run", "conformance.Driver"),
}

pytestmark = pytest.mark.clients


@pytest.mark.parametrize("client", DRIVERS)
def test_it_meets_every_requirement(client: str) -> None:
    judged = subprocess.run(
        [
            str(Path(sys.executable).with_name("gemwright-conformance")),
            "--",
            *DRIVERS[client],
        ],
        cwd=ROOT,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert judged.returncode == 0, judged.stdout + judged.stderr
