"""What cannot be derived from descriptors and the names of fields, each with its reason.

Keys are `Message.field`, or a field's name where it means the same in every message.
"""

from re import compile as compile_pattern
from typing import Final

RENAMED: Final = {"Outcome.reasons": "endings"}
"""The engine had its word before the contract had one, and it stands in stored positions."""

SLOTS: Final = frozenset(
    {
        "DuelTable.board",
        "DuelTable.pyramid",
        "DuelTable.royals",
        "DuelTable.counterfeiters",
        "DuelPosition.board",
        "DuelPosition.pyramid",
        "DuelPosition.royals",
        "DuelPosition.counterfeiters",
        "SplendorTable.face_up",
        "SplendorPosition.face_up",
    }
)
"""Rows whose empty places are unset in the engine: on the wire nothing in a row can be unset, so
they are an empty text or an unspecified kind."""

MAY_BE_MISSING: Final = frozenset({"again", "decision", "outcome", "payment", "private"})
"""Messages that are unset where they are not given. Descriptors do not tell them from others, which
are read as if they had been sent empty."""

EMPTY_IF_MISSING: Final = frozenset({"Score.colour_points"})
"""Figures that a game without them leaves out; the engine then has none instead of five zeros."""

ZERO_IF_UNSET: Final = frozenset({"no_progress_limit"})
"""Unset means no limit in the engine. On the wire it means the default, so no limit is a 0."""

READ_LAST: Final = frozenset({"DuelPayment.tokens"})
"""Complaints about the discounts of a payment come before those about its tokens."""

ENGINE_PATHS: Final = (
    (compile_pattern(r"^decks(\[\d+\])\["), r"decks\1.cards["),
    (compile_pattern(r"^decision\.again\["), "decision.again.kinds["),
    (compile_pattern(r"^outcome\.endings"), "outcome.reasons"),
)
"""Where the engine finds something wrong in plain data, and the same place in the message: a row
within a row has a name there."""
