"""`gemwright-conformance`, also as `python -m gemwright_conformance`."""

import sys

from gemwright.__main__ import set_up_grpc


def main() -> int:
    """Run with the arguments of the process and return the exit code."""
    set_up_grpc()
    from gemwright_conformance import command

    return command.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
