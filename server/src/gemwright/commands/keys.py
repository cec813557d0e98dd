"""`gemwright-server keys`: make, replace, end and list the keys of a server.

Only a new API key goes to standard output, so that a script can keep it; everything else goes to
standard error.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from gemwright.auth.keyfile import change_keys, read_keys
from gemwright.auth.keys import (
    OWNER,
    SCOPES,
    SIGNS_AFTER,
    ApiKey,
    Keys,
    KeysRefused,
    SigningKey,
    with_api_key,
    with_key_replaced,
    with_signing_key,
    without_key,
)
from gemwright.auth.tokens import api_key_text
from gemwright.setting_kinds import duration
from gemwright.settings import PROGRAM, Parser

DESCRIPTION: Final = """\
Keys of a server, in one file that its servers read again when it changes.
API keys are for the services that own matches; each is shown once, when it is
made. Signing keys make the tokens of players; they never leave the file.
"""
EPILOGUE: Final = """\
Every command takes --keys FILE, or GEMWRIGHT_KEYS from the environment. A file
that two servers share is one file, or copies that are kept alike.
"""
ROTATE: Final = f"""\
Without --id: add a key that signs the tokens of players from {SIGNS_AFTER} seconds on, when
all servers have read of it. Tokens that older keys signed hold to their end.
With --id: make a new API key for the same owner, good for the same calls.
"""


def main(words: Sequence[str], environment: Mapping[str, str] | None = None) -> int:
    """Do what the words after `keys` say; return the exit code."""
    parser = _parser(os.environ if environment is None else environment)
    given = parser.parse_args(words)
    if given.keys is None:
        parser.error("--keys: which file? GEMWRIGHT_KEYS can say it too")
    command: Callable[[argparse.Namespace], None] = given.command
    try:
        command(given)
    except KeysRefused as refused:
        parser.error(str(refused))
    return 0


def _parser(environment: Mapping[str, str]) -> Parser:
    parser = Parser(
        prog=f"{PROGRAM} keys",
        description=DESCRIPTION,
        epilog=EPILOGUE,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_commands(parser, Path(named) if (named := environment.get("GEMWRIGHT_KEYS")) else None)
    return parser


def _add_commands(parser: Parser, file: Path | None) -> None:
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(name: str, does: str, command: Callable[[argparse.Namespace], None]) -> Parser:
        added = commands.add_parser(
            name,
            help=does,
            description=ROTATE if name == "rotate" else f"{does[0].upper()}{does[1:]}.",
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        added.add_argument("--keys", type=Path, default=file, metavar="FILE", help="the file")
        added.set_defaults(command=command)
        return added

    new = add("new", "make an API key, and the file if there is none", _new)
    new.add_argument("--owner", type=_owner, required=True, metavar="NAME", help="whose matches")
    text = "what the key is good for; may be given twice (default: matchmaker)"
    new.add_argument("--scope", choices=SCOPES, action="append", help=text)
    rotate = add("rotate", "add a signing key, or replace an API key", _rotate)
    rotate.add_argument("--id", metavar="ID", help="the API key to replace")
    text = "how long the old API key is still good: 1d unless said, 0 for not at all"
    rotate.add_argument("--overlap", type=_overlap, metavar="TIME", help=text)
    revoke = add("revoke", "end an API key, or a signing key with all its tokens, at once", _revoke)
    revoke.add_argument("--id", required=True, metavar="ID", help="the key")
    add("list", "show the keys, without their secrets", _list)


def _owner(text: str) -> str:
    if not OWNER.fullmatch(text):
        raise argparse.ArgumentTypeError("1 to 64 letters, digits and any of ._:@- are expected")
    return text


def _overlap(text: str) -> float:
    try:
        return 0.0 if text == "0" else duration(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _new(given: argparse.Namespace) -> None:
    now = _now()
    scopes = tuple(scope for scope in SCOPES if scope in (given.scope or SCOPES[:1]))
    made: list[tuple[ApiKey, str]] = []

    def change(keys: Keys) -> Keys:
        keys = keys if keys.signing_keys else with_signing_key(keys, now)
        keys, key, secret = with_api_key(keys, given.owner, scopes, now)
        made.append((key, secret))
        return keys

    change_keys(given.keys, change, may_make=True)
    _show(*made[-1])


def _rotate(given: argparse.Namespace) -> None:
    now = _now()
    made: list[tuple[ApiKey, str]] = []

    def change(keys: Keys) -> Keys:
        if given.id is None:
            return with_signing_key(keys, now)
        overlap = duration("1d") if given.overlap is None else given.overlap
        keys, key, secret = with_key_replaced(keys, given.id, overlap, now)
        made.append((key, secret))
        return keys

    if given.id is None and given.overlap is not None:
        raise KeysRefused("--overlap: only with --id, tokens of players hold to their end")
    change_keys(given.keys, change, may_make=False)
    if made:
        _show(*made[-1])
    else:
        print(f"a new key signs in {SIGNS_AFTER} s; keys list shows them", file=sys.stderr)


def _revoke(given: argparse.Namespace) -> None:
    change_keys(given.keys, lambda keys: without_key(keys, given.id, _now()), may_make=False)
    print(f"{given.id} is good for nothing from now on", file=sys.stderr)


def _show(key: ApiKey, secret: str) -> None:
    print(api_key_text(key, secret))
    scopes = " and ".join(key.scopes)
    print(
        f"API key {key.id} of {key.owner}, for {scopes}: it is shown this once. "
        "Send it as authorization: Bearer <key>",
        file=sys.stderr,
    )


def _list(given: argparse.Namespace) -> None:
    keys, now = read_keys(given.keys), _now()
    api_keys = [
        (key.id, key.owner, ",".join(key.scopes), _time(key.created), _end(key.good_until, now))
        for key in keys.api_keys
    ]
    print(_table(("API KEY", "OWNER", "SCOPES", "MADE", "GOOD"), api_keys))
    signing = [
        (key.id, _time(key.created), _signs(keys, key, now), _end(key.good_until, now))
        for key in keys.signing_keys
    ]
    print()
    print(_table(("SIGNING KEY", "MADE", "SIGNS", "TOKENS GOOD"), signing))


def _signs(keys: Keys, key: SigningKey, now: int) -> str:
    if key is keys.signer(now):
        return "yes"
    return f"from {_time(key.signs_from)}" if key.signs_from > now else "no"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in (head, *rows)
    )


def _end(good_until: int | None, now: int) -> str:
    if good_until is None:
        return "yes"
    return f"{'until' if now < good_until else 'ended'} {_time(good_until)}"


def _time(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(seconds))


def _now() -> int:
    return int(time.time())
