"""Certificates for tests, made by the program `openssl`: an authority, and who it signs for."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

_CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
_NEW = ("req", "-x509", *_CURVE, "-nodes", "-days", "2")


@dataclass(frozen=True)
class Pair:
    """A certificate and its private key."""

    cert: Path
    key: Path


def authority(folder: Path, name: str) -> Pair:
    """A certificate that signs others."""
    return _made(folder, name, "-addext", "keyUsage=critical,keyCertSign")


def signed(folder: Path, name: str, by: Pair) -> Pair:
    """A certificate for this machine, or for a client of it."""
    constraints = ("-addext", "basicConstraints=critical,CA:FALSE")
    names = ("-addext", "subjectAltName=IP:127.0.0.1")
    return _made(folder, name, "-CA", str(by.cert), "-CAkey", str(by.key), *constraints, *names)


def _made(folder: Path, name: str, *words: str) -> Pair:
    pair = Pair(folder / f"{name}.pem", folder / f"{name}.key")
    files = ("-keyout", str(pair.key), "-out", str(pair.cert), "-subj", f"/CN={name}")
    subprocess.run(["openssl", *_NEW, *files, *words], check=True, capture_output=True)
    return pair
