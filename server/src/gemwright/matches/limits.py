"""How long things last and how much there may be of them: one record, set at the start."""

from dataclasses import dataclass

_SECOND = 1000
_HOUR = 3600 * _SECOND
_DAY = 24 * _HOUR


@dataclass(frozen=True, slots=True)
class Limits:
    """Times are milliseconds unless they say otherwise."""

    join_within_ms: int = 10 * 60 * _SECOND
    """How long seats may stay unfilled, where the creator says nothing."""
    abandon_after_ms: int = 30 * _DAY
    """How long a match may go without an update."""
    keep_requests_ms: int = _DAY
    """How long after the end of a match its request ids are remembered."""
    keep_finished_ms: int = 30 * _DAY
    """How long a match is kept after its end."""
    archive_after_ms: int = 60 * _SECOND
    """How long after its end the log of a match is kept as it is."""
    sweep_every_s: float = 1.0
    """Seconds between two looks for matches that are due."""
    timers_every_s: float = 1.0
    """Seconds between two looks for clocks that other processes have started. Matches at which
    nobody looked for 5 s are taken for unattended."""
    heartbeat_s: float = 15.0
    """Seconds of quiet before a watch gets a heartbeat."""
    poll_s: float = 5.0
    """Seconds after which a watched match is read again although nobody woke us."""
    matches_of_owner: int = 0
    """Matches of one owner that may wait or be active at once; 0 for any number."""
    held_matches: int = 50_000
    """Decoded matches a process keeps at most."""
