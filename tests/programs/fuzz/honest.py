"""Honest players who use every call as it is meant, and keep what they sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias, TypeVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from gemwright.pb import catalog_service_pb2 as catalog
from gemwright.pb import inbox_service_pb2 as inbox
from gemwright.pb import match_service_pb2 as matches
from gemwright.pb import matchmaker_service_pb2 as maker
from gemwright.pb import operator_service_pb2 as operator
from gemwright.pb.clock_pb2 import TimeControl
from gemwright.pb.duel_options_pb2 import DuelOptions
from gemwright.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Action,
    Game,
    Options,
)
from gemwright.pb.match_pb2 import Spectators
from tests.programs.fuzz.contract import REFLECTION
from tests.programs.fuzz.hpack import Shown
from tests.programs.fuzz.line import Line, head, prefixed
from tests.programs.fuzz.values import Memory
from tests.service.callers import new_request_id
from tests.service.players import choose, seated, with_open_seats

Tape: TypeAlias = dict[str, list[tuple[Shown, bytes]]]
"""Who sent which requests, by the paths of their calls."""
AnswerT = TypeVar("AnswerT", bound=Message)

_KINDS: Final = (
    maker.ACTIVITY_KIND_MATCH_READY,
    maker.ACTIVITY_KIND_TURN_CHANGED,
    maker.ACTIVITY_KIND_MATCH_ENDED,
)
_MATCHES: Final = "/gemwright.v1.MatchService/"
_MAKER: Final = "/gemwright.v1.MatchmakerService/"
_CATALOG: Final = "/gemwright.v1.CatalogService/"
_INBOX: Final = "/gemwright.v1.InboxService/"
_OPERATOR: Final = "/gemwright.v1.OperatorService/"
_HEALTH: Final = "/grpc.health.v1.Health/"
GAMES: Final = (GAME_DUEL, GAME_DUEL_COUNTERFEITERS, GAME_SPLENDOR)


@dataclass(frozen=True)
class Players:
    """Who plays, as the metadata of their calls: an owner, an operator, two at the table."""

    maker: Shown
    operator: Shown
    ann: Shown
    bob: Shown
    is_open: bool
    """Whether the server believes everybody, and takes positions."""


class Recorder:
    """Makes honest calls and remembers all of them."""

    def __init__(self, line: Line, tape: Tape, memory: Memory) -> None:
        self._line = line
        self._tape = tape
        self._memory = memory

    async def ask(self, who: Shown, path: str, request: Message, kind: type[AnswerT]) -> AnswerT:
        """A call that must be answered; of many answers the first."""
        content = request.SerializeToString()
        self._tape[path].append((who, content))
        self._memory.learn(request)
        stream = self._line.call(head(path, who), prefixed(content))
        answer = await stream.begun()
        assert answer.messages, (path, answer)
        stream.cancel()
        found = kind.FromString(answer.messages[0])
        self._memory.learn(found)
        return found

    async def create(
        self, who: Shown, request: maker.CreateMatchRequest
    ) -> maker.CreateMatchResponse:
        """A new match."""
        made = await self.ask(who, _MAKER + "CreateMatch", request, maker.CreateMatchResponse)
        for token in made.join_tokens:
            self._memory.note("join_token", token.token)
        self._memory.note("rematch_of", made.match.match)
        return made


async def play_everything(
    line: Line, players: Players, tape: Tape, memory: Memory, rng: Random, moves: int
) -> list[str]:
    """Use every call; the matches that were made."""
    recorder = Recorder(line, tape, memory)
    found = [await _play(recorder, players, game, rng, moves) for game in GAMES]
    found += await _finish(recorder, players)
    found += await _wait(recorder, players)
    found += await _make_otherwise(recorder, players, found[3])
    await _look_around(recorder, players, found[0])
    await _operate(recorder, players, found[0])
    return found


async def _play(recorder: Recorder, players: Players, game: Game, rng: Random, moves: int) -> str:
    """A match that is left in the middle."""
    made = await recorder.create(players.maker, seated(game, ["ann", "bob"]))
    match = made.match.match
    for _ in range(moves):
        seat = (await _see(recorder, players.ann, match, 0)).match.seat_to_act
        who = players.bob if seat else players.ann
        sight = await _see(recorder, who, match, seat)
        if not sight.legal_actions:
            break
        action = choose(sight.legal_actions, rng)
        await _price(recorder, who, match, seat, sight.legal_actions)
        request = matches.SubmitActionRequest(
            match=match,
            seat=seat,
            expected_version=sight.match.version,
            request_id=new_request_id(),
            action=action,
        )
        path = _MATCHES + "SubmitAction"
        await recorder.ask(who, path, request, matches.SubmitActionResponse)
    for watch in (matches.WatchMatchRequest(match=match, seat=0),):
        path = _MATCHES + "WatchMatch"
        told = await recorder.ask(players.ann, path, watch, matches.WatchMatchResponse)
        assert told.HasField("snapshot")
    for size in (0, 2):
        updates = matches.ListUpdatesRequest(match=match, page_size=size, after_version=1)
        path = _MATCHES + "ListUpdates"
        await recorder.ask(players.bob, path, updates, matches.ListUpdatesResponse)
    return match


async def _see(recorder: Recorder, who: Shown, match: str, seat: int) -> matches.GetMatchResponse:
    request = matches.GetMatchRequest(match=match, seat=seat)
    return await recorder.ask(who, _MATCHES + "GetMatch", request, matches.GetMatchResponse)


async def _price(
    recorder: Recorder, who: Shown, match: str, seat: int, actions: Sequence[Action]
) -> None:
    """Ask what may be paid for the first purchase there is."""
    for action in actions:
        family = action.duel if action.HasField("duel") else action.splendor
        if (family.WhichOneof("action") or "").startswith("buy"):
            request = matches.ListPaymentsRequest(
                match=match, seat=seat, action=action, page_size=1
            )
            path = _MATCHES + "ListPayments"
            await recorder.ask(who, path, request, matches.ListPaymentsResponse)
            return


async def _finish(recorder: Recorder, players: Players) -> list[str]:
    """A match that is over, one that was cancelled, and the record of the first."""
    over = (await recorder.create(players.maker, seated(GAME_DUEL, ["ann", "bob"]))).match.match
    resign = matches.ResignRequest(match=over, seat=0, request_id=new_request_id())
    await recorder.ask(players.ann, _MATCHES + "Resign", resign, matches.ResignResponse)
    record = matches.GetMatchRecordRequest(match=over)
    path = _MATCHES + "GetMatchRecord"
    await recorder.ask(players.ann, path, record, matches.GetMatchRecordResponse)
    gone = (await recorder.create(players.maker, seated(GAME_SPLENDOR, ["ann", "bob"]))).match
    cancel = maker.CancelMatchRequest(match=gone.match)
    path = _MAKER + "CancelMatch"
    await recorder.ask(players.maker, path, cancel, maker.CancelMatchResponse)
    return [over, gone.match]


async def _wait(recorder: Recorder, players: Players) -> list[str]:
    """Matches that wait for players, one of whom has come."""
    request = with_open_seats(GAME_SPLENDOR, 3)
    request.join_timeout.CopyFrom(Duration(seconds=86_400))
    made = await recorder.create(players.maker, request)
    join = matches.JoinMatchRequest(
        match=made.match.match, join_token=made.join_tokens[1].token, entropy=b"of bob's own"
    )
    path = _MATCHES + "JoinMatch"
    await recorder.ask(players.bob, path, join, matches.JoinMatchResponse)
    kept = seated(GAME_DUEL, ["ann", "bob"], has_spectators=False)
    kept.seats[1].must_join = True
    kept.join_timeout.CopyFrom(Duration(seconds=86_400))
    private = (await recorder.create(players.maker, kept)).match.match
    return [made.match.match, private]


async def _make_otherwise(recorder: Recorder, players: Players, other: str) -> list[str]:
    """Matches with everything that a wish may have."""
    bank = TimeControl(
        bank=TimeControl.Bank(initial=Duration(seconds=86_400), increment=Duration(seconds=5))
    )
    timed = maker.CreateMatchRequest(
        request_id=new_request_id(),
        game=GAME_DUEL,
        options=Options(duel=DuelOptions(first_seat=1, blocking_claim=True, no_progress_limit=40)),
        seats=[maker.SeatSpec(principal="ann"), maker.SeatSpec(principal="bob")],
        spectators=Spectators(allowed=True, delay=Duration(seconds=60)),
        time_control=bank,
        entropy=b"the owner's",
    )
    again = maker.CreateMatchRequest(request_id=new_request_id(), rematch_of=other)
    found = [(await recorder.create(players.maker, one)).match.match for one in (timed, again)]
    batch = maker.BatchCreateMatchesRequest(
        requests=[seated(GAME_DUEL, ["ann", "bob"]), maker.CreateMatchRequest()]
    )
    path = _MAKER + "BatchCreateMatches"
    made = await recorder.ask(players.maker, path, batch, maker.BatchCreateMatchesResponse)
    return [*found, made.results[0].created.match.match]


async def _look_around(recorder: Recorder, players: Players, match: str) -> None:
    """Everything that only tells."""
    listing = maker.ListMatchesRequest(page_size=2, game=GAME_DUEL, principal="ann")
    await recorder.ask(players.maker, _MAKER + "ListMatches", listing, maker.ListMatchesResponse)
    wanted = maker.CreatePlayerTokenRequest(principal="cleo", ttl=Duration(seconds=60))
    path = _MAKER + "CreatePlayerToken"
    await recorder.ask(players.maker, path, wanted, maker.CreatePlayerTokenResponse)
    activity = maker.WatchActivityRequest(kinds=_KINDS)
    path = _MAKER + "WatchActivity"
    await recorder.ask(players.maker, path, activity, maker.WatchActivityResponse)
    path, looking = _INBOX + "WatchInbox", inbox.WatchInboxRequest()
    await recorder.ask(players.ann, path, looking, inbox.WatchInboxResponse)
    lease = inbox.LeaseMatchRequest(match=match, holder="a-process", ttl=Duration(seconds=1))
    await recorder.ask(players.ann, _INBOX + "LeaseMatch", lease, inbox.LeaseMatchResponse)
    for path, asked, kind in (
        (_CATALOG + "GetServerInfo", catalog.GetServerInfoRequest(), catalog.GetServerInfoResponse),
        (_CATALOG + "ListGames", catalog.ListGamesRequest(), catalog.ListGamesResponse),
        (
            _CATALOG + "ListCards",
            catalog.ListCardsRequest(game=GAME_DUEL, language="fr"),
            catalog.ListCardsResponse,
        ),
        (
            _CATALOG + "ListScenarios",
            catalog.ListScenariosRequest(language="es"),
            catalog.ListScenariosResponse,
        ),
        (_HEALTH + "Check", health_pb2.HealthCheckRequest(), health_pb2.HealthCheckResponse),
        (_HEALTH + "Watch", health_pb2.HealthCheckRequest(), health_pb2.HealthCheckResponse),
        (
            REFLECTION,
            reflection_pb2.ServerReflectionRequest(
                file_containing_symbol="gemwright.v1.MatchService"
            ),
            reflection_pb2.ServerReflectionResponse,
        ),
    ):
        await recorder.ask((), path, asked, kind)


async def _operate(recorder: Recorder, players: Players, match: str) -> None:
    """What operators may, on a match of its own; and a match from the position that they see."""
    owner = "dev" if players.is_open else "lobby"
    find = operator.FindMatchesRequest(owner=owner, page_size=2)
    path = _OPERATOR + "FindMatches"
    await recorder.ask(players.operator, path, find, operator.FindMatchesResponse)
    inspect = operator.InspectMatchRequest(match=match, note="looking")
    path = _OPERATOR + "InspectMatch"
    seen = await recorder.ask(players.operator, path, inspect, operator.InspectMatchResponse)
    for name, request, kind in (
        ("EndMatch", operator.EndMatchRequest(note="ending"), operator.EndMatchResponse),
        (
            "AdjudicateMatch",
            operator.AdjudicateMatchRequest(note="judging", winners=[0]),
            operator.AdjudicateMatchResponse,
        ),
    ):
        made = await recorder.create(players.maker, seated(GAME_DUEL, ["ann", "bob"]))
        request.match = made.match.match
        await recorder.ask(players.operator, _OPERATOR + name, request, kind)
    if players.is_open:
        given = seated(seen.record.match.game, ["ann", "bob"])
        given.position.CopyFrom(seen.position)
        await recorder.create(players.maker, given)
