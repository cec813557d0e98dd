"""What a bot is: an object with a method `choose`, or whatever makes one."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias, cast

from gemwright_client.errors import BotUnusable
from gemwright_client.pb.game_pb2 import Action, View

Choice: TypeAlias = Action | str
"""One of the legal actions, or its notation; a purchase may have a payment."""


class Bot(Protocol):
    """Something that plays: it chooses one of the legal actions."""

    def choose(self, view: View, legal_actions: Sequence[Action]) -> Choice | Awaitable[Choice]:
        """Choose what to do now; may be `async`."""
        ...


BotSource: TypeAlias = Bot | Callable[[], Bot]
"""A bot; or a class, or whatever else makes one."""


def bot_from(source: BotSource) -> Bot:
    """Return the bot, made if need be; raises `BotUnusable` where there is none."""
    is_bot = hasattr(source, "choose") and not isinstance(source, type)
    if not is_bot and not callable(source):
        raise BotUnusable(f"{source!r} is no bot: it has no method choose")
    bot = source if is_bot else cast(Callable[[], Bot], source)()
    if not callable(getattr(bot, "choose", None)):
        raise BotUnusable(f"{bot!r} is no bot: it has no method choose")
    return cast(Bot, bot)


async def awaited(choice: Awaitable[Choice]) -> Choice:
    """Make a coroutine of an awaitable: `asyncio.Runner` runs nothing else."""
    return await choice


def checked(choice: object) -> Choice:
    """Return what a bot chose; raises `TypeError` if it is no action."""
    if isinstance(choice, Action | str):
        return choice
    raise TypeError(f"the bot chose {choice!r}, which is no action")
