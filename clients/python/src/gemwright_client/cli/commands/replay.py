"""`gemwright replay`: a game from a file, step by step."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gemwright_client.board.drawing import view_text
from gemwright_client.board.lines import plain
from gemwright_client.cli.match_text import outcome_text
from gemwright_client.cli.options import AsJson, Manner
from gemwright_client.cli.output import say, say_json
from gemwright_client.cli.records import cards_of_rules, checked_version, game_of, seat_index
from gemwright_client.pb.match_service_pb2 import WatchMatchResponse
from gemwright_client.words import Words

if TYPE_CHECKING:
    from gemwright_client.rules import Replay


async def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A game as history --text prints it; - is the standard input.",
            show_default=False,
        ),
    ],
    manner: Manner,
    at: Annotated[
        int | None,
        typer.Option(
            "--at",
            min=0,
            metavar="VERSION",
            help="Begin there; without a terminal, print only the board there.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=4,
            help="Show the hidden cards of this seat only, counted from 1; all unless told.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay a game from a file, step by step.

    On a terminal, Space and the arrows step through it, PgUp and PgDn by ten steps, Home and End go
    to its ends, a number and Enter to that version; s changes whose hidden cards are shown; q ends.

    Where the output goes elsewhere, every step is a line of text. With --json every step is two
    lines in the form of watch --json: the update that led there, without its events, and a snapshot
    of the match with the board.

    Example: gemwright history MATCH --text | gemwright replay -
    """
    words = manner.words
    game = game_of(file, words)
    viewer = seat_index(seat, game)
    versions = game.versions if at is None else range(checked_version(at, game), at + 1)
    from gemwright_client.cli.terminal import is_screen
    from gemwright_client.cli.viewing.replay_screen import step_through

    if as_json:
        _print_json(game, versions, viewer)
    elif is_screen():
        await step_through(game, versions[0], viewer, words)
    elif at is None:
        _print_steps(game, words)
    else:
        _print_board(game, at, viewer, words)


def _print_steps(game: "Replay", words: Words) -> None:
    from gemwright_client.cli.viewing.replay_screen import step_line

    for version in game.versions:
        say(f"{version:4}  {plain([step_line(game, version, words)])}")
    result = outcome_text(game.match(game.versions[-1]), words)
    if result:
        say(result)


def _print_board(game: "Replay", version: int, viewer: int | None, words: Words) -> None:
    from gemwright_client.cli.viewing.replay_screen import step_line, view_of

    match, cards = game.match(version), cards_of_rules(game.game)
    say(f"{version:4}  {plain([step_line(game, version, words)])}")
    say()
    say(view_text(match, view_of(game, version, viewer), cards, words, viewer_seat=viewer))


def _print_json(game: "Replay", versions: range, viewer: int | None) -> None:
    from gemwright_client.cli.viewing.replay_screen import update_of, view_of

    for version in versions:
        update = update_of(game, version)
        if update is not None:
            say_json(WatchMatchResponse(update=update))
        message = WatchMatchResponse()
        message.snapshot.match.CopyFrom(game.match(version))
        message.snapshot.view.CopyFrom(view_of(game, version, viewer))
        if viewer is not None:
            message.snapshot.viewer_seat = viewer
        say_json(message)
