"""What an update did, told in one line."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import pytest

from gemwright.bots import BOTS
from gemwright.bots.match import chance_of, play, rngs_of
from gemwright.contract.games import action_bytes, event_bytes
from gemwright.engine import duel, duel_counterfeiters, splendor
from gemwright.engine.game import ActionT, EventT, Game, OptionsT, PaidT, PaymentT, StateT, ViewT
from gemwright_client.board.lines import Line, Span, plain, width_of
from gemwright_client.board.update_text import update_line
from gemwright_client.notation import parse_action
from gemwright_client.pb.duel_event_pb2 import DuelEvent
from gemwright_client.pb.game_pb2 import (
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Action,
    Event,
    MatchDealt,
)
from gemwright_client.pb.match_pb2 import (
    MATCH_STATE_CANCELLED,
    MATCH_STATE_NO_SHOW,
    Adjudication,
    Close,
    Forfeit,
    Join,
    Match,
    Move,
    Seat,
    Update,
)
from gemwright_client.pb.outcome_pb2 import (
    END_REASON_CROWNS,
    END_REASON_LAST_ROUND,
    END_REASON_POINTS,
    END_REASON_RESIGNATION,
    FORFEIT_REASON_RESIGNATION,
    Outcome,
)
from gemwright_client.pb.splendor_event_pb2 import SplendorEvent
from gemwright_client.pb.token_pb2 import (
    TOKEN_KIND_BLACK,
    TOKEN_KIND_GLASSWARE,
    TOKEN_KIND_GOLD,
    TOKEN_KIND_GREEN,
    TOKEN_KIND_PEARL,
    TOKEN_KIND_RED,
    TOKEN_KIND_WHITE,
    TokenCounts,
    TokenKind,
)
from gemwright_client.wording import seat_name
from gemwright_client.words import LANGUAGES, words_of

WIDEST: Final = 160
USUAL: Final = 80
ENGLISH: Final = words_of("en")
MATCH: Final = Match(
    seats=[Seat(seat=0, principal="ann"), Seat(seat=1, principal="bot:greedy")],
)
GAMES: Final = ("duel", "duel_counterfeiters", "splendor")


def updates_of(
    game: Game[OptionsT, StateT, ActionT, PaidT, PaymentT, EventT, ViewT],
    state: StateT,
    steps: Sequence[tuple[int, ActionT, tuple[EventT, ...]]],
) -> Iterator[Update]:
    """What seat 0 is sent, and then what a spectator is sent."""
    for viewer in (0, None):
        for seat, action, events in steps:
            shown = action_bytes(game.NAME, game.seen_action(action, seat, viewer))
            yield Update(
                move=Move(seat=seat, action=Action.FromString(shown)),
                events=[
                    Event.FromString(event_bytes(game.NAME, event))
                    for event in game.project(events, viewer)
                ],
            )


@cache
def played(name: str, seed: int) -> tuple[Update, ...]:
    """A whole match between bots."""
    seats = 3 if name == "splendor" else 2
    chance, rngs = chance_of(seed, seats), rngs_of(seed, seats)
    if name == "splendor":
        gems = splendor.new(splendor.Options(seats=seats), chance)
        gem_bots = [BOTS[bot].splendor for bot in ("greedy", "random", "greedy")]
        moves = [
            (step.seat, step.action, step.events)
            for step in play(splendor, gems, gem_bots, chance, rngs)
        ]
        return tuple(updates_of(splendor, gems, moves))
    game = duel if name == "duel" else duel_counterfeiters
    state = game.new(duel.Options(), chance)
    bots = [BOTS[bot].duel for bot in ("greedy", "random")]
    steps = [
        (step.seat, step.action, step.events) for step in play(game, state, bots, chance, rngs)
    ]
    return tuple(updates_of(game, state, steps))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_are_told_in_every_language_a_line_an_update(
    name: str, language: str
) -> None:
    names = ("ann", "bot:greedy", "carol@example.org")
    match = Match(seats=[Seat(seat=seat, principal=who) for seat, who in enumerate(names)])
    widths = []
    for seed in range(12):
        for update in played(name, seed):
            line = update_line(update, match, words_of(language))
            assert line
            assert "\n" not in plain([line])
            widths.append(width_of(line))
    assert max(widths) <= WIDEST
    assert sum(width <= USUAL for width in widths) > 0.95 * len(widths)


def text_of(update: Update, match: Match = MATCH, language: str = "en") -> str:
    return plain([update_line(update, match, words_of(language))])


def duel_move(notation: str, *events: DuelEvent) -> Update:
    action = parse_action(notation, GAME_DUEL_COUNTERFEITERS)
    return Update(move=Move(seat=0, action=action), events=[Event(duel=event) for event in events])


def splendor_move(notation: str, *events: SplendorEvent) -> Update:
    action = parse_action(notation, GAME_SPLENDOR)
    move = Move(seat=0, action=action)
    return Update(move=move, events=[Event(splendor=event) for event in events])


def taken(kind: TokenKind) -> DuelEvent:
    return DuelEvent(token_taken=DuelEvent.TokenTaken(seat=0, kind=kind))


def spent(**tokens: int) -> DuelEvent:
    return DuelEvent(tokens_spent=DuelEvent.TokensSpent(tokens=TokenCounts(**tokens)))


def purchased(card: str) -> DuelEvent:
    bought = DuelEvent.CardPurchased(seat=0, card=card, colour=TOKEN_KIND_BLACK)
    return DuelEvent(card_purchased=bought)


SEEN: Final = DuelEvent(reserved_card_seen=DuelEvent.ReservedCardSeen(seat=0, card="D2-09"))
WON: Final = Outcome(winners=[0], reasons=[END_REASON_POINTS, END_REASON_CROWNS])


def gems(*kinds: TokenKind) -> SplendorEvent:
    return SplendorEvent(gems_taken=SplendorEvent.GemsTaken(seat=0, colours=kinds))


@pytest.mark.parametrize(
    ("language", "move", "event", "said"),
    [
        (
            "fr",
            "take white green black",
            gems(TOKEN_KIND_WHITE, TOKEN_KIND_GREEN, TOKEN_KIND_BLACK),
            " (1 blanc 1 vert 1 noir)",
        ),
        ("es", "take red red", gems(TOKEN_KIND_RED, TOKEN_KIND_RED), " (2 rojo)"),
        (
            "fr",
            "discard red",
            SplendorEvent(token_discarded=SplendorEvent.TokenDiscarded(kind=TOKEN_KIND_RED)),
            " (1 rouge)",
        ),
    ],
)
def test_colours_of_the_notation_are_told_in_the_readers_language_too(
    language: str, move: str, event: SplendorEvent, said: str
) -> None:
    update = splendor_move(move, event)
    assert text_of(update, language=language) == f"ann: {move}{said}"


@pytest.mark.parametrize(
    ("update", "text"),
    [
        (
            duel_move(
                "take c3 c4 c5",
                taken(TOKEN_KIND_RED),
                taken(TOKEN_KIND_PEARL),
                taken(TOKEN_KIND_PEARL),
                DuelEvent(privilege_taken=DuelEvent.PrivilegeTaken(seat=1)),
            ),
            "ann: take c3 c4 c5 (1 red 2 Pearl); greedy takes a Privilege",
        ),
        (
            duel_move(
                "replenish",
                DuelEvent(board_replenished=DuelEvent.BoardReplenished(seat=0)),
                DuelEvent(privilege_taken=DuelEvent.PrivilegeTaken(seat=1, loser=0)),
            ),
            "ann: replenish; greedy takes a Privilege from ann",
        ),
        (
            duel_move("reserve deck 2 gold a1", taken(TOKEN_KIND_GOLD), SEEN),
            "ann: reserve deck 2 gold a1 (D2-09)",
        ),
        (duel_move("pick a1", taken(TOKEN_KIND_GOLD)), "ann: pick a1 (1 Gold)"),
        (
            duel_move("buy reserved 1", spent(red=2, gold=1), purchased("D2-07")),
            "ann: buy reserved 1 (D2-07); pays 2 red 1 Gold; bonus black",
        ),
        (
            duel_move(
                "buy D1-05 as black",
                DuelEvent(discount_used=DuelEvent.DiscountUsed(card="C-08", kind=TOKEN_KIND_RED)),
                DuelEvent(discount_used=DuelEvent.DiscountUsed(card="C-08", kind=TOKEN_KIND_PEARL)),
                spent(glassware=2),
                purchased("D1-05"),
                DuelEvent(extra_turn_gained=DuelEvent.ExtraTurnGained(seat=0, card="D1-05")),
            ),
            (
                "ann: buy D1-05 as black; uses C-08 red C-08 Pearl; pays 2 Glassware;"
                " takes another turn"
            ),
        ),
        (
            duel_move(
                "buy D1-05 pay 1 red using C-08 red",
                DuelEvent(discount_used=DuelEvent.DiscountUsed(card="C-08", kind=TOKEN_KIND_RED)),
                spent(red=1),
                purchased("D1-05"),
            ),
            "ann: buy D1-05 pay 1 red using C-08 red; bonus black",
        ),
        (
            duel_move(
                "use C-11 red",
                spent(glassware=1),
                DuelEvent(privilege_returned=DuelEvent.PrivilegeReturned(seat=0, card="C-11")),
                DuelEvent(token_stolen=DuelEvent.TokenStolen(loser=1, kind=TOKEN_KIND_RED)),
            ),
            "ann: use C-11 red; pays 1 Glassware; returns a Privilege",
        ),
        (
            duel_move(
                "privilege c3",
                DuelEvent(privilege_returned=DuelEvent.PrivilegeReturned(seat=0)),
                taken(TOKEN_KIND_RED),
            ),
            "ann: privilege c3 (1 red)",
        ),
        (
            duel_move(
                "draw 1",
                DuelEvent(token_drawn=DuelEvent.TokenDrawn(kind=TOKEN_KIND_GLASSWARE)),
            ),
            "ann: draw 1 (1 Glassware)",
        ),
        (
            duel_move(
                "counterfeiter deck",
                DuelEvent(counterfeiter_gained=DuelEvent.CounterfeiterGained(card="C-04")),
            ),
            "ann: counterfeiter deck (C-04)",
        ),
        (
            duel_move(
                "use C-17 2",
                DuelEvent(dug_cards_seen=DuelEvent.DugCardsSeen(cards=["D2-01", "D2-02"])),
            ),
            "ann: use C-17 deck 2 (D2-01, D2-02)",
        ),
        (
            duel_move("royal R-2", DuelEvent(match_ended=DuelEvent.MatchEnded(outcome=WON))),
            (
                "ann: royal R-2; ann wins. Enough Prestige points were reached."
                " Enough Crowns were reached."
            ),
        ),
        (
            splendor_move(
                "reserve S1-05",
                SplendorEvent(card_reserved=SplendorEvent.CardReserved(level=1, card="S1-05")),
                SplendorEvent(gold_taken=SplendorEvent.GoldTaken(seat=0)),
            ),
            "ann: reserve S1-05 (1 Gold)",
        ),
        (
            splendor_move("take white red", gems(TOKEN_KIND_WHITE, TOKEN_KIND_RED)),
            "ann: take white red",
        ),
        (
            splendor_move(
                "buy reserved 2",
                SplendorEvent(tokens_spent=SplendorEvent.TokensSpent(tokens=TokenCounts(white=3))),
                SplendorEvent(card_purchased=SplendorEvent.CardPurchased(card="S2-03")),
                SplendorEvent(noble_received=SplendorEvent.NobleReceived(noble="N-3")),
                SplendorEvent(last_round_begun=SplendorEvent.LastRoundBegun(seat=0)),
            ),
            (
                "ann: buy reserved 2 (S2-03); pays 3 white; receives Noble N-3;"
                " this round is the last one"
            ),
        ),
        (
            splendor_move(
                "noble N-3",
                SplendorEvent(noble_received=SplendorEvent.NobleReceived(noble="N-3")),
            ),
            "ann: noble N-3",
        ),
        (
            splendor_move(
                "pass",
                SplendorEvent(
                    match_ended=SplendorEvent.MatchEnded(
                        outcome=Outcome(winners=[0, 1], reasons=[END_REASON_LAST_ROUND])
                    )
                ),
            ),
            "ann: pass; ann, greedy win together. The last round was played.",
        ),
    ],
)
def test_a_move_is_told_with_what_its_notation_leaves_open(update: Update, text: str) -> None:
    assert text_of(update) == text


@pytest.mark.parametrize(
    ("update", "text"),
    [
        (
            Update(
                join=Join(seat=1, principal="bob"),
                events=[Event(match_dealt=MatchDealt())],
            ),
            "bob joins; the match begins",
        ),
        (
            Update(
                forfeit=Forfeit(seat=1, reason=FORFEIT_REASON_RESIGNATION),
                events=[
                    Event(
                        duel=DuelEvent(
                            match_ended=DuelEvent.MatchEnded(
                                outcome=Outcome(winners=[0], reasons=[END_REASON_RESIGNATION])
                            )
                        )
                    )
                ],
            ),
            "greedy: resigned; ann wins",
        ),
        (Update(close=Close(state=MATCH_STATE_CANCELLED)), "the match is cancelled"),
        (
            Update(close=Close(state=MATCH_STATE_NO_SHOW, absent_seats=[1])),
            "the match is closed, for not everybody came: greedy",
        ),
        (
            Update(adjudication=Adjudication(winners=[1])),
            "greedy wins. An operator decided the match.",
        ),
        (Update(adjudication=Adjudication()), "a draw. An operator decided the match."),
    ],
)
def test_what_is_no_move_is_told_too(update: Update, text: str) -> None:
    assert text_of(update) == text


@pytest.mark.parametrize(
    ("update", "text"),
    [
        (Update(), ""),
        (Update(move=Move(seat=0), events=[Event(), Event(duel=DuelEvent())]), "ann: ?"),
        (Update(close=Close.FromString(b"\x08\x63")), ""),
        (Update(forfeit=Forfeit.FromString(b"\x10\x63")), "ann"),
        (
            duel_move(
                "pick a1", DuelEvent(token_taken=DuelEvent.TokenTaken.FromString(b"\x18\x63"))
            ),
            "ann: pick a1",
        ),
        (
            duel_move(
                "done",
                DuelEvent(
                    match_ended=DuelEvent.MatchEnded(outcome=Outcome.FromString(b"\x1a\x01\x63"))
                ),
            ),
            "ann: done; a draw",
        ),
    ],
)
def test_what_a_newer_server_says_is_passed_over(update: Update, text: str) -> None:
    assert text_of(update) == text


def test_kinds_of_token_have_their_style_in_the_notation_and_behind_it() -> None:
    update = duel_move("steal red", taken(TOKEN_KIND_PEARL))
    line: Line = update_line(update, MATCH, words_of("fr"))
    assert Span("red", "red") in line
    assert Span("1 Perle", "pearl") in line


@pytest.mark.parametrize(
    ("principals", "name"),
    [
        (["ann", "bob"], "ann"),
        (["bot:greedy", "bot:greedy"], "greedy#1"),
        (["", "bob"], "seat 1"),
        ([], "seat 1"),
        (["a" * 64, "bob"], "a" * 15 + "…"),
    ],
)
def test_a_seat_is_called_by_its_principal(principals: list[str], name: str) -> None:
    match = Match(seats=[Seat(principal=principal) for principal in principals])
    assert seat_name(match, 0, ENGLISH) == name
