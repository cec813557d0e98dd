"""`gemwright doctor`: whether everything is as it should be between here and the server."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, replace
from typing import Final

import typer

from gemwright_client.cli.examining import Finding, of_address, of_service, of_token, reached
from gemwright_client.cli.exits import DONE, NOT_ALLOWED, UNREACHABLE
from gemwright_client.cli.options import AsJson, Manner, Service
from gemwright_client.cli.output import columns, console, folded, is_terminal, say, say_object
from gemwright_client.network.address import addresses_of
from gemwright_client.pb.catalog_service_pb2 import GetServerInfoResponse
from gemwright_client.words import Words

_COLOURS: Final = {"ok": "green", "note": "yellow", "problem": "bold red"}
_GAP: Final = "  "


async def doctor(service: Service, manner: Manner, as_json: AsJson = False) -> None:
    """Say whether the server can be reached, what it is, and what the token is good for.

    Ends with 3 if a server does not answer, and with 4 if the token is not believed.
    """
    service.credential()  # options that cannot be are refused before anything is found out
    findings = []
    async for finding in _examined(service, manner.words):
        findings.append(finding)
        if not as_json:
            _tell(finding, manner.words)
    code = _code(findings)
    if as_json:
        found = {"exitCode": code, "findings": [asdict(finding) for finding in findings]}
        say_object(found)
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
            examined = of_token(
                client, words, has_token=has_token, is_development=info.is_development_mode
            )
            async for finding in examined:
                yield finding


def _tell(finding: Finding, words: Words) -> None:
    """Print a finding beside its level; on a terminal in colour, and broken between words."""
    levels = {name: words[f"cli.doctor_{name}"] for name in _COLOURS}
    width = max(map(len, levels.values()))
    level, said = levels[finding.level].ljust(width), [finding.text, finding.advice]
    if is_terminal():
        from rich.text import Text

        room = max(1, columns() - width - len(_GAP))
        said = [line for each in said for line in folded(each, room)]
        console().print(Text(level, style=_COLOURS[finding.level]), end=_GAP)
    else:
        print(level, end=_GAP)
    first, *others = filter(None, said)
    say(first)
    for line in others:
        say(f"{' ' * width}{_GAP}{line}")


def _code(findings: Sequence[Finding]) -> int:
    problems = {finding.topic for finding in findings if finding.level == "problem"}
    if "connection" in problems:
        return UNREACHABLE
    return NOT_ALLOWED if "token" in problems else DONE
