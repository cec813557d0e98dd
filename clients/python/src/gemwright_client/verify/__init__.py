"""Whether a match was dealt honestly, computed from its record alone.

It was written from `docs/fairness.md`, and like that page has no rules of any game. It is given
messages, and calls no server.
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
