"""Benchmarks run as a reader runs them, but for a moment only."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

BENCH = Path(__file__).parents[2] / "bench"
Told: TypeAlias = dict[str, float]


def said_by(program: str, *words: str, patience: float = 120.0) -> str:
    """What a benchmark prints."""
    command = [sys.executable, str(BENCH / program), *words]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=patience)
    return done.stdout


def figures_of(program: str, *words: str, patience: float = 120.0) -> Told:
    """What it prints for machines."""
    said = said_by(program, "--json", *words, patience=patience)
    figures: Told = json.loads(said.splitlines()[-1])
    return figures
