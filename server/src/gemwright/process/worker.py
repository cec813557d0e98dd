"""One of several processes that serve one port: `python -m gemwright.process.worker`.

It ends with its supervisor, in whatever state either of them is: a thread waits until standard
input closes, which happens even if the supervisor was killed.
"""

import asyncio
import os
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from typing import Final

import structlog

from gemwright.app import serve
from gemwright.process.logs import set_up_logs
from gemwright.process.metrics import remove_figures
from gemwright.process.orders import Report, read_order, report
from gemwright.process.run import REFUSED, Stop, run
from gemwright.settings import Settings, read_settings

LEAVE_WITHIN: Final = 1.0
"""Seconds for what is under way when the supervisor is gone."""

log: Final = structlog.stdlib.get_logger(__name__)


def main() -> int:
    """Serve until asked to stop or the supervisor is gone; return the exit code."""
    order = read_order()
    if order is None:
        return REFUSED
    settings = order.applied_to(read_settings())
    set_up_logs(settings.log_level, settings.log_format, worker=order.worker)
    return run(partial(work, settings), lambda reason: report(Report(reason)))


async def work(settings: Settings, stop: Stop) -> int:
    """Serve; return the exit code."""
    lost = supervisor_lost(has_figures=settings.metrics is not None)
    return await serve(settings, stop, lambda _: report(Report("")), lost)


def supervisor_lost(*, has_figures: bool) -> asyncio.Future[int]:
    """A future that is done when the supervisor is gone; this process ends soon after."""
    loop = asyncio.get_running_loop()
    lost: asyncio.Future[int] = loop.create_future()

    def tell() -> None:
        log.warning("supervisor_died")
        lost.set_result(REFUSED)

    def wait() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        with suppress(RuntimeError):  # the loop may have ended already
            loop.call_soon_threadsafe(tell)
        if has_figures:
            remove_figures(os.environ)
        # The loop has this long to drain; then this thread ends the process even if the loop hangs.
        time.sleep(LEAVE_WITHIN)
        os._exit(REFUSED)

    threading.Thread(target=wait, daemon=True).start()
    return lost


if __name__ == "__main__":
    sys.exit(main())
