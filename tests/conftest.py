import asyncio
import gc
import inspect
import os
import signal
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from gemwright.redis.inspection import SECRET_KEY
from tests import modes
from tests.event_loop import on_event_loop
from tests.valkey import Cluster, Store, Valkey, cluster, empty, valkey

if TYPE_CHECKING:  # where no test asks for servers, they need not be loaded
    from tests.service.servers import Servers

# The same examples on every run; no deadline, for a slow machine is not a failure.
settings.register_profile("gemwright", derandomize=True, deadline=None)
settings.load_profile("gemwright")

# Servers that are stopped on purpose are no news; grpc reads this when it is first imported.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
# A fork for a terminal is followed by another program, unless gRPC's threads come to life in it.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
# Nor unless garbage is collected in it: what gRPC has left waits for those threads, for ever.
os.register_at_fork(before=gc.disable, after_in_parent=gc.enable)

# A run in the background may ignore these; all that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture(scope="session")
def running_valkey() -> Iterator[Valkey]:
    """A Valkey that lives as long as the tests of this process."""
    with valkey("--appendfsync", "no") as server:
        yield server


@pytest.fixture(scope="session")
def running_cluster() -> Iterator[Cluster]:
    """A cluster with replicas, which do not take over only because the machine is busy."""
    with cluster(has_replicas=True, node_timeout_ms=15_000) as servers:
        yield servers


@pytest.fixture(scope="session")
def running_store(request: pytest.FixtureRequest) -> Store:
    """What the tests of this run have their matches on."""
    wanted = "running_cluster" if modes.IS_CLUSTER else "running_valkey"
    found: Store = request.getfixturevalue(wanted)
    return found


@pytest.fixture
def store_url(running_store: Store) -> str:
    """Where an empty store is."""
    empty(running_store)
    if modes.WORKERS:  # servers that have run since before must agree with those that start
        with running_store.holder_of(SECRET_KEY.encode()).client() as client:
            client.set(SECRET_KEY, modes.SECRET)
    return running_store.url


@pytest.fixture
def servers(
    request: pytest.FixtureRequest, store_url: str
) -> "AbstractAsyncContextManager[Servers]":
    """Servers on an empty store, as many and with such limits as the marker `servers` says."""
    from tests.service.servers import servers_on

    marker = request.node.get_closest_marker("servers")
    return servers_on(store_url, *marker.args, **marker.kwargs) if marker else servers_on(store_url)


@pytest.fixture(scope="session", autouse=True)
def _fleet() -> Iterator[None]:
    """Servers that are processes are kept from test to test, and end with the run."""
    yield
    if modes.WORKERS:
        from tests.service.fleet import FLEET

        FLEET.sink()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is `async` on the server's event loop, or on asyncio's if it is marked so.

    A fixture that is an async context is entered on that loop, and the test gets what it yields.
    """
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    test = _entered(pyfuncitem)
    if pyfuncitem.get_closest_marker("asyncio_loop"):
        asyncio.run(test)
    else:
        on_event_loop(test)
    return True


async def _entered(item: pytest.Function) -> None:
    async with AsyncExitStack() as stack:
        given = {}
        for name in inspect.signature(item.obj).parameters:
            found = item.funcargs[name]
            if isinstance(found, AbstractAsyncContextManager):
                found = await stack.enter_async_context(found)
            given[name] = found
        await item.obj(**given)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run is not for."""
    unfit = [item for item in items if not _is_fit(item)]
    items[:] = [item for item in items if _is_fit(item)]
    config.hook.pytest_deselected(items=unfit)


def _is_fit(item: pytest.Item) -> bool:
    fixtures = item.fixturenames if isinstance(item, pytest.Function) else ()
    return modes.is_fit(fixtures, {marker.name for marker in item.iter_markers()})
