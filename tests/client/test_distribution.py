"""What is installed: everything the library reads, and nothing that its extras do not name."""

import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from tarfile import TarInfo
from zipfile import ZipFile

import pytest

from tests.client.readmes import CLIENT

ROOT = CLIENT.parents[1]


def project(folder: Path) -> dict[str, object]:
    found = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert isinstance(found, dict)
    return found


def sdist(source: Path, folder: Path) -> dict[str, TarInfo]:
    """What is in the source distribution of a project, by path."""
    build = f"from hatchling.build import build_sdist; print(build_sdist({str(folder)!r}))"
    command = [sys.executable, "-P", "-c", build]
    built = subprocess.run(command, cwd=source, capture_output=True, text=True, check=True)
    with tarfile.open(folder / built.stdout.strip()) as archive:
        return {one.name.partition("/")[2]: one for one in archive}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of the files in the built distribution."""
    folder = tmp_path_factory.mktemp("wheel")
    words = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", *words, str(CLIENT)], check=True)
    (built,) = folder.glob("*.whl")
    return ZipFile(built).namelist()


def test_the_distribution_has_every_file_of_the_package(wheel: list[str]) -> None:
    source = CLIENT / "src"
    files = {
        str((Path(folder) / name).relative_to(source))
        for folder, _, names in os.walk(source, followlinks=True)
        for name in names
        if not name.endswith(".pyc")
    }
    assert {name for name in wheel if ".dist-info/" not in name} == files
    assert {"gemwright_client/py.typed", "gemwright_client/words/fr.json"} <= files
    assert {"gemwright_client/terms/fr.json", "gemwright_client/pb/game_pb2.py"} <= files


def test_source_distributions_have_files_where_the_repository_has_links(tmp_path: Path) -> None:
    linked = {"pb/game_pb2.py", "terms/fr.json"}
    real = {"pb/game_pb2.py", "words/fr.json"}
    client = sdist(CLIENT, tmp_path)
    assert {client[f"src/gemwright_client/{name}"].isreg() for name in linked} == {True}
    whole = sdist(ROOT, tmp_path)
    assert {whole[f"server/src/gemwright/{name}"].isreg() for name in real} == {True}
    copied = {f"clients/python/src/gemwright_client/{name}" for name in linked}
    assert {whole[name].isreg() for name in copied} == {True}


def test_the_library_itself_needs_grpcio_and_protobuf_alone() -> None:
    dependencies = project(CLIENT)["dependencies"]
    assert isinstance(dependencies, list)
    assert [str(name).partition(">=")[0] for name in dependencies] == ["grpcio", "protobuf"]


def test_both_distributions_have_one_version_and_the_extras_ask_for_it() -> None:
    version = project(ROOT)["version"]
    assert project(CLIENT)["version"] == version
    extras = project(CLIENT)["optional-dependencies"]
    assert isinstance(extras, dict)
    assert extras["engine"] == [f"gemwright=={version}"]
    assert extras["server"] == [f"gemwright[server]=={version}"]
