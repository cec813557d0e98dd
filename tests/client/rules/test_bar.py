"""The bar of a series: on a terminal, and nowhere else."""

import sys

import pexpect
import pytest

from gemwright_client.rules.bot_arena import on_terminal

SERIES = """
from gemwright_client.rules import arena
arena("random", "random", games=4, processes=1)
"""


def test_a_terminal_shows_how_far_a_series_is() -> None:
    child = pexpect.spawn(sys.executable, ["-c", SERIES], encoding="utf-8", timeout=60)
    child.expect_exact("\r[##########                              ] 1/4")
    child.expect_exact("\r[########################################] 4/4\r\n")
    child.expect(pexpect.EOF)


def test_elsewhere_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    on_terminal(1, 2)
    assert capsys.readouterr() == ("", "")
