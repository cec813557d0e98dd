"""Bots as users write them, in files of a folder."""

from pathlib import Path
from typing import Final

GOOD: Final = """
import random

class MyBot:
    def choose(self, view, legal_actions):
        return random.choice(legal_actions)

class Failing:
    def choose(self, view, legal_actions):
        if len(legal_actions) < 30:
            raise LookupError("no idea")
        return legal_actions[0]

class Wordless(Exception):
    def __str__(self):
        return 1 / 0

class Speechless:
    def choose(self, view, legal_actions):
        raise Wordless

class Needy:
    def __init__(self, depth):
        self.depth = depth

    choose = MyBot.choose

class Slow:
    def choose(self, view, legal_actions):
        import threading
        threading.Event().wait()

class Talking(MyBot):
    def choose(self, view, legal_actions):
        print("hm")
        return super().choose(view, legal_actions)

class Nothing:
    pass
"""
GREETING: Final = f"print('hello')\n{GOOD}"
"""Prints when it is imported."""
UNUSABLE: Final = {
    "lacking": "import no_such_module\n",
    "wrong": "def choose(:\n",
    "ending": "x = 1\nraise SystemExit(3)\n",
    "dividing": "def half():\n    return 1 / 0\n\nhalf()\n",
}


def written(folder: Path, name: str = "mybot") -> str:
    """A file with bots; its path without a class, so that one adds `:MyBot`."""
    file = folder / f"{name}.py"
    file.write_text(UNUSABLE.get(name, GOOD), encoding="utf-8")
    return str(file)
