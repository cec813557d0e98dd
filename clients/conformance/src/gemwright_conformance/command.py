"""`gemwright-conformance`: reports which requirements a client meets."""

import argparse
import asyncio
import shutil
import textwrap
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from gemwright.process.logs import set_up_logs
from gemwright.process.run import REFUSED, Stop, run
from gemwright.setting_kinds import duration
from gemwright.settings import Parser
from gemwright_conformance.cases import CASES, Case
from gemwright_conformance.driver import Account
from gemwright_conformance.evidence import Finding
from gemwright_conformance.judging import Standing, Verdict, judged, verdicts
from gemwright_conformance.requirements import REQUIREMENTS
from gemwright_conformance.run import suite

PROGRAM: Final = "gemwright-conformance"
_DESCRIPTION: Final = """\
Say whether a client behaves when answers are lost, streams are cut,
credentials expire and the server is newer than it. COMMAND starts a driver: a
small program around the client, which is told on its standard input what to
do and says on its standard output what it saw. It is started anew for each
case, against a server of this command's own that goes wrong on purpose.
"""

_EPILOGUE: Final = """\
The exit code is 0 if no requirement is broken, 1 if one is. What a driver
reads and writes, and what each requirement means, is in
clients/conformance/README.md.
"""
_WIDTH: Final = 100
_NAME: Final = 17
_LAST_WORDS: Final = 4
"""How many lines of standard error are shown when a driver failed."""
_INDENT: Final = " " * 20


def main(words: Sequence[str]) -> int:
    """Judge a client and return the exit code."""
    parser = _parser()
    asked = parser.parse_args(words)
    if asked.list:
        print("\n".join(_listed()))
        return 0
    if not asked.command:
        parser.error("COMMAND: it is needed, after --: what starts the driver")
    if shutil.which(asked.command[0]) is None:
        parser.error(f"{asked.command[0]}: there is no such command")
    set_up_logs("error", "auto")
    chosen = [case for case in CASES if not asked.case or case.name in asked.case]
    return run(partial(_judge, asked.command, chosen, asked.patience))


def _parser() -> Parser:
    parser = Parser(
        prog=PROGRAM,
        usage="%(prog)s [options] -- COMMAND ...",
        description=_DESCRIPTION,
        epilog=_EPILOGUE,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "command", nargs="*", metavar="COMMAND", help="what starts the driver, and its arguments"
    )
    parser.add_argument(
        "--case",
        metavar="NAME",
        action="append",
        choices=[case.name for case in CASES],
        help="play only this case; may be given several times (default: all)",
    )
    parser.add_argument(
        "--patience",
        metavar="TIME",
        type=duration,
        default="60s",
        help="how long a case may take before its driver is ended (default: %(default)s)",
    )
    parser.add_argument("--list", action="store_true", help="list cases and requirements, and end")
    return parser


def _listed() -> Iterator[str]:
    yield from (f"{case.name:<{_NAME}} {case.about}" for case in CASES)
    yield ""
    for name, text in REQUIREMENTS.items():
        yield from _wrapped(f"{name:<{_NAME}} ", text)


async def _judge(command: Sequence[str], cases: Sequence[Case], patience: float, stop: Stop) -> int:
    """Play the cases, print the result of each, and return the exit code."""
    try:
        found = await _played(command, cases, patience)
    except asyncio.CancelledError:
        if not stop.asked.is_set():
            raise
        return REFUSED  # an interrupted run has judged nothing
    told = verdicts(found)
    print("\n".join(["", *_verdict_lines(told), "", _summary(told)]))
    return REFUSED if any(one.standing is Standing.BROKEN for one in told) else 0


async def _played(
    command: Sequence[str], cases: Sequence[Case], patience: float
) -> Mapping[str, Mapping[str, list[Finding]]]:
    """The findings of each case, printed as they come."""
    found: dict[str, Mapping[str, list[Finding]]] = {}
    async with suite(command, patience) as playing:
        for case in cases:
            began = time.monotonic()
            evidence = await playing.played(case)
            found[case.name] = judged(case, evidence)
            seconds = time.monotonic() - began
            print(
                "\n".join(_case_lines(case, found[case.name], evidence.account, seconds)),
                flush=True,
            )
    return found


def _case_lines(
    case: Case, found: Mapping[str, list[Finding]], account: Account, seconds: float
) -> Iterator[str]:
    """One line for a case, and the end of standard error of a driver that failed."""
    wrong = [name for name, findings in found.items() if not all(one.is_met for one in findings)]
    outcome = f"broken: {', '.join(wrong)}" if wrong else "ok"
    yield f"{case.name:<{_NAME}} {seconds:5.1f} s  {outcome}"
    if account.code != 0:
        last_words = account.last_words.splitlines()[-_LAST_WORDS:]
        yield from (f"{_INDENT}| {line}" for line in last_words)


def _verdict_lines(told: Sequence[Verdict]) -> Iterator[str]:
    """Each requirement with findings, and under a broken one where it was broken."""
    for one in told:
        if one.standing is Standing.NOT_SHOWN:
            continue
        yield from _wrapped(f"{one.requirement:<9} {one.standing.value:<9} ", one.text)
        for case, text in one.broken_in.items():
            yield from _wrapped(f"{_INDENT}{case}: ", text)


def _wrapped(start: str, text: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=start, subsequent_indent=_INDENT, break_on_hyphens=False
    )


def _summary(told: Sequence[Verdict]) -> str:
    numbers = {standing: sum(one.standing is standing for one in told) for standing in Standing}
    parts = [f"{numbers[one]} {one.value}" for one in Standing if numbers[one]]
    return f"{len(told)} requirements: {', '.join(parts)}."
