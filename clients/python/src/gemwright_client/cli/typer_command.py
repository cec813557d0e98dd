"""Making commands for typer of plain and `async` functions.

Records among the parameters (`options.py`) become options, one for each field; an `async` function
is run to its end; and what it raises is printed in a line or two and becomes an exit code.
"""

import asyncio
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Container, Coroutine, Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Final, ParamSpec, Protocol, TypeAlias, cast, get_args

import typer
from typer.models import OptionInfo

from gemwright_client.cli.failures import DONE, INTERRUPTED, code_of, complaint
from gemwright_client.cli.options import Manner, OptionRecord, Service
from gemwright_client.cli.output import remark
from gemwright_client.cli.values import completing, one_of

ParametersT = ParamSpec("ParametersT")
EndReason: TypeAlias = Coroutine[object, object, None] | None

_CONTEXT: Final = "context"
_OF_CONTEXT: Final = inspect.Parameter(
    _CONTEXT, inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context
)
_TYPED: Final = "COMMANDLINE"
_SHARED: Final = (Service, Manner)
"""The records that many commands have; the help lists their options last."""


class Command(Protocol):
    """A function that typer calls with a value for each option."""

    def __call__(self, **values: object) -> None:
        """Run the command."""


class _Function(Protocol):
    def __call__(self, **values: object) -> EndReason: ...


class _Kind(Protocol):
    def __call__(self, **values: object) -> OptionRecord: ...


def command(function: Callable[ParametersT, EndReason]) -> Command:
    """Make a command of a function."""
    parameters = inspect.signature(function).parameters
    records: dict[str, type[OptionRecord]] = {
        name: parameter.annotation
        for name, parameter in parameters.items()
        if isinstance(parameter.annotation, type) and issubclass(parameter.annotation, OptionRecord)
    }

    def call(**values: object) -> None:
        context = values[_CONTEXT] if _CONTEXT in parameters else values.pop(_CONTEXT)
        typed = _typed(cast(typer.Context, context), values)
        made = {name: _made(kind, values, typed) for name, kind in records.items()}
        _guarded(cast(_Function, function), {**values, **made})

    spread: list[inspect.Parameter] = []
    if _CONTEXT not in parameters:
        spread.append(_OF_CONTEXT)
    own_first = sorted(parameters.items(), key=lambda named: records.get(named[0]) in _SHARED)
    for name, parameter in own_first:
        spread += _options(records[name]) if name in records else [_keyword(parameter)]
    for option in spread:
        _name_value(option)
        _read_names(option)
    call.__doc__ = _unwrapped(inspect.getdoc(function) or "")
    call.__annotations__ = {option.name: option.annotation for option in spread}
    # Typer finds the options there, through `inspect`; typed functions have no such attribute.
    vars(call)["__signature__"] = inspect.Signature(spread)
    return call


def _unwrapped(text: str) -> str:
    """Put each paragraph of a docstring on one line: typer wraps them again."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _typed(context: typer.Context, names: Iterable[str]) -> frozenset[str]:
    """Return which options stood on the command line."""
    sources = {name: context.get_parameter_source(name) for name in names}
    return frozenset(name for name, source in sources.items() if source and source.name == _TYPED)


def _made(
    kind: type[OptionRecord], values: dict[str, object], typed: Container[str]
) -> OptionRecord:
    """Make the record from what typer has read for its fields."""
    own = {field.name: values.pop(field.name) for field in fields(kind)}
    record = cast(_Kind, kind)(**own)
    return record.preferring(typed) if isinstance(record, Service) else record


def _options(kind: type[OptionRecord]) -> list[inspect.Parameter]:
    return [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type
        )
        for field in fields(kind)
    ]


def _keyword(parameter: inspect.Parameter) -> inspect.Parameter:
    return parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)


def _name_value(option: inspect.Parameter) -> None:
    """Name the type of the value in the help: none for a switch, NUMBER for a number."""
    kind, *infos = get_args(option.annotation) or (None,)
    for info in infos:
        if not isinstance(info, OptionInfo) or info.metavar is not None:
            continue
        if kind is bool:
            info.metavar = ""
        elif int in (kind, *get_args(kind)):
            info.metavar = "NUMBER"


def _read_names(option: inspect.Parameter) -> None:
    """Read one of several names ourselves: typer's error would begin with an exception's name."""
    kind, *infos = get_args(option.annotation) or (None,)
    for names in (kind, *get_args(kind)):
        if not (isinstance(names, type) and issubclass(names, StrEnum)):
            continue
        for info in infos:
            if isinstance(info, OptionInfo):
                info.metavar = info.metavar or f"<{'|'.join(names)}>"
                info.parser, info.autocompletion = one_of(names), completing(names)


def _guarded(function: _Function, values: Mapping[str, object]) -> None:
    """Call the function, and turn its errors into words and an exit code."""
    try:
        running = function(**values)
        if running is not None:
            asyncio.run(running)
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
    """Print what went wrong; return the exit code."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    given = list(values.values())
    manner = next((value for value in given if isinstance(value, Manner)), Manner())
    service = next((value for value in given if isinstance(value, Service)), None)
    server = service.server if service else ""
    has_token = service is None or bool(service.token or service.token_file)
    if manner.debug:
        traceback.print_exception(error)
    remark(complaint(error, manner.words, server, has_token=has_token))
    return code_of(error)


def silence() -> None:
    """Drop what is still to be written, because nobody reads it any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
