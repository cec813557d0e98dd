"""deploy/Dockerfile without an engine: its steps build a server that runs and is healthy."""

import subprocess
import venv
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from gemwright.settings import read_settings
from tests.app.process import clean_environment
from tests.deploy.dockerfile import IGNORED, ROOT, Build, image_environment, instructions, the_one
from tests.ports import free_port

PATIENCE = 60.0


def test_the_builder_gets_what_is_copied_and_nothing_else() -> None:
    lines = IGNORED.read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    assert "**/__pycache__" in lines
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    copied = [one.words[:-1] for one in instructions() if one.name == "COPY" and one.stage == 1]
    assert sent == {name for names in copied for name in names}
    assert all((ROOT / name).exists() for name in sent)


def test_the_image_runs_the_program_itself_as_nobody_in_particular() -> None:
    assert the_one("ENTRYPOINT").program() == ["gemwright-server"], "signals reach it"
    assert the_one("STOPSIGNAL").text == "SIGTERM"
    assert the_one("USER").text == "10001:10001", "numeric: orchestrators cannot judge a name"
    settings = read_settings([], image_environment())
    assert the_one("EXPOSE").words == [str(settings.listen.port)]
    assert the_one("VOLUME").words == [str(settings.data)]


def test_both_stages_have_the_same_python() -> None:
    named = [one.text for one in instructions() if one.name == "FROM"]
    assert [name.removesuffix(" AS build") for name in named] == ["python:${PYTHON}"] * 2


@dataclass(frozen=True)
class Image:
    """What was built, and what it sets."""

    environment: dict[str, str]
    folder: Path

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a program that is in the image."""
        return subprocess.Popen(
            words,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str) -> tuple[int, str, str]:
        """Run one to its end; its exit code and what it printed."""
        with self.start(*words) as process:
            out, complaint = process.communicate(timeout=PATIENCE)
        return process.returncode, out, complaint


def built(folder: Path) -> Image:
    """The image, with folders of the test for its own; it listens as it does in a container."""
    venv.create(folder / "base", with_pip=True)
    place = folder / "image"
    (place / "opt").mkdir(parents=True)
    build = Build(place, folder / "base/bin/python")
    build.run()
    with ExitStack() as stack:
        port = free_port(stack)
    settings = {
        "PATH": f"{build.place('/opt/gemwright/bin')}:/usr/bin:/bin",
        "GEMWRIGHT_DATA": str(folder / "data"),
        "GEMWRIGHT_LISTEN": f"0.0.0.0:{port}",
        "GEMWRIGHT_KEYS": str(folder / "keys.json"),
    }
    environment = clean_environment(image_environment() | settings)
    environment.pop("PYTHONPATH", None)
    return Image(environment, folder)


INSTALLED = """\
from importlib.metadata import distributions
print(*sorted(f"{one.name}=={one.version}" for one in distributions()), sep="\\n")
"""


@pytest.mark.long
def test_what_is_built_serves_with_keys_and_is_found_healthy(tmp_path: Path) -> None:
    image = built(tmp_path)
    code, out, _ = image.run("python", "-c", INSTALLED)
    found = set(out.split())
    ours = {name for name in found if name.startswith("gemwright==")}
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert (code, len(ours)) == (0, 1)
    assert found - ours <= set(constraints.split()), "nothing but what is pinned"
    assert not {name.partition("==")[0] for name in found} & {"pip", "pytest", "hatchling", "mypy"}

    server = the_one("ENTRYPOINT").program()
    health = the_one("HEALTHCHECK").program()
    assert image.run(*health)[0] == 1
    refused = image.run(*server)
    assert refused[0] != 0, "without keys it serves nobody but its own machine"
    code, key, complaint = image.run(*server, "keys", "new", "--owner", "demo")
    assert code == 0, complaint
    assert len(key.split()) == 1
    with image.start(*server) as process:
        try:
            assert process.stdout is not None
            assert "listens on 0.0.0.0" in process.stdout.readline()
            assert image.run(*health) == (0, "serving\n", "")
            process.terminate()
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
    assert image.run(*health)[0] == 1
