"""`gemwright match …`: create, list, show and cancel matches."""

from typing import Annotated, Final

import typer

from gemwright_client.board import Cards, view_text
from gemwright_client.cli.match_request import MatchOptions
from gemwright_client.cli.match_text import (
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
from gemwright_client.cli.values import GameName, StateName
from gemwright_client.client import Client
from gemwright_client.errors import Unavailable
from gemwright_client.match import new_request_id
from gemwright_client.pb.game_pb2 import Game
from gemwright_client.pb.match_pb2 import Match, MatchState
from gemwright_client.pb.match_service_pb2 import GetMatchResponse
from gemwright_client.words import Words

_RETRY: Final = "Trying again"


async def create(
    service: Service,
    manner: Manner,
    options: MatchOptions,
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
    request = options.request(request_id or new_request_id())
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
