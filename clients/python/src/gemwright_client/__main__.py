"""`gemwright`, also as `python -m gemwright_client`: the command line."""

import sys
from collections.abc import Sequence

from gemwright_client.errors import ExtraMissing
from gemwright_client.extras import extra


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, by default with the arguments of the process; return the exit code."""
    try:
        with extra("cli"):
            from gemwright_client.cli.app import execute
    except ExtraMissing as error:
        print(f"gemwright: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return execute(sys.argv[1:] if arguments is None else list(arguments))


if __name__ == "__main__":
    sys.exit(main())
