"""A game is known by what it declares: nothing outside the engine and its messages names one."""

import re
from pathlib import Path
from typing import Final

SERVER: Final = Path(__file__).parents[1] / "server" / "src" / "gemwright"
OWN: Final = ("engine", "pb", "bots")
"""The games themselves, what is generated from the contract, and who plays certain games."""
NAME: Final = re.compile(r"duel|splendor|counterfeiters", re.IGNORECASE)

EXCEPTIONS: Final = {
    "__init__.py": "says to people what the package is",
    "settings.py": "says to people what the server is, in its help",
    "contract/duel.py": "what cannot be derived of the messages of Duel and The Counterfeiters",
    "contract/splendor.py": "what cannot be derived of the messages of Splendor",
    "contract/games.py": "one row for each family of messages",
    "contract/family.py": "tells the reader where the families are",
    "contract/exceptions.py": "names the fields of messages that cannot be derived, with reasons",
}


def sources() -> dict[str, str]:
    """Every module outside the games by its path."""
    paths = (path.relative_to(SERVER) for path in sorted(SERVER.rglob("*.py")))
    return {
        path.as_posix(): (SERVER / path).read_text(encoding="utf-8")
        for path in paths
        if path.parts[0] not in OWN
    }


def test_nothing_outside_names_a_game_but_for_a_reason() -> None:
    naming = {path for path, source in sources().items() if NAME.search(source)}
    assert naming == set(EXCEPTIONS)
