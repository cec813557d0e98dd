"""Loading the user's bot from `MODULE:CLASS`, where the module is a name or a file.

Modules are imported by their names, with their folder first on the path, so that other processes
find them too.
"""

import re
import sys
from collections.abc import Callable
from importlib import import_module, invalidate_caches
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Final, TypeAlias, cast

from gemwright_client.bots.bot import Bot
from gemwright_client.cli.failures import USAGE, Failed

Loaded: TypeAlias = Bot | Callable[[], Bot]
"""A bot, or the class of one."""
_FILE: Final = ".py"
_TRACEBACK: Final = "Traceback "
_PLACE: Final = re.compile(r'File "([^"\n]+)", line ([0-9]+)')


def bot_of(text: str) -> Loaded:
    """Load what `MODULE:CLASS` or `FOLDER/FILE.py:CLASS` names; raises `Failed`."""
    source, found, name = text.rpartition(":")
    if not (found and source and name):
        raise Failed("cli.bot_form", code=USAGE, text=text)
    is_file = source.endswith(_FILE) or "/" in source
    module = _module_of(Path(source)) if is_file else _imported(source, Path.cwd())
    bot = _member(module, name)
    if not callable(getattr(bot, "choose", None)):
        raise Failed("cli.bot_no_choose", name=name, file=_file_of(module))
    return cast(Loaded, bot)


def made(bot: Loaded) -> Bot:
    """Return the bot; a class is called without arguments."""
    if not isinstance(bot, type):
        return cast(Bot, bot)
    try:
        return cast(Callable[[], Bot], bot)()
    except Exception as error:
        text = error_line(error, folder_of(bot))
        raise Failed("cli.bot_not_made", name=bot.__name__, error=text) from error


def folder_of(bot: Loaded) -> Path:
    """Return the folder of the file that defines a bot's class."""
    kind = bot if isinstance(bot, type) else type(bot)
    return _file_of(sys.modules[kind.__module__]).parent


def error_line(error: BaseException, folder: Path) -> str:
    """Write an exception in one line, with the last place in this folder that it came through.

    The text of an exception from another process is its traceback.
    """
    text = _text_of(error)
    if text.startswith(_TRACEBACK):
        line = text.splitlines()[-1]
        places = [(file, int(number)) for file, number in _PLACE.findall(text)]
    else:
        line = ": ".join(filter(None, (type(error).__name__, text)))
        frames = extract_tb(error.__traceback__)
        places = [(frame.filename, frame.lineno or 0) for frame in frames]
    own = [
        f"{Path(file).name}:{number}"
        for file, number in places
        if Path(file).is_relative_to(folder) and "site-packages" not in file
    ]
    is_placed = isinstance(error, SyntaxError)  # which names its place itself
    return f"{line} ({own[-1]})" if own and not is_placed else line


def _text_of(error: BaseException) -> str:
    """Return an exception's text; empty if the bot's own exception fails even at that."""
    try:
        return str(error).strip()
    except Exception:
        return ""


def _module_of(file: Path) -> ModuleType:
    """Import the module in a file; raises `Failed` if another of its name comes first."""
    file = file.expanduser().resolve()
    if not file.is_file():
        raise Failed("cli.bot_no_file", file=file)
    module = _imported(file.stem, file.parent)
    if _file_of(module) != file:
        raise Failed("cli.bot_other_module", file=file, name=file.stem)
    return module


def _imported(name: str, folder: Path) -> ModuleType:
    if sys.path[:1] != [str(folder)]:
        sys.path.insert(0, str(folder))
    invalidate_caches()
    try:
        return import_module(name)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and _is_part_of(error.name or "", name):
            raise Failed("cli.bot_no_module", name=name, folder=folder) from None
        raise Failed("cli.bot_not_imported", name=name, error=error_line(error, folder)) from error


def _is_part_of(missing: str, name: str) -> bool:
    """Tell whether the module or its package is missing, not something that it imports."""
    return name == missing or name.startswith(f"{missing}.")


def _member(module: ModuleType, name: str) -> object:
    found: object = module
    for part in name.split("."):
        if not hasattr(found, part):
            raise Failed("cli.bot_no_class", name=name, file=_file_of(module))
        found = getattr(found, part)
    return found


def _file_of(module: ModuleType) -> Path:
    """Return the file of a module, or its name where it has none."""
    file: str | None = getattr(module, "__file__", None)
    return Path(file).resolve() if file else Path(module.__name__)
