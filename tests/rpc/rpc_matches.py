"""Matches as the runtime holds them, made without a store: what conversions are tested on."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from gemwright.contract.updates import WireUpdateEncoder
from gemwright.engine import GAMES
from gemwright.engine.fairness import commitment
from gemwright.matches.charter import Charter, Course, Holder, SeatPlan
from gemwright.matches.match import Match
from gemwright.matches.replay import chance_of, opening
from gemwright.matches.stored import NO_COMMIT, MatchState
from gemwright.matches.updates import Update

NAMES: Final = tuple(GAMES)
SEED: Final = bytes(range(32))
SALT: Final = bytes(range(32, 64))
MATCH_ID: Final = "abcdefghijklmnopqrstuvwx"
BEGAN_MS: Final = 1_790_000_000_123
STEP_MS: Final = 777
COMMIT: Final = bytes.fromhex("00ff1122aa334455")
ENCODER: Final = WireUpdateEncoder()


def charter_of(name: str, owner: str = "dev") -> Charter:
    """A match for two that spectators see."""
    game = GAMES[name]
    options = game.Options().values
    return Charter(
        match_id=MATCH_ID,
        owner=owner,
        game=name,
        options=options,
        rules_version=game.RULES_VERSION,
        seats=(SeatPlan("ann"), SeatPlan(None)),
        join_within_ms=60_000,
        has_spectators=True,
        delay_ms=0,
        commitment=commitment(MATCH_ID, name, options, game.RULES_VERSION, SALT, SEED),
        seed=SEED,
        salt=SALT,
        entropy=b"from the creator",
        is_unverifiable=False,
        rematch_of="",
        digest=b"",
    )


def waiting(name: str) -> Match:
    """A match with one seat open."""
    roster = (Holder("ann", True), Holder("", False))
    charter = charter_of(name)
    return Match(
        charter, roster, Course(), 0, NO_COMMIT, BEGAN_MS, BEGAN_MS, MatchState.WAITING, None, None
    )


def joined(name: str) -> tuple[Match, Update]:
    """The same, dealt."""
    before = waiting(name)
    roster = (before.roster[0], Holder("bob", True, b"from bob"))
    charter = before.charter
    position = opening(charter, roster)
    time_ms = BEGAN_MS + STEP_MS
    match = replace(
        before,
        roster=roster,
        course=Course(1, time_ms),
        version=1,
        commit=COMMIT,
        time_ms=time_ms,
        state=MatchState.ACTIVE,
        position=position,
        chance=chance_of(charter, roster),
        seat_to_act=before.game.to_move(position),
    )
    pieces = (*ENCODER.joined(1, "bob", b"from bob"), *ENCODER.dealt(match.game, position))
    return match, Update(1, COMMIT, time_ms, "join 1", 1, MatchState.ACTIVE, pieces)


def played(name: str) -> Iterator[tuple[Match, Update, object, tuple[object, ...]]]:
    """A random match, update by update: the match after it, the update, its action and events."""
    rng = Random(7)
    match, _ = joined(name)
    game = match.game
    while match.seat_to_act is not None:
        seat, position = match.seat_to_act, match.position
        assert position is not None
        assert match.chance is not None
        position = position.copy()
        action = rng.choice(game.legal_actions(position))
        events: list[object] = []
        game.apply(position, seat, action, match.chance, events)
        match = replace(
            match.moved(position, game.to_move(position)),
            version=match.version + 1,
            time_ms=match.time_ms + STEP_MS,
        )
        pieces = ENCODER.acted(game, 2, seat, action, events)
        line = game.action_text(action)
        entry = Update(match.version, COMMIT, match.time_ms, line, seat, match.state, pieces)
        yield match, entry, action, tuple(events)
