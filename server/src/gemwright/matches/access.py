"""Who may look at a match, from where, and how much of it: seats, spectators, the horizon."""

from gemwright.matches.api import Caller, Scope
from gemwright.matches.cache import StoreTime
from gemwright.matches.faults import MatchPrivate, NotYourSeat
from gemwright.matches.match import Match


def viewer_of(match: Match, caller: Caller, seat: int | None) -> int | None:
    """The seat somebody looks from, or nothing for a spectator; refused where neither may be."""
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
    """The seats of a caller; a principal of the same name with another owner is a stranger."""
    if caller.principal is None or caller.owner != match.charter.owner:
        return []
    return match.seats_of(caller.principal)


def _may_always_look(match: Match, caller: Caller) -> bool:
    """Whether a private match is no secret: to its owner, and to whom it invites to a seat."""
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
    """Up to when a viewer may see what happened; nothing where it may see everything.

    The delay of spectators ends with the match. This is the one place that knows of it.
    """
    if viewer is not None or match.state.is_over or not match.charter.delay_ms:
        return None
    return time.now_ms() - match.charter.delay_ms
