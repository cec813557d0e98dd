"""`gemwright doctor`: whether everything is as it should be between here and the server."""

from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from ipaddress import ip_address
from statistics import median
from time import monotonic
from typing import Final, Literal

import typer

from gemwright_client.cli.failures import DONE, NOT_ALLOWED, UNREACHABLE, Failed, cause_of, hint_key
from gemwright_client.cli.options import AsJson, Manner, Service
from gemwright_client.cli.output import columns, console, folded_text, is_terminal, say, say_object
from gemwright_client.client import Client
from gemwright_client.errors import (
    GemwrightError,
    InvalidRequest,
    NotAllowed,
    NotAuthenticated,
    RefusedByNetwork,
    ReplyUnusable,
    Unreachable,
)
from gemwright_client.extras import DISTRIBUTION
from gemwright_client.network.address import Address, addresses_of
from gemwright_client.pb.catalog_service_pb2 import GetServerInfoResponse, Limits
from gemwright_client.words import Words

_COLOURS: Final = {"ok": "green", "note": "yellow", "problem": "bold red"}
_GAP: Final = "  "
_CALLS: Final = 5
"""How many round trips are measured."""
CLOCK_TOLERANCE: Final = timedelta(seconds=2)
_NO_MATCH: Final = "-"
"""No match can have this id: a call that is refused for it was allowed, and changed nothing."""
_NOTE: Final = "gemwright doctor"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found out, and what can be done about it."""

    topic: Literal[
        "connection", "encryption", "version", "mode", "data", "limits", "token", "clock"
    ]
    level: Literal["ok", "note", "problem"]
    text: str
    advice: str = ""


async def doctor(service: Service, manner: Manner, as_json: AsJson = False) -> None:
    """Say whether the server can be reached, what it is, and what the token is good for.

    Ends with 3 if a server does not answer, and with 4 if the token is not believed.
    """
    service.credential()  # wrong options are refused before anything is examined
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
            finding, info = await reach(client, address, words)
        yield finding
        if info is not None:
            answering[url] = info
            for more in address_findings(address, info, words):
                yield more
    for url, info in list(answering.items())[:1]:
        for finding in service_findings(info, words):
            yield finding
        async with replace(service, server=url).client() as client:
            has_token = service.credential() is not None
            examined = token_findings(
                client, words, has_token=has_token, is_development=info.is_development_mode
            )
            async for finding in examined:
                yield finding


def _tell(finding: Finding, words: Words) -> None:
    """Print a finding beside its level; on a terminal in colour, wrapped between words."""
    levels = {name: words[f"cli.doctor_{name}"] for name in _COLOURS}
    width = max(map(len, levels.values()))
    level, said = levels[finding.level].ljust(width), [finding.text, finding.advice]
    if is_terminal():
        from rich.text import Text

        room = max(1, columns() - width - len(_GAP))
        said = [line for each in said for line in folded_text(each, room)]
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


async def reach(
    client: Client, address: Address, words: Words
) -> tuple[Finding, GetServerInfoResponse | None]:
    """Find out whether a server answers, how fast, and what it says of itself."""
    try:
        info = await client.catalogue.info()
        times = [await _round_trip(client) for _ in range(_CALLS)]
    except Unreachable as error:
        text = words("cli.no_server", server=address, cause=cause_of(error))
        return Finding("connection", "problem", text, words(hint_key(error))), None
    except (RefusedByNetwork, ReplyUnusable) as error:
        text = words("cli.network_refused", server=address, text=error)
        return Finding("connection", "problem", text), None
    key = "cli.doctor_answers_tls" if address.is_secure else "cli.doctor_answers"
    far = f"{median(times) * 1_000:.1f}"
    return Finding("connection", "ok", words(key, server=address, time=far)), info


async def _round_trip(client: Client) -> float:
    begun = monotonic()
    await client.catalogue.info()
    return monotonic() - begun


def address_findings(address: Address, info: GetServerInfoResponse, words: Words) -> list[Finding]:
    """List the findings on one server that answers."""
    findings = [_version(info, words)]
    if not address.is_secure and not _is_here(address.host):
        text, advice = words("cli.doctor_clear"), words("cli.doctor_clear_hint")
        findings.append(Finding("encryption", "note", text, advice))
    return findings


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _version(info: GetServerInfoResponse, words: Words) -> Finding:
    ours, theirs = version(DISTRIBUTION), info.server_version
    if ours == theirs:
        return Finding("version", "ok", words("cli.doctor_version", version=ours))
    text = words("cli.doctor_versions", client=ours, server=theirs)
    advice = words("cli.doctor_versions_hint", server=theirs)
    return Finding("version", "note", text, advice)


def service_findings(info: GetServerInfoResponse, words: Words) -> list[Finding]:
    """List the findings on the service as a whole."""
    if info.is_development_mode:
        text, advice = words("cli.doctor_development"), words("cli.doctor_development_hint")
        mode = Finding("mode", "note", text, advice)
    else:
        mode = Finding("mode", "ok", words("cli.doctor_production"))
    store = words("cli.doctor_store", store=info.durability.store)
    warnings = [Finding("data", "note", warning) for warning in info.durability.warnings]
    return [mode, Finding("data", "ok", store), *warnings, _limits_of(info.limits, words)]


def _limits_of(limits: Limits, words: Words) -> Finding:
    none = words("cli.doctor_no_limit")
    text = words(
        "cli.doctor_limits",
        calls=limits.max_calls_per_second or none,
        streams=limits.max_open_streams or none,
        matches=limits.max_matches_per_owner or none,
    )
    return Finding("limits", "ok", text)


async def token_findings(
    client: Client, words: Words, *, has_token: bool, is_development: bool
) -> AsyncIterator[Finding]:
    """Find out what the token allows; then, where that is allowed, compare the clocks.

    Without a token, find out what the server allows all the same.
    """
    hint = words("cli.token_hint" if is_development else "cli.doctor_token_hint")
    try:
        is_matchmaker = await _may(client.matches.cancel(_NO_MATCH), has_token)
        lease = client.inbox.lease(_NO_MATCH, _NO_MATCH, timedelta(seconds=1))
        is_player = await _may(lease, has_token)
        is_operator = await _may(client.operator.inspect(_NO_MATCH, note=_NOTE), has_token)
    except NotAuthenticated as error:
        yield Finding("token", "problem", words(f"error.{error.reason}"), hint)
        return
    except Failed as error:  # the file with the token cannot be used
        yield Finding("token", "problem", words(error.key, **error.values))
        return
    may = {
        "cli.doctor_arrange": is_matchmaker,
        "cli.doctor_play": is_player,
        "cli.doctor_operate": is_operator,
    }
    uses = ", ".join(words[key] for key, is_so in may.items() if is_so)
    if not has_token:
        key = "cli.doctor_without_token" if uses else "cli.doctor_no_token"
        yield Finding("token", "note", words(key, uses=uses), hint)
    elif uses:
        yield Finding("token", "ok", words("cli.doctor_token", uses=uses))
    else:
        yield Finding("token", "note", words("cli.doctor_token_useless"))
    if is_matchmaker:
        yield await _clock(client, words)


async def _may(call: Awaitable[object], has_token: bool) -> bool:
    """Tell whether a call was allowed: it is refused only because no match can have its id."""
    try:
        await call
    except InvalidRequest:
        return True
    except (NotAllowed, RefusedByNetwork):  # a proxy may let through only some of the calls
        return False
    except NotAuthenticated:
        if has_token:
            raise
        return False
    raise GemwrightError("the server has found a match that cannot be")


async def _clock(client: Client, words: Words) -> Finding:
    """Compare the clocks: a stream of activity begins with the server's time."""
    async with aclosing(client.matches.activity()) as messages:
        async for message in messages:
            if message.WhichOneof("message") == "heartbeat":
                theirs = message.heartbeat.time.ToDatetime(tzinfo=UTC)
                break
        else:
            raise GemwrightError("the server has not told its time")
    apart = abs(datetime.now(UTC) - theirs)
    if apart <= CLOCK_TOLERANCE:
        return Finding("clock", "ok", words("cli.doctor_clock"))
    text = words("cli.doctor_clocks", seconds=round(apart.total_seconds()))
    return Finding("clock", "note", text, words("cli.doctor_clocks_hint"))
