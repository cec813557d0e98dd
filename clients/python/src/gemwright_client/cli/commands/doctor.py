"""`gemwright doctor`: whether everything is as it should be between here and the server."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, replace
from typing import Final

import typer

from gemwright_client.address import addresses_of
from gemwright_client.cli.examining import Finding, of_address, of_service, of_token, reached
from gemwright_client.cli.exits import DONE, NOT_ALLOWED, UNREACHABLE
from gemwright_client.cli.options import AsJson, Manner, Service
from gemwright_client.cli.output import console, is_terminal, say
from gemwright_client.pb.catalog_service_pb2 import GetServerInfoResponse
from gemwright_client.words import Words

_COLOURS: Final = {"ok": "green", "note": "yellow", "problem": "bold red"}


async def doctor(service: Service, manner: Manner, as_json: AsJson = False) -> None:
    """Say whether the server can be reached, what it is, and what the token is good for.

    Ends with 3 if a server does not answer, and with 4 if the token is not believed.
    """
    findings = []
    async for finding in _examined(service, manner.words):
        findings.append(finding)
        if not as_json:
            _tell(finding, manner.words)
    code = _code(findings)
    if as_json:
        found = {"exitCode": code, "findings": [asdict(finding) for finding in findings]}
        say(json.dumps(found, ensure_ascii=False))
    if code != DONE:
        raise typer.Exit(code)


async def _examined(service: Service, words: Words) -> AsyncIterator[Finding]:
    answering: dict[str, GetServerInfoResponse] = {}
    for address in addresses_of(service.server, is_secure=service.tls() is not None):
        scheme = "https" if address.is_secure else "http"
        url = f"{scheme}://{address}"
        async with replace(service, server=url, token=None, token_file=None).client() as client:
            finding, info = await reached(client, address, words)
        yield finding
        if info is not None:
            answering[url] = info
            for more in of_address(address, info, words):
                yield more
    for url, info in list(answering.items())[:1]:
        for finding in of_service(info, words):
            yield finding
        async with replace(service, server=url).client() as client:
            has_token = service.credential() is not None
            async for finding in of_token(client, words, has_token=has_token):
                yield finding


def _tell(finding: Finding, words: Words) -> None:
    levels = {name: words[f"cli.doctor_{name}"] for name in _COLOURS}
    width = max(map(len, levels.values()))
    level = levels[finding.level].ljust(width)
    if is_terminal():
        from rich.text import Text

        console().print(Text(level, style=_COLOURS[finding.level]), end="  ")
    else:
        print(level, end="  ")
    say(finding.text)
    if finding.advice:
        say(f"{' ' * width}  {finding.advice}")


def _code(findings: Sequence[Finding]) -> int:
    problems = {finding.topic for finding in findings if finding.level == "problem"}
    if "connection" in problems:
        return UNREACHABLE
    return NOT_ALLOWED if "token" in problems else DONE
