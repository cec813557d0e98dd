"""What is left after a storm: what one server says of every match, and what lies in the store.

    python -m tests.programs.chaos.dump FOLDER --server ADDRESS --redis URL

`dump/api.jsonl` is a journal of calls, those for a match in a row: InspectMatch, the history as
each seat and a spectator is told it, and the record if the match is over. `dump/store.jsonl` has a
line for each match with what its keys hold, read here with no help of the server's own storage.
"""

import argparse
import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias, cast

import grpc
import grpc.aio
import redis
from google.protobuf.message import Message
from redis.cluster import RedisCluster

from gemwright.pb.match_pb2 import MATCH_STATE_ACTIVE, MATCH_STATE_WAITING, Match
from gemwright.pb.match_service_pb2 import (
    GetMatchRecordRequest,
    ListUpdatesRequest,
    ListUpdatesResponse,
)
from gemwright.pb.operator_service_pb2 import InspectMatchRequest, InspectMatchResponse
from tests.programs.chaos.journal import Journal, Kind

WORKERS: Final = 8
"""Matches that are asked for at the same time."""
SPECTATOR: Final = "who-only-looks"
OPERATOR: Final = "who-looks-into-everything"
_BOT: Final = "bot:"
"""How principals begin that no credential names."""
_ATTEMPTS: Final = 5
_PAGE: Final = 1000
_PATIENCE_S: Final = 60.0
_SERVICES: Final = {"InspectMatch": "OperatorService"}
_MATCH_KEY: Final = re.compile(rb"(\{b\d{3}\})m:(.+)", re.DOTALL)
_OVER_WITHOUT_RECORD: Final = (MATCH_STATE_WAITING, MATCH_STATE_ACTIVE)

Raw: TypeAlias = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]


async def dump(folder: Path, address: str, stores_clients: Sequence[redis.Redis]) -> int:
    """Write down everything; the number of matches."""
    target = folder / "dump"
    target.mkdir(parents=True, exist_ok=True)
    matches = []
    with (target / "store.jsonl").open("w", encoding="utf-8") as file:
        for one in sorted(stored(stores_clients), key=lambda one: str(one["match"])):
            matches.append(str(one["match"]))
            file.write(json.dumps(one) + "\n")
    journal = Journal(target / "api.jsonl")
    left = iter(matches)
    options = [("grpc.max_receive_message_length", -1)]
    async with (
        grpc.aio.insecure_channel(address, options=options) as channel,
        asyncio.TaskGroup() as group,
    ):
        for _ in range(WORKERS):
            group.create_task(_work(channel, journal, left))
    journal.close()
    return len(matches)


async def _work(channel: grpc.aio.Channel, journal: Journal, left: Iterator[str]) -> None:
    for match in left:
        (await _asked(channel, match)).write(journal)


@dataclass
class Calls:
    """The calls for one match, kept until they can be written in a row."""

    channel: grpc.aio.Channel
    said: list[tuple[str, str, bytes, str, bytes]] = field(default_factory=list)
    """Method, principal, request, code, response."""

    async def call(self, method: str, principal: str, request: Message) -> bytes | None:
        """One call, repeated if the server cannot answer now; nothing if it refuses."""
        path = f"/gemwright.v1.{_SERVICES.get(method, 'MatchService')}/{method}"
        call: Raw = self.channel.unary_unary(path)
        content, code, answer = request.SerializeToString(), "", b""
        for attempt in range(_ATTEMPTS):
            try:
                metadata = (("authorization", f"Bearer dev:{principal}"),)
                answer = await call(content, metadata=metadata, timeout=_PATIENCE_S)
                code = "OK"
                break
            except grpc.aio.AioRpcError as error:
                code = error.code().name
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    break
                await asyncio.sleep(attempt)
        self.said.append((method, principal, content, code, answer))
        return answer if code == "OK" else None

    def write(self, journal: Journal) -> None:
        """Hand them to a journal."""
        for method, principal, request, code, answer in self.said:
            number = journal.number()
            journal.write(Kind.CALLED, number, method=method, principal=principal, message=request)
            journal.write(Kind.ANSWERED, number, code=code, message=answer)


async def _asked(channel: grpc.aio.Channel, match_id: str) -> Calls:
    """Everything that a server says of a match."""
    calls = Calls(channel)
    request = InspectMatchRequest(match=match_id, note="a dump after a storm")
    answer = await calls.call("InspectMatch", OPERATOR, request)
    if answer is None:
        return calls
    match = InspectMatchResponse.FromString(answer).record.match
    for seat in match.seats:
        if seat.is_filled and not seat.principal.startswith(_BOT):
            await _history(calls, match, seat.principal, seat.seat)
    if match.spectators.allowed:
        await _history(calls, match, SPECTATOR, None)
    if match.state not in _OVER_WITHOUT_RECORD:
        holder = next((s.principal for s in match.seats if not s.principal.startswith(_BOT)), "")
        await calls.call("GetMatchRecord", holder, GetMatchRecordRequest(match=match_id))
    return calls


async def _history(calls: Calls, match: Match, principal: str, seat: int | None) -> None:
    """Every page of the history as one viewer is told it."""
    request = ListUpdatesRequest(match=match.match, seat=seat, page_size=_PAGE)
    while True:
        answer = await calls.call("ListUpdates", principal, request)
        if answer is None:
            return
        request.page_token = ListUpdatesResponse.FromString(answer).next_page_token
        if not request.page_token:
            return


def stored(clients: Sequence[redis.Redis]) -> Iterator[dict[str, object]]:
    """What lies in the store of each match."""
    for client in clients:
        for key in client.scan_iter(match="{b[0-9][0-9][0-9]}m:*", count=1000):
            found = _MATCH_KEY.fullmatch(key)
            assert found is not None
            yield _stored(client, found[1], found[2])


def _stored(client: redis.Redis, tag: bytes, match: bytes) -> dict[str, object]:
    pipeline = client.pipeline(transaction=False)
    pipeline.hmget(tag + b"m:" + match, ["v", "c", "z"])
    pipeline.llen(tag + b"l:" + match)
    pipeline.hgetall(tag + b"q:" + match)
    (version, commit, archive), entries, requests = pipeline.execute()
    made = cast(Mapping[bytes, bytes], requests)
    return {
        "match": match.decode(),
        "version": int(version),
        "commit": commit.hex(),
        "entries": entries,
        "requests": {key.decode(): int(value.split(b":", 1)[0]) for key, value in made.items()},
        "is_archived": archive is not None,
    }


def primaries(url: str) -> list[redis.Redis]:
    """A client for the store, or for each primary if it is a cluster."""
    first = redis.Redis.from_url(url)
    if not first.info("cluster")["cluster_enabled"]:
        return [first]
    with RedisCluster.from_url(url) as cluster:
        return [redis.Redis(host=one.host, port=one.port) for one in cluster.get_primaries()]


def main() -> None:
    """Dump the run that the command line names."""
    parser = argparse.ArgumentParser(prog="tests.programs.chaos.dump")
    parser.add_argument("folder", type=Path, help="the folder of the run")
    parser.add_argument("--server", required=True, help="address of one in development mode")
    parser.add_argument("--redis", required=True, help="URL of the store, or of a primary of it")
    said = parser.parse_args()
    asyncio.run(dump(said.folder, said.server, primaries(said.redis)))


if __name__ == "__main__":
    main()
