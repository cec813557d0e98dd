"""Who may look at a match, from where, and how much of it: seats, spectators, the horizon."""

from gemwright.runtime.faults import MatchPrivate, NotYourSeat
from gemwright.runtime.match import Match
from gemwright.runtime.storetime import StoreTime


def viewer_of(match: Match, principal: str | None, seat: int | None) -> int | None:
    """The seat somebody looks from, or nothing for a spectator; refused where neither may be."""
    own = [] if principal is None else match.seats_of(principal)
    if seat is not None:
        check_holds(match, principal, seat)
        return seat
    if own:
        return own[0]
    if not match.charter.has_spectators and not _is_invited(match, principal):
        raise MatchPrivate
    return None


def _is_invited(match: Match, principal: str | None) -> bool:
    """Whether a seat is kept for a principal in a match that was not dealt."""
    is_named = principal in [plan.principal for plan in match.charter.seats]
    return principal is not None and is_named and match.course.start_version < 0


def check_holds(match: Match, principal: str | None, seat: int) -> None:
    """Refuse a seat that the caller does not hold."""
    if principal is None or seat not in match.seats_of(principal):
        raise NotYourSeat


def horizon_ms(match: Match, viewer: int | None, time: StoreTime) -> int | None:
    """Up to when a viewer may see what happened; nothing where it may see everything.

    The delay of spectators ends with the match. This is the one place that knows of it.
    """
    if viewer is not None or match.status.is_over or not match.charter.delay_ms:
        return None
    return time.now_ms() - match.charter.delay_ms
