"""Matches with bots at the table: asked for, waited for, and held against what the bots' rules say.

Which servers and hosts play them belongs elsewhere.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from gemwright.bot_host.built_in import CHOICES
from gemwright.bot_host.decision import chance_of
from gemwright.pb.game_pb2 import Game
from gemwright.pb.match_pb2 import Match, MatchRecord, Spectators
from gemwright.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    BUILT_IN_BOT_RANDOM,
    CreateMatchRequest,
    SeatSpec,
)
from tests.service.callers import Caller, new_request_id
from tests.service.players import watching
from tests.service.replays import moments

GREEDY: Final = "bot:greedy"
RANDOM: Final = "bot:random"
_BOTS: Final = {GREEDY: BUILT_IN_BOT_GREEDY, RANDOM: BUILT_IN_BOT_RANDOM}


def holder(name: str) -> SeatSpec:
    """A seat for a bot or for a principal."""
    return SeatSpec(bot=_BOTS[name]) if name in _BOTS else SeatSpec(principal=name)


def match_of(game: Game, names: Sequence[str]) -> CreateMatchRequest:
    """A request for a match that begins at once."""
    return CreateMatchRequest(
        request_id=new_request_id(),
        game=game,
        seats=[holder(name) for name in names],
        spectators=Spectators(allowed=True),
    )


async def ended(callers: Caller | Sequence[Caller], match: str) -> MatchRecord:
    """Wait for the end of a match; its record, in which every version is there once."""
    async with watching(callers, match) as watcher:
        await watcher.ended()
    one = callers if isinstance(callers, Caller) else callers[0]
    record = await one.record(match)
    assert [update.version for update in record.updates] == list(range(1, record.match.version + 1))
    return record


def moves_by_rule(record: MatchRecord) -> int:
    """How many moves bots made: every one as its rule says for what its seat saw then."""
    commits = [record.match.fairness.commitment.hex()[:16]]
    commits += [update.commit_id for update in record.updates]
    number = 0
    for before, after in pairwise(moments(record)):
        seat = after.seat
        assert seat is not None
        name = record.match.seats[seat].principal
        if name not in _BOTS:
            continue
        place = Match(
            match=record.match.match, version=before.version, commit_id=commits[before.version]
        )
        choose = CHOICES[name.removeprefix("bot:")]
        view, actions = (
            before.game.view(before.state, seat),
            before.game.legal_actions(before.state),
        )
        assert after.action == choose(before.game.NAME, view, actions, chance_of(place, seat))
        number += 1
    return number
