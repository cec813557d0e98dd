"""Options that many commands have, spelled once, as records.

A command that has a parameter of such a type has its fields as options; `running.py` does that.
"""

import shlex
from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Final, Self, TypeAlias

import typer

from gemwright_client.address import DEFAULT_ADDRESS, Tls
from gemwright_client.cli.exits import USAGE, Failed
from gemwright_client.cli.values import begun, duration, language
from gemwright_client.client import Client
from gemwright_client.words import LANGUAGES, Words, language_of_environment, words_of

LAST_VERSION: Final = 2**31 - 1
"""No match has a version behind it: the contract counts them in 32 bits."""
_SERVER: Final = "Server"
_OUTPUT: Final = "Output"
_PEM: Final = "FILE.pem"
_LONGEST_TOKEN: Final = 100_000
"""Signs; what is behind them is not read, for there are files without an end."""


@dataclass(frozen=True, slots=True)
class Service:
    """Where the servers are, and who calls."""

    server: Annotated[
        str,
        typer.Option(
            "--server",
            envvar="GEMWRIGHT_SERVER",
            metavar="HOST:PORT",
            help="Where the server is; several with commas; https:// encrypts; unless told, "
            f"{DEFAULT_ADDRESS}, but play starts its own.",
            rich_help_panel=_SERVER,
            show_default=False,
        ),
    ] = DEFAULT_ADDRESS
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            envvar="GEMWRIGHT_TOKEN",
            metavar="TOKEN",
            help="API key or player token; best given by the environment.",
            rich_help_panel=_SERVER,
            show_default=False,
        ),
    ] = None
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file",
            envvar="GEMWRIGHT_TOKEN_FILE",
            metavar="FILE",
            help="A file with the token, read again when that expires.",
            rich_help_panel=_SERVER,
            show_default=False,
        ),
    ] = None
    ca: Annotated[
        Path | None,
        typer.Option(
            "--ca",
            metavar=_PEM,
            help="Authorities to believe instead of the system's; encrypts.",
            rich_help_panel=_SERVER,
            show_default=False,
        ),
    ] = None
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar=_PEM,
            help="Certificate to be known by; encrypts.",
            rich_help_panel=_SERVER,
            show_default=False,
        ),
    ] = None
    key: Annotated[
        Path | None,
        typer.Option(
            "--key",
            metavar=_PEM,
            help="Key of that certificate.",
            rich_help_panel=_SERVER,
            show_default=False,
        ),
    ] = None
    patience: Annotated[
        timedelta,
        typer.Option(
            "--patience",
            envvar="GEMWRIGHT_PATIENCE",
            metavar="TIME",
            parser=duration,
            help="How long a call is tried; 5s unless told.",
            rich_help_panel=_SERVER,
            show_default=False,
        ),
    ] = timedelta(seconds=5)

    def client(self, *, patience: float | None = None) -> Client:
        """A client of these servers, with another patience, in seconds, than the user's if told."""
        seconds = self.patience.total_seconds() if patience is None else patience
        return Client(self.server, self.credential(), tls=self.tls(), patience=seconds)

    def preferring(self, typed: Container[str]) -> Self:
        """A token that is typed goes before one of the environment."""
        if "token" in typed and "token_file" not in typed:
            return replace(self, token_file=None)
        if "token_file" in typed and "token" not in typed:
            return replace(self, token=None)
        return self

    def way(self) -> str:
        """The options, as one types them, with which another command reaches the same servers."""
        named = {
            "--server": self.server,
            "--ca": self.ca,
            "--certificate": self.certificate,
            "--key": self.key,
        }
        words = [(option, shlex.quote(str(value))) for option, value in named.items() if value]
        return " ".join(word for pair in words for word in pair)

    def credential(self) -> str | Callable[[], str] | None:
        """The token, or what reads it."""
        if self.token is not None and self.token_file:
            raise Failed("cli.token_twice", code=USAGE)
        if self.token_file:
            path = self.token_file
            return lambda: _token_of(path)
        return None if self.token is None else _checked(self.token)

    def tls(self) -> Tls | None:
        """How the servers are known; None for the system's way, or for no encryption."""
        if (self.certificate is None) != (self.key is None):
            raise Failed("cli.certificate_alone", code=USAGE)
        if self.ca or self.certificate:
            return Tls(self.ca, self.certificate, self.key)
        return None


def _token_of(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            token = file.read(_LONGEST_TOKEN).strip()
    except OSError as error:
        raise Failed("cli.token_file_unreadable", path=path, reason=error.strerror) from None
    except ValueError:  # no text; or no path at all
        raise Failed("cli.token_unusable", code=USAGE) from None
    if not token:
        raise Failed("cli.token_file_empty", path=path)
    return _checked(token)


def _checked(token: str) -> str:
    """The token, if it can be sent; the complaint does not repeat it."""
    token = token.strip()
    if not (token.isascii() and token.isprintable() and token and " " not in token):
        raise Failed("cli.token_unusable", code=USAGE)
    return token


@dataclass(frozen=True, slots=True)
class Manner:
    """How a command speaks; every command has it."""

    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            parser=language,
            autocompletion=begun(LANGUAGES),
            metavar=f"<{'|'.join(LANGUAGES)}>",
            help="Language; by default that of the environment.",
            rich_help_panel=_OUTPUT,
            show_default=False,
        ),
    ] = None
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Show where an error arose.", rich_help_panel=_OUTPUT),
    ] = False

    @property
    def words(self) -> Words:
        """The words of the language."""
        return words_of(self.lang or language_of_environment())


AsJson: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print JSON, one object a line, as `buf curl` does.",
        rich_help_panel=_OUTPUT,
    ),
]
AsSeat: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--seat",
        min=1,
        max=4,
        metavar="SEAT",
        help="As this seat of yours sees it, counted from 1.",
        show_default=False,
    ),
]
MatchId: TypeAlias = Annotated[
    str, typer.Argument(metavar="MATCH", help="The id of the match.", show_default=False)
]
