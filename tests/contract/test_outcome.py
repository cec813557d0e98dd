"""Outcomes, both ways."""

from dataclasses import fields

import pytest

from gemwright.contract.decoder import Decoder
from gemwright.contract.games import outcome_message
from gemwright.contract.limits import Malformed
from gemwright.contract.updates import WireUpdateEncoder
from gemwright.contract.vocabulary import ENUMS
from gemwright.engine import GAMES
from gemwright.engine.outcomes import (
    EndReason,
    Forfeit,
    Outcome,
    Score,
    outcome_from_data,
    outcome_to_data,
)
from gemwright.engine.reading import Fields
from gemwright.pb import outcome_pb2 as pb
from gemwright.pb.match_pb2 import Update

READ = Decoder(ENUMS, {}).data_of(pb.DESCRIPTOR.message_types_by_name["Outcome"])
DUEL = Outcome(
    winners=(1,),
    ranks=(2, 1),
    endings=tuple(EndReason),
    scores=(Score(12, 9, 3, (1, 2, 3, 4, 0)), Score(20, 11, 10, (0, 0, 0, 10, 10))),
)
SPLENDOR = Outcome(
    winners=(0, 2),
    ranks=(1, 3, 1),
    endings=(EndReason.LAST_ROUND,),
    scores=(Score(15, 9, 0, ()), Score(0, 0, 0, ()), Score(15, 9, 0, ())),
)


def test_every_reason_of_an_end_has_the_word_of_its_name_and_every_word_a_reason() -> None:
    words = [pb.EndReason.Name(reason) for reason in outcome_message(DUEL).reasons]
    assert words == [f"END_REASON_{ending.name}" for ending in EndReason]
    assert {"END_REASON_UNSPECIFIED", *words} == set(pb.EndReason.keys())


def test_every_forfeit_has_the_word_of_its_name_and_every_word_a_forfeit() -> None:
    encoder, game = WireUpdateEncoder(), GAMES["duel"]
    pieces = [encoder.forfeited(game, 2, 0, why, ())[0] for why in Forfeit]
    words = [pb.ForfeitReason.Name(Update.FromString(one).forfeit.reason) for _, one in pieces]
    assert words == [f"FORFEIT_REASON_{forfeit.name}" for forfeit in Forfeit]
    assert {"FORFEIT_REASON_UNSPECIFIED", *words} == set(pb.ForfeitReason.keys())


def test_every_field_of_an_outcome_is_told() -> None:
    renamed = {"endings": "reasons"}
    told = [renamed.get(field.name, field.name) for field in fields(Outcome)]
    assert told == list(pb.Outcome.DESCRIPTOR.fields_by_name)
    assert [field.name for field in fields(Score)] == list(pb.Score.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize("outcome", [DUEL, SPLENDOR])
def test_an_outcome_comes_back_as_the_data_of_positions(outcome: Outcome) -> None:
    data = READ(outcome_message(outcome))
    assert data == outcome_to_data(outcome)
    assert outcome_from_data(Fields(data), len(outcome.ranks)) == outcome


def test_points_by_colour_are_unset_where_colours_do_not_count() -> None:
    assert outcome_message(DUEL).scores[0].HasField("colour_points")
    assert not outcome_message(SPLENDOR).scores[0].HasField("colour_points")


@pytest.mark.parametrize("value", [0, 11, 127])
def test_an_unknown_reason_is_malformed(value: int) -> None:
    message = outcome_message(SPLENDOR)
    message.MergeFromString(bytes((pb.Outcome.REASONS_FIELD_NUMBER << 3, value)))
    with pytest.raises(Malformed) as caught:
        READ(message)
    assert caught.value.path == "reasons[1]"
    assert caught.value.text == f"{value} is no reason of an end"
