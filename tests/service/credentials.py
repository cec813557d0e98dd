"""Who may call what, as one table: every call of the contract, every kind of credential.

The rows are checked against the contract's descriptors, so a new call has no place to hide. What is
done with the table belongs to the tests.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from gemwright.auth.keys import SigningKey
from gemwright.auth.tokens import Claim, player_token
from gemwright.pb import catalog_service_pb2 as catalog
from gemwright.pb import inbox_service_pb2 as inbox
from gemwright.pb import match_service_pb2 as matches
from gemwright.pb import matchmaker_service_pb2 as maker
from gemwright.pb import operator_service_pb2 as operator
from gemwright.pb.game_pb2 import GAME_DUEL, Action
from tests.auth.keyfiles import Keyfile, bearer, keyfile
from tests.service.callers import Caller, new_request_id
from tests.service.players import seated
from tests.service.servers import Host

Metadata: TypeAlias = tuple[tuple[str, str], ...]
Told: TypeAlias = Mapping[str, str]
"""The reason that a call gives to each kind of credential; empty where it is answered."""

LATER: Final = 4_000_000_000
EARLIER: Final = 1_000_000_000

INVALID: Final = "CREDENTIALS_INVALID"
MISSING: Final = "CREDENTIALS_MISSING"
NARROW: Final = "SCOPE_MISSING"

BROKEN: Final = {
    "garbage": INVALID,
    "another scheme": INVALID,
    "wrong secret": INVALID,
    "unknown key": INVALID,
    "revoked key": INVALID,
    "two credentials": INVALID,
    "developer": INVALID,
    "tampered": INVALID,
    "unknown signer": INVALID,
    "forged": INVALID,
    "dropped signer": INVALID,
    "expired": "TOKEN_EXPIRED",
}
"""What every call says to credentials that are none, and to one that was."""

PLAYERS: Final = ("ann", "bob", "foreign ann")
KEYS: Final = ("lobby", "ops", "foreign key")

OPEN: Final = dict.fromkeys(("nothing", *KEYS, *PLAYERS), "")
LOOK: Final = {**dict.fromkeys(OPEN, "MATCH_PRIVATE"), "lobby": "", "ann": ""}
PLAYER: Final = {**OPEN, "nothing": MISSING, **dict.fromkeys(KEYS, NARROW)}
SEAT: Final = {**PLAYER, "bob": "NOT_YOUR_SEAT", "foreign ann": "NOT_YOUR_SEAT"}
OWNER: Final = {**OPEN, "nothing": MISSING, "ops": NARROW, **dict.fromkeys(PLAYERS, NARROW)}
OWN_MATCH: Final = {**OWNER, "foreign key": "MATCH_NOT_FOUND"}
OPERATOR: Final = {**dict.fromkeys(OPEN, NARROW), "nothing": MISSING, "ops": ""}


@dataclass(frozen=True)
class Scene:
    """Private matches of the owner `lobby`, fresh for each call that is tried."""

    active: str
    """Being played; ann has both seats."""
    seat: int
    """The seat to act."""
    action: Action
    waiting: str
    """With a seat that is kept for ann, and another for cleo."""
    finished: str


@dataclass(frozen=True)
class Row:
    """A call: what it says to whom, and a request that is good in a scene."""

    told: Told
    request: Callable[[Scene], Message]


def _refusing(told: Told, reason: str) -> Told:
    """The same, where a good request is refused for other reasons."""
    return {kind: why or reason for kind, why in told.items()}


def _new_match(_: Scene) -> maker.CreateMatchRequest:
    request = seated(GAME_DUEL, ["ann", "bob"])
    request.request_id = new_request_id()
    return request


_MATCHES: Final = "gemwright.v1.MatchService/"
_MAKER: Final = "gemwright.v1.MatchmakerService/"
_CATALOG: Final = "gemwright.v1.CatalogService/"
_INBOX: Final = "gemwright.v1.InboxService/"
_OPERATOR: Final = "gemwright.v1.OperatorService/"

CALLS: Final[Mapping[str, Row]] = {
    f"{_MATCHES}GetMatch": Row(LOOK, lambda at: matches.GetMatchRequest(match=at.active)),
    f"{_MATCHES}WatchMatch": Row(LOOK, lambda at: matches.WatchMatchRequest(match=at.active)),
    f"{_MATCHES}ListUpdates": Row(LOOK, lambda at: matches.ListUpdatesRequest(match=at.active)),
    f"{_MATCHES}GetMatchRecord": Row(
        LOOK, lambda at: matches.GetMatchRecordRequest(match=at.finished)
    ),
    f"{_MATCHES}SubmitAction": Row(
        SEAT,
        lambda at: matches.SubmitActionRequest(
            match=at.active,
            seat=at.seat,
            expected_version=0,
            request_id=new_request_id(),
            action=at.action,
        ),
    ),
    f"{_MATCHES}ListPayments": Row(
        _refusing(SEAT, "ACTION_REFUSED"),
        lambda at: matches.ListPaymentsRequest(
            match=at.active, seat=at.seat, action=Action(duel={"buy_reserved": {"slot": 0}})
        ),
    ),
    f"{_MATCHES}JoinMatch": Row(SEAT, lambda at: matches.JoinMatchRequest(match=at.waiting)),
    f"{_MATCHES}Resign": Row(
        SEAT,
        lambda at: matches.ResignRequest(
            match=at.active, seat=at.seat, request_id=new_request_id()
        ),
    ),
    f"{_MAKER}CreateMatch": Row(OWNER, _new_match),
    f"{_MAKER}BatchCreateMatches": Row(
        OWNER, lambda at: maker.BatchCreateMatchesRequest(requests=[_new_match(at)])
    ),
    f"{_MAKER}ListMatches": Row(OWNER, lambda at: maker.ListMatchesRequest()),
    f"{_MAKER}CancelMatch": Row(OWN_MATCH, lambda at: maker.CancelMatchRequest(match=at.active)),
    f"{_MAKER}CreatePlayerToken": Row(
        OWNER, lambda at: maker.CreatePlayerTokenRequest(principal="ann")
    ),
    f"{_MAKER}WatchActivity": Row(OWNER, lambda at: maker.WatchActivityRequest()),
    f"{_CATALOG}GetServerInfo": Row(OPEN, lambda at: catalog.GetServerInfoRequest()),
    f"{_CATALOG}ListGames": Row(OPEN, lambda at: catalog.ListGamesRequest()),
    f"{_CATALOG}ListCards": Row(OPEN, lambda at: catalog.ListCardsRequest(game=GAME_DUEL)),
    f"{_CATALOG}ListScenarios": Row(OPEN, lambda at: catalog.ListScenariosRequest()),
    f"{_INBOX}WatchInbox": Row(PLAYER, lambda at: inbox.WatchInboxRequest()),
    f"{_INBOX}LeaseMatch": Row(
        SEAT,
        lambda at: inbox.LeaseMatchRequest(
            match=at.active, holder="process-1", ttl=Duration(seconds=5)
        ),
    ),
    f"{_OPERATOR}FindMatches": Row(OPERATOR, lambda at: operator.FindMatchesRequest(owner="lobby")),
    f"{_OPERATOR}InspectMatch": Row(
        OPERATOR, lambda at: operator.InspectMatchRequest(match=at.active, note="a test")
    ),
    f"{_OPERATOR}EndMatch": Row(
        OPERATOR, lambda at: operator.EndMatchRequest(match=at.active, note="a test")
    ),
    f"{_OPERATOR}AdjudicateMatch": Row(
        OPERATOR, lambda at: operator.AdjudicateMatchRequest(match=at.active, note="a test")
    ),
}


@dataclass(frozen=True)
class Credentials:
    """A file of keys with an owner, its operators and a rival; and what they can show."""

    file: Keyfile
    lobby: str
    ops: str
    rival: str

    @property
    def words(self) -> tuple[str, str]:
        """What a server is told of them."""
        return "--keys", str(self.file.path)

    def player(self, principal: str, owner: str = "lobby", until: int = LATER) -> Metadata:
        """A player token as a server would sign it."""
        return bearer(player_token(self._signer, Claim(owner, principal, until)))

    @property
    def _signer(self) -> SigningKey:
        return self.file.keys.signing_keys[0]

    def shown(self) -> Mapping[str, Metadata]:
        """The metadata of every kind of credential."""
        revoked = self.file.api_key("lobby")
        self.file.run("revoke", "--id", revoked.split("_")[1])
        ann, signer = self.player("ann"), self._signer
        token = ann[0][1].removeprefix("Bearer ")
        proof = token.rpartition(".")[2]
        other = self.player("bob")[0][1].removeprefix("Bearer ").rpartition(".")[0]
        claim = Claim("lobby", "ann", LATER)
        unknown = SigningKey("unknown2", signer.secret, 0, 0)
        forger = SigningKey(signer.id, bytes(32), 0, 0)
        dropped = self._dropped_signer()
        return {
            "nothing": (),
            "garbage": bearer("gwp_of_nobody"),
            "another scheme": (("authorization", f"Basic {self.lobby}"),),
            "wrong secret": bearer(self.lobby[:-1] + ("A" if self.lobby[-1] != "A" else "B")),
            "unknown key": bearer(f"gwk_unknown2_{self.lobby.split('_', 2)[2]}"),
            "revoked key": bearer(revoked),
            "two credentials": (*bearer(self.lobby), *ann),
            "developer": bearer("dev:ann"),
            "tampered": bearer(f"{other}.{proof}"),
            "unknown signer": bearer(player_token(unknown, claim)),
            "forged": bearer(player_token(forger, claim)),
            "dropped signer": bearer(player_token(dropped, claim)),
            "expired": self.player("ann", until=EARLIER),
            "lobby": bearer(self.lobby),
            "ops": bearer(self.ops),
            "foreign key": bearer(self.rival),
            "ann": ann,
            "bob": self.player("bob"),
            "foreign ann": self.player("ann", "rival"),
        }

    def _dropped_signer(self) -> SigningKey:
        """A signing key that the file had, and has no more."""
        self.file.run("rotate")
        dropped = self.file.keys.signing_keys[-1]
        self.file.run("rotate")
        self.file.run("revoke", "--id", dropped.id)
        return dropped


def credentials(folder: Path) -> Credentials:
    """A new file with its owners."""
    file = keyfile(folder)
    return Credentials(
        file,
        file.api_key("lobby", "matchmaker"),
        file.api_key("lobby", "operator"),
        file.api_key("rival", "matchmaker"),
    )


def caller_with(host: Host, metadata: Metadata) -> Caller:
    """A client that shows a credential, on a connection of its own."""
    caller = host.caller()
    caller.metadata = metadata
    return caller


async def set_scene(lobby: Caller, ann: Caller) -> Scene:
    """New matches of an owner."""
    active = seated(GAME_DUEL, ["ann", "ann"], has_spectators=False)
    finished = seated(GAME_DUEL, ["ann", "ann"], has_spectators=False)
    waiting = seated(GAME_DUEL, ["ann", "cleo"], has_spectators=False)
    for spec in waiting.seats:
        spec.must_join = True
    made = [(await lobby.create(one)).match for one in (active, waiting, finished)]
    await ann.resign(made[2].match, 0)
    seat = made[0].seat_to_act
    sight = await ann.get(made[0].match, seat)
    return Scene(made[0].match, seat, sight.legal_actions[0], made[1].match, made[2].match)
