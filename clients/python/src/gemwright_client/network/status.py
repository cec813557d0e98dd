"""Reading why a call failed: the `google.rpc.Status` in its trailers becomes `Facts`.

Of google.rpc five small messages are needed. They are described here by name and number, in a pool
of their own, instead of depending on Google's package, and do not disturb it if it is there.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

import grpc.aio
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from gemwright_client.errors import (
    CLASS_OF_REASON,
    CallError,
    Facts,
    RefusedByNetwork,
    ServerFault,
    Unreachable,
)
from gemwright_client.pb.error_pb2 import StaleVersion
from gemwright_client.pb.refusal_pb2 import Refusal, RefusalReason

DetailT = TypeVar("DetailT", bound=Message)

_TRAILER: Final = "grpc-status-details-bin"
_DOMAIN: Final = "gemwright"
_UNKNOWN_OUTCOMES: Final = ("UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "UNKNOWN", "INTERNAL")
"""How a call ends when a connection breaks or a server stops, before our server has answered.

`INTERNAL` is what gRPC reports when a proxy resets a stream because its server is gone."""

_MESSAGES: Final[Mapping[str, tuple[tuple[int, str, str], ...]]] = {
    "Any": ((1, "type_url", "string"), (2, "value", "bytes")),
    "Status": ((1, "code", "int32"), (2, "message", "string"), (3, "details", "*Any")),
    "Entry": ((1, "key", "string"), (2, "value", "string")),
    "ErrorInfo": ((1, "reason", "string"), (2, "domain", "string"), (3, "metadata", "*Entry")),
    "Duration": ((1, "seconds", "int32"), (2, "nanos", "int32")),
    "RetryInfo": ((1, "retry_delay", "Duration"),),
    "FieldViolation": ((1, "field", "string"), (2, "description", "string")),
    "BadRequest": ((1, "field_violations", "*FieldViolation"),),
}
"""Number, name and type of every field; a star marks a repeated one."""

_SCALARS: Final[Mapping[str, FieldDescriptorProto.Type.ValueType]] = {
    "string": FieldDescriptorProto.TYPE_STRING,
    "bytes": FieldDescriptorProto.TYPE_BYTES,
    "int32": FieldDescriptorProto.TYPE_INT32,
}
_PACKAGE: Final = "gemwright.client.status"


def _classes() -> Mapping[str, type[Message]]:
    file = FileDescriptorProto(name="status.proto", package=_PACKAGE, syntax="proto3")
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for number, field, kind in fields:
            described = message.field.add(number=number, name=field)
            described.label = (
                FieldDescriptorProto.LABEL_REPEATED
                if kind.startswith("*")
                else FieldDescriptorProto.LABEL_OPTIONAL
            )
            kind = kind.removeprefix("*")
            described.type = _SCALARS.get(kind, FieldDescriptorProto.TYPE_MESSAGE)
            if kind not in _SCALARS:
                described.type_name = f".{_PACKAGE}.{kind}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
        for name in _MESSAGES
    }


_CLASSES: Final = _classes()


def _fields(kind: str, content: bytes) -> dict[str, object]:
    """Read the fields of one of the messages above; none if it cannot be read."""
    try:
        message = _CLASSES[kind].FromString(content)
    except DecodeError:
        return {}
    return MessageToDict(message, preserving_proto_field_name=True)


def call_error(error: grpc.aio.AioRpcError) -> CallError:
    """Turn gRPC's error into one of this library's."""
    trailers = error.trailing_metadata() or ()
    packed = next((value for key, value in trailers if key == _TRAILER), b"")
    code = error.code().name
    text = error.details() or "no answer"
    return failed(code, text, details_of(packed if isinstance(packed, bytes) else b""))


def failed(code: str, text: str, details: Mapping[str, bytes]) -> CallError:
    """Make the error of a failed call; its class depends on the reason alone."""
    info = _fields("ErrorInfo", details.get("ErrorInfo", b""))
    if info.get("domain") != _DOMAIN:
        facts = Facts("", code, text)
        return Unreachable(facts) if code in _UNKNOWN_OUTCOMES else RefusedByNetwork(facts)
    reason = str(info.get("reason", ""))
    refusal = _read(Refusal, details.get("Refusal", b""))
    stale = details.get("StaleVersion")
    facts = Facts(
        reason=reason,
        code=code,
        text=text.removesuffix(f" [{reason}]"),
        trace=_trace(info),
        retry_after=_retry_after(details.get("RetryInfo")),
        violations=tuple(_violations(details.get("BadRequest", b""))),
        current_version=None if stale is None else _read(StaleVersion, stale).current_version,
        refusal=_refusal_name(refusal.reason),
        rule=refusal.rule,
        field=refusal.field,
        value=refusal.value,
    )
    return CLASS_OF_REASON.get(reason, ServerFault)(facts)


def _read(kind: type[DetailT], content: bytes) -> DetailT:
    """Read a detail of the contract; an empty one if it cannot be read."""
    try:
        return kind.FromString(content)
    except DecodeError:
        return kind()


def details_of(packed: bytes) -> dict[str, bytes]:
    """Return the details of a packed status by the last part of their names, as far as readable."""
    return dict(_details(packed))


def _details(packed: bytes) -> Iterable[tuple[str, bytes]]:
    try:
        details = _CLASSES["Status"].FromString(packed)
    except DecodeError:
        return
    for _, found in details.ListFields():
        if isinstance(found, int | str):
            continue
        for detail in found:
            values = {field.name: value for field, value in detail.ListFields()}
            yield (
                str(values.get("type_url", "")).rpartition(".")[2],
                bytes(values.get("value", b"")),
            )


def _trace(info: Mapping[str, object]) -> str:
    metadata = info.get("metadata")
    for entry in metadata if isinstance(metadata, list) else ():
        if isinstance(entry, dict) and entry.get("key") == "trace":
            return str(entry.get("value", ""))
    return ""


def _retry_after(content: bytes | None) -> float | None:
    if content is None:
        return None
    delay = _fields("RetryInfo", content).get("retry_delay")
    if not isinstance(delay, dict):
        return None
    return float(delay.get("seconds", 0)) + float(delay.get("nanos", 0)) / 1e9


def _violations(content: bytes) -> Iterable[tuple[str, str]]:
    found = _fields("BadRequest", content).get("field_violations")
    for violation in found if isinstance(found, list) else ():
        if isinstance(violation, dict):
            yield str(violation.get("field", "")), str(violation.get("description", ""))


def _refusal_name(number: int) -> str:
    """Return the name of a reason, its number if it is unknown, or nothing for none."""
    if number == RefusalReason.REFUSAL_REASON_UNSPECIFIED:
        return ""
    if number not in RefusalReason.values():
        return str(number)
    return RefusalReason.Name(RefusalReason.ValueType(number)).removeprefix("REFUSAL_REASON_")
