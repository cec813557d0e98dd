"""Every case: what happens in it, and which requirements it is meant to show."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from gemwright.matches.faults import MatchPrivate
from gemwright.pb.game_pb2 import GAME_DUEL, GAME_SPLENDOR, Game
from gemwright_conformance import call_faults as calls
from gemwright_conformance import stream_faults as streams
from gemwright_conformance.future import (
    NEWER_RESET,
    Change,
    with_unknown_events,
    with_unknown_fields,
    with_unknown_values,
)
from gemwright_conformance.incidents import CallFault, StreamFault
from gemwright_conformance.journal import INBOX, WATCH
from gemwright_conformance.refusing import (
    FOR_GOOD,
    UNAVAILABLE,
    newer_reason,
    newer_refusal,
    outcome_unknown,
    too_many,
)

_ACT: Final = "SubmitAction"
_RESIGN: Final = "Resign"
_OUTAGE_S: Final = 3.0
_LIMIT_S: Final = 0.7


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that happens to a client."""

    name: str
    about: str
    shows: tuple[str, ...]
    """The requirements for which it must have findings."""
    calls: Mapping[str, tuple[CallFault, ...]] = field(default_factory=dict)
    """The faults for the calls of a method, in order."""
    streams: Mapping[str, tuple[StreamFault, ...]] = field(default_factory=dict)
    change: Change | None = None
    """Applied to every answer and message."""
    task: str = "play"
    """The client's task."""
    end: str = "over"
    """How the client should end."""
    game: Game = GAME_DUEL
    rivals: int = 1
    moves: int = 3
    """How many actions the client should play or try."""


CASES: Final = (
    Case("plain", "nothing goes wrong", ("PLAY-1", "CALL-4", "CALL-8", "WATCH-1", "WATCH-7")),
    Case(
        "lost-answers",
        "actions are applied, and the connection is cut before the answer",
        ("CALL-2", "CALL-3", "WATCH-1", "WATCH-2"),
        calls={
            _ACT: (calls.cut_after, calls.plain, calls.cut_after, calls.cut_after),
            _RESIGN: (calls.cut_after,),
        },
    ),
    Case(
        "unavailable",
        "actions are not applied: the store is away, the server drains, the connection is cut",
        ("CALL-1", "CALL-2", "CALL-3", "CALL-5", "CALL-6"),
        calls={
            _ACT: (
                *(calls.cut_before,) * 4,
                calls.plain,
                *map(calls.refuse, UNAVAILABLE),
            ),
        },
    ),
    Case(
        "outcome-unknown",
        "the server itself does not know; once it was applied, once not",
        ("CALL-1", "CALL-2", "CALL-3", "CALL-6"),
        calls={
            _ACT: (
                calls.refuse(outcome_unknown()),
                calls.plain,
                calls.refuse_after(outcome_unknown()),
            ),
            _RESIGN: (calls.refuse_after(outcome_unknown()),),
        },
    ),
    Case(
        "slow",
        "calls are not answered at all; one was not applied, another one was",
        ("CALL-2", "CALL-3", "CALL-7"),
        calls={_ACT: (calls.hang_before, calls.plain, calls.hang_after)},
    ),
    Case(
        "limits",
        "calls are too many for the server",
        ("CALL-2", "CALL-6", "ERROR-5"),
        calls={
            _ACT: (calls.refuse(too_many(_LIMIT_S)), calls.plain, calls.refuse(too_many(_LIMIT_S)))
        },
    ),
    Case(
        "stale",
        "the match goes on between the look and the action",
        ("CALL-4", "CALL-8", "CALL-9", "ERROR-1", "ERROR-2", "ERROR-3"),
        calls={_ACT: (calls.overtake,)},
        game=GAME_SPLENDOR,
        rivals=2,
    ),
    Case(
        "refusals",
        "a refusal with each reason that is for good",
        ("CALL-4", "ERROR-1", "ERROR-2", "ERROR-3"),
        calls={_ACT: tuple(map(calls.refuse, FOR_GOOD))},
        task="submit",
        end="submitted",
        moves=len(FOR_GOOD),
    ),
    Case(
        "future-refusals",
        "refusals with reasons of a later version",
        ("ERROR-4",),
        calls={_ACT: (calls.refuse(newer_reason()), calls.refuse(newer_refusal()))},
        task="submit",
        end="submitted",
        moves=2,
    ),
    Case(
        "watch-refused",
        "the match may not be watched",
        ("ERROR-1", "ERROR-3"),
        streams={WATCH: (streams.refuse(MatchPrivate()),)},
        end="refused",
    ),
    Case(
        "cuts",
        "the connection is cut in the middle of messages, many times, and streams just end",
        ("WATCH-1", "WATCH-2", "WATCH-6"),
        streams={
            WATCH: (
                streams.cut_in(0, 0.5),
                streams.cut_in(1, 0.1),
                streams.cut_in(0, 0.9),
                streams.end(1),
                streams.cut_in(1, 0.5),
                streams.cut_in(2, 0.01),
                *(streams.end_at_once,) * 4,
                streams.end(1),
                streams.cut_in(0, 0.3),
                streams.cut_in(1, 0.7),
                streams.cut_in(1, 0.99),
            )
        },
        moves=7,
    ),
    Case(
        "outage",
        "for seconds nobody answers",
        ("CALL-1", "CALL-2", "WATCH-1", "WATCH-2", "WATCH-6"),
        calls={_ACT: (calls.plain, calls.out_for(_OUTAGE_S))},
    ),
    Case(
        "silence",
        "a stream stays open and says nothing, not even that it lives",
        ("WATCH-1", "WATCH-2", "WATCH-5"),
        streams={WATCH: (streams.fall_silent(2), streams.fall_silent(1))},
    ),
    Case(
        "going-away",
        "the server is about to stop, several times, and waits to be left",
        ("WATCH-1", "WATCH-2", "WATCH-4"),
        streams={WATCH: (streams.go_away(2), streams.go_away(1), streams.go_away(1))},
    ),
    Case(
        "history-lost",
        "the store loses the newest updates, and the match goes on otherwise",
        ("CALL-9", "WATCH-1", "WATCH-3"),
        calls={_ACT: (calls.plain, calls.keep, calls.lose)},
    ),
    Case(
        "match-expired",
        "the match is gone in the middle of the watch",
        ("PLAY-1", "WATCH-7"),
        streams={WATCH: (streams.vanish(2),)},
        end="gone",
    ),
    Case(
        "token-expired",
        "the credential expires, for a stream and for a call",
        ("TOKEN-1", "TOKEN-2", "WATCH-1", "WATCH-2"),
        calls={_ACT: (calls.plain, calls.expire)},
        streams={WATCH: (streams.expire(1),)},
    ),
    Case(
        "future-fields",
        "every message has fields of a later version",
        ("FUTURE-1", "WATCH-1"),
        change=with_unknown_fields,
    ),
    Case(
        "future-events",
        "updates have events of a later version",
        ("FUTURE-2", "WATCH-1"),
        change=with_unknown_events,
    ),
    Case(
        "future-messages",
        "streams have messages of a later version",
        ("FUTURE-3", "WATCH-1"),
        streams={WATCH: (streams.with_unknown_messages,)},
    ),
    Case(
        "future-values",
        "enums have values of a later version",
        ("FUTURE-4", "WATCH-1"),
        streams={WATCH: (streams.reset(2, NEWER_RESET),)},
        change=with_unknown_values,
    ),
    Case(
        "inbox",
        "entries come late and twice",
        ("PLAY-1", "INBOX-1"),
        streams={INBOX: (streams.with_stale_entries,)},
        task="inbox",
        end="inbox",
    ),
    Case(
        "inbox-reset",
        "the inbox begins anew, with fewer matches",
        ("INBOX-1", "INBOX-2"),
        streams={INBOX: (streams.begin_anew_without_one(5),)},
        task="inbox",
        end="inbox",
    ),
    Case(
        "inbox-cuts",
        "the inbox is cut, again and again",
        ("INBOX-1", "INBOX-3"),
        streams={
            INBOX: (
                streams.cut_in(5, 0.5),
                streams.cut_in(1, 0.1),
                streams.go_away(2),
                streams.cut_in(0, 0.5),
                streams.end(2),
            )
        },
        task="inbox",
        end="inbox",
    ),
)
"""The cases in the order in which they are played."""
