"""Who may see a match, from which seat, and up to which time."""

from gemwright.matches.api import Caller, Scope
from gemwright.matches.cache import StoreTime
from gemwright.matches.faults import MatchPrivate, NotYourSeat
from gemwright.matches.match import Match


def viewer_of(match: Match, caller: Caller, seat: int | None) -> int | None:
    """The seat the caller sees the match from, or None for a spectator; refuses other callers."""
    if seat is not None:
        check_holds(match, caller, seat)
        return seat
    own = seats_held(match, caller)
    if own:
        return own[0]
    if not match.charter.has_spectators and not _may_always_look(match, caller):
        raise MatchPrivate
    return None


def seats_held(match: Match, caller: Caller) -> list[int]:
    """The seats of a caller; a principal of the same name under another owner has none."""
    if caller.principal is None or caller.owner != match.charter.owner:
        return []
    return match.seats_of(caller.principal)


def _may_always_look(match: Match, caller: Caller) -> bool:
    """Whether the caller may see a private match: its owner, and whoever is invited to a seat."""
    if caller.owner != match.charter.owner:
        return False
    if caller.principal is None:
        return bool(caller.key_id) and Scope.MATCHMAKER in caller.scopes
    is_named = caller.principal in [plan.principal for plan in match.charter.seats]
    return is_named and match.course.start_version < 0


def check_holds(match: Match, caller: Caller, seat: int) -> None:
    """Refuse a seat that the caller does not hold."""
    if caller.principal is not None and caller.owner == match.charter.owner:
        if 0 <= seat < len(match.roster):
            holder = match.roster[seat]
            if holder.is_filled and holder.principal == caller.principal:
                return
    raise NotYourSeat


def horizon_ms(match: Match, viewer: int | None, time: StoreTime) -> int | None:
    """The time up to which a viewer may see what happened; None if it may see everything.

    The delay of spectators ends with the match. No other code knows of the delay.
    """
    if viewer is not None or match.state.is_over or not match.charter.delay_ms:
        return None
    return time.now_ms() - match.charter.delay_ms
