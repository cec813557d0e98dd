"""What strace tells of a store's files, and what of them a loss of power would leave.

The page cache survives a kill, so all that was written is there afterwards; power takes what was
not flushed. A byte counts as flushed if its write had returned before a flush of its file began
that has returned too. So do names, with a flush of their folder. But of a file that was replaced
since nothing is left to put back: then all names count that there are, as if they had got to the
disk in their order just before, which journals of file systems keep.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FLUSHES: Final = ("fsync", "fdatasync")
WRITES: Final = ("write", "writev")
MOVES: Final = ("rename", "renameat", "renameat2")
REMOVALS: Final = ("unlink", "unlinkat")
OPENINGS: Final = ("open", "openat", "creat")
FOREIGN: Final = (
    *("pwrite64", "pwritev", "pwritev2", "sendfile", "copy_file_range", "splice", "fallocate"),
    *("truncate", "link", "linkat"),
)
"""What Valkey does to none of these files; if it ever does, the account would be wrong."""
CALLS: Final = (*FLUSHES, *WRITES, *MOVES, *REMOVALS, *OPENINGS, *FOREIGN, "ftruncate")
LOG: Final = "valkey.log"

_LINE: Final = re.compile(r"(\d+) +[\d.]+ (.*)")
_RESUMED: Final = re.compile(r"<\.\.\. \w+ resumed>(.*)")
_CALL: Final = re.compile(r"(\w+)\((.*)\) += (\d+)(?:<(.*?)>)?(?: \(DELAYED\))?$")
_OPENED: Final = re.compile(r"\d+<([^>]*)>")
_TEXT: Final = re.compile(r'"([^"]*)"')
_UNFINISHED: Final = " <unfinished ...>"
_NEVER_RETURNED: Final = " = ?"


class Untraceable(Exception):
    """The trace has something that is not understood, or does not add up."""


@dataclass(slots=True, eq=False)
class File:
    """A file, whatever its names."""

    size: int
    flushed: int


@dataclass(frozen=True, slots=True)
class Moment:
    """How things were when a call began."""

    names: dict[Path, File]
    sizes: dict[Path, int]


@dataclass(slots=True)
class Disk:
    """The files under a folder, as they are named, and what a loss of power leaves of them."""

    folder: Path
    names: dict[Path, File] = field(default_factory=dict)
    kept: dict[Path, File] = field(default_factory=dict)
    """The names that a loss of power would leave."""
    flushes: int = 0
    moves: int = 0

    @classmethod
    def of(cls, folder: Path) -> "Disk":
        """The files as they lie there now, all of them flushed."""
        disk = cls(folder)
        for path in disk.found():
            size = path.stat().st_size
            disk.names[path] = disk.kept[path] = File(size, size)
        return disk

    def found(self) -> list[Path]:
        """The files that really are there."""
        return [path for path in self.folder.rglob("*") if path.is_file() and self._is_ours(path)]

    def _is_ours(self, path: Path) -> bool:
        return path.is_relative_to(self.folder) and path.name != LOG

    def follow(self, trace: Path) -> None:
        """Let happen what a trace tells, and compare the outcome with what is really there."""
        begun: dict[str, tuple[str, Moment]] = {}
        for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
            found = _LINE.fullmatch(line)
            if found is None:
                raise Untraceable(line)
            process, text = found.groups()
            if _UNFINISHED in text:
                begun[process] = (text.partition(_UNFINISHED)[0], self._moment())
            elif text.endswith(_NEVER_RETURNED):
                begun.setdefault(process, (text, self._moment()))
            elif resumed := _RESUMED.fullmatch(text):
                start, moment = begun.pop(process)
                self._apply(start + resumed[1], moment)
            else:
                self._apply(text, self._moment())
        for text, _ in begun.values():
            self._finish(text)
        self._compare()

    def _moment(self) -> Moment:
        return Moment(dict(self.names), {path: file.size for path, file in self.names.items()})

    def _finish(self, text: str) -> None:
        """Let happen what a call did of which nobody knows whether it returned: see what it did."""
        name, _, words = text.partition("(")
        if name in (*MOVES, *REMOVALS):
            paths = [self._path(one) for one in _TEXT.findall(words)]
            if paths[0] in self.names and not paths[0].exists():
                self._apply(f"{text}) = 0", self._moment())
        elif name in (*WRITES, "ftruncate"):
            path = _opened(words)
            if path.exists() and (file := self._file(path)):
                file.size = path.stat().st_size
        elif name in OPENINGS and "O_CREAT" in words:
            for path in map(self._path, _TEXT.findall(words)):
                if path.is_file() and self._is_ours(path):
                    self.names.setdefault(path, File(0, 0))

    def _compare(self) -> None:
        really = {path: path.stat().st_size for path in self.found()}
        traced = {path: file.size for path, file in self.names.items()}
        if really != traced:
            raise Untraceable(f"there is {really}, but traced was {traced}")

    def _apply(self, text: str, began: Moment) -> None:
        """Let happen one call that has returned; those that failed have no effect."""
        found = _CALL.match(text)
        if found is None:
            return
        name, words, result, opened = found.groups()
        if name in FLUSHES:
            self._flush(_opened(words), began)
        elif name in WRITES:
            if file := self._file(_opened(words)):
                file.size += int(result)
        elif name == "ftruncate":
            if file := self._file(_opened(words)):
                file.size = int(words.rpartition(", ")[2])
                file.flushed = min(file.flushed, file.size)
        elif name in OPENINGS:
            self._open(Path(opened), words)
        elif name in MOVES:
            self._move(*map(self._path, _TEXT.findall(words)))
        elif name in REMOVALS:
            self.names.pop(self._path(_TEXT.findall(words)[0]), None)
        elif str(self.folder) in words:
            raise Untraceable(text)

    def _path(self, text: str) -> Path:
        """Valkey works in its folder."""
        return self.folder / text

    def _file(self, path: Path) -> File | None:
        """A file that is open; none if it is not one of those that count."""
        if not self._is_ours(path) or path.name.endswith("(deleted)"):
            return None
        if path not in self.names:
            raise Untraceable(f"nobody has opened {path}")
        return self.names[path]

    def _open(self, path: Path, words: str) -> None:
        if not self._is_ours(path) or path.is_dir() or "O_CREAT" not in words:
            return
        file = self.names.setdefault(path, File(0, 0))
        if "O_TRUNC" in words:
            file.size = file.flushed = 0

    def _move(self, old: Path, new: Path) -> None:
        if self._is_ours(old):
            self.names[new] = self.names.pop(old)
            self.moves += 1

    def _flush(self, path: Path, began: Moment) -> None:
        if path.is_dir():
            self.kept = {name: file for name, file in self.kept.items() if name.parent != path}
            self.kept |= {name: file for name, file in began.names.items() if name.parent == path}
        elif file := self._file(path):
            name = next((name for name, one in began.names.items() if one is file), path)
            file.flushed = max(file.flushed, min(began.sizes.get(name, 0), file.size))
            self.flushes += 1

    def lose_power(self) -> int:
        """Leave of the files what a loss of power would; how many bytes that takes."""
        now = {file: path for path, file in self.names.items()}
        if any(file not in now and name in self.names for name, file in self.kept.items()):
            self.kept = dict(self.names)  # nothing is left of a file that was replaced
        left = {
            name: now[file].read_bytes()[: file.flushed]
            for name, file in self.kept.items()
            if file in now  # those that were removed since are named in no manifest that is kept
        }
        before = sum(path.stat().st_size for path in self.found())
        for path in self.found():
            path.unlink()
        for path, content in left.items():
            path.write_bytes(content)
        return before - sum(map(len, left.values()))


def _opened(words: str) -> Path:
    """The path of the open file that is the first word of a call."""
    found = _OPENED.match(words)
    return Path(found[1] if found else "")
