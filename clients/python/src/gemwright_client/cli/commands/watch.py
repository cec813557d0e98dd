"""`gemwright watch`: a match that others play."""

from typing import Annotated

import typer

from gemwright_client.cli.options import LAST_VERSION, AsJson, Manner, MatchId, Service
from gemwright_client.cli.output import remark


async def watch(
    match: MatchId,
    service: Service,
    manner: Manner,
    after: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=LAST_VERSION,
            metavar="VERSION",
            help="Print what came after this version first; no board then.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(min=1, max=4, help="See it from this seat of yours, counted from 1."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Watch a match to its end.

    On a terminal, the board as it is now, with clocks and the last moves; q leaves, Ctrl-C too,
    but with exit code 130. At the end of the match the last board and the result stay.

    Where the output goes elsewhere, and with --after, each update is a line of text, as history
    prints it; with --json, each message of the server is a line of JSON, heartbeats left out.

    Where the server does not answer any more, it is tried again for as long as it takes.
    """
    from gemwright_client.cli.reachability import PROBE_PATIENCE_S, Reachability
    from gemwright_client.cli.terminal import is_screen
    from gemwright_client.cli.viewing.watch_lines import tell, tell_json
    from gemwright_client.cli.viewing.watch_screen import show

    words = manner.words

    def tell_reachability(is_there: bool) -> None:
        remark(words("cli.back" if is_there else "cli.lost"))

    async with service.client() as client, service.client(patience=PROBE_PATIENCE_S) as probing:
        handle = client.match(match, None if seat is None else seat - 1)
        reachability = Reachability(probing.catalogue.info, tell_reachability)
        if as_json:
            await tell_json(handle, after, reachability)
        elif after is None and is_screen():
            await show(handle, client, probing.catalogue.info, words)
        else:
            await tell(handle, after, words, reachability)
