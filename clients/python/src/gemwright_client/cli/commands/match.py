"""`gemwright match …`: what whoever arranges matches does with them."""

from datetime import timedelta
from typing import Annotated, Final

import typer

from gemwright_client.board import Cards, view_text
from gemwright_client.cli.matches import (
    aligned,
    created_lines,
    facts,
    game_text,
    is_key_needed,
    outcome_text,
    players_text,
    short_time_text,
    state_text,
)
from gemwright_client.cli.options import AsJson, AsSeat, Manner, MatchId, Service
from gemwright_client.cli.output import remark, say, say_json, say_table
from gemwright_client.cli.request import Wish, bank, per_move, per_turn, seat
from gemwright_client.cli.values import GameName, StateName, duration
from gemwright_client.client import Client
from gemwright_client.errors import Unavailable
from gemwright_client.match import new_request_id
from gemwright_client.pb.clock_pb2 import TimeControl
from gemwright_client.pb.game_pb2 import Game
from gemwright_client.pb.match_pb2 import Match, MatchState
from gemwright_client.pb.match_service_pb2 import GetMatchResponse
from gemwright_client.pb.matchmaker_service_pb2 import SeatSpec
from gemwright_client.words import Words

_PLAYERS: Final = "Players"
_TIME: Final = "Time"
_RULES: Final = "Rules"
_RETRY: Final = "Trying again"


async def create(
    service: Service,
    manner: Manner,
    game: Annotated[
        GameName | None,
        typer.Option(
            metavar="GAME",
            help="The game: duel, counterfeiters or splendor.",
            rich_help_panel=_PLAYERS,
        ),
    ] = None,
    seats: Annotated[
        list[SeatSpec] | None,
        typer.Option(
            "--seat",
            parser=seat,
            metavar="WHO",
            help="One seat, in order: a name, open, bot:greedy or bot:random.",
            rich_help_panel=_PLAYERS,
        ),
    ] = None,
    must_join: Annotated[
        bool,
        typer.Option("--must-join", help="Who is named must join.", rich_help_panel=_PLAYERS),
    ] = False,
    join_timeout: Annotated[
        timedelta | None,
        typer.Option(
            metavar="TIME",
            parser=duration,
            help="How long seats may stay unfilled, such as 10m.",
            rich_help_panel=_PLAYERS,
        ),
    ] = None,
    spectators: Annotated[
        bool,
        typer.Option("--spectators", help="Anybody may watch.", rich_help_panel=_PLAYERS),
    ] = False,
    delay: Annotated[
        timedelta | None,
        typer.Option(
            metavar="TIME",
            parser=duration,
            help="Anybody may watch, so far behind.",
            rich_help_panel=_PLAYERS,
        ),
    ] = None,
    rematch_of: Annotated[
        str,
        typer.Option(
            metavar="MATCH",
            help="Play this match again, each one seat further on.",
            rich_help_panel=_PLAYERS,
            show_default=False,
        ),
    ] = "",
    scenario: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Begin from a position that gemwright scenarios lists.",
            rich_help_panel=_PLAYERS,
            show_default=False,
        ),
    ] = "",
    turn: Annotated[
        TimeControl | None,
        typer.Option(
            "--per-turn",
            metavar="30s",
            parser=per_turn,
            help="The same time for every turn.",
            rich_help_panel=_TIME,
        ),
    ] = None,
    banked: Annotated[
        TimeControl | None,
        typer.Option(
            "--bank",
            metavar="10m+5s",
            parser=bank,
            help="Time for the match, and more after each turn.",
            rich_help_panel=_TIME,
        ),
    ] = None,
    move: Annotated[
        TimeControl | None,
        typer.Option(
            "--per-move",
            metavar="3d",
            parser=per_move,
            help="Days for every turn.",
            rich_help_panel=_TIME,
        ),
    ] = None,
    first_seat: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=4,
            metavar="SEAT",
            help="Who begins, counted from 1; else drawn.",
            rich_help_panel=_RULES,
        ),
    ] = None,
    no_blocking_claim: Annotated[
        bool,
        typer.Option(
            "--no-blocking-claim",
            help="No win over an opponent who blocks (Duel).",
            rich_help_panel=_RULES,
        ),
    ] = False,
    no_progress_limit: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=10_000,
            metavar="TURNS",
            help="Turns without a purchase that end it; 0 for none.",
            rich_help_panel=_RULES,
        ),
    ] = None,
    request_id: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="With the same id, this is done only once.",
            rich_help_panel=_RETRY,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Create a match: prints its id, its join tokens, and how each player plays."""
    wish = Wish(
        game=game,
        seats=seats or (),
        must_join=must_join,
        controls=[control for control in (turn, banked, move) if control is not None],
        spectators=spectators,
        delay=delay,
        join_timeout=join_timeout,
        first_seat=first_seat,
        blocking_claim=False if no_blocking_claim else None,
        no_progress_limit=no_progress_limit,
        rematch_of=rematch_of,
        scenario=scenario,
    )
    request = wish.request(request_id or new_request_id())
    try:
        async with service.client() as client:
            made = await client.matches.create(request)
    except Unavailable as error:
        if error.is_outcome_unknown:
            error.add_note(manner.words("cli.create_again", request_id=request.request_id))
        raise
    if as_json:
        say_json(made)
    else:
        for line in created_lines(made, service, manner.words):
            say(line)
        if is_key_needed(made, service):
            remark(manner.words("cli.token_needed"))


async def list_(
    service: Service,
    manner: Manner,
    state: Annotated[
        StateName | None,
        typer.Option(metavar="STATE", help=f"Only in this state: {', '.join(StateName)}."),
    ] = None,
    game: Annotated[
        GameName | None,
        typer.Option(metavar="GAME", help="Only of this game: duel, counterfeiters or splendor."),
    ] = None,
    principal: Annotated[
        str, typer.Option(metavar="NAME", help="Only with this player.", show_default=False)
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List your matches."""
    words = manner.words
    async with service.client() as client:
        found = client.matches.find(
            state=state.number if state else MatchState.MATCH_STATE_UNSPECIFIED,
            game=game.number if game else Game.GAME_UNSPECIFIED,
            principal=principal,
        )
        listed = [each async for each in found]
    listed.sort(key=lambda each: each.create_time.ToNanoseconds())
    if as_json:
        for each in listed:
            say_json(each)
        return
    if not listed:
        remark(words("cli.no_matches"))
        return
    headings = [words(f"cli.heading_{name}") for name in _COLUMNS]
    say_table(headings, [_row(each, words) for each in listed])


def _row(match: Match, words: Words) -> tuple[str, ...]:
    return (
        match.match,
        game_text(match, words),
        state_text(match, words),
        str(match.version),
        players_text(match, words),
        outcome_text(match, words),
        short_time_text(match.create_time),
    )


_COLUMNS: Final = ("match", "game", "state", "version", "players", "result", "created")


async def show(
    match: MatchId,
    service: Service,
    manner: Manner,
    seat: AsSeat = None,
    as_json: AsJson = False,
) -> None:
    """Show a match: its players, clocks and result, and the board."""
    async with service.client() as client:
        seen = await client.match(match, None if seat is None else seat - 1).get()
        if as_json:
            say_json(seen)
            return
        for line in aligned(facts(seen.match, manner.words)):
            say(line)
        if seen.HasField("view"):
            say()
            say(await _board(client, seen, manner.words))


async def _board(client: Client, seen: GetMatchResponse, words: Words) -> str:
    cards = Cards(await client.catalogue.cards(seen.match.game, words.language))
    viewer = seen.viewer_seat if seen.HasField("viewer_seat") else None
    return view_text(seen.match, seen.view, cards, words, viewer_seat=viewer)


async def cancel(match: MatchId, service: Service, manner: Manner, as_json: AsJson = False) -> None:
    """End a match without an outcome."""
    async with service.client() as client:
        cancelled = await client.matches.cancel(match)
    if as_json:
        say_json(cancelled)
    else:
        say(f"{cancelled.match}: {state_text(cancelled, manner.words)}")
