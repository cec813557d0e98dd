"""`python -m tests.programs.chaos.faults NAME [server words]`: the server with a planted fault."""

import sys

from tests.programs.chaos.faults.catalogue import FAULTS


def main() -> int:
    """Plant the fault, then serve as ever; the exit code."""
    if sys.argv[1:2] == [] or sys.argv[1] not in FAULTS:
        print("python -m tests.programs.chaos.faults NAME [server words], one of:", file=sys.stderr)
        print(*FAULTS, sep="\n", file=sys.stderr)
        return 2
    FAULTS[sys.argv.pop(1)]()
    from gemwright import __main__ as server  # only now: the fault is there before what it is in

    return server.main()


if __name__ == "__main__":
    sys.exit(main())
