"""Durations and quantities: one record, set at the start."""

from dataclasses import dataclass

_SECOND = 1000
_HOUR = 3600 * _SECOND
_DAY = 24 * _HOUR


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits. Times are milliseconds unless they say otherwise."""

    join_within_ms: int = 10 * 60 * _SECOND
    """How long seats may stay unfilled, if the creator does not say."""
    abandon_after_ms: int = 30 * _DAY
    """How long a match may go without an update."""
    keep_requests_ms: int = _DAY
    """How long after the end of a match its request ids are remembered."""
    keep_finished_ms: int = 30 * _DAY
    """How long a match is kept after its end."""
    archive_after_ms: int = 60 * _SECOND
    """How long after its end the log of a match is kept as it is."""
    sweep_every_s: float = 1.0
    """Seconds between two sweeps."""
    timers_every_s: float = 1.0
    """Seconds between two readings of the timers that other processes have set. Matches that no
    server checked for 5 s count as unattended."""
    heartbeat_s: float = 15.0
    """Seconds of quiet before a watch gets a heartbeat."""
    poll_s: float = 5.0
    """Seconds after which a watched match is read again even without a wake-up."""
    matches_of_owner: int = 0
    """How many matches of one owner may wait or be active at once; 0 means no limit."""
    held_matches: int = 50_000
    """How many decoded matches a process keeps at most."""
