"""Options that many commands have, and the records that options are grouped in.

A command whose parameter is such a record has the record's fields as options; `typer_command.py`
sees to that.
"""

import shlex
from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Final, Self, TypeAlias

import typer

from gemwright_client.cli.failures import USAGE, Failed
from gemwright_client.cli.values import completing, duration, language
from gemwright_client.client import Client
from gemwright_client.network.address import DEFAULT_ADDRESS, Tls
from gemwright_client.words import LANGUAGES, Words, language_of_environment, words_of

LAST_VERSION: Final = 2**31 - 1
"""The last version there can be: the contract counts them in 32 bits."""
_SERVER: Final = "Server"
_OUTPUT: Final = "Output"
_PEM: Final = "FILE.pem"
_LONGEST_TOKEN: Final = 100_000
"""In characters; the rest of a file is not read, because it may have no end."""


@dataclass(frozen=True, slots=True)
class OptionRecord:
    """A record whose fields are options of a command, in their order."""


@dataclass(frozen=True, slots=True)
class Service(OptionRecord):
    """The options that say where the servers are, and who calls."""

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
        """Make a client of these servers; `patience` in seconds replaces the user's."""
        seconds = self.patience.total_seconds() if patience is None else patience
        return Client(self.server, self.credential(), tls=self.tls(), patience=seconds)

    def preferring(self, typed: Container[str]) -> Self:
        """Prefer a token that is typed to one of the environment."""
        if "token" in typed and "token_file" not in typed:
            return replace(self, token_file=None)
        if "token_file" in typed and "token" not in typed:
            return replace(self, token=None)
        return self

    def way(self) -> str:
        """Write the options with which another command reaches the same servers."""
        named = {
            "--server": self.server,
            "--ca": self.ca,
            "--certificate": self.certificate,
            "--key": self.key,
        }
        words = [(option, shlex.quote(str(value))) for option, value in named.items() if value]
        return " ".join(word for pair in words for word in pair)

    def credential(self) -> str | Callable[[], str] | None:
        """Return the token, or a function that reads it."""
        if self.token is not None and self.token_file:
            raise Failed("cli.token_twice", code=USAGE)
        if self.token_file:
            path = self.token_file
            return lambda: _token_of(path)
        return None if self.token is None else _checked(self.token)

    def tls(self) -> Tls | None:
        """Return the certificates to use; None for those of the system, or for no encryption."""
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
    except ValueError:  # the file is no text, or the path is none
        raise Failed("cli.token_unusable", code=USAGE) from None
    if not token:
        raise Failed("cli.token_file_empty", path=path)
    return _checked(token)


def _checked(token: str) -> str:
    """Return the token, if it can be sent; the error does not repeat it."""
    token = token.strip()
    if not (token.isascii() and token.isprintable() and token and " " not in token):
        raise Failed("cli.token_unusable", code=USAGE)
    return token


@dataclass(frozen=True, slots=True)
class Manner(OptionRecord):
    """The options that say how a command prints; every command has them."""

    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            parser=language,
            autocompletion=completing(LANGUAGES),
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
        """Return the words of the language."""
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
