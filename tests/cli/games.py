"""Games in files, for the commands that show them."""

from pathlib import Path
from typing import Final

GAMES: Final = Path(__file__).parents[1] / "golden" / "games"
DUEL: Final = GAMES / "duel-1.txt"
COUNTERFEITERS: Final = GAMES / "duel_counterfeiters-1.txt"
SPLENDOR: Final = GAMES / "splendor-3-1.txt"
ONE_OF_EACH: Final = (DUEL, COUNTERFEITERS, SPLENDOR)

SHORT: Final = """\
gemwright game 1
game duel
rules 1
options {"blocking_claim":true,"first_seat":1,"no_progress_limit":null}
match a-match
seed 0101010101010101010101010101010101010101010101010101010101010101
entropy - - -
actions
take c3   # the centre
take a1 a2
"""
"""Two moves, the first by the second seat."""


def actions(path: Path) -> list[str]:
    """The actions of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    after = lines[lines.index("actions") + 1 :]
    return [line for line in after if not line.startswith("result ")]


def written(folder: Path, text: str) -> str:
    """A file with a text; its path."""
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)
