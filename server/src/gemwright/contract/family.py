"""The messages of one game, or of several games that share them.

A family needs the classes and limits in `duel.py` and `splendor.py`; everything else is derived
from them and from the descriptors, once.
"""

from collections.abc import Collection, Mapping
from enum import Enum

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from gemwright.contract.decoder import Decode, Decoder
from gemwright.contract.encoder import Encoder
from gemwright.contract.exceptions import ZERO_IF_UNSET
from gemwright.contract.limits import Limits, Malformed, within
from gemwright.contract.shapes import message_of
from gemwright.contract.vocabulary import ENUMS, Words
from gemwright.engine.game import SomeOptions
from gemwright.engine.outcomes import Outcome, Score
from gemwright.pb import game_pb2 as pb


class Family:
    """Encoders and decoders of a family's messages."""

    def __init__(
        self,
        name: str,
        actions: Collection[type],
        events: Collection[type],
        classes: Mapping[str, type],
        decisions: type[Enum],
        options: type[SomeOptions],
        limits: Limits,
        position_format: int,
    ) -> None:
        self.name = name
        """Its name in every `oneof`."""
        self.field = pb.Action.DESCRIPTOR.fields_by_name[name].number
        """Its number in every `oneof`."""
        self.position_format = position_format
        """The form of positions as plain data."""
        self._options = options
        self.limits = limits
        """What clients may send."""
        named = {"Options": options, **classes}
        self.classes: Mapping[str, type] = {
            **{f"{name.capitalize()}{short}": one for short, one in named.items()},
            **{one.__name__: one for one in (*actions, *events, Outcome, Score)},
        }
        """The engine's class for each message that has one, by the message's name."""
        words = {**ENUMS, f"{name.capitalize()}DecisionKind": Words(decisions, "kind of decision")}
        self.words: Mapping[str, Words] = words
        """The engine's enumeration for each of the contract's, by the contract's name."""
        encoder, data_encoder = Encoder(words, self.classes), Encoder(words, {})
        self.action = encoder.of_cases(self.message("Action"), actions)
        self.event = encoder.of_cases(self.message("Event"), events)
        self.view = encoder.of(self.message("View"))
        self.payment = encoder.of(self.message("Payment"))
        self.options = data_encoder.of(self.message("Options"))
        """From the values of options by their names."""
        self.position = data_encoder.of(self.message("Position"))
        """From a position as plain data."""
        self.read_action = Decoder(words, self.classes, limits).of_cases(self.message("Action"))
        apart = {self.message("Options").name: self.read_options}
        self.read_position = Decoder(words, {}, read_apart=apart).data_of(self.message("Position"))

    def message(self, shared: str) -> Descriptor:
        """The family's message inside a message that all games share."""
        union = pb.DESCRIPTOR.message_types_by_name[shared]
        return message_of(union.fields_by_name[self.name])

    def view_reader(self, game: str) -> Decode:
        """The decoder of the views of one of its games."""
        options = self.message("Options").name
        made = self.classes[options]
        apart: Mapping[str, Decode] = {options: lambda message: made(**self.read_options(message))}
        decoder = Decoder(self.words, self.classes, read_apart=apart, known={"game": game})
        return decoder.of(self.message("View"))

    def read_options(
        self, message: Message, default: SomeOptions | None = None
    ) -> dict[str, object]:
        """Options as plain data, with the default for each that is unset."""
        default = default or self._options()
        values: dict[str, object] = {**default.values}
        for field in message.DESCRIPTOR.fields:
            name = field.name
            if message.HasField(name):
                value = getattr(message, name)
                self._check_option(name, value, values.get("seats", default.seats))
                values[name] = None if not value and name in ZERO_IF_UNSET else value
        return values

    def _check_option(self, name: str, value: object, seats: object) -> None:
        limit = self.limits.values.get(name)
        if name == "first_seat" and isinstance(seats, int):
            limit = within(range(seats))
        try:
            if limit is not None:
                limit.check(value)
        except Malformed as malformed:
            raise malformed.inside(name) from None
