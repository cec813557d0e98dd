"""Plays matches on a real server and keeps their records, to test verifiers with.

    python -m tests.programs.vectors.record_matches

A server chooses other seeds every time, so what comes out is never the same; `forge.py` must run
afterwards. A record that is there is kept: remove what is to be made anew. A match is played
again until everything has happened in it that its plan asks for.
"""

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from google.protobuf.json_format import MessageToJson

from gemwright_client import SyncClient, action_text
from gemwright_client.local import PrivateServer
from gemwright_client.match import new_request_id
from gemwright_client.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Action,
    Game,
    Options,
)
from gemwright_client.pb.match_pb2 import MatchRecord
from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchRequest, SeatSpec

RECORDS: Final = Path(__file__).parents[2] / "vectors" / "records"
_TRIES: Final = 400
_MOST_UPDATES: Final = 260
_LIKED: Final = (
    *("use ", "keep ", "draw 2", "royal R-10", "royal R-9", "counterfeiter deck", "buy C-17"),
    *("buy C-09", "buy", "royal", "reserve deck", "replenish"),
)
"""How actions begin that are liked, the most liked first."""
_DIGGING: Final = (
    *("keep ", "use C-17 deck 1", "use C-17", "buy C-17", "counterfeiter C-17"),
    *("reserve deck 1", "buy D1", "buy reserved", "royal"),
)
"""So that cards that were looked at, and went to the bottom of the deck, come up again."""


@dataclass(frozen=True)
class Plan:
    """A match to be recorded."""

    name: str
    game: Game
    seats: int = 2
    entropy: Sequence[bytes] = ()
    """Of each seat; none where all seats are filled at once."""
    creator_entropy: bytes = b""
    options: Options = field(default_factory=Options)
    seed: bytes = b""
    moves: int | None = None
    """After so many, the match is ended in this way."""
    ending: str = ""
    wanted: frozenset[str] = frozenset()
    """What must happen in it."""
    liked: Sequence[str] = _LIKED


def _bytes(label: str, length: int = 32) -> bytes:
    return (label.encode() * 32)[:length]


PLANS: Final = (
    Plan(
        "duel-joined",
        GAME_DUEL,
        entropy=(_bytes("ann"), _bytes("ben", 7)),
        creator_entropy=_bytes("creator", 16),
        wanted=frozenset(
            {"match_dealt", "cell_filled", "unseen", "reserve_slot", "royal_taken", "win"}
        ),
    ),
    Plan(
        "duel-at-once",
        GAME_DUEL,
        options=Options(duel={"first_seat": 1, "blocking_claim": False, "no_progress_limit": 0}),
        wanted=frozenset({"cell_filled", "token_stolen", "token_discarded", "win"}),
    ),
    Plan("duel-resigned", GAME_DUEL, entropy=(b"", b"\x01"), moves=0, ending="resign"),
    Plan("duel-cancelled", GAME_DUEL, moves=9, ending="cancel"),
    Plan("duel-seed", GAME_DUEL, seed=_bytes("seed"), moves=3, ending="resign"),
    Plan("duel-no-show", GAME_DUEL, entropy=(b"", b""), ending="cancel"),
    Plan(
        "counterfeiters-drawn",
        GAME_DUEL_COUNTERFEITERS,
        entropy=(_bytes("ann", 12), _bytes("ben")),
        wanted=frozenset({"token_drawn", "cell_filled", "counterfeiter_slot_filled", "win"}),
    ),
    Plan(
        "counterfeiters-dug",
        GAME_DUEL_COUNTERFEITERS,
        wanted=frozenset({"dug_cards_returned", "cell_filled", "reserve_slot", "win"}),
    ),
    Plan(
        "counterfeiters-dug-again",
        GAME_DUEL_COUNTERFEITERS,
        wanted=frozenset({"dug_card_again", "win"}),
        liked=_DIGGING,
    ),
    Plan(
        "counterfeiters-given",
        GAME_DUEL_COUNTERFEITERS,
        entropy=(b"", _bytes("ben", 31)),
        wanted=frozenset({"counterfeiter_from_deck", "royal_slot_filled", "win"}),
    ),
    Plan(
        "splendor-two",
        GAME_SPLENDOR,
        entropy=(_bytes("ann"), _bytes("ben")),
        wanted=frozenset({"unseen", "reserve_slot", "noble_received", "win"}),
    ),
    Plan(
        "splendor-three-one-gone",
        GAME_SPLENDOR,
        seats=3,
        moves=40,
        ending="resign one",
        wanted=frozenset({"unseen", "seat_forfeited", "win"}),
    ),
    Plan(
        "splendor-four",
        GAME_SPLENDOR,
        seats=4,
        entropy=(_bytes("ann"), b"", _bytes("cid", 3), b"\xff"),
        options=Options(splendor={"first_seat": 2, "no_progress_limit": 60}),
        wanted=frozenset({"unseen", "noble_received", "win"}),
    ),
)


def main() -> None:
    """Play every plan and keep its record."""
    RECORDS.mkdir(exist_ok=True)
    with PrivateServer() as server:
        for plan in PLANS:
            path = RECORDS / f"{plan.name}.json.gz"
            if path.exists():
                continue
            record = next(_recorded(server.address, plan))
            text = MessageToJson(record, indent=None, ensure_ascii=False)
            path.write_bytes(gzip.compress(text.encode(), mtime=0))
            print(f"{plan.name}: {len(record.updates)} updates, {path.stat().st_size} bytes")


def _recorded(address: str, plan: Plan) -> Iterator[MatchRecord]:
    """Records in which everything has happened that is wanted."""
    for attempt in range(_TRIES):
        record = _played(address, plan, Random(attempt))
        if record is not None and plan.wanted <= set(happened(record)):
            yield record


def happened(record: MatchRecord) -> Iterator[str]:
    """What there is in a record, in words: the events, and how cards came and went."""
    if record.match.outcome.winners:
        yield "win"
    if _has_dug_again(record):
        yield "dug_card_again"
    for update in record.updates:
        for event in update.events:
            game = event.WhichOneof("event")
            if game == "match_dealt":
                yield game
                continue
            fact = event.duel if game == "duel" else event.splendor
            name = fact.WhichOneof("event") or ""
            yield name
            if name == "card_reserved" and not fact.card_reserved.HasField("slot"):
                yield "unseen"
            if name == "card_purchased" and fact.card_purchased.HasField("reserve_slot"):
                yield "reserve_slot"
            if name == "counterfeiter_gained" and not event.duel.counterfeiter_gained.HasField(
                "slot"
            ):
                yield "counterfeiter_from_deck"


def _has_dug_again(record: MatchRecord) -> bool:
    """Whether a card that was looked at and went to the bottom of its deck came up again."""
    dug: Sequence[str] = ()
    returned: set[str] = set()
    for update in record.updates:
        for fact in (event.duel for event in update.events):
            match fact.WhichOneof("event"):
                case "dug_cards_seen":
                    dug = fact.dug_cards_seen.cards
                case "dug_cards_returned":
                    returned |= {dug[place] for place in update.move.action.duel.keep_dug.bottom}
                case "slot_filled" if fact.slot_filled.card in returned:
                    return True
                case "reserved_card_seen" if fact.reserved_card_seen.card in returned:
                    return True
    return False


def _played(address: str, plan: Plan, rng: Random) -> MatchRecord | None:
    """One match by its plan; none where it gets too long."""
    names = [f"player-{seat}" for seat in range(plan.seats)]
    with SyncClient(address, "dev:owner") as owner:
        match_id = owner.matches.create(_request(plan, names)).match.match
        clients = [SyncClient(address, f"dev:{name}") for name in names]
        try:
            if plan.name == "duel-no-show":
                clients = clients[:0]
            for seat, entropy in enumerate(plan.entropy[: len(clients)]):
                clients[seat].match(match_id).join(entropy=entropy)
            if not _play(owner, clients, match_id, plan, rng):
                return None
            return owner.match(match_id).record()
        finally:
            for client in clients:
                client.close()


def _request(plan: Plan, names: Sequence[str]) -> CreateMatchRequest:
    must_join = bool(plan.entropy)
    seats = [SeatSpec(principal=name, must_join=must_join) for name in names]
    request = CreateMatchRequest(
        request_id=new_request_id(),
        game=plan.game,
        seats=seats,
        entropy=plan.creator_entropy,
        seed=plan.seed,
        spectators={"allowed": True},
    )
    if plan.options != Options():
        request.options.CopyFrom(plan.options)
    return request


def _play(
    owner: SyncClient, clients: Sequence[SyncClient], match_id: str, plan: Plan, rng: Random
) -> bool:
    """Play to the end, or as far as the plan says; whether that was soon enough."""
    moves = 0
    while True:
        match = owner.match(match_id).get().match
        if match.HasField("end_time"):
            return True
        if moves == plan.moves or not clients:
            _end(owner, clients, match_id, plan)
        elif moves > _MOST_UPDATES:
            owner.matches.cancel(match_id)
            return False
        else:
            handle = clients[match.seat_to_act].match(match_id)
            handle.act(_choice(handle.legal_actions(), plan.liked, rng))
        moves += 1


def _end(owner: SyncClient, clients: Sequence[SyncClient], match_id: str, plan: Plan) -> None:
    if plan.ending == "cancel":
        owner.matches.cancel(match_id)
    else:
        clients[-1].match(match_id).resign()


def _choice(legal: Sequence[Action], likings: Sequence[str], rng: Random) -> Action:
    """One of the actions that are liked most, or any."""
    if rng.random() < 0.85:
        for beginning in likings:
            liked = [action for action in legal if action_text(action).startswith(beginning)]
            if liked:
                return rng.choice(liked)
    return rng.choice(legal)


if __name__ == "__main__":
    main()
