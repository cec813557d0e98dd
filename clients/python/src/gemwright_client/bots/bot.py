"""What a bot is: anything with one method, or what makes one."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias, cast

from gemwright_client.errors import BotUnusable
from gemwright_client.pb.game_pb2 import Action, View

Choice: TypeAlias = Action | str
"""One of the legal actions, a purchase perhaps with a payment; or its notation."""


class Bot(Protocol):
    """Something that plays: it chooses one of the legal actions."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Choice | Awaitable[Choice]:
        """What to do now; may be `async`."""
        ...


BotSource: TypeAlias = Bot | Callable[[], Bot]
"""A bot; or a class, or whatever else makes one."""


def bot_from(source: BotSource) -> Bot:
    """The bot itself, made if need be; raises `BotUnusable` where there is none."""
    is_bot = hasattr(source, "choose") and not isinstance(source, type)
    if not is_bot and not callable(source):
        raise BotUnusable(f"{source!r} is no bot: it has no method choose")
    bot = source if is_bot else cast(Callable[[], Bot], source)()
    if not callable(getattr(bot, "choose", None)):
        raise BotUnusable(f"{bot!r} is no bot: it has no method choose")
    return cast(Bot, bot)


async def awaited(choice: Awaitable[Choice]) -> Choice:
    """What somebody waits for, as a coroutine, which is all that `asyncio.Runner` runs."""
    return await choice


def checked(choice: object) -> Choice:
    """What a bot chose, if that is an action at all."""
    if isinstance(choice, Action | str):
        return choice
    raise TypeError(f"the bot chose {choice!r}, which is no action")
