"""A few boards as people see them; after a change on purpose, look at every one of them."""

import pytest

from tests.client.board.golden_boards import FOLDER, GOLDENS, Golden, drawn


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.path.stem)
def test_a_board_looks_as_it_did(golden: Golden) -> None:
    assert drawn(golden) == golden.path.read_text(encoding="utf-8")


def test_no_board_is_left_over() -> None:
    assert set(FOLDER.iterdir()) == {golden.path for golden in GOLDENS}
