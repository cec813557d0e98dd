"""What an update did, as one line for people: who did what, and what came of it.

The action stands in notation, then what events add to it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Final

from gemwright_client.board.cards import KINDS, Kind, counts_of, kind_of
from gemwright_client.board.lines import Line, Span, joined, text
from gemwright_client.notation import action_text
from gemwright_client.pb.duel_event_pb2 import DuelEvent
from gemwright_client.pb.game_pb2 import Event
from gemwright_client.pb.match_pb2 import Close, Forfeit, Match, Update
from gemwright_client.pb.outcome_pb2 import (
    END_REASON_ADJUDICATION,
    EndReason,
    ForfeitReason,
    Outcome,
)
from gemwright_client.pb.splendor_event_pb2 import SplendorEvent
from gemwright_client.wording import (
    end_keys,
    enum_name,
    seat_name,
    short_name,
    state_key,
    winners_text,
)
from gemwright_client.words import Words

_STYLES: Final[dict[str, Kind]] = {kind: kind for kind in KINDS}
_COLON: Final = text(": ")
_SPACE: Final = text(" ")


def update_line(update: Update, match: Match, words: Words) -> Line:
    """Write what an update did in one line; empty for a kind this version does not know."""
    teller = _Teller(match, words)
    head = teller.head(update)
    for event in update.events:
        teller.note(event)
    parts = ((*head, *teller.details()), teller.discounts(), *teller.facts)
    return joined([part for part in parts if part], text("; "))


@dataclass(slots=True)
class _Teller:
    """Gathers what is to be said of one update."""

    match: Match
    words: Words
    said: Sequence[str] = ()
    """What has been said, and is not said again: words of notation, the reason of a forfeit."""
    gained: Counter[Kind] = field(default_factory=Counter[Kind])
    cards: list[str] = field(default_factory=list)
    """Cards that the seat gained, or looks at."""
    used: list[Line] = field(default_factory=list)
    """Discounts."""
    facts: list[Line] = field(default_factory=list)

    def head(self, update: Update) -> Line:
        """Write what caused the update."""
        match update.WhichOneof("cause"):
            case "move":
                self.said = action_text(update.move.action).split()
                spoken = (Span(word, _STYLES.get(word, "")) for word in self.said)
                action = joined(((span,) for span in spoken), _SPACE)
                return (*self._who(update.move.seat), *_COLON, *action)
            case "join":
                return self._say(
                    "event.joins", who=text(short_name(update.join.principal), "strong")
                )
            case "forfeit":
                return self._forfeit(update.forfeit)
            case "close":
                return self._close(update.close)
            case "adjudication":
                reasons = [END_REASON_ADJUDICATION]
                return self._outcome(update.adjudication.winners, reasons)
            case _:
                return ()

    def note(self, event: Event) -> None:
        """Gather what an event adds."""
        match event.WhichOneof("event"):
            case "duel":
                self._note_duel(event.duel)
            case "splendor":
                self._note_splendor(event.splendor)
            case "match_dealt":
                self.facts.append(self._say("event.dealt"))

    def details(self) -> Line:
        """Write what the action gained, in brackets."""
        found = [text(card) for card in self.cards if card not in self.said]
        tokens = self._tokens(self.gained)
        inside = joined([tokens, *found] if tokens else found, text(", "))
        return (Span(" ("), *inside, Span(")")) if inside else ()

    def discounts(self) -> Line:
        """Write the discounts used in a purchase."""
        return self._say("event.uses", discounts=joined(self.used, _SPACE)) if self.used else ()

    def _note_duel(self, event: DuelEvent) -> None:
        match event.WhichOneof("event"):
            case "token_taken":
                self._gain(event.token_taken.kind)
            case "token_drawn":
                self._gain(event.token_drawn.kind)
            case "tokens_spent":
                self._paid(counts_of(event.tokens_spent.tokens))
            case "discount_used":
                self._discount(event.discount_used)
            case "privilege_taken":
                self._privilege(event.privilege_taken)
            case "privilege_returned":
                if event.privilege_returned.HasField("card"):
                    self.facts.append(self._say("event.privilege_returned"))
            case "reserved_card_seen":
                self.cards.append(event.reserved_card_seen.card)
            case "card_purchased":
                self._purchased(event.card_purchased)
            case "counterfeiter_gained":
                self.cards.append(event.counterfeiter_gained.card)
            case "dug_cards_seen":
                self.cards.extend(event.dug_cards_seen.cards)
            case "extra_turn_gained":
                self.facts.append(self._say("event.extra_turn"))
            case "match_ended":
                self._ended(event.match_ended.outcome)

    def _note_splendor(self, event: SplendorEvent) -> None:
        match event.WhichOneof("event"):
            case "gems_taken":
                for kind in event.gems_taken.colours:
                    self._name(kind)
            case "token_discarded":
                self._name(event.token_discarded.kind)
            case "gold_taken":
                self.gained["gold"] += 1
            case "tokens_spent":
                self._paid(counts_of(event.tokens_spent.tokens))
            case "reserved_card_seen":
                self.cards.append(event.reserved_card_seen.card)
            case "card_purchased":
                self.cards.append(event.card_purchased.card)
            case "noble_received":
                self._noble(event.noble_received.noble)
            case "last_round_begun":
                self.facts.append(self._say("event.last_round"))
            case "match_ended":
                self._ended(event.match_ended.outcome)

    def _gain(self, kind: int) -> None:
        """Count a token gained, unless the notation names its kind, as with a reserved gold."""
        known = kind_of(kind)
        if known is not None and known not in self.said:
            self.gained[known] += 1

    def _name(self, kind: int) -> None:
        """Count a token that the notation names in English, for readers of another language."""
        known = kind_of(kind)
        if known is not None and self.words(known) not in self.said:
            self.gained[known] += 1

    def _paid(self, tokens: Mapping[Kind, int]) -> None:
        spent = self._tokens(tokens)
        if spent and "pay" not in self.said:
            self.facts.append(self._say("event.pays", tokens=spent))

    def _discount(self, used: DuelEvent.DiscountUsed) -> None:
        if "using" not in self.said:
            self.used.append((Span(f"{used.card} "), *self._kind(used.kind)))

    def _privilege(self, taken: DuelEvent.PrivilegeTaken) -> None:
        key = "event.privilege_from" if taken.HasField("loser") else "event.privilege"
        who, loser = self._who(taken.seat), self._who(taken.loser)
        self.facts.append(self._say(key, who=who, loser=loser))

    def _purchased(self, purchased: DuelEvent.CardPurchased) -> None:
        self.cards.append(purchased.card)
        if purchased.HasField("colour") and "as" not in self.said:
            self.facts.append(self._say("event.bonus", kind=self._kind(purchased.colour)))

    def _noble(self, noble: str) -> None:
        if noble not in self.said:
            self.facts.append(self._say("event.noble", card=text(noble)))

    def _ended(self, outcome: Outcome) -> None:
        self.facts.append(self._outcome(outcome.winners, outcome.reasons))

    def _outcome(self, winners: Sequence[int], reasons: Iterable[EndReason]) -> Line:
        """Write who won, and the reasons that have not been given."""
        names = [seat_name(self.match, seat, self.words) for seat in winners]
        won = winners_text(names, self.words)
        keys = end_keys(reasons, self.words)
        why = [text(self.words(key)) for key in keys if key not in self.said]
        sentence = text(f"{won}." if why else won, "good")
        return joined([sentence, *why], _SPACE)

    def _forfeit(self, forfeit: Forfeit) -> Line:
        reason = enum_name(forfeit.reason, ForfeitReason.items(), "FORFEIT_REASON_")
        self.said = (f"end.{reason}",)
        key = f"forfeit.{reason}"
        why = (*_COLON, *text(self.words(key))) if key in self.words else ()
        return (*self._who(forfeit.seat), *why)

    def _close(self, close: Close) -> Line:
        key = state_key(close.state)
        if key not in self.words:
            return ()
        closed = self._say("event.closed", state=text(self.words(key)))
        absent = [self._who(seat) for seat in close.absent_seats]
        return (*closed, *_COLON, *joined(absent, text(", "))) if absent else closed

    def _who(self, seat: int) -> Line:
        return text(seat_name(self.match, seat, self.words), "strong")

    def _tokens(self, tokens: Mapping[Kind, int]) -> Line:
        some = [(kind, tokens[kind]) for kind in KINDS if tokens.get(kind)]
        return joined((text(f"{number} {self.words(kind)}", kind) for kind, number in some), _SPACE)

    def _kind(self, value: int) -> Line:
        kind = kind_of(value)
        return text(self.words(kind), kind) if kind else text("?")

    def _say(self, key: str, **parts: Line) -> Line:
        """Return the text of a key, with its placeholders filled by spans."""
        spans: list[Span] = []
        for words, name, _, _ in Formatter().parse(self.words[key]):
            spans.extend(text(words) if words else ())
            spans.extend(parts[name] if name else ())
        return tuple(spans)
