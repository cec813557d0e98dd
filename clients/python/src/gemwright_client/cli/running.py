"""What makes a function a command.

Records among its parameters (`options.py`) become options, one for each field; an `async` function
is run to its end; and whatever it raises is told in a line or two, and becomes an exit code.
"""

import asyncio
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import fields
from typing import ParamSpec, Protocol, TypeAlias, TypeVar, cast

import typer

from gemwright_client.cli.complaints import complaint
from gemwright_client.cli.exits import DONE, INTERRUPTED, code_of
from gemwright_client.cli.options import Manner, Service

ParametersT = ParamSpec("ParametersT")
ResultT = TypeVar("ResultT")
Ending: TypeAlias = Coroutine[object, object, None] | None
Record: TypeAlias = Service | Manner


class Command(Protocol):
    """What typer calls, with a value for each option."""

    def __call__(self, **values: object) -> None:
        """Do it."""


class _Function(Protocol):
    def __call__(self, **values: object) -> Ending: ...


class _Kind(Protocol):
    def __call__(self, **values: object) -> Record: ...


def run(coroutine: Coroutine[object, object, ResultT]) -> ResultT:
    """Run a coroutine to its end on an event loop of its own."""
    return asyncio.run(coroutine)


def command(function: Callable[ParametersT, Ending]) -> Command:
    """The function as typer is to see it."""
    parameters = inspect.signature(function).parameters
    records: dict[str, type[Record]] = {
        name: parameter.annotation
        for name, parameter in parameters.items()
        if parameter.annotation in (Service, Manner)
    }

    def call(**values: object) -> None:
        made = {name: _made(kind, values) for name, kind in records.items()}
        _guarded(cast(_Function, function), {**values, **made})

    spread: list[inspect.Parameter] = []
    for name, parameter in parameters.items():
        spread += _options(records[name]) if name in records else [_keyword(parameter)]
    call.__doc__ = _unwrapped(inspect.getdoc(function) or "")
    call.__annotations__ = {option.name: option.annotation for option in spread}
    call.__signature__ = inspect.Signature(spread)  # type: ignore[attr-defined]
    return call


def _unwrapped(text: str) -> str:
    """A docstring with each paragraph on one line, as typer is to wrap them anew."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _made(kind: type[Record], values: dict[str, object]) -> Record:
    """The record, of what typer has read for its fields."""
    own = {field.name: values.pop(field.name) for field in fields(kind)}
    return cast(_Kind, kind)(**own)


def _options(kind: type[Record]) -> list[inspect.Parameter]:
    return [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type
        )
        for field in fields(kind)
    ]


def _keyword(parameter: inspect.Parameter) -> inspect.Parameter:
    return parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)


def _guarded(function: _Function, values: Mapping[str, object]) -> None:
    """Call the function; its errors become words and an exit code."""
    try:
        running = function(**values)
        if running is not None:
            run(running)
        sys.stdout.flush()
    except (typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        silence()
        raise typer.Exit(DONE) from None
    except Exception as error:
        raise typer.Exit(_tell(error, values)) from None


def _tell(error: Exception, values: Mapping[str, object]) -> int:
    """Say what happened; the exit code."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    given = list(values.values())
    manner = next((value for value in given if isinstance(value, Manner)), Manner())
    server = next((value.server for value in given if isinstance(value, Service)), "")
    if manner.debug:
        traceback.print_exception(error)
    print(complaint(error, manner.words, server), file=sys.stderr)
    return code_of(error)


def silence() -> None:
    """Nobody reads on: lose what is still to be written instead of complaining about it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
