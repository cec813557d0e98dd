"""Whether a match was dealt honestly, worked out from its record alone.

Written from `docs/fairness.md`, and like that page without the rules of any game. It is given
messages, and reaches for nothing.
"""

from gemwright_client.verify.record import verify
from gemwright_client.verify.verdict import (
    Check,
    Dishonest,
    Honest,
    Incomplete,
    Lack,
    Unverifiable,
    Verdict,
)

__all__ = [
    "Check",
    "Dishonest",
    "Honest",
    "Incomplete",
    "Lack",
    "Unverifiable",
    "Verdict",
    "verify",
]
