"""The page that development mode shows: a few built files, held in memory."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from gemwright.rpc.http.asgi import Scope, Send, fields_of, respond, respond_text
from gemwright.rpc.http.origins import Fields, encoded

FIRST: Final = "index.html"
TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""The content types of served files, by the ending of their names; others are not served."""

# This page may make every call, so no other page may frame or steer it.
_ALWAYS: Final = encoded(
    [
        (
            "content-security-policy",
            (
                "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
                "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ),
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-cache"),
        ("vary", "Accept-Encoding"),
    ]
)

_WEIGHT: Final = re.compile(r"\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*")


@dataclass(frozen=True, slots=True)
class _File:
    kind: str
    content: bytes
    packed: bytes
    tag: str

    def fields(self, *, is_packed: bool) -> Fields:
        """Its header fields."""
        said = {"content-type": self.kind, "etag": self.tag}
        if is_packed:
            said["content-encoding"] = "gzip"
        return [*_ALWAYS, *encoded(said.items())]


class Files:
    """Answers requests for files."""

    def __init__(self) -> None:
        self._files = {
            f"/{one.name}": _file(TYPES[ending], one.read_bytes())
            for one in (files("gemwright") / "web").iterdir()
            if (ending := one.name.rpartition(".")[2]) in TYPES
        }
        if first := self._files.get(f"/{FIRST}"):
            self._files["/"] = first

    async def __call__(self, scope: Scope, send: Send) -> None:
        """Send a file, or say that there is none."""
        file = self._files.get(str(scope["path"]))
        if file is None:
            await respond_text(send, 404, "there is no such page")
        elif scope["method"] not in ("GET", "HEAD"):
            await respond_text(send, 405, "a page can only be read")
        else:
            await _send_file(scope, send, file)


async def _send_file(scope: Scope, send: Send, file: _File) -> None:
    asked = fields_of(scope)
    is_packed = _prefers_gzip(asked.get("accept-encoding", ""))
    fields = file.fields(is_packed=is_packed)
    if asked.get("if-none-match") == file.tag:
        await respond(send, 304, fields)
        return
    body = file.packed if is_packed else file.content
    await respond(send, 200, fields, body)  # the server leaves out the body for a HEAD


def _prefers_gzip(accepted: str) -> bool:
    """Whether a client takes gzip, and does not prefer the plain file."""
    weights = dict(map(_weighed, accepted.lower().split(",")))
    gzip_weight = weights.get("gzip", weights.get("*", 0.0))
    return gzip_weight > 0 and gzip_weight >= weights.get("identity", 0.0)


def _weighed(coding: str) -> tuple[str, float]:
    """A coding and its weight; 0 if that cannot be read."""
    name, _, parameter = coding.partition(";")
    weight = _WEIGHT.fullmatch(parameter or "q=1")
    return name.strip(), float(weight[1]) if weight else 0.0


def _file(kind: str, content: bytes) -> _File:
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return _File(kind, content, gzip.compress(content, mtime=0), tag)
