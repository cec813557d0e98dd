"""The server as a child process that ends with its parent, however that ends.

It is run as a file, so that it imports nothing of the client. Its parent keeps its standard input
open; the system closes it with the parent, also when that is killed.
"""

import os
import signal
import sys
import threading
import time
from typing import Final

LEAVE_WITHIN: Final = 5.0
"""Seconds to stop in order once the parent is gone."""


def end_with_parent() -> None:
    """Wait for the end of standard input, then stop the server; kill it if that takes too long."""
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    # The time that the server has to stop; this thread ends the process even if the server hangs.
    time.sleep(LEAVE_WITHIN)
    os._exit(1)  # Valkey ends too: only this process had its pipe


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    from gemwright.__main__ import main

    sys.exit(main())
