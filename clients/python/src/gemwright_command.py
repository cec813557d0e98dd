"""The command `gemwright`, as it is installed: it keeps gRPC from writing into the terminal.

gRPC asks for that once, when it is first imported, so whoever says it may not import it before.
"""

import os
from typing import Final

_INTERRUPTED: Final = 130


def main() -> int:
    """Do what the arguments of the process say; the exit code."""
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    try:
        from gemwright_client.__main__ import main as run
    except KeyboardInterrupt:  # so early that nothing is there to say it
        return _INTERRUPTED
    return run()
