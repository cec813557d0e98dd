"""The numbers in the rules of Splendor; they stand nowhere else."""

from typing import Final

from gemwright.engine.kinds import GEMS, Kind
from gemwright.engine.lanes import pack

GEMS_OF_EACH_COLOUR: Final = {2: 4, 3: 5, 4: 7}
"""By the number of seats, of which there are no others (S-SET-2)."""
ALL_GOLD: Final = 5
SEATS: Final = tuple(GEMS_OF_EACH_COLOUR)
SUPPLY_OF_SEATS: Final = {
    seats: pack({**dict.fromkeys(GEMS, number), Kind.GOLD: ALL_GOLD})
    for seats, number in GEMS_OF_EACH_COLOUR.items()
}
"""All pieces of a match (S-SET-2)."""
SLOTS_OF_A_LEVEL: Final = 4
"""The cards of a level that lie face up (S-SET-1)."""

COLOURS_OF_A_TAKE: Final = 3
"""The gems of a take, each of another colour (S-TAKE-1)."""
GEMS_FOR_A_PAIR: Final = 4
"""The gems in the supply of which two may be taken (S-TAKE-2)."""
RESERVE_LIMIT: Final = 3
"""The reserved cards of a seat (S-RES-1)."""
TOKEN_LIMIT: Final = 10
"""The pieces in hand at the end of a turn (S-END-1)."""
POINTS_FOR_THE_LAST_ROUND: Final = 15
"""The points that begin the last round (S-END-2)."""
