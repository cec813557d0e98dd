"""`gemwright-server`, also as `python -m gemwright`: the service as a process."""

import os
import signal
import sys
from typing import Final

_MOVED: Final = (
    "gemwright-server: conformance is a command of its own, gemwright-conformance; "
    "pip install gemwright-conformance"
)


def set_up_grpc() -> None:
    """Say what grpc reads from the environment when it is imported, where nobody said it."""
    # This listener costs a tenth of a millisecond a call.
    os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_listener")
    # Whoever sends an odd header could have it write lines that are not our log's.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")


def main() -> int:
    """Serve until told to stop; the exit code."""
    set_up_grpc()
    try:
        if sys.argv[1:2] == ["health"]:  # asked often: without app it starts in half the time
            from gemwright.commands.health import health

            return health(sys.argv[2:])
        if sys.argv[1:2] == ["keys"]:
            from gemwright.commands import keys

            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads a list may stop early
            return keys.main(sys.argv[2:])
        if sys.argv[1:2] == ["bots"]:
            from gemwright.commands.bots import bots

            return bots(sys.argv[2:])
        if sys.argv[1:2] == ["conformance"]:
            print(_MOVED, file=sys.stderr)
            return 2
        from gemwright.settings import read_settings

        settings = read_settings()
        if settings.workers > 1:
            from gemwright.process import supervisor

            return supervisor.main(settings, sys.argv[1:])
        from gemwright import app
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("gemwright"):
            raise
        print(
            f"gemwright-server: {error.name} is missing; pip install 'gemwright[server]'",
            file=sys.stderr,
        )
        return 1
    return app.main(settings)


if __name__ == "__main__":
    sys.exit(main())
