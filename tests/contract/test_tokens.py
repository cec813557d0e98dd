"""Kinds and numbers of tokens, both ways."""

import pytest

from gemwright.contract.duel import DUEL
from gemwright.contract.games import position_data
from gemwright.contract.limits import Malformed
from gemwright.engine import duel
from gemwright.engine.duel.actions import Dig, Payment, StealToken
from gemwright.engine.kinds import KINDS, Kind
from gemwright.engine.lanes import MOST, by_name, pack_row
from gemwright.engine.reading import tokens
from gemwright.pb.duel_action_pb2 import DuelAction, DuelPayment
from gemwright.pb.duel_position_pb2 import DuelPosition
from gemwright.pb.game_pb2 import Position
from gemwright.pb.token_pb2 import TokenCounts, TokenKind
from tests.contract import families

ROW = (1, 2, 3, 4, 5, 6, 7, 8)
COUNTS = TokenCounts(white=1, blue=2, green=3, red=4, black=5, pearl=6, gold=7, glassware=8)


def stealing(kind: int) -> DuelAction:
    action = DuelAction()
    action.steal_token.kind = kind  # type: ignore[assignment] # any number can be sent
    return action


def paying(counts: TokenCounts) -> DuelAction:
    return DuelAction(dig=DuelAction.Dig(level=1, payment=DuelPayment(tokens=counts)))


def bag_data(counts: TokenCounts) -> object:
    position = Position(duel=DuelPosition(bag=counts))
    return position_data(position, duel.NAME, "position")["bag"]


def test_every_kind_has_the_word_of_its_name() -> None:
    for kind in Kind:
        message = DuelAction.FromString(DUEL.action(StealToken(kind)))
        assert TokenKind.Name(message.steal_token.kind) == f"TOKEN_KIND_{kind.name}"
        assert DUEL.read_action(message) == StealToken(kind)


def test_every_word_but_the_unspecified_one_is_a_kind() -> None:
    values = [value for value in TokenKind.values() if value]
    assert [DUEL.read_action(stealing(value)) for value in values] == [*map(StealToken, KINDS)]


@pytest.mark.parametrize("value", [0, -1, 9, 2**31 - 1])
def test_an_unknown_kind_is_malformed(value: int) -> None:
    with pytest.raises(Malformed) as caught:
        families.action_from(DUEL, stealing(value), "action")
    assert caught.value.path == "action.steal_token.kind"
    assert caught.value.text == f"{value} is no kind of token"


def test_numbers_of_every_kind_come_back_in_the_order_of_the_kinds() -> None:
    message = DuelAction.FromString(DUEL.action(Dig(1, Payment(ROW))))
    assert message.dig.payment.tokens == COUNTS
    assert DUEL.read_action(message) == Dig(1, Payment(ROW))


@pytest.mark.parametrize("number", [-1, MOST + 1, 2**31 - 1])
def test_a_number_that_no_position_holds_is_malformed(number: int) -> None:
    with pytest.raises(Malformed) as caught:
        families.action_from(DUEL, paying(TokenCounts(white=1, glassware=number)), "action")
    assert caught.value.path == "action.dig.payment.tokens.glassware"
    assert caught.value.text == f"{number} is not between 0 and {MOST}"


def test_pools_become_the_data_that_positions_have() -> None:
    row = (1, 0, 3, 0, 5, 0, 7, 0)
    assert bag_data(TokenCounts(white=1, green=3, black=5, gold=7)) == by_name(pack_row(row))
    assert tokens(bag_data(COUNTS), "bag") == pack_row(ROW)


def test_a_negative_number_is_left_to_the_check_of_positions() -> None:
    assert bag_data(TokenCounts(red=-1)) == {"red": -1}
