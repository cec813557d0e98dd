"""Every setting of the server, each spelled once: name, default, kind and help in one entry.

A flag (--max-streams) wins over its environment variable (GEMWRIGHT_MAX_STREAMS), which wins over
the default. An empty variable counts as none, because compose files leave one out that way.
"""

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib.metadata import version
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from gemwright.setting_kinds import (
    LONGEST_PLAYER_TOKEN,
    Address,
    Automatic,
    address,
    automatic_address,
    automatic_count,
    automatic_time,
    count,
    duration,
    file,
    long_time,
    one_of,
    optional_address,
    origins,
    positive,
    redis_url,
    size,
    switch,
)

PROGRAM: Final = "gemwright-server"
LAST_PORT: Final = 65_535

DESCRIPTION: Final = """\
Serve matches of Splendor Duel, The Counterfeiters and Splendor over gRPC, and
over HTTP for browsers.
Without any option it serves this machine and keeps its data in ./data.
"""

EPILOGUE: Final = """\
Times are numbers with a unit: ms, s, m, h or d. Every option can come from the
environment instead, for example --max-streams from GEMWRIGHT_MAX_STREAMS. The
password of a Redis should: GEMWRIGHT_REDIS_PASSWORD, which is no option,
because other users of a machine can read command lines.

More commands, each with a --help of its own:
  gemwright-server keys    make and list the keys of those who may call
  gemwright-server bots    play the seats of bots from a process of its own
  gemwright-server health  ask a server whether it serves
"""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Spelling:
    """How one setting is read and explained."""

    group: str
    default: str
    read: Callable[[str], object]
    help: str
    metavar: str | None


def _setting(
    group: str,
    default: str,
    read: Callable[[str], T],
    help: str,
    metavar: str | None = None,
    *,
    is_secret: bool = False,
) -> T:
    spelling = Spelling(group, default, read, help, metavar)
    return field(default=read(default), metadata={"spelling": spelling}, repr=not is_secret)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a server; times are in seconds."""

    listen: Address = _setting(
        "network", "127.0.0.1:7373", address, "where to serve; port 0 takes a free one", "ADDRESS"
    )
    http: Address | Automatic | None = _setting(
        "network",
        "auto",
        automatic_address,
        "where to serve Connect, gRPC-Web and JSON, for browsers; off for nowhere, auto with keys "
        "for nowhere and without them for the port after --listen's",
        "ADDRESS",
    )
    http_origins: tuple[str, ...] = _setting(
        "network",
        "",
        origins,
        "whose pages may call besides the server's own, such as https://play.example, with "
        "commas between them",
        "ORIGINS",
    )
    max_message_bytes: int = _setting(
        "network", "1MiB", size, "the longest request to read", "SIZE"
    )
    tls_cert: Path | None = _setting(
        "network", "", file, "serve with TLS: the certificate chain, PEM", "FILE"
    )
    tls_key: Path | None = _setting(
        "network", "", file, "the private key of the certificate, PEM", "FILE"
    )
    tls_client_ca: Path | None = _setting(
        "network", "", file, "ask clients for certificates that these sign, PEM", "FILE"
    )
    workers: int = _setting(
        "network", "1", positive, "how many processes serve, all on the one port", "N"
    )
    metrics: Address | None = _setting(
        "network",
        "",
        optional_address,
        "where to serve metrics for Prometheus, over HTTP",
        "ADDRESS",
    )
    heartbeat: float = _setting(
        "network", "15s", long_time, "how often a silent stream says that it lives", "TIME"
    )
    grace: float = _setting(
        "network", "10s", duration, "how long calls may take to finish on stopping", "TIME"
    )

    keys: Path | None = _setting(
        "callers",
        "",
        file,
        "the file of API keys and signing keys that `keys new` makes; without it "
        "the server believes every caller, and listens on this machine only",
        "FILE",
    )
    player_token_ttl: float = _setting(
        "callers", "1h", long_time, "how long a player token holds where nobody says", "TIME"
    )
    max_streams: int | None = _setting(
        "callers",
        "auto",
        automatic_count,
        "how many streams one caller may have open, on each process; 0 is no limit, auto "
        "1000 with keys and none without",
        "N",
    )
    max_calls: int | None = _setting(
        "callers",
        "auto",
        automatic_count,
        "how many calls one caller may make in a second, on each process; 0 is no limit, auto "
        "200 with keys and none without",
        "N",
    )
    max_matches: int = _setting(
        "callers",
        "0",
        count,
        "how many matches of one owner may wait or be active; 0 is no limit",
        "N",
    )

    redis: str | None = _setting(
        "data",
        "",
        redis_url,
        "a Redis 7.0, Valkey 8.0 or newer, single or cluster, as redis://, rediss:// or "
        "unix://; without it the server runs a Valkey of its own",
        "URL",
        is_secret=True,
    )
    redis_password: str = _setting("", "", str, "", is_secret=True)
    data: Path = _setting("data", "./data", Path, "the folder of the server's own Valkey", "FOLDER")
    fsync: str = _setting(
        "data",
        "everysec",
        one_of("everysec", "always"),
        "when its own Valkey has moves on disk: within a second, or before they are answered",
        "{everysec,always}",
    )
    wait_replicas: int = _setting(
        "data", "0", count, "answer moves only when so many replicas have them", "N"
    )
    wait_aof: bool = _setting(
        "data", "off", switch, "answer moves only when the Redis has them on disk"
    )
    allow_eviction: bool = _setting(
        "data", "off", switch, "serve from a Redis that drops data when memory is full"
    )
    wake_ups: bool = _setting(
        "data", "on", switch, "learn of moves on other servers by publish/subscribe"
    )
    poll: float | None = _setting(
        "data",
        "auto",
        automatic_time,
        "how often to look for moves that no wake-up told of; auto is 5s, without wake-ups 1s",
        "TIME",
    )

    join_deadline: float = _setting(
        "matches", "10m", long_time, "how long a match waits for its players", "TIME"
    )
    abandon_after: float = _setting(
        "matches", "30d", long_time, "when a match without a clock and without moves ends", "TIME"
    )
    keep_finished: float = _setting(
        "matches", "30d", long_time, "how long finished matches can be read", "TIME"
    )
    keep_request_ids: float = _setting(
        "matches", "1d", long_time, "how long after its end a match knows repeated calls", "TIME"
    )
    keep_activity: float = _setting(
        "matches", "7d", long_time, "how far back WatchActivity can go to deals and ends", "TIME"
    )
    bots: bool = _setting("matches", "on", switch, "play the seats that are given to bots")
    cache_matches: int = _setting(
        "matches", "50000", positive, "how many matches to keep in memory ready to play", "N"
    )

    log_level: str = _setting(
        "logs",
        "info",
        one_of("debug", "info", "warning", "error"),
        "the least that is logged",
        "{debug,info,warning,error}",
    )
    log_format: str = _setting(
        "logs",
        "auto",
        one_of("auto", "json", "console"),
        "auto is console on a terminal and json elsewhere",
        "{auto,json,console}",
    )

    @property
    def is_development(self) -> bool:
        """Whether the server believes every caller."""
        return self.keys is None

    @property
    def http_address(self) -> Address | None:
        """Where to serve browsers; None if nowhere."""
        if not isinstance(self.http, Automatic):
            return self.http
        if not self.is_development:
            return None
        port = self.listen.port
        return Address(self.listen.host, port + 1 if 0 < port < LAST_PORT else 0)

    @property
    def streams_per_caller(self) -> int:
        """How many streams one caller may have open; 0 for any number."""
        return self._automatic(self.max_streams, 1_000)

    @property
    def calls_per_second(self) -> int:
        """How many calls one caller may make in a second; 0 for any number."""
        return self._automatic(self.max_calls, 200)

    def _automatic(self, given: int | None, with_keys: int) -> int:
        if given is not None:
            return given
        return 0 if self.is_development else with_keys

    @property
    def poll_every(self) -> float:
        """The time between two polls for changes that sent no wake-up."""
        if self.poll is not None:
            return self.poll
        return 5.0 if self.wake_ups else 1.0


class Parser(argparse.ArgumentParser):
    """Prints what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Exit with code 2."""
        self.exit(2, f"{self.prog}: {message.removeprefix('argument ')}\n")


def read_settings(
    words: Sequence[str] | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """The settings from a command line and an environment; exits with a line if one is wrong."""
    parser = Parser(
        prog=PROGRAM,
        usage="%(prog)s [options]",
        description=DESCRIPTION,
        epilog=EPILOGUE,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('gemwright')}")
    _add_options(parser)
    from_environment = _from_environment(parser, os.environ if environment is None else environment)
    parser.set_defaults(**from_environment)
    settings = Settings(**vars(parser.parse_args(words)))
    if contradiction := _contradiction(settings):
        parser.error(contradiction)
    return settings


def _contradiction(settings: Settings) -> str:
    """Which settings contradict each other, in words; empty if none do."""
    is_own = settings.redis is None
    if is_own and settings.wait_replicas:
        return "--wait-replicas: the server's own Valkey has none; name another with --redis"
    if is_own and settings.redis_password:
        return "GEMWRIGHT_REDIS_PASSWORD: there is no --redis that it could be for"
    if not is_own and settings.fsync != "everysec":
        return "--fsync: only for the server's own Valkey; of a --redis set appendfsync there"
    if settings.metrics == settings.listen and settings.listen.port:
        return "--metrics: the same address as --listen"
    if (http := settings.http_address) and http.port:
        if http == settings.listen:
            return "--http: the same address as --listen"
        if http == settings.metrics:
            return f"--metrics: {http} is where --http serves browsers"
    if settings.http_origins and http is None:
        return "--http-origins: only with --http"
    if settings.keep_request_ids > settings.keep_finished:
        return "--keep-request-ids: longer than --keep-finished, for which matches are kept"
    if not 1 <= settings.player_token_ttl <= LONGEST_PLAYER_TOKEN:
        return "--player-token-ttl: from 1s to 30d"
    if (settings.tls_cert is None) != (settings.tls_key is None):
        return "--tls-cert and --tls-key: each needs the other"
    if settings.tls_client_ca and not settings.tls_cert:
        return "--tls-client-ca: only with --tls-cert and --tls-key"
    return ""


def _spellings() -> Iterator[tuple[str, Spelling]]:
    for one in fields(Settings):
        spelling: Spelling = one.metadata["spelling"]
        yield one.name, spelling


def _add_options(parser: Parser) -> None:
    groups: dict[str, argparse._ArgumentGroup] = {}
    for name, spelling in _spellings():
        if not spelling.group:
            continue
        if spelling.group not in groups:
            groups[spelling.group] = parser.add_argument_group(spelling.group)
        is_switch = spelling.read is switch
        groups[spelling.group].add_argument(
            f"--{name.replace('_', '-')}",
            type=_complaining(spelling.read),
            default=spelling.default,
            metavar="{on,off}" if is_switch else spelling.metavar,
            nargs="?" if is_switch else None,
            const="on" if is_switch else None,
            help=spelling.help + (f" (default: {spelling.default})" if spelling.default else ""),
        )


def _complaining(read: Callable[[str], object]) -> Callable[[str], object]:
    """The reader, with errors that argparse shows unchanged."""

    def complain(text: str) -> object:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return complain


def _from_environment(parser: Parser, environment: Mapping[str, str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, spelling in _spellings():
        variable = f"GEMWRIGHT_{name.upper()}"
        text = environment.get(variable) or spelling.default
        try:
            found[name] = spelling.read(text)
        except ValueError as error:
            parser.error(f"{variable}: {error}")
    return found
