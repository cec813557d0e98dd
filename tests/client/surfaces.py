"""The public surface of the client, as text: what can be imported, called, read and caught.

`python -m tests.client.surfaces` writes it anew after a change that is meant.
"""

import ast
import dataclasses
import importlib
import inspect
import re
import sys
import textwrap
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

MODULES: Final = (
    "gemwright_client",
    "gemwright_client.board",
    "gemwright_client.errors",
    "gemwright_client.local",
    "gemwright_client.picture",
    "gemwright_client.rules",
    "gemwright_client.verify",
)
GOLDEN: Final = Path(__file__).with_name("surface.txt")
_HANDLES: Final = ("matches", "tokens", "inbox", "catalogue", "operator")
_QUALIFIED: Final = re.compile(r"(?<!')\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])")
_ANONYMOUS: Final = re.compile(r"<function (\w+) at 0x\w+>")


def surface() -> str:
    """All of it; names of types stand without their modules."""
    return "\n".join(f"# {name}\n\n{_short(_module(name))}" for name in MODULES)


def _short(lines: Iterator[str]) -> str:
    text = "".join(f"{line}\n" for line in lines)
    for wrapper, name in _enums().items():
        text = text.replace(wrapper, name)
    return _QUALIFIED.sub("", _ANONYMOUS.sub(r"\1", text))


def _enums() -> dict[str, str]:
    """What the enumerations of the contract are printed as, and what they are called."""
    modules = [found for name, found in sys.modules.items() if ".pb." in name]
    return {
        repr(found): found.DESCRIPTOR.name
        for module in modules
        for found in vars(module).values()
        if isinstance(found, EnumTypeWrapper)
    }


def _module(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    names = module.__all__ if hasattr(module, "__all__") else _own(module)
    for public in sorted(names):
        found = getattr(module, public)
        found = found if inspect.isclass(found) else inspect.unwrap(found)
        if not inspect.isclass(found) or found.__module__.startswith(name):
            yield from (*_thing(public, found), "")
    if name == "gemwright_client":
        for handle in _HANDLES:
            kind = type(getattr(module.Client("localhost"), handle))
            yield from (*_class(f"Client().{handle}", kind), "")


def _own(module: types.ModuleType) -> list[str]:
    """What a module defines itself."""
    return [
        name
        for name, found in vars(module).items()
        if not name.startswith("_") and getattr(found, "__module__", "") == module.__name__
    ]


def _thing(name: str, found: object) -> Iterator[str]:
    if inspect.isclass(found):
        yield from _class(name, found)
    elif inspect.isfunction(found):
        yield f"{_verb(found)} {name}{inspect.signature(found)}"
    elif get_args(found):
        yield f"{name} = {found}"
    else:
        yield f"{name}: {type(found).__name__}"


def _class(name: str, kind: type) -> Iterator[str]:
    bases = [base.__name__ for base in kind.__bases__ if base is not object]
    yield f"class {name}({', '.join(bases)})" if bases else f"class {name}"
    if "__init__" in vars(kind) and not dataclasses.is_dataclass(kind):
        yield f"    def __init__{inspect.signature(kind.__init__)}"  # type: ignore[misc]
    fields = (
        [one.name for one in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else []
    )
    for field in dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ():
        default = "" if field.default is dataclasses.MISSING else f" = {field.default!r}"
        yield f"    {field.name}: {_type(field.type)}{default}"
    if "__init__" in vars(kind):
        yield from (f"    {name}" for name in sorted(set(_attributes(kind)) - set(fields)))
    for public in sorted(vars(kind)):
        found = vars(kind)[public]
        if not public.startswith("_") and public not in fields:
            yield from _member(public, found)


def _attributes(kind: type) -> Iterator[str]:
    """What an object has from its beginning."""
    if dataclasses.is_dataclass(kind) or not isinstance(vars(kind)["__init__"], types.FunctionType):
        return
    begun = ast.parse(textwrap.dedent(inspect.getsource(vars(kind)["__init__"])))
    for node in ast.walk(begun):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if not node.attr.startswith("_"):
                yield node.attr


def _member(name: str, found: object) -> Iterator[str]:
    if isinstance(found, property):
        told = found.fget.__annotations__.get("return") if found.fget else None
        yield f"    {name}: {_type(told)} (read only)"
    elif isinstance(found, staticmethod | classmethod):
        yield f"    {type(found).__name__} {name}{inspect.signature(found.__func__)}"
    elif inspect.isfunction(found):
        yield f"    {_verb(found)} {name}{inspect.signature(found)}"
    else:
        yield f"    {name} = {found!r}"


def _verb(function: types.FunctionType) -> str:
    is_async = inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)
    return "async def" if is_async else "def"


def _type(annotation: object) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


if __name__ == "__main__":
    GOLDEN.write_text(surface(), encoding="utf-8")
