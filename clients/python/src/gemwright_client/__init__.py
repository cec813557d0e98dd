"""Client, bots and command line for Gemwright, the game service without a screen.

    async with Client("127.0.0.1:7373", token="dev:ann") as client:
        match = client.match("abcdefghijklmnopqrstuvwx")
        print(await match.legal_actions())
        await match.act("take c3 c4 c5")
        async for update in match.updates():
            ...

Messages are those of the contract, in `gemwright_client.pb`. `errors` has the tree of exceptions.
With the extra `engine`, `gemwright_client.rules` plays without a network; with the extra `server`,
`gemwright_client.local` has servers for tests.
"""

from gemwright_client.blocking import SyncClient, SyncMatch
from gemwright_client.board import Cards, view_text
from gemwright_client.bots.bot import Bot, Choice
from gemwright_client.bots.runner import Tally, run_bot
from gemwright_client.client import Client
from gemwright_client.errors import GemwrightError
from gemwright_client.match import Match, new_request_id
from gemwright_client.network.address import Tls, Token
from gemwright_client.notation import action_text, parse_action
from gemwright_client.watch import Missed
from gemwright_client.words import Words, words_of

__all__ = [
    "Bot",
    "Cards",
    "Choice",
    "Client",
    "GemwrightError",
    "Match",
    "Missed",
    "SyncClient",
    "SyncMatch",
    "Tally",
    "Tls",
    "Token",
    "Words",
    "action_text",
    "new_request_id",
    "parse_action",
    "run_bot",
    "view_text",
    "words_of",
]
