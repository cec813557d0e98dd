"""The boards in `golden/`, for people to look at; run as a module, it draws them anew.

python -m tests.client.board.golden_boards
"""

from pathlib import Path
from typing import Final, NamedTuple

from gemwright_client.board import board_lines, plain
from gemwright_client.words import words_of
from tests.client.board.positions import positions

FOLDER: Final = Path(__file__).parent / "golden"
SEED: Final = 2
SECONDS: Final = 3.0


class Golden(NamedTuple):
    """A position, who looks at it, and in which room."""

    game: str
    seats: int
    step: int
    viewer: int | None
    language: str
    width: int
    height: int

    @property
    def path(self) -> Path:
        who = "spectator" if self.viewer is None else f"seat{self.viewer}"
        name = f"{self.game}-{self.seats}-{self.step}-{who}-{self.language}"
        return FOLDER / f"{name}-{self.width}x{self.height}.txt"


GOLDENS: Final = (
    Golden("duel", 2, 30, 0, "en", 80, 18),
    Golden("duel", 2, 30, 0, "en", 120, 34),
    Golden("duel", 2, -1, None, "fr", 80, 18),
    Golden("duel_counterfeiters", 2, 60, 1, "en", 80, 18),
    Golden("duel_counterfeiters", 2, 60, 1, "en", 120, 34),
    Golden("duel_counterfeiters", 2, 60, None, "fr", 100, 28),
    Golden("splendor", 2, 40, 0, "en", 80, 18),
    Golden("splendor", 3, 60, 2, "es", 80, 18),
    Golden("splendor", 4, 80, 0, "en", 80, 18),
    Golden("splendor", 4, 80, 0, "en", 120, 34),
)


def drawn(golden: Golden) -> str:
    """The board as it is drawn now."""
    position = positions(golden.game, golden.seats, SEED)[golden.step]
    lines = board_lines(
        position.match,
        position.views[golden.viewer],
        position.cards,
        words_of(golden.language),
        viewer_seat=golden.viewer,
        width=golden.width,
        height=golden.height,
        elapsed=SECONDS,
    )
    return plain(lines) + "\n"


def draw_anew() -> None:
    """Write every golden board, and remove those that are none any more."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for golden in GOLDENS:
        golden.path.write_text(drawn(golden), encoding="utf-8")


if __name__ == "__main__":
    draw_anew()
