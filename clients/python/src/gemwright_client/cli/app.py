"""The commands of `gemwright`, as one list.

To add a command, write a function in a module of `commands/`, plain or `async`, with typer's
annotations; give it `manner: Manner`, and `service: Service` where it calls a server: their options
come by themselves (`options.py`). Import the module here and add a row to the list. The docstring
is the help. A command raises what the library raises, or `Failed` (`failures.py`) with the key of a
text, and prints through `output.py`. What takes long to import is imported inside the function.
"""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated, Final

import typer

from gemwright_client.cli.commands import (
    arena,
    bot,
    cards,
    doctor,
    history,
    match,
    picture,
    play,
    replay,
    scenarios,
    token,
    verify,
    watch,
)
from gemwright_client.cli.failures import DONE, FAILED, MEANING, PROGRAM, complaint
from gemwright_client.cli.output import open_closed, print_plainly, remark
from gemwright_client.cli.typer_command import Command, command
from gemwright_client.extras import DISTRIBUTION
from gemwright_client.words import language_of_environment, words_of

PLAYING: Final = "Play and watch"
ARRANGING: Final = "Arrange matches"
BOTS: Final = "Write bots"
LOOKING: Final = "Look things up"

COMMANDS: Final[tuple[tuple[str, Command, str], ...]] = (
    ("play", command(play.play), PLAYING),
    ("watch", command(watch.watch), PLAYING),
    ("replay", command(replay.replay), PLAYING),
    ("picture", command(picture.picture), PLAYING),
    ("match create", command(match.create), ARRANGING),
    ("match list", command(match.list_), ARRANGING),
    ("match show", command(match.show), ARRANGING),
    ("match cancel", command(match.cancel), ARRANGING),
    ("token", command(token.token), ARRANGING),
    ("bot run", command(bot.run), BOTS),
    ("arena", command(arena.arena), BOTS),
    ("cards", command(cards.cards), LOOKING),
    ("history", command(history.history), LOOKING),
    ("verify", command(verify.verify_), LOOKING),
    ("scenarios", command(scenarios.scenarios), LOOKING),
    ("doctor", command(doctor.doctor), LOOKING),
)
"""What is typed, the function, and the heading under which the help lists it."""

GROUPS: Final = {
    "bot": "Let a bot of yours play on a server.",
    "match": "Create, find, look at and cancel matches.",
}
"""Groups of commands, and their help."""


def _exit_codes() -> str:
    codes = ", ".join(f"{code} {meaning}" for code, meaning in MEANING.items())
    return f"Exit codes: {codes}."


def _tell_version(is_wanted: bool) -> None:
    if is_wanted:
        print(PROGRAM, version(DISTRIBUTION))
        raise typer.Exit


def gemwright(
    is_version_wanted: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_tell_version,
            is_eager=True,
            help="Print the version and end.",
            metavar="",
            show_default=False,
        ),
    ] = False,
) -> None:
    """Play, watch and arrange matches of Duel, The Counterfeiters and Splendor."""


def execute(arguments: Sequence[str]) -> int:
    """Run the command that the arguments name; return the exit code."""
    open_closed()
    print_plainly()
    try:
        application()(args=arguments or ["--help"], prog_name=PROGRAM)
        sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    except OSError as error:  # from printing the help: commands report their own errors
        remark(complaint(error, words_of(language_of_environment())))
        return FAILED
    return DONE


def application() -> typer.Typer:
    """Build the whole command line."""
    root = _group()
    root.callback(epilog=_exit_codes())(gemwright)
    groups = {name: _group() for name in GROUPS}
    for typed, function, heading in COMMANDS:
        group, _, name = typed.rpartition(" ")
        parent = groups[group] if group else root
        if group and not parent.registered_commands:
            root.add_typer(parent, name=group, help=GROUPS[group], rich_help_panel=heading)
        parent.command(name, rich_help_panel=None if group else heading, epilog=_exit_codes())(
            function
        )
    return root


def _group() -> typer.Typer:
    return typer.Typer(
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
