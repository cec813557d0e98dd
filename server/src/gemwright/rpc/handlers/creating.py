"""Reading a request to create a match: everything in it that could never be right."""

import hashlib
from collections.abc import Mapping
from typing import Final

from gemwright.engine import GAMES, splendor
from gemwright.engine.reading import PositionError
from gemwright.pb.game_pb2 import Options
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, SeatSpec
from gemwright.rpc.convert.games import options_data, position_data, position_path
from gemwright.rpc.convert.malformed import Malformed
from gemwright.rpc.handlers.fields import MOST_SEATS, Findings
from gemwright.runtime.api import Wanted
from gemwright.runtime.charter import SeatPlan

_SECOND_MS: Final = 1000
_LONGEST_MS: Final = 30 * 24 * 3600 * _SECOND_MS
_FEWEST_SEATS: Final = 2


def wanted_from(request: CreateMatchRequest) -> Wanted:
    """The match that is wanted; raises `FieldInvalid` with all that is wrong."""
    found = Findings()
    found.request_id(request.request_id)
    if request.rematch_of:
        found.match_id(request.rematch_of, "rematch_of")
    game = _game(request, found)
    seats = _seats(request, game, found)
    if request.HasField("time_control"):
        found.add("time_control", "this server has no clocks yet")
    join_within_ms, delay_ms = _join_within_ms(request, found), _delay_ms(request, found)
    entropy, seed = found.entropy(request.entropy), found.seed(request.seed)
    options = found.read(None, lambda: _options(request, game))
    position = found.read(None, lambda: _position(request, game))
    found.check()
    return Wanted(
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
    )


def _game(request: CreateMatchRequest, found: Findings) -> str:
    """The game; it may be unsaid (empty) for a rematch."""
    if request.rematch_of and not request.game:
        return ""
    return found.game(request.game)


def _seats(request: CreateMatchRequest, game: str, found: Findings) -> tuple[SeatPlan, ...]:
    number = len(request.seats)
    if not number and request.rematch_of:
        return ()
    most = MOST_SEATS if game in ("", splendor.NAME) else _FEWEST_SEATS
    if not _FEWEST_SEATS <= number <= most:
        many = f"{_FEWEST_SEATS} to {most}" if most > _FEWEST_SEATS else str(most)
        found.add("seats", f"{number} given, {many} are expected, each with a principal or open")
        return ()
    return tuple(_seat(spec, f"seats[{seat}]", found) for seat, spec in enumerate(request.seats))


def _seat(spec: SeatSpec, path: str, found: Findings) -> SeatPlan:
    match spec.WhichOneof("holder"):
        case "principal":
            principal = found.principal(spec.principal, f"{path}.principal")
            return SeatPlan(principal, spec.must_join)
        case "open":
            if spec.must_join:
                found.add(f"{path}.must_join", "an open seat must be joined anyway")
            return SeatPlan()
        case _:
            found.add(path, "a principal or an open seat is expected")
            return SeatPlan()


def _join_within_ms(request: CreateMatchRequest, found: Findings) -> int | None:
    if not request.HasField("join_timeout"):
        return None
    return found.milliseconds(request.join_timeout, "join_timeout", _SECOND_MS, _LONGEST_MS)


def _delay_ms(request: CreateMatchRequest, found: Findings) -> int:
    if request.spectators.HasField("delay") and not request.spectators.allowed:
        found.add("spectators.delay", "there are no spectators who could be kept behind")
    return found.milliseconds(request.spectators.delay, "spectators.delay", 0, _LONGEST_MS)


def _options(request: CreateMatchRequest, game: str) -> Mapping[str, object] | None:
    """The options; the number of seats in those of Splendor follows from the seats, if unsaid."""
    if not request.HasField("options"):
        if game != splendor.NAME or request.rematch_of or request.HasField("position"):
            return None
        return {**splendor.Options().values, "seats": _number_of_seats(request)}
    if request.HasField("position"):
        raise Malformed("options", "the position has its own")
    options = Options()
    options.CopyFrom(request.options)
    if options.WhichOneof("game") == "splendor" and not options.splendor.HasField("seats"):
        options.splendor.seats = _number_of_seats(request)
    return options_data(options, game, "options")


def _number_of_seats(request: CreateMatchRequest) -> int:
    number = len(request.seats)
    return number if _FEWEST_SEATS <= number <= MOST_SEATS else _FEWEST_SEATS


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
