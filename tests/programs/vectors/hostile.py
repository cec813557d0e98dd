"""Forgeries that no server would write: what there cannot be, and what is meant to be costly.

Each is of a record as JSON, and is what was done, the edits, and the answer. A verifier has to come
to it, and quickly.
"""

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Way: TypeAlias = tuple[str | int, ...]
Forgery: TypeAlias = tuple[str, Mapping[Way, Json], Mapping[str, object]]

INCOMPLETE: Final = {"answer": "incomplete"}
MOST: Final = 2**31 - 1
_CELLS: Final = 25


class Events:
    """The events of a record, in JSON."""

    def __init__(self, updates: Sequence[Mapping[str, Json]]) -> None:
        self._updates = updates

    def first(self, name: str, having: str = "", lacking: str = "") -> tuple[int, int] | None:
        """Where the first event of a name is, that has a field and lacks another."""
        for number, update in enumerate(self._updates):
            for index, event in enumerate(_list(update.get("events", []))):
                for fact in _object(event).values():
                    content = _object(fact).get(name)
                    if isinstance(content, dict) and lacking not in content:
                        if not having or having in content:
                            return number, index
        return None

    def content(self, place: tuple[int, int], name: str) -> dict[str, Json]:
        """What an event says."""
        (fact,) = _object(self.of(place[0])[place[1]]).values()
        return _object(_object(fact)[name])

    def of(self, number: int) -> list[Json]:
        """A copy of the events of an update."""
        return copy.deepcopy(_list(self._updates[number]["events"]))

    def behind(self, place: tuple[int, int], *added: Json) -> Mapping[Way, Json]:
        """The edit that puts events behind another one."""
        number, index = place
        events = self.of(number)
        return {("updates", number, "events"): [*events[: index + 1], *added, *events[index + 1 :]]}


def of_frames(record: dict[str, Json]) -> Iterator[Forgery]:
    """Of any record."""
    for what, version in (("too many to count", MOST), ("less than none", -1)):
        edits: Mapping[Way, Json] = {("match", "version"): version, ("updates",): []}
        yield f"updates that are {what}", edits, INCOMPLETE
    yield "a seat that joins, and there is not", _joined(record, 9), INCOMPLETE


def _joined(record: dict[str, Json], seat: int) -> Mapping[Way, Json]:
    (first, *_) = _list(record["updates"])
    kept = {key: value for key, value in _object(first).items() if key not in {"join", "move"}}
    return {("updates", 0): {**kept, "join": {"seat": seat}}}


def of_duel(record: dict[str, Json]) -> Iterator[Forgery]:
    """Of records of Duel and The Counterfeiters."""
    events = Events([_object(update) for update in _list(record["updates"])])
    yield from _of_numbers(events)
    yield from _of_kinds(events)
    yield from _of_fills(events)
    yield from _of_digs(events, record)
    yield from of_cards(record, "duel")


def _of_numbers(events: Events) -> Iterator[Forgery]:
    for name, field in (
        *(("tokensSpent", "tokens"), ("deckDug", "number"), ("dugCardsReturned", "number")),
        *(("tokenTaken", "cell"), ("cellFilled", "cell"), ("tokenStolen", "loser")),
    ):
        place = events.first(name)
        if place is not None:
            way: Way = (*_way(place), "duel", name, field)
            for number in (-1, MOST):
                if number == -1 or field != "number":
                    told: Json = {"white": number} if field == "tokens" else number
                    yield f"{number} in {name}", {way: told}, INCOMPLETE
    dealt = events.first("view")  # what `matchDealt` has
    if dealt is not None:
        bag: Way = (*_way(dealt), "matchDealt", "view", "duel", "table", "bag")
        for number in (-1, 100, MOST):
            yield f"{number} tokens in the bag of the opening", {bag: {"white": number}}, INCOMPLETE


def _of_kinds(events: Events) -> Iterator[Forgery]:
    for name in ("tokenTaken", "tokenStolen", "tokenDiscarded", "cellFilled", "tokenDrawn"):
        place = events.first(name)
        if place is not None:
            for kind in (None, 99, -1):
                way: Way = (*_way(place), "duel", name, "kind")
                yield f"the kind {kind} in {name}", {way: kind}, INCOMPLETE
    taken = events.first("tokenTaken")
    if taken is not None:
        said = events.content(taken, "tokenTaken")
        nothing: Json = {key: said[key] for key in ("seat", "cell") if key in said}
        seat: Json = {key: said[key] for key in ("seat",) if key in said}
        pair: list[Json] = [{"duel": {"tokenTaken": nothing}}, {"duel": {"tokenDiscarded": seat}}]
        what = "nothing is taken from an empty cell, and put into the bag"
        yield what, events.behind(taken, *pair), INCOMPLETE


def _of_fills(events: Events) -> Iterator[Forgery]:
    replenished = events.first("boardReplenished")
    if replenished is None:
        return
    number, index = replenished
    content = events.content((number, index + 1), "cellFilled")
    kind = str(content["kind"]).removeprefix("TOKEN_KIND_").lower()
    expected = f"{content.get('cell', 0)} {kind}"
    unexpected: dict[str, Json] = {
        "an event that nobody knows": {},
        "an event of another game": {"splendor": {"goldTaken": {}}},
        "the opening": {"matchDealt": {}},
    }
    for what, event in unexpected.items():
        answer = _differs("bag", (number, index + 1), expected, "none")
        yield f"{what} where a token is awaited", events.behind(replenished, event), answer
    nowhere: Json = {"duel": {"cellFilled": {"cell": _CELLS, "kind": "TOKEN_KIND_RED"}}}
    yield "a cell is filled that there is not", events.behind(replenished, nowhere), INCOMPLETE


def _of_digs(events: Events, record: dict[str, Json]) -> Iterator[Forgery]:
    returned = events.first("dugCardsReturned")
    if returned is not None:
        number, index = returned
        level = events.content(returned, "dugCardsReturned")["level"]
        assert isinstance(level, int)
        other = level % 3 + 1
        way: Way = ("updates", number, "events")
        level_way: Way = (*way, index, "duel", "dugCardsReturned", "level")
        answer = _differs("deck", returned, str(level), str(other))
        yield "cards go back into another deck", {level_way: other}, answer
        alone = [each for each in events.of(number) if not _is_of_reserve(each)]
        bottom: Way = ("updates", number, "move", "action", "duel", "keepDug", "bottom")
        twice: Mapping[Way, Json] = {way: alone, bottom: [0, 0]}
        yield "a card goes back twice, and none is kept", twice, INCOMPLETE
    for number, update in enumerate(_list(record["updates"])):
        if "drawTokens" in str(_object(update).get("move")):
            drawn: Way = ("updates", number, "move", "action", "duel", "drawTokens", "number")
            yield "fewer tokens than none are asked for", {drawn: -1}, INCOMPLETE
            return


def _is_of_reserve(event: Json) -> bool:
    (fact,) = _object(event).values()
    return not {"cardReserved", "reservedCardSeen"}.isdisjoint(_object(fact))


def of_cards(record: dict[str, Json], game: str) -> Iterator[Forgery]:
    """Of what all games do with cards."""
    events = Events([_object(update) for update in _list(record["updates"])])
    for field in ("slot", "reserveSlot"):
        bought = events.first("cardPurchased", field)
        if bought is not None:
            way: Way = (*_way(bought), game, "cardPurchased", field)
            yield f"a card is purchased from nowhere, not by its {field}", {way: None}, INCOMPLETE
    for name, check in (("slotFilled", "deck"), ("cardPurchased", "slot")):
        place = events.first(name, "slot")
        if place is not None:
            card = str(events.content(place, name)["card"])
            nameless: Way = (*_way(place), game, name, "card")
            answer = _differs(check, place, card, "none")
            yield f"no card in {name}", {nameless: None}, answer
    filled = events.first("slotFilled")
    if filled is not None:
        number, index = filled
        card = str(events.content(filled, "slotFilled")["card"])
        answer = _differs("slot", (number, index + 1), card, "none")
        edits = events.behind(filled, events.of(number)[index])
        yield "a slot is filled twice with the same card", edits, answer


def of_honest(record: dict[str, Json], honest: Mapping[str, object]) -> Iterator[Forgery]:
    """What is strange in records of Duel and The Counterfeiters, and says nothing of chance."""
    events = Events([_object(update) for update in _list(record["updates"])])
    reserved = events.first("cardReserved", "slot")
    if reserved is not None:
        way: Way = (*_way(reserved), "duel", "cardReserved", "isDug")
        yield "a card from a slot that is called dug", {way: True}, honest
    last = len(_list(record["updates"])) - 1
    if record_game(record) == "GAME_DUEL" and "events" in _object(_list(record["updates"])[last]):
        for card in ("none", None):
            gained: Json = {"duel": {"counterfeiterGained": {"card": card} if card else {}}}
            edits: Mapping[Way, Json] = {("updates", last, "events"): [gained, *events.of(last)]}
            yield f"the card {card} is gained from a deck that is empty", edits, honest


def record_game(record: dict[str, Json]) -> Json:
    """The game of a record."""
    return _object(record["match"])["game"]


def _way(place: tuple[int, int]) -> Way:
    number, index = place
    return ("updates", number, "events", index)


def _differs(check: str, place: tuple[int, int], expected: str, found: str) -> Mapping[str, object]:
    number, index = place
    return {
        "answer": "dishonest",
        "check": check,
        "version": number + 1,
        "event": index,
        "expected": expected,
        "found": found,
    }


def _object(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict)
    return value


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value
