"""A match in words, for all commands that describe one."""

import os
import shlex
from collections.abc import Iterator
from datetime import UTC, timedelta
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from gemwright_client.board.pen import Pen
from gemwright_client.cli.failures import PROGRAM
from gemwright_client.cli.options import Service
from gemwright_client.cli.output import printable
from gemwright_client.pb.match_pb2 import Match, Seat
from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchResponse
from gemwright_client.wording import end_keys, game_key, seat_name, state_key, winners_text
from gemwright_client.words import Words

_BOT: Final = "bot:"
_DEVELOPER: Final = "dev:"
"""How a token begins that a server in development mode accepts without a key."""
_KEPT: Final = frozenset({"GEMWRIGHT_TOKEN", "GEMWRIGHT_TOKEN_FILE"})
"""Environment variables in which other commands find a key."""
_HOUR: Final = 3_600
_UNKNOWN: Final = "?"


def facts(match: Match, words: Words) -> Iterator[tuple[str, str]]:
    """List the facts of a match, each with its label."""
    yield words("cli.heading_match"), match.match
    yield words("cli.heading_game"), game_text(match, words)
    yield words("cli.heading_state"), state_text(match, words)
    yield words("cli.heading_version"), str(match.version)
    for seat in match.seats:
        yield seat_label(seat, words), _seat_text(seat, words)
    if match.HasField("seat_to_act"):
        yield words("cli.heading_turn"), seat_name(match, match.seat_to_act, words)
    if match.HasField("clocks"):
        yield words("cli.heading_clocks"), _clocks_text(match, words)
    if match.HasField("outcome"):
        yield words("cli.heading_result"), outcome_text(match, words)
    yield words("cli.heading_created"), time_text(match.create_time)
    if match.HasField("join_deadline"):
        yield words("cli.heading_join_deadline"), time_text(match.join_deadline)
    if match.fairness.commitment:
        yield words("cli.heading_commitment"), match.fairness.commitment.hex()


def seat_label(seat: Seat, words: Words) -> str:
    """Write the number of a seat, counted from 1."""
    label = words("event.seat", number=seat.seat + 1)
    return label[:1].upper() + label[1:]


def aligned(pairs: Iterator[tuple[str, str]]) -> Iterator[str]:
    """Write labels and values in aligned lines."""
    listed = list(pairs)
    width = max(len(label) for label, _ in listed)
    return (f"{label.ljust(width)}  {printable(value)}" for label, value in listed)


def game_text(match: Match, words: Words) -> str:
    """Name the game, in the user's language."""
    key = game_key(match.game)
    return words(key) if key else _UNKNOWN


def state_text(match: Match, words: Words) -> str:
    """Name the state of the match."""
    key = state_key(match.state)
    return words(key) if key in words else _UNKNOWN


def players_text(match: Match, words: Words) -> str:
    """List the players."""
    return ", ".join(seat.principal or words("cli.open") for seat in match.seats)


def outcome_text(match: Match, words: Words) -> str:
    """Write who won, and why; nothing while the match goes on."""
    if not match.HasField("outcome"):
        return ""
    names = [seat_name(match, seat, words) for seat in match.outcome.winners]
    won = winners_text(names, words)
    if not (names and won.startswith(names[0])):  # a name keeps its first letter
        won = f"{won[:1].upper()}{won[1:]}"
    keys = end_keys(match.outcome.reasons, words)
    return " ".join([f"{won}.", *(words[key] for key in keys)])


def result_text(match: Match, pen: Pen) -> str:
    """Write who won and why, or the state of a match that ended without an outcome."""
    state = state_text(match, pen.words)
    return pen.glyphs.text(outcome_text(match, pen.words) or f"{state[:1].upper()}{state[1:]}.")


def time_text(time: Timestamp) -> str:
    """Write a time of the contract in the local time zone, without fractions."""
    local = time.ToDatetime(tzinfo=UTC).astimezone()
    return local.strftime("%Y-%m-%d %H:%M:%S %Z")


def short_time_text(time: Timestamp) -> str:
    """Write a time in the local time zone, to the minute."""
    return time.ToDatetime(tzinfo=UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def created_lines(made: CreateMatchResponse, service: Service, words: Words) -> Iterator[str]:
    """Describe a match that was just created, and what each player types to play."""
    yield from aligned(facts(made.match, words))
    yield ""
    tokens = {each.seat: each.token for each in made.join_tokens}
    for seat in made.match.seats:
        if seat.principal.startswith(_BOT):
            continue
        if seat.seat in tokens:
            more = f"--join {tokens[seat.seat]}"
        else:
            more = f"--token {_token_words(seat.principal, service)}"
        yield f"{seat_label(seat, words)}: {printable(seat.principal) or words('cli.open')}"
        yield f"  {_play_command(made.match.match, more, service)}"
    if made.match.spectators.allowed:
        yield words("cli.spectators")
        yield f"  {_watch_command(made.match.match, service)}"


def is_key_needed(made: CreateMatchResponse, service: Service) -> bool:
    """Tell whether these lines need an API key that was only typed, not stored."""
    is_kept = service.token_file or _KEPT & os.environ.keys()
    joining = {each.seat for each in made.join_tokens}
    named = [seat for seat in made.match.seats if not seat.principal.startswith(_BOT)]
    are_made = _has_key(service) and any(seat.seat not in joining for seat in named)
    return are_made and not is_kept


def _play_command(match: str, more: str, service: Service) -> str:
    """Write the command that plays in a match."""
    return f"{PROGRAM} play --match {match} {more} {service.way()}"


def _watch_command(match: str, service: Service) -> str:
    """Write the command that watches a match."""
    return f"{PROGRAM} watch {match} {service.way()}"


def _token_words(principal: str, service: Service) -> str:
    """Write the token of a player; with an API key, as a command that makes one."""
    if not _has_key(service):
        return shlex.quote(f"{_DEVELOPER}{principal}")
    file = f" --token-file {shlex.quote(str(service.token_file))}" if service.token_file else ""
    return f'"$({PROGRAM} token {shlex.quote(principal)}{file} {service.way()})"'


def _has_key(service: Service) -> bool:
    """Tell whether the caller has an API key; in development mode, names are enough."""
    is_name = not service.token or service.token.startswith(_DEVELOPER)
    return bool(service.token_file) or not is_name


def _seat_text(seat: Seat, words: Words) -> str:
    if not seat.principal:
        return words("cli.open")
    return seat.principal if seat.is_filled else f"{seat.principal}, {words('has_not_come')}"


def _clocks_text(match: Match, words: Words) -> str:
    named = (
        f"{seat_name(match, seat, words)} {_left_text(clock.remaining.ToTimedelta(), words)}"
        for seat, clock in enumerate(match.clocks.seats)
    )
    return ", ".join(named)


def _left_text(left: timedelta, words: Words) -> str:
    if left.days:
        return words("short.days", days=left.days, hours=left.seconds // _HOUR)
    return str(timedelta(seconds=left.seconds))
