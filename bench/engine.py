"""How fast the rules core is: random play-outs with every legal action listed before each action.

No events are produced. Figures are medians of several runs, as actions per second and per 1000
iterations of the reference loop, which is run before and after each measurement on the same core.
"""

import argparse
import json
import statistics
import time
from dataclasses import dataclass
from random import Random

from gemwright.engine import GAMES
from gemwright.engine.chance import Sampled
from gemwright.engine.game import AnyGame, SomeState
from py_mix import py_mix

SAMPLE = 3_000


@dataclass(frozen=True, slots=True)
class Figures:
    """The results of one run."""

    actions_per_s: float
    per_1000_py_mix: float
    copy_to_apply: float


def play_outs(game: AnyGame, rng: Random, seconds: float) -> float:
    """Actions per second of random play-outs."""
    chance, options = Sampled(rng), game.Options()
    legal_actions, apply, random = game.legal_actions, game.apply, rng.random
    played = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new(options, chance)
        while actions := legal_actions(state):
            seat = game.to_move(state)
            assert seat is not None
            apply(state, seat, actions[int(random() * len(actions))], chance)
            played += 1
    return played / (time.perf_counter() - start)


def copy_to_apply(game: AnyGame, rng: Random) -> float:
    """The time to copy a state, divided by the time to apply an action to it."""
    chance = Sampled(rng)
    steps: list[tuple[SomeState, int, object]] = []
    state = game.new(game.Options(), chance)
    while len(steps) < SAMPLE:
        seat = game.to_move(state)
        if seat is None:
            state = game.new(game.Options(), chance)
            continue
        action = rng.choice(game.legal_actions(state))
        steps.append((state.copy(), seat, action))
        game.apply(state, seat, action, chance)
    start = time.perf_counter()
    for before, _, _ in steps:
        before.copy()
    copied = time.perf_counter()
    for before, seat, action in steps:
        game.apply(before, seat, action, chance)
    return (copied - start) / (time.perf_counter() - copied)


def measure(game: AnyGame, run: int, seconds: float) -> Figures:
    """One run over one game."""
    rng = Random(run)
    before = py_mix()
    actions_per_s = play_outs(game, rng, seconds)
    reference = (before + py_mix()) / 2
    return Figures(actions_per_s, 1000 * actions_per_s / reference, copy_to_apply(game, rng))


def median(runs: list[Figures]) -> Figures:
    """The median of the runs, figure by figure."""
    return Figures(
        statistics.median(run.actions_per_s for run in runs),
        statistics.median(run.per_1000_py_mix for run in runs),
        statistics.median(run.copy_to_apply for run in runs),
    )


def main() -> None:
    """Measure every game and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs a game, at least 3 (default 3)")
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds a run (default 3)")
    parser.add_argument("--quick", action="store_true", help="runs of one second")
    parser.add_argument("--json", action="store_true", help="print one object on the last line")
    arguments = parser.parse_args()
    if arguments.runs < 3:
        parser.error("--runs is at least 3")

    runs: dict[str, list[Figures]] = {name: [] for name in GAMES}
    for run in range(arguments.runs):
        for name, game in GAMES.items():
            runs[name].append(measure(game, run, 1.0 if arguments.quick else arguments.seconds))
    results = {name: median(figures) for name, figures in runs.items()}
    print(f"{'game':22}{'actions/s':>12}{'per 1000 py_mix':>18}{'copy/apply':>12}")
    for name, found in results.items():
        figures = f"{found.actions_per_s:12,.0f}{found.per_1000_py_mix:18.2f}"
        print(f"{name:22}{figures}{found.copy_to_apply:12.2f}")
    if arguments.json:
        print(
            json.dumps(
                {
                    name: {
                        "per_1000_py_mix": round(found.per_1000_py_mix, 2),
                        "actions_per_s": round(found.actions_per_s),
                        "copy_to_apply": round(found.copy_to_apply, 3),
                    }
                    for name, found in results.items()
                }
            )
        )


if __name__ == "__main__":
    main()
