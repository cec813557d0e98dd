"""deploy/Dockerfile as instructions, and its build steps done in a folder instead of an image."""

import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCKERFILE: Final = ROOT / "deploy/Dockerfile"
IGNORED: Final = ROOT / ".dockerignore"
MINUTES: Final = 300.0


@dataclass(frozen=True)
class Instruction:
    """One instruction of one stage."""

    stage: int
    name: str
    text: str

    @property
    def words(self) -> list[str]:
        """Its words, without quotes."""
        return shlex.split(self.text)

    def program(self) -> list[str]:
        """The words of a program that is started without a shell."""
        return [str(word) for word in json.loads(self.text[self.text.index("[") :])]


def instructions() -> list[Instruction]:
    """All of them; those before the first stage are of stage 0."""
    kept = [line for line in DOCKERFILE.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    stage, found = 0, []
    for line in re.sub(r"\\\n\s*", "", "\n".join(kept)).splitlines():
        name, _, text = line.partition(" ")
        stage += name == "FROM"
        if name:
            found.append(Instruction(stage, name, text))
    return found


def the_one(name: str) -> Instruction:
    """The instruction that the last stage gives once."""
    last = instructions()[-1].stage
    (found,) = (one for one in instructions() if (one.stage, one.name) == (last, name))
    return found


def image_environment() -> dict[str, str]:
    """What the image sets."""
    return dict(word.split("=", 1) for word in the_one("ENV").words)


class Build:
    """A folder that stands for the file system of the building stage."""

    def __init__(self, folder: Path, python: Path) -> None:
        self._folder = folder
        self._at = folder
        self._environment = dict(os.environ) | {"PATH": f"{python.parent}:/usr/bin:/bin"}

    def place(self, path: str) -> Path:
        """Where something of the image is."""
        return self._folder / path.removeprefix("/") if path.startswith("/") else self._at / path

    def run(self) -> None:
        """All steps of the first stage."""
        for one in instructions():
            if one.stage == 1:
                self._do(one)

    def _do(self, one: Instruction) -> None:
        match one.name:
            case "FROM":
                pass
            case "ENV":
                self._environment |= dict(word.split("=", 1) for word in one.words)
            case "WORKDIR":
                self._at = self.place(one.text)
                self._at.mkdir()
            case "COPY":
                self._copy(*one.words)
            case "RUN":
                self._shell(one.text.replace("/opt/", f"{self._folder}/opt/"))
            case _:
                raise AssertionError(f"{one.name} is not known here")

    def _copy(self, *words: str) -> None:
        *sources, target = words
        for name in sources:
            source, place = ROOT / name, self.place(target)
            if source.is_dir():
                shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, place)

    def _shell(self, text: str) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", text],
            cwd=self._at,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=MINUTES,
        )
        assert done.returncode == 0, done.stdout + done.stderr
