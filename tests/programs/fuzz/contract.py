"""Every call that a server serves, as the server itself says: nothing is listed here.

The names come from the server's reflection, what they mean from the generated descriptors; so a new
call of the contract is fuzzed by nobody's doing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from gemwright import pb
from tests.programs.fuzz.line import Line, head, prefixed

REFLECTION: Final = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
OWN: Final = "gemwright."
"""How the services begin that the project answers itself."""
_READING: Final = ("Get", "List", "Watch", "Find", "Inspect", "Check", "ServerReflection")
"""How calls are named that change nothing even where they are answered."""


@dataclass(frozen=True)
class Method:
    """A call of the contract."""

    path: str
    request: type[Message]
    answer: type[Message]
    has_many_answers: bool

    @property
    def descriptor(self) -> Descriptor:
        """What its requests are made of."""
        found = self.request.DESCRIPTOR
        assert isinstance(found, Descriptor)
        return found

    @property
    def is_own(self) -> bool:
        """Whether it is of the project's contract, not a standard one."""
        return self.path.startswith(f"/{OWN}")

    @property
    def is_reading(self) -> bool:
        """Whether it promises to change nothing."""
        return self.path.rpartition("/")[2].startswith(_READING)


async def methods_of(line: Line) -> list[Method]:
    """The calls of a server, in the order it tells them."""
    for module in iter_modules(pb.__path__):
        import_module(f"{pb.__name__}.{module.name}")
    found = [method for name in await _services(line) for method in _methods(name)]
    assert any(method.is_own for method in found)
    assert any(health_pb2.DESCRIPTOR.package in method.path for method in found)
    return found


async def _services(line: Line) -> Sequence[str]:
    question = reflection_pb2.ServerReflectionRequest(list_services="*").SerializeToString()
    answer = await line.call(head(REFLECTION), prefixed(question)).ended()
    told = reflection_pb2.ServerReflectionResponse.FromString(answer.messages[0])
    return [service.name for service in told.list_services_response.service]


def _methods(service: str) -> list[Method]:
    return [
        Method(
            f"/{service}/{method.name}",
            GetMessageClass(method.input_type),
            GetMessageClass(method.output_type),
            method.server_streaming,
        )
        for method in Default().FindServiceByName(service).methods
    ]
