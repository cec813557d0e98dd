"""`gemwright picture`: a board as an SVG file."""

import sys
from dataclasses import dataclass
from os.path import isfile
from pathlib import Path
from typing import Annotated, Final

import typer

from gemwright_client.cli.failures import Failed
from gemwright_client.cli.options import Manner, OptionRecord, Service
from gemwright_client.cli.output import is_terminal, remark
from gemwright_client.cli.records import STANDARD_INPUT, Snapshot, of_file, of_match
from gemwright_client.picture import picture as drawn
from gemwright_client.words import Words

_WIDTH: Final = 1200
_NAME_OF_INPUT: Final = "game"


@dataclass(frozen=True, slots=True)
class PictureOptions(OptionRecord):
    """The options that say which board is drawn, and where the picture goes."""

    at: Annotated[
        int | None,
        typer.Option(
            "--at",
            min=0,
            metavar="VERSION",
            help="Which version; the newest unless told.",
            show_default=False,
        ),
    ] = None
    seat: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=4,
            help="As this seat sees it, counted from 1; one of yours in a match.",
            show_default=False,
        ),
    ] = None
    width: Annotated[
        int, typer.Option(min=200, max=10_000, metavar="PIXELS", help="How wide it is shown.")
    ] = _WIDTH
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.svg",
            help="Where it is written; - is the standard output.",
            show_default=False,
        ),
    ] = None
    is_forced: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = (
        False
    )


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
    options: PictureOptions,
) -> None:
    """Draw a board as an SVG picture.

    Of a match that is played, the board as it is now; once it is over, and in a file, any version.
    A match is shown as you see it, a file with all cards open unless you name a seat.

    The picture goes to the standard output; if that is a terminal, into MATCH-VERSION.svg here. It
    needs no fonts and no other files. Of one as wide as you like, other tools make a PNG:

    gemwright picture MATCH --width 2400 | rsvg-convert -o board.png
    """
    snapshot, name = await _snapshot(source, service, options, manner.words)
    svg = drawn(
        snapshot.match,
        snapshot.view,
        snapshot.cards,
        manner.words,
        viewer_seat=snapshot.viewer_seat,
        width=options.width,
    ).encode()
    output = options.output
    if output is None and is_terminal():
        output = Path(f"{name}-{snapshot.match.version}.svg")
    if output is None or output == STANDARD_INPUT:
        sys.stdout.buffer.write(svg)
        return
    _write(output, svg, is_forced=options.is_forced)
    remark(manner.words("cli.written", path=output))


async def _snapshot(
    source: str, service: Service, options: PictureOptions, words: Words
) -> tuple[Snapshot, str]:
    """Read the board of a file or of a match, and name the picture of it."""
    path, seat = Path(source), options.seat
    if path == STANDARD_INPUT or path.suffix or path.name != source or isfile(path):
        found = of_file(path, options.at, seat, words)
        return found, _NAME_OF_INPUT if path == STANDARD_INPUT else path.stem
    async with service.client() as client:
        handle = client.match(source, None if seat is None else seat - 1)
        found = await of_match(client, handle, options.at)
    return found, found.match.match


def _write(path: Path, svg: bytes, *, is_forced: bool) -> None:
    try:
        with path.open("wb" if is_forced else "xb") as file:
            file.write(svg)
    except FileExistsError:
        raise Failed("cli.file_exists", path=path) from None
    except OSError as error:
        raise Failed("cli.file_unwritable", path=path, reason=error.strerror) from None
