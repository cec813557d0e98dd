"""The generated code stands once, in the server, and is the client's too."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROTOS = ROOT / "protos" / "gemwright" / "v1"
SERVER = ROOT / "server" / "src" / "gemwright" / "pb"
CLIENT = ROOT / "clients" / "python" / "src" / "gemwright_client" / "pb"


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_the_client_links_to_it_by_a_path_inside_the_repository() -> None:
    assert CLIENT.is_symlink()
    assert not CLIENT.readlink().is_absolute()
    assert CLIENT.resolve() == SERVER.resolve()
    assert not SERVER.is_symlink()


def test_every_file_of_the_contract_has_its_module_and_there_are_no_others() -> None:
    expected = {"__init__.py", "error_statuses.py"}
    for proto in PROTOS.glob("*.proto"):
        expected |= {f"{proto.stem}_pb2.py", f"{proto.stem}_pb2.pyi"}
        if re.search(r"^service ", proto.read_text(encoding="utf-8"), flags=re.MULTILINE):
            expected |= {f"{proto.stem}_pb2_grpc.py"}
    assert files(SERVER).keys() == expected


@pytest.mark.parametrize("path", sorted(SERVER.glob("*.py*")), ids=lambda path: path.name)
def test_generated_modules_import_each_other_relatively(path: Path) -> None:
    assert not re.search(r"^\s*(from|import) gemwright\b", path.read_text(), flags=re.MULTILINE)
