"""`gemwright verify`: whether a match that is over was dealt honestly."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from gemwright_client.cli.failures import FAILED, Failed
from gemwright_client.cli.options import AsJson, Manner, Service
from gemwright_client.cli.output import (
    columns,
    folded_text,
    is_terminal,
    printable,
    say,
    say_object,
)
from gemwright_client.cli.records import STANDARD_INPUT, match_record_of
from gemwright_client.pb.match_pb2 import MatchRecord
from gemwright_client.verify import (
    Dishonest,
    Honest,
    Incomplete,
    Unverifiable,
    Verdict,
    verify,
)
from gemwright_client.wording import seat_name
from gemwright_client.words import Words

_HEX: Final = re.compile(r"[0-9a-fA-F]{64}")


def commitment(value: str | bytes) -> bytes:
    """Read a commitment as `match show` prints it."""
    if isinstance(value, bytes):
        return value
    if not _HEX.fullmatch(value.strip()):
        raise typer.BadParameter(f"{value!r} is no commitment: 64 digits in hex.")
    return bytes.fromhex(value.strip())


async def verify_(
    what: Annotated[
        str,
        typer.Argument(
            metavar="MATCH|FILE",
            help="A match that is over; or a file with its record in JSON, as GetMatchRecord "
            "gives it, - for the standard input.",
            show_default=False,
        ),
    ],
    service: Service,
    manner: Manner,
    kept: Annotated[
        bytes | None,
        typer.Option(
            "--commitment",
            metavar="HEX",
            parser=commitment,
            help="The commitment that you kept from before you joined.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a match that is over was dealt honestly, and what is not proved by that.

    Works out the deal and every later draw from the revealed seed and what the players gave, and
    compares them with all that happened. Ends with 1 unless everything agrees.

    Example: gemwright verify MATCH --commitment HEX
    """
    record = await _record(what, service)
    verdict = verify(record, kept)
    if as_json:
        say_object(_content(verdict, record, is_kept=kept is not None))
    else:
        for line in _lines(verdict, record, manner.words, is_kept=kept is not None):
            say("\n".join(folded_text(line, columns())) if is_terminal() else line)
    if not isinstance(verdict, Honest):
        raise typer.Exit(FAILED)


async def _record(what: str, service: Service) -> MatchRecord:
    path = Path(what)
    if path == STANDARD_INPUT or "/" in what or "." in what or path.is_file():
        return match_record_of(path)
    async with service.client() as client:
        record = await client.match(what).record()
    if record.match.match != what:  # else any honest match would do
        raise Failed("cli.record_of_another", match=record.match.match)
    return record


def _lines(verdict: Verdict, record: MatchRecord, words: Words, *, is_kept: bool) -> Iterator[str]:
    match verdict:
        case Honest(draws):
            yield words("verify.honest", draws=draws)
            yield words("verify.kept" if is_kept else "verify.not_kept")
            yield _entropy_text(record, words)
            yield words("verify.operator")
            yield words("verify.moves")
        case Dishonest():
            yield _where(verdict, words)
            yield words(f"verify.check.{verdict.check}")
            # A record may have any text there, line breaks too.
            found = printable(verdict.found)
            yield words("verify.difference", expected=verdict.expected, found=found)
        case Incomplete(lack, version):
            yield words("verify.incomplete")
            yield words(f"verify.lack.{lack}", version=version)
        case Unverifiable():
            yield words("verify.unverifiable")


def _where(found: Dishonest, words: Words) -> str:
    if found.version:
        return words("verify.dishonest_at", version=found.version)
    return words("verify.dishonest")


def _entropy_text(record: MatchRecord, words: Words) -> str:
    """Say whose entropy keeps an operator from choosing the deal."""
    match = record.match
    names = [seat_name(match, each.seat, words) for each in match.seats if each.entropy]
    return words("verify.entropy", names=", ".join(names)) if names else words("verify.no_entropy")


def _content(verdict: Verdict, record: MatchRecord, *, is_kept: bool) -> dict[str, object]:
    """Build the answer in JSON; empty fields are left out, as in the contract's mapping."""
    found: dict[str, object] = {"match": record.match.match, "answer": _ANSWERS[type(verdict)]}
    match verdict:
        case Honest(draws):
            seats = [each.seat for each in record.match.seats if each.entropy]
            found |= {"draws": draws, "isCommitmentKept": is_kept, "entropySeats": seats}
        case Dishonest(check, expected, seen, version, event):
            found |= {"check": check, "version": version}
            found |= {} if event is None else {"event": event}
            found |= {"expected": expected, "found": seen}
        case Incomplete(lack, version):
            found |= {"lack": lack, "version": version}
        case Unverifiable():
            pass
    return found


_ANSWERS: Final = {
    Honest: "honest",
    Dishonest: "dishonest",
    Unverifiable: "unverifiable",
    Incomplete: "incomplete",
}
