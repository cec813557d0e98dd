"""How a match ended, in a sentence, and how a command is written that comes back to one."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which

from gemwright_client.board.pen import Pen
from gemwright_client.cli.complaints import PROGRAM
from gemwright_client.cli.matches import outcome_text, state_text
from gemwright_client.pb.match_pb2 import Match


def result_text(match: Match, pen: Pen) -> str:
    """Who has won and why; or what became of a match without an outcome."""
    state = state_text(match, pen.words)
    return pen.glyphs.text(outcome_text(match, pen.words) or f"{state[:1].upper()}{state[1:]}.")


def command_text(words: Sequence[str]) -> str:
    """A command as one types it."""
    return shlex.join(words)


def program() -> str:
    """How this program is called: by its name, or by its path where a shell does not find it."""
    called = Path(sys.argv[0])
    is_lost = called.name == PROGRAM and which(PROGRAM) is None
    return str(called.absolute()) if is_lost else PROGRAM
