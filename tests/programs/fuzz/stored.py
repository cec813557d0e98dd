"""A server that finds damage in its store: who reads what, and what it may be told."""

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from gemwright.pb import inbox_service_pb2 as inbox
from gemwright.pb import match_service_pb2 as matches
from gemwright.pb import matchmaker_service_pb2 as maker
from gemwright.pb import operator_service_pb2 as operator
from gemwright.pb.game_pb2 import Action
from tests.programs.fuzz.hpack import Shown
from tests.programs.fuzz.judge import LogReader, refusal_of
from tests.programs.fuzz.line import Answer, Line, connect, head, prefixed
from tests.programs.fuzz.spoiling import LEFT_ALONE, Spoiler
from tests.programs.fuzz.world import Served, World
from tests.service.callers import new_request_id

_PATIENCE: Final = 30.0
_ENOUGH: Final = 300
_TOLD: Final = (
    *("MATCH_UNREADABLE", "MATCH_NOT_FOUND", "MATCH_WAITING", "MATCH_OVER", "MATCH_NOT_OVER"),
    *("MATCH_PRIVATE", "NOT_YOUR_SEAT", "STALE_VERSION", "ACTION_REFUSED", "INVALID_FIELD"),
    *("REQUEST_ID_REUSED", "JOIN_TOKEN_INVALID"),
)
"""What may be said where a match is not what it was."""
_INCOMPLETE: Final = tuple(
    (f"{service}/{call}", "STORE_UNAVAILABLE")
    for service, calls in (
        ("MatchService", ("GetMatchRecord", "ListUpdates", "SubmitAction", "Resign", "JoinMatch")),
        ("OperatorService", ("InspectMatch", "EndMatch")),
        ("MatchmakerService", ("CancelMatch",)),
    )
    for call in calls
)
"""Where a log is too short that is what a store is like which has lost its last writes; and what a
script stumbles over at a commit is told as a change that could not be made."""
_ID: Final = re.compile(rb"\{b\d{3}\}[mlq]:([a-z2-7]{24})")


@dataclass
class Findings:
    """What came of looking at what is spoilt."""

    told: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Reader:
    """Asks a server everything about a match."""

    def __init__(self, served: Served, line: Line, rng: Random) -> None:
        self._served = served
        self._line = line
        self._rng = rng

    async def ask(self, match: str) -> Sequence[tuple[str, Answer]]:
        """Every call that reads what is stored of a match, and some that would change it."""
        players = self._served.players
        asked: list[tuple[str, Shown, Message]] = [
            ("MatchService/GetMatch", players.ann, matches.GetMatchRequest(match=match)),
            ("MatchService/WatchMatch", players.bob, matches.WatchMatchRequest(match=match)),
            (
                "MatchService/ListUpdates",
                players.ann,
                matches.ListUpdatesRequest(match=match, page_size=self._rng.choice((0, 1))),
            ),
            (
                "MatchService/GetMatchRecord",
                players.ann,
                matches.GetMatchRecordRequest(match=match),
            ),
            (
                "MatchService/SubmitAction",
                players.ann,
                matches.SubmitActionRequest(
                    match=match,
                    seat=0,
                    expected_version=self._rng.choice((0, 12)),
                    action=Action(duel={"take_tokens": {"cells": [12]}}),
                    validate_only=True,
                ),
            ),
            ("MatchmakerService/ListMatches", players.maker, maker.ListMatchesRequest()),
            ("InboxService/WatchInbox", players.ann, inbox.WatchInboxRequest()),
            (
                "InboxService/LeaseMatch",
                players.ann,
                inbox.LeaseMatchRequest(match=match, holder="a-process", ttl=Duration(seconds=1)),
            ),
            (
                "OperatorService/InspectMatch",
                players.operator,
                operator.InspectMatchRequest(match=match, note="what is it"),
            ),
            self._change(match),
        ]
        return [(path, await self._call(path, who, request)) for path, who, request in asked]

    def _change(self, match: str) -> tuple[str, Shown, Message]:
        """A call that would change the match."""
        players = self._served.players
        return self._rng.choice(
            (
                (
                    "MatchService/Resign",
                    players.ann,
                    matches.ResignRequest(match=match, seat=0, request_id=new_request_id()),
                ),
                ("MatchService/JoinMatch", players.bob, matches.JoinMatchRequest(match=match)),
                (
                    "MatchmakerService/CancelMatch",
                    players.maker,
                    maker.CancelMatchRequest(match=match),
                ),
                (
                    "OperatorService/EndMatch",
                    players.operator,
                    operator.EndMatchRequest(match=match, note="spoilt"),
                ),
            )
        )

    async def _call(self, path: str, who: Shown, request: Message) -> Answer:
        stream = self._line.call(
            head(f"/gemwright.v1.{path}", who), prefixed(request.SerializeToString())
        )
        async with asyncio.timeout(_PATIENCE):
            await stream.begun()
        if stream.answer.messages and not stream.answer.is_over and "Watch" not in path:
            async with asyncio.timeout(_PATIENCE):
                await stream.ended()
        stream.cancel()
        return stream.answer


async def spoil_and_read(world: World, trials: int, rng: Random) -> Findings:
    """So many damages, one after the other, each looked at and mended."""
    served = world.servers[0]
    found, log, line = Findings(), LogReader(served), await connect(served.address)
    reader = Reader(served, line, rng)
    with world.store.client() as client:
        keys = sorted(key for key in client.scan_iter() if key not in LEFT_ALONE)
        owned = sorted(served.guarded)
        about = [key for key in keys if (one := _ID.fullmatch(key)) and one[1].decode() in owned]
        spoiler = Spoiler(world.store, client, rng)
        spoiler.learn(about)
        for _ in range(trials):
            key = rng.choice(about if rng.random() < 0.8 else keys)
            if not client.exists(key):
                continue
            one = _ID.fullmatch(key)
            match = one[1].decode() if one else rng.choice(owned)
            whole = [client.dump(part) for part in _parts(key, match)]
            with spoiler.spoilt(key) as told:
                answers = await reader.ask(match)
            for part, content in zip(_parts(key, match), whole, strict=True):
                if content is None:
                    client.delete(part)
                else:
                    client.restore(part, 0, content, replace=True)
            _note(found, told, answers)
            found.wrong += [f"{told}\n  {text}" for text in log.mistakes(world.secrets)]
            if len(found.wrong) > _ENOUGH:
                break
    line.close()
    return found


def _parts(key: bytes, match: str) -> list[bytes]:
    """The keys of a match, in the bucket of one of them."""
    if _ID.fullmatch(key) is None:
        return []
    tag = key[: key.index(b"}") + 1]
    return [tag + sort + match.encode() for sort in (b"m:", b"l:", b"q:")]


def _note(found: Findings, told: str, answers: Sequence[tuple[str, Answer]]) -> None:
    for path, answer in answers:
        reason = refusal_of(answer)
        found.told[f"{path.partition('/')[2]} {reason}"] += 1
        if reason == "OK":
            continue
        if reason not in _TOLD and (path, reason) not in _INCOMPLETE:
            found.wrong.append(f"{told}\n  {path}: {reason} {answer.text!r}")
