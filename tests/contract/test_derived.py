"""The contract and the engine agree by name, so that encoders and decoders can be derived."""

import json
from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Final, get_args, get_type_hints

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from gemwright.contract import exceptions
from gemwright.contract.decoder import Decoder
from gemwright.contract.family import Family
from gemwright.contract.games import (
    FAMILIES,
    action_from,
    options_data,
    position_data,
    view_from,
)
from gemwright.contract.shapes import engine_name, fields_of, is_counts, is_in, qualified, row_in
from gemwright.contract.vocabulary import ENUMS, Words
from gemwright.engine import GAMES, duel, splendor
from gemwright.engine.game import AnyGame
from gemwright.pb import game_pb2 as pb
from tests.contract.corpus import GOLDEN, Sample, digests, samples

ACTIONS: Final[Mapping[str, tuple[type, ...]]] = {
    duel.FAMILY: get_args(duel.Action),
    splendor.FAMILY: get_args(splendor.Action),
}
EVENTS: Final[Mapping[str, tuple[type, ...]]] = {
    duel.FAMILY: get_args(duel.Event),
    splendor.FAMILY: get_args(splendor.Event),
}
SAID_ELSEWHERE: Final = {"DuelTable": {"game"}}
"""What the match says, not the view."""
SAID_BY_THE_CALL: Final = {"format", "game"}
"""What plain data says of itself, and the contract by its version and by the request."""
MUST_BE_GIVEN: Final = {"cell", "level", "slot", "number", "seats", "blocking_claim"}
"""Never unset in the engine: a client that leaves one out is refused, or gets the default."""
UNLIMITED: Final = {"KeepDug.bottom"}
"""Judged with what is kept, as a whole."""

families = pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)


def messages_in(*roots: Descriptor) -> dict[str, Descriptor]:
    """These messages and all that they hold, by their names."""
    found = {root.name: root for root in roots}
    for root in roots:
        for field in root.fields:
            if field.message_type is not None and field.message_type.name not in found:
                found |= messages_in(field.message_type)
    return found


def messages_of(family: Family) -> dict[str, Descriptor]:
    shared = ("Action", "Event", "Payment", "View", "Options")
    return messages_in(*(family.message(name) for name in shared))


def positions_of(family: Family) -> dict[str, Descriptor]:
    return messages_in(family.message("Position"))


def every_field() -> Iterator[FieldDescriptor]:
    for family in FAMILIES.values():
        for message in (messages_of(family) | positions_of(family)).values():
            yield from message.fields


@families
@pytest.mark.parametrize(("shared", "classes"), [("Action", ACTIONS), ("Event", EVENTS)])
def test_every_class_has_one_case_and_every_case_a_class(
    family: Family, shared: str, classes: Mapping[str, tuple[type, ...]]
) -> None:
    message = family.message(shared)
    names = {one.__name__ for one in classes[family.name]}
    (cases,) = message.oneofs
    told = [field.message_type.name for field in cases.fields if field.message_type]
    assert sorted(told) == sorted(names)
    assert set(message.nested_types_by_name) == names
    assert len(cases.fields) == len(message.fields)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_declares_every_action_there_is(game: AnyGame) -> None:
    assert set(game.ACTIONS) == set(ACTIONS[game.FAMILY])


@families
def test_every_message_has_a_class_and_every_class_a_message(family: Family) -> None:
    found = messages_of(family)
    plain = {
        name for name, one in found.items() if is_counts(one) or row_in(one) or one.oneofs_by_name
    }
    unions = {family.message("Action").name, family.message("Event").name}
    assert unions <= plain
    rows = {"Again", "TokenCounts", "ColourCounts"} & set(found)
    assert set(family.classes) == set(found) - unions - rows


@families
def test_every_field_is_an_attribute_of_that_name_in_the_same_order(family: Family) -> None:
    found = messages_of(family)
    for name, one in family.classes.items():
        elsewhere = SAID_ELSEWHERE.get(name, set())
        attributes = [field for field in fields_of(one) if field not in elsewhere]
        assert attributes == [engine_name(field) for field in found[name].fields], name


@families
def test_what_can_be_unset_in_the_engine_can_be_unset_in_the_message(family: Family) -> None:
    found = messages_of(family)
    for name, one in family.classes.items():
        hints = get_type_hints(one)
        for field in found[name].fields:
            if field.is_repeated:
                continue
            is_optional = NoneType in get_args(hints[engine_name(field)])
            if field.message_type is not None:
                is_missed = is_in(field, exceptions.MAY_BE_MISSING)
                assert is_optional <= is_missed, qualified(field)
            else:
                can_miss = is_optional or field.name in MUST_BE_GIVEN
                assert field.has_presence <= can_miss, qualified(field)
                assert is_optional <= field.has_presence, qualified(field)


@families
def test_every_number_a_client_sends_can_be_told_from_one_it_forgot(family: Family) -> None:
    for message in messages_in(family.message("Action"), family.message("Options")).values():
        for field in message.fields:
            is_number = field.cpp_type == field.CPPTYPE_INT32 and not field.is_repeated
            assert is_counts(message) or not is_number or field.has_presence, qualified(field)


@families
def test_every_number_and_text_a_client_sends_has_a_limit(family: Family) -> None:
    limits = family.limits
    for message in messages_in(family.message("Action")).values():
        for field in message.fields:
            is_free = field.cpp_type in (field.CPPTYPE_INT32, field.CPPTYPE_STRING)
            if is_free and not is_counts(message) and qualified(field) not in UNLIMITED:
                assert {field.name, qualified(field)} & set(limits.values), qualified(field)


@families
def test_every_limit_is_one_of_a_field_or_message_that_there_is(family: Family) -> None:
    limits, fields = family.limits, list(every_field())
    names = {field.name for field in fields} | {qualified(field) for field in fields}
    assert {*limits.required, *limits.values, *limits.lengths} <= names
    assert set(limits.wholes) <= set(messages_of(family))


def test_every_exception_is_one_of_a_field_that_there_is() -> None:
    fields = list(every_field())
    names = {field.name for field in fields} | {qualified(field) for field in fields}
    for table in (
        exceptions.RENAMED,
        exceptions.SLOTS,
        exceptions.MAY_BE_MISSING,
        exceptions.EMPTY_IF_MISSING,
        exceptions.ZERO_IF_UNSET,
        exceptions.READ_LAST,
    ):
        assert set(table) <= names


@families
def test_every_enumeration_has_the_words_of_the_engine_and_no_others(family: Family) -> None:
    for message in (messages_of(family) | positions_of(family)).values():
        for field in message.fields:
            if field.enum_type is not None:
                enum = field.enum_type
                members = family.words[enum.name].members
                prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
                told = [value.name for value in enum.values if value.number]
                assert told == [f"{prefix}{member.name}" for member in members]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_field_of_a_written_position_is_in_the_message_and_no_other(game: AnyGame) -> None:
    family = FAMILIES[game.FAMILY]
    data = next(one.value for one in samples() if one.sort == "position" and one.game == game.NAME)
    check_data(data, family.message("Position"), SAID_BY_THE_CALL)


def check_data(data: object, message: Descriptor, elsewhere: set[str]) -> None:
    assert isinstance(data, dict)
    assert set(data) - elsewhere == {engine_name(field) for field in message.fields}
    for field in message.fields:
        part, nested = data[engine_name(field)], field.message_type
        if nested is None or is_counts(nested) or row_in(nested) or part is None:
            continue
        for one in part if field.is_repeated else [part]:
            check_data(one, nested, set())


def test_the_bytes_are_those_of_the_encoders_written_by_hand() -> None:
    assert digests() == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_the_samples_have_every_class_of_action_and_event() -> None:
    seen = {(GAMES[one.game].FAMILY, one.sort, type(one.value)) for one in samples()}
    for name in FAMILIES:
        assert {("action", one) for one in ACTIONS[name]} <= {
            (sort, one) for family, sort, one in seen if family == name
        }
        assert {("event", one) for one in EVENTS[name]} <= {
            (sort, one) for family, sort, one in seen if family == name
        }


def test_everything_is_decoded_as_it_was() -> None:
    for sample in samples():
        if sample.value != duel_hidden():
            assert decoded(sample) == sample.value


def duel_hidden() -> object:
    """A choice that is not shown, which no client can send."""
    return next(
        one.value for one in samples() if repr(one.value) == "KeepDug(keep=None, bottom=())"
    )


def decoded(sample: Sample) -> object:
    game, content = sample.game, sample.content
    match sample.sort:
        case "action":
            return action_from(pb.Action.FromString(content), "action")[1]
        case "event":
            event = pb.Event.FromString(content)
            return _read_event(FAMILIES[GAMES[game].FAMILY], event)
        case "payment":
            payment = pb.Payment.FromString(content)
            family = FAMILIES[GAMES[game].FAMILY]
            return _decoder(family).of(family.message("Payment"))(getattr(payment, family.name))
        case "view":
            return view_from(pb.View.FromString(content), game, "view")
        case "position":
            return position_data(pb.Position.FromString(content), game, "position")
        case _:
            return json.dumps(options_data(pb.Options.FromString(content), game, "options"))


def _read_event(family: Family, event: Message) -> object:
    return _decoder(family).of_cases(family.message("Event"))(getattr(event, family.name))


def _decoder(family: Family) -> Decoder:
    return Decoder(family.words, family.classes)


def test_words_of_all_games_are_described() -> None:
    assert all(isinstance(words, Words) and words.description for words in ENUMS.values())
