"""`gemwright-server bots`: plays the seats of the server's bots from a process of its own.

It is a client like any other, with tokens that it makes itself from the file of keys.
"""

import argparse
import asyncio
import time
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import grpc
import grpc.aio
import structlog

from gemwright.auth.keyring import Keyring
from gemwright.auth.keys import KeysRefused
from gemwright.auth.tokens import Claim, player_token
from gemwright.bot_host.built_in import CHOICES, owners_in
from gemwright.bot_host.host import BotHost
from gemwright.bot_host.transports import CHANNEL_OPTIONS, ChannelTransport
from gemwright.process.logs import set_up_logs
from gemwright.process.run import Stop, run
from gemwright.setting_kinds import file
from gemwright.settings import PROGRAM, Parser

TOKEN_S: Final = 3600
"""How long a token of a bot is good; the next one is made when half of that is over."""

log: Final = structlog.stdlib.get_logger(__name__)


def bots(words: Sequence[str]) -> int:
    """Play until asked to stop; return the exit code."""
    parser = _parser()
    asked = parser.parse_args(words)
    if asked.keys is None:
        parser.error("--keys: it is needed; a server without keys plays its bots itself")
    set_up_logs(asked.log_level, asked.log_format)
    try:
        keyring = Keyring(asked.keys, lambda text: log.error("keys_not_read", text=text))
        credentials = _channel_credentials(asked)
    except KeysRefused as refused:
        parser.error(str(refused))
    except OSError as error:
        parser.error(f"{error.filename}: {(error.strerror or 'it cannot be read').lower()}")
    return run(partial(_play, asked, keyring, credentials))


def _parser() -> Parser:
    parser = Parser(
        prog=f"{PROGRAM} bots",
        description="Play the seats that are given to bots, at a server elsewhere.",
        epilog="Servers play their bots themselves unless they were started with --bots off.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--server",
        metavar="HOST:PORT",
        default="127.0.0.1:7373",
        help="the server to play at (default: %(default)s)",
    )
    parser.add_argument(
        "--keys", metavar="FILE", type=file, help="the file of keys of the server; it is needed"
    )
    parser.add_argument(
        "--owner",
        metavar="NAME",
        action="append",
        help="play in the matches of this owner only; may be given several times "
        "(default: every owner in the file of keys)",
    )
    for flag, text in (
        ("--tls-ca", "the server has TLS: who signed its certificate, PEM"),
        ("--tls-cert", "the certificate to show where the server asks for one, PEM"),
        ("--tls-key", "the private key of that certificate, PEM"),
    ):
        parser.add_argument(flag, metavar="FILE", type=Path, help=text)
    levels, formats = ("debug", "info", "warning", "error"), ("auto", "json", "console")
    parser.add_argument("--log-level", choices=levels, default="info", help="the least logged")
    parser.add_argument("--log-format", choices=formats, default="auto", help="how it is logged")
    return parser


def _channel_credentials(asked: argparse.Namespace) -> grpc.ChannelCredentials | None:
    if asked.tls_ca is None:
        return None
    return grpc.ssl_channel_credentials(
        asked.tls_ca.read_bytes(),
        asked.tls_key and asked.tls_key.read_bytes(),
        asked.tls_cert and asked.tls_cert.read_bytes(),
    )


async def _play(
    asked: argparse.Namespace,
    keyring: Keyring,
    credentials: grpc.ChannelCredentials | None,
    stop: Stop,
) -> int:
    async with _channel(asked.server, credentials) as channel:

        def owners() -> Collection[str]:
            return asked.owner or owners_in(keyring)

        def connect(owner: str, principal: str) -> ChannelTransport:
            return ChannelTransport(channel, Credential(keyring, owner, principal))

        async with asyncio.TaskGroup() as group:
            playing = group.create_task(BotHost(CHOICES, owners, connect).run())
            stop.drain_from_now_on()
            print(f"{PROGRAM} bots plays at {asked.server}", flush=True)
            await stop.asked.wait()
            playing.cancel()
    log.info("stopped")
    return 0


def _channel(server: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    if credentials is None:
        return grpc.aio.insecure_channel(server, options=CHANNEL_OPTIONS)
    return grpc.aio.secure_channel(server, credentials, options=CHANNEL_OPTIONS)


class Credential:
    """A token of a bot, renewed before it ends and whenever the keys change."""

    def __init__(self, keyring: Keyring, owner: str, principal: str) -> None:
        self._keyring = keyring
        self._owner = owner
        self._principal = principal
        self._generation = -1
        self._renew_at = 0.0
        self._text = ""

    def __call__(self) -> str:
        """The token."""
        now, generation = time.time(), self._keyring.look()
        if generation != self._generation or now >= self._renew_at:
            claim = Claim(self._owner, self._principal, round(now) + TOKEN_S)
            self._text = player_token(self._keyring.keys.signer(now), claim)
            self._generation, self._renew_at = generation, now + TOKEN_S / 2
        return self._text
