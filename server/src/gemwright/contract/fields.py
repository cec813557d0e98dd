"""Reading the fields of requests: finds, all at once, the values that no state could make right.

No error text repeats what was sent.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from google.protobuf.duration_pb2 import Duration

from gemwright.contract.games import game_from
from gemwright.contract.limits import Malformed
from gemwright.contract.matches import STATES
from gemwright.engine import MOST_SEATS
from gemwright.matches.charter import BOT
from gemwright.matches.faults import InvalidField
from gemwright.matches.ids import MATCH_ID, PRINCIPAL, REQUEST_ID, read_resume_token
from gemwright.matches.stored import MatchState as Status
from gemwright.pb.match_pb2 import MatchState

MOST_ENTROPY: Final = 32
SEED_BYTES: Final = 32
MOST_VERSION: Final = 2**31 - 1
_LONGEST_TOKEN: Final = 256
_NS_OF_MS: Final = 1_000_000
_NS_OF_S: Final = 1_000_000_000
_MS: Final = 1000

_STATUSES: Final = {int(state): status for status, state in STATES.items()}
T = TypeVar("T")
OtherT = TypeVar("OtherT")


class Findings:
    """The errors found in a request."""

    def __init__(self) -> None:
        self._found: list[tuple[str, str]] = []

    def add(self, path: str, text: str) -> None:
        """Note an error in a field."""
        self._found.append((path, text))

    def check(self) -> None:
        """Refuse the request if anything was found."""
        if self._found:
            raise InvalidField(*self._found)

    def read(self, otherwise: OtherT, reader: Callable[[], T]) -> T | OtherT:
        """The result of a conversion, or the given default if it raises `Malformed`."""
        try:
            return reader()
        except Malformed as malformed:
            self.add(malformed.path, malformed.text)
            return otherwise

    def match_id(self, value: str, path: str = "match") -> str:
        """The id of a match."""
        if not MATCH_ID.fullmatch(value):
            self.add(path, "the 24 letters and digits that CreateMatch gave are expected")
        return value

    def request_id(self, value: str, path: str = "request_id") -> str:
        """The id that makes a call safe to retry."""
        if not REQUEST_ID.fullmatch(value):
            self.add(path, "8 to 64 letters, digits, hyphens and underscores are expected")
        return value

    def holder(self, value: str) -> str:
        """The name that a process gave itself."""
        return self.request_id(value, "holder")

    def principal(self, value: str, path: str) -> str:
        """The name of a principal."""
        if not PRINCIPAL.fullmatch(value):
            self.add(path, "1 to 64 letters, digits and any of ._:@- are expected")
        return value

    def player(self, value: str, path: str) -> str:
        """The name of a principal that is not one of the server's bots."""
        if value.startswith(BOT):
            self.add(path, f"{BOT} is for bots of the server")
        return self.principal(value, path)

    def seat(self, value: int) -> int:
        """A seat."""
        return self.number(value, "seat", 0, MOST_SEATS - 1)

    def required_seat(self, value: int, *, is_set: bool) -> int:
        """A seat that must be given."""
        return self.number(value, "seat", 0, MOST_SEATS - 1) if is_set else self._missing("seat")

    def version(self, value: int, *, is_set: bool) -> int:
        """A version that must be given."""
        path = "expected_version"
        return self.number(value, path, 0, MOST_VERSION) if is_set else self._missing(path)

    def _missing(self, path: str) -> int:
        self.add(path, "it is required")
        return 0

    def number(self, value: int, path: str, least: int, most: int) -> int:
        """A number between two others."""
        if not least <= value <= most:
            self.add(path, f"{value} is not between {least} and {most}")
        return value

    def page_size(self, value: int, most: int, default: int) -> int:
        """The number of items to return at once."""
        return self.number(value, "page_size", 0, most) or default

    def entropy(self, value: bytes) -> bytes:
        """Public bytes that go into the deal."""
        if len(value) > MOST_ENTROPY:
            self.add("entropy", f"{len(value)} bytes are more than {MOST_ENTROPY}")
        return value

    def seed(self, value: bytes) -> bytes | None:
        """A seed that a developer chose."""
        if len(value) not in (0, SEED_BYTES):
            self.add("seed", f"{len(value)} bytes are not {SEED_BYTES}")
        return value or None

    def resume_token(self, value: str) -> str:
        """The place to go on from."""
        if value and (len(value) > _LONGEST_TOKEN or read_resume_token(value) is None):
            self.add("resume_token", "it is no token that a watch of a match gave")
        return value

    def page_place(self, value: str, count: int) -> Sequence[int]:
        """The numbers in a page token, all 0 for the first page."""
        parts = value.split(".")
        if not value:
            return [0] * count
        if len(value) <= _LONGEST_TOKEN and len(parts) == count:
            if all(part.isascii() and part.isdecimal() for part in parts):
                numbers = [int(part) for part in parts]
                if all(number <= MOST_VERSION for number in numbers):
                    return numbers
        self._bad_page_token()
        return [0] * count

    def page_of_history(self, value: str, after: int) -> tuple[int, bytes | None]:
        """The version a page of updates comes after, and its commit id if it was shown."""
        if not value:
            return after, None
        place = read_resume_token(value) if len(value) <= _LONGEST_TOKEN else None
        if place is None:
            self._bad_page_token()
            return after, None
        return place.version, place.commit

    def cursor(self, value: str) -> str:
        """A page token that the store gave."""
        if value and not MATCH_ID.fullmatch(value):
            self._bad_page_token()
        return value

    def _bad_page_token(self) -> None:
        self.add("page_token", "it is no token that an answer before gave")

    def short_text(self, value: str, path: str) -> str:
        """A text whose meaning is checked elsewhere, no longer than a token may be."""
        if len(value) > _LONGEST_TOKEN:
            self.add(path, f"{len(value)} characters are more than {_LONGEST_TOKEN}")
        return value

    def game(self, value: int) -> str:
        """The name of a game that must be given; empty if there is no such game."""
        return self.read("", lambda: game_from(value, "game"))

    def status(self, value: int) -> Status | None:
        """A state to filter by, if any."""
        if value != MatchState.MATCH_STATE_UNSPECIFIED and value not in _STATUSES:
            self.add("state", f"{value} is no state of a match")
        return _STATUSES.get(value)

    def milliseconds(self, value: Duration, path: str, least_ms: int, most_ms: int) -> int:
        """A duration within limits."""
        total_ms = value.seconds * _MS + value.nanos // _NS_OF_MS
        is_proper = abs(value.nanos) < _NS_OF_S and value.seconds * value.nanos >= 0
        if not is_proper or value.nanos < 0 or not least_ms <= total_ms <= most_ms:
            least, most = least_ms // _MS, most_ms // _MS
            self.add(path, f"a duration from {least} to {most} seconds is expected")
        return total_ms
