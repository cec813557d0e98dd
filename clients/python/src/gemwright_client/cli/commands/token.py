"""`gemwright token`: a credential for a player."""

from datetime import timedelta
from typing import Annotated

import typer

from gemwright_client.cli.options import AsJson, Manner, Service
from gemwright_client.cli.output import remark, say, say_json
from gemwright_client.cli.values import duration


async def token(
    principal: Annotated[
        str, typer.Argument(metavar="PRINCIPAL", help="Whom it names.", show_default=False)
    ],
    service: Service,
    manner: Manner,
    ttl: Annotated[
        timedelta | None,
        typer.Option(metavar="TIME", parser=duration, help="How long it holds, such as 1h or 30d."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a token for a player: it alone is printed, fit for $(…)."""
    async with service.client() as client:
        made = await client.tokens.create(principal, ttl=ttl)
    if as_json:
        say_json(made)
        return
    say(made.token)
    expiry = made.expire_time.ToDatetime().isoformat(sep=" ", timespec="seconds")
    remark(manner.words("cli.token_expires", time=f"{expiry} UTC"))
