"""`gemwright-server health`: asks a server whether it serves, for container health checks.

It imports little, because it is started every few seconds. What the server answers belongs in rpc.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from gemwright.setting_kinds import Address, address
from gemwright.settings import PROGRAM, Parser

PATIENCE: Final = 3.0
"""Seconds in which a healthy server answers."""

USUAL: Final = "127.0.0.1:7373"


def health(words: Sequence[str]) -> int:
    """Ask the standard health service and print one line; 0 if the server serves, else 1."""
    asked = _parser().parse_args(words)
    try:
        status = _status(asked)
    except OSError as error:
        print(f"{PROGRAM}: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    except grpc.RpcError as error:
        reason = f"({error.code().name}): is it up, and are these the --tls options it needs?"
        print(f"{PROGRAM}: no answer from {asked.address} {reason}", file=sys.stderr)
        return 1
    is_serving = status == health_pb2.HealthCheckResponse.SERVING
    print("serving" if is_serving else "not serving")
    return 0 if is_serving else 1


def _parser() -> Parser:
    parser = Parser(
        prog=f"{PROGRAM} health",
        description="Ask a server whether it serves: exit code 0 if it does, else 1.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--address",
        metavar="HOST:PORT",
        default=_own(),
        help="the server to ask (default: the one of GEMWRIGHT_LISTEN on this machine)",
    )
    for flag, text in (
        ("--tls-ca", "the server has TLS: who signed its certificate, PEM"),
        ("--tls-cert", "the certificate to show where the server asks for one, PEM"),
        ("--tls-key", "the private key of that certificate, PEM"),
    ):
        parser.add_argument(flag, metavar="FILE", type=Path, help=text)
    parser.add_argument(
        "--tls-name", metavar="NAME", help="the name in the server's certificate, if not HOST"
    )
    return parser


def _own() -> str:
    """Where the server on this machine listens, according to the environment."""
    try:
        listen = address(os.environ.get("GEMWRIGHT_LISTEN") or USUAL)
    except ValueError:
        return USUAL  # the server itself reports what is wrong
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    return str(Address(everywhere.get(listen.host, listen.host), listen.port))


def _status(asked: argparse.Namespace) -> int:
    with _channel(asked) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        return int(stub.Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE).status)


def _channel(asked: argparse.Namespace) -> grpc.Channel:
    if asked.tls_ca is None:
        return grpc.insecure_channel(asked.address)
    credentials = grpc.ssl_channel_credentials(
        asked.tls_ca.read_bytes(),
        asked.tls_key and asked.tls_key.read_bytes(),
        asked.tls_cert and asked.tls_cert.read_bytes(),
    )
    name = asked.tls_name
    options = [("grpc.ssl_target_name_override", name)] if name else []
    return grpc.secure_channel(asked.address, credentials, options)
