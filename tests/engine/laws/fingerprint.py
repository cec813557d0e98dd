"""The fingerprint of some seeded matches: every action, event, view and position of each.

Run in processes with other hash seeds, it must print the same.
"""

import hashlib
import json

from tests.engine.laws.games import TABLES, Table, chance_of, random_play


def fingerprint(matches: int) -> str:
    """One hash over everything that seeded matches of every game produce."""
    found = hashlib.sha256()
    for table in TABLES:
        for seed in range(matches):
            for text in told(table, seed):
                found.update(text.encode())
    return found.hexdigest()


def told(table: Table, seed: int) -> list[str]:
    """Everything a match says."""
    game, texts = table.game, list[str]()
    for state, _, action in random_play(table, seed):
        log: list[object] = []
        seat = game.to_move(state)
        assert seat is not None
        texts += [game.action_text(action), *map(game.action_text, game.legal_actions(state))]
        game.apply(state.copy(), seat, action, chance_of(seed), log)
        texts += [repr(log), repr(game.view(state, seat)), json.dumps(game.to_data(state))]
    return texts


if __name__ == "__main__":
    print(fingerprint(matches=3))
