"""Answers HTTP requests: a call, the question whether a page may call, or a file."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeAlias

from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from google.rpc import code_pb2 as codes

from gemwright.rpc.calls import CallLog, Stream, Unary
from gemwright.rpc.http.adapter import CALL_LOG, HttpAdapter, Refusals
from gemwright.rpc.http.asgi import (
    TEXT,
    Event,
    Receive,
    Scope,
    Send,
    fields_of,
    respond,
    respond_text,
)
from gemwright.rpc.http.codecs import Answer, Gzip, Request, codecs
from gemwright.rpc.http.files import Files
from gemwright.rpc.http.origins import Fields, Origins, encoded
from gemwright.rpc.stack import SERVICES, RpcStack

CALLS: Final = "/gemwright."
_GRPC: Final = "application/grpc"
_GRPC_WEB: Final = "application/grpc-web"
_ONCE: Final = (b"content-type", b"origin")
"""Fields that must not come twice: two readers could take different values."""
_EXPLAINED: Final[Mapping[object, bytes]] = {
    404: b"there is no such call; protos/gemwright/v1 has them all\n",
    405: b"a call is a POST\n",
    415: b"content-type: application/json, or application/connect+json to read a stream; "
    b"application/proto, application/connect+proto or application/grpc-web for bytes\n",
}
_NO_CALL: Final = codes.Code.Name(codes.INVALID_ARGUMENT)
"""The code in the log for a request that fits none of the protocols."""

Endpoints: TypeAlias = Mapping[str, Endpoint[Request, Answer]]


class Calls(ConnectASGIApplication[RpcStack]):
    """Every call of the contract."""

    path: Final = "/"

    def __init__(self, stack: RpcStack, origins: Origins, longest: int) -> None:
        adapter = HttpAdapter(stack, origins)
        super().__init__(
            service=stack,
            # connectrpc wants a union of its kinds of endpoints, which has no public name.
            endpoints=lambda stack: _endpoints(stack, adapter),  # type: ignore[arg-type, return-value]
            interceptors=[Refusals()],
            read_max_bytes=longest,
            compressions=[Gzip()],
            codecs=codecs(),
        )


class Application:
    """Answers requests; `files` is None where no page is shown."""

    def __init__(
        self, stack: RpcStack, origins: Origins, longest: int, files: Files | None
    ) -> None:
        self._stack = stack
        self._calls = Calls(stack, origins, longest)
        self._origins = origins
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if str(scope["path"]).startswith(CALLS):
            await self._call(scope, receive, send)
        elif self._files is not None:
            await self._files(scope, send)
        else:
            await respond_text(send, 404, "calls go to /gemwright.v1.<service>/<call>")

    async def _call(self, scope: Scope, receive: Receive, send: Send) -> None:
        origin = fields_of(scope).get("origin")
        if scope["method"] == "OPTIONS":
            await respond(send, 204, self._origins.permission(origin, is_asked=True))
            return
        call_log = self._begun(str(scope["path"]))
        if complaint := _complaint(scope):
            await respond_text(send, 415, complaint)
        else:
            await self._answer(scope, receive, send, self._origins.permission(origin))
        if call_log is not None and not call_log.is_written:
            call_log.refused(_NO_CALL)

    def _begun(self, path: str) -> CallLog | None:
        """The log of a call; None if the contract has no such call."""
        service, _, name = path.removeprefix("/").partition("/")
        handler = self._stack.limited.get(service, {}).get(name)
        if handler is None:
            return None
        call_log = self._stack.gate.call_log(
            f"{service}/{name}", is_stream=isinstance(handler, Stream)
        )
        CALL_LOG.set(call_log)
        return call_log

    async def _answer(self, scope: Scope, receive: Receive, send: Send, permission: Fields) -> None:
        explanation = b""

        async def send_permitted(event: Event) -> None:
            nonlocal explanation
            if event["type"] == "http.response.start":
                said = event["headers"]
                assert isinstance(said, list)
                fields = said + permission
                if explanation := _explanation(event["status"], said):
                    fields += encoded([("content-type", TEXT)])
                event = {**event, "headers": fields}
            elif explanation:
                event = {**event, "body": explanation}
            await send(event)

        await self._calls(scope, receive, send_permitted)


def _explanation(status: object, fields: Fields) -> bytes:
    """A line for people where connectrpc sends only a status code."""
    is_silent = not any(name.lower() == b"content-type" for name, _ in fields)
    return _EXPLAINED.get(status, b"") if is_silent else b""


def _complaint(scope: Scope) -> str:
    """What is wrong with a request that connectrpc cannot refuse properly; empty if nothing."""
    sent = scope["headers"]
    assert isinstance(sent, list)
    if not all(name.isascii() and value.isascii() for name, value in sent):
        return "header fields are ASCII"
    names = Counter(name for name, _ in sent)
    if twice := [name.decode() for name in _ONCE if names[name] > 1]:
        return f"{' and '.join(twice)}: send it once"
    kind = fields_of(scope).get("content-type", "")
    if kind.startswith(_GRPC) and not kind.startswith(_GRPC_WEB):
        return "gRPC has a port of its own; here are Connect, gRPC-Web and JSON"
    return ""


def _endpoints(stack: RpcStack, adapter: HttpAdapter) -> Endpoints:
    return {
        f"/{service.full_name}/{method.name}": _endpoint(
            adapter, method, stack.limited[service.full_name][method.name]
        )
        for service in SERVICES
        for method in service.methods
    }


def _endpoint(
    adapter: HttpAdapter, method: MethodDescriptor, handler: Unary | Stream
) -> Endpoint[Request, Answer]:
    kind = GetMessageClass(method.output_type)
    info: MethodInfo[Request, Answer] = MethodInfo(
        name=method.name,
        service_name=method.containing_service.full_name,
        # connectrpc thinks that handlers get and return these classes. Here the codecs convert:
        # they make a `Request` for the first, and read the second from an `Answer`.
        input=GetMessageClass(method.input_type),  # type: ignore[arg-type]
        output=kind,  # type: ignore[arg-type]
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.UNARY if isinstance(handler, Unary) else StreamType.SERVER_STREAM,
    )
    if isinstance(handler, Unary):
        return Endpoint.unary(info, adapter.unary(handler, kind))
    return Endpoint.server_stream(info, adapter.stream(handler, kind))
