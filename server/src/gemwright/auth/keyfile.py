"""The file of keys: read whole, written whole by a rename, changed by one process at a time."""

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE
from typing import Final, TypeAlias

import msgspec

from gemwright.auth.keys import FORMAT, Keys, KeysRefused

Stamp: TypeAlias = tuple[int, ...]
_EVERYBODY: Final = 0o007
_AS_WIDE_AS: Final = 0o660


class _Head(msgspec.Struct):
    format: int


def stamp_of(path: Path) -> Stamp | None:
    """A value that changes whenever the file does; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def read_keys(path: Path) -> Keys:
    """The keys in a file; raises `KeysRefused`."""
    try:
        with path.open("rb") as file:
            mode = S_IMODE(os.fstat(file.fileno()).st_mode)
            content = file.read()
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise KeysRefused(f"{path}: {reason}; keys new makes a file of keys") from None
    if mode & _EVERYBODY:
        raise KeysRefused(f"{path}: every user of this machine can open it; chmod 600 it")
    return _decoded(path, content)


def _decoded(path: Path, content: bytes) -> Keys:
    try:
        found = msgspec.json.decode(content, type=_Head).format
        if found != FORMAT:
            raise KeysRefused(f"{path}: it has the format {found}, this version reads {FORMAT}")
        keys = msgspec.json.decode(content, type=Keys)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise KeysRefused(f"{path}: it is no file of keys") from None
    if not keys.signing_keys:
        raise KeysRefused(f"{path}: it has no signing key; make a new file with keys new")
    if not keys.are_sound:
        raise KeysRefused(f"{path}: it has keys that keys new never makes")
    return keys


def change_keys(path: Path, change: Callable[[Keys], Keys], *, may_make: bool) -> None:
    """Change the keys in the file; `may_make` allows to begin without a file."""
    path = path.resolve()
    try:
        with _alone_in(path.parent):
            is_new = may_make and not path.exists()
            _write(path, change(Keys() if is_new else read_keys(path)))
    except OSError as error:
        raise KeysRefused(f"{path}: {(error.strerror or 'refused').lower()}") from None


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Lock the folder, so that no other command changes the file meanwhile."""
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
        os.fsync(held)
    finally:
        os.close(held)


def _write(path: Path, keys: Keys) -> None:
    content = msgspec.json.format(msgspec.json.encode(keys), indent=2) + b"\n"
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # of mode 600
    try:
        with os.fdopen(handle, "wb") as file:
            _keep_access(path, handle)
            file.write(content)
            file.flush()
            os.fsync(handle)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _keep_access(path: Path, handle: int) -> None:
    """Give the new file the owner and permissions of the old one."""
    with suppress(FileNotFoundError):
        old = path.stat()
        with suppress(PermissionError):
            os.fchown(handle, old.st_uid, old.st_gid)
            os.fchmod(handle, old.st_mode & _AS_WIDE_AS)
