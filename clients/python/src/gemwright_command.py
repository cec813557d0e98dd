"""The command `gemwright`, as it is installed: it keeps gRPC from writing into the terminal.

gRPC asks for that once, when it is first imported, so whoever says it may not import it before.
"""

import os


def main() -> int:
    """Do what the arguments of the process say; the exit code."""
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    from gemwright_client.__main__ import main as run

    return run()
