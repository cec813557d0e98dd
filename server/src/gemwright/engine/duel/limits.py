"""The numbers in the rules of Duel and of The Counterfeiters; they stand nowhere else."""

from math import inf
from typing import Final

PLAYERS: Final = 2
"""It is a game for two."""

# What is in the box (D-SET-1, C-SET-1).
GEMS_OF_A_COLOUR: Final = 4
ALL_PEARLS: Final = 2
ALL_GOLD: Final = 3
ALL_GLASSWARE: Final = 4
PRIVILEGES: Final = 3

# What lies open (D-SET-1, D-SET-2, C-SET-2).
PYRAMID_SLOTS: Final = ((0, 5), (5, 9), (9, 12))
"""For each level its first slot in the row of all twelve, and the one behind its last."""
LEVEL_OF_SLOT: Final = tuple(
    level for level, (start, end) in enumerate(PYRAMID_SLOTS, 1) for _ in range(start, end)
)
ROYAL_SLOTS: Final = 4
COUNTERFEITER_SLOTS: Final = 3

# What a seat may take and keep.
LONGEST_LINE: Final = 3
"""The tokens of one take (D-TAKE-1)."""
TOKEN_LIMIT: Final = 10
"""The tokens in hand at the end of a turn (D-END-1)."""
RESERVE_LIMIT: Final = 3
"""The reserved cards of a seat (D-RES-1)."""
MOST_RESERVED: Final = 5
"""The same with C-15, which nothing raises further (C-ABL-7)."""
MOST_DRAWN: Final = 2
"""The tokens that R-10 draws from the bag (C-ROY-5)."""
MOST_DUG: Final = 3
"""The cards that C-17 looks at (C-ABL-10)."""

# How a match is won (D-END-2), with R-6 and R-7 (C-ROY-2), and a claim (D-X-1).
POINTS_TO_WIN: Final = 20
CROWNS_TO_WIN: Final = 10
COLOUR_POINTS_TO_WIN: Final = 10
LOWERED_THRESHOLD: Final = 9
CROWNS_FOR_A_ROYAL: Final = (3, 6, inf)
"""The crowns that give the first and the second royal card; none give a third (D-ROY-1)."""
BLOCKING_TURNS: Final = 3
