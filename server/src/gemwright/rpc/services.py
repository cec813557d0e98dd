"""Every service of the contract and who answers its calls; what nobody answers yet is listed."""

from collections.abc import Callable, Mapping
from typing import Final

from google.protobuf.descriptor import FileDescriptor

from gemwright.pb import (
    catalog_service_pb2,
    inbox_service_pb2,
    match_service_pb2,
    matchmaker_service_pb2,
    operator_service_pb2,
)
from gemwright.rpc.handlers.call import Handlers
from gemwright.rpc.handlers.catalog import CatalogHandlers, Promises
from gemwright.rpc.handlers.inbox import InboxHandlers
from gemwright.rpc.handlers.matches import MatchHandlers
from gemwright.rpc.handlers.matchmaking import MatchmakerHandlers
from gemwright.rpc.handlers.operating import OperatorHandlers
from gemwright.rpc.identity import Identity
from gemwright.runtime.service import Runtime
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
    runtime: Runtime, settings: Settings, promises: Callable[[], Promises], identity: Identity
) -> Mapping[str, Handlers]:
    """The handlers of every service by its full name."""
    return {
        "gemwright.v1.MatchService": MatchHandlers(runtime, identity).calls(),
        "gemwright.v1.MatchmakerService": MatchmakerHandlers(
            runtime, identity, is_development=settings.is_development
        ).calls(),
        "gemwright.v1.CatalogService": CatalogHandlers(settings, promises).calls(),
        "gemwright.v1.InboxService": InboxHandlers(runtime).calls(),
        "gemwright.v1.OperatorService": OperatorHandlers(runtime).calls(),
    }
