"""Files that are no certificates: each is named before gRPC has it, which would end the process."""

import os
import subprocess
from pathlib import Path

import grpc
import pytest

from gemwright_client import Tls
from gemwright_client.errors import AddressUnusable
from gemwright_client.network.address import addresses_of, channel_to, credentials
from tests.app.certificates import Pair, authority

NO_CERTIFICATE = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
ENDLESS = Path("/dev/zero")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """A certificate and its key."""
    return authority(tmp_path_factory.mktemp("pair"), "ours")


def refusal(tls: Tls) -> str:
    """Why a connection with these files is refused."""
    (address,) = addresses_of("https://localhost")
    with pytest.raises(AddressUnusable) as caught:
        channel_to(address, tls)
    return str(caught.value)


@pytest.mark.parametrize("content", [b"", b"no certificate", b"\x00\xff" * 500, NO_CERTIFICATE])
def test_a_file_without_a_certificate_is_named(tmp_path: Path, pair: Pair, content: bytes) -> None:
    path = tmp_path / "file.pem"
    path.write_bytes(content)
    for tls in (Tls(ca=path), Tls(certificate=path, key=pair.key), Tls(None, pair.cert, path)):
        assert "file.pem" in refusal(tls)


def test_a_file_without_an_end_is_refused(pair: Pair) -> None:
    for tls in (Tls(ca=ENDLESS), Tls(None, ENDLESS, pair.key), Tls(None, pair.cert, ENDLESS)):
        assert refusal(tls) == "/dev/zero: this is no PEM file"


def test_a_key_of_another_certificate_is_refused(tmp_path: Path, pair: Pair) -> None:
    other = authority(tmp_path, "other")
    assert "are not a certificate and its key" in refusal(Tls(None, pair.cert, other.key))


def test_an_encrypted_key_is_refused_without_asking_for_its_password(
    tmp_path: Path, pair: Pair
) -> None:
    locked = tmp_path / "locked.key"
    words = ("ec", "-in", str(pair.key), "-aes128", "-passout", "pass:hush", "-out", str(locked))
    subprocess.run(["openssl", *words], check=True, capture_output=True)
    assert "not encrypted" in refusal(Tls(None, pair.cert, locked))


def test_a_pipe_is_read_once(tmp_path: Path, pair: Pair) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"cat '{pair.key}' > '{pipe}'"]) as writing:
        assert isinstance(credentials(None, pair.cert, pipe), grpc.ChannelCredentials)
    assert writing.returncode == 0
