"""How a fault gets into a server: something of the product is replaced before anything uses it."""

import sys
from hashlib import sha1

from gemwright.redis import commands

_USERS_OF_SCRIPTS = ("gemwright.redis.primaries",)


class Missing(Exception):
    """What a fault replaces is not there any more: the fault must be written anew."""


def replace(owner: object, name: str, faulty: object) -> None:
    """Put something faulty where something of the product is."""
    if not callable(getattr(owner, name, None)):
        raise Missing(f"{owner} has no {name}")
    setattr(owner, name, faulty)


def rewrite(sound: str, faulty: str) -> None:
    """Change the text of every script that has this piece, which at least one has, once."""
    if used := [module for module in _USERS_OF_SCRIPTS if module in sys.modules]:
        raise Missing(f"{used} have the scripts already")
    made = tuple(_rewritten(script, sound, faulty) for script in commands.SCRIPTS)
    if made == commands.SCRIPTS:
        raise Missing(f"no script has: {sound}")
    for name, value in vars(commands).copy().items():
        if isinstance(value, commands.Script):
            setattr(commands, name, made[commands.SCRIPTS.index(value)])
    loading = [commands.packed((b"SCRIPT", b"LOAD", script.text)) for script in made]
    replaced = {"SCRIPTS": made, "LOAD_ALL": b"".join(loading)}
    for name, new in replaced.items():
        if not hasattr(commands, name):
            raise Missing(f"the scripts have no {name}")
        setattr(commands, name, new)


def _rewritten(script: commands.Script, sound: str, faulty: str) -> commands.Script:
    if script.text.count(sound.encode()) > 1:
        raise Missing(f"more than once: {sound}")
    text = script.text.replace(sound.encode(), faulty.encode())
    return commands.Script(text, sha1(text, usedforsecurity=False).hexdigest().encode())
