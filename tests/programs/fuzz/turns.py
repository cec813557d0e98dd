"""Whose turn it is where: with that a hostile request gets as far as the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from gemwright.pb import match_service_pb2 as matches
from gemwright.pb import matchmaker_service_pb2 as maker
from tests.programs.fuzz.honest import GAMES, Players
from tests.programs.fuzz.hpack import Shown, varint
from tests.programs.fuzz.line import Line, head, prefixed
from tests.programs.fuzz.values import VARINT, Seen, delimited, tag
from tests.service.callers import new_request_id
from tests.service.players import seated

_CREATE: Final = "/gemwright.v1.MatchmakerService/CreateMatch"
_GET: Final = "/gemwright.v1.MatchService/GetMatch"


@dataclass(frozen=True)
class Turn:
    """A match, and who must act in it."""

    match: str
    seat: int
    version: int
    players: Sequence[Shown]
    actions: Sequence[bytes]
    """All that is legal."""

    @property
    def who(self) -> Shown:
        """The credential of the player."""
        return self.players[self.seat]

    def override(self, kind: Descriptor, *, is_trial: bool) -> bytes:
        """The fields that name a turn, as far as a message has them: they take others' place."""
        values: dict[str, Seen] = {
            "match": self.match,
            "seat": self.seat,
            "expected_version": self.version,
            "request_id": new_request_id(),
            "validate_only": int(is_trial),
        }
        return b"".join(
            _field(kind.fields_by_name[name], value)
            for name, value in values.items()
            if name in kind.fields_by_name
        )


def _field(field: FieldDescriptor, value: Seen) -> bytes:
    if isinstance(value, int):
        return tag(field.number, VARINT) + varint(value)
    return delimited(field.number, value.encode() if isinstance(value, str) else value)


async def turns_of(line: Line, players: Players, among: Sequence[str]) -> Sequence[Turn]:
    """Where somebody must act now."""
    found = [await _turn_of(line, players, match) for match in among]
    return [turn for turn in found if turn is not None]


async def _turn_of(line: Line, players: Players, match: str) -> Turn | None:
    seats = (players.ann, players.bob)
    for seat, who in enumerate(seats):
        request = matches.GetMatchRequest(match=match, seat=seat).SerializeToString()
        answer = await line.call(head(_GET, who), prefixed(request)).ended()
        if answer.messages:
            seen = matches.GetMatchResponse.FromString(answer.messages[0])
            if seen.legal_actions:
                actions = [action.SerializeToString() for action in seen.legal_actions]
                return Turn(match, seat, seen.match.version, seats, actions)
    return None


async def new_tables(line: Line, players: Players) -> Sequence[str]:
    """A match of every game, for those that calls which were accepted have ended."""
    found = []
    for game in GAMES:
        request = seated(game, ["ann", "bob"]).SerializeToString()
        answer = await line.call(head(_CREATE, players.maker), prefixed(request)).ended()
        assert answer.messages, answer
        found.append(maker.CreateMatchResponse.FromString(answer.messages[0]).match.match)
    return found
