"""`gemwright arena`: bots against each other, without a server."""

import shlex
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gemwright_client.cli.bot_source import Loaded, bot_of
from gemwright_client.cli.failures import INTERRUPTED, PROGRAM, USAGE, Failed
from gemwright_client.cli.options import AsJson, Manner, OptionRecord
from gemwright_client.cli.output import bar, prints_are_remarks, remark, say, say_object, say_table
from gemwright_client.cli.values import BotName, GameName
from gemwright_client.wording import game_key
from gemwright_client.words import Words

if TYPE_CHECKING:
    from gemwright_client.rules import BotFailed, BotScore, Score

_COLUMNS: Final = (
    "cli.heading_bot",
    "cli.heading_wins",
    "cli.heading_draws",
    "cli.heading_losses",
    "cli.heading_rate",
    "cli.heading_points",
    "cli.heading_by_seat",
)


def _names(incomplete: str) -> list[str]:
    return [name.value for name in BotName if name.value.startswith(incomplete)]


@dataclass(frozen=True, slots=True)
class SeriesOptions(OptionRecord):
    """The options that say what is played, and how often."""

    game: Annotated[
        GameName,
        typer.Option(
            metavar="GAME",
            help="What is played: duel, counterfeiters or splendor, this by up to four bots.",
        ),
    ] = GameName.DUEL
    games: Annotated[int, typer.Option(min=1, metavar="NUMBER", help="How many they play.")] = 100
    seed: Annotated[
        int,
        typer.Option(
            metavar="NUMBER",
            help="The same seed gives the same deals, whatever the bots.",
        ),
    ] = 1
    processes: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="NUMBER",
            help="How many share the work; one for each core unless told.",
            show_default=False,
        ),
    ] = None
    only: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="NUMBER",
            help="Only this game of the series, the first being 0; prints it as text.",
            show_default=False,
        ),
    ] = None


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help="Two to four: greedy, random, or your own as MODULE:CLASS or FILE.py:CLASS.",
            autocompletion=_names,
            show_default=False,
        ),
    ],
    manner: Manner,
    series: SeriesOptions,
    as_json: AsJson = False,
) -> None:
    """Let bots play a series against each other, and count.

    It needs no server. Who sits where goes round, and each deal is played once from every seat. The
    same bots, seed and number of games give the same result, in however many processes. Ctrl-C
    prints what came out until then. What bots print goes to the standard error.

    Example: gemwright arena mybot:MyBot random --games 20
    """
    with prints_are_remarks():
        entrants = _entrants(bots, series.game, manner.words)
    from gemwright_client import rules

    try:
        if series.only is not None:
            say(_record_of_one(entrants, series, series.only))
            return
        score = _played(entrants, series)
    except rules.ArenaStopped as stopped:
        if stopped.score.games:
            remark(manner.words("cli.arena_interrupted"))
            _tell(stopped.score, series.game, manner.words, as_json=as_json)
        raise typer.Exit(INTERRUPTED) from None
    except rules.BotFailed as error:
        raise _failure(error, bots, series.game, manner.words) from error
    _tell(score, series.game, manner.words, as_json=as_json)


def _record_of_one(entrants: Sequence[str | Loaded], series: SeriesOptions, number: int) -> str:
    """Play one game of the series; return it as a text file."""
    from gemwright_client import rules

    first, second, *others = entrants
    name = rules.game_name(series.game.number)
    with prints_are_remarks():
        played = rules.one_game(first, second, *others, number=number, seed=series.seed, game=name)
    return played.record.rstrip("\n")


def _played(entrants: Sequence[str | Loaded], series: SeriesOptions) -> "Score":
    """Play the whole series."""
    from gemwright_client import rules

    first, second, *others = entrants
    with bar() as progress, _warnings_told(), prints_are_remarks():
        return rules.arena(
            first,
            second,
            *others,
            games=series.games,
            seed=series.seed,
            game=rules.game_name(series.game.number),
            processes=series.processes,
            progress=progress,
        )


def _entrants(bots: Sequence[str], game: GameName, words: Words) -> list[str | Loaded]:
    """Load the bots of these names; raises `Failed` if the game cannot have so many."""
    from gemwright_client.rules.games import SEATS, game_name

    allowed = SEATS[game_name(game.number)]
    if len(bots) not in allowed:
        seats = "–".join(map(str, sorted({allowed[0], allowed[-1]})))
        title = words(game_key(game.number))
        raise Failed("cli.arena_seats", code=USAGE, game=title, seats=seats, number=len(bots))
    return [_entrant(bot) for bot in bots]


def _entrant(text: str) -> str | Loaded:
    if text in list(BotName):
        return text
    if ":" not in text:
        names = ", ".join(BotName)
        raise Failed("cli.arena_no_bot", code=USAGE, text=text, names=names)
    return bot_of(text)


@contextmanager
def _warnings_told() -> Iterator[None]:
    """Print each warning as a remark at the end, without the place it came from."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        try:
            yield
        finally:
            for warning in caught:
                remark(f"{PROGRAM}: {warning.message}")


def _failure(error: "BotFailed", bots: Sequence[str], game: GameName, words: Words) -> Failed:
    """Describe a bot's mistake, and how to reproduce it."""
    failed = Failed(
        "cli.arena_failed",
        bot=error.bot,
        text=error.text,
        number=error.number,
        seed=error.seed,
        version=error.version,
    )
    again = [PROGRAM, "arena", *bots, "--game", game, "--seed", str(error.seed)]
    command = shlex.join([*again, "--only", str(error.number), "--debug"])
    failed.add_note(words("cli.arena_again", command=command))
    return failed


def _tell(score: "Score", game: GameName, words: Words, *, as_json: bool) -> None:
    if as_json:
        say_object(score.data())
        return
    title = words(game_key(game.number))
    turns = f"{score.average_turns:.1f}"
    say(words("cli.arena_title", game=title, games=score.games, seed=score.seed, turns=turns))
    say_table([words(heading) for heading in _COLUMNS], [_row(bot) for bot in score.bots])
    say(words("cli.arena_clear" if score.is_significant else "cli.arena_unclear"))


def _row(bot: "BotScore") -> tuple[str, ...]:
    low, high = bot.interval
    by_seat = zip(bot.wins_by_seat, bot.games_by_seat, strict=True)
    return (
        bot.name,
        str(bot.wins),
        str(bot.draws),
        str(bot.losses),
        f"{bot.win_rate:.1%} ({low:.1%}–{high:.1%})",
        f"{bot.average_points:.1f}",
        "  ".join(f"{wins}/{games}" for wins, games in by_seat),
    )
