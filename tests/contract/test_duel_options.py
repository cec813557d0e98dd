"""The options of Duel: what is unset, what is chosen, what cannot be."""

import pytest
from google.protobuf.json_format import ParseDict

from gemwright.contract.duel import DUEL
from gemwright.contract.limits import Malformed
from gemwright.engine.duel import options_from_data
from gemwright.engine.duel.state import Options
from gemwright.engine.game import MOST_IDLE_TURNS
from gemwright.pb.duel_options_pb2 import DuelOptions
from tests.contract import families


def options_message(options: Options) -> DuelOptions:
    return DuelOptions.FromString(DUEL.options(options.values))


def options_data(message: DuelOptions, path: str) -> dict[str, object]:
    data = families.read(DUEL.read_options, message, path)
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("first_seat", [None, 0, 1])
@pytest.mark.parametrize("blocking_claim", [True, False])
@pytest.mark.parametrize("no_progress_limit", [None, 1, 100, MOST_IDLE_TURNS])
def test_every_choice_comes_back(
    first_seat: int | None, blocking_claim: bool, no_progress_limit: int | None
) -> None:
    options = Options(first_seat, blocking_claim, no_progress_limit)
    message = DuelOptions.FromString(options_message(options).SerializeToString())
    assert options_from_data(options_data(message, "options")) == options


def test_what_is_unset_is_the_default_of_the_game() -> None:
    assert options_from_data(options_data(DuelOptions(), "options")) == Options()


def test_the_server_says_every_choice_it_made() -> None:
    message = options_message(Options())
    assert message == DuelOptions(blocking_claim=True, no_progress_limit=100)
    assert not message.HasField("first_seat")


def test_a_limit_of_0_means_no_limit() -> None:
    assert options_data(DuelOptions(no_progress_limit=0), "options")["no_progress_limit"] is None
    message = options_message(Options(no_progress_limit=None))
    assert message.HasField("no_progress_limit")
    assert message.no_progress_limit == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("first_seat", -1),
        ("first_seat", 2),
        ("no_progress_limit", -1),
        ("no_progress_limit", MOST_IDLE_TURNS + 1),
    ],
)
def test_a_number_out_of_range_is_malformed(field: str, value: int) -> None:
    with pytest.raises(Malformed) as caught:
        options_data(ParseDict({field: value}, DuelOptions()), "options.duel")
    assert caught.value.path == f"options.duel.{field}"
