"""What answers calls, the same for every transport: handlers, identity, limits, pacing."""

from collections.abc import Callable, Mapping
from typing import Final

from google.protobuf.descriptor import FileDescriptor, ServiceDescriptor

from gemwright.matches.matches import Matches
from gemwright.pb import (
    catalog_service_pb2,
    inbox_service_pb2,
    match_service_pb2,
    matchmaker_service_pb2,
    operator_service_pb2,
)
from gemwright.rpc.auth import Identity, identity_of
from gemwright.rpc.calls import CallMeter, Gate, Handlers
from gemwright.rpc.handlers.catalog import CatalogHandlers, StoreInfo
from gemwright.rpc.handlers.inbox import InboxHandlers
from gemwright.rpc.handlers.matches import MatchHandlers
from gemwright.rpc.handlers.matchmaker import MatchmakerHandlers
from gemwright.rpc.handlers.operator import OperatorHandlers
from gemwright.rpc.limits import Limiter
from gemwright.rpc.pacing import CallPacing
from gemwright.settings import Settings

FILES: Final[tuple[FileDescriptor, ...]] = (
    match_service_pb2.DESCRIPTOR,
    matchmaker_service_pb2.DESCRIPTOR,
    catalog_service_pb2.DESCRIPTOR,
    inbox_service_pb2.DESCRIPTOR,
    operator_service_pb2.DESCRIPTOR,
)
"""The files of the contract that have services."""


def handlers(
    matches: Matches, settings: Settings, promises: Callable[[], StoreInfo], identity: Identity
) -> Mapping[str, Handlers]:
    """The handlers of every service by its full name."""
    return {
        "gemwright.v1.MatchService": MatchHandlers(matches, identity).calls(),
        "gemwright.v1.MatchmakerService": MatchmakerHandlers(
            matches, identity, is_development=settings.is_development
        ).calls(),
        "gemwright.v1.CatalogService": CatalogHandlers(settings, promises).calls(),
        "gemwright.v1.InboxService": InboxHandlers(matches).calls(),
        "gemwright.v1.OperatorService": OperatorHandlers(matches).calls(),
    }


FAREWELL: Final = 0.5
"""Seconds in which a server that stops still answers calls, by saying that it stops."""

SERVICES: Final[tuple[ServiceDescriptor, ...]] = tuple(
    service for file in FILES for service in file.services_by_name.values()
)


def _as_they_are(calls: Handlers) -> Handlers:
    return calls


class RpcStack:
    """Everything between a caller and the matches, except the transport."""

    def __init__(
        self,
        matches: Matches,
        settings: Settings,
        promises: Callable[[], StoreInfo],
        identity: Identity | None = None,
        meter: CallMeter | None = None,
        around: Callable[[Handlers], Handlers] = _as_they_are,
    ) -> None:
        self._matches = matches
        identity = identity or identity_of(settings)
        self.limiter = Limiter(settings.calls_per_second, settings.streams_per_caller)
        self.gate = Gate(identity, meter)
        pacing = CallPacing()
        self.services = {
            name: pacing.kept(calls)
            for name, calls in handlers(matches, settings, promises, identity).items()
        }
        """The handlers of every service, without limits: for callers in this process."""
        self.limited: dict[str, Handlers] = {
            name: self.limiter.limited(name, around(calls)) for name, calls in self.services.items()
        }
        """The same for callers from outside, with limits and what `around` adds."""

    def drain(self) -> None:
        """Refuse new calls and end the watches, which go on at other servers."""
        self.gate.is_draining = True
        self._matches.drain()
