"""Several processes that serve one port: a supervisor holds what they share and replaces the dead.

It holds the port, the embedded Valkey and the sum of the metrics, and answers no call itself: it
knows nothing of grpc.
"""

import os
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Final

import structlog

from gemwright.auth.admission import refuse_strangers
from gemwright.process.logs import set_up_logs
from gemwright.process.metrics import summed
from gemwright.process.orders import Order
from gemwright.process.run import REFUSED, Stop, run
from gemwright.process.sockets import reserved
from gemwright.process.welcome import welcome
from gemwright.process.workers import Workers
from gemwright.redis.opening import open_store
from gemwright.settings import Settings
from gemwright.start_error import StartError

log: Final = structlog.stdlib.get_logger(__name__)


def main(settings: Settings, words: Sequence[str]) -> int:
    """Have workers serve until asked to stop; return the exit code."""
    set_up_logs(settings.log_level, settings.log_format)
    return run(partial(supervise, settings, words))


async def supervise(settings: Settings, words: Sequence[str], stop: Stop) -> int:
    """Start what workers share, then the workers; stop in reverse order; return the exit code."""
    refuse_strangers(settings)
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(reserved(settings.listen))
        http = settings.http_address
        if http:
            http = await stack.enter_async_context(reserved(http, "--http"))
        figures = await stack.enter_async_context(summed(settings.metrics))
        store = await stack.enter_async_context(open_store(settings))
        orders = [
            Order(
                number,
                address.port,
                http.port if http else None,
                store.embedded.url if store.embedded else None,
            )
            for number in range(1, settings.workers + 1)
        ]
        workers = Workers(
            orders, words, os.environ | figures.environment, settings.grace, figures.forget
        )
        stop.at_once += [workers.kill, figures.remove]
        await stack.enter_async_context(workers)
        await workers.serving()
        stop.drain_from_now_on()
        print(welcome(settings, address, http, figures.address, store), flush=True)
        is_asked = await stop.asked_before(store.exited, workers.failed)
        if store.exited and store.exited.done():
            log.error("valkey_died", code=store.exited.result())
        elif workers.failed.done():
            raise StartError(workers.reason)
        log.info("stopping", grace=settings.grace)
    log.info("stopped")
    return 0 if is_asked else REFUSED
