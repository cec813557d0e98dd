from . import duel_view_pb2 as _duel_view_pb2
from . import outcome_pb2 as _outcome_pb2
from . import token_pb2 as _token_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DuelEvent(_message.Message):
    __slots__ = ("token_taken", "token_stolen", "tokens_spent", "discount_used", "token_discarded", "token_drawn", "cell_filled", "board_replenished", "privilege_taken", "privilege_returned", "card_reserved", "reserved_card_seen", "card_purchased", "slot_filled", "counterfeiter_gained", "counterfeiter_slot_filled", "royal_taken", "royal_slot_filled", "ability_used", "extra_turn_gained", "deck_dug", "dug_cards_seen", "dug_cards_returned", "turn_passed", "blocking_reset", "turn_ended", "turn_started", "decision_asked", "win_claimed", "seat_forfeited", "match_ended")
    class TokenTaken(_message.Message):
        __slots__ = ("seat", "cell", "kind")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CELL_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cell: int
        kind: _token_pb2.TokenKind
        def __init__(self, seat: _Optional[int] = ..., cell: _Optional[int] = ..., kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class TokenStolen(_message.Message):
        __slots__ = ("seat", "loser", "kind")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        LOSER_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        loser: int
        kind: _token_pb2.TokenKind
        def __init__(self, seat: _Optional[int] = ..., loser: _Optional[int] = ..., kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class TokensSpent(_message.Message):
        __slots__ = ("seat", "card", "tokens")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        TOKENS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        tokens: _token_pb2.TokenCounts
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., tokens: _Optional[_Union[_token_pb2.TokenCounts, _Mapping]] = ...) -> None: ...
    class DiscountUsed(_message.Message):
        __slots__ = ("seat", "card", "kind")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        kind: _token_pb2.TokenKind
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class TokenDiscarded(_message.Message):
        __slots__ = ("seat", "kind")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        kind: _token_pb2.TokenKind
        def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class TokenDrawn(_message.Message):
        __slots__ = ("seat", "kind")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        kind: _token_pb2.TokenKind
        def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class CellFilled(_message.Message):
        __slots__ = ("cell", "kind")
        CELL_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        cell: int
        kind: _token_pb2.TokenKind
        def __init__(self, cell: _Optional[int] = ..., kind: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class BoardReplenished(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class PrivilegeTaken(_message.Message):
        __slots__ = ("seat", "loser")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        LOSER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        loser: int
        def __init__(self, seat: _Optional[int] = ..., loser: _Optional[int] = ...) -> None: ...
    class PrivilegeReturned(_message.Message):
        __slots__ = ("seat", "card")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class CardReserved(_message.Message):
        __slots__ = ("seat", "level", "slot", "card", "is_dug")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        LEVEL_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        IS_DUG_FIELD_NUMBER: _ClassVar[int]
        seat: int
        level: int
        slot: int
        card: str
        is_dug: bool
        def __init__(self, seat: _Optional[int] = ..., level: _Optional[int] = ..., slot: _Optional[int] = ..., card: _Optional[str] = ..., is_dug: bool = ...) -> None: ...
    class ReservedCardSeen(_message.Message):
        __slots__ = ("seat", "card")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class CardPurchased(_message.Message):
        __slots__ = ("seat", "card", "slot", "reserve_slot", "colour")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        RESERVE_SLOT_FIELD_NUMBER: _ClassVar[int]
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        slot: int
        reserve_slot: int
        colour: _token_pb2.TokenKind
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., slot: _Optional[int] = ..., reserve_slot: _Optional[int] = ..., colour: _Optional[_Union[_token_pb2.TokenKind, str]] = ...) -> None: ...
    class SlotFilled(_message.Message):
        __slots__ = ("level", "slot", "card")
        LEVEL_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        level: int
        slot: int
        card: str
        def __init__(self, level: _Optional[int] = ..., slot: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class CounterfeiterGained(_message.Message):
        __slots__ = ("seat", "card", "slot", "is_purchase")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        IS_PURCHASE_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        slot: int
        is_purchase: bool
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., slot: _Optional[int] = ..., is_purchase: bool = ...) -> None: ...
    class CounterfeiterSlotFilled(_message.Message):
        __slots__ = ("slot", "card")
        SLOT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        slot: int
        card: str
        def __init__(self, slot: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class RoyalTaken(_message.Message):
        __slots__ = ("seat", "card", "slot")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        slot: int
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., slot: _Optional[int] = ...) -> None: ...
    class RoyalSlotFilled(_message.Message):
        __slots__ = ("slot", "card")
        SLOT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        slot: int
        card: str
        def __init__(self, slot: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class AbilityUsed(_message.Message):
        __slots__ = ("seat", "card")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class ExtraTurnGained(_message.Message):
        __slots__ = ("seat", "card")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class DeckDug(_message.Message):
        __slots__ = ("seat", "level", "number")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        LEVEL_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        level: int
        number: int
        def __init__(self, seat: _Optional[int] = ..., level: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...
    class DugCardsSeen(_message.Message):
        __slots__ = ("seat", "cards")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cards: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...
    class DugCardsReturned(_message.Message):
        __slots__ = ("seat", "level", "number")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        LEVEL_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        level: int
        number: int
        def __init__(self, seat: _Optional[int] = ..., level: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...
    class TurnPassed(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class BlockingReset(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class TurnEnded(_message.Message):
        __slots__ = ("seat", "idle_turns")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        IDLE_TURNS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        idle_turns: int
        def __init__(self, seat: _Optional[int] = ..., idle_turns: _Optional[int] = ...) -> None: ...
    class TurnStarted(_message.Message):
        __slots__ = ("seat", "number", "is_extra", "blocking_turns")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        IS_EXTRA_FIELD_NUMBER: _ClassVar[int]
        BLOCKING_TURNS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        number: int
        is_extra: bool
        blocking_turns: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ..., is_extra: bool = ..., blocking_turns: _Optional[_Iterable[int]] = ...) -> None: ...
    class DecisionAsked(_message.Message):
        __slots__ = ("decision",)
        DECISION_FIELD_NUMBER: _ClassVar[int]
        decision: _duel_view_pb2.DuelDecision
        def __init__(self, decision: _Optional[_Union[_duel_view_pb2.DuelDecision, _Mapping]] = ...) -> None: ...
    class WinClaimed(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class SeatForfeited(_message.Message):
        __slots__ = ("seat", "why")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        WHY_FIELD_NUMBER: _ClassVar[int]
        seat: int
        why: _outcome_pb2.ForfeitReason
        def __init__(self, seat: _Optional[int] = ..., why: _Optional[_Union[_outcome_pb2.ForfeitReason, str]] = ...) -> None: ...
    class MatchEnded(_message.Message):
        __slots__ = ("outcome",)
        OUTCOME_FIELD_NUMBER: _ClassVar[int]
        outcome: _outcome_pb2.Outcome
        def __init__(self, outcome: _Optional[_Union[_outcome_pb2.Outcome, _Mapping]] = ...) -> None: ...
    TOKEN_TAKEN_FIELD_NUMBER: _ClassVar[int]
    TOKEN_STOLEN_FIELD_NUMBER: _ClassVar[int]
    TOKENS_SPENT_FIELD_NUMBER: _ClassVar[int]
    DISCOUNT_USED_FIELD_NUMBER: _ClassVar[int]
    TOKEN_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    TOKEN_DRAWN_FIELD_NUMBER: _ClassVar[int]
    CELL_FILLED_FIELD_NUMBER: _ClassVar[int]
    BOARD_REPLENISHED_FIELD_NUMBER: _ClassVar[int]
    PRIVILEGE_TAKEN_FIELD_NUMBER: _ClassVar[int]
    PRIVILEGE_RETURNED_FIELD_NUMBER: _ClassVar[int]
    CARD_RESERVED_FIELD_NUMBER: _ClassVar[int]
    RESERVED_CARD_SEEN_FIELD_NUMBER: _ClassVar[int]
    CARD_PURCHASED_FIELD_NUMBER: _ClassVar[int]
    SLOT_FILLED_FIELD_NUMBER: _ClassVar[int]
    COUNTERFEITER_GAINED_FIELD_NUMBER: _ClassVar[int]
    COUNTERFEITER_SLOT_FILLED_FIELD_NUMBER: _ClassVar[int]
    ROYAL_TAKEN_FIELD_NUMBER: _ClassVar[int]
    ROYAL_SLOT_FILLED_FIELD_NUMBER: _ClassVar[int]
    ABILITY_USED_FIELD_NUMBER: _ClassVar[int]
    EXTRA_TURN_GAINED_FIELD_NUMBER: _ClassVar[int]
    DECK_DUG_FIELD_NUMBER: _ClassVar[int]
    DUG_CARDS_SEEN_FIELD_NUMBER: _ClassVar[int]
    DUG_CARDS_RETURNED_FIELD_NUMBER: _ClassVar[int]
    TURN_PASSED_FIELD_NUMBER: _ClassVar[int]
    BLOCKING_RESET_FIELD_NUMBER: _ClassVar[int]
    TURN_ENDED_FIELD_NUMBER: _ClassVar[int]
    TURN_STARTED_FIELD_NUMBER: _ClassVar[int]
    DECISION_ASKED_FIELD_NUMBER: _ClassVar[int]
    WIN_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    SEAT_FORFEITED_FIELD_NUMBER: _ClassVar[int]
    MATCH_ENDED_FIELD_NUMBER: _ClassVar[int]
    token_taken: DuelEvent.TokenTaken
    token_stolen: DuelEvent.TokenStolen
    tokens_spent: DuelEvent.TokensSpent
    discount_used: DuelEvent.DiscountUsed
    token_discarded: DuelEvent.TokenDiscarded
    token_drawn: DuelEvent.TokenDrawn
    cell_filled: DuelEvent.CellFilled
    board_replenished: DuelEvent.BoardReplenished
    privilege_taken: DuelEvent.PrivilegeTaken
    privilege_returned: DuelEvent.PrivilegeReturned
    card_reserved: DuelEvent.CardReserved
    reserved_card_seen: DuelEvent.ReservedCardSeen
    card_purchased: DuelEvent.CardPurchased
    slot_filled: DuelEvent.SlotFilled
    counterfeiter_gained: DuelEvent.CounterfeiterGained
    counterfeiter_slot_filled: DuelEvent.CounterfeiterSlotFilled
    royal_taken: DuelEvent.RoyalTaken
    royal_slot_filled: DuelEvent.RoyalSlotFilled
    ability_used: DuelEvent.AbilityUsed
    extra_turn_gained: DuelEvent.ExtraTurnGained
    deck_dug: DuelEvent.DeckDug
    dug_cards_seen: DuelEvent.DugCardsSeen
    dug_cards_returned: DuelEvent.DugCardsReturned
    turn_passed: DuelEvent.TurnPassed
    blocking_reset: DuelEvent.BlockingReset
    turn_ended: DuelEvent.TurnEnded
    turn_started: DuelEvent.TurnStarted
    decision_asked: DuelEvent.DecisionAsked
    win_claimed: DuelEvent.WinClaimed
    seat_forfeited: DuelEvent.SeatForfeited
    match_ended: DuelEvent.MatchEnded
    def __init__(self, token_taken: _Optional[_Union[DuelEvent.TokenTaken, _Mapping]] = ..., token_stolen: _Optional[_Union[DuelEvent.TokenStolen, _Mapping]] = ..., tokens_spent: _Optional[_Union[DuelEvent.TokensSpent, _Mapping]] = ..., discount_used: _Optional[_Union[DuelEvent.DiscountUsed, _Mapping]] = ..., token_discarded: _Optional[_Union[DuelEvent.TokenDiscarded, _Mapping]] = ..., token_drawn: _Optional[_Union[DuelEvent.TokenDrawn, _Mapping]] = ..., cell_filled: _Optional[_Union[DuelEvent.CellFilled, _Mapping]] = ..., board_replenished: _Optional[_Union[DuelEvent.BoardReplenished, _Mapping]] = ..., privilege_taken: _Optional[_Union[DuelEvent.PrivilegeTaken, _Mapping]] = ..., privilege_returned: _Optional[_Union[DuelEvent.PrivilegeReturned, _Mapping]] = ..., card_reserved: _Optional[_Union[DuelEvent.CardReserved, _Mapping]] = ..., reserved_card_seen: _Optional[_Union[DuelEvent.ReservedCardSeen, _Mapping]] = ..., card_purchased: _Optional[_Union[DuelEvent.CardPurchased, _Mapping]] = ..., slot_filled: _Optional[_Union[DuelEvent.SlotFilled, _Mapping]] = ..., counterfeiter_gained: _Optional[_Union[DuelEvent.CounterfeiterGained, _Mapping]] = ..., counterfeiter_slot_filled: _Optional[_Union[DuelEvent.CounterfeiterSlotFilled, _Mapping]] = ..., royal_taken: _Optional[_Union[DuelEvent.RoyalTaken, _Mapping]] = ..., royal_slot_filled: _Optional[_Union[DuelEvent.RoyalSlotFilled, _Mapping]] = ..., ability_used: _Optional[_Union[DuelEvent.AbilityUsed, _Mapping]] = ..., extra_turn_gained: _Optional[_Union[DuelEvent.ExtraTurnGained, _Mapping]] = ..., deck_dug: _Optional[_Union[DuelEvent.DeckDug, _Mapping]] = ..., dug_cards_seen: _Optional[_Union[DuelEvent.DugCardsSeen, _Mapping]] = ..., dug_cards_returned: _Optional[_Union[DuelEvent.DugCardsReturned, _Mapping]] = ..., turn_passed: _Optional[_Union[DuelEvent.TurnPassed, _Mapping]] = ..., blocking_reset: _Optional[_Union[DuelEvent.BlockingReset, _Mapping]] = ..., turn_ended: _Optional[_Union[DuelEvent.TurnEnded, _Mapping]] = ..., turn_started: _Optional[_Union[DuelEvent.TurnStarted, _Mapping]] = ..., decision_asked: _Optional[_Union[DuelEvent.DecisionAsked, _Mapping]] = ..., win_claimed: _Optional[_Union[DuelEvent.WinClaimed, _Mapping]] = ..., seat_forfeited: _Optional[_Union[DuelEvent.SeatForfeited, _Mapping]] = ..., match_ended: _Optional[_Union[DuelEvent.MatchEnded, _Mapping]] = ...) -> None: ...
