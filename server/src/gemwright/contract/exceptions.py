"""What cannot be derived from descriptors and the names of fields, each with its reason.

Keys are `Message.field`, or a field's name where it means the same in every message.
"""

from re import compile as compile_pattern
from typing import Final

RENAMED: Final = {"Outcome.reasons": "endings"}
"""The engine's words are older than the contract's, and stored positions contain them."""

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
"""Rows whose empty places are None in the engine: on the wire no item of a row can be unset, so
they are an empty text or an unspecified kind."""

MAY_BE_MISSING: Final = frozenset({"again", "decision", "outcome", "payment", "private"})
"""Messages that stay unset when they are not given; all others are then read as if sent empty.
Descriptors do not show the difference."""

EMPTY_IF_MISSING: Final = frozenset({"Score.colour_points"})
"""Figures that some games leave out; the engine then has an empty row instead of five zeros."""

ZERO_IF_UNSET: Final = frozenset({"no_progress_limit"})
"""None means no limit in the engine. On the wire, unset means the default, so 0 means no limit."""

READ_LAST: Final = frozenset({"DuelPayment.tokens"})
"""Errors in the discounts of a payment are reported before those in its tokens."""

ENGINE_PATHS: Final = (
    (compile_pattern(r"^decks(\[\d+\])\["), r"decks\1.cards["),
    (compile_pattern(r"^decision\.again\["), "decision.again.kinds["),
    (compile_pattern(r"^outcome\.endings"), "outcome.reasons"),
)
"""Paths at which the engine reports an error in plain data, and the same places in the message,
where a row within a row has a name."""
