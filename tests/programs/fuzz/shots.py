"""One hostile call after the other: what is sent, and to whom it pretends to come from."""

import gzip
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from google.protobuf.descriptor import Descriptor

from tests.programs.fuzz.contract import Method
from tests.programs.fuzz.hpack import Shown, block
from tests.programs.fuzz.line import head, prefixed, request_fields
from tests.programs.fuzz.mutations import mutated
from tests.programs.fuzz.turns import Turn
from tests.programs.fuzz.values import Hostile, delimited
from tests.programs.fuzz.world import Served

_ACTION: Final = "action"
TOO_LONG: Final = 1 << 20
"""What a server reads of a request, by its default settings."""


@dataclass(frozen=True)
class Shot:
    """A call as it will be made."""

    sort: str
    path: str
    method: Method | None
    headers: bytes
    body: bytes
    message: bytes | None
    """The request in the body; none where gRPC has to refuse the call itself."""
    ends: bool = True
    is_alone: bool = False
    """Whether it needs a connection of its own, for that may not survive it."""

    def __str__(self) -> str:
        told = self.body[:400].hex()
        return f"{self.sort} {self.path}, {len(self.body)} bytes {told}; headers {self.headers!r}"


class Gunner:
    """Makes shots at one server."""

    def __init__(self, served: Served, rng: Random) -> None:
        self._served = served
        self._rng = rng
        self._hostile = Hostile(rng, served.memory)
        self._others = [one for tape in served.tape.values() for _, one in tape if one]
        self._acting = [one for one in served.methods if _ACTION in one.descriptor.fields_by_name]
        self._actions = served.memory.actions
        self.turns: Sequence[Turn] = ()
        """Whose turn it is where, as of a moment ago."""

    def shot(self) -> Shot:
        """The next one."""
        (sort,) = self._rng.choices(list(SORTS), [weight for weight, _ in SORTS.values()])
        return SORTS[sort][1](self, self._rng.choice(self._served.methods), sort)

    def values(self, method: Method, sort: str) -> Shot:
        """A message with hostile values everywhere."""
        self._hostile.manners = self._rng.choice((0.1, 0.5, 0.8, 0.97))
        return self._plain(sort, method, self._hostile.message(method.descriptor))

    def nearly(self, method: Method, sort: str) -> Shot:
        """An honest request in which one or two fields are wrong."""
        self._hostile.manners = self._rng.choice((0.0, 0.3, 0.8))
        wrong = [self._hostile.override(method.descriptor) for _ in range(self._rng.choice((1, 2)))]
        return self._plain(sort, method, b"".join((self._recorded(method), *wrong)))

    def in_turn(self, method: Method, sort: str) -> Shot:
        """A request whose match, seat and version are right, and the rest is not."""
        if not self.turns:
            return self.nearly(method, sort)
        if self._rng.random() < 0.5:
            method = self._rng.choice(self._acting)
        turn = self._rng.choice(self.turns)
        self._hostile.manners = self._rng.choice((0.5, 0.8, 0.97))
        kind = method.descriptor
        content = turn.override(kind, is_trial=self._rng.random() < 0.7)
        content += self._action(kind, turn)
        if self._rng.random() < 0.3:
            content = self._hostile.message(kind) + content
        is_players = any(who in turn.players for who, _ in self._served.tape.get(method.path, ()))
        who = turn.who if is_players else self._credential(method)
        return Shot(sort, method.path, method, head(method.path, who), prefixed(content), content)

    def _action(self, kind: Descriptor, turn: Turn) -> bytes:
        """One that is legal or was elsewhere, mostly with something wrong in it."""
        field = kind.fields_by_name.get(_ACTION)
        if field is None or field.message_type is None:
            return b""
        action = self._rng.choice(turn.actions if self._rng.random() < 0.5 else self._actions)
        if self._rng.random() < 0.8:
            action += self._hostile.override(field.message_type)
        return delimited(field.number, action)

    def damaged(self, method: Method, sort: str) -> Shot:
        """An honest request whose bytes have suffered."""
        content = mutated(self._recorded(method), self._others, self._rng)
        return self._plain(sort, method, content[: TOO_LONG // 2])

    def replayed(self, method: Method, sort: str) -> Shot:
        """An honest request at another time, by another, or to another call."""
        tape = self._served.tape.get(method.path)
        content = self._rng.choice(self._others)
        if tape and self._rng.random() < 0.7:
            _, content = self._rng.choice(tape)
        return self._plain(sort, method, content)

    def empty(self, method: Method, sort: str) -> Shot:
        """A request without a field."""
        return self._plain(sort, method, b"")

    def shown(self, method: Method, sort: str) -> Shot:
        """An honest request by somebody who shows something odd."""
        content, rng = self._recorded(method), self._rng
        extra = rng.choice(_METADATA)
        bearer = self._credential(method) if rng.random() < 0.5 else rng.choice(_BEARERS)
        is_alone = any(_is_dangerous(name, value) for name, value in (*extra, *bearer))
        headers = head(method.path, (*bearer, *extra))
        return Shot(
            sort,
            method.path,
            method,
            headers,
            prefixed(content),
            None if is_alone else content,
            is_alone=is_alone,
        )

    def headed(self, method: Method, sort: str) -> Shot:
        """A call whose headers are not what gRPC wants to see."""
        fields = request_fields(method.path, self._credential(method))
        headers = block(self._rng.choice(_HEADERS)(fields, self._rng))
        body = prefixed(self._recorded(method))
        return Shot(sort, method.path, method, headers, body, None, is_alone=True)

    def framed(self, method: Method, sort: str) -> Shot:
        """A call in which the message is not what its prefix says, or is packed in a wrong way."""
        content, rng = self._recorded(method), self._rng
        encoding, body = rng.choice(_BODIES)(content, rng)
        metadata = ((b"grpc-encoding", encoding),) if encoding else ()
        headers = head(method.path, (*self._credential(method), *metadata))
        return Shot(sort, method.path, method, headers, body, None, is_alone=True)

    def unfinished(self, method: Method, sort: str) -> Shot:
        """A call that says something and never ends it."""
        body = prefixed(self._recorded(method))
        body = body[: self._rng.randrange(len(body) + 1)]
        headers = head(method.path, self._credential(method))
        return Shot(sort, method.path, method, headers, body, None, ends=False)

    def unknown(self, method: Method, sort: str) -> Shot:
        """A call that no server has."""
        rng = self._rng
        service, _, name = method.path.rpartition("/")
        path = rng.choice(
            (
                *(f"{service}/{name}s", f"{service}s/{name}", f"{service}/", "/", service, name),
                *(f"{method.path}/x", f"{method.path}?a=b", "/" * 300, "/é", method.path.lower()),
            )
        )
        headers = head(path, self._credential(method))
        return Shot(sort, path, None, headers, prefixed(self._recorded(method)), None)

    def large(self, method: Method, sort: str) -> Shot:
        """A request about as long as any may be, or longer."""
        size = self._rng.choice((TOO_LONG - 60, TOO_LONG, TOO_LONG + 1, 2 * TOO_LONG))
        content = self._recorded(method)
        filling = max(size - len(content), 0)
        kind = self._rng.choice((b"\xfa\x3e", bytes([self._rng.randrange(1, 13) << 3 | 2])))
        length = bytes([filling & 0x7F | 0x80, filling >> 7 & 0x7F | 0x80, filling >> 14])
        return self._plain(sort, method, content + kind + length + bytes(filling))

    def _plain(self, sort: str, method: Method, content: bytes) -> Shot:
        headers = head(method.path, self._credential(method))
        return Shot(sort, method.path, method, headers, prefixed(content), content)

    def _recorded(self, method: Method) -> bytes:
        tape = self._served.tape.get(method.path)
        return self._rng.choice(tape)[1] if tape else self._hostile.message(method.descriptor)

    def _credential(self, method: Method) -> Shown:
        """Mostly one of those who make such calls; else another, sometimes one that is none."""
        roll, kinds = self._rng.random(), self._served.good
        if roll < 0.8 and (tape := self._served.tape.get(method.path)):
            return self._rng.choice(tape)[0]
        if roll > 0.92:
            kinds = list(self._served.credentials)
        return self._served.credentials[self._rng.choice(kinds)]


Maker: TypeAlias = Callable[[Gunner, Method, str], Shot]
SORTS: Final[dict[str, tuple[float, Maker]]] = {
    "values": (28, Gunner.values),
    "nearly": (20, Gunner.nearly),
    "in turn": (12, Gunner.in_turn),
    "damaged": (20, Gunner.damaged),
    "replayed": (6, Gunner.replayed),
    "empty": (2, Gunner.empty),
    "shown": (5, Gunner.shown),
    "headed": (1.5, Gunner.headed),
    "framed": (1.5, Gunner.framed),
    "unfinished": (2, Gunner.unfinished),
    "unknown": (1.8, Gunner.unknown),
    "large": (0.2, Gunner.large),
}
"""How often, and how, a call is hostile."""

_BEARERS: Final[Sequence[Shown]] = tuple(
    ((b"authorization", value),)
    for value in (
        *(b"", b" ", b"Bearer", b"Bearer ", b"bearer dev:", b"Bearer dev:" + b"a" * 65, b"dev:ann"),
        *(
            b"Bearer gwk_",
            b"Bearer gwp_",
            b"Bearer gwk_a_b",
            b"Bearer gwp_a.b.c",
            b"Bearer gwp_...",
        ),
        *(b"Bearer \xc3\xa9", b"Bearer \xff\xfe", b"Bearer a\0b", b"Bearer a\r\nb: c", b"\0"),
        *(b"Bearer " + b"A" * 4_000, b"Bearer gwp_" + b"." * 1_000, b"Basic Og==", b"%s%n{}"),
        *(b"Bearer dev:../..", b"Bearer dev:bot:greedy", b"Bearer dev:*", b"Bearer gwp_=====.=="),
    )
)
_METADATA: Final[Sequence[Shown]] = (
    ((b"traceparent", b"garbage"),),
    ((b"traceparent", b"00-" + b"0" * 32 + b"-" + b"0" * 16 + b"-00"),),
    ((b"traceparent", b"00-" + b"f" * 32 + b"-" + b"f" * 16 + b"-01"), (b"tracestate", b"=,=,")),
    ((b"traceparent", b"ff" * 500),),
    ((b"grpc-trace-bin", b"AAAA"), (b"grpc-tags-bin", b"////")),
    ((b"x-odd-bin", b"!!not base64!!"),),
    ((b"authorization-bin", b"AAAA"),),
    tuple((b"x-%d" % number, b"value") for number in range(100)),
    ((b"x-long", b"v" * 6_000),),
    ((b"x-longer", b"v" * 20_000),),
    tuple((b"x-%d" % number, b"v" * 100) for number in range(500)),
    ((b"grpc-timeout", b"garbage"),),
    ((b"grpc-timeout", b"1n"),),
    ((b"grpc-timeout", b"0S"),),
    ((b"grpc-timeout", b"99999999H"),),
    ((b"grpc-timeout", b"-1S"),),
    ((b"grpc-timeout", b"999999999999S"),),
    ((b"grpc-timeout", b"5m"),),
    ((b"origin", b"http://example.org"),),
    ((b"user-agent", b"\xff" * 50),),
    ((b"cookie", b"a=b"), (b"x-forwarded-for", b"127.0.0.1"), (b"host", b"elsewhere")),
    ((b"grpc-accept-encoding", b"gzip, snappy, ,,,"),),
    ((b"grpc-previous-rpc-attempts", b"-1"), (b"grpc-status", b"0")),
    ((b"connection", b"close"), (b"transfer-encoding", b"chunked")),
    ((b"content-length", b"3"),),
)

Plain: TypeAlias = list[tuple[bytes, bytes]]


def _is_dangerous(name: bytes, value: bytes) -> bool:
    """Whether gRPC may refuse a call for this metadata, or hang up."""
    is_text = all(0x20 <= byte < 0x7F for byte in value)
    named = (b"grpc-", b"connection", b"transfer", b"content-length", b"host", b"x-odd", b"x-l")
    return not is_text or name.startswith(named) or name[-4:] == b"-bin" or name[:3] == b"x-4"


def _with(name: bytes, *values: bytes) -> Callable[[Plain, Random], Plain]:
    """Headers in which one has another value."""

    def change(fields: Plain, rng: Random) -> Plain:
        value = rng.choice(values)
        return [(key, value if key == name else old) for key, old in fields]

    return change


def _without(fields: Plain, rng: Random) -> Plain:
    lost = rng.choice(fields)
    return [one for one in fields if one is not lost]


def _twice(fields: Plain, rng: Random) -> Plain:
    return [*fields, rng.choice(fields)]


def _shuffled(fields: Plain, rng: Random) -> Plain:
    return rng.sample(fields, len(fields))


def _shouted(fields: Plain, rng: Random) -> Plain:
    return [(name.upper(), value) for name, value in fields]


def _none(fields: Plain, rng: Random) -> Plain:
    return []


_HEADERS: Final[Sequence[Callable[[Plain, Random], Plain]]] = (
    _with(b"content-type", b"text/html", b"", b"application/json", b"application/grpc+json"),
    _with(b"content-type", b"application/grpc-web", b"application/grpcx", b"application/grpc;a=b"),
    _with(b":method", b"GET", b"PUT", b"", b"OPTIONS", b"CONNECT", b"\xff"),
    _with(b":scheme", b"https", b"", b"gopher"),
    _with(b":authority", b"", b"a b", b"\xff", b"x" * 5_000),
    _with(b":path", b"", b"*", b"no slash", b"/\0", b"/" + b"x" * 9_000),
    _with(b"te", b"gzip", b""),
    *(_without, _twice, _shuffled, _shouted, _none),
)


def _short(content: bytes, rng: Random) -> tuple[bytes, bytes]:
    return b"", prefixed(content)[: -rng.randrange(1, 5)]


def _longer(content: bytes, rng: Random) -> tuple[bytes, bytes]:
    return b"", prefixed(content) + rng.choice((b"\0", b"\0\0\0\0\1", prefixed(content)))


def _boundless(content: bytes, rng: Random) -> tuple[bytes, bytes]:
    return b"", bytes([0]) + rng.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff")) + content


def _flagged(content: bytes, rng: Random) -> tuple[bytes, bytes]:
    return b"", bytes([rng.choice((1, 2, 255))]) + prefixed(content)[1:]


def _compressed(content: bytes, rng: Random) -> tuple[bytes, bytes]:
    packed = rng.choice((gzip.compress(content), rng.randbytes(40), b"", gzip.compress(b"\0")[:-3]))
    encoding = rng.choice(
        (b"gzip", b"deflate", b"identity", b"br", b"snappy", b"\xff", b"gzip,gzip")
    )
    return encoding, prefixed(packed, is_compressed=True)


def _bomb(content: bytes, rng: Random) -> tuple[bytes, bytes]:
    """Few bytes that unpack to many."""
    return b"gzip", prefixed(_BOMB, is_compressed=True)


def _nothing(content: bytes, rng: Random) -> tuple[bytes, bytes]:
    return b"", b""


_BOMB: Final = gzip.compress(bytes(64 * TOO_LONG))
_BODIES: Final = (_short, _longer, _boundless, _flagged, _compressed, _compressed, _bomb, _nothing)
