"""Verifying the record of a match."""

from typing import Final

from gemwright_client.pb.game_pb2 import Event, View
from gemwright_client.pb.match_pb2 import MatchRecord, Update
from gemwright_client.verify import duel, splendor
from gemwright_client.verify.draws import Draws, commitment, draw_key
from gemwright_client.verify.duel import DuelFold
from gemwright_client.verify.table import BOXES, Table, seats_of
from gemwright_client.verify.verdict import (
    NOTHING,
    Check,
    Differs,
    Dishonest,
    Honest,
    Incomplete,
    Lack,
    Unreadable,
    Unverifiable,
    Verdict,
    agree,
)

RULES_VERSION: Final = "1"
"""The version that docs/fairness.md describes."""
_BYTES: Final = 32


def verify(record: MatchRecord, kept_commitment: bytes | None = None) -> Verdict:
    """Verify that a match was dealt as the commitment says.

    Without a commitment kept from before joining, that of the record is used.
    """
    if record.match.fairness.is_unverifiable or record.HasField("opening"):
        return Unverifiable()
    lack = _lack(record)
    if lack is not None:
        return Incomplete(lack)
    try:
        _check_commitment(record, kept_commitment)
    except Differs as differs:
        return _dishonest(differs)
    return _Fold(record).verdict()


def _lack(record: MatchRecord) -> Lack | None:
    match, reveal = record.match, record.reveal
    box = BOXES.get(match.game)
    seats = len(match.seats)
    if box is None or seats != seats_of(box, match.options) or seats not in box.seats:
        return Lack.GAME
    if match.rules_version != RULES_VERSION:
        return Lack.RULES_VERSION
    if not match.HasField("start_time"):
        return Lack.DEAL
    secrets = (reveal.seed, reveal.salt, match.fairness.commitment)
    if any(len(secret) != _BYTES for secret in secrets):
        return Lack.SECRETS
    versions = [update.version for update in record.updates]
    is_whole = len(versions) == match.version and versions == [*range(1, len(versions) + 1)]
    return None if is_whole else Lack.UPDATES


def _check_commitment(record: MatchRecord, kept: bytes | None) -> None:
    match = record.match
    published = match.fairness.commitment.hex()
    if kept is not None:
        agree(Check.KEPT_COMMITMENT, kept.hex() or NOTHING, published)
    computed = commitment(match, BOXES[match.game].name, record.reveal)
    agree(Check.COMMITMENT, computed.hex(), published)


class _Fold:
    """Applies the updates of a record, one after the other."""

    def __init__(self, record: MatchRecord) -> None:
        match = record.match
        draws = Draws(draw_key(match, record.reveal.seed))
        self._record = record
        self._table = Table(BOXES[match.game], match.options, draws)
        self._duel = DuelFold(self._table)
        self._is_duel = not BOXES[match.game].nobles
        self._has_moved = False

    def verdict(self) -> Verdict:
        """Return the answer for the whole record."""
        for update in self._record.updates:
            found = self._update(update)
            if found is not None:
                return found
        return Honest(self._table.draws.made)

    def _update(self, update: Update) -> Verdict | None:
        """Return what is wrong with an update; None if nothing is."""
        try:
            self._cause(update)
            found = self._events(update)
            if found is None:
                self._duel.end(update.move.action.duel)
        except Differs as differs:
            return _dishonest(differs, update.version)
        except Unreadable:
            return Incomplete(Lack.EVENT, update.version)
        return found

    def _events(self, update: Update) -> Dishonest | None:
        for index, event in enumerate(update.events):
            try:
                self._event(event, update)
            except Differs as differs:
                return _dishonest(differs, update.version, index)
        return None

    def _cause(self, update: Update) -> None:
        match update.WhichOneof("cause"):
            case "join":
                join, seats = update.join, self._record.match.seats
                if not 0 <= join.seat < len(seats):
                    raise Unreadable
                given = seats[join.seat].entropy
                agree(Check.ENTROPY, given.hex() or NOTHING, join.entropy.hex() or NOTHING)
            case "move":
                if not self._has_moved:
                    agree(Check.FIRST_SEAT, str(self._table.first_seat), str(update.move.seat))
                self._has_moved = True

    def _event(self, event: Event, update: Update) -> None:
        if event.duel.WhichOneof("event") != "cell_filled":
            self._duel.await_nothing()
        match event.WhichOneof("event"):
            case "duel" if self._is_duel:
                self._duel.event(event.duel, update.move.action.duel)
            case "splendor" if not self._is_duel:
                splendor.fold(self._table, event.splendor)
            case "match_dealt":
                self._opening(event.match_dealt.view)
            case _:
                raise Unreadable

    def _opening(self, view: View) -> None:
        pairs = (
            duel.opening(self._table, view.duel.table)
            if self._is_duel
            else splendor.opening(self._table, view.splendor.table)
        )
        for dealt, shown in [*pairs]:  # so that unreadable values are found before differences
            agree(Check.OPENING, dealt, shown)


def _dishonest(differs: Differs, version: int = 0, event: int | None = None) -> Dishonest:
    return Dishonest(differs.check, differs.expected, differs.found, version, event)
