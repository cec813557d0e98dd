"""The options of Splendor; what a client leaves unset is the game's default."""

from gemwright.engine.game import LIMITS
from gemwright.engine.splendor.limits import SUPPLY_OF_SEATS
from gemwright.engine.splendor.state import Options
from gemwright.pb.splendor_options_pb2 import SplendorOptions
from gemwright.rpc.convert.malformed import Malformed

_NO_LIMIT = 0


def options_message(options: Options) -> SplendorOptions:
    """The options of a match, every one told."""
    limit = options.no_progress_limit
    return SplendorOptions(
        seats=options.seats,
        first_seat=options.first_seat,
        no_progress_limit=_NO_LIMIT if limit is None else limit,
    )


def options_data(message: SplendorOptions, path: str) -> dict[str, object]:
    """The mapping that the engine reads options from."""
    seats = message.seats if message.HasField("seats") else Options().seats
    if seats not in SUPPLY_OF_SEATS:
        raise Malformed(f"{path}.seats", f"{seats} is none of 2, 3 and 4")
    return {
        "seats": seats,
        "first_seat": _first_seat(message, seats, path),
        "no_progress_limit": _limit(message, path),
    }


def _first_seat(message: SplendorOptions, seats: int, path: str) -> int | None:
    if not message.HasField("first_seat"):
        return None
    if message.first_seat not in range(seats):
        detail = f"{message.first_seat} is not between 0 and {seats - 1}"
        raise Malformed(f"{path}.first_seat", detail)
    return message.first_seat


def _limit(message: SplendorOptions, path: str) -> int | None:
    limit = message.no_progress_limit
    if not message.HasField("no_progress_limit"):
        return Options().no_progress_limit
    if limit == _NO_LIMIT:
        return None
    if limit not in LIMITS:
        detail = f"{limit} is neither {_NO_LIMIT} nor between {LIMITS[0]} and {LIMITS[-1]}"
        raise Malformed(f"{path}.no_progress_limit", detail)
    return limit
