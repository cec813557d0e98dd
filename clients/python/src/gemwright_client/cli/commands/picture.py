"""`gemwright picture`: a board as an SVG file."""

import sys
from os.path import isfile
from pathlib import Path
from typing import Annotated, Final

import typer

from gemwright_client.cli.exits import Failed
from gemwright_client.cli.options import Manner, Service
from gemwright_client.cli.output import is_terminal, remark
from gemwright_client.cli.records import STANDARD_INPUT
from gemwright_client.cli.snapshots import of_file, of_match
from gemwright_client.picture import picture as drawn

_WIDTH: Final = 1200
_NAME_OF_INPUT: Final = "game"


async def picture(
    source: Annotated[
        str,
        typer.Argument(
            metavar="MATCH|FILE",
            help="The id of a match; or a game in a file, - for the standard input.",
            show_default=False,
        ),
    ],
    service: Service,
    manner: Manner,
    at: Annotated[
        int | None,
        typer.Option(
            "--at",
            min=0,
            metavar="VERSION",
            help="Which version; the newest unless told.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=4,
            help="As this seat sees it, counted from 1; one of yours in a match.",
            show_default=False,
        ),
    ] = None,
    width: Annotated[
        int, typer.Option(min=200, max=10_000, metavar="PIXELS", help="How wide it is shown.")
    ] = _WIDTH,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.svg",
            help="Where it is written; - is the standard output.",
            show_default=False,
        ),
    ] = None,
    is_forced: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there.")
    ] = False,
) -> None:
    """Draw a board as an SVG picture.

    Of a match that is played, the board as it is now; once it is over, and in a file, any version.
    A match is shown as you see it, a file with all cards open unless you name a seat.

    The picture goes to the standard output; if that is a terminal, into MATCH-VERSION.svg here. It
    needs no fonts and no other files. Of one as wide as you like, other tools make a PNG:

    gemwright picture MATCH --width 2400 | rsvg-convert -o board.png
    """
    path, words = Path(source), manner.words
    if path == STANDARD_INPUT or path.suffix or path.name != source or isfile(path):
        shot = of_file(path, at, seat, words)
        name = _NAME_OF_INPUT if path == STANDARD_INPUT else path.stem
    else:
        async with service.client() as client:
            handle = client.match(source, None if seat is None else seat - 1)
            shot = await of_match(client, handle, at)
        name = shot.match.match
    svg = drawn(
        shot.match, shot.view, shot.cards, words, viewer_seat=shot.viewer_seat, width=width
    ).encode()
    if output is None and is_terminal():
        output = Path(f"{name}-{shot.match.version}.svg")
    if output is None or output == STANDARD_INPUT:
        sys.stdout.buffer.write(svg)
        return
    _write(output, svg, is_forced=is_forced)
    remark(words("cli.written", path=output))


def _write(path: Path, svg: bytes, *, is_forced: bool) -> None:
    try:
        with path.open("wb" if is_forced else "xb") as file:
            file.write(svg)
    except FileExistsError:
        raise Failed("cli.file_exists", path=path) from None
    except OSError as error:
        raise Failed("cli.file_unwritable", path=path, reason=error.strerror) from None
