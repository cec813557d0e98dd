"""deploy/nginx.conf before a real server: TLS and HTTP/2 outside, all four protocols through it."""

import asyncio
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import grpc
import pytest
from connectrpc.client import ConnectClient
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.protocol import ProtocolType
from pyqwest import Client, HTTPTransport, HTTPVersion

from gemwright.pb import catalog_service_pb2 as catalog
from gemwright.pb import inbox_service_pb2 as inbox
from tests.app.certificates import Pair, authority, signed
from tests.app.process import PATIENCE, ServerProcess, server
from tests.app.test_http import ANYWHERE, place_of
from tests.ports import free_port
from tests.rpc.http.served import HttpWire
from tests.test_docs import ROOT
from tests.valkey import eventually

CONFIG: Final = ROOT / "deploy/nginx.conf"
INFO: Final = "gemwright.v1.CatalogService/GetServerInfo"
INBOX: Final = "gemwright.v1.InboxService/WatchInbox"
ANN: Final = {"authorization": "Bearer dev:ann"}

pytestmark = pytest.mark.clients


class Front:
    """An nginx with the configuration of deploy/, and the server behind it."""

    def __init__(self, port: int, roots: Pair) -> None:
        self.address = f"127.0.0.1:{port}"
        self.roots = roots

    def client(self) -> Client:
        """A client for HTTP/2, which trusts its certificate."""
        roots = self.roots.cert.read_bytes()
        return Client(HTTPTransport(tls_ca_cert=roots, http_version=HTTPVersion.HTTP2))


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp("nginx")
    roots = authority(folder, "roots")
    pair = signed(folder, "server", roots)
    with server(folder, *ANYWHERE) as running, _nginx(folder, running, pair) as port:
        yield Front(port, roots)


@contextmanager
def _nginx(folder: Path, running: ServerProcess, pair: Pair) -> Iterator[int]:
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    assert program, "nginx is not installed"
    config = folder / "nginx.conf"
    words = [program, "-p", str(folder), "-c", str(config), "-e", str(folder / "error.log")]
    words += ["-g", f"daemon off; pid {folder}/pid;"]
    with ExitStack() as stack:
        port = free_port(stack)
        config.write_text(_adapted(running, pair, port), encoding="utf-8")
        process = stack.enter_context(subprocess.Popen(words))
        try:
            eventually(lambda: _listens(port), "nginx listens")
            yield port
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _adapted(running: ServerProcess, pair: Pair, port: int) -> str:
    """The file with values for this test where it says that it needs one's own."""
    host, http_port = place_of(running)
    ours = {
        "server 127.0.0.1:7373": f"server {running.address}",
        "server 127.0.0.1:7374": f"server {host}:{http_port}",
        "listen 443": f"listen 127.0.0.1:{port}",
        "server_name play.example.org": "server_name 127.0.0.1",
        "/etc/ssl/gemwright.crt": str(pair.cert),
        "/etc/ssl/gemwright.key": str(pair.key),
    }
    text = CONFIG.read_text(encoding="utf-8")
    for theirs, mine in ours.items():
        (line,) = re.findall(rf"^.*{re.escape(theirs)}.*# \(\*\)$", text, re.MULTILINE)
        text = text.replace(line, line.replace(theirs, mine))
    return text


def _listens(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def test_grpc_goes_through(front: Front) -> None:
    credentials = grpc.ssl_channel_credentials(front.roots.cert.read_bytes())
    with grpc.secure_channel(front.address, credentials) as channel:
        run: grpc.UnaryUnaryMultiCallable[bytes, catalog.GetServerInfoResponse]
        run = channel.unary_unary(
            f"/{INFO}", response_deserializer=catalog.GetServerInfoResponse.FromString
        )
        assert run(b"", timeout=PATIENCE).is_development_mode


@pytest.mark.parametrize("protocol", [ProtocolType.CONNECT, ProtocolType.GRPC_WEB])
@pytest.mark.parametrize("is_json", [False, True])
async def test_the_others_go_through(
    front: Front, protocol: ProtocolType, *, is_json: bool
) -> None:
    address = f"https://{front.address}"
    codec = google_protobuf_json_codec() if is_json else google_protobuf_binary_codec()
    client = ConnectClient(address, codec=codec, protocol=protocol, http_client=front.client())
    request = catalog.GetServerInfoRequest()
    told = await HttpWire(client).call(INFO, request, catalog.GetServerInfoResponse)
    assert told.is_development_mode


async def test_many_streams_share_one_connection(front: Front) -> None:
    codec, http = google_protobuf_binary_codec(), front.client()
    wire = HttpWire(ConnectClient(f"https://{front.address}", codec=codec, http_client=http))
    watches = [
        wire.stream(INBOX, inbox.WatchInboxRequest(), inbox.WatchInboxResponse, ANN)
        for _ in range(50)
    ]
    for watch in watches:
        first = await asyncio.wait_for(anext(watch), PATIENCE)
        assert first.WhichOneof("message") == "complete"
    for watch in watches:
        await watch.aclose()
