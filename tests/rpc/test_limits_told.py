"""Every limit that a server tells is the one that it was given."""

from typing import Final

import pytest

from gemwright.matches.api import Caller
from gemwright.pb.catalog_service_pb2 import GetServerInfoResponse, Limits
from gemwright.rpc.calls import Call, Unary
from gemwright.rpc.handlers.catalog import CatalogHandlers
from gemwright.rpc.handlers.matchmaker import MOST_IN_BATCH
from gemwright.settings import read_settings
from tests.event_loop import on_event_loop
from tests.rpc.serving import PROMISES

WORDS: Final = {
    "--max-message-bytes": "2MiB",
    "--max-streams": "3",
    "--heartbeat": "7s",
    "--keep-request-ids": "2h",
    "--keep-finished": "3d",
    "--abandon-after": "4d",
    "--join-deadline": "5m",
    "--max-matches": "11",
    "--max-calls": "13",
    "--player-token-ttl": "17m",
    "--keep-activity": "19h",
}
GIVEN: Final = Limits(
    max_request_bytes=2 << 20,
    max_open_streams=3,
    max_batch_size=MOST_IN_BATCH,
    heartbeat_seconds=7,
    request_id_seconds=2 * 3600,
    keep_finished_seconds=3 * 86_400,
    abandon_seconds=4 * 86_400,
    join_timeout_seconds=5 * 60,
    max_matches_per_owner=11,
    max_calls_per_second=13,
    player_token_seconds=17 * 60,
    activity_seconds=19 * 3600,
)


async def limits_told(*words: str) -> Limits:
    """What a server with this command line says."""
    handlers = CatalogHandlers(read_settings(words, {}), lambda: PROMISES)
    handler = handlers.calls()["GetServerInfo"]
    assert isinstance(handler, Unary)
    content = await handler.answer(b"", Call(Caller(), "trace"))
    return GetServerInfoResponse.FromString(content).limits


def test_every_limit_is_told_as_it_was_set() -> None:
    assert len(GIVEN.ListFields()) == len(Limits.DESCRIPTOR.fields)
    words = [word for pair in WORDS.items() for word in pair]
    assert on_event_loop(limits_told(*words)) == GIVEN


@pytest.mark.parametrize(("words", "calls", "streams"), [((), 0, 0), (("--keys", "k"), 200, 1_000)])
def test_callers_are_limited_where_keys_are(
    words: tuple[str, ...], calls: int, streams: int
) -> None:
    told = on_event_loop(limits_told(*words))
    assert (told.max_calls_per_second, told.max_open_streams) == (calls, streams)
