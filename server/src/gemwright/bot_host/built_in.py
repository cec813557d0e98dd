"""The bots that come with a server: how each chooses, for which owners, and their host."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from gemwright.auth.keyring import Keyring
from gemwright.bot_host.host import BotHost
from gemwright.bot_host.player import Bells
from gemwright.bot_host.transports import inside
from gemwright.bots import BOTS, Bot
from gemwright.engine import GAMES
from gemwright.rpc.auth import DEVELOPMENT_OWNER
from gemwright.rpc.calls import Handlers


def _choose(bot: Bot, game: str, view: object, actions: Sequence[object], rng: Random) -> object:
    return bot.of(GAMES[game].FAMILY)(view, actions, rng)


CHOICES: Final = {name: partial(_choose, bot) for name, bot in BOTS.items()}
"""How every bot chooses, by its name."""


def owners_in(keyring: Keyring) -> Collection[str]:
    """Every owner that has or had a key: bots play on even while no key is good."""
    keyring.look()
    return {key.owner for key in keyring.keys.api_keys}


def owners_of(keys: Path | None) -> Callable[[], Collection[str]]:
    """A function that lists all owners; without keys there is the one of development mode."""
    if keys is None:
        return lambda: (DEVELOPMENT_OWNER,)
    # The server reads the same file, and logs it if it cannot.
    return partial(owners_in, Keyring(keys, lambda text: None))


def host_inside(services: Mapping[str, Handlers], keys: Path | None, bells: Bells) -> BotHost:
    """The host in a server's own process."""
    return BotHost(CHOICES, owners_of(keys), inside(services), bells)
