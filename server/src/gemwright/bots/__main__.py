"""`python -m gemwright.bots`: watch bots play a match."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final, NoReturn

from gemwright.bots import BOTS, duel_words, splendor_words
from gemwright.bots.match import recorded
from gemwright.bots.report import Player, Words, report
from gemwright.engine import duel, duel_counterfeiters, splendor
from gemwright.engine.record import Record, write_record

SEATS: Final = {
    duel.NAME: range(2, 3),
    duel_counterfeiters.NAME: range(2, 3),
    splendor.NAME: range(2, 5),
}
"""How many seats each game can have."""

EXAMPLES: Final = """\
examples:
  python -m gemwright.bots duel greedy random --seed 7
  python -m gemwright.bots duel_counterfeiters greedy greedy
  python -m gemwright.bots splendor --seats 3 greedy greedy random
  python -m gemwright.bots duel greedy greedy --record > game.txt

The same game, bots and seed give the same match on every machine. Tokens and
cards are named as in the notation of the games: cell a1 is the corner beside
the privileges, c3 the centre of the board.
"""

MOST_DIGITS: Final = 18

DUEL_WORDS: Final = Words(
    duel_words.opening, duel_words.turn_of, duel_words.standing, duel_words.notes
)
SPLENDOR_WORDS: Final = Words(
    splendor_words.opening, splendor_words.turn_of, splendor_words.standing, splendor_words.notes
)


class Arguments(argparse.Namespace):
    """What the command line says."""

    game: str
    bots: list[str]
    seed: int
    seats: int | None
    record: bool


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def parser() -> Parser:
    """The command line."""
    found = Parser(
        prog="python -m gemwright.bots",
        description="Play one seeded match between bots and print it in notation.",
        epilog=EXAMPLES,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("game", type=_game, help=f"one of {', '.join(SEATS)}")
    found.add_argument(
        "bots",
        type=_bot,
        nargs="+",
        metavar="bot",
        help=f"who sits there, seat 0 first: {', '.join(BOTS)}",
    )
    found.add_argument(
        "--seed",
        type=_seed,
        default=1,
        metavar="N",
        help="a whole number, from which the deal and all draws follow (default: 1)",
    )
    found.add_argument(
        "--seats",
        type=_seats,
        metavar="N",
        help="how many seats the match has (default: as many as there are bots)",
    )
    found.add_argument(
        "--record",
        action="store_true",
        help="print the text file of the game, which can be played again, instead",
    )
    return found


def _game(text: str) -> str:
    if text not in SEATS:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(SEATS)}")
    return text


def _bot(text: str) -> str:
    if text not in BOTS:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(BOTS)}")
    return text


def _seed(text: str) -> int:
    return _number(text, MOST_DIGITS)


def _seats(text: str) -> int:
    return _number(text, 1)


def _number(text: str, digits: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= digits):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number below {10**digits}")
    return int(text)


def record_of(game: str, bots: Sequence[str], seed: int) -> Record:
    """A match as the text file of a game."""
    if game == splendor.NAME:
        options = splendor.Options(seats=len(bots))
        return recorded(splendor, options, [BOTS[name].splendor for name in bots], seed)
    in_duel = [BOTS[name].duel for name in bots]
    if game == duel_counterfeiters.NAME:
        return recorded(duel_counterfeiters, duel.Options(), in_duel, seed)
    return recorded(duel, duel.Options(), in_duel, seed)


def lines_of(game: str, bots: Sequence[str], seed: int) -> Iterator[str]:
    """The lines to print for a match."""
    if game == splendor.NAME:
        options = splendor.Options(seats=len(bots))
        in_splendor = [Player(name, BOTS[name].splendor) for name in bots]
        return report(splendor, options, SPLENDOR_WORDS, in_splendor, seed)
    in_duel = [Player(name, BOTS[name].duel) for name in bots]
    if game == duel_counterfeiters.NAME:
        return report(duel_counterfeiters, duel.Options(), DUEL_WORDS, in_duel, seed)
    return report(duel, duel.Options(), DUEL_WORDS, in_duel, seed)


def main(words: Sequence[str] | None = None) -> int:
    """Play and print; the exit code."""
    command = parser()
    given = command.parse_intermixed_args(words, Arguments())
    seats = len(given.bots) if given.seats is None else given.seats
    if seats not in SEATS[given.game]:
        *first, last = map(str, SEATS[given.game])
        allowed = f"{', '.join(first)} or {last}" if first else last
        command.error(f"{given.game} has {allowed} seats, not {seats}")
    if len(given.bots) != seats:
        command.error(f"{seats} seats need {seats} bots; named: {len(given.bots)}")
    try:
        if given.record:
            print(write_record(record_of(given.game, given.bots, given.seed)), end="")
        else:
            for line in lines_of(given.game, given.bots, given.seed):
                print(line)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
