"""Forges the records of real matches, rule by rule, and says what a verifier must answer.

    python -m tests.programs.vectors.forge

It knows what was true before it forged, so it needs no verifier: only the dealing of
`reference_dealing.py`. What it writes is `verdicts.json`.
"""

import base64
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from google.protobuf.json_format import Parse

from gemwright_client.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    View,
)
from gemwright_client.pb.match_pb2 import MatchRecord
from gemwright_client.pb.token_pb2 import TokenKind
from tests.programs.vectors import hostile
from tests.programs.vectors import reference_dealing as reference

VECTORS: Final = Path(__file__).parents[2] / "vectors"
RECORDS: Final = VECTORS / "records"
VERDICTS: Final = VECTORS / "verdicts.json"
ENDING: Final = ".json.gz"
_PLACES: Final = 2
"""So many places of a record are forged by a rule: the first one and the last one."""
_ENOUGH: Final = 40
_CARDS_OF_A_SORT: Final = 4
"""So many there are of each at least."""
_DECK_3: Final = 10
"""Cards that are left in the third deck of Duel when three lie face up."""
_NONE: Final = "none"
_GAMES: Final = {
    GAME_DUEL: reference.DUEL,
    GAME_DUEL_COUNTERFEITERS: reference.COUNTERFEITERS,
    GAME_SPLENDOR: reference.SPLENDOR,
}
_GAINS: Final = frozenset(("tokenTaken", "tokenStolen", "tokenDrawn"))
_KIND: Final = "TOKEN_KIND_"

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Way: TypeAlias = tuple[str | int, ...]
Case: TypeAlias = Mapping[str, object]


@dataclass(frozen=True)
class Place:
    """One event of a record, and what it says."""

    version: int
    event: int
    way: Way
    """Where its content is in the JSON."""
    has: frozenset[str]
    """The fields that are set."""
    card: str
    kind: str
    cell: int
    level: int
    number: int
    cards: Sequence[str]
    tokens: Mapping[str, int]
    seat: int
    loser: int

    @property
    def order(self) -> tuple[int, int]:
        """Where it stands among all events."""
        return self.version, self.event


def events_of(record: MatchRecord) -> Iterator[tuple[str, Place]]:
    """Every event of a record with its name in JSON."""
    for number, update in enumerate(record.updates):
        for index, event in enumerate(update.events):
            game = event.WhichOneof("event")
            if game == "match_dealt":
                continue
            fact = event.duel if game == "duel" else event.splendor
            field = fact.WhichOneof("event")
            assert game
            assert field
            name = fact.DESCRIPTOR.fields_by_name[field].json_name
            said = {each.name: value for each, value in getattr(fact, field).ListFields()}
            tokens = said["tokens"].ListFields() if "tokens" in said else ()
            yield (
                name,
                Place(
                    version=update.version,
                    event=index,
                    way=("updates", number, "events", index, game, name),
                    has=frozenset(said),
                    card=said.get("card") or said.get("noble") or "",
                    kind=_kind_text(said.get("kind", 0)),
                    cell=said.get("cell", 0),
                    level=said.get("level", 0),
                    number=said.get("number", 0),
                    cards=list(said.get("cards", ())),
                    tokens={each.name: value for each, value in tokens},
                    seat=said.get("seat", 0),
                    loser=said.get("loser", 0),
                ),
            )


class Forger:
    """Makes the cases of one record."""

    def __init__(self, name: str, record: MatchRecord) -> None:
        self.name = name
        self.record = record
        self.match = record.match
        self.options_case = self.match.options.WhichOneof("game") or ""
        self._events = [*events_of(record)]

    # What is true

    def dealing(
        self,
        *,
        match_id: str | None = None,
        options: reference.Options | None = None,
        seed: bytes | None = None,
        salt: bytes | None = None,
    ) -> reference.Match:
        """The match as the reference program deals it, with some inputs changed."""
        return reference.Match(
            match_id=match_id or self.match.match,
            game=_GAMES[self.match.game],
            options=options or self.options(),
            rules_version=self.match.rules_version,
            seed=seed or self.record.reveal.seed,
            salt=salt or self.record.reveal.salt,
            creator_entropy=self.match.fairness.creator_entropy,
            seat_entropy=tuple(seat.entropy for seat in self.match.seats),
        )

    def options(self) -> reference.Options:
        """The options as the page has them."""
        if self.options_case == "splendor":
            told = self.match.options.splendor
            first = told.first_seat if told.HasField("first_seat") else None
            return reference.splendor_options(told.seats, first, told.no_progress_limit or None)
        duel = self.match.options.duel
        first = duel.first_seat if duel.HasField("first_seat") else None
        limit = duel.no_progress_limit or None
        return reference.duel_options(first, limit, blocking_claim=duel.blocking_claim)

    def draws(self) -> int:
        """How many draws the match made: the set-up, and every token out of the bag."""
        drawn = sum(1 for name in ("cellFilled", "tokenDrawn") for _ in self.events(name))
        made = reference.set_up(self.dealing())["draws"]
        assert isinstance(made, int)
        return made + drawn

    def events(self, name: str) -> list[Place]:
        """Every event of a name."""
        return [place for each, place in self._events if each == name]

    def some(self, name: str, having: str = "", lacking: str = "") -> list[Place]:
        """The first and the last events of a name, that have a field and lack another."""
        found = [
            place
            for place in self.events(name)
            if (not having or having in place.has) and (not lacking or lacking not in place.has)
        ]
        return found if len(found) <= _PLACES else [*found[: _PLACES - 1], found[-1]]

    # What is forged

    def case(
        self, what: str, edits: Mapping[Way, Json], answer: Mapping[str, object], kept: str = ""
    ) -> Case:
        """A forgery; a value of null takes away what is there."""
        return {
            "record": self.name,
            "what": what,
            "edits": [{"path": list(way), "value": value} for way, value in edits.items()],
            **({"kept_commitment": kept} if kept else {}),
            "expected": answer,
        }

    def cases(self) -> Iterator[Case]:
        """All of them."""
        if self.match.fairness.is_unverifiable:
            yield self.case("as it is", {}, {"answer": "unverifiable"})
            return
        if not self.match.HasField("start_time"):
            yield self.case("as it is", {}, {"answer": "incomplete"})
            return
        honest = {"answer": "honest", "draws": self.draws()}
        yield self.case("as it is", {}, honest)
        yield from self._of_commitments(honest)
        yield from self._of_secrets()
        yield from self._of_entropy()
        yield from self._of_frame()
        yield from self._of_beginning()
        yield from self._of_tokens()
        yield from self._of_cards()
        yield from self._of_fills()
        yield from self._of_digs()
        yield from self._of_empty_decks()
        yield from self._of_opening()
        yield from self._hostile(honest)
        yield from self._of_other_seats()
        yield from self._of_other_options(honest)

    def _hostile(self, honest: Mapping[str, object]) -> Iterator[Case]:
        record = json.loads(read(RECORDS / f"{self.name}{ENDING}"))
        forgeries = [*hostile.of_frames(record)]
        if self.options_case == "duel":
            forgeries += [*hostile.of_duel(record), *hostile.of_honest(record, honest)]
        else:
            forgeries += hostile.of_cards(record, "splendor")
        for what, edits, answer in forgeries:
            yield self.case(what, edits, answer)

    def _of_other_seats(self) -> Iterator[Case]:
        """An operator may commit to a number of seats that the game has not."""
        if self.options_case != "splendor":
            return
        for seats in (0, 1, 5, 10):
            options = {**self.options(), "seats": seats}
            edits: Mapping[Way, Json] = {
                ("match", "options", "splendor", "seats"): seats,
                ("match", "seats"): [{"seat": seat} for seat in range(seats)],
                ("match", "fairness", "commitment"): self._commitment_to(options),
            }
            yield self.case(f"{seats} seats were committed to", edits, {"answer": "incomplete"})

    def _of_other_options(self, honest: Mapping[str, object]) -> Iterator[Case]:
        """Options of another game are none of this one."""
        if self.options_case == "duel" and self.options()["first_seat"] is None:
            options = reference.duel_options(None, None, blocking_claim=False)
            edits: Mapping[Way, Json] = {
                ("match", "options"): {"splendor": {"firstSeat": 1, "seats": 3}},
                ("match", "fairness", "commitment"): self._commitment_to(options),
            }
            yield self.case("the options of another game", edits, honest)

    def _commitment_to(self, options: reference.Options) -> str:
        return _base64(self.dealing(options=options).commitment)

    def _of_commitments(self, honest: Mapping[str, object]) -> Iterator[Case]:
        true = self.match.fairness.commitment
        yield self.case("the commitment that was kept", {}, honest, kept=true.hex())
        for bit in (0, 255):
            other = _flipped(true, bit)
            yield self.case(
                f"another commitment was kept, in bit {bit}",
                {},
                _dishonest("kept_commitment", 0, None, other.hex(), true.hex()),
                kept=other.hex(),
            )
            yield self.case(
                f"bit {bit} of the commitment",
                {("match", "fairness", "commitment"): _base64(other)},
                _dishonest("commitment", 0, None, true.hex(), other.hex()),
            )

    def _of_secrets(self) -> Iterator[Case]:
        for bit in (0, 100, 255):
            seed, salt = (
                _flipped(self.record.reveal.seed, bit),
                _flipped(self.record.reveal.salt, bit),
            )
            yield self._other_input(
                f"bit {bit} of the seed", ("reveal", "seed"), _base64(seed), self.dealing(seed=seed)
            )
            yield self._other_input(
                f"bit {bit} of the salt", ("reveal", "salt"), _base64(salt), self.dealing(salt=salt)
            )
        letters = self.match.match
        other = ("b" if letters[0] == "a" else "a") + letters[1:]
        yield self._other_input(
            "a letter of the match id", ("match", "match"), other, self.dealing(match_id=other)
        )
        limit = 7
        yield self._other_input(
            "another limit among the options",
            ("match", "options", self.options_case, "noProgressLimit"),
            limit,
            self.dealing(options={**self.options(), "no_progress_limit": limit}),
        )

    def _other_input(self, what: str, way: Way, value: Json, dealing: reference.Match) -> Case:
        published = self.match.fairness.commitment.hex()
        answer = _dishonest("commitment", 0, None, dealing.commitment.hex(), published)
        return self.case(what, {way: value}, answer)

    def _of_entropy(self) -> Iterator[Case]:
        for number, update in enumerate(self.record.updates):
            if update.WhichOneof("cause") != "join":
                continue
            seat, true = update.join.seat, update.join.entropy
            other = _flipped(true, 0) if true else b"\x01"
            of_match: Way = ("match", "seats", seat, "entropy")
            of_join: Way = ("updates", number, "join", "entropy")
            yield self.case(
                f"the entropy of seat {seat} in the match alone",
                {of_match: _base64(other)},
                _dishonest("entropy", update.version, None, other.hex(), true.hex() or _NONE),
            )
            if self._has_dealt():
                yield self.case(
                    f"the entropy of seat {seat} everywhere",
                    {of_match: _base64(other), of_join: _base64(other)},
                    {"answer": "dishonest"},
                )
        if self._has_dealt():
            yield self.case(
                "entropy of the creator that was never given",
                {("match", "fairness", "creatorEntropy"): _base64(b"never")},
                {"answer": "dishonest"},
            )

    def _has_dealt(self) -> bool:
        """Whether enough was seen of the deal that no other can be taken for it."""
        return len(self._events) > _ENOUGH

    def _of_frame(self) -> Iterator[Case]:
        """What makes a record unverifiable or incomplete."""
        unverifiable, incomplete = {"answer": "unverifiable"}, {"answer": "incomplete"}
        fairness: Way = ("match", "fairness", "isUnverifiable")
        yield self.case("a developer's seed", {fairness: True}, unverifiable)
        yield self.case("a developer's position", {("opening",): {}}, unverifiable)
        seats, updates = len(self.match.seats), len(self.record.updates)
        lacking: dict[str, tuple[Way, Json]] = {
            "rules of a later version": (("match", "rulesVersion"), "2"),
            "never dealt": (("match", "startTime"), None),
            "a game nobody knows": (("match", "game"), None),
            "no seed": (("reveal", "seed"), None),
            "no salt": (("reveal", "salt"), None),
            "no commitment": (("match", "fairness", "commitment"), None),
            "a seat is missing": (("match", "seats", seats - 1), None),
            "the first update is missing": (("updates", 0), None),
            "the last update is missing": (("updates", updates - 1), None),
            "an update in the middle is missing": (("updates", updates // 2), None),
        }
        for what, (way, value) in lacking.items():
            yield self.case(what, {way: value}, incomplete)

    def _of_beginning(self) -> Iterator[Case]:
        for number, update in enumerate(self.record.updates):
            if update.WhichOneof("cause") == "move":
                true = update.move.seat
                other = (true + 1) % len(self.match.seats)
                yield self.case(
                    "another seat begins",
                    {("updates", number, "move", "seat"): other},
                    _dishonest("first_seat", update.version, None, str(true), str(other)),
                )
                vanished: Json = {self.options_case: {"wonderSeen": {}}}
                yield self.case(
                    "an event of a later version",
                    {("updates", number, "events", 0): vanished},
                    {"answer": "incomplete"},
                )
                return

    def _of_tokens(self) -> Iterator[Case]:
        for place in self.some("tokenTaken"):
            yield self._other_kind("another token lay on a cell", place, "cell")
            nowhere: Mapping[Way, Json] = {(*place.way, "cell"): 25}
            yield self.case("a cell that there is not", nowhere, {"answer": "incomplete"})
        for place in self.some("tokenDrawn"):
            yield self._other_kind("another token was drawn", place, "bag")
        for place in self.some("cellFilled"):
            yield self._other_kind("another token was filled in", place, "bag", f"{place.cell} ")
            found = self._filled_after(place)
            answer = _of(place, "bag", f"{place.cell} {place.kind}", found)
            yield self.case("a token is not filled in", {place.way[:-2]: None}, answer)
        for place in self.some("tokensSpent") if self.options_case == "duel" else ():
            kind = next(iter(place.tokens))
            number = self._tokens_before(place)[kind]
            yield self.case(
                "one more was spent than there is",
                {(*place.way, "tokens", kind): number + 1},
                _of(place, "tokens", str(number), str(number + 1)),
            )
        yield from self._of_ends()

    def _tokens_before(self, place: Place) -> Counter[str]:
        """What the seat of an event has when it comes."""
        held: Counter[str] = Counter()
        for name, each in self._events:
            if each.order >= place.order:
                break
            if name in _GAINS and each.seat == place.seat:
                held[each.kind] += 1
            if name == "tokenStolen" and each.loser == place.seat:
                held[each.kind] -= 1
            if name == "tokenDiscarded" and each.seat == place.seat:
                held[each.kind] -= 1
            if name == "tokensSpent" and each.seat == place.seat:
                held.subtract(each.tokens)
        return held

    def _of_ends(self) -> Iterator[Case]:
        """Updates that break off before all tokens have come out of the bag."""
        for place in self.some("tokenDrawn"):
            drawn = [each for each in self.events("tokenDrawn") if each.version == place.version]
            yield self.case(
                "a token is not drawn",
                {drawn[-1].way[:-2]: None},
                _dishonest("bag", place.version, None, str(len(drawn)), str(len(drawn) - 1)),
            )
        for place in self.some("cellFilled"):
            events: Way = place.way[:3]
            last = len(self.record.updates[place.version - 1].events) - 1
            yield self.case(
                "the update ends where a token is awaited",
                {(*events, index): None for index in range(last, place.event - 1, -1)},
                _dishonest("bag", place.version, None, f"{place.cell} {place.kind}", _NONE),
            )

    def _other_kind(self, what: str, place: Place, check: str, before: str = "") -> Case:
        other = "pearl" if place.kind == "gold" else "gold"
        answer = _of(place, check, before + place.kind, before + other)
        return self.case(what, {(*place.way, "kind"): _KIND + other.upper()}, answer)

    def _filled_after(self, place: Place) -> str:
        """What the event behind one says was filled, if it does."""
        version, event = place.order
        for after in self.events("cellFilled"):
            if after.order == (version, event + 1):
                return f"{after.cell} {after.kind}"
        return _NONE

    def _of_cards(self) -> Iterator[Case]:
        for name, having, lacking, check in _CARDS:
            for place in self.some(name, having, lacking):
                other = _other_card(place.card)
                yield self.case(
                    f"another card in {name}",
                    {(*place.way, "card"): other},
                    _of(place, check, place.card, other),
                )
        for place in self.some("nobleReceived"):
            yield self._other_noble(place)

    def _other_noble(self, place: Place) -> Case:
        dealt = reference.set_up(self.dealing())["nobles"]
        assert isinstance(dealt, list)
        gone = {each.card for each in self.events("nobleReceived") if each.order < place.order}
        left = [str(noble) for noble in dealt if noble not in gone]
        other = next(noble for noble in reference.numbered("N", 10) if noble not in dealt)
        answer = _of(place, "noble", " ".join(left), other)
        return self.case("a noble that was not dealt", {(*place.way, "noble"): other}, answer)

    def _of_fills(self) -> Iterator[Case]:
        for level in (1, 2, 3):
            fills = [place for place in self.events("slotFilled") if place.level == level]
            if len(fills) > 1:
                one, other = fills[0], fills[-1]
                yield self.case(
                    f"two cards of deck {level} are swapped",
                    {(*one.way, "card"): other.card, (*other.way, "card"): one.card},
                    _of(one, "deck", one.card, other.card),
                )
        for place in self.some("slotFilled"):
            end = next((e for e in self.events("turnEnded") if e.order > place.order), None)
            if end is not None:
                event = end.event - (end.version == place.version)
                answer = _dishonest("refill", end.version, event, place.card, _NONE)
                yield self.case("a slot is not filled", {place.way[:-2]: None}, answer)

    def _of_digs(self) -> Iterator[Case]:
        for name, change in (("deckDug", -1), ("dugCardsReturned", 1)):
            for place in self.some(name):
                other = place.number + change
                yield self.case(
                    f"another number in {name}",
                    {(*place.way, "number"): other},
                    _of(place, "deck", str(place.number), str(other)),
                )
        for place in self.some("dugCardsSeen"):
            turned = list(reversed(place.cards))
            yield self.case(
                "the cards looked at lay in another order",
                {(*place.way, "cards"): [*turned]},
                _of(place, "deck", " ".join(place.cards), " ".join(turned)),
            )

    def _of_empty_decks(self) -> Iterator[Case]:
        """In a match that was closed, cards are reserved from a deck until there are none."""
        *_, last = self.record.updates
        if last.WhichOneof("cause") == "close" and self.options_case == "duel":
            filled = sum(place.level == 3 for place in self.events("slotFilled"))
            unseen = [each for each in self.events("cardReserved") if "slot" not in each.has]
            left = _DECK_3 - filled - sum(place.level == 3 for place in unseen)
            reserved: Json = [{"duel": {"cardReserved": {"level": 3}}} for _ in range(left + 1)]
            yield self.case(
                "a card is reserved from an empty deck",
                {("updates", last.version - 1, "events"): reserved},
                _dishonest("deck", last.version, left, _NONE, "unseen"),
            )

    def _of_opening(self) -> Iterator[Case]:
        for number, update in enumerate(self.record.updates):
            for index, event in enumerate(update.events):
                if event.WhichOneof("event") == "match_dealt":
                    view: Way = ("updates", number, "events", index, "matchDealt", "view")
                    way: Way = (*view, self.options_case, "table")
                    for what, name, true, value, found in _views(event.match_dealt.view):
                        answer = _dishonest("opening", update.version, index, true, found)
                        yield self.case(what, {(*way, name): value}, answer)


_CARDS: Final = (
    ("cardReserved", "slot", "", "slot"),
    ("reservedCardSeen", "", "", "deck"),
    ("cardPurchased", "slot", "", "slot"),
    ("cardPurchased", "reserve_slot", "", "reserve"),
    ("slotFilled", "", "", "deck"),
    ("counterfeiterGained", "slot", "", "slot"),
    ("counterfeiterGained", "", "slot", "deck"),
    ("counterfeiterSlotFilled", "", "", "deck"),
    ("royalTaken", "", "", "slot"),
    ("royalSlotFilled", "", "", "deck"),
)
"""Events that name a card; a field they have, one they lack; the check that another card fails."""


def _views(view: View) -> Iterator[tuple[str, str, str, Json, str]]:
    """What is forged of an opening: a field, what it was, what it is now in JSON and in words."""
    splendor = view.WhichOneof("game") == "splendor"
    table = view.splendor.table if splendor else view.duel.table
    cards = list(view.splendor.table.face_up if splendor else view.duel.table.pyramid)
    swapped = [cards[1], cards[0], *cards[2:]]
    row = "faceUp" if splendor else "pyramid"
    yield "two cards are swapped", row, " ".join(cards), [*swapped], " ".join(swapped)
    sizes = list(table.deck_sizes)
    fewer = [sizes[0] - 1, *sizes[1:]]
    yield "a deck is smaller", "deckSizes", _words(sizes), [*fewer], _words(fewer)
    if splendor:
        return
    board = [_kind_text(kind) for kind in view.duel.table.board]
    other = ["pearl" if board[0] == "gold" else "gold", *board[1:]]
    told = [_KIND + kind.upper() for kind in other]
    yield "another token lies there", "board", " ".join(board), [*told], " ".join(other)


def _words(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _of(place: Place, check: str, expected: str, found: str) -> dict[str, object]:
    return _dishonest(check, place.version, place.event, expected, found)


def _dishonest(
    check: str, version: int, event: int | None, expected: str, found: str
) -> dict[str, object]:
    return {
        "answer": "dishonest",
        "check": check,
        "version": version,
        "event": event,
        "expected": expected,
        "found": found,
    }


def _kind_text(kind: TokenKind) -> str:
    return TokenKind.Name(kind).removeprefix(_KIND).lower()


def _other_card(card: str) -> str:
    """Another card of the same sort and level."""
    stem, _, number = card.rpartition("-")
    return f"{stem}-{int(number) % _CARDS_OF_A_SORT + 1:0{len(number)}}"


def _flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def read(path: Path) -> str:
    """The JSON of a record of this folder."""
    return gzip.decompress(path.read_bytes()).decode()


def main() -> None:
    """Forge every record."""
    forgers = [
        Forger(path.name.removesuffix(ENDING), Parse(read(path), MatchRecord()))
        for path in sorted(RECORDS.glob(f"*{ENDING}"))
    ]
    cases = [case for forger in forgers for case in forger.cases()]
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    VERDICTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    main()
