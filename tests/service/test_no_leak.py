"""Non-interference over the wire: what a viewer may not know changes nothing that it is told.

Two matches that differ only in a viewer's secrets answer that viewer alike: sights, watches,
history, payments, refusals, and the size of each. Ids, times and tokens are their own.
"""

import base64
from collections.abc import Awaitable, Iterable, Sequence
from random import Random
from typing import Final

import pytest
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo
from structlog.testing import capture_logs

from gemwright.contract.games import MESSAGE_GAMES, action_bytes, position_message
from gemwright.engine.duel import actions as duel
from gemwright.engine.splendor import actions as splendor
from gemwright.pb.game_pb2 import GAME_SPLENDOR, Action
from gemwright.pb.match_pb2 import Spectators
from gemwright.pb.matchmaker_service_pb2 import CreateMatchRequest, SeatSpec
from tests.engine.laws.games import COUNTERFEITERS, TABLES, Table, positions
from tests.engine.laws.hidden import hidden_cards
from tests.modes import SECRET
from tests.service.callers import Caller, CallFailed, failure_of, new_request_id
from tests.service.players import Watcher, play_randomly, watching, with_open_seats
from tests.service.replays import moments
from tests.service.servers import PATIENT, Host, Servers, servers_on
from tests.service.twins import Twins, scenes, twins_of

PRINCIPALS: Final = ("ann", "bob", "cleo", "dan")
OWN: Final = {
    *("match", "commit_id", "resume_token", "time", "create_time", "start_time", "end_time"),
}
"""Fields that no two matches share."""
MATCHES: Final = 3
HIDDEN_TRIED: Final = 3
PURCHASES_TRIED: Final = 3
SCENES: Final = 2
TRIED: Final = "S3-01"
"""A card that nobody can pay for so early. Callers name it themselves; an error may repeat it."""

tables = pytest.mark.parametrize("rules", TABLES, ids=str)


def bare(message: Message) -> bytes:
    """A message without what no two matches share."""
    copied = type(message).FromString(message.SerializeToString())
    _strip(copied)
    return copied.SerializeToString(deterministic=True)


def _strip(message: Message) -> None:
    for field, value in message.ListFields():
        kind = field.message_type
        if field.name in OWN and (kind is None or kind.name == "Timestamp"):
            message.ClearField(field.name)
        elif kind is not None:
            for part in value if field.is_repeated else [value]:
                _strip(part)


class Side:
    """One of the two matches, as the viewer meets it."""

    def __init__(self, match: str, movers: Sequence[Caller], looker: Caller) -> None:
        self.match = match
        self.movers = movers
        self.looker = looker
        self.version = 0

    async def move(self, table: Table, seat: int, action: object) -> None:
        """Have a seat act."""
        message = Action.FromString(action_bytes(table.game.NAME, action))
        await self.movers[seat].act(self.match, seat, self.version, message)
        self.version += 1

    async def sight(self, twins: Twins, tried: Iterable[Action]) -> list[object]:
        """All that the viewer can find out now."""
        viewer = twins.viewer
        seen = await self.looker.get(self.match, viewer)
        found: list[object] = [bare(seen)]
        found += [bare(one) for one in await self.looker.updates(self.match, viewer)]
        if viewer is not None:
            found += [await self.answer(viewer, action) for action in tried]
            purchases = [one for one in seen.legal_actions if "buy" in str(one)]
            for purchase in purchases[:PURCHASES_TRIED]:
                found.append(bare(await self.looker.payments(self.match, viewer, purchase)))
        return found

    async def answer(self, seat: int, action: Action) -> object:
        """What becomes of an action, without its taking place."""
        try:
            await self.looker.act(self.match, seat, self.version, action, validate_only=True)
        except CallFailed as failed:
            details = [one for one in failed.status.details if not one.Is(ErrorInfo.DESCRIPTOR)]
            words = [one.SerializeToString() for one in details]
            return failed.code, failed.reason, failed.status.message, words
        return "legal"


def naming(rules: Table, card: str) -> list[Action]:
    """Actions that name a card."""
    actions: list[object] = [duel.BuyCard(card), duel.ReserveCard(card, 0)]
    if rules.game.NAME == "splendor":
        actions = [splendor.BuyCard(card), splendor.ReserveCard(card)]
    return [Action.FromString(action_bytes(rules.game.NAME, action)) for action in actions]


async def begin(playing: Host, watched: Host, twins: Twins, which: int) -> Side:
    """One of the two matches, played at one server and looked at on another."""
    names = PRINCIPALS[: twins.table.seats]
    name = twins.table.game.NAME
    made = await playing.caller().create(
        CreateMatchRequest(
            request_id=new_request_id(),
            game=MESSAGE_GAMES[name],
            seats=[SeatSpec(principal=one) for one in names],
            spectators=Spectators(allowed=True),
            position=position_message(name, twins.openings[which]),
        )
    )
    looker = watched.caller(None if twins.viewer is None else names[twins.viewer])
    return Side(made.match.match, [playing.caller(one) for one in names], looker)


async def compare(playing: Host, watched: Host, twins: Twins, rng: Random) -> None:
    """Play both matches and compare everything that the viewer is told, at every version."""
    one, other = [await begin(playing, watched, twins, which) for which in range(2)]
    cards = rng.sample(twins.hidden, min(HIDDEN_TRIED, len(twins.hidden)))
    tried = [action for card in cards for action in naming(twins.table, card)]
    async with (
        watching(one.looker, one.match, twins.viewer) as told,
        watching(other.looker, other.match, twins.viewer) as told_other,
    ):
        for step in [None, *twins.steps]:
            if step is not None:
                await one.move(twins.table, step.seat, step.actions[0])
                await other.move(twins.table, step.seat, step.actions[1])
            await told.reached(one.version)
            await told_other.reached(other.version)
            assert await one.sight(twins, tried) == await other.sight(twins, tried)
        assert words(told) == words(told_other)


def words(watcher: Watcher) -> list[bytes]:
    """Every message that a watcher got."""
    return [bare(message) for message in watcher.messages]


@tables
async def test_secrets_change_nothing_that_a_viewer_is_told(store_url: str, rules: Table) -> None:
    compared = 0
    async with servers_on(store_url, 2, PATIENT) as servers:
        playing, watched = servers.hosts
        for seed in range(MATCHES):
            rng = Random(seed)
            for viewer in rules.viewers:
                ((state, _, _),) = positions(rules, 100 * seed + (viewer or 0), 1)
                twins = twins_of(rules, viewer, state, None, rng)
                await compare(playing, watched, twins, rng)
                compared += twins.openings[0] != twins.openings[1] and len(twins.steps)
    assert compared > MATCHES * len(rules.viewers)


@pytest.mark.parametrize(
    ("rules", "action"),
    [
        *((one, "ReserveFromDeck") for one in TABLES),
        *((one, "BuyReserved") for one in TABLES),
        (COUNTERFEITERS, "Dig"),
        (COUNTERFEITERS, "KeepDug"),
        (COUNTERFEITERS, "TakeCounterfeiter"),
    ],
    ids=str,
)
@pytest.mark.servers(2, PATIENT)
async def test_what_a_seat_does_in_secret_is_told_to_no_other(
    servers: Servers, rules: Table, action: str
) -> None:
    playing, watched = servers.hosts
    for seed, (state, first, seat) in enumerate(scenes(rules, action, SCENES)):
        for viewer in rules.viewers:
            if viewer != seat:
                twins = twins_of(rules, viewer, state, first, Random(seed))
                assert twins.openings[0] != twins.openings[1]
                assert twins.steps
                await compare(playing, watched, twins, Random(seed))


@pytest.mark.inside("reads what its own process logs")
async def test_logs_and_errors_name_no_secret(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    seed = bytes(range(100, 132))
    request = with_open_seats(GAME_SPLENDOR, 2)
    request.seed = seed
    caplog.set_level("DEBUG")
    with capture_logs() as lines:
        async with servers_on(store_url) as servers:
            (host,) = servers.hosts
            made = await host.caller().create(request)
            tokens = [one.token for one in made.join_tokens]
            said = await misuse(host, made.match.match, tokens)
            record = await host.caller().record(made.match.match)
    salt, last = record.reveal.salt, moments(record)[-1]
    heard = "\n".join([*map(str, lines), *said, caplog.text])
    assert "call_ended" in heard
    assert len(salt) == len(seed)
    secrets = [*tokens, *forms(seed), *forms(salt), *forms(SECRET)]
    secrets += set(hidden_cards(last.game.to_data(last.state), None)) - {TRIED}
    assert len(secrets) > 60
    assert not [secret for secret in secrets if secret in heard]


def forms(secret: bytes) -> list[str]:
    """How a secret could be written."""
    return [repr(secret)[2:-1], secret.hex(), base64.b64encode(secret).decode()]


async def misuse(host: Host, match: str, tokens: list[str]) -> list[str]:
    """Play a match while others try what they may not; every error in words."""
    ann, bob, eve = (host.caller(name) for name in ("ann", "bob", "eve"))
    said = [
        await error_of(ann.join(match, "wrong")),
        await error_of(eve.record(match)),
        await error_of(ann.resign(match, 0)),
    ]
    await ann.join(match, tokens[0])
    said.append(await error_of(eve.join(match, tokens[0])))
    await bob.join(match, tokens[1])
    await play_randomly(match, [ann, bob], Random(1), most=20)
    hidden = Action.FromString(action_bytes("splendor", splendor.BuyCard(TRIED)))
    said += [
        await error_of(eve.get(match, 0)),
        await error_of(ann.act(match, 0, 3, hidden)),
        await error_of(bob.act(match, 1, 22, hidden)),
        await error_of(ann.act(match, 0, 22, hidden)),
        await error_of(eve.watch(match, 1).__anext__()),
        await error_of(eve.record(match)),
    ]
    await ann.resign(match, 0)
    return said


async def error_of(call: Awaitable[object]) -> str:
    """The error a call ends with, in words."""
    failed = await failure_of(call)
    return f"{failed} {failed.status}"
