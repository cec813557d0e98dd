"""`python -m tests.programs.chaos.check FOLDER`: what a run proves, by its journals and its dump.

It shares no code with the server but the rules core: bytes are parsed with the messages that the
client library generates, actions go by the notation of that library, and all else is written here
anew. Prints each finding and the figures, writes `check.json`; code 1 if a promise was broken.
"""

import argparse
import json
import sys
from pathlib import Path

from tests.programs.chaos.check.checking import check
from tests.programs.chaos.check.findings import Findings, Promise


def main() -> int:
    """Check the run that the command line names."""
    parser = argparse.ArgumentParser(prog="tests.programs.chaos.check")
    parser.add_argument("folder", type=Path, help="the folder of the run")
    folder: Path = parser.parse_args().folder
    findings = check(folder)
    (folder / "check.json").write_text(json.dumps(findings.data(), indent=1), encoding="utf-8")
    sys.stdout.write(report(findings))
    return 1 if findings.counts.total() else 0


def report(findings: Findings) -> str:
    """What was found and counted, in lines."""
    lines = [str(finding) for finding in findings]
    lines += [f"{promise}: {findings.counts[promise] or 'kept'}" for promise in Promise]
    lines += [f"{name}: {value:,.10g}" for name, value in sorted(findings.figures.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
