"""Asking a bot for a move without holding up the others: awaited, in a thread, or in a process."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Protocol

from gemwright_client.bots.bot import Bot, BotSource, Choice, bot_from, checked
from gemwright_client.bots.processes import Pool, pool
from gemwright_client.bots.threads import in_thread
from gemwright_client.pb.game_pb2 import Action, View

THREADS: Final = 32


class Ask(Protocol):
    """How a bot is asked."""

    async def __call__(self, view: View, legal_actions: Sequence[Action]) -> Choice:
        """What the bot chooses; raises what went wrong."""
        ...


@asynccontextmanager
async def asking(source: BotSource, processes: int = 0) -> AsyncGenerator[Ask, None]:
    """A way to ask one bot many things at once.

    An `async` choice is awaited. Any other runs in one of up to `THREADS` threads; with `processes`
    it runs in one of so many, each of which has a bot of its own: made there, or a copy. What a bot
    still thinks of at the end is not waited for.
    """
    if processes:
        with pool(source, processes) as places:
            await places.start()
            yield _in_processes(places)
        return
    bot = bot_from(source)
    if inspect.iscoroutinefunction(bot.choose):
        yield _awaited(bot)
    else:
        yield _in_threads(bot)


def _awaited(bot: Bot) -> Ask:
    async def ask(view: View, legal_actions: Sequence[Action]) -> Choice:
        return await _whole(bot.choose(view, legal_actions))

    return ask


def _in_threads(bot: Bot) -> Ask:
    free = asyncio.Semaphore(THREADS)

    async def ask(view: View, legal_actions: Sequence[Action]) -> Choice:
        async with free:
            choice = await in_thread(partial(bot.choose, view, legal_actions))
        return await _whole(choice)

    return ask


def _in_processes(places: Pool) -> Ask:
    async def ask(view: View, legal_actions: Sequence[Action]) -> Choice:
        actions = [action.SerializeToString() for action in legal_actions]
        chosen = await places.ask((view.SerializeToString(), actions))
        return chosen if isinstance(chosen, str) else Action.FromString(chosen)

    return ask


async def _whole(choice: Choice | Awaitable[Choice]) -> Choice:
    """The choice itself, also where a plain method returns something to await."""
    try:
        return checked(await choice if inspect.isawaitable(choice) else choice)
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise RuntimeError("something that the bot waited for was cancelled") from error
