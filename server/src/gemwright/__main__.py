"""`gemwright-server`, also as `python -m gemwright`: the service as a process."""

import os
import sys


def main() -> int:
    """Serve until told to stop; the exit code."""
    # grpc reads it when it is imported: this listener costs a tenth of a millisecond a call.
    os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_listener")
    try:
        from gemwright import app
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("gemwright"):
            raise
        print(
            f"gemwright-server: {error.name} is missing; pip install 'gemwright[server]'",
            file=sys.stderr,
        )
        return 1
    return app.main()


if __name__ == "__main__":
    sys.exit(main())
