"""What all doors lead to: the same handlers, the same identity, the same limits."""

from collections.abc import Callable
from typing import Final

from google.protobuf.descriptor import ServiceDescriptor

from gemwright.rpc.beat import Beat
from gemwright.rpc.handlers.call import Handlers
from gemwright.rpc.handlers.catalog import Promises
from gemwright.rpc.identity import Identity, identity_of
from gemwright.rpc.limiter import Limiter
from gemwright.rpc.metering import CallMeter
from gemwright.rpc.reception import Reception
from gemwright.rpc.services import FILES, handlers
from gemwright.runtime.service import Runtime
from gemwright.settings import Settings

FAREWELL: Final = 0.5
"""Seconds in which a server that stops still answers calls, by telling that it stops."""

SERVICES: Final[tuple[ServiceDescriptor, ...]] = tuple(
    service for file in FILES for service in file.services_by_name.values()
)


def _as_they_are(calls: Handlers) -> Handlers:
    return calls


class House:
    """The runtime with everything that stands between it and a caller, but for the transport."""

    def __init__(
        self,
        runtime: Runtime,
        settings: Settings,
        promises: Callable[[], Promises],
        identity: Identity | None = None,
        meter: CallMeter | None = None,
        around: Callable[[Handlers], Handlers] = _as_they_are,
    ) -> None:
        self._runtime = runtime
        identity = identity or identity_of(settings)
        self.limiter = Limiter(settings.calls_per_second, settings.streams_per_caller)
        self.reception = Reception(identity, meter)
        beat = Beat()
        self.services = {
            name: beat.kept(calls)
            for name, calls in handlers(runtime, settings, promises, identity).items()
        }
        """Who answers the calls of every service, without a limit: for callers in this process."""
        self.limited: dict[str, Handlers] = {
            name: self.limiter.limited(name, around(calls)) for name, calls in self.services.items()
        }
        """The same for callers from outside, with what is put around them."""

    def drain(self) -> None:
        """Let nobody in any more; watches go on elsewhere."""
        self.reception.is_draining = True
        self._runtime.drain()
