"""The standard streams: where one was closed, and what bots print."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import UnsupportedOperation
from typing import Final, TextIO

_STDOUT: Final = 1
_STDERR: Final = 2
_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def open_closed() -> None:
    """From now on a closed stream is empty, or loses what is written, and nobody need ask for it.

    Else what is opened next would have its number, and a library would print data there.
    """
    for name, mode in _STREAMS:
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


@contextmanager
def prints_are_remarks() -> Iterator[TextIO]:
    """Meanwhile what bots print is no data, in processes that are started neither.

    What is data goes to the stream that this gives.
    """
    stdout = sys.stdout
    stdout.flush()
    kept = os.dup(_STDOUT)
    os.dup2(_STDERR, _STDOUT)
    try:
        with redirect_stdout(sys.stderr):
            if _number(stdout) != _STDOUT:
                yield stdout
                return
            with open(kept, "w", encoding=stdout.encoding, closefd=False) as data:
                yield data
    finally:
        os.dup2(kept, _STDOUT)
        os.close(kept)


def _number(stream: TextIO) -> int | None:
    """The file descriptor of a stream, if it has one."""
    try:
        return stream.fileno()
    except UnsupportedOperation:
        return None
