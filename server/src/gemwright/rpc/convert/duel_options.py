"""The options of Duel and The Counterfeiters."""

from collections.abc import Mapping
from typing import Final

from gemwright.engine.duel.limits import PLAYERS
from gemwright.engine.duel.state import Options
from gemwright.engine.game import MOST_IDLE_TURNS
from gemwright.pb.duel_options_pb2 import DuelOptions
from gemwright.rpc.convert.malformed import Malformed

_NO_LIMIT: Final = 0


def options_message(options: Options) -> DuelOptions:
    """Every choice that was made; a first seat that is unset is drawn."""
    return DuelOptions(
        first_seat=options.first_seat,
        blocking_claim=options.blocking_claim,
        no_progress_limit=options.no_progress_limit or _NO_LIMIT,
    )


def options_data(message: DuelOptions, path: str) -> Mapping[str, int | bool | None]:
    """The plain data of the options, with the game's default for each that is unset."""
    values = Options().values
    if message.HasField("first_seat"):
        values["first_seat"] = _within(message.first_seat, PLAYERS - 1, f"{path}.first_seat")
    if message.HasField("blocking_claim"):
        values["blocking_claim"] = message.blocking_claim
    if message.HasField("no_progress_limit"):
        limit = _within(message.no_progress_limit, MOST_IDLE_TURNS, f"{path}.no_progress_limit")
        values["no_progress_limit"] = None if limit == _NO_LIMIT else limit
    return values


def _within(number: int, most: int, path: str) -> int:
    if not 0 <= number <= most:
        raise Malformed(path, f"{number} is not between 0 and {most}")
    return number
