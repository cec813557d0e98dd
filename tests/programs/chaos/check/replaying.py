"""Plays a record again in the rules core, from its set-up, step by step.

Actions go by their notation, which the client library writes without knowing a rule; what comes out
goes by `wording`. Nothing of the server but the rules core is asked.
"""

from collections.abc import Callable
from typing import Final

from gemwright.engine import GAMES
from gemwright.engine.chance import Seeded
from gemwright.engine.fairness import commitment, draw_key
from gemwright.engine.game import SomeState
from gemwright.engine.outcomes import Forfeit, Outcome, Score, adjudicated
from gemwright.engine.refusals import Refused
from gemwright_client.notation import action_text
from gemwright_client.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Event,
    View,
)
from gemwright_client.pb.match_pb2 import MatchRecord, Update
from gemwright_client.pb.outcome_pb2 import FORFEIT_REASON_TIMEOUT
from gemwright_client.pb.outcome_pb2 import Outcome as OutcomeMessage
from tests.programs.chaos.check.secrecy import Viewer
from tests.programs.chaos.check.wording import event_message, fill, position_message, view_message

NAMES: Final = {
    GAME_DUEL: "duel",
    GAME_DUEL_COUNTERFEITERS: "duel_counterfeiters",
    GAME_SPLENDOR: "splendor",
}


class NotReplayed(Exception):
    """The record is none that the rules core could have made."""


class Replay:
    """A match on its way from its set-up to its last update."""

    def __init__(self, record: MatchRecord) -> None:
        match = record.match
        if record.HasField("opening"):
            raise NotReplayed("it was made from a position, which this harness does not do")
        self.name = NAMES[match.game]
        self._game = GAMES[self.name]
        if match.rules_version != self._game.RULES_VERSION:
            raise NotReplayed(f"rules {match.rules_version}")
        self._options = self._game.options_from_data(_options(record, self.name))
        self._record = record
        self._check_commitment()
        self._chance: Seeded | None = None
        self.state: SomeState | None = None
        """Nothing before the deal."""
        self.outcome: Outcome | None = None
        self._is_closed = False
        joins = [update.version for update in record.updates if update.HasField("join")]
        self._deals_at = joins[-1] if joins and match.HasField("start_time") else 0
        """The version of the deal: that of the last join; 0 too where there was none."""
        if not joins and match.HasField("start_time"):
            self._deal()

    def _check_commitment(self) -> None:
        match, reveal = self._record.match, self._record.reveal
        promised = commitment(
            match.match,
            self.name,
            self._options.values,
            match.rules_version,
            reveal.salt,
            reveal.seed,
        )
        if promised != match.fairness.commitment:
            raise NotReplayed("seed and salt are not those that were committed to")

    def _deal(self) -> None:
        match, seed = self._record.match, self._record.reveal.seed
        entropy = [seat.entropy for seat in match.seats]
        key = draw_key(seed, match.match, match.fairness.creator_entropy, entropy)
        self._chance = Seeded(key)
        self.state = self._game.new(self._options, self._chance)

    def play(self, update: Update) -> list[Event]:
        """Play one update; the events that it must have, private ones included.

        The deal is as spectators see it. Raises NotReplayed where the rules refuse.
        """
        if self.outcome is not None or self._is_closed:
            raise NotReplayed("something follows the end")
        try:
            return self._play(update)
        except (Refused, ValueError, LookupError) as error:
            raise NotReplayed(f"version {update.version}: the rules say {error!r}") from error

    def _play(self, update: Update) -> list[Event]:
        match update.WhichOneof("cause"):
            case "join":
                return self._join(update.version == self._deals_at)
            case "close":
                self._is_closed = True
                return []
            case "move":
                return self._logged(lambda log: self._move(update, log))
            case "forfeit":
                return self._logged(lambda log: self._forfeit(update, log))
            case "adjudication":
                self.outcome = adjudicated(update.adjudication.winners, self._scores())
                return []
            case other:
                raise NotReplayed(f"an update by {other}")

    def _join(self, is_last: bool) -> list[Event]:
        if not is_last:
            return []
        self._deal()
        event = Event()
        event.match_dealt.view.CopyFrom(self.view(None))
        return [event]

    def _logged(self, step: Callable[[list[object]], None]) -> list[Event]:
        log: list[object] = []
        step(log)
        if self.state is not None:
            self.outcome = self._game.outcome(self.state)
        return [event_message(self.name, event) for event in log]

    def _move(self, update: Update, log: list[object]) -> None:
        if self.state is None or self._chance is None:
            raise NotReplayed("a move before the deal")
        action = self._game.parse_action(action_text(update.move.action))
        self._game.apply(self.state, update.move.seat, action, self._chance, log)

    def _forfeit(self, update: Update, log: list[object]) -> None:
        if self.state is None:
            raise NotReplayed("a forfeit before the deal")
        is_late = update.forfeit.reason == FORFEIT_REASON_TIMEOUT
        why = Forfeit.TIMEOUT if is_late else Forfeit.RESIGNATION
        self._game.forfeit(self.state, update.forfeit.seat, why, log)

    def _scores(self) -> tuple[Score, ...]:
        assert self.state is not None
        return self._game.scores(self.state)

    @property
    def seat_to_act(self) -> int | None:
        """Who must act; nobody before the deal and after the end."""
        if self.state is None or self.outcome is not None or self._is_closed:
            return None
        return self._game.to_move(self.state)

    def view(self, viewer: Viewer) -> View:
        """What a viewer may know now."""
        if self.state is None:
            return View()
        return view_message(self.name, self._game.view(self.state, viewer))

    def unlike(self, record: MatchRecord, position: object) -> str:
        """How the end of a replay is not what the service says; empty if it is."""
        if self.state is not None:
            mine = position_message(self.name, self._game.to_data(self.state))
            if mine != position:
                return "another position"
        outcome = OutcomeMessage()
        if self.outcome is not None:
            fill(outcome, self.outcome)
        if outcome != record.match.outcome:
            return "another outcome"
        seat = record.match.seat_to_act if record.match.HasField("seat_to_act") else None
        if seat != self.seat_to_act:
            return f"seat {self.seat_to_act} must act, not {seat}"
        return ""


def _options(record: MatchRecord, name: str) -> dict[str, object]:
    """The options by their names; one that is unset is none."""
    options = record.match.options
    family = options.splendor if name == "splendor" else options.duel
    return {
        field.name: getattr(family, field.name) if family.HasField(field.name) else None
        for field in family.DESCRIPTOR.fields
    }
