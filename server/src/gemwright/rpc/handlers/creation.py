"""Reads a request to create a match, and refuses everything that could never be right."""

import hashlib
from collections.abc import Mapping
from typing import Final

from gemwright.contract.fields import Findings
from gemwright.contract.games import options_data, position_data, position_path
from gemwright.contract.limits import Malformed
from gemwright.contract.matches import DAY_MS
from gemwright.engine import FEWEST_SEATS, GAMES, MOST_SEATS
from gemwright.engine.reading import PositionError
from gemwright.matches.api import MatchRequest
from gemwright.matches.charter import BOT, SeatPlan
from gemwright.matches.clocks import ClockKind, TimeControl
from gemwright.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
    SeatSpec,
)

_SECOND_MS: Final = 1000
_LONGEST_MS: Final = 30 * 24 * 3600 * _SECOND_MS
_MOST_DAYS: Final = 30
_FEWEST_SEATS: Final = 2
BOT_NAMES: Final = {int(BUILT_IN_BOT_RANDOM): "random", int(BUILT_IN_BOT_GREEDY): "greedy"}
"""The bots of the contract; their principals are these names behind the prefix of bots."""


def match_request(request: CreateMatchRequest) -> MatchRequest:
    """The match that is asked for; raises `InvalidField` with all that is wrong."""
    found = Findings()
    found.request_id(request.request_id)
    if request.rematch_of:
        found.match_id(request.rematch_of, "rematch_of")
    game = _game(request, found)
    seats = _seats(request, game, found)
    join_within_ms, delay_ms = _join_within_ms(request, found), _delay_ms(request, found)
    time_control = _time_control(request, found)
    entropy, seed = found.entropy(request.entropy), found.seed(request.seed)
    options = found.read(None, lambda: _options(request, game))
    position = found.read(None, lambda: _position(request, game))
    found.check()
    return MatchRequest(
        request.request_id,
        game,
        options,
        seats,
        hashlib.sha256(request.SerializeToString(deterministic=True)).digest(),
        join_within_ms,
        request.spectators.allowed,
        delay_ms,
        entropy,
        request.rematch_of,
        position,
        seed,
        time_control,
    )


def _game(request: CreateMatchRequest, found: Findings) -> str:
    """The game; it may be left out (empty) for a rematch."""
    if request.rematch_of and not request.game:
        return ""
    return found.game(request.game)


def _seats(request: CreateMatchRequest, game: str, found: Findings) -> tuple[SeatPlan, ...]:
    number = len(request.seats)
    if not number and request.rematch_of:
        return ()
    allowed = GAMES[game].SEATS if game else (FEWEST_SEATS, MOST_SEATS)
    fewest, most = min(allowed), max(allowed)
    if not fewest <= number <= most:
        many = f"{fewest} to {most}" if most > fewest else str(most)
        found.add(
            "seats", f"{number} given, {many} are expected, each with a principal or a bot, or open"
        )
        return ()
    return tuple(_seat(spec, f"seats[{seat}]", found) for seat, spec in enumerate(request.seats))


def _seat(spec: SeatSpec, path: str, found: Findings) -> SeatPlan:
    match spec.WhichOneof("holder"):
        case "principal":
            principal = found.principal(spec.principal, f"{path}.principal")
            if principal.startswith(BOT):
                found.add(f"{path}.principal", f"{BOT} is for bots of the server: seat one as bot")
            return SeatPlan(principal, spec.must_join)
        case "bot":
            return _bot_seat(spec, path, found)
        case "open":
            if spec.must_join:
                found.add(f"{path}.must_join", "an open seat must be joined anyway")
            return SeatPlan()
        case _:
            found.add(path, "a principal, an open seat or a bot is expected")
            return SeatPlan()


def _bot_seat(spec: SeatSpec, path: str, found: Findings) -> SeatPlan:
    """A seat that a bot holds from the start."""
    if spec.must_join:
        found.add(f"{path}.must_join", "a bot never joins: it is there at once")
    name = BOT_NAMES.get(spec.bot)
    if name is None:
        found.add(f"{path}.bot", f"{int(spec.bot)} is no bot of this server")
        return SeatPlan()
    return SeatPlan(f"{BOT}{name}")


def _join_within_ms(request: CreateMatchRequest, found: Findings) -> int | None:
    if not request.HasField("join_timeout"):
        return None
    return found.milliseconds(request.join_timeout, "join_timeout", _SECOND_MS, _LONGEST_MS)


def _delay_ms(request: CreateMatchRequest, found: Findings) -> int:
    if request.spectators.HasField("delay") and not request.spectators.allowed:
        found.add("spectators.delay", "there are no spectators who could be kept behind")
    return found.milliseconds(request.spectators.delay, "spectators.delay", 0, _LONGEST_MS)


def _time_control(request: CreateMatchRequest, found: Findings) -> TimeControl | None:
    if not request.HasField("time_control"):
        return None
    control, path = request.time_control, "time_control"
    match control.WhichOneof("control"):
        case "per_turn":
            limit = found.milliseconds(
                control.per_turn.limit, f"{path}.per_turn.limit", _SECOND_MS, _LONGEST_MS
            )
            return TimeControl(ClockKind.PER_TURN, limit)
        case "bank":
            initial, increment = control.bank.initial, control.bank.increment
            return TimeControl(
                ClockKind.BANK,
                found.milliseconds(initial, f"{path}.bank.initial", _SECOND_MS, _LONGEST_MS),
                found.milliseconds(increment, f"{path}.bank.increment", 0, DAY_MS),
            )
        case "per_move":
            days = found.number(control.per_move.days, f"{path}.per_move.days", 1, _MOST_DAYS)
            return TimeControl(ClockKind.PER_MOVE, days * DAY_MS)
        case _:
            found.add(path, "one of per_turn, bank and per_move is expected")
            return None


def _options(request: CreateMatchRequest, game: str) -> Mapping[str, object] | None:
    """The options; the number of seats follows from the seats if it is left out."""
    number = len(request.seats)
    seats = number if FEWEST_SEATS <= number <= MOST_SEATS else FEWEST_SEATS
    if request.HasField("options"):
        if request.HasField("position"):
            raise Malformed("options", "the position has its own")
        return options_data(request.options, game, "options", seats)
    if not game or request.rematch_of or request.HasField("position"):
        return None
    return GAMES[game].default_options(seats).values


def _position(request: CreateMatchRequest, game: str) -> Mapping[str, object] | None:
    """The position, once the engine has found it possible."""
    if not request.HasField("position"):
        return None
    if request.rematch_of:
        raise Malformed("position", "a rematch begins from the beginning")
    if not game:
        return None
    data = position_data(request.position, game, "position")
    try:
        GAMES[game].from_data(data)
    except PositionError as error:
        path = f"position.{position_path(game, error.path)}"
        raise Malformed(path, error.detail) from None
    return data
